// The puzzles of every game: their positions are sound, their answers can be chosen, and they can
// be told in every language.
#include <gtest/gtest.h>

#include <set>

#include "bots/puzzle.h"
#include "games/registry.h"
#include "server/puzzle_sets.h"

namespace {

constexpr size_t kLargestSet = 60'000;  // bytes

// A set's part of all of them.
std::string text_of(const engine::AnyGame& game) {
  const std::string all = server::puzzle_texts();
  const std::string head = "{\"stamtafel\":\"puzzles\"";
  size_t end = 0;
  for (size_t begin = all.find(head); begin < all.size(); begin = end) {
    end = std::min(all.find(head, begin + 1), all.size());
    const std::string set = all.substr(begin, end - begin);
    if (set.find("\"game\":\"" + std::string(game.spec().id) + "\"") < set.find('\n')) return set;
  }
  return "";
}

class Puzzles : public testing::TestWithParam<const engine::AnyGame*> {
 protected:
  const engine::AnyGame& game() const { return *GetParam(); }
};

// After a change of the rules or the edition: `stamtafel lab puzzles` makes them again
// (docs/puzzles.md).
TEST_P(Puzzles, AreOfTheseRulesAndSound) {
  const std::string text = text_of(game());
  EXPECT_LT(text.size(), kLargestSet);
  const auto set =
      bots::read_puzzles(text, game(), "games/" + std::string(game().spec().id) + "/puzzles.jsonl");
  ASSERT_TRUE(set) << set.error.text;
  EXPECT_FALSE(set.value.puzzles.empty());
  std::set<std::string> ids;
  std::set<uint64_t> positions;
  for (const bots::Puzzle& puzzle : set.value.puzzles) {
    EXPECT_EQ(puzzle.table->broken_invariant(), "") << puzzle.id;
    EXPECT_TRUE(ids.insert(puzzle.id).second) << puzzle.id;
    EXPECT_TRUE(positions.insert(puzzle.table->key(puzzle.seat)).second) << puzzle.id;
    EXPECT_GE(puzzle.margin(), 0.08 - 1e-3) << puzzle.id;
    EXPECT_EQ(puzzle.missed.size(), set.value.ladder.size()) << puzzle.id;
    for (size_t i = 0; i < engine::kLanguages.size(); ++i) {
      const auto language = static_cast<engine::Language>(i);
      const engine::Texts texts = game().texts_at(*puzzle.table, language);
      const auto best = bots::puzzle_reasons(puzzle, puzzle.choices[0].action, texts, language);
      EXPECT_FALSE(best.empty()) << puzzle.id;
      const auto tempting =
          bots::puzzle_reasons(puzzle, puzzle.choices[puzzle.tempting].action, texts, language);
      EXPECT_FALSE(tempting.empty()) << puzzle.id;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Games, Puzzles,
                         testing::ValuesIn(games::all().begin(), games::all().end()),
                         [](const auto& game) { return std::string(game.param->spec().id); });

}  // namespace
