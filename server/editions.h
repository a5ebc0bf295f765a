// The editions that tables begin with. Each is kept in the store once, as a list of one entry by
// the name of its hash, so that a table goes on with its own figures when the server has others.
#pragma once

#include <map>
#include <set>
#include <string>

#include "server/table.h"
#include "store/store.h"

namespace server {

// Is this list of the store an edition, no table?
bool is_edition(std::string_view list);

class Editions {
 public:
  // By the id of the game.
  using Chosen = std::map<std::string, engine::EditionPtr, std::less<>>;

  // Without `find_game`: games::find. `chosen`: what new tables begin with, where that isn't the
  // game's own.
  explicit Editions(store::Store& store, engine::FindGame find_game = nullptr, Chosen chosen = {});

  // What a new table of the game begins with.
  engine::EditionPtr current(const engine::AnyGame& game) const;
  // Sees to it that the store has that one, and those of all games.
  void keep(const engine::AnyGame& game, int64_t now);
  void keep_all(int64_t now);
  const Boxes& boxes() const { return boxes_; }

 private:
  engine::EditionPtr find(const engine::AnyGame& game, std::string_view hash);

  store::Store& store_;
  Boxes boxes_;
  Chosen chosen_;
  std::set<uint64_t> kept_;  // hashes of what the store has for certain
  std::map<std::string, engine::EditionPtr, std::less<>> old_;  // of the store, once they were used
};

}  // namespace server
