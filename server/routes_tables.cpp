// HTTP: making tables, lists of them, and what there is to see of finished ones.
#include "games/registry.h"
#include "server/compress.h"
#include "server/replay.h"
#include "server/routes.h"

namespace server {
namespace {

constexpr int kShortest = 1000;

Refusal bad(const std::string& what) {
  return {Code::kMessage, "bad-message", {what}, nullptr, "", ""};
}

// POST /api/tables, checked.
struct Wish {
  Head head;
  bool start = false;
};

engine::Error read_variants(const engine::Json& json, Head& head) {
  const engine::GameSpec& spec = head.game->spec();
  head.variants = engine::default_variants(spec);
  for (const auto& [name, value] : json.members) {
    const std::string text = value.is_integer() ? std::to_string(value.integer) : value.text;
    if (engine::Error error = engine::set_variant(spec, name + "=" + text, head.variants)) {
      return error;
    }
  }
  return {};
}

engine::Error read_seats(const engine::Json& json, const std::string& me, const HouseBots& house,
                         Head& head) {
  engine::Error error;
  const engine::GameSpec& spec = head.game->spec();
  const auto count = static_cast<int>(json.items.size());
  if (count < spec.min_seats || count > spec.max_seats) {
    return {engine::ErrorCode::kUsage,
            "seats: there must be " + std::to_string(spec.min_seats) + " to " +
                std::to_string(spec.max_seats),
            ""};
  }
  for (const engine::Json& item : json.items) {
    engine::FieldReader fields(item, "seats", error, engine::ErrorCode::kUsage);
    const std::string_view kind = fields.string("kind");
    Chair chair;
    if (kind == "me" && head.host == engine::Seat::kNone) {
      chair.kind = SeatKind::kPerson;
      chair.person = me;
      head.host = engine::seat_at(static_cast<int>(head.chairs.size()));
    } else if (kind == "bot") {
      chair.kind = SeatKind::kBot;
      const auto bot = house.choice(fields.string("bot"));
      if (!bot) return bot.error;
      chair.bot = *bot;
    } else if (kind != "open") {
      fields.fail("kind", "must be me (once), open or bot");
    }
    if (error) return error;
    head.chairs.push_back(std::move(chair));
  }
  if (head.host == engine::Seat::kNone) {
    return {engine::ErrorCode::kUsage, "seats: one must be for you (me)", ""};
  }
  return {};
}

engine::Result<Wish> read_wish(const engine::Json& body, const std::string& me, Editions& editions,
                               const HouseBots& house) {
  engine::Error error;
  engine::FieldReader fields(body, "body", error, engine::ErrorCode::kUsage);
  Wish wish;
  wish.head.game = games::find(fields.string("game"));
  const engine::Json& seats = fields.array("seats");
  const engine::Json& variants =
      fields.object_or_empty(fields.has("options") ? "options" : "variants");  // its old name
  const engine::Json& clock = fields.object_or_empty("clock");
  wish.head.listed = fields.boolean_or("public", false);
  wish.start = fields.boolean_or("start", false);
  const std::string_view chat = fields.string_or("chat", "all");
  if (chat != "all" && chat != "friends") fields.fail("chat", "must be all or friends");
  wish.head.friends_only = chat == "friends";
  wish.head.hints = fields.boolean_or("hints", false);
  wish.head.rated = fields.boolean_or("rated", false);
  const std::string_view take_back =
      fields.string_or("take_back", kTakeBackIds[wish.head.rated ? 1 : 0]);
  const std::string edition(fields.string_or("edition", ""));
  if (fields.has("word")) fields.fail("word", "is committed to at the table now: see commit");
  fields.finish();
  if (!error && take_back == kTakeBackIds[1]) wish.head.take_back = TakeBack::kNever;
  if (!error && take_back != kTakeBackIds[0] && take_back != kTakeBackIds[1]) {
    fields.fail("take_back", "must be free or never");
  }
  if (error) return error;
  if (wish.head.game == nullptr) {
    return engine::Error{engine::ErrorCode::kUsage, "there is no such game", ""};
  }
  if (!edition.empty()) {
    wish.head.edition = editions.choice(*wish.head.game, edition);
    if (wish.head.edition == nullptr) {
      return engine::Error{engine::ErrorCode::kUsage,
                           "edition: '" + edition + "' is none to choose here", ""};
    }
  }
  if (!clock.members.empty()) {
    engine::FieldReader times(clock, "clock", error, engine::ErrorCode::kUsage);
    wish.head.clock = {times.integer_or("move", 0, ClockRule::kLongest, 0),
                       times.integer_or("bank", 0, ClockRule::kLongest, 0)};
    times.finish();
    for (int64_t time : {wish.head.clock.move, wish.head.clock.bank}) {
      if (!error && time != 0 && time < kShortest) times.fail("move", "must be 1000 or more");
    }
    if (!error && !wish.head.clock.on()) times.fail("move", "or bank must not be 0");
    if (error) return error;
  }
  if (engine::Error wrong = read_variants(variants, wish.head)) return wrong;
  if (engine::Error wrong = read_seats(seats, me, house, wish.head)) return wrong;
  if (!wish.head.edition) wish.head.edition = editions.current(*wish.head.game);
  if (wish.head.rated) {
    const std::string why = why_not_rated(wish.head);
    if (!why.empty()) return engine::Error{engine::ErrorCode::kUsage, why, ""};
  }
  return wish;
}

// All that what there is to see of a finished table depends on.
std::string key_of(const HttpRequest& request, engine::Language language, std::string_view id,
                   std::string_view what) {
  std::string key(id);
  for (std::string_view part :
       {what, engine::kLanguages[static_cast<size_t>(language)], request.parameter("seat"),
        request.parameter("from"), request.parameter("to"),
        std::string_view(accepts(request.accept_encoding, "gzip") ? "gzip" : "")}) {
    key += ' ';
    key += part;
  }
  return key;
}

// A record is a file to keep; the rest is for programs.
std::string file_name(std::string_view id, std::string_view what) {
  return what == "record" ? std::string(id) + ".record" : std::string();
}

}  // namespace

void Routes::post_table(const Call& call) {
  if (call.me.id.empty()) return refuse(call, refusal(Code::kPerson, "needs-person"));
  if (context_.stopping) return refuse(call, refusal(Code::kStorage, "storage"));
  if (context_.house.draining) return refuse(call, refusal(Code::kState, "draining"));
  // Only a record is large. Reading it takes its time, too, so it counts before that.
  const bool large = call.request.body.size() > kUsualBody;
  if (large) {
    if (const Refusal refused = may_bring(call)) return refuse(call, refused);
  }
  const engine::Result<engine::Json> body = engine::parse_json(call.request.body, "body");
  if (!body) return refuse(call, bad(body.error.text));
  if (body.value.is_object() && body.value.find("record") != nullptr) {
    const Refusal refused = large ? Refusal{} : may_bring(call);
    return refused ? refuse(call, refused) : bring_table(call, *body);
  }
  if (large) return refuse(call, refusal(Code::kSize, "too-large"));
  engine::Result<Wish> wish = read_wish(*body, call.me.id, context_.editions, context_.house_bots);
  if (!wish) return refuse(call, bad(wish.error.text));
  if (wish->head.rated && !context_.settings.ratings) {
    return refuse(call, refusal(Code::kState, "not-rated-here"));
  }
  const Who who{call.me.id, call.request.address};
  if (!context_.quotas.tables.take(who, context_.now())) {
    return refuse(call, refusal(Code::kTooFast, "too-fast"));
  }
  tables_.make(std::move(wish->head), call.me.id, wish->start,
               [this, to = later(call)](const Refusal& refused, const std::string& id) {
                 if (refused) return refuse(to, refused);
                 answer_made(to, id);
               });
}

void Routes::answer_made(const Later& to, const std::string& id) {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("table", std::string_view(id));
  out.member("path", std::string_view("/t/" + id));
  const Place* place = tables_.find(id);
  if (place != nullptr && place->table != nullptr && place->table->draws_chance()) {
    out.member("commitment", std::string_view(place->table->commitment()));
  }
  out.end_object();
  answer(to, 201, std::move(text));
}

void Routes::get_tables(const Call& call) {
  answer(call, 200, lobby_.write(call.me, call.language));
}

// Finished tables don't change: what was reckoned once is kept, and needs no table in memory. (The
// words of a review are kept like that, too; where it isn't made there is nothing to keep.)
void Routes::get_finished(const Call& call, std::string_view id, std::string_view what) {
  if (what != "record" && what != "replay" && what != "luck" && what != "draws" &&
      what != "scores" && what != kReview) {
    return refuse(call, refusal(Code::kUnknown, "unknown-path"));
  }
  if (what == "record" && context_.settings.unfinished_records) {
    return get_record_so_far(call, id);
  }
  const std::string key = key_of(call.request, call.language, id, what);
  const auto told = [this, to = later(call), name = file_name(id, what)](
                        const SlowTexts::Text& text) { answer_kept(to, text, name); };
  if (slow_texts_.ask(key, told)) return;
  const Who who{call.me.id, call.request.address};
  if (!context_.quotas.finished.take(who, context_.now())) {
    return refuse(call, refusal(Code::kTooFast, "too-fast"));
  }
  tables_.when_free(
      std::string(id), [this, request = call.request, reply = call.reply, key,
                        language = call.language, what = std::string(what)](Place& there) {
        const Call again{request, reply, language, {}};
        if (const Refusal why = Tables::asleep(there)) return refuse(again, why);
        // One that was closed before it began has nothing to show.
        if (there.table->status() != store::Status::kOver || there.table->match() == nullptr) {
          return refuse(again, refusal(Code::kState, "not-over"));
        }
        if (what == kReview) return review(again, key, *there.table);
        finished(again, key, *there.table, what);
      });
}

void Routes::finished(const Call& call, const std::string& key, const Table& table,
                      std::string_view what) {
  ReplayWish wish;
  wish.language = call.language;
  wish.ending = ending_of(table);
  wish.begins = table.whole() || &table.repeatable() != table.match() ? 0 : table.begins();
  wish.played = table.steps();
  if (what == "replay") {
    if (Refusal refused = read_replay_wish(call.request, table, wish)) return refuse(call, refused);
  }
  const auto told = [this, to = later(call), name = file_name(table.id(), what)](
                        const SlowTexts::Text& text) { answer_kept(to, text, name); };
  if (slow_texts_.ask(key, told)) return;  // it was asked for while the table was busy
  const std::shared_ptr<engine::AnyTable> match = table.repeatable().clone();
  const bool made = slow_texts_.make(
      key, call.request.address,
      [match, wish, notes = record_notes(table), id = table.id(), what = std::string(what),
       zip = accepts(call.request.accept_encoding, "gzip")] {
        const std::string text = what == "luck"     ? write_luck(id, *match)
                                 : what == "draws"  ? write_draws(id, *match, wish.language)
                                 : what == "scores" ? write_scores(id, *match)
                                 : what == "record" ? full_record(*match, notes)
                                                    : write_replay(id, *match, wish);
        return zip ? gzip(text) : text;
      },
      told);
  if (!made) refuse(call, refusal(Code::kTooFast, "busy"));
}

void Routes::answer_kept(const Later& to, const SlowTexts::Text& text, const std::string& file) {
  HttpResponse response;
  if (!file.empty()) {
    response.type = "text/plain; charset=utf-8";
    response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + file + "\"");
  }
  response.headers.emplace_back("Cache-Control", "no-store");
  if (accepts(to.accept_encoding, "gzip")) {
    response.headers.emplace_back("Content-Encoding", "gzip");
  }
  response.kept = text;
  response.fixed = *text;
  to.reply(std::move(response));
}

}  // namespace server
