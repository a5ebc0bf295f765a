#include "server/lobby.h"

#include <algorithm>

#include "server/messages.h"
#include "server/summary_line.h"
#include "server/table.h"

namespace server {
namespace {

constexpr int kListed = 100;
constexpr int64_t kLobbyEvery = 1000;

std::string host_of(const store::Summary& summary) {
  const engine::Result<Head> head = read_head(summary.about);
  if (!head || head.value.host == engine::Seat::kNone) return {};
  return head.value.chairs[static_cast<size_t>(engine::index_of(head.value.host))].person;
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

Lobby::Lobby(Context& context, People& people, Clients& clients, const Tables& tables)
    : context_(context), people_(people), clients_(clients), tables_(tables) {
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
      unsure_.erase(client.me.id);
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

SummaryWords Lobby::words(engine::Language language) const {
  return {people_.names(), context_.ratings, language};
}

std::string Lobby::text_of(const store::Summary& summary, engine::Language language) {
  std::string text;
  engine::JsonWriter out(text);
  if (const auto head = read_head(summary.about, context_.editions.boxes())) {
    write_summary(summary, *head, words(language), nullptr, out);
  }
  return text;
}

std::string Lobby::text_for(const store::Summary& summary, const std::string& me,
                            engine::Language language) {
  std::string text;
  engine::JsonWriter out(text);
  if (const auto head = read_head(summary.about, context_.editions.boxes())) {
    const MoreOfSummary turns = [&](engine::JsonWriter& line) {
      write_turns(summary, *head, me, line);
    };
    write_summary(summary, *head, words(language), turns, out);
  }
  return text;
}

void Lobby::write_turns(const store::Summary& summary, const Head& head, const std::string& me,
                        engine::JsonWriter& out) {
  const auto& seat_ids = head.game->spec().seat_ids;
  const auto id_of = [&](size_t seat) { return seat_ids[seat]; };
  for (size_t i = 0; i < head.chairs.size(); ++i) {
    if (head.chairs[i].kind == SeatKind::kPerson && head.chairs[i].person == me) {
      out.member("you", id_of(i));
    }
  }
  engine::SeatSet acting = head.to_act;
  int64_t until = 0;
  if (const std::vector<Turn>* turns = tables_.turns_at(summary.table)) {
    acting = {};
    for (const Turn& turn : *turns) {
      acting.insert(turn.seat);
      if (turn.person == me) until = turn.until;
    }
  }
  out.key("acting");
  out.begin_array();
  for (engine::Seat seat : acting) out.value(id_of(static_cast<size_t>(engine::index_of(seat))));
  out.end_array();
  if (until != 0) out.member("until", until + context_.wall() - context_.now());
}

const std::string& Lobby::text_of(Line& line, engine::Language language) {
  std::string& text = line.texts[static_cast<size_t>(language)];
  if (text.empty()) text = text_of(line.summary, language);
  return text;
}

bool Lobby::hidden(const Line& line, const std::string& me) {
  if (me.empty() || line.host.empty() || line.host == me) return false;
  const std::vector<std::string>& people = line.summary.people;
  return people_.blocks().between(me, line.host) &&
         std::find(people.begin(), people.end(), me) == people.end();
}

std::string Lobby::write_public(const std::string& me, engine::Language language) {
  refresh();
  std::vector<std::string> texts;
  for (Line& line : public_) {
    if (!hidden(line, me)) texts.push_back(text_of(line, language));
  }
  return list_of(texts);
}

std::string Lobby::write(const store::Person& me, engine::Language language) {
  std::vector<std::string> own;
  if (!me.id.empty()) {
    const auto tables = context_.store.of_person(me.id, kListed);
    for (const store::Summary& summary : tables.value_or(std::vector<store::Summary>{})) {
      own.push_back(text_for(summary, me.id, language));
    }
  }
  return "{\"public\":" + write_public(me.id, language) + ",\"mine\":" + list_of(own) + "}";
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

void Lobby::turned(const Place& place) {
  const auto hears = [&](const std::string& person) { return subscribed_.contains(person); };
  if (std::none_of(place.sitters.begin(), place.sitters.end(), hears)) return;
  const store::Summary summary = place.table->summary(context_.wall());
  for (const std::string& person : summary.people) {
    if (hears(person)) own_[person][summary.table] = summary;
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

void Lobby::blocked(const std::string& one, const std::string& other) {
  refresh();
  for (const Line& line : public_) {
    if (line.host == one && subscribed_.contains(other)) unsure_[other].insert(line.summary.table);
    if (line.host == other && subscribed_.contains(one)) unsure_[one].insert(line.summary.table);
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
    if (same) {
      public_.push_back(std::move(old->second));
    } else {
      std::string host = host_of(summary);
      public_.push_back({std::move(summary), std::move(host), {}});
    }
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

std::string Lobby::public_news_for(const std::string& me, engine::Language language) {
  const auto found = unsure_.find(me);
  const std::set<std::string> unsure =
      found == unsure_.end() ? std::set<std::string>{} : found->second;
  std::vector<std::string> texts;
  std::vector<std::string> removed(public_removed_.begin(), public_removed_.end());
  for (Line& line : public_) {
    const std::string& table = line.summary.table;
    const bool hides = hidden(line, me);
    if (!hides && (unsure.contains(table) || public_changed_.contains(table))) {
      texts.push_back(text_of(line, language));
    } else if (hides && unsure.contains(table)) {
      removed.push_back(table);
    }
  }
  if (texts.empty() && removed.empty()) return {};  // not even that there was something
  return news_of("public", texts, removed);
}

// Would the text for all tell this person too much, or too little?
bool Lobby::has_own_news(const std::string& me, const std::vector<const Line*>& changed) {
  if (unsure_.contains(me)) return true;
  return std::any_of(changed.begin(), changed.end(),
                     [&](const Line* line) { return hidden(*line, me); });
}

std::string Lobby::own_news(const Changes& changes, const std::string& me,
                            engine::Language language) {
  std::vector<std::string> texts, removed;
  for (const auto& [table, summary] : changes) {
    if (summary) {
      texts.push_back(text_for(*summary, me, language));
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
  if (!news && own_.empty() && unsure_.empty()) return;
  told_ = time;
  std::array<std::shared_ptr<const std::string>, kTexts> shared;
  std::vector<const Line*> changed;
  for (const Line& line : public_) {
    if (public_changed_.contains(line.summary.table)) changed.push_back(&line);
  }
  for (Client* client : subscribers_) {
    if (has_own_news(client->me.id, changed)) {
      std::string text = public_news_for(client->me.id, client->language);
      if (!text.empty()) clients_.send(*client, std::move(text));
    } else if (news) {
      auto& text = shared[static_cast<size_t>(client->language)];
      if (text == nullptr) {
        text = std::make_shared<const std::string>(public_news(client->language));
      }
      clients_.send(*client, text);
    }
    const auto own = own_.find(client->me.id);
    if (own != own_.end()) {
      clients_.send(*client, own_news(own->second, client->me.id, client->language));
    }
  }
  forget_changes();
}

void Lobby::forget_changes() {
  public_changed_.clear();
  public_removed_.clear();
  own_.clear();
  unsure_.clear();
}

}  // namespace server
