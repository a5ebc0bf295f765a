// Clients and their messages. What they do to tables is in hub_tables.cpp and hub_requests.cpp.
#include "server/hub.h"

#include <algorithm>

namespace server {
namespace {

constexpr int kProtocol = 1;
constexpr int kPatience = 200;  // messages beyond the limit before the connection is closed
constexpr int64_t kLobbyEvery = 1000;
constexpr int64_t kRestEvery = 1000;
constexpr size_t kManyNames = 50000;

std::optional<int64_t> number_of(const engine::Json& json) {
  const engine::Json* n = json.find("n");
  if (n == nullptr || !n->is_integer()) return std::nullopt;
  return n->integer;
}

void begin_message(engine::JsonWriter& out, std::string_view is, std::optional<int64_t> re) {
  out.begin_object();
  out.member("is", is);
  if (re) out.member("re", *re);
}

}  // namespace

Hub::Hub(store::Store& store, Settings settings, const Log& log)
    : store_(store),
      settings_(std::move(settings)),
      log_(log),
      requests_(settings_.requests),
      people_(settings_.people),
      new_tables_(settings_.tables),
      bots_chance_(random_word()),
      workers_(settings_.workers) {
  name_lookup_ = [this](const std::string& person) { return name_of(person); };
}

Hub::~Hub() { *alive_ = false; }

void Hub::stop() {
  stopping_ = true;
  for (auto& [id, client] : clients_) client->peer->close(1001, "the server stops");
}

std::string Hub::name_of(const std::string& person) {
  if (const auto known = names_.find(person); known != names_.end()) return known->second;
  if (names_.size() > kManyNames) names_.clear();
  const std::optional<store::Person> found = store_.person(person);
  return names_[person] = found ? found->name : std::string();
}

Client* Hub::find_client(uint64_t id) {
  const auto found = clients_.find(id);
  return found == clients_.end() ? nullptr : found->second.get();
}

bool Hub::admit(const HttpRequest& request, HttpResponse& refusal) {
  Refusal why;
  if (stopping_) {
    why = {Code::kStorage, "storage", {}, nullptr, "", ""};
  } else if (!own_origin(request)) {
    why = {Code::kForbidden, "foreign-origin", {}, nullptr, "", ""};
  } else if (!requests_.take(address_of(request), now())) {
    why = {Code::kTooFast, "too-fast", {}, nullptr, "", ""};
  }
  if (!why) return true;
  count_refusal(why);
  refusal.status = kHttpStatus[static_cast<size_t>(why.code)];
  refusal.body =
      "{\"error\":{\"code\":\"" + std::string(kCodeIds[static_cast<size_t>(why.code)]) + "\"}}";
  return false;
}

void Hub::opened(const std::shared_ptr<Peer>& peer, const HttpRequest& request) {
  auto client = std::make_unique<Client>();
  client->peer = peer;
  client->me = person_of(request);
  const uint64_t id = next_client_++;
  client_ids_[peer.get()] = id;
  clients_[id] = std::move(client);
}

void Hub::closed(Peer& peer) {
  const auto found = client_ids_.find(&peer);
  if (found == client_ids_.end()) return;
  Client& client = *clients_.at(found->second);
  while (!client.tables.empty()) unwatch(client, client.tables.back());
  clients_.erase(found->second);
  client_ids_.erase(found);
}

void Hub::message(Peer& peer, std::string_view text) {
  const auto found = client_ids_.find(&peer);
  if (found == client_ids_.end() || stopping_) return;
  ++metrics_.messages_in;
  dispatch(*clients_.at(found->second), found->second, text);
}

const std::map<std::string_view, Hub::HandlerOf>& Hub::handlers() {
  static const std::map<std::string_view, HandlerOf> all{
      {"hello", &Hub::on_hello},     {"watch", &Hub::on_watch},       {"unwatch", &Hub::on_unwatch},
      {"sit", &Hub::on_sit},         {"leave", &Hub::on_leave},       {"seat", &Hub::on_seat},
      {"seats", &Hub::on_seats},     {"word", &Hub::on_word},         {"start", &Hub::on_start},
      {"act", &Hub::on_act},         {"undo", &Hub::on_undo},         {"consent", &Hub::on_consent},
      {"say", &Hub::on_say},         {"stand-in", &Hub::on_stand_in}, {"concede", &Hub::on_concede},
      {"rematch", &Hub::on_rematch}, {"tell", &Hub::on_tell},         {"what-if", &Hub::on_what_if},
      {"lobby", &Hub::on_lobby},     {"ping", &Hub::on_ping},         {"orders", &Hub::on_orders},
  };
  return all;
}

void Hub::dispatch(Client& client, uint64_t id, std::string_view text) {
  Ask ask{&client, id, std::nullopt, nullptr};
  const engine::Result<engine::Json> json = engine::parse_json(text, "message");
  if (json) ask.re = number_of(*json);
  if (settings_.messages.burst > 0 && !client.bucket.take(settings_.messages, now())) {
    if (++client.too_fast > kPatience) return client.peer->close(1008, "too many messages");
    return refuse(ask, {Code::kTooFast, "too-fast", {}, nullptr, "", ""});
  }
  const auto bad = [&](const std::string& what) {
    refuse(ask, {Code::kMessage, "bad-message", {what}, nullptr, "", ""});
  };
  if (!json) return bad(json.error.text);
  ask.json = &*json;
  engine::Error error;
  engine::FieldReader fields(*json, "message", error, engine::ErrorCode::kUsage);
  fields.ignore("n");
  const std::string_view what = fields.string("do");
  if (error) return bad(error.text);
  const auto handler = handlers().find(what);
  if (handler == handlers().end()) return bad("there is no 'do' of this name");
  if (!client.greeted && what != "hello") return bad("'hello' comes first");
  (this->*handler->second)(ask, fields);
  if (error) bad(error.text);
}

void Hub::send(Client& client, std::string message) {
  ++metrics_.messages_out;
  client.peer->send(std::make_shared<const std::string>(std::move(message)));
}

void Hub::send_ok(const Ask& ask, std::string_view key, std::string_view value) {
  std::string text;
  engine::JsonWriter out(text);
  begin_message(out, "ok", ask.re);
  if (!key.empty()) out.member(key, value);
  out.end_object();
  send(*ask.client, std::move(text));
}

void Hub::count_refusal(const Refusal& refusal) {
  ++metrics_.refusals[static_cast<size_t>(refusal.code)];
}

void Hub::refuse(const Asker& asker, const Refusal& refusal) {
  count_refusal(refusal);
  Client* client = find_client(asker.client);
  if (client == nullptr) return;
  std::string text;
  engine::JsonWriter out(text);
  begin_message(out, "error", asker.re);
  write_refusal(refusal, client->language, out);
  out.end_object();
  send(*client, std::move(text));
}

void Hub::refuse(const Ask& ask, const Refusal& refusal) {
  refuse(Asker{ask.client_id, ask.re}, refusal);
}

void Hub::on_hello(const Ask& ask, engine::FieldReader& fields) {
  const int protocol = fields.integer("protocol", 0, 1 << 30);
  const std::string language(fields.string_or("lang", "en"));
  fields.finish();
  if (!fields.ok()) return;
  if (protocol != kProtocol) {
    return refuse(ask, {Code::kProtocol, "protocol", {}, nullptr, "", ""});
  }
  if (const auto known = engine::parse_language(language)) ask.client->language = *known;
  ask.client->greeted = true;
  std::string text;
  engine::JsonWriter out(text);
  begin_message(out, "welcome", ask.re);
  out.member("protocol", kProtocol);
  out.member("server", std::string_view(settings_.version));
  out.member("now", now());
  out.key("me");
  if (ask.client->me.id.empty()) {
    out.null();
  } else {
    out.begin_object();
    out.member("id", std::string_view(ask.client->me.id));
    out.member("name", std::string_view(name_of(ask.client->me.id)));
    out.end_object();
  }
  out.member("lang", engine::kLanguages[static_cast<size_t>(ask.client->language)]);
  out.key("limits");
  out.begin_object();
  out.member("frame", static_cast<int64_t>(settings_.frame));
  out.member("messages", static_cast<int64_t>(settings_.messages.per_second));
  out.member("stand_in", settings_.stand_in_after);
  out.end_object();
  out.end_object();
  send(*ask.client, std::move(text));
}

void Hub::on_ping(const Ask& ask, engine::FieldReader& fields) {
  fields.finish();
  if (!fields.ok()) return;
  std::string text;
  engine::JsonWriter out(text);
  begin_message(out, "pong", ask.re);
  out.member("now", now());
  out.end_object();
  send(*ask.client, std::move(text));
}

void Hub::on_lobby(const Ask& ask, engine::FieldReader& fields) {
  ask.client->lobby = fields.boolean_or("on", true);
  fields.finish();
  if (!fields.ok()) return;
  std::string text;
  engine::JsonWriter out(text);
  begin_message(out, "lobby", ask.re);
  out.end_object();
  text.back() = ',';
  text += write_lobby(ask.client->me, ask.client->language).substr(1);
  send(*ask.client, std::move(text));
}

void Hub::tick() {
  const int64_t time = now();
  if (lobby_changed_ && time - lobby_sent_ >= kLobbyEvery) {
    lobby_changed_ = false;
    lobby_sent_ = time;
    for (auto& [id, client] : clients_) {
      if (!client->lobby) continue;
      std::string text = "{\"is\":\"lobby\",";
      text += write_lobby(client->me, client->language).substr(1);
      send(*client, std::move(text));
    }
  }
  for (auto& [id, place] : places_) {
    if (place->pause_until > time) continue;
    if (place->pause_until != 0) {
      place->pause_until = 0;
      if (!place->busy && wake(*place)) drive_bots(*place);
    }
    if (place->busy || place->deadline == 0 || place->deadline > time) continue;
    if (!wake(*place)) continue;
    Extra extra;
    extra.from = place->table->n();
    place->table->time_out(time);
    if (place->table->n() == extra.from) continue;
    ++metrics_.time_outs;
    quick_answers(*place);
    save(*place, std::nullopt, extra);
  }
  if (time - rested_ >= kRestEvery) {
    rested_ = time;
    rest(time);
  }
}

}  // namespace server
