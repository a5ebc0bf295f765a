// A connection outwards: to a webhook or a mail relay. Blocking, on a thread of its own, and never
// longer than its deadline.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace server {

// What all connections outwards have in common.
struct Dialing {
  std::chrono::milliseconds patience{15000};  // for all of it together
  std::string
      authorities;  // PEM file of those whose certificates are believed; empty: the system's
  const std::atomic<bool>* stop = nullptr;  // set: gives up
};

class Line {
 public:
  explicit Line(const Dialing& dialing);
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;
  ~Line();

  // Looks the host up and connects to one of its addresses; the very one that was looked at.
  // `anywhere`: otherwise only to addresses of the public internet. What went wrong, or empty.
  std::string connect(const std::string& host, uint16_t port, bool anywhere);
  // Speaks TLS from here on; the certificate must be the host's.
  std::string secure(const std::string& host);
  bool is_secure() const;
  // Of this machine itself.
  bool is_local() const { return local_; }
  bool write(std::string_view bytes);
  // One line without its end; false at the end, or when it is too long.
  bool read_line(std::string& line);

 private:
  struct Tls;
  // Waits until something can be read or written.
  bool wait(short events) const;
  bool try_connect(const void* info);

  Dialing dialing_;
  std::chrono::steady_clock::time_point end_;
  int fd_ = -1;
  bool local_ = false;
  std::unique_ptr<Tls> tls_;
  std::string buffer_;
};

}  // namespace server
