// Several databases as one store. A table lies in the one that its id names: an id that ends in
// "-2" in the second, "-3" in the third, any other in the first. (So do lists that are named after
// a table.) People and all that is theirs, and the queue of workers, lie in the first. Where tables
// are listed, all databases are asked.
//
// Each is written and read by threads of its own. While one can't be reached its tables stand
// still, and no others; without the first nobody can be told who they are.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "store/open.h"
#include "store/store.h"

namespace store {

constexpr size_t kMostDatabases = 99;

// Which of so many databases an id names, from 1 on. Those beyond the last one lie in the first.
int place_named(std::string_view id, int places);

using Placing = std::function<int(std::string_view id, int places)>;
// REQUIRES: there is at least one.
std::unique_ptr<Store> join_stores(std::vector<std::unique_ptr<Store>> stores,
                                   Placing placing = place_named);

// The databases of an address, or of several. `filling`: everything is being copied into them.
Opened open_databases(const OpenOptions& options, bool filling);

}  // namespace store
