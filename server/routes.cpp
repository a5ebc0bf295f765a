#include "server/routes.h"

#include "server/compress.h"

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

}  // namespace

Routes::Routes(Context& context, People& people, Clients& clients, Tables& tables, Lobby& lobby)
    : context_(context),
      people_(people),
      clients_(clients),
      tables_(tables),
      lobby_(lobby),
      devices_(context),
      history_(context, people),
      slow_texts_(context),
      reviews_(context),
      puzzles_(context.settings.puzzles) {}

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

Routes::Call Routes::call_of(const HttpRequest& request, HttpReply reply) const {
  ++context_.metrics.http_requests;
  return {request, std::move(reply), language_of(request), {}};
}

void Routes::route(const Call& call) {
  const HttpRequest& request = call.request;
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (!request.path.starts_with("/api/")) {
    return refuse(call, refusal(Code::kUnknown, "unknown-path"));
  }
  const std::optional<store::Person> me = people_.sender(request);
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
  const bool file = is("POST", "tables", 1) || is("POST", "games", 3);
  if (!file && request.body.size() > kUsualBody) {
    return refuse(known, refusal(Code::kSize, "too-large"));
  }
  if (method == "GET" && first == "games") return route_games(known, path);
  if (is("GET", "puzzles", 1)) return get_puzzles(known);
  if (is("POST", "games", 3) && path[2] == "editions") return post_edition(known, path[1]);
  if (!me) return refuse(known, refusal(Code::kStorage, "storage"));
  if (first == "me" || first == "tables") known.reply = renewing(known);
  if (is("GET", "me", 1)) return get_me(known);
  if (is("PUT", "me", 1)) return put_me(known);
  if (is("POST", "me", 2, "link")) return post_link(known);
  if (is("POST", "me", 2, "claim")) return post_claim(known);
  if (is("GET", "me", 2, "games")) return get_games(known);
  if (is("GET", "me", 2, "figures")) return get_figures(known);
  if (is("GET", "me", 2, "records")) return get_records(known);
  if (is("GET", "me", 2, "devices")) return get_devices(known);
  if (is("POST", "me", 2, "revoke")) return post_revoke(known);
  if (is("GET", "me", 2, "blocks")) return get_blocks(known);
  if (is("POST", "me", 2, "block")) return post_block(known);
  if (is("POST", "analysis", 1)) return post_analysis(known);
  if (is("GET", "tables", 1)) return get_tables(known);
  if (is("POST", "tables", 1)) return post_table(known);
  if (is("GET", "tables", 3)) return get_finished(known, path[1], path[2]);
  if (is("POST", "tables", 3) && path[2] == kReview) return get_finished(known, path[1], kReview);
  if (!route_more(known, method, path)) refuse(known, refusal(Code::kUnknown, "unknown-path"));
}

}  // namespace server
