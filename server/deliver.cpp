#include "server/deliver.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "engine/spec.h"
#include "server/fair.h"

namespace server {
namespace {

std::string base64(std::string_view bytes) {
  std::string out((bytes.size() + 2) / 3 * 4 + 1, '\0');  // it ends with a zero
  const int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                   reinterpret_cast<const unsigned char*>(bytes.data()),
                                   static_cast<int>(bytes.size()));
  out.resize(static_cast<size_t>(size));
  return out;
}

// --- webhooks

Delivery post(const PostOffice& office, const Letter& letter) {
  const std::optional<Url> url = read_url(letter.to);
  const HostRule* rule = url ? allows(office.hosts, *url) : nullptr;
  if (rule == nullptr) return {"the host is not allowed", true};
  // An address that the operator has written down is meant.
  in6_addr into{};
  const bool written =
      !rule->host.empty() && (::inet_pton(AF_INET, rule->host.c_str(), &into) == 1 ||
                              ::inet_pton(AF_INET6, rule->host.c_str(), &into) == 1);
  Line line(office.dialing);
  if (std::string problem = line.connect(url->host, url->port,
                                         written || (office.own_network && !rule->host.empty()));
      !problem.empty()) {
    return {problem};
  }
  if (url->tls) {
    if (std::string problem = line.secure(url->host); !problem.empty()) return {problem};
  }
  const bool v6 = url->host.find(':') != std::string::npos;
  const bool usual = url->port == (url->tls ? 443 : 80);
  std::string head = fmt::format(
      "POST {} HTTP/1.1\r\nHost: {}{}\r\nUser-Agent: stamtafel\r\nContent-Type: "
      "application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
      url->path, v6 ? "[" + url->host + "]" : url->host, usual ? "" : fmt::format(":{}", url->port),
      letter.json.size());
  std::string status;
  if (!line.write(head + letter.json) || !line.read_line(status)) return {"no answer"};
  if (!status.starts_with("HTTP/1.") || status.size() < 12) return {"not an answer of HTTP"};
  int64_t code = 0;
  if (!engine::parse_int(status.substr(9, 3), 100, 599, code)) return {"not an answer of HTTP"};
  if (code >= 200 && code < 300) return {};
  // Where it leads elsewhere, we don't follow: that host isn't allowed.
  const bool later = code >= 500 || code == 408 || code == 429;
  return {fmt::format("answered {}", code), !later};
}

// --- mail

// Words in a header: as they are, or encoded.
std::string header_words(const std::string& text) {
  const bool plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 0x7f; });
  if (plain) return text;
  // Each piece is whole characters, and short enough for its line.
  std::string out;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.size(), at + 42);
    while (end < text.size() && (static_cast<uint8_t>(text[end]) & 0xc0) == 0x80) --end;
    out += (out.empty() ? "" : "\r\n ") + ("=?UTF-8?B?" + base64(text.substr(at, end - at)) + "?=");
    at = end;
  }
  return out;
}

std::string mail_date(int64_t at) {
  const std::time_t seconds = at / 1000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  constexpr std::array<const char*, 7> kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array<const char*, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  return fmt::format("{}, {} {} {} {:02}:{:02}:{:02} +0000",
                     kDays[static_cast<size_t>(parts.tm_wday)], parts.tm_mday,
                     kMonths[static_cast<size_t>(parts.tm_mon)], 1900 + parts.tm_year,
                     parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string mail_text(const MailRelay& relay, const Letter& letter) {
  const std::string domain = relay.from.substr(relay.from.find('@') + 1);
  std::string mail = fmt::format(
      "From: Stamtafel <{}>\r\nTo: <{}>\r\nSubject: {}\r\nDate: {}\r\nMessage-ID: <{}@{}>\r\n"
      "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
      "Content-Transfer-Encoding: base64\r\nAuto-Submitted: auto-generated\r\n",
      relay.from, letter.to, header_words(letter.subject), mail_date(letter.at), random_id(24),
      domain);
  if (!letter.stop.empty()) {
    mail += fmt::format(
        "List-Unsubscribe: <{}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n",
        letter.stop);
  }
  mail += "\r\n";
  const std::string body = base64(letter.text);
  for (size_t at = 0; at < body.size(); at += 76) mail += body.substr(at, 76) + "\r\n";
  return mail;
}

// A talk with the relay; the first answer that isn't as it should be ends it.
class Smtp {
 public:
  explicit Smtp(Line& line) : line_(line) {}

  // Says it (nothing: listens first) and hears whether the answer begins with `wanted`.
  bool say(const std::string& words, char wanted) {
    if (!delivery.problem.empty()) return false;
    if (!words.empty() && !line_.write(words + "\r\n")) {
      delivery.problem = "the relay hung up";
      return false;
    }
    answer.clear();
    std::string one;
    do {
      if (!line_.read_line(one) || one.size() < 3) {
        delivery.problem = "the relay did not answer";
        return false;
      }
      answer += one + "\n";
    } while (one.size() > 3 && one[3] == '-' && answer.size() < 16384);
    if (one.front() == wanted) return true;
    delivery = {"the relay answered " + one.substr(0, 200), one.front() == '5'};
    return false;
  }
  bool offers(std::string_view what) const { return answer.find(what) != std::string::npos; }

  Delivery delivery;
  std::string answer;

 private:
  Line& line_;
};

Delivery mail(const PostOffice& office, const Letter& letter) {
  const MailRelay& relay = office.relay;
  if (!relay.on() || !read_mail_address(letter.to)) return {"no mail goes there", true};
  Line line(office.dialing);
  std::string problem = line.connect(relay.host, relay.port, true);
  if (problem.empty() && relay.tls) problem = line.secure(relay.host);
  if (!problem.empty()) return {problem};
  Smtp smtp(line);
  const std::string greeting = "EHLO " + relay.from.substr(relay.from.find('@') + 1);
  smtp.say("", '2');
  smtp.say(greeting, '2');
  if (!line.is_secure() && smtp.offers("STARTTLS") && smtp.say("STARTTLS", '2')) {
    if (problem = line.secure(relay.host); !problem.empty()) return {problem};
    smtp.say(greeting, '2');
  }
  if (!relay.user.empty()) {
    // The password is for the relay alone.
    if (!line.is_secure() && !line.is_local()) return {"the relay offers no TLS", true};
    const std::string login =
        std::string("\0", 1) + relay.user + std::string("\0", 1) + relay.password;
    smtp.say("AUTH PLAIN " + base64(login), '2');
  }
  smtp.say("MAIL FROM:<" + relay.from + ">", '2');
  smtp.say("RCPT TO:<" + letter.to + ">", '2');
  smtp.say("DATA", '3');
  // No line of it begins with a dot: base64 and headers.
  smtp.say(mail_text(relay, letter) + ".", '2');
  if (smtp.delivery.problem.empty()) line.write("QUIT\r\n");
  return smtp.delivery;
}

}  // namespace

Delivery deliver(const PostOffice& office, const Letter& letter) {
  return letter.kind == "mail" ? mail(office, letter) : post(office, letter);
}

}  // namespace server
