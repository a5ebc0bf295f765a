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

}  // namespace
}  // namespace engine
