// How well the seats stand (§13): money, what the next toast would bring, cards. Weights and
// figures are in judgement.json.
#include <algorithm>
#include <array>

#include "engine/named.h"
#include "games/koenig/koenig.h"
#include "games/koenig/rules.h"

namespace koenig {
namespace {

enum class Feature : uint8_t {
  kSilver,
  kToast,
  kCards,
  kSarah,
  kBesideSarah,
  kWouldWin,
  kGains,
  kCup,
  kMovers,
  kTakers,
  kToasters,
  kLastLead,
  kLastTurn,
  kLastToast,
};

constexpr auto kFeatures = engine::table<Feature, engine::FeatureSpec>({
    {Feature::kSilver, {"silver"}},
    {Feature::kToast, {"toast"}},  // what the next one brings, by how near it is, in hundredths
    {Feature::kCards, {"cards"}},  // in hand
    {Feature::kSarah, {"sarah"}},  // a third hero
    {Feature::kBesideSarah, {"beside_sarah"}},      // cards at the next toast
    {Feature::kWouldWin, {"would_win", true}},      // in the final phase, with a toast now
    {Feature::kGains, {"gains", false, true, 40}},  // what a toast would bring as things are
    {Feature::kCup, {"cup", false, true, 150}},
    // Cards in hand that move somebody; that bring or take; that are about toast and cup
    {Feature::kMovers, {"movers", false, true, 60}},
    {Feature::kTakers, {"takers", false, true, 60}},
    {Feature::kToasters, {"toasters", false, true, 60}},
    // In the final phase: the lead after a toast, who comes soonest, and whoever may be the next to
    // toast and would win by it
    {Feature::kLastLead, {"last_lead", false, true, 100}},
    {Feature::kLastTurn, {"last_turn", false, true, 200}},
    {Feature::kLastToast, {"last_toast", false, true, 3000}},
});

// What the features are made with: how much of the next toast's effect to count, in percent, for
// seats change until it comes.
enum class Figure : uint8_t { kFree, kHeld, kHeldTurn, kLeast };
constexpr auto kFigures = engine::table<Figure, engine::FigureSpec>({
    {Figure::kFree, {"free"}},           // while nobody has the cup
    {Figure::kHeld, {"held"}},           // who has it comes next
    {Figure::kHeldTurn, {"held_turn"}},  // less for each turn until then
    {Figure::kLeast, {"least"}},
});
using Figures = engine::FiguresBy<Figure>;

constexpr int kMuch = 20;  // silver: nobody catches up with that at one toast

// Turns until the seat's own.
int turns_to(const State& s, Seat seat) {
  return (index(seat) - index(s.active) + s.players) % s.players;
}

int toast_nearness(const State& s, const Figures& figures) {
  if (s.cup == Seat::kNone) return figures[Figure::kFree];
  // The holder gives it back at the end of his next turn.
  const int turns = turns_to(s, s.cup);
  return std::max(figures[Figure::kLeast],
                  figures[Figure::kHeld] - figures[Figure::kHeldTurn] * turns);
}

enum class Group : uint8_t { kMovers, kTakers, kToasters };
Group group_of(Effect effect) {
  if (effect < Effect::kFinePlayer) return Group::kMovers;
  return effect < Effect::kFreeToast ? Group::kTakers : Group::kToasters;
}

// The next who may toast: whoever is at turn, if the cup is free, or who comes after its holder has
// given it back.
Seat next_toaster(const State& s) {
  return s.cup == Seat::kNone ? s.active : engine::next_seat(s.cup, s.players);
}

Seat winner_after_toast(const State& s, const std::array<int, kMaxPlayers>& gains) {
  std::array<int16_t, kMaxPlayers> wealth{};
  for (size_t i = 0; i < s.players; ++i) {
    wealth[i] = static_cast<int16_t>(std::max(0, s.wealth[i] + gains[i]));
  }
  return winner(wealth, s.players);
}

int lead_after_toast(const State& s, const std::array<int, kMaxPlayers>& gains, Seat seat) {
  int best = -kMuch;
  for (int i = 0; i < s.players; ++i) {
    const auto at = static_cast<size_t>(i);
    if (engine::seat_at(i) != seat) best = std::max(best, s.wealth[at] + gains[at]);
  }
  const auto own = static_cast<size_t>(index(seat));
  return std::clamp(s.wealth[own] + gains[own] - best, -kMuch, kMuch);
}

}  // namespace

std::span<const engine::FeatureSpec> Koenig::features() { return kFeatures; }
std::span<const engine::FigureSpec> Koenig::figures() { return kFigures; }

void Koenig::judge(const State& s, engine::Viewer viewer, engine::SeatSet seats,
                   engine::Features& out) {
  const std::array<int, kMaxPlayers> gains = toast_gains(s);
  const int nearness = toast_nearness(s, Figures(out));
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
    if (!out.learned) continue;
    row[Feature::kGains] = gains[at];
    row[Feature::kCup] = s.cup == seat ? 1 : 0;
    std::array<int, 3> held{};
    if (viewer.may_see(seat)) {
      for (const HandCard& card : s.hands.of(seat))
        ++held[static_cast<size_t>(group_of((*s.edition)[card.card].effect))];
    }
    row[Feature::kMovers] = held[0];
    row[Feature::kTakers] = held[1];
    row[Feature::kToasters] = held[2];
    row[Feature::kLastLead] = s.final_phase() ? lead_after_toast(s, gains, seat) : 0;
    row[Feature::kLastTurn] = s.final_phase() ? s.players - turns_to(s, seat) : 0;
    row[Feature::kLastToast] = last == seat && next_toaster(s) == seat ? 1 : 0;
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
