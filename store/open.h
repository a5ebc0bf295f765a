// Opens the store, wherever it is kept: in one SQLite file, or in a PostgreSQL database, or
// several.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "store/check.h"
#include "store/store.h"

namespace store {

struct Opened {
  std::unique_ptr<Store> store;  // nullptr: `problem` says why
  std::string problem;
  Check check;  // one with problems is opened all the same: what is sound goes on
};

struct OpenOptions {
  std::string data;  // a file, or postgresql://…, or several of these with commas between them
  Deliver deliver = [](const std::function<void()>& batch) { batch(); };
  // What goes wrong beside the requests, for the log. Called from threads of the store.
  std::function<void(const std::string&)> tell = [](const std::string&) {};
  bool check_whole = false;
  int64_t max_pages = 0;  // of a file; 0: as large as the disk
};

Opened open(const OpenOptions& options);

// Is it the address of a database, not the name of a file?
bool is_postgres(std::string_view data);
// The address of each. (A comma may also stand in one, between hosts.)
std::vector<std::string> databases_in(const std::string& data);
// As logs and errors may show it: without the passwords.
std::string without_password(const std::string& data);

}  // namespace store
