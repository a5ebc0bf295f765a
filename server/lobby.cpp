#include "server/lobby.h"

#include <algorithm>

#include "server/names.h"
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
  std::vector<std::string> sitters;
  for (const Chair& chair : head.chairs) sitters.push_back(chair.person);
  const NameOf shown = names_at(sitters, name_of);
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
        out.member("name", std::string_view(shown_name(shown(chair.person), language)));
        break;
    }
    out.end_object();
  }
  out.end_array();
  out.end_object();
}

// A list of what is written already; what could not be written is left out.
std::string list_of(const std::vector<std::string>& texts) {
  std::string list = "[";
  for (const std::string& text : texts) {
    if (text.empty()) continue;
    if (list.size() > 1) list += ',';
    list += text;
  }
  return list + "]";
}

std::string news_of(const std::string& list, const std::vector<std::string>& changed,
                    const std::vector<std::string>& removed) {
  std::string gone;
  engine::JsonWriter out(gone);
  out.begin_array();
  for (const std::string& table : removed) out.value(std::string_view(table));
  out.end_array();
  return "{\"is\":\"lobby-news\",\"" + list + "\":{\"changed\":" + list_of(changed) +
         ",\"removed\":" + gone + "}}";
}

}  // namespace

Lobby::Lobby(Context& context, People& people, Clients& clients)
    : context_(context), people_(people), clients_(clients) {
  clients.on(
      "lobby", [this](const Ask& ask, engine::FieldReader& fields) { subscribe(ask, fields); },
      Clients::Weight::kHeavy);
  clients.on_leaving([this](Client& client) { set(client, false); });
}

bool Lobby::set(Client& client, bool on) {
  if (client.lobby == on) return true;
  if (on && !context_.quotas.lobbies.take(client.who)) return false;
  client.lobby = on;
  if (on) {
    refresh();
    subscribers_.insert(&client);
    if (!client.me.id.empty()) ++subscribed_[client.me.id];
  } else {
    context_.quotas.lobbies.give(client.who);
    subscribers_.erase(&client);
    if (!client.me.id.empty() && --subscribed_[client.me.id] == 0) {
      subscribed_.erase(client.me.id);
      own_.erase(client.me.id);
    }
  }
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

// --- the lists

std::string Lobby::text_of(const store::Summary& summary, engine::Language language) {
  std::string text;
  engine::JsonWriter out(text);
  if (const auto head = read_head(summary.about)) {
    write_summary(summary, *head, people_.names(), language, out);
  }
  return text;
}

const std::string& Lobby::text_of(Line& line, engine::Language language) {
  std::string& text = line.texts[static_cast<size_t>(language)];
  if (text.empty()) text = text_of(line.summary, language);
  return text;
}

std::string Lobby::write_public(engine::Language language) {
  refresh();
  std::vector<std::string> texts;
  for (Line& line : public_) texts.push_back(text_of(line, language));
  return list_of(texts);
}

std::string Lobby::write(const store::Person& me, engine::Language language) {
  std::vector<std::string> own;
  if (!me.id.empty()) {
    const auto tables = context_.store.of_person(me.id, kListed);
    for (const store::Summary& summary : tables.value_or(std::vector<store::Summary>{})) {
      own.push_back(text_of(summary, language));
    }
  }
  return "{\"public\":" + write_public(language) + ",\"mine\":" + list_of(own) + "}";
}

// --- what has changed

void Lobby::changed(const store::Summary& summary, const std::vector<std::string>& former) {
  stale_ = true;
  for (const std::string& person : former) {
    if (subscribed_.contains(person)) own_[person][summary.table] = std::nullopt;
  }
  for (const std::string& person : summary.people) {
    if (subscribed_.contains(person)) own_[person][summary.table] = summary;
  }
}

void Lobby::renamed(const std::string& person) {
  stale_ = true;
  renamed_.insert(person);
  const auto tables = context_.store.of_person(person, kListed);
  for (const store::Summary& summary : tables.value_or(std::vector<store::Summary>{})) {
    changed(summary, {});
  }
}

void Lobby::refresh() {
  if (!stale_) return;
  std::optional<std::vector<store::Summary>> listed = context_.store.listed(kListed);
  if (!listed) return;
  stale_ = false;
  std::unordered_map<std::string, Line> before;
  for (Line& line : public_) before.emplace(line.summary.table, std::move(line));
  public_.clear();
  for (store::Summary& summary : *listed) {
    const std::string table = summary.table;
    const auto old = before.find(table);
    const bool same = old != before.end() && old->second.summary == summary &&
                      std::none_of(summary.people.begin(), summary.people.end(),
                                   [&](const auto& person) { return renamed_.contains(person); });
    public_.push_back(same ? std::move(old->second) : Line{std::move(summary), {}});
    if (old != before.end()) before.erase(old);
    if (same) continue;
    public_changed_.insert(table);
    public_removed_.erase(table);
  }
  for (const auto& [table, line] : before) {
    public_changed_.erase(table);
    public_removed_.insert(table);
  }
  renamed_.clear();
  if (subscribers_.empty()) forget_changes();  // nobody is to be told
}

std::string Lobby::public_news(engine::Language language) {
  std::vector<std::string> texts;
  for (Line& line : public_) {
    if (public_changed_.contains(line.summary.table)) texts.push_back(text_of(line, language));
  }
  return news_of("public", texts, {public_removed_.begin(), public_removed_.end()});
}

std::string Lobby::own_news(const Changes& changes, engine::Language language) {
  std::vector<std::string> texts, removed;
  for (const auto& [table, summary] : changes) {
    if (summary) {
      texts.push_back(text_of(*summary, language));
    } else {
      removed.push_back(table);
    }
  }
  return news_of("mine", texts, removed);
}

void Lobby::tick() {
  const int64_t time = context_.now();
  if (time - told_ < kLobbyEvery) return;
  if (subscribers_.empty()) return;
  refresh();
  const bool news = !public_changed_.empty() || !public_removed_.empty();
  if (!news && own_.empty()) return;
  told_ = time;
  std::array<std::shared_ptr<const std::string>, kTexts> shared;
  for (Client* client : subscribers_) {
    if (news) {
      auto& text = shared[static_cast<size_t>(client->language)];
      if (text == nullptr) {
        text = std::make_shared<const std::string>(public_news(client->language));
      }
      clients_.send(*client, text);
    }
    const auto own = own_.find(client->me.id);
    if (own != own_.end()) clients_.send(*client, own_news(own->second, client->language));
  }
  forget_changes();
}

void Lobby::forget_changes() {
  public_changed_.clear();
  public_removed_.clear();
  own_.clear();
}

}  // namespace server
