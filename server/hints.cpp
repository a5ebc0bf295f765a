#include "server/hints.h"

#include "bots/characters.h"
#include "server/fair.h"
#include "server/names.h"

namespace server {
namespace {

// With a bot that begins to think right behind it, it is done before the bot's answer is due
// (tables_bots.cpp): others don't notice.
constexpr uint32_t kMilliseconds = 400;

}  // namespace

Hints::Hints(Context& context, People& people, Clients& clients, Tables& tables)
    : context_(context), people_(people), clients_(clients), tables_(tables) {
  clients.on(
      "hint", [this](const Ask& ask, engine::FieldReader& fields) { hint(ask, fields); },
      Clients::Weight::kHeavy);
}

void Hints::hint(const Ask& ask, engine::FieldReader& fields) {
  const std::string id(fields.string("table"));
  fields.finish();
  if (!fields.ok()) return;
  tables_.when_free(id, [this, asker = asker_of(ask)](Place& there) { think(there, asker); });
}

std::vector<std::string> Hints::names_of(const Place& place) const {
  const NameOf name_of = names_at(place.sitters, people_.names());
  std::vector<std::string> names;
  for (const Chair& chair : place.table->chairs()) {
    const auto seat = static_cast<int>(names.size());
    names.push_back(chair.kind == SeatKind::kPerson
                        ? name_of(chair.person)
                        : std::string(bots::character_at(place.id, seat).name));
  }
  return names;
}

void Hints::think(Place& place, const Asker& asker) {
  Client* client = clients_.find(asker.client);
  if (client == nullptr) return;
  const std::string person = client->me.id;
  if (const Refusal why = Tables::enter(place, person)) return clients_.refuse(asker, why);
  const Table& table = *place.table;
  if (const Refusal why = table.may_ask_hint(person)) return clients_.refuse(asker, why);
  if (!thinking_.take(person, 1))
    return clients_.refuse(asker, refusal(Code::kTooFast, "hint-under-way"));
  if (!context_.quotas.hints.take(client->who, context_.now())) {
    thinking_.give(person);
    return clients_.refuse(asker, refusal(Code::kTooFast, "too-fast"));
  }
  Task task;
  task.kind = Task::Kind::kHint;
  task.match = table.match()->clone();
  task.table = place.id;
  task.entries = table.stored();
  task.seat = table.seat_of(person);
  task.budget.milliseconds = kMilliseconds;
  task.seed = random_word();
  task.language = client->language;
  task.names = names_of(place);
  context_.thinking.ask(std::move(task),
                        [this, alive = context_.alive, post = context_.settings.post, asker, person,
                         id = place.id, n = table.n()](const Thought& thought) {
                          std::string message;
                          engine::JsonWriter out(message);
                          begin_message(out, "hint", asker.re);
                          out.member("table", std::string_view(id));
                          out.member("n", n);
                          out.end_object();
                          message.back() = ',';
                          message += thought.text + '}';
                          post([this, alive, asker, person, message = std::move(message)] {
                            if (!*alive) return;
                            ++context_.metrics.thoughts;
                            thinking_.give(person);
                            if (Client* there = clients_.find(asker.client))
                              clients_.send(*there, message);
                          });
                        });
}

}  // namespace server
