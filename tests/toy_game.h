// A small game for tests of what works for every game: hands are hidden, bids are sealed, a pile is
// drawn from. A turn: point at an opponent; play a card openly, or swap hands with him; all bid at
// once and the highest bid nobody shares earns a coin; draw a card.
//
// It is a template over the mistakes a game could make, so that tests can show that each is found.
#pragma once

#include "engine/bag.h"
#include "engine/game.h"
#include "engine/position.h"

namespace toy {

using engine::Seat;

enum class Fault : uint8_t {
  kNone,
  kViewShowsHands,          // a view holds what is hidden
  kTellShowsHands,          // so does what the screen reader says
  kVerdictKnowsHands,       // a verdict depends on a hidden card
  kFallbackKnowsHands,      // so does the answer for a silent seat
  kViewShowsBids,           // a sealed bid is seen
  kBidEventIsOpen,          // or told
  kDrawEventIsOpen,         // a hidden card is told to all
  kSwapIsNoReveal,          // undo after having seen the other hand
  kReimagineInvents,        // cards come from nowhere
  kReimagineTakesOwnCards,  // the seat's own hand changes
  kReimagineDoesNothing,
  kReimagineKeepsBids,  // bots would know them
  kBidsAreCounted,      // no fault: bids are left out of views, but whoever counts knows them
  kInvariantBreaks,     // a coin is lost
  kNeverEnds,
  kNobodyActs,
  kFallbackForbidden,
  kOptionTwice,
  kNothingAllowed,
  kPromptOutOfTable,
  kReactionUnannounced,  // asked out of turn, in a game that says it never asks so
  kAskerUnknown,         // a card asks that the game doesn't have
  kAskerKnowsHands,      // who asks depends on a hidden card
  kWriteLosesAField,
  kPaddingIsDirty,  // equal positions, different bytes
  kTextMissing,
  kTextOfNothing,  // a text for a card that doesn't exist
  kPlaceholderLost,
  kRuleUnreachable,
  kScoreBeforeItsLine,  // a coin that no line of the score sheet accounts for
};

inline constexpr int kKinds = 5;
inline constexpr int kCopies = 4;
inline constexpr int kSeats = 4;
inline constexpr int kCoins = 40;
inline constexpr int kHighestBid = 2;

enum class Phase : uint8_t { kPoint, kPlay, kBid, kOver };
enum class Verb : uint8_t { kPoint, kPlay, kSwap, kBid };
enum class EventKind : uint8_t {
  kPointed,
  kPlayed,
  kSwapped,
  kBid,
  kOpened,
  kEarned,
  kDrew,
  kEnds
};
enum class Rule : uint8_t { kYourself = 1, kKeepTheKing, kNoSwaps, kNever };
enum class ChanceKind : uint8_t { kCard };

struct ToyEdition {
  std::array<std::string, kKinds> names;
  engine::Lexicon lexicon;
};

struct ToyPosition {
  engine::Variants variants;  // rounds, swaps
  engine::Bag<uint8_t, kKinds * kCopies> pile;
  engine::SmallVec<uint8_t, kKinds * kCopies> discards;
  std::array<engine::SmallVec<uint8_t, 8>, kSeats> hands;  // sorted
  std::array<uint8_t, kSeats> coins;
  std::array<uint8_t, kSeats> bids;  // plus 1; 0: none yet
  uint8_t bank;
  uint8_t seats;
  uint8_t active;
  uint8_t target;  // plus 1; 0: none
  uint8_t turn;
  Phase phase;
};

struct ToyState : ToyPosition {
  const ToyEdition* edition;
};

inline const engine::GameSpec& toy_spec(bool unreachable_rule) {
  using namespace std::string_view_literals;
  static constexpr std::string_view kSeatIds[]{"north", "east", "south", "west"};
  static constexpr std::string_view kAllowForbid[]{"allowed", "forbidden"};
  static constexpr engine::VariantSpec kOptions[]{{"rounds", {}, 2, 1, 4}, {"swaps", kAllowForbid}};
  static constexpr engine::DomainId kCard = engine::kFirstDomain;
  static constexpr engine::DomainSpec kDomains[]{{"card", "card.*.name"}};
  static constexpr engine::VerbSpec kVerbs[]{
      {"point", {engine::kSeatArg}}, {"play", {kCard}}, {"swap"}, {"bid", {engine::kNumber}}};
  static constexpr engine::EventSpec kEvents[]{
      {"pointed", {engine::kSeatArg, engine::kSeatArg}},
      {"played", {engine::kSeatArg, kCard}},
      {"swapped", {engine::kSeatArg, engine::kSeatArg}, 0, true},
      {"bid", {engine::kSeatArg, engine::kNumber}, 2},
      {"opened", {engine::kSeatArg, engine::kNumber}, 0, true},
      {.id = "earned", .args = {engine::kSeatArg}, .account = "sheet.earned"},
      {.id = "drew", .args = {engine::kSeatArg, kCard}, .secret = 2, .series = true},
      {"ends"}};
  static constexpr engine::RuleSpec kRules[]{
      {"yourself", "§1"}, {"keep_the_king", "§2"}, {"no_swaps", "§3"}, {"never", "§4"}};
  static constexpr std::string_view kPrompts[]{"point", "play", "bid"};
  static constexpr engine::ChanceSpec kChances[]{{"card", kCard}};
  static constexpr std::string_view kInvariants[]{"cards", "coins", "course"};
  static const auto with_rules = [](size_t rules) {
    return engine::GameSpec{"toy",    1,        2,          kSeats,  kSeatIds,
                            kOptions, kDomains, kVerbs,     kEvents, {kRules, rules},
                            kPrompts, kChances, kInvariants};
  };
  static const engine::GameSpec good = with_rules(3);
  static const engine::GameSpec with_unreachable = with_rules(4);
  return unreachable_rule ? with_unreachable : good;
}

inline constexpr std::string_view kToyEdition =
    R"({"edition": "toy box", "cards": ["ace", "two", "three", "four", "king"]})";

inline constexpr std::string_view kToyTexts = R"({
  "game": {"name": "Toy", "about": "A game for tests.", "time": "5 minutes",
           "weight": "light"},
  "seat": {"0": "North", "1": "East", "2": "South", "3": "West"},
  "card": {"ace": {"name": "Ace"}, "two": {"name": "Two"}, "three": {"name": "Three"},
           "four": {"name": "Four"}, "king": {"name": "King"}},
  "verb": {"point": "Point at {0}", "play": "Play {0}", "swap": "Swap hands", "bid": "Bid {0}"},
  "prompt": {"point": "At whom", "play": "Which card", "bid": "How much"},
  "purpose": {"point": "Somebody has to be.", "play": "Cards are there to be played.",
          "bid": "The highest wins."},
  "event": {"pointed": "{0} points at {1}.", "played": "{0} plays {1}.", "swapped": "{0} and {1} swap.",
            "bid": {"shown": "{0} bids {1}.", "hidden": "{0} bids."}, "opened": "{0} has bid {1}.",
            "earned": "{0} earns a coin.", "ends": "The end.",
            "drew": {"shown": "{0} draws {1}.", "hidden": "{0} draws a card."}},
  "rule": {"yourself": "You can't point at yourself.",
           "keep_the_king": "The king is played last.", "no_swaps": "This table plays without swaps."},
  "ruling": {"§1": "Point at somebody else.", "§2": "Kings come last.",
             "§3": "Swaps may be left out."},
  "heading": {"variant": "Variants", "ruling": "Reasons"},
  "variant": {"rounds": {"name": "Rounds", "text": "How long it takes."},
             "swaps": {"name": "Swaps", "text": "May hands be swapped",
                       "value": {"allowed": "yes", "forbidden": "no"}}},
  "sheet": {"earned": "Coins earned"}
})";

template <Fault kFault = Fault::kNone>
struct Toy {
  using Position = ToyPosition;
  using State = ToyState;
  using Edition = ToyEdition;
  static constexpr bool has(Fault fault) { return kFault == fault; }

  static const engine::GameSpec& spec() { return toy_spec(has(Fault::kRuleUnreachable)); }
  static std::string_view edition_json() { return kToyEdition; }
  static engine::TextFiles texts();
  static engine::Error load_edition(const engine::Json& json, Edition& edition,
                                    engine::EditionNotes* notes = nullptr);
  static int domain_size(const Edition&, engine::DomainId) { return kKinds; }
  static std::string value_id(const Edition& edition, engine::DomainId, int value) {
    return edition.names[static_cast<size_t>(value)];
  }

  static State setup(const Edition& edition, const engine::Variants& variants, int seats,
                     engine::Chance& chance, engine::Events& tell);
  static engine::SeatSet acting(const State& s);
  static void options(const State& s, Seat seat, engine::Offer& offer);
  static void apply(State& s, Seat seat, engine::Action action, engine::Chance& chance,
                    engine::Events& tell);
  static int prompt(const State& s, Seat) {
    return has(Fault::kPromptOutOfTable) ? 3 : static_cast<int>(s.phase);
  }
  static bool out_of_turn(const State&, Seat)
    requires(kFault == Fault::kReactionUnannounced)
  {
    return true;
  }
  static engine::Asker asker(const State& s, Seat)
    requires(kFault == Fault::kAskerUnknown || kFault == Fault::kAskerKnowsHands)
  {
    const bool ace = s.hands[(s.active + 1u) % s.seats].contains(0);
    const uint8_t card = has(Fault::kAskerUnknown) ? kKinds : ace ? 0 : 1;
    return {engine::seat_at(s.active), engine::kFirstDomain, card};
  }
  static engine::Action fallback(const State& s, Seat seat);
  static bool over(const State& s) { return s.phase == Phase::kOver; }
  static engine::Outcome outcome(const State& s);
  static void reimagine(State& s, Seat seat, engine::Chance& chance);
  // For every archive, to write and to read.
  template <class Archive, class S>
  static void describe(Archive& a, S& s);
  static int broken_invariant(const State& s);
  static int seats(const State& s) { return s.seats; }
  static const engine::Variants& variants_of(const State& s) { return s.variants; }
  static void draw(const State& s, engine::Viewer viewer, const engine::Texts& texts,
                   engine::Canvas& canvas) {
    std::string text;
    tell(s, viewer, texts, text);
    canvas.write(0, 0, text);
  }
  static void tell(const State& s, engine::Viewer viewer, const engine::Texts& texts,
                   std::string& out);

 private:
  static size_t at(Seat seat) { return static_cast<size_t>(engine::index_of(seat)); }
  static void draw_card(State& s, size_t seat, engine::Chance& chance, engine::Events& tell);
  static void open_bids(State& s, engine::Events& tell);
  static void end_turn(State& s, engine::Chance& chance, engine::Events& tell);
};

}  // namespace toy

#include "tests/toy_game_rules.h"
