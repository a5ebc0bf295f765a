// The head of a table as JSON: its first entry, and what lists of tables show.
#include "engine/json.h"
#include "engine/record.h"
#include "games/registry.h"
#include "server/table.h"

namespace server {
namespace {

constexpr std::array<std::string_view, 3> kKinds{"open", "person", "bot"};

void write_chair(const Chair& chair, engine::JsonWriter& out) {
  out.begin_object();
  out.member("kind", kKinds[static_cast<size_t>(chair.kind)]);
  if (chair.kind == SeatKind::kPerson) out.member("person", std::string_view(chair.person));
  if (chair.kind == SeatKind::kBot) {
    out.member("bot", bots::kBotIds[static_cast<size_t>(chair.bot)]);
  }
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
    const auto bot = bots::parse_bot(reader.string("bot"));
    if (bot) {
      chair.bot = *bot;
    } else {
      reader.fail("bot", bot.error.text);
    }
  } else if (kind != "open") {
    reader.fail("kind", "must be open, person or bot");
  }
  return chair;
}

}  // namespace

std::string write_head(const Head& head) {
  const engine::GameSpec& spec = head.game->spec();
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("game", spec.id);
  out.member("rules", spec.rules_version);
  out.member("edition", std::string_view(engine::hex64(head.game->default_edition()->hash())));
  out.member("options", std::string_view(describe_options(spec, head.options)));
  out.member("move", head.clock.move);
  out.member("bank", head.clock.bank);
  out.member("listed", head.listed);
  if (head.friends_only) out.member("chat", "friends");
  out.member("take_back", kTakeBackIds[static_cast<size_t>(head.take_back)]);
  out.member("host", engine::index_of(head.host));
  out.member("secret", std::string_view(head.secret));
  out.key("seats");
  out.begin_array();
  for (const Chair& chair : head.chairs) write_chair(chair, out);
  out.end_array();
  out.end_object();
  return text;
}

engine::Result<Head> read_head(std::string_view json) {
  engine::Result<engine::Json> parsed = engine::parse_json(json, "head");
  if (!parsed) return parsed.error;
  engine::Error error;
  engine::FieldReader reader(*parsed, "head", error, engine::ErrorCode::kRecord);
  Head head;
  head.game = games::find(reader.string("game"));
  const int rules = reader.integer("rules", 0, 1 << 30);
  const std::string_view edition = reader.string("edition");
  constexpr int kDay = 24 * 3600 * 1000;
  head.clock = {reader.integer("move", 0, kDay), reader.integer("bank", 0, kDay)};
  head.listed = reader.boolean_or("listed", false);
  head.friends_only = reader.string_or("chat", "all") == "friends";
  if (reader.string_or("take_back", "free") == "never") head.take_back = TakeBack::kNever;
  head.host = engine::seat_at(reader.integer("host", -1, engine::kMaxSeats - 1));
  head.secret = reader.string("secret");
  for (const engine::Json& chair : reader.array("seats").items) {
    head.chairs.push_back(read_chair(chair, error));
  }
  const std::string_view options = reader.string("options");
  if (error) return error;
  if (head.game == nullptr) {
    return engine::Error{engine::ErrorCode::kRecord, "there is no such game any more", ""};
  }
  const engine::GameSpec& spec = head.game->spec();
  const engine::AnyEdition& ours = *head.game->default_edition();
  if (rules != spec.rules_version ||
      (edition != engine::hex64(ours.hash()) && edition != engine::hex64(ours.file_hash()))) {
    return engine::Error{engine::ErrorCode::kRecord,
                         "the table was made with another version of the rules or the edition", ""};
  }
  head.options = engine::default_options(spec);
  for (std::string_view option : engine::split(options, ' ')) {
    if (engine::Error bad = engine::set_option(spec, option, head.options)) return bad;
  }
  if (head.chairs.size() > static_cast<size_t>(spec.max_seats)) {
    return engine::Error{engine::ErrorCode::kRecord, "too many seats", ""};
  }
  return head;
}

}  // namespace server
