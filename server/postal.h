// Where letters may go: addresses of webhooks and mail, and who may be spoken to. What people type
// is read here; a server that sends whatever it is told to whomever it is told is a weapon.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace server {

// The address of a webhook, taken apart.
struct Url {
  bool tls = true;
  std::string host;  // in small letters; an IPv6 address without its brackets
  uint16_t port = 443;
  std::string path;  // with its query, "/" at least
  std::string text() const;
};
// http:// or https://, printable ASCII, no user, no fragment. nullopt: it is none.
std::optional<Url> read_url(std::string_view text);

// What the operator allows (`serve --notify-hosts`):
//   hooks.example        https, port 443
//   *.example            the hosts below it
//   hooks.example:8443   another port
//   http://10.0.0.5:9000 without TLS; and an address that is named may be of any kind
//   *                    every host of the public internet
struct HostRule {
  bool tls = true;
  bool below = false;  // the hosts below it, not itself
  std::string host;    // empty: every one
  uint16_t port = 443;
  std::string text;  // as the operator wrote it
};
std::optional<HostRule> read_host_rule(std::string_view text);
// The rule that lets it through; nullptr: none does.
const HostRule* allows(const std::vector<HostRule>& rules, const Url& url);

// Is it an address of the public internet? Not the loopback, a private or a link-local network, nor
// any other that is kept for something else.
bool is_public(const sockaddr& address);

// A mail address that can stand in a header and in an envelope as it is: ASCII, one line, no
// quotes, a host with a dot. Errors are nullopt, the host comes in small letters.
std::optional<std::string> read_mail_address(std::string_view text);

// Where mail is handed to (`serve --mail-relay`): smtp://host[:25], smtps://host[:465].
struct MailRelay {
  bool tls = false;  // from the first byte on; otherwise as soon as the relay offers it
  std::string host;
  uint16_t port = 25;
  std::string from;  // who sends
  std::string user, password;
  bool on() const { return !host.empty(); }
};
std::optional<MailRelay> read_mail_relay(std::string_view text);

}  // namespace server
