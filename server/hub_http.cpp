// HTTP: people, the catalogue, operation. Tables are in hub_http_tables.cpp.
#include <algorithm>

#include "engine/record.h"
#include "engine/schema.h"
#include "games/registry.h"
#include "server/assets.h"
#include "server/catalogue.h"
#include "server/hub.h"
#include "server/plain_text.h"

namespace server {
namespace {

constexpr int64_t kLinkLife = 15 * 60 * 1000;
constexpr size_t kWorthGzip = 1024;
constexpr size_t kMaxName = 24;

engine::Language language_of(const HttpRequest& request) {
  if (const auto asked = engine::parse_language(request.parameter("lang"))) return *asked;
  for (std::string_view item : engine::split(request.accept_language, ',')) {
    if (const auto known = engine::parse_language(engine::trim(item.substr(0, item.find(';'))))) {
      return *known;
    }
  }
  return engine::Language::kEnglish;
}

std::string write_me(const store::Person& me) {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.key("me");
  if (me.id.empty()) {
    out.null();
  } else {
    out.begin_object();
    out.member("id", std::string_view(me.id));
    out.member("name", std::string_view(me.name));
    out.end_object();
  }
  out.end_object();
  return text;
}

}  // namespace

bool Hub::own_origin(const HttpRequest& request) const {
  if (request.origin.empty()) return true;  // not a page in a browser
  const size_t scheme = request.origin.find("://");
  if (scheme != std::string::npos && request.origin.substr(scheme + 3) == request.host) return true;
  return std::find(settings_.origins.begin(), settings_.origins.end(), request.origin) !=
         settings_.origins.end();
}

std::string Hub::address_of(const HttpRequest& request) const {
  if (!settings_.proxied || request.forwarded_for.empty()) return request.address;
  // The last one is what our own proxy saw; those before it anybody can write.
  const std::vector<std::string_view> hops = engine::split(request.forwarded_for, ',');
  return hops.empty() ? request.address : std::string(hops.back());
}

store::Person Hub::person_of(const HttpRequest& request) {
  const std::string_view token = request.cookie_value("stamtafel");
  if (token.empty() || token.size() > 100) return {};
  std::optional<store::Person> person = store_.person_of_device(blake2b(token));
  if (!person || person->id.empty()) return {};
  names_[person->id] = person->name;
  return *person;
}

std::string Hub::cookie(const std::string& token) const {
  return "stamtafel=" + token + "; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000" +
         (settings_.secure ? "; Secure" : "");
}

void Hub::answer(const Call& call, int status, std::string body) {
  HttpResponse response;
  response.status = status;
  response.headers.emplace_back("Cache-Control", "no-store");
  if (body.size() >= kWorthGzip && accepts(call.request.accept_encoding, "gzip")) {
    body = gzip(body);
    response.headers.emplace_back("Content-Encoding", "gzip");
  }
  response.body = std::move(body);
  call.reply(std::move(response));
}

void Hub::refuse(const Call& call, const Refusal& refused) {
  count_refusal(refused);
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.key("error");
  out.begin_object();
  write_refusal(refused, call.language, out);
  out.end_object();
  out.end_object();
  answer(call, kHttpStatus[static_cast<size_t>(refused.code)], std::move(text));
}

void Hub::http(const HttpRequest& request, HttpReply reply) {
  ++metrics_.http_requests;
  const bool secure = settings_.secure;
  Call call{request,
            [reply = std::move(reply), secure](HttpResponse response) {
              add_security_headers(response, secure);
              reply(std::move(response));
            },
            language_of(request),
            {}};
  if (request.path == "/healthz") {
    HttpResponse response;
    const bool well = store_.healthy() && !stopping_;
    response.status = well ? 200 : 503;
    response.type = "text/plain";
    response.body = well ? "ok\n" : "not well\n";
    return call.reply(std::move(response));
  }
  if (request.path == "/metrics") {
    metrics_.clients = clients_.size();
    metrics_.tables_in_memory = tables_in_memory();
    metrics_.tables_resting = places_.size() - metrics_.tables_in_memory;
    metrics_.store = store_.figures();
    HttpResponse response;
    response.type = "text/plain; version=0.0.4";
    response.body = metrics_.text();
    return call.reply(std::move(response));
  }
  if (!requests_.take(address_of(request), now())) {
    return refuse(call, refusal(Code::kTooFast, "too-fast"));
  }
  route(call);
}

void Hub::route(const Call& call) {
  const HttpRequest& request = call.request;
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (!request.path.starts_with("/api/")) {
    HttpResponse response;
    if (!reads) return refuse(call, refusal(Code::kForbidden, "bad-method"));
    if (!serve_asset(request, response))
      return refuse(call, refusal(Code::kUnknown, "unknown-path"));
    return call.reply(std::move(response));
  }
  if (!reads) {
    if (!own_origin(request)) return refuse(call, refusal(Code::kForbidden, "foreign-origin"));
    // A form on a foreign page can't send this type without asking first.
    if (!request.content_type.starts_with("application/json")) {
      return refuse(call, {Code::kMessage, "bad-message", {"Content-Type"}, nullptr, "", ""});
    }
  }
  Call known{request, call.reply, call.language, person_of(request)};
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
  if (is("GET", "me", 1)) return get_me(known);
  if (is("PUT", "me", 1)) return put_me(known);
  if (is("POST", "me", 2, "link")) return post_link(known);
  if (is("POST", "me", 2, "claim")) return post_claim(known);
  if (is("GET", "tables", 1)) return get_tables(known);
  if (is("POST", "tables", 1)) return post_table(known);
  if (is("GET", "tables", 3)) return get_finished(known, path[1], path[2]);
  refuse(known, refusal(Code::kUnknown, "unknown-path"));
}

// Texts that never change while the server runs.
Hub::StaticText Hub::static_text(std::string plain) {
  StaticText text{std::move(plain), {}, {}};
  text.gzipped = gzip(text.plain);
  text.etag = "\"" + blake2b(text.plain).substr(0, 16) + "\"";
  return text;
}

void Hub::static_json(const Call& call, const std::string& key,
                      const std::function<std::string()>& make) {
  auto known = static_texts_.find(key);
  if (known == static_texts_.end()) known = static_texts_.emplace(key, static_text(make())).first;
  const StaticText& text = known->second;
  HttpResponse response;
  response.headers.emplace_back("Cache-Control", "no-cache");
  response.headers.emplace_back("ETag", text.etag);
  response.headers.emplace_back("Vary", "Accept-Encoding, Accept-Language");
  if (call.request.if_none_match == text.etag) {
    response.status = 304;
  } else if (accepts(call.request.accept_encoding, "gzip")) {
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.fixed = text.gzipped;
  } else {
    response.fixed = text.plain;
  }
  call.reply(std::move(response));
}

void Hub::route_games(const Call& call, const std::vector<std::string_view>& path) {
  const std::string language(engine::kLanguages[static_cast<size_t>(call.language)]);
  if (path.size() == 1) {
    return static_json(call, "games " + language,
                       [&] { return write_catalogue(settings_.version, call.language); });
  }
  const engine::AnyGame* game = games::find(path[1]);
  if (game == nullptr) return refuse(call, refusal(Code::kUnknown, "unknown-game"));
  const std::string id(game->spec().id);
  if (path.size() == 3 && path[2] == "edition") {
    return static_json(call, "edition " + id, [&] { return std::string(game->edition_json()); });
  }
  if (path.size() == 3 && path[2] == "schema") return get_schema(call, *game);
  if (path.size() == 4 && path[2] == "texts") {
    const auto wanted = engine::parse_language(path[3]);
    if (!wanted) return refuse(call, refusal(Code::kUnknown, "unknown-path"));
    return static_json(call, "texts " + id + " " + std::string(path[3]),
                       [&] { return write_texts(*game, *wanted); });
  }
  refuse(call, refusal(Code::kUnknown, "unknown-path"));
}

// Found by playing, which takes a moment the first time.
void Hub::get_schema(const Call& call, const engine::AnyGame& game) {
  const std::string key = "schema " + std::string(game.spec().id);
  if (static_texts_.contains(key)) return static_json(call, key, nullptr);
  workers_.submit([this, alive = alive_, post = settings_.post, key, &game, reply = call.reply,
                   request = call.request, language = call.language] {
    auto text = std::make_shared<StaticText>(static_text(engine::write_schema(game)));
    post([this, alive, key, text, reply, request, language] {
      if (!*alive) return;
      static_texts_.emplace(key, std::move(*text));
      static_json(Call{request, reply, language, {}}, key, nullptr);
    });
  });
}

void Hub::get_me(const Call& call) { answer(call, 200, write_me(call.me)); }

void Hub::put_me(const Call& call) {
  const auto json = engine::parse_json(call.request.body, "body");
  engine::Error error;
  std::optional<std::string> name;
  if (json) {
    engine::FieldReader fields(*json, "body", error, engine::ErrorCode::kUsage);
    name = plain_line(fields.string("name"), kMaxName);
    fields.finish();
  } else {
    error = json.error;
  }
  if (error) return refuse(call, {Code::kMessage, "bad-message", {error.text}, nullptr, "", ""});
  if (!name) return refuse(call, refusal(Code::kMessage, "bad-name"));
  const bool fresh = call.me.id.empty();
  if (fresh && !people_.take(address_of(call.request), now())) {
    return refuse(call, refusal(Code::kTooFast, "too-fast"));
  }
  const store::Person person{fresh ? "p" + random_id(12) : call.me.id, *name};
  const std::string token = fresh ? random_hex(32) : std::string();
  const auto then = [this, alive = alive_, reply = call.reply, language = call.language, person,
                     token](const store::Result& result) {
    if (!*alive) return;
    HttpResponse response;
    response.headers.emplace_back("Cache-Control", "no-store");
    if (result.outcome != store::Outcome::kDone) {
      const HttpRequest nothing;
      return refuse(Call{nothing, reply, language, {}}, refusal(Code::kStorage, "storage"));
    }
    names_[person.id] = person.name;
    lobby_changed_ = true;
    if (!token.empty()) response.headers.emplace_back("Set-Cookie", cookie(token));
    response.body = write_me(person);
    reply(std::move(response));
  };
  // The device is saved after the person, in the same order: its answer speaks for both.
  if (fresh) {
    store_.put_person(person, [](const store::Result&) {});
    store_.put_device(blake2b(token), person.id, now(), then);
  } else {
    store_.put_person(person, then);
  }
}

void Hub::post_link(const Call& call) {
  if (call.me.id.empty()) return refuse(call, refusal(Code::kPerson, "needs-person"));
  const std::string code = random_id(20);
  const int64_t until = now() + kLinkLife;
  store_.put_link(blake2b(code), call.me.id, until,
                  [this, alive = alive_, reply = call.reply, language = call.language, code,
                   until](const store::Result& result) {
                    if (!*alive) return;
                    const HttpRequest nothing;
                    const Call again{nothing, reply, language, {}};
                    if (result.outcome != store::Outcome::kDone) {
                      return refuse(again, refusal(Code::kStorage, "storage"));
                    }
                    std::string text;
                    engine::JsonWriter out(text);
                    out.begin_object();
                    out.member("code", std::string_view(code));
                    out.member("path", std::string_view("/link#" + code));
                    out.member("until", until);
                    out.end_object();
                    answer(again, 200, std::move(text));
                  });
}

void Hub::post_claim(const Call& call) {
  const auto json = engine::parse_json(call.request.body, "body");
  const engine::Json* code = json ? (*json).find("code") : nullptr;
  if (code == nullptr || !code->is_string() || code->text.size() > 100) {
    return refuse(call, {Code::kMessage, "bad-message", {"code"}, nullptr, "", ""});
  }
  if (!people_.take(address_of(call.request), now())) {
    return refuse(call, refusal(Code::kTooFast, "too-fast"));
  }
  const std::string token = random_hex(32);
  store_.use_link(blake2b(code->text), blake2b(token), now(),
                  [this, alive = alive_, reply = call.reply, language = call.language,
                   token](const store::Result& result) {
                    if (!*alive) return;
                    const HttpRequest nothing;
                    const Call again{nothing, reply, language, {}};
                    if (result.outcome == store::Outcome::kConflict) {
                      return refuse(again, refusal(Code::kUnknown, "used-link"));
                    }
                    const std::optional<store::Person> me = store_.person_of_device(blake2b(token));
                    if (result.outcome != store::Outcome::kDone || !me) {
                      return refuse(again, refusal(Code::kStorage, "storage"));
                    }
                    HttpResponse response;
                    response.headers.emplace_back("Cache-Control", "no-store");
                    response.headers.emplace_back("Set-Cookie", cookie(token));
                    response.body = write_me(*me);
                    reply(std::move(response));
                  });
}

}  // namespace server
