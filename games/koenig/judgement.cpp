// How well the seats stand (§13): money, what the next toast would bring, cards. The weights are in
// judgement.json.
#include <algorithm>
#include <array>

#include "engine/named.h"
#include "games/koenig/embedded.h"
#include "games/koenig/koenig.h"
#include "games/koenig/rules.h"

namespace koenig {
namespace {

enum class Feature : uint8_t { kSilver, kToast, kCards, kSarah, kBesideSarah, kWouldWin };

constexpr auto kFeatures = engine::table<Feature, engine::FeatureSpec>({
    {Feature::kSilver, {"silver"}},
    {Feature::kToast, {"toast"}},  // what the next one brings, by how near it is, in hundredths
    {Feature::kCards, {"cards"}},  // in hand
    {Feature::kSarah, {"sarah"}},  // a third hero
    {Feature::kBesideSarah, {"beside_sarah"}},  // cards at the next toast
    {Feature::kWouldWin, {"would_win", true}},  // in the final phase, with a toast now
});

// How much of the next toast's effect to count, in percent: seats change until it comes.
int toast_nearness(const State& s) {
  if (s.cup == Seat::kNone) return 75;
  // The holder gives it back at the end of his next turn.
  const int turns = (index(s.cup) - index(s.active) + s.players) % s.players;
  return std::max(25, 60 - 7 * turns);
}

Seat winner_after_toast(const State& s, const std::array<int, kMaxPlayers>& gains) {
  std::array<int16_t, kMaxPlayers> wealth{};
  for (size_t i = 0; i < s.players; ++i) {
    wealth[i] = static_cast<int16_t>(std::max(0, s.wealth[i] + gains[i]));
  }
  return winner(wealth, s.players);
}

}  // namespace

std::span<const engine::FeatureSpec> Koenig::features() { return kFeatures; }
std::string_view Koenig::judgement_json() { return embedded::judgement_json; }
std::string_view Koenig::policy_json() { return embedded::policy_json; }

void Koenig::judge(const State& s, engine::Viewer, engine::SeatSet seats, engine::Features& out) {
  const std::array<int, kMaxPlayers> gains = toast_gains(s);
  const int nearness = toast_nearness(s);
  // Near the end only the last toast counts.
  const Seat last = s.final_phase() ? winner_after_toast(s, gains) : Seat::kNone;
  for (Seat seat : seats) {
    const auto at = static_cast<size_t>(index(seat));
    engine::FeatureRow& row = out[seat];
    row[Feature::kSilver] = s.wealth[at];
    row[Feature::kToast] = nearness * gains[at];
    row[Feature::kCards] = s.hands.size(seat);
    row[Feature::kSarah] = s.sarah_owner == seat ? 1 : 0;
    row[Feature::kBesideSarah] = 0;
    row[Feature::kWouldWin] = last == seat ? 1 : 0;
  }
  const int sarah = s.place_of(Hero::kSarah);
  for (int beside : {sarah - 1, sarah + 1}) {
    if (sarah == 0 || beside < 1 || beside > s.H()) continue;
    const Seat owner = s.owner(s.at(beside));
    if (seats.contains(owner)) ++out[owner][Feature::kBesideSarah];
  }
}

engine::Turn Koenig::turn(const State& s) {
  const int turns = s.turn - 1;  // before this one
  return {static_cast<uint16_t>(turns / s.players), static_cast<uint8_t>(turns % s.players),
          s.active};
}

// Once the pile is gone it is nearly over: somebody toasts within a round.
float Koenig::progress(const State& s) {
  if (s.over != 0) return 1;
  if (s.final_phase()) return 0.95F;
  const int piles = s.variant(Variant::kLongGame) == 0 ? 1 : 2;
  const int cards = std::max(1, s.pile.size() + s.discards.size());
  const float gone = 1 - static_cast<float>(s.pile.size()) / static_cast<float>(cards);
  return 0.9F * (static_cast<float>(s.exhaustions) + gone) / static_cast<float>(piles);
}

}  // namespace koenig
