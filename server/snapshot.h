// A snapshot: the position of a table, whole, and what was told of the entries since the snapshot
// before. With it a table goes on, and its history is told, when the rules have changed and its
// actions can't be repeated any more. It holds what is hidden: nobody is ever shown it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"

namespace server {

// What an entry showed and led to.
struct EntryEvents {
  int64_t n = 0;  // the number of the entry
  bool showed = false;
  std::vector<engine::Event> events;
};

struct Snapshot {
  int step = 0;        // of the position
  uint64_t acted = 0;  // actions so far, those taken back included: chance goes on from there
  engine::SeenSteps seen;
  std::vector<int64_t> bank;  // of each seat's clock
  std::string position;       // JSON
  uint64_t fingerprint = 0;   // of the position, when it was written
  std::vector<EntryEvents> told;
};

// As JSON, with ids: indexes may mean something else after an update.
std::string write_snapshot(const Snapshot& snapshot, const engine::AnyGame& game,
                           const engine::AnyEdition& edition);
// An event that this version doesn't know is left out.
engine::Result<Snapshot> read_snapshot(std::string_view json, const engine::AnyGame& game,
                                       const engine::AnyEdition& edition);

// Text that is mostly like `before` (the snapshot before, or nothing) becomes short: compressed,
// then as letters and digits. unpack is the inverse; it is false for what pack has not made.
std::string pack(std::string_view text, std::string_view before);
bool unpack(std::string_view packed, std::string_view before, std::string& text);

}  // namespace server
