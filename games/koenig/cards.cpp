#include "games/koenig/cards.h"

#include <algorithm>
#include <array>

#include "engine/named.h"

namespace koenig {
namespace {

using PickKinds = std::array<PickKind, 6>;

// What an edition calls an effect, what cards with it do, and what the answers to their questions
// are.
struct CardRow {
  std::string_view id;
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
      {Effect::kMoveAny, {"move_any", cards::move_any, {kHero}}},
      {Effect::kSplitMove, {"split_move", cards::split_move, {kHero}, has_one_hero, {kWay}}},
      {Effect::kMoveAllType, {"move_all_type", cards::move_all_type, {kWay, kHero}}},
      {Effect::kPairAdvance, {"pair_advance", cards::pair_advance, {kSeat, kSeat, kHero}}},
      {Effect::kPayToAdvance, {"pay_to_advance", cards::pay_to_advance, {kHero, kNumber}}},
      // moving heroes with the die
      {Effect::kDieForwardAny, {"die_forward_any", cards::move_by_die, {kHero}}},
      {Effect::kDieBackAny, {"die_back_any", cards::move_by_die, {kHero}}},
      {Effect::kDieBackType, {"die_back_type", cards::move_by_die, {kHero}}},
      {Effect::kDieSeatAny, {"die_seat_any", cards::move_by_die, {kHero}}},
      {Effect::kDieSeatToLast, {"die_seat_to_last", cards::fate}},
      {Effect::kMagicMirror, {"magic_mirror", cards::magic_mirror, {kNumber, kHero}}},
      {Effect::kArmWrestling, {"arm_wrestling", cards::arm_wrestling, {kNumber, kHero}}},
      // putting heroes on a particular seat
      {Effect::kNeutralToEnd, {"neutral_to_end", cards::neutral_to_end, {kWay}}},
      {Effect::kJohnZorkAdjacent,
       {"john_zork_adjacent", cards::john_zork_adjacent, {kHero, kWay, kHero}}},
      {Effect::kAnyAdjacentZork, {"any_adjacent_zork", cards::any_adjacent_zork, {kHero, kWay}}},
      {Effect::kAnyBehindType, {"any_behind_type", cards::any_behind_type, {kHero}}},
      {Effect::kSplitEnds, {"split_ends", cards::split_ends, {kHero}, has_one_hero, {kWay}}},
      {Effect::kGatherType, {"gather_type", cards::gather_type, {kType, kHero}}},
      {Effect::kSwapSarahOwn, {"swap_sarah_own", cards::swap_sarah_own, {kHero}}},
      {Effect::kPermuteNeutrals, {"permute_neutrals", cards::permute_neutrals, {kHero}}},
      {Effect::kVoteSwap, {"vote_swap", cards::vote_swap, {kHero, kHero, kWay}}},
      {Effect::kShuffleAll, {"shuffle_all", cards::shuffle_all}},
      {Effect::kShuffleFour, {"shuffle_four", cards::shuffle_four, {kHero}}},
      {Effect::kThreeCardMonte,
       {"three_card_monte",
        cards::three_card_monte,
        {kPlace, kSeat, kHero, kHero, kHero, kWay},
        lies_open,
        {kPlace, kHero}}},
      {Effect::kBanish, {"banish", cards::banish, {kHero}}},
      // Draco
      {Effect::kShiftDraco, {"shift_draco", cards::shift, {kWay}}},
      {Effect::kVoteMoveDraco, {"vote_move_draco", cards::vote_move, {kPlace, kWay}}},
      {Effect::kSwapDracoNeutral, {"swap_draco_neutral", cards::swap_neutral, {kHero}}},
      {Effect::kSwapDracoOwn, {"swap_draco_own", cards::swap_own, {kHero}}},
      {Effect::kFlipDraco, {"flip_draco", cards::flip}},
      // money and cards
      {Effect::kFinePlayer, {"fine_player", cards::fine_player, {kSeat}}},
      {Effect::kSteal, {"steal", cards::steal, {kSeat}}},
      {Effect::kBlackmail, {"blackmail", cards::blackmail, {kSeat, kNumber, kWay, kHero}}},
      {Effect::kRendezvous, {"rendezvous", cards::rendezvous}},
      {Effect::kPincer, {"pincer", cards::pincer}},
      {Effect::kZorkNeighboursPay, {"zork_neighbours_pay", cards::zork_neighbours_pay}},
      {Effect::kJohnNeighboursDraw, {"john_neighbours_draw", cards::john_neighbours_draw}},
      {Effect::kSwapHands, {"swap_hands", cards::swap_hands, {kSeat}}},
      {Effect::kTakeCard, {"take_card", cards::take_card, {kSeat, kNumber}}},
      {Effect::kOwnSarah, {"own_sarah", cards::own_sarah}},
      {Effect::kTossCoinAtDraco, {"toss_coin_at_draco", cards::toss_coin}},
      {Effect::kDropCoins, {"drop_coins", cards::drop_coins}},
      // toast and cup
      {Effect::kFreeToast, {"free_toast", cards::free_toast}},
      {Effect::kPlaceCup, {"place_cup", cards::place_cup, {kSeat}}},
      {Effect::kEmptyCellar, {"empty_cellar", cards::lay_cellar}},
      {Effect::kFullCellar, {"full_cellar", cards::lay_cellar}},
  });
}();

// A column of its own, for playouts: the functions lie side by side.
constexpr auto kResolve = [] {
  std::array<void (*)(Play&), kCards.size()> functions{};
  for (size_t i = 0; i < functions.size(); ++i) functions[i] = kCards[i].resolve;
  return functions;
}();

}  // namespace

constinit const std::array<std::string_view, kEffects> kEffectIds = [] {
  std::array<std::string_view, kEffects> ids;
  for (size_t i = 0; i < ids.size(); ++i) ids[i] = kCards[i].id;
  return ids;
}();

void resolve_card(Play& p) { kResolve[static_cast<size_t>(p.s.card().effect)](p); }

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
