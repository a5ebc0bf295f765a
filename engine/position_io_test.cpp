#include "engine/position_io.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

constexpr std::array<std::string_view, 2> kShortLong{"short", "long"};
constexpr std::array<std::string_view, 3> kBirds{"owl", "jay", "tit"};
constexpr std::array<OptionSpec, 2> kPositionOptions{
    {{"length", kShortLong}, {"rounds", {}, 10, 1, 99}}};

GameSpec position_spec() {
  GameSpec spec;
  spec.id = "birds";
  spec.max_seats = 3;
  spec.seat_ids = kBirds;
  spec.options = kPositionOptions;
  return spec;
}

// Calls read(reader) on the text; returns the error.
template <class Read>
std::string position_error(std::string_view text, Read read) {
  const Json json = *parse_json(text, "position");
  Error error;
  FieldReader in(json, "", error, ErrorCode::kPosition);
  read(in);
  return error.text;
}

TEST(PositionIo, OptionsAreWrittenAllAndReadBack) {
  GameOptions options = default_options(position_spec());
  options.values = {1, 7};
  std::string text;
  JsonWriter writer(text);
  writer.begin_object();
  write_options(position_spec(), options, writer);
  writer.end_object();
  EXPECT_EQ(text, R"({"options":{"length":"long","rounds":"7"}})");
  GameOptions again;
  EXPECT_EQ(
      position_error(text, [&](FieldReader& in) { read_options(position_spec(), in, again); }), "");
  EXPECT_EQ(again, options);
}

TEST(PositionIo, OptionsLeftOutHaveTheirDefaultAndNumbersMayBeNumbers) {
  GameOptions options;
  EXPECT_EQ(position_error(R"({"options": {"rounds": 3}})",
                           [&](FieldReader& in) { read_options(position_spec(), in, options); }),
            "");
  EXPECT_EQ(options.values[0], 0);
  EXPECT_EQ(options.values[1], 3);
}

TEST(PositionIo, BadOptionsAreRefusedByName) {
  GameOptions options;
  const auto read = [&](FieldReader& in) { read_options(position_spec(), in, options); };
  EXPECT_EQ(position_error(R"({"options": {"colour": "red"}})", read),
            "options are wrong: birds has no option 'colour'; it has: length, rounds (line 1)");
  EXPECT_EQ(position_error(R"({"options": {"rounds": [3]}})", read),
            "options are wrong: option rounds takes a whole number from 1 to 99, not '' (line 1)");
  EXPECT_EQ(position_error(R"({"options": 3})", read),
            "options must be an object, not a whole number (line 1)");
}

TEST(PositionIo, SeatsByNameAndAWordForNobody) {
  std::string text;
  JsonWriter writer(text);
  writer.begin_object();
  write_seat(position_spec(), "cup", seat_at(1), "centre", writer);
  write_seat(position_spec(), "owner", Seat::kNone, "nobody", writer);
  writer.end_object();
  EXPECT_EQ(text, R"({"cup":"jay","owner":"nobody"})");
  const std::string error = position_error(text, [](FieldReader& in) {
    EXPECT_EQ(read_seat(position_spec(), 3, in, "cup", "centre"), seat_at(1));
    EXPECT_EQ(read_seat(position_spec(), 3, in, "owner", "nobody"), Seat::kNone);
  });
  EXPECT_EQ(error, "");
}

TEST(PositionIo, SeatsThatAreNotThereAreRefused) {
  const auto read = [](std::string_view none) {
    return [none](FieldReader& in) { read_seat(position_spec(), 2, in, "cup", none); };
  };
  EXPECT_EQ(position_error(R"({"cup": "tit"})", read("centre")),
            "cup is wrong: there is no seat 'tit' at this table; seats: 0 (owl), 1 (jay) (line 1)");
  EXPECT_NE(position_error(R"({"cup": ""})", read("")), "") << "nobody is no answer here";
  EXPECT_EQ(position_error(R"({"cup": null})", read("centre")),
            "cup must be a string, not null (line 1)");
}

TEST(PositionIo, ValuesByTheGamesNames) {
  const auto value_id = [](int base, DomainId, int value) { return std::to_string(base + value); };
  const std::string error = position_error("{\"card\": 1}", [&](FieldReader& in) {
    EXPECT_EQ(value_named(10, kFirstDomain, 5, value_id, in, "card", "14", "card"), 4);
    EXPECT_TRUE(in.ok());
    value_named(10, kFirstDomain, 5, value_id, in, "card", "15", "card");
  });
  EXPECT_EQ(error, "card names '15', which is no card (line 1)");
}

}  // namespace
}  // namespace engine
