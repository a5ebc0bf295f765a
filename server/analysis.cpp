#include "server/analysis.h"

#include "engine/base64url.h"
#include "games/registry.h"
#include "server/replay.h"

namespace server {
namespace {

using engine::Error;
using engine::ErrorCode;
using engine::JsonWriter;
using engine::Seat;

Refusal bad_message(const std::string& what) {
  return {Code::kMessage, "bad-message", {what}, nullptr, "", ""};
}

engine::Result<engine::Viewer> viewer_of(const engine::AnyTable& table, std::string_view eyes) {
  if (eyes == "all") return engine::Viewer::everything();
  if (eyes == "spectator") return engine::Viewer::spectator();
  const auto seat = engine::parse_seat(table.game().spec(), table.seats(), eyes);
  if (!seat) return seat.error;
  return engine::Viewer::at(*seat);
}

Refusal try_out(engine::AnyTable& table, const AnalysisWish::Move& move) {
  const engine::AnyGame& game = table.game();
  const auto seat = engine::parse_seat(game.spec(), table.seats(), move.seat);
  if (!seat) return bad_message("moves: " + seat.error.text);
  const auto action = game.parse_action(*table.edition(), move.action);
  if (!action) return {Code::kMessage, "bad-action", {move.action}, nullptr, move.action, ""};
  const Error error = engine::try_move(table, {*seat, *action, move.luck});
  if (!error) return {};
  if (error.code == ErrorCode::kTurn) return refusal(Code::kTurn, "turn");
  return {Code::kIllegal, "not-a-choice", {move.action}, &game,
          move.action,    error.rule,     error.missing, table.edition()};
}

void write_moves(const engine::AnyTable& table, const AnalysisWish& wish, engine::Viewer viewer,
                 JsonWriter& out) {
  const engine::AnyGame& game = table.game();
  out.key("moves");
  out.begin_array(false);
  for (size_t i = 0; i < table.steps().size(); ++i) {
    const engine::Step& step = table.steps()[i];
    out.begin_object();
    out.member("seat", seat_id(table, step.seat));
    out.member("action", std::string_view(game.action_id(*table.edition(), step.action)));
    out.member("luck", static_cast<int64_t>(wish.moves[i].luck));
    out.member("text", std::string_view(game.action_text(*table.edition(), step.action,
                                                         table.texts(wish.language))));
    out.member("chance", step.used_chance);
    const auto [first, last] = table.event_range(static_cast<int>(i));
    out.key("events");
    write_events(table,
                 {table.events().begin() + static_cast<std::ptrdiff_t>(first),
                  table.events().begin() + static_cast<std::ptrdiff_t>(last)},
                 viewer, wish.language, out);
    out.end_object();
  }
  out.end_array();
}

// As in a table's `state`; seen by the viewer, asked is the seat.
void write_state(const engine::AnyTable& table, const AnalysisWish& wish, engine::Viewer viewer,
                 Seat seat, int step, JsonWriter& out) {
  const Reader reader{viewer.all ? seat : viewer.seat, wish.language};
  out.key("state");
  out.begin_object();
  out.member("step", step + static_cast<int>(table.steps().size()));
  out.member("over", table.over());
  out.key("acting");
  write_acting(table, out);
  out.key("view");
  table.write(server::viewer(reader), out);
  write_question(table, {seat, wish.language}, !table.over(), out);
  if (table.over()) {
    const engine::Outcome outcome = table.outcome();
    out.key("outcome");
    write_outcome(table, {outcome, outcome.winners, "end", {}, {}}, wish.language, out);
  }
  out.end_object();
}

AnalysisWish::Move read_move(const engine::Json& json, Error& error) {
  engine::FieldReader fields(json, "moves", error, ErrorCode::kUsage);
  AnalysisWish::Move move;
  move.seat = fields.string("seat");
  move.action = fields.string("action");
  move.luck = static_cast<uint32_t>(fields.integer_or("luck", 0, 1'000'000, 0));
  fields.finish();
  return move;
}

}  // namespace

engine::Result<std::unique_ptr<engine::AnyTable>> read_position(const engine::Json& position,
                                                                const engine::AnyGame& game,
                                                                const engine::EditionPtr& edition) {
  const engine::ChanceSource chance = engine::ChanceSource::of_seed(0);
  if (position.is_object()) return game.table_at(position, edition, chance);
  if (!position.is_string())
    return Error{ErrorCode::kPosition, "it must be an object, or bytes in base64url", ""};
  const std::optional<std::string> bytes = engine::from_base64url(position.text);
  if (!bytes) return Error{ErrorCode::kPosition, "these bytes are no base64url", ""};
  return game.table_at_bytes(*bytes, edition, chance);
}

Refusal find_box(std::string_view game, std::string_view edition, const Editions& editions,
                 const engine::AnyGame*& found, engine::EditionPtr& box) {
  found = games::find(game);
  if (found == nullptr) return refusal(Code::kUnknown, "unknown-game");
  box = edition.empty() ? editions.current(*found) : editions.known(*found, edition);
  return box == nullptr ? refusal(Code::kUnknown, "unknown-edition") : Refusal{};
}

engine::Result<Seat> seat_to_choose(const engine::AnyTable& table, std::string_view named) {
  const engine::SeatSet acting = table.over() ? engine::SeatSet{} : table.acting();
  if (named.empty()) return acting.empty() ? Seat::kNone : acting.front();
  const auto seat = engine::parse_seat(table.game().spec(), table.seats(), named);
  if (!seat) return seat.error;
  if (acting.contains(*seat)) return *seat;
  return acting.empty() ? Seat::kNone : acting.front();
}

engine::Result<AnalysisWish> read_analysis_wish(std::string_view body) {
  const engine::Result<engine::Json> json = engine::parse_json(body, "body");
  if (!json) return json.error;
  Error error;
  engine::FieldReader fields(*json, "body", error, ErrorCode::kUsage);
  AnalysisWish wish;
  wish.table = fields.string_or("table", "");
  if (!wish.table.empty()) {
    wish.step = fields.integer("step", 0, 1 << 20);
  } else if (fields.ok()) {
    wish.position = fields.any("position");
    wish.game = fields.string_or("game", "");
    wish.edition = fields.string_or("edition", "");
    // A position that is written out says itself of which game it is.
    const engine::Json* own = wish.position.is_object() ? wish.position.find("game") : nullptr;
    if (wish.game.empty() && own != nullptr && own->is_string()) wish.game = own->text;
    if (fields.ok() && wish.game.empty()) fields.fail("game", "is missing");
  }
  wish.eyes = fields.string_or("eyes", "all");
  wish.seat = fields.string_or("seat", "");
  wish.whole = fields.boolean_or("whole", false);
  const engine::Json& moves = fields.array_or_empty("moves");
  fields.finish();
  if (!error && moves.items.size() > AnalysisWish::kMostMoves)
    fields.fail("moves", "must not be more than 256");
  for (const engine::Json& move : moves.items) {
    if (error) break;
    wish.moves.push_back(read_move(move, error));
  }
  if (error) return error;
  return wish;
}

AnalysisAnswer analyse(engine::AnyTable& table, const AnalysisWish& wish, int step) {
  const auto viewer = viewer_of(table, wish.eyes);
  if (!viewer) return {bad_message("eyes: " + viewer.error.text), ""};
  for (const AnalysisWish::Move& move : wish.moves) {
    if (Refusal refused = try_out(table, move)) return {std::move(refused), ""};
  }
  const auto seat = seat_to_choose(table, wish.seat);
  if (!seat) return {bad_message("seat: " + seat.error.text), ""};
  const engine::GameSpec& spec = table.game().spec();
  AnalysisAnswer answer;
  JsonWriter out(answer.text);
  out.begin_object();
  out.member("game", spec.id);
  out.key("edition");
  write_edition(table.game(), *table.edition(), wish.language, out);
  write_variants(spec, table.variants(), out);
  out.key("seats");
  out.begin_array();
  for (int i = 0; i < table.seats(); ++i) out.value(spec.seat_ids[static_cast<size_t>(i)]);
  out.end_array();
  out.member("eyes", std::string_view(wish.eyes));
  out.key("seat");
  if (*seat == Seat::kNone) {
    out.null();
  } else {
    out.value(seat_id(table, *seat));
  }
  out.member("position", std::string_view(engine::to_base64url(table.bytes())));
  write_moves(table, wish, *viewer, out);
  write_state(table, wish, *viewer, *seat, step, out);
  if (viewer.value.all) {
    out.key("open");
    write_open_view(table, *viewer, out);
  }
  out.member("told", std::string_view(table.tell(*viewer, table.texts(wish.language))));
  if (wish.whole) {
    out.key("whole");
    table.write(engine::Viewer::everything(), out);
  }
  out.end_object();
  return answer;
}

}  // namespace server
