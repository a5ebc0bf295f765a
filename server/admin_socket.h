// The operator's socket: a file that only its owner can open, one JSON object a line in each
// direction (docs/protocol.md §7). Lines are answered one after another, each before the next is
// read. Included by net*.cpp only, and by its own file.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <string>

#include "server/http.h"

namespace server {

class AdminSocket {
 public:
  AdminSocket(boost::asio::io_context& io, std::string path);
  AdminSocket(const AdminSocket&) = delete;
  AdminSocket& operator=(const AdminSocket&) = delete;
  ~AdminSocket();  // takes the file away

  // What went wrong, or empty. A file that a killed server has left behind is replaced; one that a
  // server listens at is not.
  std::string listen();
  void serve(Handler& handler);
  void close();

 private:
  using Protocol = boost::asio::local::stream_protocol;
  void accept_next(Handler& handler);

  boost::asio::io_context& io_;
  Protocol::acceptor acceptor_;
  boost::asio::steady_timer pause_;
  std::string path_;
  bool mine_ = false;
};

}  // namespace server
