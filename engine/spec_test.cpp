#include "engine/spec.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

constexpr std::array<std::string_view, 2> kOffOn{"off", "on"};
constexpr std::array<std::string_view, 3> kDecks{"74", "64", "54"};
constexpr std::array<std::string_view, 3> kColours{"green", "purple", "yellow"};
constexpr std::array<VariantSpec, 3> kTestOptions{{
    {"deck", kDecks, 0, 0, 0},
    {"long", kOffOn, 1, 0, 0},
    {"rounds", {}, 10, 1, 99},
}};

GameSpec test_spec() {
  GameSpec spec;
  spec.id = "test";
  spec.max_seats = 3;
  spec.seat_ids = kColours;
  spec.variants = kTestOptions;
  return spec;
}

std::string variant_error(std::string_view assignment) {
  const GameSpec spec = test_spec();
  Variants variants = default_variants(spec);
  const Error error = set_variant(spec, assignment, variants);
  EXPECT_EQ(error.code, error.text.empty() ? ErrorCode::kNone : ErrorCode::kUsage);
  EXPECT_TRUE(error.text.empty() || variants == default_variants(spec))
      << "an error changes nothing";
  return error.text;
}

TEST(Options, DefaultsComeFromTheTable) {
  const Variants variants = default_variants(test_spec());
  EXPECT_EQ(variants.values[0], 0);
  EXPECT_EQ(variants.values[1], 1);
  EXPECT_EQ(variants.values[2], 10);
  EXPECT_EQ(describe_variants(test_spec(), variants), "");
}

TEST(Options, SetByNameAndDescribedByName) {
  const GameSpec spec = test_spec();
  Variants variants = default_variants(spec);
  for (const char* assignment : {"deck=54", "long = off", "rounds=99"}) {
    EXPECT_FALSE(set_variant(spec, assignment, variants));
  }
  EXPECT_EQ(describe_variants(spec, variants), "deck=54 long=off rounds=99");
  EXPECT_EQ(variant_value(spec, variants, 0), "54");
  EXPECT_EQ(variant_value(spec, variants, 2), "99");
}

TEST(Options, AreReferredToByTheirPlaceInTheTable) {
  enum class Which : uint8_t { kDeck, kLong, kRounds };
  const GameSpec spec = test_spec();
  Variants variants = default_variants(spec);
  ASSERT_FALSE(set_variant(spec, "rounds=99", variants));
  EXPECT_EQ(VariantRef::to(Which::kRounds).value_in(variants), 99);
  const VariantRef ref = VariantRef::to(Which::kDeck, 2);
  EXPECT_FALSE(ref.chosen_in(variants));
  ref.choose_in(variants);
  EXPECT_TRUE(ref.chosen_in(variants));
  EXPECT_EQ(describe_variants(spec, variants), "deck=54 rounds=99");
  EXPECT_FALSE(VariantRef().given());
  EXPECT_FALSE(VariantRef().chosen_in(variants));
}

TEST(Options, ADescriptionSetsTheSameOptionsAgain) {
  const GameSpec spec = test_spec();
  Variants variants = default_variants(spec);
  variants.values = {2, 0, 1};
  Variants again = default_variants(spec);
  const std::string described = describe_variants(spec, variants);
  for (std::string_view word : split(described, ' ')) EXPECT_FALSE(set_variant(spec, word, again));
  EXPECT_EQ(again, variants);
}

TEST(Options, ErrorsSayWhatWouldBeRight) {
  EXPECT_EQ(variant_error("deck"), "a variant is written name=value, not 'deck'");
  EXPECT_EQ(variant_error("dekc=54"), "test has no variant 'dekc'; it has: deck, long, rounds");
  EXPECT_EQ(variant_error("deck=50"), "variant deck takes one of 74, 64, 54, not '50'");
  EXPECT_EQ(variant_error("deck="), "variant deck takes one of 74, 64, 54, not ''");
  const std::string rounds = "variant rounds takes a whole number from 1 to 99, not ";
  EXPECT_EQ(variant_error("rounds=0"), rounds + "'0'");
  EXPECT_EQ(variant_error("rounds=100"), rounds + "'100'");
  EXPECT_EQ(variant_error("rounds=ten"), rounds + "'ten'");
  EXPECT_EQ(variant_error("rounds=65537"), rounds + "'65537'");
  EXPECT_EQ(variant_error("rounds=99999999999999999999"), rounds + "'99999999999999999999'");
}

TEST(Options, ValuesOutsideTheTableAreFound) {
  const GameSpec spec = test_spec();
  Variants variants = default_variants(spec);
  EXPECT_FALSE(check_variants(spec, variants));
  EXPECT_EQ(check_variants(spec, Variants{}).text,
            "variant rounds takes a whole number from 1 to 99, not '0'");
  variants.values[0] = 3;
  EXPECT_EQ(check_variants(spec, variants).text, "variant deck takes one of 74, 64, 54, not '3'");
  variants.values[0] = -1;
  EXPECT_EQ(check_variants(spec, variants).code, ErrorCode::kUsage);
}

TEST(Seats, ByNumberAndByName) {
  const GameSpec spec = test_spec();
  EXPECT_EQ(*parse_seat(spec, 3, "0"), seat_at(0));
  EXPECT_EQ(*parse_seat(spec, 3, "yellow"), seat_at(2));
}

TEST(Seats, OnlyThoseAtTheTable) {
  const GameSpec spec = test_spec();
  for (const char* text : {"2", "yellow", "-1", "", "Green", "1 "}) {
    const Result<Seat> seat = parse_seat(spec, 2, text);
    EXPECT_EQ(seat.error.text, "there is no seat '" + std::string(text) +
                                   "' at this table; seats: 0 (green), 1 (purple)");
  }
}

TEST(Split, LeavesOutEmptyPartsAndBlanks) {
  using Parts = std::vector<std::string_view>;
  EXPECT_EQ(split("a, b ,,c", ','), (Parts{"a", "b", "c"}));
  EXPECT_EQ(split("  play   card ", ' '), (Parts{"play", "card"}));
  EXPECT_EQ(split("", ','), Parts{});
  EXPECT_EQ(split(",", ','), Parts{});
}

TEST(Trim, TakesBlanksOfEveryKind) {
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim(" \n"), "");
  EXPECT_EQ(trim(""), "");
}

TEST(ParseInt, PlainDecimalsInRangeAndNothingElse) {
  int64_t value = 0;
  EXPECT_TRUE(parse_int("42", 0, 42, value));
  EXPECT_EQ(value, 42);
  EXPECT_TRUE(parse_int("-3", -3, 0, value));
  EXPECT_EQ(value, -3);
  for (const char* text : {"", " 1", "1 ", "+1", "0x1", "1.0", "43", "-1", "1e1", "--1"}) {
    EXPECT_FALSE(parse_int(text, 0, 42, value)) << text;
  }
}

}  // namespace
}  // namespace engine
