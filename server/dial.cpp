#include "server/dial.h"

#include <netdb.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "server/postal.h"

namespace server {
namespace {

constexpr size_t kLongestLine = 4096;
constexpr int kGlance = 200;  // milliseconds between two looks at whether to stop

bool is_loopback(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    const auto& four = reinterpret_cast<const sockaddr_in&>(address);
    return ntohl(four.sin_addr.s_addr) >> 24 == 127;
  }
  const auto& six = reinterpret_cast<const sockaddr_in6&>(address);
  return address.sa_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&six.sin6_addr) != 0;
}

}  // namespace

struct Line::Tls {
  ~Tls() {
    SSL_free(ssl);
    SSL_CTX_free(context);
  }
  SSL_CTX* context = nullptr;
  SSL* ssl = nullptr;
};

Line::Line(const Dialing& dialing)
    : dialing_(dialing), end_(std::chrono::steady_clock::now() + dialing.patience) {}

Line::~Line() {
  if (tls_ != nullptr) SSL_shutdown(tls_->ssl);
  tls_.reset();
  if (fd_ >= 0) ::close(fd_);
}

bool Line::wait(short events) const {
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end_ - std::chrono::steady_clock::now());
    if (left.count() <= 0 || (dialing_.stop != nullptr && *dialing_.stop)) return false;
    pollfd waiting{fd_, events, 0};
    const int ready = ::poll(&waiting, 1, std::min(kGlance, static_cast<int>(left.count())));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

bool Line::try_connect(const void* info) {
  const auto& found = *static_cast<const addrinfo*>(info);
  fd_ = ::socket(found.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd_ < 0) return false;
  int error = ::connect(fd_, found.ai_addr, found.ai_addrlen) == 0 ? 0 : errno;
  if (error == EINPROGRESS) {
    socklen_t size = sizeof error;
    if (!wait(POLLOUT) || ::getsockopt(fd_, SOL_SOCKET, SO_ERROR, &error, &size) != 0) {
      error = ETIMEDOUT;
    }
  }
  if (error == 0) return true;
  ::close(fd_);
  fd_ = -1;
  return false;
}

std::string Line::connect(const std::string& host, uint16_t port, bool anywhere) {
  addrinfo wanted{};
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* all = nullptr;
  if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &all) != 0) {
    return "the host can't be found";
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> kept(all, ::freeaddrinfo);
  // One address that isn't public is enough: a name that points both ways is no accident.
  for (const addrinfo* one = all; one != nullptr && !anywhere; one = one->ai_next) {
    if (!is_public(*one->ai_addr)) return "the host leads to an address that is not public";
  }
  for (const addrinfo* one = all; one != nullptr; one = one->ai_next) {
    if (!try_connect(one)) continue;
    local_ = is_loopback(*one->ai_addr);
    return {};
  }
  return "no connection";
}

std::string Line::secure(const std::string& host) {
  auto tls = std::make_unique<Tls>();
  tls->context = SSL_CTX_new(TLS_client_method());
  if (tls->context == nullptr) return "no TLS";
  SSL_CTX_set_min_proto_version(tls->context, TLS1_2_VERSION);
  SSL_CTX_set_verify(tls->context, SSL_VERIFY_PEER, nullptr);
  const bool known =
      dialing_.authorities.empty()
          ? SSL_CTX_set_default_verify_paths(tls->context) == 1
          : SSL_CTX_load_verify_locations(tls->context, dialing_.authorities.c_str(), nullptr) == 1;
  tls->ssl = SSL_new(tls->context);
  if (!known || tls->ssl == nullptr) return "no certificates to believe in";
  X509_VERIFY_PARAM* checked = SSL_get0_param(tls->ssl);
  if (X509_VERIFY_PARAM_set1_ip_asc(checked, host.c_str()) != 1) {
    SSL_set_tlsext_host_name(tls->ssl, host.c_str());
    SSL_set1_host(tls->ssl, host.c_str());
  }
  SSL_set_fd(tls->ssl, fd_);
  ERR_clear_error();
  while (true) {
    const int result = SSL_connect(tls->ssl);
    if (result == 1) break;
    const int why = SSL_get_error(tls->ssl, result);
    if (why == SSL_ERROR_WANT_READ && wait(POLLIN)) continue;
    if (why == SSL_ERROR_WANT_WRITE && wait(POLLOUT)) continue;
    const int64_t verified = SSL_get_verify_result(tls->ssl);
    return verified == X509_V_OK ? std::string("TLS failed")
                                 : "the certificate is not good: " +
                                       std::string(X509_verify_cert_error_string(verified));
  }
  buffer_.clear();  // what came before the handshake was said by anybody
  tls_ = std::move(tls);
  return {};
}

bool Line::is_secure() const { return tls_ != nullptr; }

bool Line::write(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t sent = 0;
    short again = POLLOUT;
    if (tls_ != nullptr) {
      ERR_clear_error();
      const int result = SSL_write(tls_->ssl, bytes.data(), static_cast<int>(bytes.size()));
      sent = result;
      const int why = result > 0 ? SSL_ERROR_NONE : SSL_get_error(tls_->ssl, result);
      if (why == SSL_ERROR_WANT_READ) again = POLLIN;
      if (result <= 0 && why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE) return false;
    } else {
      sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno != EAGAIN && errno != EINTR) return false;
    }
    if (sent > 0) {
      bytes.remove_prefix(static_cast<size_t>(sent));
    } else if (!wait(again)) {
      return false;
    }
  }
  return true;
}

bool Line::read_line(std::string& line) {
  while (true) {
    const size_t end = buffer_.find('\n');
    if (end != std::string::npos) {
      line = buffer_.substr(0, end);
      if (line.ends_with('\r')) line.pop_back();
      buffer_.erase(0, end + 1);
      return true;
    }
    if (buffer_.size() > kLongestLine) return false;
    std::array<char, 1024> bytes{};
    ssize_t count = 0;
    short again = POLLIN;
    if (tls_ != nullptr) {
      ERR_clear_error();
      const int result = SSL_read(tls_->ssl, bytes.data(), static_cast<int>(bytes.size()));
      count = result;
      const int why = result > 0 ? SSL_ERROR_NONE : SSL_get_error(tls_->ssl, result);
      if (why == SSL_ERROR_WANT_WRITE) again = POLLOUT;
      if (result <= 0 && why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE) return false;
    } else {
      count = ::recv(fd_, bytes.data(), bytes.size(), 0);
      if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) return false;
    }
    if (count > 0) {
      buffer_.append(bytes.data(), static_cast<size_t>(count));
    } else if (!wait(again)) {
      return false;
    }
  }
}

}  // namespace server
