// One connection, over plain TCP or TLS alike. Included by net*.cpp only: it costs half a minute to
// compile.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "server/net.h"

namespace server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::beast::error_code;

using Executor = asio::io_context::executor_type;
using Tcp = asio::ip::tcp;
using Socket = asio::basic_stream_socket<Tcp, Executor>;
using TcpStream = beast::basic_stream<Tcp, Executor>;
using Timer = asio::basic_waitable_timer<std::chrono::steady_clock,
                                         asio::wait_traits<std::chrono::steady_clock>, Executor>;
template <class T>
using Task = asio::awaitable<T, Executor>;
// Errors come as values: auto [error, bytes] = co_await …(await).
inline constexpr asio::as_tuple_t<asio::use_awaitable_t<Executor>> await{};

constexpr auto kHttpPatience = std::chrono::seconds(30);
constexpr auto kDeadAfter = std::chrono::seconds(30);
constexpr uint32_t kHeaderLimit = 16 * 1024;

// What the sessions share.
struct Hall {
  Handler& handler;
  const NetOptions& options;
  size_t connections = 0;
  bool stopping = false;
};

template <class Stream>
class WebSocketPeer final : public Peer,
                            public std::enable_shared_from_this<WebSocketPeer<Stream>> {
 public:
  WebSocketPeer(Stream stream, Hall& hall) : stream_(std::move(stream)), hall_(hall) {}

  void send(std::shared_ptr<const std::string> message) override {
    if (closed_) return;
    if (queue_.size() >= hall_.options.queue ||
        queued_bytes_ + message->size() > hall_.options.queue_bytes) {
      return drop();  // it doesn't read
    }
    queued_bytes_ += message->size();
    queue_.push_back(std::move(message));
    if (!writing_) write_next();
  }

  void close(int code, std::string_view reason) override {
    if (closed_) return;
    closed_ = true;
    websocket::close_reason why(static_cast<uint16_t>(code));
    why.reason.assign(reason.data(), reason.size());
    stream_.async_close(why, [self = this->shared_from_this()](error_code) { self->drop(); });
  }

  // Until the connection ends.
  Task<void> serve(http::request<http::string_body> upgrade, HttpRequest request) {
    auto self = this->shared_from_this();
    websocket::stream_base::timeout timeout{kHttpPatience, kDeadAfter, true};
    stream_.set_option(timeout);
    stream_.read_message_max(hall_.options.frame);
    stream_.auto_fragment(false);
    auto [error] = co_await stream_.async_accept(upgrade, await);
    if (error) co_return;
    hall_.handler.opened(self, request);
    beast::flat_buffer buffer;
    while (!closed_) {
      auto [read_error, bytes] = co_await stream_.async_read(buffer, await);
      if (read_error) break;
      if (!stream_.got_text()) {
        close(1003, "text only");
        break;
      }
      const auto data = buffer.data();
      hall_.handler.message(*this,
                            {static_cast<const char*>(data.data()), static_cast<size_t>(bytes)});
      buffer.consume(bytes);
    }
    closed_ = true;
    hall_.handler.closed(*this);
  }

 private:
  void write_next() {
    writing_ = true;
    stream_.text(true);
    stream_.async_write(
        asio::buffer(*queue_.front()),
        [self = this->shared_from_this()](error_code error, size_t) { self->written(error); });
  }
  void written(error_code error) {
    writing_ = false;
    queued_bytes_ -= queue_.front()->size();
    queue_.pop_front();
    if (error) return drop();
    if (!queue_.empty()) write_next();
  }
  void drop() {
    closed_ = true;
    error_code ignored;
    beast::get_lowest_layer(stream_).socket().close(ignored);
  }

  websocket::stream<Stream> stream_;
  Hall& hall_;
  std::deque<std::shared_ptr<const std::string>> queue_;
  size_t queued_bytes_ = 0;
  bool writing_ = false;
  bool closed_ = false;
};

inline HttpRequest plain_request(const http::request<http::string_body>& from,
                                 const std::string& address) {
  const auto text = [](beast::string_view view) { return std::string(view.data(), view.size()); };
  const auto header = [&](http::field field) { return text(from[field]); };
  HttpRequest request;
  request.method = text(from.method_string());
  const std::string target = text(from.target());
  const size_t question = target.find('?');
  request.path = target.substr(0, question);
  if (question != std::string::npos) request.query = target.substr(question + 1);
  request.body = from.body();
  request.address = address;
  request.host = header(http::field::host);
  request.origin = header(http::field::origin);
  request.cookie = header(http::field::cookie);
  request.accept_language = header(http::field::accept_language);
  request.accept_encoding = header(http::field::accept_encoding);
  request.content_type = header(http::field::content_type);
  request.if_none_match = header(http::field::if_none_match);
  request.forwarded_for = text(from["X-Forwarded-For"]);
  return request;
}

// Waits for the handler's answer, which may come later.
template <class Stream>
Task<HttpResponse> answer_of(Handler& handler, const HttpRequest& request, Stream& stream) {
  struct Waiting {
    explicit Waiting(const Executor& executor) : timer(executor) {}
    Timer timer;
    std::optional<HttpResponse> response;
  };
  auto waiting = std::make_shared<Waiting>(stream.get_executor());
  waiting->timer.expires_at(std::chrono::steady_clock::time_point::max());
  handler.http(request, [waiting](HttpResponse response) {
    waiting->response = std::move(response);
    waiting->timer.cancel();
  });
  if (!waiting->response) co_await waiting->timer.async_wait(await);
  co_return std::move(*waiting->response);
}

template <class Stream>
Task<bool> write_response(Stream& stream, const HttpResponse& response, unsigned version,
                          bool keep_alive, bool head_only) {
  const std::string_view body = response.fixed.empty() ? response.body : response.fixed;
  http::response<http::span_body<const char>> out;
  out.version(version);
  out.result(static_cast<unsigned>(response.status));
  out.keep_alive(keep_alive);
  out.set(http::field::content_type, response.type);
  for (const auto& [name, value] : response.headers) out.insert(name, value);
  if (!head_only) out.body() = {body.data(), body.size()};
  if (response.status != 304) out.content_length(body.size());
  auto [error, bytes] = co_await http::async_write(stream, out, await);
  co_return !error && keep_alive;
}

template <class Stream>
Task<void> serve_connection(Stream stream, Hall& hall, std::string address) {
  beast::flat_buffer buffer;
  bool more = true;
  while (more && !hall.stopping) {
    http::request_parser<http::string_body> parser;
    parser.header_limit(kHeaderLimit);
    parser.body_limit(hall.options.body);
    beast::get_lowest_layer(stream).expires_after(kHttpPatience);
    auto [error, bytes] = co_await http::async_read(stream, buffer, parser, await);
    if (error) {
      if (error == http::error::body_limit || error == http::error::header_limit) {
        HttpResponse too_large;
        too_large.status = 413;
        too_large.body = "{\"error\":{\"code\":\"size\",\"text\":\"too large\"}}";
        co_await write_response(stream, too_large, 11, false, false);
      }
      co_return;
    }
    HttpRequest request = plain_request(parser.get(), address);
    const unsigned version = parser.get().version();
    beast::get_lowest_layer(stream).expires_never();
    if (websocket::is_upgrade(parser.get()) && request.path == "/ws") {
      HttpResponse refusal;
      if (hall.handler.admit(request, refusal)) {
        auto peer = std::make_shared<WebSocketPeer<Stream>>(std::move(stream), hall);
        co_return co_await peer->serve(parser.release(), std::move(request));
      }
      co_await write_response(stream, refusal, version, false, false);
      co_return;
    }
    const HttpResponse response = co_await answer_of(hall.handler, request, stream);
    beast::get_lowest_layer(stream).expires_after(kHttpPatience);
    more = co_await write_response(stream, response, version, parser.get().keep_alive(),
                                   request.method == "HEAD");
  }
}

// Defined in net_tls.cpp.
class Tls;
struct DeleteTls {
  void operator()(Tls* tls) const;
};
using TlsPtr = std::unique_ptr<Tls, DeleteTls>;
TlsPtr make_tls(const std::string& cert, const std::string& key, std::string& problem);
Task<void> serve_tls(TcpStream stream, Tls& tls, Hall& hall, std::string address);

}  // namespace server
