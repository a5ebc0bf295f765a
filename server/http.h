// HTTP and WebSocket as the rest of the server sees them: no type of the network library in sight.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace server {

struct HttpRequest {
  std::string method;
  std::string path;   // "/api/tables"
  std::string query;  // "seat=green&from=3"
  std::string body;
  std::string address;  // of the client, as limits count it
  bool secure = false;  // it came over TLS, to us or to our proxy
  // Of the headers only what is looked at.
  std::string host, origin, cookie, accept_language, accept_encoding, content_type, if_none_match,
      user_agent;

  // The value of "name" in the query; empty when it isn't there.
  std::string_view parameter(std::string_view name) const;
  // The value of a cookie.
  std::string_view cookie_value(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::string_view fixed;                   // a body that outlives the response, instead of `body`
  std::shared_ptr<const std::string> kept;  // what `fixed` lies in, where that isn't for ever
  std::vector<std::pair<std::string, std::string>> headers;
};
using HttpReply = std::function<void(HttpResponse)>;

// The other end of a WebSocket. Messages wait in a bounded queue; who doesn't read is dropped.
class Peer {
 public:
  virtual ~Peer() = default;
  virtual void send(std::shared_ptr<const std::string> message) = 0;
  virtual void close(int code, std::string_view reason) = 0;
};

// What the network calls, all on one thread.
class Handler {
 public:
  virtual ~Handler() = default;
  virtual void http(const HttpRequest& request, HttpReply reply) = 0;
  // A WebSocket: is it let in? An empty response body means yes.
  virtual bool admit(const HttpRequest& request, HttpResponse& refusal) = 0;
  virtual void opened(const std::shared_ptr<Peer>& peer, const HttpRequest& request) = 0;
  // For how many milliseconds nothing more is read from it: not 0 when it was too fast, so that
  // what it sends beyond its limits costs it time instead of us.
  virtual int64_t message(Peer& peer, std::string_view text) = 0;
  virtual void closed(Peer& peer) = 0;
  // Whose is it: somebody's who has a seat? They come before others when room is short.
  virtual bool has_seat(const HttpRequest& request) = 0;
  virtual bool has_seat(const Peer& peer) = 0;
  virtual void tick() = 0;
  // A line of the operator's; it is answered by one.
  virtual void admin(std::string_view line, std::function<void(std::string)> reply) = 0;
};

// "deflate, gzip;q=0.5" accepts gzip; q=0 doesn't.
bool accepts(std::string_view accept_encoding, std::string_view coding);

}  // namespace server
