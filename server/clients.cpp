#include "server/clients.h"

#include "server/devices.h"

namespace server {
namespace {

constexpr int kProtocol = 1;
constexpr int kTryAgain = 1013;  // of a WebSocket: later
constexpr int kPatience = 200;   // messages beyond the limit before the connection is closed

std::optional<int64_t> number_of(const engine::Json& json) {
  const engine::Json* n = json.find("n");
  if (n == nullptr || !n->is_integer()) return std::nullopt;
  return n->integer;
}

}  // namespace

Clients::Clients(Context& context, People& people) : context_(context), people_(people) {
  on("hello", [this](const Ask& ask, engine::FieldReader& fields) { hello(ask, fields); });
  on("ping", [this](const Ask& ask, engine::FieldReader& fields) { ping(ask, fields); });
}

void Clients::on(std::string_view verb, Handle handle, Weight weight) {
  handlers_[std::string(verb)] = {std::move(handle), weight};
}

void Clients::opened(const std::shared_ptr<Peer>& peer, const HttpRequest& request) {
  // Nobody is taken for nobody, and shown what a guest may see, because the store can't be read at
  // this very moment.
  const std::optional<store::Person> me = people_.sender(request);
  if (!me) return peer->close(kTryAgain, "it can't be read who this is");
  auto client = std::make_unique<Client>();
  client->id = next_++;
  client->peer = peer;
  client->me = *me;
  client->who = {client->me.id, request.address};
  if (!context_.quotas.sockets.take(client->who)) {
    return peer->close(1008, "too many connections of one person");
  }
  client->device = Devices::hash_of(request);
  ids_[peer.get()] = client->id;
  arrivals_.push_back({context_.now(), client->id});
  clients_[client->id] = std::move(client);
}

void Clients::closed(Peer& peer) {
  const auto found = ids_.find(&peer);
  if (found == ids_.end()) return;
  Client& client = *clients_.at(found->second);
  for (const auto& leaving : leaving_) leaving(client);
  context_.quotas.sockets.give(client.who);
  clients_.erase(found->second);
  ids_.erase(found);
}

void Clients::close_all(int code, std::string_view reason) {
  for (auto& [id, client] : clients_) client->peer->close(code, reason);
}

void Clients::tick() {
  while (!arrivals_.empty() &&
         context_.now() - arrivals_.front().at >= context_.settings.hello_patience) {
    Client* client = find(arrivals_.front().client);
    arrivals_.pop_front();
    if (client != nullptr && !client->greeted) client->peer->close(1008, "no hello");
  }
}

Client* Clients::find(const Peer& peer) {
  const auto found = ids_.find(&peer);
  return found == ids_.end() ? nullptr : find(found->second);
}

Client* Clients::find(uint64_t id) {
  const auto found = clients_.find(id);
  return found == clients_.end() ? nullptr : found->second.get();
}

void Clients::each(const std::function<void(Client&)>& visit) {
  for (auto& [id, client] : clients_) visit(*client);
}

int64_t Clients::message(Peer& peer, std::string_view text) {
  Client* client = find(peer);
  if (client == nullptr || context_.stopping) return 0;
  ++context_.metrics.messages_in;
  client->hurries = false;
  dispatch(*client, text);
  return client->hurries ? context_.settings.too_fast_pause : 0;
}

void Clients::dispatch(Client& client, std::string_view text) {
  const engine::Result<engine::Json> json = engine::parse_json(text, "message");
  const Ask ask{&client, json ? number_of(*json) : std::nullopt, json ? &*json : nullptr};
  client.who.seated = client.seats > 0;
  if (!context_.quotas.messages.take(client.who, context_.now())) {
    if (++client.too_fast > kPatience) return client.peer->close(1008, "too many messages");
    return refuse(ask, refusal(Code::kTooFast, "too-fast"));
  }
  if (json) return handle(ask, true);
  refuse(ask, {Code::kMessage, "bad-message", {json.error.text}, nullptr, "", ""});
}

void Clients::again(uint64_t client, const engine::Json& message) {
  Client* there = find(client);
  if (there != nullptr) handle({there, number_of(message), &message}, false);
}

void Clients::handle(const Ask& ask, bool first) {
  Client& client = *ask.client;
  const auto bad = [&](const std::string& what) {
    refuse(ask, {Code::kMessage, "bad-message", {what}, nullptr, "", ""});
  };
  engine::Error error;
  engine::FieldReader fields(*ask.message, "message", error, engine::ErrorCode::kUsage);
  fields.ignore("n");
  const std::string_view what = fields.string("do");
  if (error) return bad(error.text);
  const auto handler = handlers_.find(what);
  if (handler == handlers_.end()) return bad("there is no 'do' of this name");
  if (!client.greeted && what != "hello") return bad("'hello' comes first");
  if (first && handler->second.weight == Weight::kHeavy &&
      !context_.quotas.heavy.take(client.who, context_.now())) {
    return refuse(ask, refusal(Code::kTooFast, "too-fast"));
  }
  handler->second.handle(ask, fields);
  if (error) bad(error.text);
}

void Clients::send(Client& client, std::string message) {
  send(client, std::make_shared<const std::string>(std::move(message)));
}

void Clients::send(Client& client, std::shared_ptr<const std::string> message) {
  ++context_.metrics.messages_out;
  client.peer->send(std::move(message));
}

void Clients::ok(const Asker& asker, std::string_view key, std::string_view value) {
  Client* client = find(asker.client);
  if (client == nullptr) return;
  std::string text;
  engine::JsonWriter out(text);
  begin_message(out, "ok", asker.re);
  if (!key.empty()) out.member(key, value);
  out.end_object();
  send(*client, std::move(text));
}

void Clients::refuse(const Asker& asker, const Refusal& refusal) {
  context_.metrics.count(refusal);
  Client* client = find(asker.client);
  if (client == nullptr) return;
  client->hurries = refusal.code == Code::kTooFast;
  std::string text;
  engine::JsonWriter out(text);
  begin_message(out, "error", asker.re);
  write_refusal(refusal, client->language, out);
  out.end_object();
  send(*client, std::move(text));
}

void Clients::hello(const Ask& ask, engine::FieldReader& fields) {
  const int protocol = fields.integer("protocol", 0, 1 << 30);
  const std::string language(fields.string_or("lang", "en"));
  const bool differences = fields.boolean_or("differences", false);
  fields.finish();
  if (!fields.ok()) return;
  if (protocol != kProtocol) return refuse(ask, refusal(Code::kProtocol, "protocol"));
  Client& client = *ask.client;
  if (const auto known = engine::parse_language(language)) client.language = *known;
  client.differences = differences;
  const bool first = !std::exchange(client.greeted, true);
  std::string text;
  engine::JsonWriter out(text);
  begin_message(out, "welcome", ask.re);
  out.member("protocol", kProtocol);
  out.member("server", std::string_view(context_.settings.version));
  out.member("now", context_.wall());
  out.key("me");
  if (client.me.id.empty()) {
    out.null();
  } else {
    out.begin_object();
    out.member("id", std::string_view(client.me.id));
    out.member("name", std::string_view(people_.name_of(client.me.id)));
    out.end_object();
  }
  out.member("lang", engine::kLanguages[static_cast<size_t>(client.language)]);
  if (client.differences) out.member("differences", true);
  out.key("limits");
  out.begin_object();
  out.member("frame", static_cast<int64_t>(context_.settings.frame));
  out.member("messages", static_cast<int64_t>(context_.settings.messages.per_second));
  out.member("stand_in", context_.settings.stand_in_after);
  out.end_object();
  out.end_object();
  send(client, std::move(text));
  for (std::string& message : context_.house.standing(context_.wall())) {
    send(client, std::move(message));
  }
  for (const auto& greeted : greeted_) {
    if (first) greeted(client);
  }
}

void Clients::ping(const Ask& ask, engine::FieldReader& fields) {
  fields.finish();
  if (!fields.ok()) return;
  std::string text;
  engine::JsonWriter out(text);
  begin_message(out, "pong", ask.re);
  out.member("now", context_.wall());
  out.end_object();
  send(*ask.client, std::move(text));
}

}  // namespace server
