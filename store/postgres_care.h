// What data.h promises, of a PostgreSQL database.
#pragma once

#include <string>

#include "store/data.h"
#include "store/postgres_schema.h"

namespace store {

Checked check_postgres(const std::string& address, Place place);
Counted postgres_stats(const std::string& address, int64_t now);
Care::Opened open_postgres_care(const std::string& address, Place place);

// Before everything is copied into a database, and after; in between it can't be taken for whole.
// What is wrong (somebody uses it, something is in it), or nothing.
std::string begin_filling(const std::string& address);
std::string end_filling(const std::string& address);

}  // namespace store
