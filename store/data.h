// The care of a data file: copies, checks, figures, and taking things out. For the operator's
// commands and the server's own backups; the server at work has the Store. Where a file is asked
// for, the address of a PostgreSQL database will do as well, but for copies: databases have tools
// of their own for that, and those are named instead.
//
// Copying, checking and counting work beside a server that has the file open. Restoring and taking
// out are refused then: the server would not know of it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "store/check.h"
#include "store/store.h"

namespace store {

struct Copied {
  std::string problem;  // not empty: there is no copy
  int64_t bytes = 0;
  Check check;  // of the copy: what is damaged in it is so in the original
};
// Copies the file as it is at one moment to `to`, which appears whole or not at all, durable, and
// readable by its owner only. `replace`: there may be such a file already. `go_on` is asked now and
// then; false breaks it off.
Copied back_up(
    const std::string& file, const std::string& to, bool replace,
    const std::function<bool()>& go_on = [] { return true; });

struct Restored {
  std::string problem;  // not empty: all is as it was
  std::string kept;     // the file that was there before, under its new name; empty: there was none
  Check check;          // of the backup
};
// Puts a copy of the backup in the place of the file. A damaged backup is refused unless `force`.
Restored restore(const std::string& backup, const std::string& file, bool force);

struct Checked {
  std::string problem;  // not empty: it could not be looked at
  Check check;
};
Checked check_file(const std::string& file);

struct Stats {
  std::array<int64_t, 3> tables{};  // by status
  int64_t tables_lately = 0;        // made in the last thirty days
  int64_t entries = 0;
  int64_t entry_bytes = 0;   // of their texts
  int64_t lately_bytes = 0;  // the same, of the last thirty days
  int64_t most_entries = 0;  // of one table
  int64_t most_bytes = 0;
  int64_t people = 0;
  int64_t devices = 0;
  int64_t first = 0;  // when the oldest entry was written; milliseconds since 1970
  int64_t last = 0;
  int64_t file_bytes = 0;
  int64_t free_bytes = 0;  // of those, not in use
  int64_t log_bytes = 0;
};
struct Counted {
  std::string problem;
  Stats stats;
};
Counted read_stats(const std::string& file, int64_t now);

// A list of entries, as it was read.
struct List {
  std::string id;
  Loaded loaded;
  std::optional<Summary> summary;
  bool sound = true;  // the summary agrees with its checksum
};
struct Link {
  std::string code;  // the hash
  std::string person;
  int64_t until = 0;
};
struct Block {
  std::string person;
  std::string other;
};
// One of all the things that are kept.
using Item = std::variant<List, Person, Device, Link, Block, Mute, Address, Notice>;

// A file that nobody else has open, to take things out of it.
class Care {
 public:
  struct Opened {
    std::unique_ptr<Care> care;  // nullptr: `problem` says why
    std::string problem;
  };
  static Opened open(const std::string& file);
  virtual ~Care() = default;

  struct Old {
    std::string table;
    std::optional<Status> status;  // nullopt: in no list
    int64_t last = 0;              // when something happened there last
    int64_t entries = 0;
    int64_t bytes = 0;
  };
  // Tables at which nothing has happened since. nullopt: problem().
  virtual std::optional<std::vector<Old>> older_than(int64_t time) = 0;
  // Takes the tables out. All of them or, when it returns false, none.
  virtual bool remove(const std::vector<Old>& tables) = 0;

  // By id, or by name.
  virtual std::optional<std::vector<Person>> find_people(std::string_view id_or_name) = 0;
  // The person, their devices, links, blocks and mutes are gone; entries for which `rewrite` gives
  // another text have that. How many were rewritten; nullopt: nothing has changed.
  using Rewrite = std::function<std::optional<std::string>(const Entry&)>;
  virtual std::optional<int64_t> forget(std::string_view person, const Rewrite& rewrite) = 0;

  // Everything, one after the other, until `visit` returns false. False: problem().
  virtual bool each(const std::function<bool(Item)>& visit) = 0;

  // Gives the space back, so that nothing of what was taken out is left in the file. Needs as much
  // space again while it works.
  virtual bool shrink() = 0;
  virtual int64_t file_bytes() const = 0;
  virtual std::string problem() const = 0;
};

}  // namespace store
