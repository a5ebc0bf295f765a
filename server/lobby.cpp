#include "server/lobby.h"

#include "server/table.h"

namespace server {
namespace {

constexpr int kListed = 100;
constexpr int64_t kLobbyEvery = 1000;

// The line a list shows of a table.
void write_summary(const store::Summary& summary, const Head& head, const NameOf& name_of,
                   engine::Language language, engine::JsonWriter& out) {
  constexpr std::array<std::string_view, 3> kStatusIds{"gathering", "playing", "over"};
  const engine::GameSpec& spec = head.game->spec();
  out.begin_object();
  out.member("table", std::string_view(summary.table));
  out.member("game", spec.id);
  out.member("name", head.game->texts(language).get("game.name"));
  out.member("status", kStatusIds[static_cast<size_t>(summary.status)]);
  out.member("public", summary.listed);
  out.member("created", summary.created);
  out.member("options", std::string_view(engine::describe_options(spec, head.options)));
  out.key("clock");
  if (head.clock.on()) {
    out.begin_object();
    out.member("move", head.clock.move);
    out.member("bank", head.clock.bank);
    out.end_object();
  } else {
    out.null();
  }
  out.key("seats");
  out.begin_array(false);
  for (size_t i = 0; i < head.chairs.size(); ++i) {
    const Chair& chair = head.chairs[i];
    out.begin_object();
    out.member("seat", spec.seat_ids[i]);
    switch (chair.kind) {
      case SeatKind::kOpen:
        out.member("kind", "open");
        break;
      case SeatKind::kBot:
        out.member("kind", "bot");
        out.member("bot", bots::kBotIds[static_cast<size_t>(chair.bot)]);
        break;
      case SeatKind::kPerson:
        out.member("kind", "person");
        out.member("name", std::string_view(name_of(chair.person)));
        break;
    }
    out.end_object();
  }
  out.end_array();
  out.end_object();
}

}  // namespace

Lobby::Lobby(Context& context, People& people, Clients& clients)
    : context_(context), people_(people), clients_(clients) {
  clients.on(
      "lobby", [this](const Ask& ask, engine::FieldReader& fields) { subscribe(ask, fields); },
      Clients::Weight::kHeavy);
  clients.on_leaving([this](Client& client) { set(client, false); });
}

std::string Lobby::write(const store::Person& me, engine::Language language) {
  std::string text;
  engine::JsonWriter out(text);
  const auto list = [&](const char* key, std::optional<std::vector<store::Summary>> tables) {
    out.key(key);
    out.begin_array(false);
    for (const store::Summary& summary : tables.value_or(std::vector<store::Summary>{})) {
      if (const auto head = read_head(summary.about)) {
        write_summary(summary, *head, people_.names(), language, out);
      }
    }
    out.end_array();
  };
  out.begin_object();
  list("public", context_.store.listed(kListed));
  list("mine",
       me.id.empty() ? std::vector<store::Summary>{} : context_.store.of_person(me.id, kListed));
  out.end_object();
  return text;
}

bool Lobby::set(Client& client, bool on) {
  if (client.lobby == on) return true;
  if (on && !context_.quotas.lobbies.take(client.who)) return false;
  if (!on) context_.quotas.lobbies.give(client.who);
  client.lobby = on;
  return true;
}

void Lobby::subscribe(const Ask& ask, engine::FieldReader& fields) {
  const bool on = fields.boolean_or("on", true);
  fields.finish();
  if (!fields.ok()) return;
  if (!set(*ask.client, on)) {
    return clients_.refuse(ask, refusal(Code::kTooFast, "too-many-lobbies"));
  }
  std::string text;
  engine::JsonWriter out(text);
  begin_message(out, "lobby", ask.re);
  out.end_object();
  text.back() = ',';
  text += write(ask.client->me, ask.client->language).substr(1);
  clients_.send(*ask.client, std::move(text));
}

void Lobby::tick() {
  const int64_t time = context_.now();
  if (!changed_ || time - told_ < kLobbyEvery) return;
  changed_ = false;
  told_ = time;
  clients_.each([this](Client& client) {
    if (!client.lobby) return;
    clients_.send(client, "{\"is\":\"lobby\"," + write(client.me, client.language).substr(1));
  });
}

}  // namespace server
