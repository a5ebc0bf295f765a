#include "engine/spec.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

constexpr std::array<std::string_view, 2> kOffOn{"off", "on"};
constexpr std::array<std::string_view, 3> kDecks{"74", "64", "54"};
constexpr std::array<std::string_view, 3> kColours{"green", "purple", "yellow"};
constexpr std::array<OptionSpec, 3> kTestOptions{{
    {"deck", kDecks, 0, 0, 0},
    {"long", kOffOn, 1, 0, 0},
    {"rounds", {}, 10, 1, 99},
}};

GameSpec test_spec() {
  GameSpec spec;
  spec.id = "test";
  spec.max_seats = 3;
  spec.seat_ids = kColours;
  spec.options = kTestOptions;
  return spec;
}

std::string option_error(std::string_view assignment) {
  const GameSpec spec = test_spec();
  GameOptions options = default_options(spec);
  const Error error = set_option(spec, assignment, options);
  EXPECT_EQ(error.code, error.text.empty() ? ErrorCode::kNone : ErrorCode::kUsage);
  EXPECT_TRUE(error.text.empty() || options == default_options(spec)) << "an error changes nothing";
  return error.text;
}

TEST(Options, DefaultsComeFromTheTable) {
  const GameOptions options = default_options(test_spec());
  EXPECT_EQ(options.values[0], 0);
  EXPECT_EQ(options.values[1], 1);
  EXPECT_EQ(options.values[2], 10);
  EXPECT_EQ(describe_options(test_spec(), options), "");
}

TEST(Options, SetByNameAndDescribedByName) {
  const GameSpec spec = test_spec();
  GameOptions options = default_options(spec);
  for (const char* assignment : {"deck=54", "long = off", "rounds=99"}) {
    EXPECT_FALSE(set_option(spec, assignment, options));
  }
  EXPECT_EQ(describe_options(spec, options), "deck=54 long=off rounds=99");
  EXPECT_EQ(option_value(spec, options, 0), "54");
  EXPECT_EQ(option_value(spec, options, 2), "99");
}

TEST(Options, AreReferredToByTheirPlaceInTheTable) {
  enum class Which : uint8_t { kDeck, kLong, kRounds };
  const GameSpec spec = test_spec();
  GameOptions options = default_options(spec);
  ASSERT_FALSE(set_option(spec, "rounds=99", options));
  EXPECT_EQ(OptionRef::to(Which::kRounds).value_in(options), 99);
  const OptionRef ref = OptionRef::to(Which::kDeck, 2);
  EXPECT_FALSE(ref.chosen_in(options));
  ref.choose_in(options);
  EXPECT_TRUE(ref.chosen_in(options));
  EXPECT_EQ(describe_options(spec, options), "deck=54 rounds=99");
  EXPECT_FALSE(OptionRef().given());
  EXPECT_FALSE(OptionRef().chosen_in(options));
}

TEST(Options, ADescriptionSetsTheSameOptionsAgain) {
  const GameSpec spec = test_spec();
  GameOptions options = default_options(spec);
  options.values = {2, 0, 1};
  GameOptions again = default_options(spec);
  const std::string described = describe_options(spec, options);
  for (std::string_view word : split(described, ' ')) EXPECT_FALSE(set_option(spec, word, again));
  EXPECT_EQ(again, options);
}

TEST(Options, ErrorsSayWhatWouldBeRight) {
  EXPECT_EQ(option_error("deck"), "an option is written name=value, not 'deck'");
  EXPECT_EQ(option_error("dekc=54"), "test has no option 'dekc'; it has: deck, long, rounds");
  EXPECT_EQ(option_error("deck=50"), "option deck takes one of 74, 64, 54, not '50'");
  EXPECT_EQ(option_error("deck="), "option deck takes one of 74, 64, 54, not ''");
  const std::string rounds = "option rounds takes a whole number from 1 to 99, not ";
  EXPECT_EQ(option_error("rounds=0"), rounds + "'0'");
  EXPECT_EQ(option_error("rounds=100"), rounds + "'100'");
  EXPECT_EQ(option_error("rounds=ten"), rounds + "'ten'");
  EXPECT_EQ(option_error("rounds=65537"), rounds + "'65537'");
  EXPECT_EQ(option_error("rounds=99999999999999999999"), rounds + "'99999999999999999999'");
}

TEST(Options, ValuesOutsideTheTableAreFound) {
  const GameSpec spec = test_spec();
  GameOptions options = default_options(spec);
  EXPECT_FALSE(check_options(spec, options));
  EXPECT_EQ(check_options(spec, GameOptions{}).text,
            "option rounds takes a whole number from 1 to 99, not '0'");
  options.values[0] = 3;
  EXPECT_EQ(check_options(spec, options).text, "option deck takes one of 74, 64, 54, not '3'");
  options.values[0] = -1;
  EXPECT_EQ(check_options(spec, options).code, ErrorCode::kUsage);
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
