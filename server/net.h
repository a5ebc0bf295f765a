// The network: HTTP, WebSocket and TLS on one thread. Only net*.cpp know the library it is made
// with.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/http.h"

namespace server {

struct NetOptions {
  std::string bind = "127.0.0.1";
  uint16_t port = 8080;  // 0: any free one
  std::string tls_cert;  // PEM files; empty: no TLS
  std::string tls_key;
  size_t frame = 4096;      // the largest WebSocket message
  size_t body = 16 * 1024;  // the largest HTTP body
  size_t queue = 256;       // messages that may wait for a client
  size_t queue_bytes = 4 << 20;
  size_t connections = 12000;
  int64_t tick_ms = 50;
  bool catch_signals = false;  // SIGINT and SIGTERM stop it
};

class Net {
 public:
  explicit Net(NetOptions options);
  Net(const Net&) = delete;
  Net& operator=(const Net&) = delete;
  ~Net();

  // Takes the port; what went wrong, or empty. Connections wait until run().
  std::string listen();
  uint16_t port() const;
  // Serves until stop(); `stopping` is called first then, so that it can say goodbye.
  void run(Handler& handler, const std::function<void()>& stopping);
  // From any thread.
  void stop();
  void post(std::function<void()> work);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace server
