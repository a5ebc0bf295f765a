// An entry of a table's list: one thing that happened there, as the store keeps it. One line:
//   KIND SEAT BY NUMBER WHO TEXT…      ("-" where there is none), for instance
//   act 2 p 5120 #0123456789abcdef play guenstling
// What changes the position has its fingerprint after it in place of WHO. Old entries have none.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/error.h"
#include "engine/types.h"
#include "store/store.h"

namespace server {

enum class EntryKind : uint8_t {
  kMade,     // text: the table's head (JSON)
  kSit,      // who: the person
  kLeave,    //
  kSeat,     // the host set up a seat; text: "open" or the bot (SeatBot)
  kSeats,    // number: how many
  kWord,     // text: the word; public, at tables of old
  kStart,    // number: 1; 0 at tables of old, where chance went back with the table
  kAct,      // number: milliseconds of thought; text: the action
  kBack,     // number: the step the table is at again
  kAsk,      // number: the step the seat wants to go back to
  kConsent,  // number: 1 yes, 0 no
  kSay,      // who: the person; text: what; number: 1 one of kEmotes, 0 words of their own
  kStandIn,  // text: why one of ours plays for a bot of the house, "failed" or "gone"
  kConcede,  //
  kOver,     // text: "end", "conceded" or "closed"
  kRematch,  // text: the next table
  kOrders,   // number: 1 in force, 0 not; text: the list (JSON). Secret: not in the table's numbers
  kMute,     // who: the person; number: 1 muted, 0 not
  kChat,     // text: who may speak, "all" or "friends"
  kCommit,   // text: the commitment to a word
  kOpening,  // the host starts: words are opened; number: milliseconds for it
  kOpen,     // text: the word
  kMissing,  // the word of this seat was not opened in time
  kRemove,   // who: the person; number: 1 removed, 0 let back in; text: their seat, if a bot plays
             // on
  kDoor,     // text: who may watch, "all" or "named"
  kSnapshot,  // number: 1 it builds on the one before; text: packed (snapshot.h). Secret, too
  kUpdate,    // the rules have changed. number: the step it goes on from; text: actions lost
  kRules,     // number: the version of the rules by which it goes on from here. Not told either
  kClocks,    // clocks begin anew: nobody could be served for a while. Nor is this
  kAnew,      // what came with a record ends here: chance is the table's own. number: the step
};
inline constexpr std::array<std::string_view, 30> kEntryIds{
    "made",   "sit",      "leave",   "seat",   "seats",    "word",    "start",   "act",
    "back",   "ask",      "consent", "say",    "stand-in", "concede", "over",    "rematch",
    "orders", "mute",     "chat",    "commit", "opening",  "open",    "missing", "remove",
    "door",   "snapshot", "update",  "rules",  "clocks",   "anew"};

// What can be said with one tap. The page has the words for each.
inline constexpr std::array<std::string_view, 8> kEmotes{
    "cheers", "well_played", "thanks", "laugh", "wow", "oops", "hmm", "your_move"};

enum class By : uint8_t { kPerson, kBot, kClock, kOrders };

struct Entry {
  EntryKind kind = EntryKind::kMade;
  int64_t at = 0;
  engine::Seat seat = engine::Seat::kNone;
  By by = By::kPerson;
  int64_t number = 0;
  uint64_t fingerprint = 0;  // of the position after it; 0: not known
  std::string who;
  std::string text;
};

store::Entry write_entry(const Entry& entry);
engine::Result<Entry> read_entry(const store::Entry& stored);

}  // namespace server
