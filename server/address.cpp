#include "server/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "engine/spec.h"

namespace server {
namespace {

constexpr size_t kLongest = 64;  // of what is no address

template <class Binary>
std::optional<Binary> parse(int family, std::string_view text) {
  if (text.empty() || text.size() >= INET6_ADDRSTRLEN) return std::nullopt;
  Binary binary{};
  if (::inet_pton(family, std::string(text).c_str(), &binary) != 1) return std::nullopt;
  return binary;
}

std::string written(int family, const void* binary) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  ::inet_ntop(family, binary, text.data(), text.size());
  return text.data();
}

bool is_address(std::string_view text) {
  return parse<in_addr>(AF_INET, text) || parse<in6_addr>(AF_INET6, text);
}

// "10.0.0.1:80", "[::1]:80", "games.example:80" without their ports and brackets.
std::string_view without_port(std::string_view text) {
  if (text.starts_with('[')) return text.substr(1, text.find(']') - 1);
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos || text.find(':', colon + 1) != std::string_view::npos) {
    return text;  // none, or IPv6 without brackets
  }
  return text.substr(0, colon);
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return out;
}

std::string machine_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return {};
  return lower(name.data());
}

}  // namespace

std::string address_key(std::string_view address) {
  address = address.substr(0, address.find('%'));  // fe80::1%eth0
  std::optional<in6_addr> binary = parse<in6_addr>(AF_INET6, address);
  if (!binary) return std::string(address.substr(0, kLongest));
  if (IN6_IS_ADDR_V4MAPPED(&*binary)) return written(AF_INET, &binary->s6_addr[12]);
  std::memset(&binary->s6_addr[8], 0, 8);
  return written(AF_INET6, &*binary) + "/64";
}

std::string client_address(std::string_view peer, std::string_view forwarded_for, int hops) {
  if (hops <= 0) return std::string(peer);
  const std::vector<std::string_view> all = engine::split(forwarded_for, ',');
  if (all.size() < static_cast<size_t>(hops)) return std::string(peer);
  const std::string_view hop =
      without_port(engine::trim(all[all.size() - static_cast<size_t>(hops)]));
  return std::string(is_address(hop) ? hop : peer);
}

bool forwarded_https(std::string_view forwarded_proto, int hops) {
  const std::vector<std::string_view> all = engine::split(forwarded_proto, ',');
  if (hops <= 0 || all.empty()) return false;
  const size_t ours = std::min(all.size(), static_cast<size_t>(hops));
  return lower(engine::trim(all[all.size() - ours])) == "https";
}

bool host_allowed(std::string_view host, const std::vector<std::string>& origins) {
  const std::string wanted = lower(host);
  const std::string_view name = without_port(wanted);
  if (is_address(name) || name == "localhost" || name.ends_with(".localhost")) return true;
  const auto names_it = [&](std::string_view origin) {
    const size_t scheme = origin.find("://");
    const std::string known = lower(origin.substr(scheme == std::string::npos ? 0 : scheme + 3));
    return known == wanted || (known == name && known == without_port(known));
  };
  if (std::any_of(origins.begin(), origins.end(), names_it)) return true;
  static const std::string own = machine_name();
  return !own.empty() && (name == own || name == own + ".local");
}

}  // namespace server
