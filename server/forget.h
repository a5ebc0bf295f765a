// Forgetting a person: name, devices and everything they said are gone. Their games stay, at which
// they are somebody who left. Works on a data file that no server has open.
#pragma once

#include <cstdint>
#include <string>

namespace server {

struct Forgotten {
  std::string problem;  // not empty: nothing is changed, but perhaps tables that were left
  std::string id;
  std::string name;
  int64_t tables_left = 0;  // those that were not over
  int64_t lines = 0;        // of chat
};
// `person`: an id, or a name that only one person has.
Forgotten forget(const std::string& file, const std::string& person, int64_t now);

}  // namespace server
