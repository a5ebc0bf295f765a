// How a server is set up: what it has beside a hub.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "server/deliver.h"
#include "server/settings.h"

namespace server {

struct PublicSettings : Settings {
  Allowance requests{200, 50};         // HTTP, for each address
  Allowance codes{4, 1.0 / 900};       // that confirm an address
  Allowance codes_to{2, 1.0 / 43200};  // for each address they go to
  Allowance letters{30, 0.01};
  PostOffice office;                          // how "your move" goes out; by default not at all
  int64_t notify_after = 60000;               // away so long while it is one's move
  std::string alone;                          // the folder of AloneFiles
  std::string public_address;                 // of the page, for what is read elsewhere
  std::vector<std::string> origins;           // allowed besides the server's own
  std::function<std::string()> more_metrics;  // lines of /metrics, of other parts
  std::function<void()> end;                  // stops the server
  int workers = 1;
  int house_programs = 1;  // of house_bots, at a time

  void lift_limits() {
    Settings::lift_limits();
    requests = codes = codes_to = letters = {0, 0};
  }
};

}  // namespace server
