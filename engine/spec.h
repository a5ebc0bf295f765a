// The tables by which a game names its parts. From them come, for every game alike: the text form
// of actions, JSON, the localized sentences, scripted chance, and the dense index for learning.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.h"
#include "engine/types.h"

namespace engine {

// What an argument of a verb, an event or a chance stands for: one of these two, or the game's own
// domains from kFirstDomain on (cards, heroes, places, ...).
using DomainId = uint8_t;
inline constexpr DomainId kNoArg = 0;
inline constexpr DomainId kNumber = 1;
inline constexpr DomainId kSeatArg = 2;
inline constexpr DomainId kFirstDomain = 3;

struct DomainSpec {
  std::string_view id;
  // The key of a value's display text, with '*' for the value's id ("card.*.name"); empty: the id
  // itself is shown.
  std::string_view text;
};

// The least and the largest number an argument may be.
struct NumberRange {
  uint8_t low = 0;
  uint8_t high = 255;
};

struct VerbSpec {
  std::string_view id;
  std::array<DomainId, 3> args{};
  NumberRange numbers{};  // of its arguments that are numbers
  bool reacts = false;    // is it offered out of turn, too?
};

struct EventSpec {
  std::string_view id;
  std::array<DomainId, 4> args{};
  // Which arguments (bit i = argument i) only the seats in Event::sees may know. Others get the
  // text "event.<id>.hidden".
  uint8_t secret = 0;
  // It shows somebody what was hidden before: no undo beyond it.
  bool reveals = false;
  // Several in a row that differ in their last argument alone are told in one sentence.
  bool series = false;
};

struct RuleSpec {
  std::string_view id;      // "cup_is_taken"; its sentence is the text "rule.cup_is_taken"
  std::string_view ruling;  // where the rule stands: "§5", "R20"
  // It can only act with an edition of the user's own; with ours it never does.
  bool other_editions = false;
};

struct ChanceSpec {
  std::string_view id;
  DomainId domain = kNumber;
};

struct OptionSpec {
  std::string_view id;
  std::span<const std::string_view> values;  // names by value; empty: a whole number
  int16_t fallback = 0;
  int16_t low = 0;  // of a whole number
  int16_t high = 0;
};

inline constexpr int kMaxOptions = 16;
// The variants chosen at set-up, by the index of the game's option table.
struct GameOptions {
  std::array<int16_t, kMaxOptions> values{};
  friend bool operator==(const GameOptions&, const GameOptions&) = default;
};

// What is chosen at set-up, or a certain choice there, by the enumeration of the game's own table.
struct OptionRef {
  int8_t option = -1;  // -1: none
  int16_t value = 0;

  template <class Option>
  static constexpr OptionRef to(Option option) {
    return {static_cast<int8_t>(option), 0};
  }
  template <class Option, class Value>
  static constexpr OptionRef to(Option option, Value value) {
    return {static_cast<int8_t>(option), static_cast<int16_t>(value)};
  }
  constexpr bool given() const { return option >= 0; }
  // REQUIRES: given.
  int16_t value_in(const GameOptions& options) const {
    return options.values[static_cast<size_t>(option)];
  }
  bool chosen_in(const GameOptions& options) const { return given() && value_in(options) == value; }
  // REQUIRES: given.
  void choose_in(GameOptions& options) const {
    options.values[static_cast<size_t>(option)] = value;
  }
};

// Questions out of turn: a window in which others may react. Their players may leave the answers to
// standing orders.
struct Reactions {
  bool asked = false;   // does the game ask so at all?
  OptionRef seconds;    // how long a window is open, where that is chosen at set-up
  OptionRef orders_on;  // with this choice all begin with standing orders: by correspondence
};

struct GameSpec {
  std::string_view id;
  int rules_version = 1;  // raised whenever a rule changes: records and nets name it
  int min_seats = 2;
  int max_seats = 2;
  std::span<const std::string_view> seat_ids = {};
  std::span<const OptionSpec> options = {};
  std::span<const DomainSpec> domains = {};
  std::span<const VerbSpec> verbs = {};
  std::span<const EventSpec> events = {};
  std::span<const RuleSpec> rules = {};  // rules[0] is Verdict::rule == 1
  std::span<const std::string_view> prompts = {};
  std::span<const ChanceSpec> chances = {};
  std::span<const std::string_view> invariants = {};
  // Members of a position that a view may leave out although they are no secret: whoever has
  // followed the game knows them, and so does a bot.
  std::span<const std::string_view> counted = {};
  Reactions reactions = {};
};

GameOptions default_options(const GameSpec& spec);
// Sets one option from "name=value"; the error says what would be right.
Error set_option(const GameSpec& spec, std::string_view assignment, GameOptions& options);
// Are all values in the table? For options that came as numbers.
Error check_options(const GameSpec& spec, const GameOptions& options);
std::string option_value(const GameSpec& spec, const GameOptions& options, size_t option);
// "deck_size=64 bank=unlimited": what differs from the defaults.
std::string describe_options(const GameSpec& spec, const GameOptions& options);

// A seat by number or by the game's name for it ("2", "yellow").
Result<Seat> parse_seat(const GameSpec& spec, int seats, std::string_view text);

std::vector<std::string_view> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);
// A plain decimal number from low to high; anything else is false.
bool parse_int(std::string_view text, int64_t low, int64_t high, int64_t& value);

}  // namespace engine
