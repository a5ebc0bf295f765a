// A connection as long as it is HTTP, over plain TCP or TLS alike; net_socket.h has what may become
// of it. Included by net*.cpp only: it costs half a minute to compile.
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
#include <boost/beast/websocket/rfc6455.hpp>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "server/address.h"
#include "server/net.h"
#include "server/pulses.h"

namespace server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
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

constexpr uint32_t kHeaderLimit = 16 * 1024;

// What the sessions share.
struct NetShared {
  NetShared(Handler& to, const NetOptions& with)
      : handler(to),
        options(with),
        gate(with.gate),
        backlog(with.backlog),
        pulses(with.request_patience) {}
  Handler& handler;
  const NetOptions& options;
  Gate gate;
  Backlog backlog;
  Pulses pulses;
  size_t connections = 0;  // that have not ended yet
  bool stopping = false;

  static int64_t now() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
};

inline Socket& socket_of(Socket& socket) { return socket; }
inline Socket& socket_of(TcpStream& stream) { return stream.socket(); }
template <class Stream>
Socket& socket_of(Stream& tls) {
  return tls.next_layer().socket();
}
template <class Stream>
void close_now(Stream& stream) {
  error_code ignored;
  socket_of(stream).close(ignored);
}

template <class Stream>
uint64_t written_to(Stream& stream) {
  return beast::get_lowest_layer(stream).rate_policy().written();
}

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
  queue.sending(queue.size());
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

// A request that turns its connection into a WebSocket.
struct Upgrade {
  HttpRequest request;
  std::string key;    // that the answer is to prove it has seen
  std::string early;  // what came behind it
};

// What is wrong with a request for a WebSocket; nothing: it is one.
inline std::optional<HttpResponse> refuse_handshake(const http::request<http::string_body>& from) {
  constexpr size_t kLongestKey = 24;
  const beast::string_view key = from[http::field::sec_websocket_key];
  if (from[http::field::sec_websocket_version] != "13") {
    HttpResponse refusal = plain_refusal(426, "version", "version 13 of WebSocket is spoken here");
    refusal.headers.emplace_back("Sec-WebSocket-Version", "13");
    return refusal;
  }
  if (key.empty() || key.size() > kLongestKey) {
    return plain_refusal(400, "key", "Sec-WebSocket-Key is missing or too long");
  }
  return std::nullopt;
}

// Answers requests until the connection is to end, or to become a WebSocket: nothing of what was
// needed for requests stays in the memory then.
template <class Stream>
Task<std::unique_ptr<Upgrade>> serve_requests(Stream& stream, NetShared& shared, Gate::Visit& visit,
                                              const std::string& address, bool tls) {
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
      co_return nullptr;
    }
    HttpRequest request = plain_request(parser.get(), address, tls, shared.options.hops);
    const unsigned version = parser.get().version();
    const bool kept = shared.gate.heard(visit) && parser.get().keep_alive();
    beast::get_lowest_layer(stream).expires_never();
    if (visit.hurried() && !is_health_check(request)) {
      co_await write_response(stream, shared,
                              plain_refusal(429, "too-fast", "too many new connections"), version,
                              false, false);
      co_return nullptr;
    }
    if (beast::websocket::is_upgrade(parser.get()) && request.path == "/ws") {
      std::optional<HttpResponse> refusal = refuse_handshake(parser.get());
      if (!refusal) refusal = refuse_socket(shared, visit, request);
      if (refusal) {
        co_await write_response(stream, shared, std::move(*refusal), version, false, false);
        co_return nullptr;
      }
      const beast::string_view key = parser.get()[http::field::sec_websocket_key];
      const auto early = buffer.data();
      co_return std::make_unique<Upgrade>(
          Upgrade{std::move(request), std::string(key.data(), key.size()),
                  std::string(static_cast<const char*>(early.data()), early.size())});
    }
    HttpResponse response = co_await answer_of(shared.handler, request, stream);
    more = co_await write_response(stream, shared, std::move(response), version, kept,
                                   request.method == "HEAD");
  }
  co_return nullptr;
}

// Defined in net_tls.cpp.
class Tls;
using TlsPtr = std::shared_ptr<Tls>;
TlsPtr make_tls(const std::string& cert, const std::string& key, std::string& problem);
Task<void> serve_tls(TcpStream stream, TlsPtr tls, NetShared& shared, Gate::Visit& visit,
                     std::string address);

}  // namespace server
