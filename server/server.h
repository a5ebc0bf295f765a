// The whole server: store, hub and network put together.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "server/backups.h"
#include "server/log_lines.h"
#include "server/net.h"
#include "server/public_hub.h"

namespace server {

struct ServerOptions {
  NetOptions net;
  PublicSettings settings;   // `now`, where it is not given, is the clock of the system
  std::string data;          // the SQLite file, or postgresql://…
  bool check_whole = false;  // the file, before anything is served; otherwise a part of it
  BackupOptions backups;
  int64_t max_pages = 0;
  LogLines::Form log = LogLines::Form::kOff;
  std::string log_file;  // empty: standard error
};

class Server {
 public:
  explicit Server(ServerOptions options);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server();

  // Opens the store and takes the port; what went wrong, or empty.
  std::string open();
  uint16_t port() const;
  std::string address() const;  // "http://127.0.0.1:8080"
  // Until stop() (from any thread) or a signal.
  void run();
  void stop();

 private:
  NetOptions net_options();
  // SIGHUP: certificates and the log file may have been replaced.
  void reload();
  ServerOptions options_;
  LogLines log_;
  Net net_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<Backups> backups_;
  std::unique_ptr<PublicHub> hub_;
};

}  // namespace server
