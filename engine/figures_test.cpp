#include "engine/figures.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

std::string told(std::string_view text) {
  const Result<Json> edition = parse_json(
      R"({"money": {"gold": 3, "debt": -12}, "front": [4, 3, -2], "names": ["a"],
          "goods": [{"id": "fruits", "price": 5}, {"id": "honey", "price": 7}]})",
      "edition");
  return with_figures(text, *edition);
}

TEST(Figures, AreNamedByTheirPath) {
  EXPECT_EQ(told("1 gold is {$money.gold} silver."), "1 gold is 3 silver.");
  EXPECT_EQ(told("{$front.0} and {$front.1}"), "4 and 3");
  EXPECT_EQ(told("{$goods.honey.price}{$goods.0.price}"), "75");
}

TEST(Figures, BelowZeroHaveAMinusOrNone) {
  EXPECT_EQ(told("{$money.debt}"), "−12");
  EXPECT_EQ(told("pays {$money.debt|size}"), "pays 12");
}

TEST(Figures, AreAddedAndMultiplied) {
  EXPECT_EQ(told("{$goods.0.price+front.0*money.gold}"), "17");
  EXPECT_EQ(told("{$front.0*front.2}"), "−8");
  EXPECT_EQ(told("{$money.debt+20}"), "8");
}

TEST(Figures, OfAListStandInARow) {
  EXPECT_EQ(told("{$front}"), "4, 3, −2");
  EXPECT_EQ(told("{$goods.#.price}"), "5, 7");
}

TEST(Figures, OfAListCanBeHowManyThereAre) {
  EXPECT_EQ(told("{$goods.count} {$front.count} {$goods.count*money.gold+front.count}"), "2 3 9");
}

TEST(Figures, OfAListAreAddedUpAndCompared) {
  EXPECT_EQ(told("{$front|most} {$front|least} {$goods.#.price|sum}"), "4 −2 12");
}

TEST(Figures, ThatAreMissingStayVisible) {
  for (const char* text :
       {"{$money.silver}", "{$front.9}", "{$goods.malt.price}", "{$money}", "{$names}",
        "{$goods.honey.id}", "{$money.gold+x}", "{$front+1}", "{$goods.#.x|sum}", "{$money.gold",
        "{0} {0, plural, "
        "one {#} other {#}}"}) {
    EXPECT_EQ(told(text), text);
  }
}

TEST(Figures, HaveTheFormThatGoesWithThem) {
  EXPECT_EQ(told("{$money.gold|one=a coin|other=# coins}"), "3 coins");
  EXPECT_EQ(told("{$money.gold+-2|one=a coin|other=# coins}"), "a coin");
}

// Who made them up is said in the nearest source above them, of all or by their names.
TEST(Figures, OfOurOwnAreMarked) {
  const Result<Json> edition = parse_json(
      R"json({"die": {"faces": 6, "source": "house"},
              "coins": {"gold": 3, "silver": 9, "source": "rulebook, silver: house (R1)"},
              "goods": [{"id": "honey", "price": 7, "count": 2, "stock": {"in": 4},
                         "source": "price, number of each: rulebook; the rest: house"}],
              "track": {"end": [1, 2], "bonus": 5,
                        "source": "end and the first step: rulebook; the other bonuses: house"},
              "tiles": {"each": 9, "source": "house: 36 of 4 peoples"},
              "plain": {"x": 1}})json",
      "edition");
  const auto marked = [&](std::string_view text) {
    return with_figures(text, *edition, HouseMark::kStar);
  };
  EXPECT_EQ(marked("{$die.faces} {$tiles.each} {$plain.x}"), "6* 9* 1");
  EXPECT_EQ(marked("{$coins.gold} {$coins.silver} {$coins.gold+coins.silver}"), "3 9* 12*");
  EXPECT_EQ(marked("{$goods.honey.price} {$goods.0.count} {$goods.honey.stock.in}"), "7 2 4*");
  EXPECT_EQ(marked("{$track.end} {$track.bonus}"), "1, 2 5*");
  EXPECT_EQ(with_figures("{$die.faces}", *edition), "6");
  EXPECT_TRUE(with_house_figures(*edition).contains("honey"));
  EXPECT_FALSE(with_house_figures(*edition).contains("malt"));
}

}  // namespace
}  // namespace engine
