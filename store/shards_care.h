// What data.h promises, of PostgreSQL databases: one, or several as one store (store/shards.h).
#pragma once

#include <string>

#include "store/data.h"

namespace store {

Checked check_databases(const std::string& data);
Counted database_stats(const std::string& data, int64_t now);
// Each is locked, and changed for itself: what is taken out of several may be taken out of some
// only, and can be tried again.
Care::Opened open_database_care(const std::string& data);

}  // namespace store
