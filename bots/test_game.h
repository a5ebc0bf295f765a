// A tiny game that asks the greedy bot trick questions, for its tests. Three players, one turn
// each. The choices of a turn, and what they are worth to the player:
//
//   take     2 points
//   climb    then a rung 0..9: rung 7 is worth 5, any other costs 3
//   bet      then a number 1..6, then the die: 4 if it shows it, otherwise minus 8
//   feast    all vote: with more yes than no everybody gets 3
//   tax      all vote: with more yes than no the player gets 9, the others lose 1
//   guess    then red or black: 4 for the colour of a hidden card, otherwise minus 4
#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string_view>

#include "engine/game.h"

namespace test_game {

using engine::Seat;

enum class Verb : uint8_t {
  kTake,
  kClimb,
  kBet,
  kFeast,
  kTax,
  kGuess,
  kRung,
  kNumber,
  kVote,
  kColour
};
enum class Item : uint8_t { kTurn, kRung, kNumber, kVote, kColour };

inline constexpr int kPlayers = 3;
inline constexpr uint8_t kNotCast = 2;

struct Position {
  engine::Variants variants;
  std::array<int16_t, kPlayers> score;
  Item item;
  uint8_t allowed;  // the verbs of a turn that are offered, a bit each
  Verb motion;
  Seat active;
  uint8_t turns;
  std::array<uint8_t, kPlayers> votes;
  uint8_t hidden;  // the card nobody sees
  uint8_t padding;
};

struct Edition {};
struct State : Position {
  const Edition* edition;
};

struct TestGame {
  using State = test_game::State;
  using Position = test_game::Position;
  using Edition = test_game::Edition;

  static State setup(const Edition& edition, const engine::Variants& variants, int,
                     engine::Chance& chance, engine::Events&) {
    State s{};
    s.edition = &edition;
    s.variants = variants;
    s.active = engine::seat_at(0);
    s.allowed = 0xff;
    s.votes.fill(kNotCast);
    s.hidden = static_cast<uint8_t>(chance.below(2));
    return s;
  }
  static bool over(const State& s) { return s.turns == kPlayers; }
  static engine::SeatSet acting(const State& s) {
    if (over(s)) return {};
    if (s.item != Item::kVote) return engine::SeatSet(s.active);
    engine::SeatSet waiting;
    for (int i = 0; i < kPlayers; ++i) {
      if (s.votes[static_cast<size_t>(i)] == kNotCast) waiting.insert(engine::seat_at(i));
    }
    return waiting;
  }

  static void options(const State& s, Seat, engine::Offer& offer) {
    switch (s.item) {
      case Item::kTurn:
        for (int verb = 0; verb <= static_cast<int>(Verb::kGuess); ++verb) {
          if ((s.allowed >> verb & 1) != 0) offer({static_cast<uint8_t>(verb), 0, 0, 0});
        }
        return;
      case Item::kRung:
        return numbers(Verb::kRung, 0, 9, offer);
      case Item::kNumber:
        return numbers(Verb::kNumber, 1, 6, offer);
      case Item::kVote:
        return numbers(Verb::kVote, 0, 1, offer);
      case Item::kColour:
        return numbers(Verb::kColour, 0, 1, offer);
    }
  }

  static void apply(State& s, Seat seat, engine::Action action, engine::Chance& chance,
                    engine::Events&) {
    switch (static_cast<Verb>(action.verb)) {
      case Verb::kTake:
        return end_turn(s, 2);
      case Verb::kClimb:
        s.item = Item::kRung;
        return;
      case Verb::kBet:
        s.item = Item::kNumber;
        return;
      case Verb::kFeast:
      case Verb::kTax:
        s.motion = static_cast<Verb>(action.verb);
        s.item = Item::kVote;
        return;
      case Verb::kGuess:
        s.item = Item::kColour;
        return;
      case Verb::kRung:
        return end_turn(s, action.a == 7 ? 5 : -3);
      case Verb::kNumber:
        return end_turn(s, chance.roll(0, 6) == action.a ? 4 : -8);
      case Verb::kVote:
        s.votes[static_cast<size_t>(engine::index_of(seat))] = action.a;
        if (acting(s).empty()) count_votes(s);
        return;
      case Verb::kColour:
        return end_turn(s, action.a == s.hidden ? 4 : -4);
    }
  }

  static engine::Action fallback(const State& s, Seat seat) {
    engine::Offer offer(engine::Offer::Keep::kLegal);
    options(s, seat, offer);
    return offer[0].action;
  }
  static engine::Outcome outcome(const State& s) {
    engine::Outcome outcome;
    for (size_t i = 0; i < kPlayers; ++i) {
      outcome.score[i] = s.score[i];
      outcome.rank[i] = 1;
      for (const int16_t other : s.score) outcome.rank[i] += other > s.score[i] ? 1 : 0;
      if (outcome.rank[i] == 1) outcome.winners.insert(engine::seat_at(static_cast<int>(i)));
    }
    return outcome;
  }
  static void reimagine(State& s, Seat, engine::Chance& chance) {
    s.hidden = static_cast<uint8_t>(chance.below(2));
  }
  static int seats(const State&) { return kPlayers; }

  static std::span<const engine::FeatureSpec> features() {
    static constexpr engine::FeatureSpec kScore[]{{"score"}};
    return kScore;
  }
  static std::string_view judgement_json() {
    return R"({"weights": {"score": 100}, "temperature": 500})";
  }
  static void judge(const State& s, engine::Viewer, engine::SeatSet seats, engine::Features& out) {
    for (const Seat seat : seats)
      out[seat][0] = s.score[static_cast<size_t>(engine::index_of(seat))];
  }
  static engine::Turn turn(const State& s) { return {0, s.turns, s.active}; }
  static float progress(const State& s) { return static_cast<float>(s.turns) / kPlayers; }

 private:
  static void numbers(Verb verb, int low, int high, engine::Offer& offer) {
    for (int i = low; i <= high; ++i) {
      offer({static_cast<uint8_t>(verb), static_cast<uint8_t>(i), 0, 0});
    }
  }
  static void end_turn(State& s, int points) {
    auto& score = s.score[static_cast<size_t>(engine::index_of(s.active))];
    score = static_cast<int16_t>(score + points);
    s.active = engine::next_seat(s.active, kPlayers);
    s.item = Item::kTurn;
    ++s.turns;
  }
  static void count_votes(State& s) {
    const bool carried = s.votes[0] + s.votes[1] + s.votes[2] >= 2;
    s.votes.fill(kNotCast);
    if (!carried) return end_turn(s, 0);
    const int others = s.motion == Verb::kFeast ? 3 : -1;
    for (int16_t& score : s.score) score = static_cast<int16_t>(score + others);
    end_turn(s, s.motion == Verb::kFeast ? 0 : 10);
  }
};
// The first turn, with these choices.
inline State turn_with(std::initializer_list<Verb> offered) {
  static const Edition edition;
  engine::Chance chance(1);
  engine::Events silent;
  State state = TestGame::setup(edition, {}, kPlayers, chance, silent);
  state.allowed = 0;
  for (const Verb verb : offered) {
    state.allowed = static_cast<uint8_t>(state.allowed | 1u << static_cast<int>(verb));
  }
  return state;
}

static_assert(engine::Rules<TestGame> && engine::Judgement<TestGame>);

}  // namespace test_game
