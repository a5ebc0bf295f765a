// The store in a PostgreSQL database. A writer thread collects what waits and commits it at once:
// all appends of a batch in one statement, everything in one round trip.
//
// When the connection is lost after a batch was sent, nobody knows whether it was saved. It is then
// sent again until the database answers; each append has a number of its own, which its entries
// carry, so that it is not taken for somebody else's. What was not sent yet fails after a moment.
#pragma once

#include <chrono>
#include <string>

#include "store/open.h"
#include "store/postgres_connection.h"
#include "store/postgres_schema.h"
#include "store/store.h"

namespace store {

struct PostgresOptions {
  std::string address;  // postgresql://…, as libpq takes it
  Deliver deliver = [](const std::function<void()>& batch) { batch(); };
  // What goes wrong beside the requests, for the log. Called from threads of the store.
  std::function<void(const std::string&)> tell = [](const std::string&) {};
  bool check_whole = false;
  bool filling = false;                       // everything is being copied into it
  Place place{};                              // among several databases
  std::chrono::milliseconds patience{2000};   // what was not sent fails after so long
  std::chrono::milliseconds farewell{10000};  // closing waits so long for a database that is gone
};

// Refused when a tool has the database alone, when it is of a newer schema, or when its place among
// several is another one.
Opened open_postgres(const PostgresOptions& options);

}  // namespace store
