// Is what the database keeps what was written? Every checksum, the list of every table, and what
// other lists say of it. The database's own pages are its own affair (pg_amcheck, data checksums).
#pragma once

#include "store/check.h"
#include "store/postgres_connection.h"
#include "store/postgres_schema.h"

namespace store {

// All of it as it is at one moment, also beside a server that writes.
Check check_whole(Connection& connection, Place place);

}  // namespace store
