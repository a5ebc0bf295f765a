// How well a seat stands, for one-step bots (§13): money, what the next toast would bring, cards.
#include <algorithm>
#include <array>

#include "games/koenig/koenig.h"
#include "games/koenig/rules.h"

namespace koenig {
namespace {

using Amounts = std::array<int, kMaxPlayers>;

constexpr int kSilver = 100;      // one silver
constexpr int kCardWorth = 60;    // a card in hand
constexpr int kSarahOwned = 120;  // a third hero
constexpr int kBesideSarah = 70;  // a card at the next toast
constexpr int kWin = 4000;        // being the one who would win, in the final phase

// What a toast would pay to each player now (the bank's limit and poverty left aside).
Amounts toast_gains(const State& s) {
  Amounts gains{};
  const Seat rich = s.richest();
  const Schedule& table = schedule(s);
  for (int place = 1; place <= s.H(); ++place) {
    const int amount = toast_amount(s, table, place);
    if (amount == 0) continue;
    Hero hero = s.at(place);
    int factor = s.edition->zork_factor;
    if (hero == Hero::kJohn) {  // R13
      const int other = amount > 0 ? place + 1 : place - 1;
      if (other < 1 || other > s.H()) continue;
      hero = s.at(other);
      factor = 1;
    }
    Seat seat = s.owner(hero);
    int value = amount;
    if (hero == Hero::kZork) {  // R12
      if (amount > 0) continue;
      seat = rich;
      value *= factor;
    }
    if (seat != Seat::kNone) gains[static_cast<size_t>(index(seat))] += value;
  }
  return gains;
}

// How much of the next toast's effect to count, in percent: seats change until it comes.
int toast_nearness(const State& s) {
  if (s.cup == Seat::kNone) return 75;
  // The holder gives it back at the end of his next turn.
  const int turns = (index(s.cup) - index(s.active) + s.players) % s.players;
  return std::max(25, 60 - 7 * turns);
}

// The one who would win with these amounts (R17), or -1.
int winner(const Amounts& wealth, int players) {
  int best = -1;
  for (int i = 0; i < players; ++i) {
    const auto seat = static_cast<size_t>(i);
    bool shared = false;
    for (int j = 0; j < players; ++j)
      shared = shared || (j != i && wealth[static_cast<size_t>(j)] == wealth[seat]);
    if (!shared && (best < 0 || wealth[seat] > wealth[static_cast<size_t>(best)])) best = i;
  }
  return best;
}

int cards_and_sarah(const State& s, Seat seat) {
  int value = kCardWorth * s.hands.size(seat);
  if (s.sarah_owner == seat) value += kSarahOwned;
  const int place = s.place_of(Hero::kSarah);
  for (int beside : {place - 1, place + 1}) {
    if (place > 0 && beside >= 1 && beside <= s.H() && s.owner(s.at(beside)) == seat)
      value += kBesideSarah;
  }
  return value;
}

}  // namespace

int32_t Koenig::evaluate(const State& s, Seat seat) {
  const auto me = static_cast<size_t>(index(seat));
  if (s.over != 0) {
    const engine::Outcome result = outcome(s);
    const int margin = kSilver * s.wealth[me] / 10;
    return (result.winners.contains(seat) ? 100000 : -1000 * result.rank[me]) + margin;
  }
  const Amounts gains = toast_gains(s);
  const int nearness = toast_nearness(s);
  std::array<int, kMaxPlayers> value{};
  Amounts after{};
  for (int i = 0; i < s.players; ++i) {
    const auto p = static_cast<size_t>(i);
    after[p] = std::max(0, s.wealth[p] + gains[p]);
    value[p] = kSilver * s.wealth[p] + nearness * gains[p] + cards_and_sarah(s, engine::seat_at(i));
  }
  int others = 0;
  int best = -1000000;
  for (int i = 0; i < s.players; ++i) {
    if (static_cast<size_t>(i) == me) continue;
    others += value[static_cast<size_t>(i)];
    best = std::max(best, value[static_cast<size_t>(i)]);
  }
  int32_t score = 2 * value[me] - others / std::max(1, s.players - 1) - best;
  // Near the end only the last toast counts: would I win it?
  if (s.final_phase() && winner(after, s.players) == static_cast<int>(me)) score += kWin;
  return score;
}

}  // namespace koenig
