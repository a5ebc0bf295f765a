// The editions that tables began with. Each is kept in the store once, as a list of one entry by
// the name of its hash, so that a table goes on with its own figures when an update brings others.
#pragma once

#include <map>
#include <string>

#include "server/table.h"
#include "store/store.h"

namespace server {

// Is this list of the store an edition, no table?
bool is_edition(std::string_view list);

class Editions {
 public:
  // Without `find_game`: games::find.
  explicit Editions(store::Store& store, engine::FindGame find_game = nullptr);

  // Sees to it that the store has the editions that new tables begin with.
  void keep_own(int64_t now);
  const Boxes& boxes() const { return boxes_; }

 private:
  engine::EditionPtr find(const engine::AnyGame& game, std::string_view hash);

  store::Store& store_;
  Boxes boxes_;
  std::map<std::string, engine::EditionPtr, std::less<>> old_;  // of the store, once they were used
};

}  // namespace server
