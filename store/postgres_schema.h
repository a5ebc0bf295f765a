// What is in the database, how it comes to be, and who may write to it.
#pragma once

#include <string>

#include "store/postgres_connection.h"

namespace store {

// Makes the tables of a new database or of an older version's; several programs may try at once.
// What is wrong, or nothing. `filling`: a copy that was broken off is no obstacle.
std::string prepare(Connection& connection, bool filling = false);

// What keeps a database from being read as it is, or nothing.
std::string check_schema(Connection& connection);

// One server a database (or a schema in it): the lock lasts as long as the connection. What is
// wrong, or nothing.
std::string lock(Connection& connection);

// While everything is copied into it, nobody may take it for whole.
std::string mark_filling(Connection& connection, bool filling);

}  // namespace store
