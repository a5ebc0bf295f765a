// What a browser calls itself, in two plain words for people to know their devices by.
#pragma once

#include <string>
#include <string_view>

namespace server {

struct UserAgent {
  std::string browser;  // "Firefox"; empty: nothing we know
  std::string system;   // "Android"
};
UserAgent read_user_agent(std::string_view header);

}  // namespace server
