#include "server/http.h"

#include "engine/spec.h"

namespace server {

std::string_view HttpRequest::parameter(std::string_view name) const {
  for (std::string_view pair : engine::split(query, '&')) {
    const size_t equals = pair.find('=');
    if (pair.substr(0, equals) == name) {
      return equals == std::string_view::npos ? std::string_view{} : pair.substr(equals + 1);
    }
  }
  return {};
}

std::string_view HttpRequest::cookie_value(std::string_view name) const {
  for (std::string_view pair : engine::split(cookie, ';')) {
    const size_t equals = pair.find('=');
    if (equals != std::string_view::npos && engine::trim(pair.substr(0, equals)) == name) {
      return engine::trim(pair.substr(equals + 1));
    }
  }
  return {};
}

bool accepts(std::string_view accept_encoding, std::string_view coding) {
  for (std::string_view item : engine::split(accept_encoding, ',')) {
    const size_t semicolon = item.find(';');
    if (engine::trim(item.substr(0, semicolon)) != coding) continue;
    if (semicolon == std::string_view::npos) return true;
    const std::string_view weight = engine::trim(item.substr(semicolon + 1));
    return weight.find_first_of("123456789") != std::string_view::npos;
  }
  return false;
}

}  // namespace server
