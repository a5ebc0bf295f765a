// What is in the database, how it comes to be, and who may write to it.
#pragma once

#include <cstdint>
#include <string>

#include "store/postgres_connection.h"

namespace store {

// Makes the tables of a new database or of an older version's; several programs may try at once.
// What is wrong, or nothing. `filling`: a copy that was broken off is no obstacle.
std::string prepare(Connection& connection, bool filling = false);

// Which of several databases one is (store/shards.h). The first has everything but tables whose ids
// name another.
struct Place {
  int number = 1;
  int of = 1;
};
// Whether it is this one; a new database, or one that was alone, becomes it. So the order in which
// they are given, and that none is left out, is not a matter of care. What is wrong, or nothing.
std::string take_place(Connection& connection, Place place);
// The same, of a database that isn't changed.
std::string check_place(Connection& connection, Place place);

// What keeps a database from being read as it is, or nothing.
std::string check_schema(Connection& connection);

// A database (or a schema in it) is for servers, or for one tool that wants it alone: the lock
// lasts as long as the connection, and whoever is about to go is waited for. What is wrong, or
// nothing.
enum class LockAs : uint8_t { kServer, kAlone };
std::string lock(Connection& connection, LockAs as);

// While everything is copied into it, nobody may take it for whole.
std::string mark_filling(Connection& connection, bool filling);

}  // namespace store
