#include "server/turns.h"

#include <algorithm>

#include "server/messages.h"

namespace server {
namespace {

constexpr int kLookedAt = 100;  // tables of a person

}  // namespace

Turns::Turns(Context& context, Clients& clients, const Tables& tables)
    : context_(context), clients_(clients), tables_(tables) {
  clients.on_greeted([this](Client& client) { came(client); });
  clients.on_leaving([this](Client& client) { went(client); });
}

void Turns::came(Client& client) {
  if (client.me.id.empty()) return;
  Person& person = here_[client.me.id];
  if (person.clients.empty()) look_up(client.me.id, person);
  person.clients.push_back(&client);
  clients_.send(client, message(person.tables));
}

void Turns::went(Client& client) {
  const auto found = here_.find(client.me.id);
  if (found == here_.end()) return;
  std::erase(found->second.clients, &client);
  if (!found->second.clients.empty()) return;
  for (const std::string& table : found->second.plays) {
    const auto interest = interest_.find(table);
    if (--interest->second == 0) interest_.erase(interest);
  }
  here_.erase(found);
}

void Turns::look_up(const std::string& id, Person& person) {
  const auto all = context_.store.of_person(id, kLookedAt);
  for (const store::Summary& summary : all.value_or(std::vector<store::Summary>{})) {
    if (summary.status != store::Status::kPlaying) continue;
    plays_at(person, summary.table);
    bool acts = false;
    if (const std::vector<Turn>* turns = tables_.turns_at(summary.table)) {
      acts = std::any_of(turns->begin(), turns->end(),
                         [&](const Turn& turn) { return turn.person == id; });
    } else if (const auto head = read_head(summary.about, context_.editions.boxes())) {
      for (engine::Seat seat : head.value.to_act) {
        const auto index = static_cast<size_t>(engine::index_of(seat));
        acts = acts || (index < head.value.chairs.size() && head.value.chairs[index].person == id);
      }
    }
    if (acts) person.tables.insert(summary.table);
  }
}

void Turns::turned(const Place& place, const std::vector<Turn>& former) {
  for (const Turn& turn : former) {
    const auto found = here_.find(turn.person);
    if (found == here_.end()) continue;
    found->second.tables.erase(place.id);
    news_.insert(turn.person);
  }
  for (const Turn& turn : place.turns) {
    const auto found = here_.find(turn.person);
    if (found == here_.end()) continue;
    found->second.tables.insert(place.id);
    plays_at(found->second, place.id);
    news_.insert(turn.person);
  }
}

void Turns::tick() {
  for (const std::string& person : news_) {
    const auto found = here_.find(person);
    if (found == here_.end()) continue;
    const auto text = std::make_shared<const std::string>(message(found->second.tables));
    for (Client* client : found->second.clients) clients_.send(*client, text);
  }
  news_.clear();
}

std::string Turns::message(const std::set<std::string>& tables) {
  std::string text;
  engine::JsonWriter out(text);
  begin_message(out, "turns", std::nullopt);
  out.key("tables");
  out.begin_array();
  for (const std::string& table : tables) out.value(std::string_view(table));
  out.end_array();
  out.end_object();
  return text;
}

}  // namespace server
