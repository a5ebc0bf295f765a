#include "games/koenig/cards.h"

#include <array>

namespace koenig {
namespace {

// By Effect. A table and no switch for each group: which card comes can't be foreseen, and each
// branch on it costs a playout dearly.
constexpr std::array<void (*)(Play&), kEffects> kCards{
    // moving heroes by a fixed number
    cards::move_any,
    cards::split_move,
    cards::move_all_type,
    cards::pair_advance,
    cards::pay_to_advance,
    // moving heroes with the die
    cards::move_by_die,
    cards::move_by_die,
    cards::move_by_die,
    cards::move_by_die,
    cards::fate,
    cards::magic_mirror,
    cards::arm_wrestling,
    // putting heroes on a particular seat
    cards::neutral_to_end,
    cards::john_zork_adjacent,
    cards::any_adjacent_zork,
    cards::any_behind_type,
    cards::split_ends,
    cards::gather_type,
    cards::swap_sarah_own,
    cards::permute_neutrals,
    cards::vote_swap,
    cards::shuffle_all,
    cards::shuffle_four,
    cards::three_card_monte,
    cards::banish,
    // Draco
    cards::shift,
    cards::vote_move,
    cards::swap_neutral,
    cards::swap_own,
    cards::flip,
    // money and cards
    cards::fine_player,
    cards::steal,
    cards::blackmail,
    cards::rendezvous,
    cards::pincer,
    cards::zork_neighbours_pay,
    cards::john_neighbours_draw,
    cards::swap_hands,
    cards::take_card,
    cards::own_sarah,
    cards::toss_coin,
    cards::drop_coins,
    // toast and cup
    cards::free_toast,
    cards::place_cup,
    cards::lay_cellar,
    cards::lay_cellar,
};
static_assert(kCards.back() != nullptr, "one for each effect");

}  // namespace

void resolve_card(Play& p) { kCards[static_cast<size_t>(p.s.card().effect)](p); }

}  // namespace koenig
