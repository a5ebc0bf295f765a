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
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "server/address.h"
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

// Counts what the other end takes; the hook for it is meant for limits of rate, of which there is
// none.
class Progress {
 public:
  uint64_t written() const { return written_; }

 private:
  friend class beast::rate_policy_access;
  static constexpr size_t kAll = std::numeric_limits<size_t>::max();
  static size_t available_read_bytes() { return kAll; }
  static size_t available_write_bytes() { return kAll; }
  static void transfer_read_bytes(size_t) {}
  void transfer_write_bytes(size_t count) { written_ += count; }
  static void on_timer() {}
  uint64_t written_ = 0;
};

using TcpStream = beast::basic_stream<Tcp, Executor, Progress>;
using Timer = asio::basic_waitable_timer<std::chrono::steady_clock,
                                         asio::wait_traits<std::chrono::steady_clock>, Executor>;
template <class T>
using Task = asio::awaitable<T, Executor>;
// Errors come as values: auto [error, bytes] = co_await …(await).
inline constexpr asio::as_tuple_t<asio::use_awaitable_t<Executor>> await{};

constexpr auto kDeadAfter = std::chrono::seconds(30);
constexpr uint32_t kHeaderLimit = 16 * 1024;

// What the sessions share.
struct NetShared {
  NetShared(Handler& to, const NetOptions& with)
      : handler(to), options(with), gate(with.gate), backlog(with.backlog) {}
  Handler& handler;
  const NetOptions& options;
  Gate gate;
  Backlog backlog;
  size_t connections = 0;  // that have not ended yet
  bool stopping = false;

  static int64_t now() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
};

template <class Stream>
void close_now(Stream& stream) {
  error_code ignored;
  beast::get_lowest_layer(stream).socket().close(ignored);
}

template <class Stream>
uint64_t written_to(Stream& stream) {
  return beast::get_lowest_layer(stream).rate_policy().written();
}

template <class Stream>
class WebSocketPeer final : public Peer,
                            public std::enable_shared_from_this<WebSocketPeer<Stream>> {
 public:
  WebSocketPeer(Stream stream, NetShared& shared)
      : stream_(std::move(stream)),
        shared_(shared),
        queue_(shared.backlog, [this] { drop(); }, [this] { return written_to(stream_); }) {}

  void send(std::shared_ptr<const std::string> message) override {
    if (closed_) return;
    queue_.push(std::move(message));
    if (!closed_ && !writing_) write_next();
  }

  void close(int code, std::string_view reason) override {
    if (closed_) return;
    closed_ = true;
    websocket::close_reason why(static_cast<uint16_t>(code));
    why.reason.assign(reason.data(), reason.size());
    stream_.async_close(why, [self = this->shared_from_this()](error_code) { self->drop(); });
  }

  // Until the connection ends.
  Task<void> serve(http::request<http::string_body> upgrade, HttpRequest request,
                   Gate::Visit& visit) {
    auto self = this->shared_from_this();
    visit.drop = [this] { drop(); };
    visit.has_seat = [this] { return shared_.handler.has_seat(*this); };
    const std::chrono::milliseconds patience(shared_.options.request_patience);
    stream_.set_option(websocket::stream_base::timeout{patience, kDeadAfter, true});
    stream_.read_message_max(shared_.options.frame);
    stream_.auto_fragment(false);
    auto [error] = co_await stream_.async_accept(upgrade, await);
    if (error) co_return;
    shared_.handler.opened(self, request);
    beast::flat_buffer buffer;
    while (!closed_) {
      auto [read_error, bytes] = co_await stream_.async_read(buffer, await);
      if (read_error) break;
      if (!stream_.got_text()) {
        close(1003, "text only");
        break;
      }
      const auto data = buffer.data();
      const int64_t pause = shared_.handler.message(
          *this, {static_cast<const char*>(data.data()), static_cast<size_t>(bytes)});
      buffer.consume(bytes);
      if (pause > 0) {
        Timer timer(stream_.get_executor());
        timer.expires_after(std::chrono::milliseconds(pause));
        co_await timer.async_wait(await);
      }
    }
    closed_ = true;
    shared_.handler.closed(*this);
  }

 private:
  void write_next() {
    writing_ = true;
    stream_.text(true);
    stream_.async_write(
        asio::buffer(queue_.front()),
        [self = this->shared_from_this()](error_code error, size_t) { self->written(error); });
  }
  void written(error_code error) {
    writing_ = false;
    queue_.pop();
    if (error) return drop();
    if (!queue_.empty()) write_next();
  }
  void drop() {
    closed_ = true;
    queue_.forget_waiting();
    close_now(stream_);
  }

  websocket::stream<Stream> stream_;
  NetShared& shared_;
  SendQueue queue_;
  bool writing_ = false;
  bool closed_ = false;
};

// All lines of a header, joined as one.
inline std::string joined(const http::fields& from, std::string_view name) {
  std::string all;
  const auto lines = from.equal_range({name.data(), name.size()});
  for (auto line = lines.first; line != lines.second; ++line) {
    if (!all.empty()) all += ',';
    all.append(line->value().data(), line->value().size());
  }
  return all;
}

inline HttpRequest plain_request(const http::request<http::string_body>& from,
                                 const std::string& address, bool tls, int hops) {
  const auto text = [](beast::string_view view) { return std::string(view.data(), view.size()); };
  const auto header = [&](http::field field) { return text(from[field]); };
  HttpRequest request;
  request.method = text(from.method_string());
  const std::string target = text(from.target());
  const size_t question = target.find('?');
  request.path = target.substr(0, question);
  if (question != std::string::npos) request.query = target.substr(question + 1);
  request.body = from.body();
  request.address = address_key(client_address(address, joined(from, "X-Forwarded-For"), hops));
  request.secure = tls || forwarded_https(joined(from, "X-Forwarded-Proto"), hops);
  request.host = header(http::field::host);
  request.origin = header(http::field::origin);
  request.cookie = header(http::field::cookie);
  request.accept_language = header(http::field::accept_language);
  request.accept_encoding = header(http::field::accept_encoding);
  request.content_type = header(http::field::content_type);
  request.if_none_match = header(http::field::if_none_match);
  request.user_agent = header(http::field::user_agent);
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

// False: the connection ends. As long as the other end takes something now and then, a large page
// may take its time.
template <class Stream>
Task<bool> write_response(Stream& stream, NetShared& shared, HttpResponse response,
                          unsigned version, bool keep_alive, bool head_only) {
  const auto own = std::make_shared<const std::string>(std::move(response.body));
  const std::string_view body = response.fixed.empty() ? *own : response.fixed;
  SendQueue queue(
      shared.backlog, [&stream] { close_now(stream); }, [&stream] { return written_to(stream); });
  queue.push(own);
  http::response<http::span_body<const char>> out;
  out.version(version);
  out.result(static_cast<unsigned>(response.status));
  out.keep_alive(keep_alive);
  out.set(http::field::content_type, response.type);
  for (const auto& [name, value] : response.headers) out.insert(name, value);
  if (!head_only) out.body() = {body.data(), body.size()};
  if (response.status != 304) out.content_length(body.size());
  beast::get_lowest_layer(stream).expires_never();  // the backlog looks after it
  auto [error, bytes] = co_await http::async_write(stream, out, await);
  co_return !error && keep_alive;
}

inline HttpResponse plain_refusal(int status, std::string_view code, std::string_view text) {
  HttpResponse refusal;
  refusal.status = status;
  refusal.body =
      "{\"error\":{\"code\":\"" + std::string(code) + "\",\"text\":\"" + std::string(text) + "\"}}";
  if (status == 429 || status == 503) refusal.headers.emplace_back("Retry-After", "5");
  return refusal;
}

inline bool is_health_check(const HttpRequest& request) {
  return request.path == "/healthz" || request.path == "/metrics";
}

// A WebSocket needs the handler's word, and room. Nothing: it may come in.
inline std::optional<HttpResponse> refuse_socket(NetShared& shared, Gate::Visit& visit,
                                                 const HttpRequest& request) {
  HttpResponse refusal;
  if (!shared.handler.admit(request, refusal)) return refusal;
  switch (
      shared.gate.enter(visit, request.address, [&] { return shared.handler.has_seat(request); })) {
    case Gate::Verdict::kAddressFull:
      return plain_refusal(429, "too-fast", "too many connections from this address");
    case Gate::Verdict::kFull:
      return plain_refusal(503, "full", "too many connections");
    case Gate::Verdict::kWelcome:
      break;
  }
  return std::nullopt;
}

template <class Stream>
Task<void> serve_connection(Stream stream, NetShared& shared, Gate::Visit& visit,
                            std::string address, bool tls) {
  visit.drop = [&stream] { close_now(stream); };
  beast::flat_buffer buffer;
  bool more = true;
  int64_t patience = shared.options.request_patience;
  while (more && !shared.stopping) {
    http::request_parser<http::string_body> parser;
    parser.header_limit(kHeaderLimit);
    parser.body_limit(shared.options.body);
    beast::get_lowest_layer(stream).expires_after(std::chrono::milliseconds(patience));
    patience = shared.options.keep_patience;
    auto [error, bytes] = co_await http::async_read(stream, buffer, parser, await);
    if (error) {
      if (error == http::error::body_limit || error == http::error::header_limit) {
        co_await write_response(stream, shared, plain_refusal(413, "size", "too large"), 11, false,
                                false);
      }
      co_return;
    }
    HttpRequest request = plain_request(parser.get(), address, tls, shared.options.hops);
    const unsigned version = parser.get().version();
    const bool kept = shared.gate.heard(visit) && parser.get().keep_alive();
    beast::get_lowest_layer(stream).expires_never();
    if (visit.hurried() && !is_health_check(request)) {
      co_await write_response(stream, shared,
                              plain_refusal(429, "too-fast", "too many new connections"), version,
                              false, false);
      co_return;
    }
    if (websocket::is_upgrade(parser.get()) && request.path == "/ws") {
      if (std::optional<HttpResponse> refusal = refuse_socket(shared, visit, request)) {
        co_await write_response(stream, shared, std::move(*refusal), version, false, false);
        co_return;
      }
      auto peer = std::make_shared<WebSocketPeer<Stream>>(std::move(stream), shared);
      co_return co_await peer->serve(parser.release(), std::move(request), visit);
    }
    HttpResponse response = co_await answer_of(shared.handler, request, stream);
    more = co_await write_response(stream, shared, std::move(response), version, kept,
                                   request.method == "HEAD");
  }
}

// Defined in net_tls.cpp.
class Tls;
using TlsPtr = std::shared_ptr<Tls>;
TlsPtr make_tls(const std::string& cert, const std::string& key, std::string& problem);
Task<void> serve_tls(TcpStream stream, TlsPtr tls, NetShared& shared, Gate::Visit& visit,
                     std::string address);

}  // namespace server
