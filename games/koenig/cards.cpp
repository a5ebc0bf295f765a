#include "games/koenig/cards.h"

#include <algorithm>
#include <array>

#include "engine/named.h"

namespace koenig {
namespace {

using PickKinds = std::array<PickKind, 6>;

// What cards of an effect do, and what the answers to their questions are.
struct CardRow {
  void (*resolve)(Play&);
  PickKinds picks{};
  bool (*asks_otherwise)(const State&) = nullptr;  // then the answers are
  PickKinds otherwise{};
};

bool has_one_hero(const State& s) { return s.own_heroes(s.active) == 1; }
bool lies_open(const State& s) { return s.variant(Variant::kThreeCardMonte) != 0; }

// A table and no switch for each group: which card comes can't be foreseen, and each branch on it
// costs a playout dearly.
constexpr auto kCards = [] {
  using enum PickKind;
  return engine::table<Effect, CardRow>({
      // moving heroes by a fixed number
      {Effect::kMoveAny, {cards::move_any, {kHero}}},
      {Effect::kSplitMove, {cards::split_move, {kHero}, has_one_hero, {kWay}}},
      {Effect::kMoveAllType, {cards::move_all_type, {kWay, kHero}}},
      {Effect::kPairAdvance, {cards::pair_advance, {kSeat, kSeat, kHero}}},
      {Effect::kPayToAdvance, {cards::pay_to_advance, {kHero, kNumber}}},
      // moving heroes with the die
      {Effect::kDieForwardAny, {cards::move_by_die, {kHero}}},
      {Effect::kDieBackAny, {cards::move_by_die, {kHero}}},
      {Effect::kDieBackType, {cards::move_by_die, {kHero}}},
      {Effect::kDieSeatAny, {cards::move_by_die, {kHero}}},
      {Effect::kDieSeatToLast, {cards::fate}},
      {Effect::kMagicMirror, {cards::magic_mirror, {kNumber, kHero}}},
      {Effect::kArmWrestling, {cards::arm_wrestling, {kNumber, kHero}}},
      // putting heroes on a particular seat
      {Effect::kNeutralToEnd, {cards::neutral_to_end, {kWay}}},
      {Effect::kJohnZorkAdjacent, {cards::john_zork_adjacent, {kHero, kWay, kHero}}},
      {Effect::kAnyAdjacentZork, {cards::any_adjacent_zork, {kHero, kWay}}},
      {Effect::kAnyBehindType, {cards::any_behind_type, {kHero}}},
      {Effect::kSplitEnds, {cards::split_ends, {kHero}, has_one_hero, {kWay}}},
      {Effect::kGatherType, {cards::gather_type, {kType, kHero}}},
      {Effect::kSwapSarahOwn, {cards::swap_sarah_own, {kHero}}},
      {Effect::kPermuteNeutrals, {cards::permute_neutrals, {kHero}}},
      {Effect::kVoteSwap, {cards::vote_swap, {kHero, kHero, kWay}}},
      {Effect::kShuffleAll, {cards::shuffle_all}},
      {Effect::kShuffleFour, {cards::shuffle_four, {kHero}}},
      {Effect::kThreeCardMonte,
       {cards::three_card_monte,
        {kPlace, kSeat, kHero, kHero, kHero, kWay},
        lies_open,
        {kPlace, kHero}}},
      {Effect::kBanish, {cards::banish, {kHero}}},
      // Draco
      {Effect::kShiftDraco, {cards::shift, {kWay}}},
      {Effect::kVoteMoveDraco, {cards::vote_move, {kPlace, kWay}}},
      {Effect::kSwapDracoNeutral, {cards::swap_neutral, {kHero}}},
      {Effect::kSwapDracoOwn, {cards::swap_own, {kHero}}},
      {Effect::kFlipDraco, {cards::flip}},
      // money and cards
      {Effect::kFinePlayer, {cards::fine_player, {kSeat}}},
      {Effect::kSteal, {cards::steal, {kSeat}}},
      {Effect::kBlackmail, {cards::blackmail, {kSeat, kNumber, kWay, kHero}}},
      {Effect::kRendezvous, {cards::rendezvous}},
      {Effect::kPincer, {cards::pincer}},
      {Effect::kZorkNeighboursPay, {cards::zork_neighbours_pay}},
      {Effect::kJohnNeighboursDraw, {cards::john_neighbours_draw}},
      {Effect::kSwapHands, {cards::swap_hands, {kSeat}}},
      {Effect::kTakeCard, {cards::take_card, {kSeat, kNumber}}},
      {Effect::kOwnSarah, {cards::own_sarah}},
      {Effect::kTossCoinAtDraco, {cards::toss_coin}},
      {Effect::kDropCoins, {cards::drop_coins}},
      // toast and cup
      {Effect::kFreeToast, {cards::free_toast}},
      {Effect::kPlaceCup, {cards::place_cup, {kSeat}}},
      {Effect::kEmptyCellar, {cards::lay_cellar}},
      {Effect::kFullCellar, {cards::lay_cellar}},
  });
}();

}  // namespace

void resolve_card(Play& p) { kCards[static_cast<size_t>(p.s.card().effect)].resolve(p); }

PickKind kind_of_pick(const State& s, int pick) {
  if (s.in_play == Card::kNone) return PickKind::kNumber;
  const CardRow& row = kCards[static_cast<size_t>(s.card().effect)];
  const bool otherwise = row.asks_otherwise != nullptr && row.asks_otherwise(s);
  const PickKinds& kinds = otherwise ? row.otherwise : row.picks;
  size_t at = std::min(static_cast<size_t>(pick), kinds.size() - 1);
  while (at > 0 && kinds[at] == PickKind::kAsBefore) --at;
  // A card that asks nothing has no answers.
  return kinds[at] == PickKind::kAsBefore ? PickKind::kNumber : kinds[at];
}

}  // namespace koenig
