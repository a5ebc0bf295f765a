#include "server/admin.h"

#include "server/plain_text.h"

namespace server {
namespace {

constexpr size_t kMaxAnnouncement = 300;
constexpr int kMinute = 60 * 1000;
constexpr int kWeek = 7 * 24 * 60 * kMinute;
// Where times are counted in minutes: longer than anybody lives here.
constexpr int kCentury = 100 * 365 * 24 * 60;
constexpr int64_t kQuiet = 60 * 1000;  // nobody has done anything for so long: the game pauses

constexpr std::array<std::string_view, 4> kStatusIds{"gathering", "playing", "over", "opening"};

std::string error_line(std::string_view code, std::string_view text) {
  std::string line;
  engine::JsonWriter out(line);
  out.begin_object();
  out.member("is", "error");
  out.member("code", code);
  out.member("text", text);
  out.end_object();
  return line;
}

std::string error_line(const Refusal& refused) {
  return error_line(kCodeIds[static_cast<size_t>(refused.code)],
                    sentence(refused, engine::Language::kEnglish));
}

constexpr const char* kOk = "{\"is\":\"ok\"}";

}  // namespace

Admin::Admin(Context& context, std::function<void()> end, People& people, Clients& clients,
             Tables& tables, Leaving& leaving)
    : context_(context),
      end_(std::move(end)),
      people_(people),
      clients_(clients),
      tables_(tables),
      leaving_(leaving),
      begun_(context.now()) {
  context.house.read_mutes(context.store);
}

void Admin::ask(std::string_view line, const Reply& reply) {
  using Member = void (Admin::*)(engine::FieldReader&, const Reply&);
  static const std::map<std::string_view, Member> kVerbs{
      {"status", &Admin::status}, {"list", &Admin::list},         {"close", &Admin::close},
      {"mute", &Admin::mute},     {"announce", &Admin::announce}, {"drain", &Admin::drain}};
  const engine::Result<engine::Json> json = engine::parse_json(line, "request");
  if (!json) return reply(error_line("message", json.error.text));
  engine::Error error;
  engine::FieldReader fields(*json, "request", error, engine::ErrorCode::kUsage);
  const auto verb = kVerbs.find(fields.string("do"));
  if (!error && verb == kVerbs.end()) {
    fields.fail("do", "must be status, list, close, mute, announce or drain");
  }
  // A handler that finds a field wrong leaves the answer to us.
  if (!error) (this->*verb->second)(fields, reply);
  if (error) reply(error_line("message", error.text));
}

int Admin::games_going_on() {
  int count = 0;
  tables_.each([&](const Place& place) {
    const bool playing = place.table != nullptr && place.table->status() == store::Status::kPlaying;
    const bool busy = place.busy || context_.now() - place.used < kQuiet;
    if (playing && busy && !place.company.here.empty()) ++count;
  });
  return count;
}

void Admin::tick() {
  const House& house = context_.house;
  if (!house.draining || ended_ || context_.stopping) return;
  const bool late = context_.wall() >= house.drain_until;
  if (!late && games_going_on() > 0) return;
  ended_ = true;
  context_.log.info("drained", {{"why", late ? "time" : "no game goes on"}});
  if (end_) end_();
}

void Admin::status(engine::FieldReader& fields, const Reply& reply) {
  fields.finish();
  if (!fields.ok()) return;
  const House& house = context_.house;
  const store::Figures figures = context_.store.figures();
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("is", "status");
  out.member("version", std::string_view(context_.settings.version));
  out.member("now", context_.wall());
  out.member("up", context_.now() - begun_);
  out.member("healthy", context_.store.healthy());
  out.member("clients", static_cast<int64_t>(clients_.count()));
  out.member("tables_in_memory", static_cast<int64_t>(tables_.in_memory()));
  out.member("tables_resting", static_cast<int64_t>(tables_.known() - tables_.in_memory()));
  out.member("games", games_going_on());
  out.member("file_bytes", figures.file_bytes);
  out.member("log_bytes", figures.log_bytes);
  out.member("draining", house.draining || leaving_.under_way());
  if (house.draining) out.member("until", house.drain_until);
  if (!house.announcement.empty() && house.announced_until > context_.wall()) {
    out.member("announcement", std::string_view(house.announcement));
  }
  out.end_object();
  reply(std::move(text));
}

void Admin::list(engine::FieldReader& fields, const Reply& reply) {
  using Writer = void (Admin::*)(engine::JsonWriter&);
  static const std::map<std::string_view, Writer> kLists{{"tables", &Admin::write_tables},
                                                         {"clients", &Admin::write_clients},
                                                         {"people", &Admin::write_people},
                                                         {"mutes", &Admin::write_mutes}};
  const std::string_view what = fields.string_or("what", "tables");
  fields.finish();
  const auto writer = kLists.find(what);
  if (fields.ok() && writer == kLists.end()) {
    fields.fail("what", "must be tables, clients, people or mutes");
  }
  if (!fields.ok()) return;
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("is", "list");
  out.key(what);
  out.begin_array(false);
  (this->*writer->second)(out);
  out.end_array();
  out.end_object();
  reply(std::move(text));
}

void Admin::write_person(const std::string& person, engine::JsonWriter& out) {
  out.member("person", std::string_view(person));
  out.member("name", std::string_view(people_.name_of(person)));
}

void Admin::write_tables(engine::JsonWriter& out) {
  tables_.each([&](const Place& place) {
    out.begin_object();
    out.member("table", std::string_view(place.id));
    if (place.game != nullptr) out.member("game", place.game->spec().id);
    out.member("status", place.table == nullptr
                             ? std::string_view("resting")
                             : kStatusIds[static_cast<size_t>(place.table->status())]);
    out.key("people");
    out.begin_array(false);
    for (const std::string& person : place.sitters) {
      if (person.empty()) continue;
      out.begin_object();
      write_person(person, out);
      out.end_object();
    }
    out.end_array();
    out.member("watchers", static_cast<int64_t>(place.watchers.size()));
    out.member("idle", std::max<int64_t>(0, context_.now() - place.used));
    out.end_object();
  });
}

void Admin::write_clients(engine::JsonWriter& out) {
  clients_.each([&](const Client& client) {
    out.begin_object();
    out.member("client", static_cast<int64_t>(client.id));
    if (!client.me.id.empty()) write_person(client.me.id, out);
    out.member("address", std::string_view(client.who.address));
    out.key("tables");
    out.begin_array();
    for (const std::string& table : client.tables) out.value(std::string_view(table));
    out.end_array();
    out.end_object();
  });
}

void Admin::write_people(engine::JsonWriter& out) {
  std::map<std::string, int> connections;
  clients_.each([&](const Client& client) {
    if (!client.me.id.empty()) ++connections[client.me.id];
  });
  for (const auto& [person, count] : connections) {
    out.begin_object();
    write_person(person, out);
    out.member("clients", count);
    if (context_.house.is_muted(person, context_.wall())) out.member("muted", true);
    out.end_object();
  }
}

void Admin::write_mutes(engine::JsonWriter& out) {
  for (const auto& [person, until] : context_.house.muted) {
    if (until <= context_.wall()) continue;
    out.begin_object();
    write_person(person, out);
    out.member("until", until);
    out.end_object();
  }
}

std::string Admin::table_called(std::string_view beginning) {
  std::string found;
  int count = 0;
  tables_.each([&](const Place& place) {
    if (!place.id.starts_with(beginning)) return;
    found = place.id;
    ++count;
  });
  return count == 1 ? found : std::string();
}

void Admin::close(engine::FieldReader& fields, const Reply& reply) {
  std::string id(fields.string("table"));
  fields.finish();
  if (!fields.ok()) return;
  // Logs show the beginning of an id.
  if (const std::string whole = table_called(id); !whole.empty()) id = whole;
  close(id, reply);
}

void Admin::close(const std::string& id, const Reply& reply) {
  tables_.when_free(id, [this, reply](Place& there) {
    if (Refusal unreadable = Tables::asleep(there)) return reply(error_line(unreadable));
    Extra extra;
    extra.from = there.table->n();
    if (Refusal no = there.table->close(context_.now())) return reply(error_line(no));
    context_.log.info("admin.closed", {{"table", Log::short_id(there.id)}});
    tables_.save(
        there, std::nullopt, extra,
        [reply](const store::Result& result) {
          if (result.outcome == store::Outcome::kConflict) return;  // it is done again
          reply(result.outcome == store::Outcome::kDone
                    ? std::string(kOk)
                    : error_line(refusal(Code::kStorage, "storage")));
        },
        [this, reply](Place& at) { close(at.id, reply); });
  });
}

void Admin::mute(engine::FieldReader& fields, const Reply& reply) {
  const std::string person(fields.string("person"));
  const int minutes = fields.integer_or("minutes", 0, kCentury, kCentury);
  fields.finish();
  if (!fields.ok()) return;
  if (people_.name_of(person).empty()) {
    return reply(error_line("unknown", "there is no such person: 'list people' shows their ids"));
  }
  const int64_t until = minutes == 0 ? 0 : context_.wall() + int64_t{minutes} * kMinute;
  context_.store.put_mute(
      person, until,
      [this, alive = context_.alive, person, until, reply](const store::Result& result) {
        if (!*alive) return;
        if (result.outcome != store::Outcome::kDone) {
          return reply(error_line(refusal(Code::kStorage, "storage")));
        }
        context_.house.muted[person] = until;
        if (until == 0) context_.house.muted.erase(person);
        context_.log.info("admin.muted", {{"person", person}, {"until", std::to_string(until)}});
        reply(kOk);
      });
}

void Admin::announce(engine::FieldReader& fields, const Reply& reply) {
  const std::string typed(fields.string("text"));
  const int minutes = fields.integer_or("minutes", 1, kWeek / kMinute, 10);
  fields.finish();
  if (!fields.ok()) return;
  const std::optional<std::string> text = plain_line(typed, kMaxAnnouncement);
  if (!typed.empty() && !text) {
    return reply(error_line("message", "an announcement has up to 300 characters"));
  }
  House& house = context_.house;
  house.announcement = text.value_or("");
  house.announced_until = typed.empty() ? 0 : context_.wall() + int64_t{minutes} * kMinute;
  const auto message = std::make_shared<const std::string>(house.announcement_message());
  clients_.each([&](Client& client) {
    if (client.greeted) clients_.send(client, message);
  });
  context_.log.info("admin.announced", {{"text", house.announcement}});
  reply(kOk);
}

void Admin::drain(engine::FieldReader& fields, const Reply& reply) {
  const bool on = fields.boolean_or("on", true);
  const int minutes = fields.integer_or("minutes", 0, kWeek / kMinute, 30);
  fields.finish();
  if (!fields.ok()) return;
  // Where there are others, nobody has to wait for a game to pause: it goes on there.
  if (!on) leaving_.cancel();
  if (on && (leaving_.under_way() || leaving_.begin())) return reply(kOk);
  House& house = context_.house;
  house.draining = on;
  house.drain_until = on ? context_.wall() + int64_t{minutes} * kMinute : 0;
  const auto message = std::make_shared<const std::string>(house.drain_message());
  clients_.each([&](Client& client) {
    if (client.greeted) clients_.send(client, message);
  });
  context_.log.info("admin.drain",
                    {{"on", on ? "yes" : "no"}, {"games", std::to_string(games_going_on())}});
  reply(kOk);
}

}  // namespace server
