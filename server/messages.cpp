#include "server/messages.h"

#include <algorithm>

#include "engine/record.h"
#include "server/anchors.h"
#include "server/told.h"

namespace server {

using engine::JsonWriter;
using engine::Seat;
using engine::SeatSet;
using store::Status;

namespace {

// Bytes in a message, to know beforehand what fits.
constexpr size_t kUsualItem = 150;
constexpr size_t kUsualEvent = 250;

constexpr std::array<std::string_view, 4> kStatusIds{"gathering", "playing", "over", "opening"};

void write_seat(const Table& table, std::string_view key, Seat seat, JsonWriter& out) {
  out.key(key);
  if (seat == Seat::kNone) {
    out.null();
  } else {
    out.value(table.seat_id(seat));
  }
}

void write_seats(const Table& table, std::string_view key, SeatSet seats, JsonWriter& out) {
  out.key(key);
  out.begin_array();
  for (Seat seat : seats) out.value(table.seat_id(seat));
  out.end_array();
}

void write_text(std::string_view key, const std::string& text, JsonWriter& out) {
  out.key(key);
  if (text.empty()) {
    out.null();
  } else {
    out.value(std::string_view(text));
  }
}

void write_name(const std::string& id, const std::string& name, engine::Language language,
                JsonWriter& out) {
  out.begin_object();
  out.member("id", std::string_view(id));
  out.member("name", std::string_view(shown_name(name, language)));
  out.end_object();
}

void write_person(const Scene& scene, const std::string& id, engine::Language language,
                  JsonWriter& out) {
  out.key("person");
  write_name(id, scene.name_of(id), language, out);
}

void write_people(const Scene& scene, std::string_view key, const std::set<std::string>& people,
                  engine::Language language, JsonWriter& out) {
  out.key(key);
  out.begin_array(false);
  for (const std::string& id : people) write_name(id, scene.name_of(id), language, out);
  out.end_array();
}

void write_guests(const Company& company, engine::Language language, JsonWriter& out) {
  out.key("guests");
  out.begin_array(false);
  for (const store::Person& guest : company.guests) {
    write_name(guest.id, guest.name, language, out);
  }
  out.end_array();
}

// How well the bot in a seat plays: all who sit there shall know.
void write_level(const bots::BotSpec& bot, engine::Language language, JsonWriter& out) {
  const std::string_view level = bots::level_of(bot);
  if (level.empty()) return;
  out.key("level");
  out.begin_object();
  out.member("id", level);
  out.member("name", bots::level_name(level, language));
  out.end_object();
}

void write_chair(const Scene& scene, int i, engine::Language language, JsonWriter& out) {
  const Table& table = scene.table;
  const Seat seat = engine::seat_at(i);
  const Chair& chair = table.chair(seat);
  out.begin_object();
  out.member("seat", table.seat_id(seat));
  out.member("name", table.texts(language).get("seat." + std::to_string(i)));
  write_kind(chair, out);
  if (chair.kind == SeatKind::kPerson) {
    if (table.head().brought && chair.person.empty()) {
      out.key("person");
      write_name("", std::string(texts(language).get("elsewhere")), language, out);
    } else {
      write_person(scene, chair.person, language, out);
    }
    out.member("here", scene.company.here.contains(seat));
    if (table.status() != Status::kGathering && table.bot_plays(seat)) {
      out.member("stand_in", Table::stand_in().text());
    }
    if (table.head().rated && scene.ratings != nullptr) {
      out.key("rating");
      write_rating(scene.ratings->of(table.game(), chair.person), out);
    }
    if (chair.conceded) out.member("conceded", true);
    if (table.removed(seat)) out.member("removed", true);
    if (table.forfeits().contains(seat)) out.member("forfeits", true);
  }
  if (chair.kind == SeatKind::kBot) {
    write_character(table.id(), i, out);
    if (table.house_bot(seat).empty()) write_level(chair.bot.bot, language, out);
    const std::optional<Strength> anchor = anchor_of(table.game().spec(), chair.bot);
    if (table.head().rated && anchor) {
      out.key("rating");
      write_rating(*anchor, out);
    }
  }
  out.end_object();
}

void write_chairs(const Scene& scene, const Reader& reader, JsonWriter& out) {
  out.key("seats");
  out.begin_array(false);
  for (size_t i = 0; i < scene.table.chairs().size(); ++i) {
    write_chair(scene, static_cast<int>(i), reader.language, out);
  }
  out.end_array();
}

void write_fair(const Table& table, JsonWriter& out) {
  out.key("fair");
  out.begin_object();
  // Of what a record brought nothing can be proven here.
  if (table.draws_chance()) {
    out.member("commitment", std::string_view(table.commitment()));
    if (table.head().brought) out.member("from", table.drawn_from());
  }
  const Words words = table.words();
  out.key("committed");
  out.begin_object();
  for (const Word& word : words) {
    if (!word.commitment.empty()) out.member(word.seat, std::string_view(word.commitment));
  }
  out.end_object();
  // Which word it is nobody is told before the key is made: the last to open shall not know.
  const bool dealt = table.match() != nullptr;
  out.key("words");
  out.begin_object();
  for (const Word& word : words) {
    if (dealt && !word.text.empty()) out.member(word.seat, std::string_view(word.text));
  }
  out.end_object();
  const auto list = [&](const char* key, auto&& which) {
    out.key(key);
    out.begin_array();
    for (const Word& word : words) {
      if (which(word)) out.value(std::string_view(word.seat));
    }
    out.end_array();
  };
  if (table.status() == Status::kOpening) {
    list("opened", [](const Word& word) { return !word.text.empty(); });
  }
  if (dealt) list("missing", [](const Word& word) { return word.missing(); });
  if (table.status() == Status::kOver && dealt && table.draws_chance()) {
    out.member("secret", std::string_view(table.head().secret));
    out.member("key", std::string_view(hex(table.key())));
  }
  out.key("taken_back");
  write_seen_steps(table.game(), table.seen_and_taken_back(), out);
  out.end_object();
}

void write_request(const Table& table, JsonWriter& out) {
  out.key("request");
  if (!table.request()) {
    out.null();
    return;
  }
  const BackRequest& request = *table.request();
  out.begin_object();
  write_seat(table, "by", request.by, out);
  out.member("steps", table.steps() - request.step);
  write_seats(table, "waiting", request.waiting, out);
  out.end_object();
}

// One's own standing orders; nobody else's.
void write_own_orders(const Scene& scene, const Reader& reader, JsonWriter& out) {
  const Table& table = scene.table;
  if (reader.seat == Seat::kNone || !table.game().spec().reactions.asked) return;
  out.key("orders");
  write_orders(table.game(), *table.head().edition, table.orders(reader.seat), reader.language,
               out);
}

// Who may speak.
void write_chat(const Scene& scene, engine::Language language, JsonWriter& out) {
  const Chat& chat = scene.table.chat();
  out.key("chat");
  out.begin_object();
  out.member("who", chat.friends_only() ? "friends" : "all");
  write_people(scene, "muted", chat.muted(), language, out);
  out.end_object();
}

// Who may be here; to the host also who watches.
void write_door(const Scene& scene, const Reader& reader, JsonWriter& out) {
  const Door& door = scene.table.door();
  out.key("door");
  out.begin_object();
  out.member("who", door.named_only() ? "named" : "all");
  write_people(scene, "removed", door.removed(), reader.language, out);
  out.end_object();
  if (reader.seat != Seat::kNone && reader.seat == scene.table.host()) {
    write_guests(scene.company, reader.language, out);
  }
}

// Who sits where, and what follows from it.
void write_company(const Scene& scene, const Reader& reader, JsonWriter& out) {
  const Table& table = scene.table;
  out.member("status", kStatusIds[static_cast<size_t>(table.status())]);
  write_seat(table, "host", table.host(), out);
  write_seat(table, "you", reader.seat, out);
  write_chairs(scene, reader, out);
  out.member("spectators", scene.company.spectators);
  write_fair(table, out);
  write_request(table, out);
  write_text("rematch", table.rematch(), out);
  out.member("hints", kHintRuleIds[static_cast<size_t>(table.hints())]);
  write_chat(scene, reader.language, out);
  write_door(scene, reader, out);
  write_own_orders(scene, reader, out);
}

void write_event(const engine::AnyTable& match, const engine::Event& event, engine::Viewer viewer,
                 std::string_view text, JsonWriter& out) {
  const std::string id = match.game().event_id(*match.edition(), event, viewer);
  const std::vector<std::string_view> words = engine::split(id, ' ');
  out.begin_object();
  out.member("id", words.front());
  out.key("args");
  out.begin_array();
  for (size_t i = 1; i < words.size(); ++i) out.value(words[i]);
  out.end_array();
  out.member("text", text);
  out.end_object();
}

// To the others what the orders did looks as if the person had done it.
void write_by(const Entry& entry, bool own, JsonWriter& out) {
  if (entry.by == By::kBot) out.member("by", "bot");
  if (entry.by == By::kClock) out.member("by", "clock");
  if (entry.by == By::kOrders && own) out.member("by", "orders");
}

// How many actions an update has cost.
int64_t lost_by(const Entry& update) {
  int64_t lost = 0;
  return engine::parse_int(update.text, 0, INT64_MAX, lost) ? lost : 0;
}

void write_item(const Scene& scene, int64_t number, const Reader& reader, JsonWriter& out) {
  const Table& table = scene.table;
  const Logged& logged = table.log()[static_cast<size_t>(number - 1)];
  const Entry& entry = logged.entry;
  const bool open = table.status() == Status::kOver || entry.seat == reader.seat;
  out.begin_object();
  out.member("n", number);
  out.member("at", entry.at);
  out.member("is", kEntryIds[static_cast<size_t>(entry.kind)]);
  // What somebody says whom the reader has blocked has its number, and no more.
  if (entry.kind == EntryKind::kSay && reader.blocked != nullptr &&
      reader.blocked->contains(entry.who)) {
    out.member("blocked", true);
    out.end_object();
    return;
  }
  if (entry.kind != EntryKind::kMade && entry.kind != EntryKind::kSeats &&
      entry.kind != EntryKind::kUpdate && entry.kind != EntryKind::kOver) {
    write_seat(table, "seat", entry.seat, out);
  }
  switch (entry.kind) {
    case EntryKind::kStart:
    case EntryKind::kAct:
      out.member("step", logged.step);
      if (entry.kind == EntryKind::kAct && open) {
        out.member("action", std::string_view(entry.text));
      }
      write_by(entry, entry.seat == reader.seat, out);
      out.key("events");
      write_events(*table.match(), table.events_of(logged), viewer(reader), reader.language, out,
                   scene.phrases);
      break;
    case EntryKind::kBack:
      out.member("step", entry.number);
      if (logged.showed) out.member("showed", true);
      break;
    case EntryKind::kAsk:
    case EntryKind::kAnew:
      out.member("step", entry.number);
      break;
    case EntryKind::kStandIn:
      write_by(entry, false, out);
      if (!entry.text.empty()) out.member("why", std::string_view(entry.text));
      break;
    case EntryKind::kUpdate:
      out.member("step", entry.number);
      out.member("lost", lost_by(entry));
      break;
    case EntryKind::kSay:
      write_person(scene, entry.who, reader.language, out);
      // What a person said who has been forgotten is gone; an empty line can't be said.
      if (entry.number == 1 && !entry.text.empty()) {
        out.member("emote", std::string_view(entry.text));
      } else {
        out.member("text", entry.text.empty() ? texts(reader.language).get("forgotten-line")
                                              : std::string_view(entry.text));
      }
      break;
    case EntryKind::kSit:
      write_person(scene, entry.who, reader.language, out);
      break;
    case EntryKind::kMute:
      write_person(scene, entry.who, reader.language, out);
      out.member("on", entry.number == 1);
      break;
    case EntryKind::kRemove:
      write_person(scene, entry.who, reader.language, out);
      out.member("on", entry.number == 1);
      if (!entry.text.empty()) out.member("bot_for", std::string_view(entry.text));
      break;
    case EntryKind::kChat:
    case EntryKind::kDoor:
      out.member("who", std::string_view(entry.text));
      break;
    case EntryKind::kSeat:
      out.member("kind", entry.text == "open" ? "open" : "bot");
      if (entry.text != "open") out.member("bot", std::string_view(entry.text));
      break;
    case EntryKind::kSeats:
      out.member("count", entry.number);
      break;
    case EntryKind::kWord:
      out.member("word", std::string_view(entry.text));
      break;
    case EntryKind::kConsent:
      out.member("yes", entry.number == 1);
      break;
    case EntryKind::kOver:
      out.member("by", std::string_view(entry.text));
      break;
    case EntryKind::kRematch:
      out.member("table", std::string_view(entry.text));
      break;
    default:
      break;
  }
  out.end_object();
}

}  // namespace

void write_edition(const engine::AnyGame& game, const engine::AnyEdition& edition,
                   engine::Language language, engine::JsonWriter& out, bool about) {
  out.begin_object();
  // As it calls itself for people, or by its id.
  const engine::Texts& texts = edition.texts(language);
  const std::string* title = texts.find("edition.name");
  out.member("name", std::string_view(title != nullptr ? *title : edition.name()));
  out.member("hash", std::string_view(engine::hex64(edition.hash())));
  if (edition.hash() == game.default_edition()->hash()) out.member("own", true);
  if (const std::string* text = texts.find("edition.text"); about && text != nullptr)
    out.member("text", std::string_view(*text));
  out.end_object();
}

void begin_message(JsonWriter& out, std::string_view is, std::optional<int64_t> re) {
  out.begin_object();
  out.member("is", is);
  if (re) out.member("re", *re);
}

void write_events(const engine::AnyTable& match, const std::vector<engine::Event>& events,
                  engine::Viewer viewer, engine::Language language, JsonWriter& out,
                  Phrases* phrases) {
  const engine::AnyGame& game = match.game();
  out.begin_array(false);
  for (size_t first = 0; first < events.size();) {
    const engine::Event& event = events[first];
    const bool series = game.spec().events[event.kind].series;
    size_t end = first + 1;
    while (series && end < events.size() && events[end].kind == event.kind) ++end;
    const auto write = [&](JsonWriter& to) {
      const std::vector<std::string> texts =
          game.event_texts(*match.edition(), std::span(events).subspan(first, end - first), viewer,
                           match.texts(language));
      for (size_t e = first; e < end; ++e)
        write_event(match, events[e], viewer, texts[e - first], to);
    };
    // What one of a series says depends on the others.
    if (phrases == nullptr || series) {
      write(out);
    } else {
      const Phrases::Meaning meaning =
          Phrases::of(event, event.sees != engine::kEverybody && !viewer.may_see(event.sees));
      out.written(phrases->text(match.edition(), language, meaning, write));
    }
    first = end;
  }
  out.end_array();
}

void write_seen_steps(const engine::AnyGame& game, const engine::SeenSteps& seen, JsonWriter& out) {
  out.begin_object();
  out.member("count", seen.count);
  out.key("by");
  out.begin_object();
  for (size_t i = 0; i < seen.by.size(); ++i) {
    if (seen.by[i] > 0) out.member(game.spec().seat_ids[i], seen.by[i]);
  }
  out.end_object();
  out.end_object();
}

void write_variants(const engine::GameSpec& spec, const engine::Variants& variants,
                    JsonWriter& out) {
  out.key("variants");
  out.begin_object();
  for (size_t i = 0; i < spec.variants.size(); ++i)
    out.member(spec.variants[i].id, std::string_view(engine::variant_value(spec, variants, i)));
  out.end_object();
}

void write_acting(const engine::AnyTable& match, JsonWriter& out) {
  const engine::GameSpec& spec = match.game().spec();
  out.begin_array();
  for (Seat seat : match.acting())
    out.value(spec.seat_ids[static_cast<size_t>(engine::index_of(seat))]);
  out.end_array();
}

void write_position(const engine::AnyTable& match, const Reader& reader, bool asks,
                    JsonWriter& out) {
  out.key("acting");
  write_acting(match, out);
  out.key("view");
  match.write(viewer(reader), out);
  write_question(match, reader, asks, out);
}

void write_question(const engine::AnyTable& match, const Reader& reader, bool asks,
                    JsonWriter& out) {
  const bool asked = asks && match.acting().contains(reader.seat);
  const Choices choices = asked ? choices_of(match, reader.seat) : Choices{};
  out.key("asked");
  asked ? write_asked(match, reader.seat, reader.language, out) : out.null();
  out.key("choices");
  write_choices(match, choices, reader.language, out);
  out.key("rules");
  write_rules(match, choices, reader.language, out);
}

void write_items(const Scene& scene, int64_t from, const Reader& reader, JsonWriter& out) {
  out.begin_array(false);
  for (int64_t number = from + 1; number <= scene.table.n(); ++number) {
    write_item(scene, number, reader, out);
  }
  out.end_array();
}

int64_t write_log(const Scene& scene, int64_t before, const Reader& reader, JsonWriter& out) {
  const Table& table = scene.table;
  int64_t first = before;
  size_t bytes = 0;
  while (first > 1 && before - first < static_cast<int64_t>(kLogItems)) {
    const Logged& logged = table.log()[static_cast<size_t>(first - 2)];
    const EntryKind kind = logged.entry.kind;
    const bool tells = kind == EntryKind::kAct || kind == EntryKind::kStart;
    bytes += kUsualItem + logged.entry.text.size() +
             (tells ? kUsualEvent * table.events_of(logged).size() : 0);
    if (bytes > kLogBytes && first < before) break;
    --first;
  }
  out.begin_array(false);
  for (int64_t number = first; number < before; ++number) write_item(scene, number, reader, out);
  out.end_array();
  return first;
}

bool changes_position(EntryKind kind) {
  return kind == EntryKind::kAct || kind == EntryKind::kBack || kind == EntryKind::kStart ||
         kind == EntryKind::kUpdate || kind == EntryKind::kOver;
}

bool changes_chairs(EntryKind kind) {
  return kind != EntryKind::kAct && kind != EntryKind::kSay && kind != EntryKind::kMade;
}

namespace {

void write_state_member(const Scene& scene, const Reader& reader, ToldPtr* told, JsonWriter& out) {
  if (told != nullptr) {
    *told = tell_state(scene, reader, told->get(), out);
  } else {
    out.key("state");
    write_state(scene, reader, out);
  }
}

}  // namespace

void write_table(const Scene& scene, const Reader& reader, JsonWriter& out, ToldPtr* told) {
  const Table& table = scene.table;
  const engine::GameSpec& spec = table.game().spec();
  const engine::AnyEdition& edition = *table.head().edition;
  out.member("table", std::string_view(table.id()));
  out.member("n", table.n());
  out.member("game", spec.id);
  out.member("rules_version", spec.rules_version);
  out.key("edition");
  write_edition(table.game(), edition, reader.language, out, true);
  write_variants(spec, table.head().variants, out);
  out.member("public", table.head().listed);
  out.member("take_back", kTakeBackIds[static_cast<size_t>(table.head().take_back)]);
  if (table.head().rated) out.member("rated", true);
  if (table.head().brought) out.member("brought", true);
  out.member("created", table.created());
  out.member("now", scene.wall);
  out.key("clock");
  if (table.head().clock.on()) {
    out.begin_object();
    out.member("move", table.head().clock.move);
    out.member("bank", table.head().clock.bank);
    out.end_object();
  } else {
    out.null();
  }
  write_company(scene, reader, out);
  out.key("log");
  const int64_t log_from = write_log(scene, table.n() + 1, reader, out);
  out.member("log_from", log_from);
  write_state_member(scene, reader, told, out);
}

void write_news(const Scene& scene, int64_t from, const Reader& reader, bool whole, JsonWriter& out,
                ToldPtr* told) {
  const Table& table = scene.table;
  bool chairs = whole;
  bool position = whole;
  for (auto i = static_cast<size_t>(from); i < table.log().size(); ++i) {
    const EntryKind kind = table.log()[i].entry.kind;
    chairs = chairs || changes_chairs(kind);
    position = position || changes_position(kind);
  }
  out.member("table", std::string_view(table.id()));
  out.member("from", from);
  out.member("to", table.n());
  out.key("items");
  write_items(scene, from, reader, out);
  if (chairs) {
    write_company(scene, reader, out);
  } else {
    write_request(table, out);  // an action ends a wish to take back
    if (scene.ordering != Seat::kNone && scene.ordering == reader.seat) {
      write_own_orders(scene, reader, out);
    }
  }
  if (position || chairs) write_state_member(scene, reader, told, out);
}

std::string presence_message(std::string_view table, const engine::AnyGame& game,
                             const Company& company, bool guests) {
  std::string text;
  JsonWriter out(text);
  out.begin_object();
  out.member("is", "presence");
  out.member("table", table);
  out.key("here");
  out.begin_array();
  for (Seat seat : company.here) {
    out.value(game.spec().seat_ids[static_cast<size_t>(engine::index_of(seat))]);
  }
  out.end_array();
  out.member("spectators", company.spectators);
  if (guests) write_guests(company, {}, out);
  out.end_object();
  return text;
}

std::string removed_message(std::string_view table, const Refusal& why, engine::Language language) {
  std::string text;
  JsonWriter out(text);
  begin_message(out, "removed", std::nullopt);
  out.member("table", table);
  write_refusal(why, language, out);
  out.end_object();
  return text;
}

}  // namespace server
