#include "server/admin_socket.h"

#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>

namespace server {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Local = asio::local::stream_protocol;

constexpr size_t kMaxLine = 16 * 1024;
constexpr auto kPause = std::chrono::milliseconds(100);

class AdminSession : public std::enable_shared_from_this<AdminSession> {
 public:
  AdminSession(Local::socket socket, Handler& handler)
      : socket_(std::move(socket)), handler_(handler) {}

  void read() {
    asio::async_read_until(
        socket_, asio::dynamic_buffer(buffer_, kMaxLine), '\n',
        [self = shared_from_this()](error_code error, size_t size) { self->got(error, size); });
  }

 private:
  void got(error_code error, size_t size) {
    if (error) return;  // gone, or a line without an end
    const std::string line = buffer_.substr(0, size - 1);
    buffer_.erase(0, size);
    handler_.admin(line, [self = shared_from_this()](std::string answer) {
      self->answer_ = std::move(answer) + "\n";
      self->write();
    });
  }
  void write() {
    asio::async_write(socket_, asio::buffer(answer_),
                      [self = shared_from_this()](error_code error, size_t) {
                        if (!error) self->read();
                      });
  }

  Local::socket socket_;
  Handler& handler_;
  std::string buffer_, answer_;
};

}  // namespace

AdminSocket::AdminSocket(asio::io_context& io, std::string path)
    : io_(io), acceptor_(io), pause_(io), path_(std::move(path)) {}

AdminSocket::~AdminSocket() { close(); }

void AdminSocket::close() {
  error_code ignored;
  acceptor_.close(ignored);
  pause_.cancel();
  if (mine_) ::unlink(path_.c_str());
  mine_ = false;
}

std::string AdminSocket::listen() {
  const auto fail = [this](const std::string& why) {
    return "can't open the admin socket " + path_ + ": " + why;
  };
  if (path_.size() >= sizeof(sockaddr_un::sun_path)) {
    return fail("the path is longer than a socket's may be (" +
                std::to_string(sizeof(sockaddr_un::sun_path) - 1) + " bytes)");
  }
  struct stat there{};
  if (::lstat(path_.c_str(), &there) == 0) {
    if (!S_ISSOCK(there.st_mode)) return fail("there is a file of this name");
    error_code refused;
    Local::socket attempt(io_);
    attempt.connect(Local::endpoint(path_), refused);
    if (!refused) return fail("another server listens there");
    if (::unlink(path_.c_str()) != 0) return fail(std::strerror(errno));
  }
  error_code error;
  acceptor_.open(Local(), error);
  if (!error) acceptor_.bind(Local::endpoint(path_), error);
  if (error) return fail(error.message());
  mine_ = true;
  // Nobody can connect before listen(): there is no moment at which others could.
  if (::chmod(path_.c_str(), 0600) != 0) return fail(std::strerror(errno));
  acceptor_.listen(16, error);
  return error ? fail(error.message()) : std::string();
}

void AdminSocket::serve(Handler& handler) { accept_next(handler); }

void AdminSocket::accept_next(Handler& handler) {
  acceptor_.async_accept([this, &handler](error_code error, Local::socket socket) {
    if (!acceptor_.is_open()) return;
    if (!error) {
      std::make_shared<AdminSession>(std::move(socket), handler)->read();
      return accept_next(handler);
    }
    // Too many open files, for one: others will be closed.
    pause_.expires_after(kPause);
    pause_.async_wait([this, &handler](error_code cancelled) {
      if (!cancelled) accept_next(handler);
    });
  });
}

}  // namespace server
