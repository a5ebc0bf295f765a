// Where tables and people are kept. A table is an append-only list of entries, each a line of text
// that only the server understands; writing has one rule: append entry n+1 if n is still the last.
// So several servers may share one store without owning tables: who loses the race reloads.
//
// Reading what is small is synchronous and belongs to one thread (the one that opened the store); a
// store that does not answer fails rather than hold it up. Tables are read by a thread of the
// store, and writing is asynchronous, too: requests about a table are carried out in the order of
// the calls (all of them are, unless tables lie in several databases), and their `Then` is called
// after what they did is durable. Both answer through the `Deliver` given at opening.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/nodes.h"

namespace store {

struct Entry {
  int64_t at = 0;  // milliseconds since 1970
  std::string text;
  friend bool operator==(const Entry&, const Entry&) = default;
};

// A table as it was read.
struct Loaded {
  enum class Is : uint8_t {
    kNone,        // there is no such table
    kEntries,     // all that were asked for
    kUnreadable,  // just now: the disk fails, the connection is lost
    kDamaged,     // what is kept is not what was written, and nothing of it is given out
  };
  Is is = Is::kNone;
  std::vector<Entry> entries;
  std::string problem;  // for the log: what and where
};

enum class Status : uint8_t {
  kGathering,
  kPlaying,
  kOver,
  kOpening,  // about to be played; in lists it is
};

// What lists of tables show, kept beside the entries so that a list needs no replay.
struct Summary {
  std::string table;
  Status status = Status::kGathering;
  bool listed = false;  // in the lobby
  bool clocked = false;
  int64_t created = 0;
  int64_t touched = 0;
  std::string about;                // for the server: what else the list shows
  std::vector<std::string> people;  // who has a seat
  friend bool operator==(const Summary&, const Summary&) = default;
};

// A place in a list of tables, the newest first: behind the table that was made then. Without one,
// at its beginning.
struct Behind {
  int64_t created = 0;
  std::string table;
  friend bool operator==(const Behind&, const Behind&) = default;
};

struct Person {
  std::string id;
  std::string name;
  friend bool operator==(const Person&, const Person&) = default;
};

// A browser that is somebody's: it holds a token of which only the hash is kept.
struct Device {
  std::string token;  // the hash
  std::string person;
  int64_t made = 0;
  int64_t seen = 0;  // used last; to the day, so that using it needs no write
  std::string browser, system;
  friend bool operator==(const Device&, const Device&) = default;
};

// Somebody who may say nothing until then.
struct Mute {
  std::string person;
  int64_t until = 0;
  friend bool operator==(const Mute&, const Mute&) = default;
};

// Where a person wants to hear that it is their move; one of each kind.
struct Address {
  std::string person;
  std::string kind;  // what it is, is the server's business
  std::string target;
  std::string language;
  std::string code;   // the hash of what confirms it; empty: it is confirmed
  int64_t until = 0;  // the code is good so long
  std::string stop;   // whoever has it can take the address out
  friend bool operator==(const Address&, const Address&) = default;
};

// That somebody is told, or was since they were last here, that it is their move at a table.
struct Notice {
  std::string person;
  std::string table;
  std::string kind;  // of the address
  int64_t due = 0;
  int64_t tries = 0;
  bool sent = false;  // or being sent: it isn't again
  friend bool operator==(const Notice&, const Notice&) = default;
};

enum class Outcome : uint8_t {
  kDone,
  kConflict,  // somebody else was quicker: not the last entry any more, or used up
  // Nothing of it was saved: disk full, connection lost. (Only when the power is lost as well
  // before anything else is written, it may turn out saved after all, as a whole.)
  kFailed,
  kDamaged,  // nor here: where it belongs, what is kept is damaged
};
struct [[nodiscard]] Result {
  Outcome outcome = Outcome::kDone;
  std::string problem;  // for the log
};
using Then = std::function<void(const Result&)>;
using ThenLoaded = std::function<void(Loaded)>;
// nullopt: it could not be read.
using ThenListed = std::function<void(std::optional<std::vector<Summary>>)>;

// What an operator watches.
struct Figures {
  int64_t file_bytes = 0;
  int64_t log_bytes = 0;  // written, but not yet in the file
  uint64_t checkpoints = 0;
  uint64_t checkpoint_failures = 0;
  int64_t databases = 0;  // 0: it is a file
  int64_t databases_lost = 0;
};
// Runs a batch of Thens where the server wants them; called from a thread of the store.
using Deliver = std::function<void(std::function<void()>)>;

class Store {
 public:
  virtual ~Store() = default;

  // Appends the entries as numbers after+1, after+2, ... if `after` is the number of the last one
  // (0: there is no such table yet); all of them or none. With a summary, that is replaced too.
  virtual void append(std::string table, int64_t after, std::vector<Entry> entries,
                      std::optional<Summary> summary, Then then) = 0;
  // The entries of a table after this number; 0: all of them. Nobody waits for it: `then` is called
  // when they are read, unless the store is closed before.
  virtual void load_after(std::string table, int64_t after, ThenLoaded then) = 0;
  // All entries, at once.
  virtual Loaded load(std::string_view table) = 0;

  // Lists leave out what is damaged. nullopt: it could not be read.
  virtual std::optional<std::vector<Summary>> listed(int limit) = 0;  // not over, newest first
  virtual std::optional<std::vector<Summary>> of_person(std::string_view person, int limit) = 0;
  virtual std::optional<std::vector<std::string>> clocked() = 0;  // being played against the clock
  // The tables that are over at which the person had a seat, those made last first: `limit` of them
  // from that place on. There may be thousands: nobody waits for it, as with load_after.
  virtual void finished(std::string person, std::optional<Behind> behind, int limit,
                        ThenListed then) = 0;

  // A person by id, or by the hash of a device's token. An empty id: there is none.
  virtual std::optional<Person> person(std::string_view id) = 0;
  virtual std::optional<Person> person_of_device(std::string_view token_hash) = 0;
  virtual void put_person(Person person, Then then) = 0;

  // An empty token: there is none.
  virtual std::optional<Device> device(std::string_view token_hash) = 0;
  virtual std::optional<std::vector<Device>> devices_of(std::string_view person) = 0;  // last seen
  virtual void put_device(Device device, Then then) = 0;
  // Notes when it was seen, and with what if that is told.
  virtual void see_device(Device device, Then then) = 0;
  // kConflict: it isn't (any more) a device of this person.
  virtual void remove_device(std::string person, std::string token_hash, Then then) = 0;
  virtual void remove_other_devices(std::string person, std::string token_hash, Then then) = 0;
  // A code that may be used once to make another device this person's.
  virtual void put_link(std::string code_hash, std::string person, int64_t until, Then then) = 0;
  // Uses it: the device belongs to that person from now on (when it was made). kConflict: unknown,
  // used or too old.
  virtual void use_link(std::string code_hash, Device device, Then then) = 0;

  // Whom a person wants to hear nothing of.
  virtual std::optional<std::vector<std::string>> blocked_by(std::string_view person) = 0;
  virtual void put_block(std::string person, std::string other, bool on, Then then) = 0;
  // Who is muted on the whole server; 0 ends it.
  virtual std::optional<std::vector<Mute>> mutes() = 0;
  virtual void put_mute(std::string person, int64_t until, Then then) = 0;

  // All of them.
  virtual std::optional<std::vector<Address>> addresses() = 0;
  virtual void put_address(Address address, Then then) = 0;
  virtual void remove_address(std::string person, std::string kind, Then then) = 0;
  virtual std::optional<std::vector<Notice>> notices() = 0;
  // One that is sent is put once; kConflict: somebody else sends it.
  virtual void put_notice(Notice notice, Then then) = 0;
  virtual void remove_notice(Notice notice, Then then) = 0;

  // What the id of a new table ends in: by that a store of several databases knows where a table
  // lies (store/shards.h).
  virtual std::string ending() { return {}; }

  // Other servers over the same store; nullptr: there can't be any.
  virtual Nodes* nodes() { return nullptr; }

  // Does writing work? False after a write failed, until one succeeds again.
  virtual bool healthy() const = 0;
  virtual Figures figures() const = 0;
};

}  // namespace store
