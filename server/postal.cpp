#include "server/postal.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "engine/spec.h"

namespace server {
namespace {

constexpr size_t kLongestUrl = 1000;
constexpr size_t kLongestMail = 254;
constexpr size_t kLongestHost = 253;

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

std::string small(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

bool is_ip(const std::string& host) {
  in6_addr into{};
  return ::inet_pton(AF_INET, host.c_str(), &into) == 1 ||
         ::inet_pton(AF_INET6, host.c_str(), &into) == 1;
}

// Labels of letters, digits and hyphens between dots.
bool is_host_name(std::string_view host) {
  if (host.empty() || host.size() > kLongestHost || host.front() == '.' || host.back() == '.' ||
      host.find("..") != std::string_view::npos) {
    return false;
  }
  for (std::string_view label : engine::split(host, '.')) {
    if (label.size() > 63 || label.front() == '-' || label.back() == '-') {
      return false;
    }
    if (!std::all_of(label.begin(), label.end(),
                     [](char c) { return is_letter_or_digit(c) || c == '-'; })) {
      return false;
    }
  }
  // What ends in a number is an address in one of its odd forms (0x7f.1, 2130706433).
  const std::string_view last = engine::split(host, '.').back();
  return last.find_first_not_of("0123456789") != std::string_view::npos &&
         !small(last).starts_with("0x");
}

// "host", "host:port", "[::1]:port"; the port stays as it is where none is given.
bool read_authority(std::string_view text, std::string& host, uint16_t& port) {
  std::string_view number;
  if (text.starts_with('[')) {
    const size_t end = text.find(']');
    if (end == std::string_view::npos) return false;
    host = small(text.substr(1, end - 1));
    if (!is_ip(host) || host.find(':') == std::string::npos) return false;
    text.remove_prefix(end + 1);
    if (!text.empty() && text.front() != ':') return false;
    number = text.empty() ? text : text.substr(1);
    if (!text.empty() && number.empty()) return false;
  } else {
    const size_t colon = text.find(':');
    host = small(text.substr(0, colon));
    if (!is_ip(host) && !is_host_name(host)) return false;
    if (colon != std::string_view::npos) {
      number = text.substr(colon + 1);
      if (number.empty()) return false;
    }
  }
  if (number.empty()) return true;
  int64_t value = 0;
  if (!engine::parse_int(number, 1, 65535, value)) return false;
  port = static_cast<uint16_t>(value);
  return true;
}

bool take(std::string_view& text, std::string_view scheme) {
  if (!small(text.substr(0, scheme.size())).starts_with(scheme)) return false;
  text.remove_prefix(scheme.size());
  return true;
}

struct Network {
  std::array<uint8_t, 16> prefix;
  int bits;
};

bool lies_in(const uint8_t* address, const Network& network) {
  for (int bit = 0; bit < network.bits; ++bit) {
    const auto byte = static_cast<size_t>(bit / 8);
    const int mask = 0x80 >> (bit % 8);
    if ((address[byte] & mask) != (network.prefix[byte] & mask)) return false;
  }
  return true;
}

// Kept for something else than the public internet (RFC 6890 and its like).
constexpr std::array<Network, 14> kOther4{{{{0}, 8},
                                           {{10}, 8},
                                           {{100, 64}, 10},
                                           {{127}, 8},
                                           {{169, 254}, 16},
                                           {{172, 16}, 12},
                                           {{192, 0, 0}, 24},
                                           {{192, 0, 2}, 24},
                                           {{192, 88, 99}, 24},
                                           {{192, 168}, 16},
                                           {{198, 18}, 15},
                                           {{198, 51, 100}, 24},
                                           {{203, 0, 113}, 24},
                                           {{224}, 3}}};  // multicast, and what is reserved
// Of IPv6 only 2000::/3 is given out; within it tunnels (which lead anywhere) and examples.
constexpr Network kGiven6{{0x20}, 3};
constexpr std::array<Network, 4> kOther6{{{{0x20, 0x01, 0x00, 0x00}, 23},
                                          {{0x20, 0x01, 0x0d, 0xb8}, 32},
                                          {{0x20, 0x02}, 16},
                                          {{0x3f, 0xff}, 20}}};

}  // namespace

std::string Url::text() const {
  const bool v6 = host.find(':') != std::string::npos;
  const bool usual = port == (tls ? 443 : 80);
  return (tls ? "https://" : "http://") + (v6 ? "[" + host + "]" : host) +
         (usual ? "" : ":" + std::to_string(port)) + path;
}

std::optional<Url> read_url(std::string_view text) {
  text = engine::trim(text);
  if (text.size() > kLongestUrl) return std::nullopt;
  if (!std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7f; })) {
    return std::nullopt;
  }
  Url url;
  if (take(text, "http://")) {
    url.tls = false;
    url.port = 80;
  } else if (!take(text, "https://")) {
    return std::nullopt;
  }
  const size_t path = text.find_first_of("/?#");
  const std::string_view authority = text.substr(0, path);
  if (authority.find('@') != std::string_view::npos || text.find('#') != std::string_view::npos) {
    return std::nullopt;
  }
  if (!read_authority(authority, url.host, url.port)) return std::nullopt;
  url.path = path == std::string_view::npos ? "/" : std::string(text.substr(path));
  if (url.path.front() == '?') url.path.insert(0, "/");
  return url;
}

std::optional<HostRule> read_host_rule(std::string_view text) {
  HostRule rule;
  rule.text = text;
  if (text == "*") return rule;
  if (take(text, "http://")) {
    rule.tls = false;
    rule.port = 80;
  } else {
    take(text, "https://");
  }
  rule.below = text.starts_with("*.");
  if (rule.below) text.remove_prefix(2);
  if (!read_authority(text, rule.host, rule.port)) return std::nullopt;
  if (rule.below && is_ip(rule.host)) return std::nullopt;
  return rule;
}

const HostRule* allows(const std::vector<HostRule>& rules, const Url& url) {
  const auto fits = [&](const HostRule& rule) {
    if (rule.tls != url.tls || rule.port != url.port) return false;
    if (rule.host.empty()) return true;
    return rule.below ? url.host.ends_with("." + rule.host) : url.host == rule.host;
  };
  const auto found = std::find_if(rules.begin(), rules.end(), fits);
  return found == rules.end() ? nullptr : &*found;
}

bool is_public(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    sockaddr_in four{};
    std::memcpy(&four, &address, sizeof four);
    std::array<uint8_t, 4> bytes{};
    std::memcpy(bytes.data(), &four.sin_addr, bytes.size());
    return std::none_of(kOther4.begin(), kOther4.end(),
                        [&](const Network& other) { return lies_in(bytes.data(), other); });
  }
  if (address.sa_family != AF_INET6) return false;
  sockaddr_in6 six{};
  std::memcpy(&six, &address, sizeof six);
  const uint8_t* bytes = six.sin6_addr.s6_addr;
  return lies_in(bytes, kGiven6) &&
         std::none_of(kOther6.begin(), kOther6.end(),
                      [&](const Network& other) { return lies_in(bytes, other); });
}

std::optional<std::string> read_mail_address(std::string_view text) {
  text = engine::trim(text);
  const size_t at = text.rfind('@');
  if (text.size() > kLongestMail || at == std::string_view::npos || at == 0 || at > 64) {
    return std::nullopt;
  }
  const std::string_view local = text.substr(0, at);
  const std::string_view host = text.substr(at + 1);
  constexpr std::string_view kOthers = ".!#$%&'*+/=?^_`{|}~-";
  const bool plain = std::all_of(local.begin(), local.end(), [&](char c) {
    return is_letter_or_digit(c) || kOthers.find(c) != std::string_view::npos;
  });
  if (!plain || local.front() == '.' || local.front() == '-' || local.back() == '.' ||
      local.find("..") != std::string_view::npos) {
    return std::nullopt;
  }
  if (!is_host_name(host) || host.find('.') == std::string_view::npos) return std::nullopt;
  return std::string(local) + "@" + small(host);
}

std::optional<MailRelay> read_mail_relay(std::string_view text) {
  MailRelay relay;
  if (take(text, "smtps://")) {
    relay.tls = true;
    relay.port = 465;
  } else if (!take(text, "smtp://")) {
    return std::nullopt;
  }
  if (text.ends_with('/')) text.remove_suffix(1);
  if (!read_authority(text, relay.host, relay.port)) return std::nullopt;
  return relay;
}

}  // namespace server
