#include "server/user_agent.h"

#include <span>
#include <utility>

namespace server {
namespace {

using Hint = std::pair<std::string_view, std::string_view>;

// Most browsers claim to be others, too: the first that is found is the one.
constexpr Hint kBrowsers[]{
    {"Edg/", "Edge"},
    {"EdgA/", "Edge"},
    {"EdgiOS/", "Edge"},
    {"OPR/", "Opera"},
    {"SamsungBrowser/", "Samsung Internet"},
    {"Vivaldi/", "Vivaldi"},
    {"DuckDuckGo/", "DuckDuckGo"},
    {"FxiOS/", "Firefox"},
    {"Firefox/", "Firefox"},
    {"CriOS/", "Chrome"},
    {"Chrome/", "Chrome"},
    {"Safari/", "Safari"},
    {"curl/", "curl"},
};
constexpr Hint kSystems[]{
    {"iPhone", "iPhone"},   {"iPad", "iPad"},    {"Android", "Android"}, {"CrOS", "ChromeOS"},
    {"Windows", "Windows"}, {"Mac OS X", "Mac"}, {"Linux", "Linux"},
};

std::string first_of(std::span<const Hint> words, std::string_view header) {
  for (const auto& [mark, name] : words) {
    if (header.find(mark) != std::string_view::npos) return std::string(name);
  }
  return {};
}

}  // namespace

UserAgent read_user_agent(std::string_view header) {
  return {first_of(kBrowsers, header), first_of(kSystems, header)};
}

}  // namespace server
