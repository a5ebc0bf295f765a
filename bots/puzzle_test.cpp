#include "bots/puzzle.h"

#include <gtest/gtest.h>

#include <set>

#include "games/registry.h"
#include "tests/matchers.h"
#include "tests/plain_table.h"

namespace bots {
namespace puzzle_test {

using namespace matchers;

const engine::AnyGame& game() { return *games::all().front(); }

// The first decision of a game with three choices or more, as if it were a puzzle.
Puzzle some_puzzle() {
  const auto table = tests::plain_table(game());
  engine::Offer offer(engine::Offer::Keep::kLegal);
  while (true) {
    const engine::Seat seat = table->acting().front();
    table->offer(seat, offer);
    if (offer.size() < 3) {
      [[maybe_unused]] const engine::Error error = table->act(seat, offer[0].action);
      continue;
    }
    Puzzle puzzle;
    puzzle.id = "1-2";
    puzzle.level = 3;
    puzzle.progress = 40;
    puzzle.seat = seat;
    puzzle.asked = game().spec().prompts[static_cast<size_t>(table->prompt(seat))];
    puzzle.choices = {
        {offer[0].action, 0.5, 0}, {offer[1].action, 0.375, 0.012}, {offer[2].action, 0.25, 0.02}};
    puzzle.tempting = 2;
    puzzle.missed = {100, 75, 25, 0};
    puzzle.table = table->imagine(seat, engine::ChanceSource::of_seed(2));
    return puzzle;
  }
}

std::string some_set() {
  return puzzle_head(game(), {"stamtafel lab puzzles", {"greedy"}}) + write_puzzle(some_puzzle());
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Puzzle, IsReadAsItWasWritten) {
  const Puzzle puzzle = some_puzzle();
  const auto set = read_puzzles(some_set(), game(), "set");
  ASSERT_TRUE(set) << set.error.text;
  ASSERT_EQ(set.value.puzzles.size(), 1u);
  const Puzzle& read = set.value.puzzles.front();
  EXPECT_EQ(read.choices, puzzle.choices);
  EXPECT_EQ(read.table->fingerprint(), puzzle.table->fingerprint());
  EXPECT_EQ(read.seat, puzzle.seat);
  EXPECT_EQ(write_puzzle(read), write_puzzle(puzzle));
  EXPECT_EQ(set.value.command, "stamtafel lab puzzles");
  EXPECT_TRUE(read.is_right(puzzle.choices[0].action));
  EXPECT_FALSE(read.is_right(puzzle.choices[1].action));
  EXPECT_NEAR(read.margin(), 0.125, 1e-9);
}

TEST(Puzzle, OfOtherRulesIsToBeMadeAgain) {
  const std::string version = "\"rules_version\":" + std::to_string(game().spec().rules_version);
  const auto set =
      read_puzzles(replaced(some_set(), version, "\"rules_version\":999"), game(), "set");
  EXPECT_EQ(set.error.code, engine::ErrorCode::kOutdated);
  EXPECT_THAT(set.error.text, HasSubstr("make them again (stamtafel lab puzzles)"));
}

TEST(Puzzle, WhatCannotBeIsRefusedWithItsLine) {
  const std::string good = some_set();
  const auto problem = [&](std::string_view from, std::string_view to) {
    return read_puzzles(replaced(good, from, to), game(), "set").error.text;
  };
  EXPECT_THAT(problem("\"level\":3", "\"level\":6"), HasSubstr("set, line 2"));
  EXPECT_THAT(problem("\"tempting\":2", "\"tempting\":0"), HasSubstr("tempting"));
  EXPECT_THAT(problem("\"right\":1", "\"right\":3"), HasSubstr("right"));
  EXPECT_THAT(problem("\"position\":\"", "\"position\":\"?"), HasSubstr("base64"));
  EXPECT_THAT(problem("\"position\":\"", "\"position\":\"AAAA"), HasSubstr("line 2"));
  EXPECT_THAT(problem("\"asked\":\"", "\"asked\":\"x"), HasSubstr("asked something else"));
  EXPECT_THAT(problem("\"missed\":[100", "\"missed\":[101"), HasSubstr("missed"));
  EXPECT_THAT(problem("\"stamtafel\":\"puzzles\"", "\"stamtafel\":\"tables\""), HasSubstr("set"));
  EXPECT_THAT(read_puzzles("", game(), "set").error.text, HasSubstr("empty"));
  EXPECT_TRUE(read_puzzle_sets("nonsense\n{}").empty());
  EXPECT_EQ(read_puzzle_sets(good).size(), 1u);
}

TEST(Puzzle, EveryOneHasItsDayBeforeOneComesAgain) {
  constexpr size_t kCount = 37;
  for (const int64_t cycle : {0, 1, 500}) {
    std::set<size_t> seen;
    for (int64_t i = 0; i < static_cast<int64_t>(kCount); ++i)
      seen.insert(puzzle_of_day(cycle * static_cast<int64_t>(kCount) + i, kCount));
    EXPECT_EQ(seen.size(), kCount);
  }
  EXPECT_EQ(puzzle_of_day(20'000, kCount), puzzle_of_day(20'000, kCount));
  EXPECT_EQ(puzzle_of_day(5, 1), 0u);
  for (int64_t day = 0; day < 10; ++day)
    EXPECT_EQ(game_of_day(day, 5), static_cast<size_t>(day % 5));
  EXPECT_EQ(day_of(kDay - 1), 0);
  EXPECT_EQ(day_of(kDay), 1);
}

}  // namespace puzzle_test
}  // namespace bots
