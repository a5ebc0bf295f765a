// How a server is set up: limits, times, and what it is given from outside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "server/limits.h"

namespace server {

struct Settings {
  std::string version = "stamtafel";
  size_t frame = 4096;               // the largest message of a client
  Allowance messages{100, 30};       // for each WebSocket
  Allowance requests{200, 50};       // HTTP, for each address
  Allowance people{30, 0.5};         // new ones, for each address
  Allowance tables{20, 0.2};         // new ones, for each person
  int64_t stand_in_after = 30000;    // away so long, and a bot may be asked in
  int64_t rest_after = 60000;        // untouched so long, and a table leaves the memory
  bool secure = false;               // TLS: cookies are for it alone
  bool proxied = false;              // the client's address is in X-Forwarded-For
  std::vector<std::string> origins;  // allowed besides the server's own
  std::function<int64_t()> now;      // milliseconds since 1970
  std::function<void(std::function<void()>)> post;  // runs something on the home thread
  int workers = 1;
};

}  // namespace server
