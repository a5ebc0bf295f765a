#include "server/public_routes.h"

#include <algorithm>

#include "bots/nets.h"
#include "games/registry.h"
#include "server/address.h"
#include "server/assets.h"
#include "server/puzzle_sets.h"

namespace server {

PublicRoutes::PublicRoutes(Context& context, const PublicSettings& settings, People& people,
                           Clients& clients, Tables& tables, Lobby& lobby, Post& post)
    : Routes(context, people, clients, tables, lobby),
      settings_(settings),
      post_(post),
      alone_(settings.alone),
      requests_(settings.requests) {}

// A name that isn't ours is that of another page, whose name server points at us: what it sends and
// reads would pass for our own page's.
Refusal PublicRoutes::foreign_host(const HttpRequest& request) const {
  if (host_allowed(request.host, settings_.origins)) return {};
  return {Code::kForbidden, "foreign-host", {request.host}, nullptr, "", ""};
}

Refusal PublicRoutes::foreign_origin(const HttpRequest& request) const {
  if (request.origin.empty()) return {};  // not a page in a browser
  const size_t scheme = request.origin.find("://");
  if (scheme != std::string::npos && request.origin.substr(scheme + 3) == request.host) return {};
  const std::vector<std::string>& allowed = settings_.origins;
  if (std::find(allowed.begin(), allowed.end(), request.origin) != allowed.end()) return {};
  return refusal(Code::kForbidden, "foreign-origin");
}

bool PublicRoutes::admit(const HttpRequest& request, HttpResponse& response) {
  Refusal why;
  if (context_.stopping || context_.leaving) {
    why = refusal(Code::kStorage, context_.leaving ? "draining" : "storage");
  } else if (!requests_.take(request.address, context_.now())) {
    why = refusal(Code::kTooFast, "too-fast");
  } else if (why = foreign_host(request); !why) {
    why = foreign_origin(request);
  }
  if (!why && !people_.sender(request)) {
    why = refusal(Code::kStorage, "storage");
  }
  if (!why) return true;
  context_.metrics.count(why);
  response.status = kHttpStatus[static_cast<size_t>(why.code)];
  response.body =
      "{\"error\":{\"code\":\"" + std::string(kCodeIds[static_cast<size_t>(why.code)]) + "\"}}";
  return false;
}

void PublicRoutes::http(const HttpRequest& request, HttpReply reply) {
  const Call call =
      call_of(request, [reply = std::move(reply), secure = request.secure,
                        compiles = compiles_wasm(request.path)](HttpResponse response) {
        add_security_headers(response, secure, compiles);
        reply(std::move(response));
      });
  if (request.path == "/healthz") return get_health(call);
  if (request.path == "/metrics") return get_metrics(call);
  if (!requests_.take(request.address, context_.now())) {
    return refuse(call, refusal(Code::kTooFast, "too-fast"));
  }
  if (const Refusal foreign = foreign_host(request)) return refuse(call, foreign);
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (!request.path.starts_with("/api/")) {
    if (!reads) return refuse(call, refusal(Code::kForbidden, "bad-method"));
    if (!route_alone(call) && !route_shared(call)) plain_page(call);
    return;
  }
  // A program that reads mail sends this, from wherever it is; who has the word may do it.
  if (constexpr std::string_view kStop = "/api/stop/";
      request.method == "POST" && request.path.starts_with(kStop)) {
    return post_stop(call, std::string_view(request.path).substr(kStop.size()));
  }
  if (!reads) {
    if (const Refusal foreign = foreign_origin(request)) return refuse(call, foreign);
    // A form on a foreign page can't send this type without asking first.
    if (!request.content_type.starts_with("application/json")) {
      return refuse(call, {Code::kMessage, "bad-message", {"Content-Type"}, nullptr, "", ""});
    }
  }
  route(call);
}

bool PublicRoutes::route_alone(const Call& call) {
  const std::string_view path = call.request.path;
  constexpr std::string_view kFolder = "/alone/";
  // "/alone/schema/koenig.json": the game, where the path is one of that folder.
  const auto game_in = [&](std::string_view folder) -> const engine::AnyGame* {
    constexpr std::string_view kEnd = ".json";
    if (!path.starts_with(folder) || !path.ends_with(kEnd)) return nullptr;
    return games::find(path.substr(folder.size(), path.size() - folder.size() - kEnd.size()));
  };
  HttpResponse response;
  response.headers.emplace_back("Cache-Control", "no-cache");
  if (path == "/sw.js") {
    const Asset* file = find_asset(path);
    if (file == nullptr) return false;
    response.type = file->type;
    response.body = alone_.service_worker(std::string(file->plain));
    return call.reply(std::move(response)), true;
  }
  if (!path.starts_with(kFolder) || !alone_.there()) return false;
  if (const engine::AnyGame* game = game_in("/alone/schema/")) {
    return get_schema(call, *game), true;
  }
  if (const engine::AnyGame* game = game_in("/alone/nets/")) {
    const std::string_view net = bots::net_text(*game);
    if (!net.empty()) answer(call, 200, std::string(net));
    return !net.empty();
  }
  if (path == "/alone/about.json") {
    response.body = AloneFiles::about();
    return call.reply(std::move(response)), true;
  }
  if (path == "/alone/puzzles.jsonl") return answer(call, 200, puzzle_texts()), true;
  if (path != "/alone/stamtafel.wasm") return false;
  response.type = "application/wasm";
  const std::string etag = "\"" + alone_.version() + "\"";
  response.headers.emplace_back("ETag", etag);
  response.headers.emplace_back("Vary", "Accept-Encoding");
  if (call.request.if_none_match == etag) {
    response.status = 304;
    return call.reply(std::move(response)), true;
  }
  if (accepts(call.request.accept_encoding, "br")) response.body = alone_.brotli();
  if (!response.body.empty()) {
    response.headers.emplace_back("Content-Encoding", "br");
  } else {
    response.body = alone_.module();
  }
  return call.reply(std::move(response)), true;
}

bool PublicRoutes::route_more(const Call& call, std::string_view method,
                              const std::vector<std::string_view>& path) {
  if (path.size() != 2 || path[0] != "me") return false;
  const auto is = [&](std::string_view wanted, std::string_view name) {
    return method == wanted && path[1] == name;
  };
  if (is("GET", "addresses")) return get_addresses(call), true;
  if (is("POST", "address")) return post_address(call), true;
  if (is("POST", "confirm")) return post_confirm(call), true;
  return false;
}

void PublicRoutes::get_health(const Call& call) {
  HttpResponse response;
  const bool drains = context_.house.draining || context_.leaving;
  const bool well = context_.store.healthy() && !context_.stopping && !drains;
  response.status = well ? 200 : 503;
  response.type = "text/plain";
  response.body = well ? "ok\n" : drains ? "draining\n" : "not well\n";
  call.reply(std::move(response));
}

void PublicRoutes::get_metrics(const Call& call) {
  Metrics& metrics = context_.metrics;
  metrics.clients = clients_.count();
  metrics.tables_in_memory = tables_.in_memory();
  metrics.tables_resting = tables_.known() - metrics.tables_in_memory;
  metrics.texts_kept = static_texts_.size();
  metrics.slow_text_bytes = slow_texts_.bytes();
  metrics.slow_texts_waiting = slow_texts_.waiting();
  metrics.names_kept = people_.remembered();
  metrics.phrase_bytes = context_.phrases.bytes();
  metrics.limits_kept = context_.quotas.size() + requests_.size();
  metrics.store = context_.store.figures();
  HttpResponse response;
  response.type = "text/plain; version=0.0.4";
  response.body = metrics.text() + context_.thinking.metrics();
  if (settings_.more_metrics) response.body += settings_.more_metrics();
  call.reply(std::move(response));
}

}  // namespace server
