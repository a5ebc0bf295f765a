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
  NumberRange numbers{};   // of its arguments that are numbers
  bool reacts = false;     // is it offered out of turn, too?
  bool unordered = false;  // may its arguments be given in any order? Offered is the lowest first
  bool ends = false;       // does it end a turn or a phase, whatever could still be done in it?
  bool aside = false;      // does it only set what one is asked from then on?
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
  // The text of a line of the score sheet, {0}, {1}, … the event's arguments: what scores change by
  // from here on stands there, until another such event. So it is told before the score changes.
  std::string_view account = {};
};

struct RuleSpec {
  std::string_view id;      // "cup_is_taken"; its sentence is the text "rule.cup_is_taken"
  std::string_view ruling;  // where the rule stands: "§5", "R20"
  // It can only act with an edition of the user's own; with ours it never does.
  bool other_editions = false;
  // Its verdicts say how much is missing, in a sentence of its own: "missing.<id>".
  bool counts = false;
};

struct ChanceSpec {
  std::string_view id;
  DomainId domain = kNumber;
};

struct VariantSpec {
  std::string_view id;
  std::span<const std::string_view> values;  // names by value; empty: a whole number
  int16_t fallback = 0;
  int16_t low = 0;  // of a whole number
  int16_t high = 0;
  // Rules before version `changed` had another default: what they wrote names only what differs.
  int changed = 0;
  int16_t earlier = 0;
};

inline constexpr int kMaxVariants = 16;
// The variants chosen at set-up, by the index of the game's variant table.
struct Variants {
  std::array<int16_t, kMaxVariants> values{};
  friend bool operator==(const Variants&, const Variants&) = default;
};

// What is chosen at set-up, or a certain choice there, by the enumeration of the game's own table.
struct VariantRef {
  int16_t variant = -1;  // -1: none
  int16_t value = 0;

  template <class Which>
  static constexpr VariantRef to(Which variant) {
    return {static_cast<int16_t>(variant), 0};
  }
  template <class Which, class Value>
  static constexpr VariantRef to(Which variant, Value value) {
    return {static_cast<int16_t>(variant), static_cast<int16_t>(value)};
  }
  constexpr bool given() const { return variant >= 0; }
  // REQUIRES: given.
  int16_t value_in(const Variants& variants) const {
    return variants.values[static_cast<size_t>(variant)];
  }
  bool chosen_in(const Variants& variants) const { return given() && value_in(variants) == value; }
  // REQUIRES: given.
  void choose_in(Variants& variants) const {
    variants.values[static_cast<size_t>(variant)] = value;
  }
};

// Questions out of turn: a window in which others may react. Their players may leave the answers to
// standing orders.
struct Reactions {
  bool asked = false;    // does the game ask so at all?
  VariantRef seconds;    // how long a window is open, where that is chosen at set-up
  VariantRef orders_on;  // with this choice all begin with standing orders: by correspondence
};

struct GameSpec {
  std::string_view id;
  int rules_version = 1;  // raised whenever a rule changes: records and nets name it
  int min_seats = 2;
  int max_seats = 2;
  std::span<const std::string_view> seat_ids = {};
  std::span<const VariantSpec> variants = {};
  std::span<const DomainSpec> domains = {};
  std::span<const VerbSpec> verbs = {};
  std::span<const EventSpec> events = {};
  std::span<const RuleSpec> rules = {};  // rules[0] is Verdict::rule == 1
  std::span<const std::string_view> prompts = {};
  std::span<const ChanceSpec> chances = {};
  std::span<const std::string_view> invariants = {};
  Reactions reactions = {};
};

Variants default_variants(const GameSpec& spec);
// Those of an earlier version of the rules.
Variants default_variants(const GameSpec& spec, int64_t rules_version);
// Sets one variant from "name=value"; the error says what would be right.
Error set_variant(const GameSpec& spec, std::string_view assignment, Variants& variants);
// Are all values in the table? For variants that came as numbers.
Error check_variants(const GameSpec& spec, const Variants& variants);
std::string variant_value(const GameSpec& spec, const Variants& variants, size_t variant);
// "deck_size=64 bank=unlimited": what differs from the defaults.
std::string describe_variants(const GameSpec& spec, const Variants& variants);

// A seat by number or by the game's name for it ("2", "yellow").
Result<Seat> parse_seat(const GameSpec& spec, int seats, std::string_view text);

std::vector<std::string_view> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);
// Which of the names was probably meant; empty when none is near.
std::string_view nearest(std::string_view word, const std::vector<std::string>& names);
// A plain decimal number from low to high; anything else is false.
bool parse_int(std::string_view text, int64_t low, int64_t high, int64_t& value);

}  // namespace engine
