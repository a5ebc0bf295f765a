// The head of a table as JSON: its first entry, and what lists of tables show.
#include "bots/characters.h"
#include "engine/json.h"
#include "engine/record.h"
#include "games/registry.h"
#include "server/anchors.h"
#include "server/table.h"

namespace server {
namespace {

// Of a bot of the house the one of ours that plays for it stands there as well: an older version of
// the program takes that.
void write_chair(const Chair& chair, engine::JsonWriter& out) {
  Chair ours = chair;
  ours.bot.house.clear();
  out.begin_object();
  write_kind(ours, out);
  if (!chair.bot.house.empty()) out.member("house", std::string_view(chair.bot.house));
  if (chair.kind == SeatKind::kPerson) out.member("person", std::string_view(chair.person));
  out.end_object();
}

Chair read_chair(const engine::Json& json, engine::Error& error) {
  engine::FieldReader reader(json, "seats", error, engine::ErrorCode::kRecord);
  Chair chair;
  const std::string_view kind = reader.string("kind");
  if (kind == "person") {
    chair.kind = SeatKind::kPerson;
    chair.person = reader.string("person");
  } else if (kind == "bot") {
    chair.kind = SeatKind::kBot;
    const auto bot = bots::BotSpec::parse(reader.string("bot"));
    if (bot) {
      chair.bot = *bot;
      chair.bot.house = reader.string_or("house", "");
      chair.stand_in = reader.has("stand_in");
    } else {
      reader.fail("bot", bot.error.text);
    }
  } else if (kind != "open") {
    reader.fail("kind", "must be open, person or bot");
  }
  return chair;
}

// "chance": "seed 3", "anew": ["41 HEX"], "position": "{…}"
void write_beginning(const Beginning& beginning, engine::JsonWriter& out) {
  out.member("chance", std::string_view(engine::write_chance(beginning.chance)));
  out.key("anew");
  out.begin_array();
  for (const engine::ChanceSource::Anew& anew : beginning.chance.anew) {
    out.value(std::string_view(std::to_string(anew.from) + ' ' + engine::hex_key(anew.key)));
  }
  out.end_array();
  if (!beginning.position.empty()) out.member("position", std::string_view(beginning.position));
}

Beginning read_beginning(engine::FieldReader& reader) {
  Beginning beginning;
  if (!engine::read_chance(reader.string("chance"), beginning.chance)) {
    reader.fail("chance", "must be a seed or a key");
  }
  for (const engine::Json& item : reader.array("anew").items) {
    const std::string_view text = item.text;
    const size_t blank = std::min(text.find(' '), text.size());
    engine::ChanceSource::Anew anew;
    int64_t from = 0;
    if (!engine::parse_int(text.substr(0, blank), 1, INT64_MAX, from) ||
        !engine::read_key(text.substr(std::min(blank + 1, text.size())), anew.key)) {
      reader.fail("anew", "must list actions with the key from there on");
      break;
    }
    anew.from = static_cast<uint64_t>(from);
    beginning.chance.anew.push_back(anew);
  }
  beginning.position = reader.string_or("position", "");
  return beginning;
}

}  // namespace

void write_kind(const Chair& chair, engine::JsonWriter& out) {
  constexpr std::array<std::string_view, 3> kKinds{"open", "person", "bot"};
  out.member("kind", kKinds[static_cast<size_t>(chair.kind)]);
  if (chair.kind == SeatKind::kBot) {
    out.member("bot", chair.bot.text());
    if (!chair.bot.house.empty()) out.member("house", std::string_view(chair.bot.house));
    if (chair.stand_in) out.member("stand_in", chair.bot.bot.text());
  }
}

void write_character(std::string_view table, int seat, engine::JsonWriter& out) {
  const bots::Character& character = bots::character_at(table, seat);
  out.key("character");
  out.begin_object();
  out.member("id", character.id);
  out.member("name", character.name);
  out.end_object();
}

std::string write_head(const Head& head) {
  const engine::GameSpec& spec = head.game->spec();
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("game", spec.id);
  out.member("rules", head.rules != 0 ? head.rules : spec.rules_version);
  const engine::EditionPtr edition =
      head.edition != nullptr ? head.edition : head.game->default_edition();
  out.member("edition", std::string_view(engine::hex64(edition->hash())));
  out.member("variants", std::string_view(describe_variants(spec, head.variants)));
  out.member("move", head.clock.move);
  out.member("bank", head.clock.bank);
  out.member("listed", head.listed);
  if (head.friends_only) out.member("chat", "friends");
  out.member("take_back", kTakeBackIds[static_cast<size_t>(head.take_back)]);
  if (head.hints) out.member("hints", true);
  if (head.rated) out.member("rated", true);
  if (head.brought) out.member("brought", true);
  if (head.beginning) write_beginning(*head.beginning, out);
  out.member("host", engine::index_of(head.host));
  out.member("secret", std::string_view(head.secret));
  if (head.ended != 0) {
    out.member("ended", head.ended);
    out.member("winners", static_cast<int>(head.winners.bits()));
  }
  if (head.result) {
    out.key("result");
    write_result(*head.result, out);
  }
  if (!head.to_act.empty()) out.member("to_act", static_cast<int64_t>(head.to_act.bits()));
  out.key("seats");
  out.begin_array();
  for (const Chair& chair : head.chairs) write_chair(chair, out);
  out.end_array();
  out.end_object();
  return text;
}

const Boxes& built_in_boxes() {
  static const Boxes boxes{games::find, [](const engine::AnyGame& game, std::string_view hash) {
                             const engine::EditionPtr own = game.default_edition();
                             const bool same = hash == engine::hex64(own->hash()) ||
                                               hash == engine::hex64(own->file_hash());
                             return same ? own : nullptr;
                           }};
  return boxes;
}

engine::Result<Head> read_head(std::string_view json, const Boxes& boxes) {
  engine::Result<engine::Json> parsed = engine::parse_json(json, "head");
  if (!parsed) return parsed.error;
  engine::Error error;
  engine::FieldReader reader(*parsed, "head", error, engine::ErrorCode::kRecord);
  Head head;
  head.game = boxes.game(reader.string("game"));
  head.rules = reader.integer("rules", 0, 1 << 30);
  const std::string_view edition = reader.string("edition");
  head.clock = {reader.integer("move", 0, ClockRule::kLongest),
                reader.integer("bank", 0, ClockRule::kLongest)};
  head.listed = reader.boolean_or("listed", false);
  head.friends_only = reader.string_or("chat", "all") == "friends";
  if (reader.string_or("take_back", "free") == "never") head.take_back = TakeBack::kNever;
  head.hints = reader.boolean_or("hints", false);
  head.rated = reader.boolean_or("rated", false);
  head.brought = reader.boolean_or("brought", false);
  if (reader.has("chance")) head.beginning = read_beginning(reader);
  head.host = engine::seat_at(reader.integer("host", -1, engine::kMaxSeats - 1));
  head.secret = reader.string("secret");
  if (const engine::Json* ended = parsed->find("ended"); ended != nullptr && ended->is_integer()) {
    head.ended = ended->integer;
    head.winners = engine::SeatSet::from_bits(
        static_cast<uint8_t>(reader.integer("winners", 0, (1 << engine::kMaxSeats) - 1)));
  }
  if (const engine::Json* result = parsed->find("result")) head.result = read_result(*result);
  head.to_act = engine::SeatSet::from_bits(
      static_cast<uint32_t>(reader.integer_or("to_act", 0, (1 << engine::kMaxSeats) - 1, 0)));
  for (const engine::Json& chair : reader.array("seats").items) {
    head.chairs.push_back(read_chair(chair, error));
  }
  const std::string_view variants = reader.string(reader.has("variants") ? "variants" : "options");
  if (error) return error;
  if (head.game == nullptr) {
    return engine::Error{engine::ErrorCode::kOutdated, "there is no such game any more", ""};
  }
  const engine::GameSpec& spec = head.game->spec();
  // One that isn't known (heads of old name the file with its notes, which may have changed) is
  // taken for the game's own: the positions show whether that is right.
  if (boxes.edition) head.edition = boxes.edition(*head.game, edition);
  head.own_edition = head.edition != nullptr;
  if (!head.own_edition) head.edition = head.game->default_edition();
  head.variants = engine::default_variants(spec, head.rules);
  for (std::string_view variant : engine::split(variants, ' ')) {
    const engine::Error bad = engine::set_variant(spec, variant, head.variants);
    // Other rules may not have the variant any more.
    if (bad && head.rules == spec.rules_version) return bad;
  }
  if (head.chairs.size() > static_cast<size_t>(spec.max_seats)) {
    return engine::Error{engine::ErrorCode::kRecord, "too many seats", ""};
  }
  return head;
}

std::string why_not_rated(const Head& head) {
  // Who is about to lose must not be able to wait for ever.
  if (!head.clock.on()) return "rated: a rated table needs a clock";
  if (head.hints) return "hints: nobody is advised at a rated table";
  if (head.take_back != TakeBack::kNever) return "take_back: must be never at a rated table";
  if (head.edition != nullptr && head.edition->hash() != head.game->default_edition()->hash()) {
    return "edition: a rated table is played with the game's own";
  }
  for (const Chair& chair : head.chairs) {
    if (chair.kind == SeatKind::kBot && !anchor_of(head.game->spec(), chair.bot)) {
      return "seats: at a rated table there are no bots but those of the levels";
    }
  }
  return {};
}

}  // namespace server
