// The editions that tables begin with: those the operator offers, and those that people bring
// along where they may. Each that was used is kept in the store once, as a list of one entry by the
// name of its hash, so that a table goes on with its own figures when the server has others.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "server/table.h"
#include "store/store.h"

namespace server {

// Is this list of the store an edition, no table?
bool is_edition(std::string_view list);

class Editions {
 public:
  // By the id of the game: those to choose from, and first the one a table gets unasked.
  using Offered = std::map<std::string, std::vector<engine::EditionPtr>, std::less<>>;
  // The largest file that somebody may bring along.
  static constexpr size_t kLargestFile = 128 << 10;

  // Without `find_game`: games::find. `offered`: where that isn't the game's own edition alone.
  // `open`: people may bring editions of their own.
  explicit Editions(store::Store& store, engine::FindGame find_game = nullptr, Offered offered = {},
                    bool open = false);

  // Never empty.
  std::vector<engine::EditionPtr> offered(const engine::AnyGame& game) const;
  // What a new table of the game begins with unless somebody chooses another one.
  engine::EditionPtr current(const engine::AnyGame& game) const { return offered(game).front(); }
  // What a new table may begin with, by its hash: one that is offered, or was brought along.
  // nullptr: it may not.
  engine::EditionPtr choice(const engine::AnyGame& game, std::string_view hash);
  // One that a table here began with, by its hash, or the game's own. nullptr: it isn't known.
  // There are as many as the store keeps.
  engine::EditionPtr known(const engine::AnyGame& game, std::string_view hash) const;
  // Reads a file that somebody has brought, and remembers it for a while. Errors name the field.
  bool open() const { return open_; }
  engine::Result<engine::EditionPtr> bring(const engine::AnyGame& game, std::string_view file);
  // Sees to it that the store has it; and all that are offered.
  void keep(const engine::AnyEdition& edition, int64_t now);
  void keep_all(int64_t now);
  const Boxes& boxes() const { return boxes_; }

 private:
  engine::EditionPtr find(const engine::AnyGame& game, std::string_view hash);

  store::Store& store_;
  Boxes boxes_;
  Offered offered_;
  bool open_;
  std::deque<std::pair<const engine::AnyGame*, engine::EditionPtr>> brought_;  // the newest last
  std::set<uint64_t> kept_;  // hashes of what the store has for certain
  std::map<std::string, engine::EditionPtr, std::less<>> old_;  // of the store, once they were used
};

}  // namespace server
