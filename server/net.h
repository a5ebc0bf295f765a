// The network: HTTP, WebSocket and TLS on one thread. Only net*.cpp know the library it is made
// with.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/backlog.h"
#include "server/gate.h"
#include "server/http.h"

namespace server {

struct NetOptions {
  std::string bind = "127.0.0.1";
  uint16_t port = 8080;  // 0: any free one
  std::string tls_cert;  // PEM files; empty: no TLS
  std::string tls_key;
  size_t frame = 4096;      // the largest WebSocket message
  size_t body = 16 * 1024;  // the largest HTTP body
  GateLimits gate;
  BacklogLimits backlog;
  int64_t request_patience = 10000;  // milliseconds for a whole request to arrive
  int64_t keep_patience = 30000;     // for the next one on a connection that is kept
  int send_buffer = 256 * 1024;      // of a connection, in the system
  int hops = 0;                      // proxies before us: the client is in X-Forwarded-For
  int64_t tick_ms = 50;
  // SIGINT and SIGTERM stop it, unless `terminate` says that it will end by itself; SIGHUP calls
  // `hangup`; SIGPIPE is for nobody.
  std::string admin;  // the operator's socket; empty: none
  bool catch_signals = false;
  std::function<void()> hangup;
  std::function<bool()> terminate;
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
  // Reads certificate and key anew, for connections from now on; what went wrong, or empty. Then
  // the old ones stay.
  std::string reload_certificate();
  // Serves until stop(); `stopping` is called first then, so that it can say goodbye.
  void run(Handler& handler, const std::function<void()>& stopping);
  // From any thread.
  void stop();
  void post(std::function<void()> work);
  // Lines for /metrics; while it runs, on its thread.
  std::string metrics() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace server
