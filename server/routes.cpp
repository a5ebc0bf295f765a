#include "server/routes.h"

#include <algorithm>

#include "server/address.h"
#include "server/assets.h"

namespace server {
namespace {

constexpr size_t kWorthGzip = 1024;
constexpr size_t kMostCompressing = 32;

engine::Language language_of(const HttpRequest& request) {
  if (const auto asked = engine::parse_language(request.parameter("lang"))) return *asked;
  for (std::string_view item : engine::split(request.accept_language, ',')) {
    if (const auto known = engine::parse_language(engine::trim(item.substr(0, item.find(';'))))) {
      return *known;
    }
  }
  return engine::Language::kEnglish;
}

// Who sent the request. nullopt: that can't be read just now; somebody with a device must not be
// taken for nobody, be asked for a name, and become somebody else.
std::optional<store::Person> sender(const HttpRequest& request, People& people,
                                    store::Store& store) {
  store::Person me = people.person_of(request);
  if (!me.id.empty() || request.cookie_value("stamtafel").empty()) return me;
  if (!store.person("")) return std::nullopt;
  return people.person_of(request);
}

}  // namespace

Routes::Routes(Context& context, People& people, Clients& clients, Tables& tables, Lobby& lobby,
               Post& post)
    : context_(context),
      people_(people),
      clients_(clients),
      tables_(tables),
      lobby_(lobby),
      post_(post),
      devices_(context),
      slow_texts_(context),
      requests_(context.settings.requests) {}

// A name that isn't ours is that of another page, whose name server points at us: what it sends and
// reads would pass for our own page's.
Refusal Routes::foreign_host(const HttpRequest& request) const {
  if (host_allowed(request.host, context_.settings.origins)) return {};
  return {Code::kForbidden, "foreign-host", {request.host}, nullptr, "", ""};
}

Refusal Routes::foreign_origin(const HttpRequest& request) const {
  if (request.origin.empty()) return {};  // not a page in a browser
  const size_t scheme = request.origin.find("://");
  if (scheme != std::string::npos && request.origin.substr(scheme + 3) == request.host) return {};
  const std::vector<std::string>& allowed = context_.settings.origins;
  if (std::find(allowed.begin(), allowed.end(), request.origin) != allowed.end()) return {};
  return refusal(Code::kForbidden, "foreign-origin");
}

bool Routes::admit(const HttpRequest& request, HttpResponse& response) {
  Refusal why;
  if (context_.stopping) {
    why = refusal(Code::kStorage, "storage");
  } else if (!requests_.take(address_key(request.address), context_.now())) {
    why = refusal(Code::kTooFast, "too-fast");
  } else if (why = foreign_host(request); !why) {
    why = foreign_origin(request);
  }
  if (!why && !sender(request, people_, context_.store)) {
    why = refusal(Code::kStorage, "storage");
  }
  if (!why) return true;
  context_.metrics.count(why);
  response.status = kHttpStatus[static_cast<size_t>(why.code)];
  response.body =
      "{\"error\":{\"code\":\"" + std::string(kCodeIds[static_cast<size_t>(why.code)]) + "\"}}";
  return false;
}

void Routes::answer(const Later& to, int status, std::string body) {
  HttpResponse response;
  response.status = status;
  response.headers.emplace_back("Cache-Control", "no-store");
  // When the workers can't follow, the network is to carry it.
  const bool large = body.size() >= kWorthGzip && accepts(to.accept_encoding, "gzip");
  response.body = std::move(body);
  if (!large || compressing_ >= kMostCompressing) return to.reply(std::move(response));
  ++compressing_;
  context_.workers.submit([this, alive = context_.alive, post = context_.settings.post,
                           reply = to.reply, response = std::move(response)]() mutable {
    response.body = gzip(response.body);
    response.headers.emplace_back("Content-Encoding", "gzip");
    post([this, alive, reply, response = std::move(response)]() mutable {
      if (!*alive) return;
      --compressing_;
      reply(std::move(response));
    });
  });
}

void Routes::refuse(const Later& to, const Refusal& refused) {
  context_.metrics.count(refused);
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.key("error");
  out.begin_object();
  write_refusal(refused, to.language, out);
  out.end_object();
  out.end_object();
  answer(to, kHttpStatus[static_cast<size_t>(refused.code)], std::move(text));
}

void Routes::http(const HttpRequest& request, HttpReply reply) {
  ++context_.metrics.http_requests;
  Call call{request,
            [reply = std::move(reply), secure = request.secure](HttpResponse response) {
              add_security_headers(response, secure);
              reply(std::move(response));
            },
            language_of(request),
            {}};
  if (request.path == "/healthz") return get_health(call);
  if (request.path == "/metrics") return get_metrics(call);
  if (!requests_.take(address_key(request.address), context_.now())) {
    return refuse(call, refusal(Code::kTooFast, "too-fast"));
  }
  if (const Refusal foreign = foreign_host(request)) return refuse(call, foreign);
  route(call);
}

void Routes::get_health(const Call& call) {
  HttpResponse response;
  const bool well = context_.store.healthy() && !context_.stopping && !context_.house.draining;
  response.status = well ? 200 : 503;
  response.type = "text/plain";
  response.body = well ? "ok\n" : "not well\n";
  call.reply(std::move(response));
}

void Routes::get_metrics(const Call& call) {
  Metrics& metrics = context_.metrics;
  metrics.clients = clients_.count();
  metrics.tables_in_memory = tables_.in_memory();
  metrics.tables_resting = tables_.known() - metrics.tables_in_memory;
  metrics.texts_kept = static_texts_.size();
  metrics.slow_text_bytes = slow_texts_.bytes();
  metrics.slow_texts_waiting = slow_texts_.waiting();
  metrics.names_kept = people_.remembered();
  metrics.limits_kept = context_.quotas.size() + requests_.size();
  metrics.store = context_.store.figures();
  HttpResponse response;
  response.type = "text/plain; version=0.0.4";
  response.body = metrics.text();
  if (context_.settings.more_metrics) response.body += context_.settings.more_metrics();
  call.reply(std::move(response));
}

void Routes::route(const Call& call) {
  const HttpRequest& request = call.request;
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (!request.path.starts_with("/api/")) {
    if (!reads) return refuse(call, refusal(Code::kForbidden, "bad-method"));
    if (!route_shared(call)) plain_page(call);
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
  const std::optional<store::Person> me = sender(request, people_, context_.store);
  Call known{request, call.reply, call.language, me.value_or(store::Person{})};
  const std::vector<std::string_view> path =
      engine::split(std::string_view(request.path).substr(5), '/');
  const std::string_view method =
      reads ? std::string_view("GET") : std::string_view(request.method);
  const std::string_view first = path.empty() ? std::string_view{} : path[0];
  const auto is = [&](std::string_view wanted, std::string_view name, size_t parts,
                      std::string_view second = {}) {
    return method == wanted && first == name && path.size() == parts &&
           (second.empty() || path[1] == second);
  };
  if (method == "GET" && first == "games") return route_games(known, path);
  if (is("POST", "games", 3) && path[2] == "editions") return post_edition(known, path[1]);
  if (!me) return refuse(known, refusal(Code::kStorage, "storage"));
  if (first == "me" || first == "tables") known.reply = renewing(known);
  if (is("GET", "me", 1)) return get_me(known);
  if (is("PUT", "me", 1)) return put_me(known);
  if (is("POST", "me", 2, "link")) return post_link(known);
  if (is("POST", "me", 2, "claim")) return post_claim(known);
  if (is("GET", "me", 2, "devices")) return get_devices(known);
  if (is("POST", "me", 2, "revoke")) return post_revoke(known);
  if (is("GET", "me", 2, "blocks")) return get_blocks(known);
  if (is("POST", "me", 2, "block")) return post_block(known);
  if (is("GET", "me", 2, "addresses")) return get_addresses(known);
  if (is("POST", "me", 2, "address")) return post_address(known);
  if (is("POST", "me", 2, "confirm")) return post_confirm(known);
  if (is("GET", "tables", 1)) return get_tables(known);
  if (is("POST", "tables", 1)) return post_table(known);
  if (is("GET", "tables", 3)) return get_finished(known, path[1], path[2]);
  refuse(known, refusal(Code::kUnknown, "unknown-path"));
}

}  // namespace server
