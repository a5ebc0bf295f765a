// What clients get to read about a table (docs/protocol.md §3), each as its
// viewer may see it.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/json.h"
#include "server/blocks.h"
#include "server/choices.h"
#include "server/ending.h"
#include "server/phrases.h"
#include "server/ratings.h"
#include "server/table.h"

namespace server {

struct Told;  // told.h
using ToldPtr = std::shared_ptr<const Told>;

struct Reader {
  engine::Seat seat = engine::Seat::kNone;  // kNone: a spectator
  engine::Language language{};
  bool board = false;
  Blocks::Others blocked{};  // whose chat is not shown; nullptr: nobody's
  friend bool operator==(const Reader&, const Reader&) = default;
};
inline engine::Viewer viewer(const Reader& reader) { return engine::Viewer::at(reader.seat); }

// Who is connected.
struct Company {
  engine::SeatSet here;
  int spectators = 0;
  std::vector<store::Person> guests;  // those of them who have a name; for the host alone
  bool watched_by(const std::string& person) const {
    return std::any_of(guests.begin(), guests.end(),
                       [&](const store::Person& guest) { return guest.id == person; });
  }
};

// The name of a person by id.
using NameOf = std::function<std::string(const std::string&)>;

// What all messages about one table at one moment share.
struct Scene {
  const Table& table;
  Company company;
  const NameOf& name_of;
  int64_t now = 0;                              // by the clock that the table's clocks run on
  int64_t wall = 0;                             // by that of people
  engine::Seat ordering = engine::Seat::kNone;  // whose standing orders have just changed
  const Ratings* ratings = nullptr;             // of those who sit at a rated table
  Phrases* phrases = nullptr;                   // what has been said at other tables
};

// The id of a seat that is there.
inline std::string_view seat_id(const engine::AnyTable& match, engine::Seat seat) {
  return match.game().spec().seat_ids[static_cast<size_t>(engine::index_of(seat))];
}
// Begins a message: "is", and "re" when it answers one.
void begin_message(engine::JsonWriter& out, std::string_view is, std::optional<int64_t> re);
// What it is called, its hash, whether it is the game's own; with `about` what it says of itself.
void write_edition(const engine::AnyGame& game, const engine::AnyEdition& edition,
                   engine::Language language, engine::JsonWriter& out, bool about = false);
// `events` as in news items: id, args, text.
void write_events(const engine::AnyTable& match, const std::vector<engine::Event>& events,
                  engine::Viewer viewer, engine::Language language, engine::JsonWriter& out,
                  Phrases* phrases = nullptr);
// How many steps were taken back after something was shown, and by whom: an object.
void write_seen_steps(const engine::AnyGame& game, const engine::SeenSteps& seen,
                      engine::JsonWriter& out);
// The member `variants`: the value of each.
void write_variants(const engine::GameSpec& spec, const engine::Variants& variants,
                    engine::JsonWriter& out);
// The value of `acting`; asked, choices and rules of a seat. `asks`: it may choose.
void write_acting(const engine::AnyTable& match, engine::JsonWriter& out);
void write_question(const engine::AnyTable& match, const Reader& reader, bool asks,
                    engine::JsonWriter& out);
// acting, view, asked, choices, rules of a match; members of an object that is open. `asks`: the
// viewer may choose.
void write_position(const engine::AnyTable& match, const Reader& reader, bool asks,
                    engine::JsonWriter& out);
void write_items(const Scene& scene, int64_t from, const Reader& reader, engine::JsonWriter& out);
// How much of a table's list one message holds at most: a whole game as a rule, and never more than
// may wait for a client.
inline constexpr size_t kLogItems = 500;
inline constexpr size_t kLogBytes = 256 * 1024;  // about
// The items before number `before`, as many of the last ones as fit; the number of the first.
int64_t write_log(const Scene& scene, int64_t before, const Reader& reader,
                  engine::JsonWriter& out);
// Which members of `table` an entry may change, beside the state.
bool changes_chairs(EntryKind kind);
bool changes_position(EntryKind kind);

// The members of a whole `table` message, and of `news`, without "is" and what answers a request.
// `told`, of a reader who takes differences: what they know of the position (nullptr: nothing);
// then what they know after this message.
void write_table(const Scene& scene, const Reader& reader, engine::JsonWriter& out,
                 ToldPtr* told = nullptr);
// `whole`: all that may change (after a lost connection), not only what the entries changed.
void write_news(const Scene& scene, int64_t from, const Reader& reader, bool whole,
                engine::JsonWriter& out, ToldPtr* told = nullptr);
// `guests`: with the names of those who watch.
std::string presence_message(std::string_view table, const engine::AnyGame& game,
                             const Company& company, bool guests);
// To somebody who may not be here any more.
std::string removed_message(std::string_view table, const Refusal& why, engine::Language language);

}  // namespace server
