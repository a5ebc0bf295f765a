#include "engine/bag.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace engine {
namespace {

using Pile = Bag<uint8_t, 12>;

Pile pile_of(std::initializer_list<uint8_t> cards) {
  Pile pile;
  for (uint8_t card : cards) pile.add(card);
  return pile;
}

std::vector<int> cards_of(const Pile& pile) { return {pile.begin(), pile.end()}; }

TEST(Bag, TheUnknownPartIsSortedSoThatItTellsNoOrder) {
  const Pile pile = pile_of({5, 1, 3, 1});
  EXPECT_EQ(cards_of(pile), (std::vector{1, 1, 3, 5}));
  EXPECT_EQ(pile.unknown().size(), 4u);
  EXPECT_EQ(pile, pile_of({1, 1, 5, 3}));
}

TEST(Bag, KnownCardsOnTopAreDrawnFirstLastOneUppermostWithoutChance) {
  Pile pile = pile_of({1, 2});
  pile.put_on_top(8);
  pile.put_on_top(9);
  EXPECT_EQ(pile.known_top(), 2);
  Chance chance(1);
  EXPECT_EQ(pile.draw(0, chance), 9);
  EXPECT_EQ(pile.draw(0, chance), 8);
  EXPECT_FALSE(chance.used());
  EXPECT_EQ(pile.known_top(), 0);
  pile.draw(0, chance);
  EXPECT_TRUE(chance.used());
}

TEST(Bag, KnownCardsUnderneathAreDrawnLastLowestOneAtTheVeryEndWithoutChance) {
  Pile pile = pile_of({1});
  pile.put_under(8);
  pile.put_under(9);
  EXPECT_EQ(pile.known_bottom(), 2);
  Chance first(1);
  EXPECT_EQ(pile.draw(0, first), 1);
  Chance chance(1);
  EXPECT_EQ(pile.draw(0, chance), 8);
  EXPECT_EQ(pile.draw(0, chance), 9);
  EXPECT_FALSE(chance.used());
  EXPECT_TRUE(pile.empty());
  EXPECT_EQ(pile.known_bottom(), 0);
}

TEST(Bag, ShufflingACardInLeavesTopAndBottomWhereTheyAre) {
  Pile pile;
  pile.put_on_top(9);
  pile.put_under(0);
  pile.add(5);
  pile.add(4);
  EXPECT_EQ(cards_of(pile), (std::vector{0, 4, 5, 9}));
  EXPECT_EQ(pile.unknown().size(), 2u);
  EXPECT_EQ(pile.unknown()[0], 4);
}

TEST(Bag, ShuffleForgetsAllOrder) {
  Pile pile = pile_of({4});
  pile.put_on_top(1);
  pile.put_under(7);
  pile.shuffle();
  EXPECT_EQ(pile, pile_of({1, 4, 7}));
  EXPECT_EQ(pile.known_top() + pile.known_bottom(), 0);
}

TEST(Bag, EveryCardOfTheUnknownPartIsDrawnEquallyOften) {
  std::vector<int> drawn(4);
  constexpr int kDraws = 40000;
  for (uint64_t seed = 0; seed < kDraws; ++seed) {
    Pile pile = pile_of({0, 1, 2, 3});
    Chance chance(seed);
    ++drawn[pile.draw(0, chance)];
  }
  // Six standard deviations: sqrt(40000 * 1/4 * 3/4) = 87.
  for (int count : drawn) EXPECT_NEAR(count, kDraws / 4, 520);
}

TEST(Bag, DrawsEveryCardExactlyOnce) {
  Pile pile = pile_of({3, 3, 5, 7});
  pile.put_on_top(1);
  pile.put_under(2);
  Chance chance(42);
  std::vector<int> drawn;
  while (!pile.empty()) drawn.push_back(pile.draw(0, chance));
  std::sort(drawn.begin(), drawn.end());
  EXPECT_EQ(drawn, (std::vector{1, 2, 3, 3, 5, 7}));
}

TEST(Bag, AssignedCardsAreThePileInUnknownOrder) {
  Pile pile = pile_of({9, 9, 9});
  pile.put_on_top(7);
  const std::array<uint8_t, 2> cards{1, 4};
  pile.assign_sorted(cards.data(), 2);
  const Pile fresh = pile_of({4, 1});
  EXPECT_EQ(std::memcmp(&pile, &fresh, sizeof pile), 0);
}

TEST(Bag, ReplacingTheUnknownPartLeavesWhatIsKnown) {
  Pile pile = pile_of({2, 3});
  pile.put_on_top(9);
  pile.put_under(0);
  const std::array<uint8_t, 2> cards{5, 6};
  pile.replace_unknown(cards.data(), 2);
  EXPECT_EQ(cards_of(pile), (std::vector{0, 5, 6, 9}));
  EXPECT_EQ(pile.known_top(), 1);
  EXPECT_EQ(pile.known_bottom(), 1);
}

TEST(Bag, EqualPilesAreEqualBytesWhateverTheHistory) {
  Pile used = pile_of({9, 9, 9});
  used.put_on_top(3);
  used.clear();
  used.add(2);
  used.add(1);
  const Pile fresh = pile_of({1, 2});
  EXPECT_EQ(std::memcmp(&used, &fresh, sizeof used), 0);
}

TEST(Bag, AScriptNamesTheCardThatIsDrawn) {
  Script script(
      {"5"}, [](uint8_t, std::string_view name) { return name == "5" ? 5 : -1; },
      [](uint8_t, int value) { return std::to_string(value); });
  Chance chance(script);
  Pile pile = pile_of({1, 5, 9});
  EXPECT_EQ(pile.draw(0, chance), 5);
  EXPECT_EQ(pile, pile_of({1, 9}));
  EXPECT_EQ(script.error(), "");
}

}  // namespace
}  // namespace engine
