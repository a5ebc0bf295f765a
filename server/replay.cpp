#include "server/replay.h"

#include "engine/describe_json.h"
#include "engine/draws.h"
#include "engine/luck.h"
#include "engine/record.h"
#include "engine/score_sheet.h"

namespace server {
namespace {

using engine::JsonWriter;

constexpr int kLuckSamples = 64;

// A match with nothing done yet, to play the steps again.
std::unique_ptr<engine::AnyTable> from_the_beginning(const engine::AnyTable& match) {
  std::unique_ptr<engine::AnyTable> replay = match.clone();
  [[maybe_unused]] const engine::Error error = replay->rewind(0);
  return replay;
}

void write_points(const engine::AnyTable& match, const engine::SeatPoints& points,
                  JsonWriter& out) {
  out.key("points");
  out.begin_object();
  for (int i = 0; i < match.seats(); ++i) {
    out.key(seat_id(match, engine::seat_at(i)));
    out.value(points[static_cast<size_t>(i)], 2);
  }
  out.end_object();
}

void write_chance(const engine::AnyTable& match, int kind, const engine::Luck::OfChance& chance,
                  JsonWriter& out) {
  const engine::AnyGame& game = match.game();
  const engine::ChanceSpec& spec = game.spec().chances[static_cast<size_t>(kind)];
  out.begin_object();
  out.member("id", spec.id);
  out.member("count", chance.count);
  if (spec.domain == engine::kNumber) {
    double sum = 0;
    for (const auto& [value, of] : chance.values) sum += static_cast<double>(value) * of.count;
    out.key("mean");
    out.value(sum / chance.count, 2);
    out.key("expected_mean");
    out.value(chance.expected_sum / chance.count, 2);
  }
  out.key("values");
  out.begin_array(false);
  for (const auto& [value, of] : chance.values) {
    out.begin_object();
    out.member("id", std::string_view(game.value_name(*match.edition(), spec.domain, value)));
    out.member("count", of.count);
    out.key("expected");
    out.value(of.expected, 2);
    out.end_object();
  }
  out.end_array();
  out.end_object();
}

std::vector<engine::Event> events_of_step(const engine::AnyTable& match, int step) {
  const auto [first, last] = match.event_range(step);
  return {match.events().begin() + static_cast<std::ptrdiff_t>(first),
          match.events().begin() + static_cast<std::ptrdiff_t>(last)};
}

// Where the game went back, in the order in which it did.
void write_taken_back(const engine::AnyTable& match, JsonWriter& out) {
  out.key("taken_back");
  write_seen_steps(match.game(), match.seen_and_taken_back(), out);
  out.key("backs");
  out.begin_array(false);
  for (const engine::TakenBack& back : match.taken_back()) {
    out.begin_object();
    out.member("from", static_cast<int>(back.to + back.steps.size()));
    out.member("to", static_cast<int>(back.to));
    if (back.by != engine::Seat::kNone) out.member("by", seat_id(match, back.by));
    if (back.showed()) out.member("showed", true);
    out.end_object();
  }
  out.end_array();
}

}  // namespace

RecordNotes record_notes(const Table& table) {
  RecordNotes notes;
  if (table.head().brought) {
    const auto acted = static_cast<int64_t>(table.match()->acted());
    const int64_t brought = table.draws_chance() ? table.drawn_from() - 1 : acted;
    notes.front = "| brought " + std::to_string(brought) + "\n";
  }
  if (table.draws_chance()) notes.front += write_proof(table.proof());
  // The result of the record is what the rules say; who could not win for having removed somebody,
  // they don't know.
  for (engine::Seat seat : table.sent_away()) {
    notes.front += "| removed " + std::string(table.seat_id(seat)) + "\n";
  }
  for (engine::Seat seat : table.forfeits()) {
    notes.front += "| forfeits " + std::string(table.seat_id(seat)) + "\n";
  }
  if (!table.whole()) {
    notes.end = "| The rules have changed since this game began: of its " +
                std::to_string(table.steps()) + " steps these are the ones they repeat.\n";
  }
  return notes;
}

std::string full_record(const engine::AnyTable& match, const RecordNotes& notes) {
  const std::string record = engine::write_record(match);
  // The proof stands behind the first line, which says what the file is.
  const size_t line = record.find('\n') + 1;
  return record.substr(0, line) + notes.front + record.substr(line) + notes.end;
}

std::string full_record(const Table& table) {
  return full_record(table.repeatable(), record_notes(table));
}

Refusal read_replay_wish(const HttpRequest& request, const Table& table, ReplayWish& wish) {
  const auto bad = [](const char* what) {
    return Refusal{Code::kMessage, "bad-message", {what}, nullptr, "", ""};
  };
  const engine::AnyTable& match = table.repeatable();
  const std::string_view seat = request.parameter("seat");
  if (seat == "all") {
    wish.viewer = engine::Viewer::everything();
  } else if (!seat.empty() && seat != "spectator") {
    const auto parsed = engine::parse_seat(match.game().spec(), match.seats(), seat);
    if (!parsed) return bad("seat");
    wish.viewer = engine::Viewer::at(*parsed);
  }
  const auto last = static_cast<int64_t>(match.steps().size());
  int64_t from = 0;
  int64_t to = last;
  const std::string_view first_text = request.parameter("from");
  const std::string_view last_text = request.parameter("to");
  if (!first_text.empty() && !engine::parse_int(first_text, 0, 1 << 30, from)) return bad("from");
  if (!last_text.empty() && !engine::parse_int(last_text, 0, 1 << 30, to)) return bad("to");
  wish.from = static_cast<int>(std::min(from, last));
  wish.to = static_cast<int>(std::min(to, last));
  return {};
}

void write_open_view(const engine::AnyTable& match, engine::Viewer viewer, JsonWriter& out) {
  engine::JsonOut view(match.lexicon(), viewer, out);
  view.also_derived();
  out.begin_object();
  match.describe(view);
  out.end_object();
}

std::string write_replay(std::string_view id, const engine::AnyTable& match,
                         const ReplayWish& wish) {
  const engine::AnyGame& game = match.game();
  const std::vector<engine::Step>& steps = match.steps();
  const std::unique_ptr<engine::AnyTable> replay = from_the_beginning(match);
  std::string text;
  JsonWriter out(text);
  out.begin_object();
  out.member("table", id);
  out.member("game", game.spec().id);
  out.key("edition");
  write_edition(game, *match.edition(), wish.language, out);
  out.member("seat", wish.viewer.all                           ? std::string_view("all")
                     : wish.viewer.seat == engine::Seat::kNone ? std::string_view("spectator")
                                                               : seat_id(match, wish.viewer.seat));
  out.member("count", static_cast<int>(steps.size()));
  if (static_cast<int>(steps.size()) != wish.played) {
    out.member("begins", wish.begins);
    out.member("played", wish.played);
  }
  write_taken_back(match, out);
  out.key("steps");
  out.begin_array(false);
  for (int i = 0; i <= wish.to; ++i) {
    const engine::Step* step = i == 0 ? nullptr : &steps[static_cast<size_t>(i - 1)];
    if (step != nullptr) {
      engine::Chance chance = match.chance().at(step->nth);
      if (replay->act(step->seat, step->action, chance)) break;
    }
    if (i < wish.from) continue;
    out.begin_object();
    out.member("step", i);
    if (step != nullptr) {
      out.member("seat", seat_id(match, step->seat));
      out.member("action", std::string_view(game.action_id(*match.edition(), step->action)));
      out.member("text", std::string_view(game.action_text(*match.edition(), step->action,
                                                           match.texts(wish.language))));
    }
    out.key("events");
    write_events(match, events_of_step(match, i - 1), wish.viewer, wish.language, out);
    out.key("acting");
    write_acting(*replay, out);
    out.key("view");
    write_open_view(*replay, wish.viewer, out);
    out.end_object();
  }
  out.end_array();
  out.key("outcome");
  write_outcome(match, wish.ending, wish.language, out);
  out.end_object();
  return text;
}

std::string write_luck(std::string_view id, const engine::AnyTable& match) {
  const engine::Luck luck = engine::measure_luck(match, kLuckSamples);
  std::string text;
  JsonWriter out(text);
  out.begin_object();
  out.member("table", id);
  out.member("samples", luck.samples);
  out.key("seats");
  out.begin_array(false);
  for (int i = 0; i < match.seats(); ++i) {
    const double points = luck.points[static_cast<size_t>(i)];
    const double deviation = luck.deviation[static_cast<size_t>(i)];
    out.begin_object();
    out.member("seat", seat_id(match, engine::seat_at(i)));
    out.key("points");
    out.value(points, 2);
    out.key("deviation");
    out.value(deviation, 2);
    out.key("luck");
    out.value(deviation > 0 ? points / deviation : 0.0, 2);
    out.end_object();
  }
  out.end_array();
  out.key("steps");
  out.begin_array(false);
  for (const engine::Luck::OfStep& step : luck.steps) {
    out.begin_object();
    out.member("step", step.step);
    write_points(match, step.points, out);
    out.end_object();
  }
  out.end_array();
  out.key("chances");
  out.begin_array(false);
  for (const auto& [kind, chance] : luck.chances) write_chance(match, kind, chance, out);
  out.end_array();
  out.end_object();
  return text;
}

std::string write_scores(std::string_view id, const engine::AnyTable& match) {
  const std::vector<engine::Step>& steps = match.steps();
  const std::unique_ptr<engine::AnyTable> replay = from_the_beginning(match);
  std::string text;
  JsonWriter out(text);
  out.begin_object();
  out.member("table", id);
  out.member("count", static_cast<int>(steps.size()));
  out.key("scores");
  out.begin_array(false);
  std::optional<engine::Scores> last;
  for (size_t i = 0;; ++i) {
    const engine::Scores scores = replay->outcome().score;
    if (scores != last || i == steps.size()) {  // between them nothing has changed
      last = scores;
      out.begin_object();
      out.member("step", static_cast<int>(i));
      for (int seat = 0; seat < match.seats(); ++seat) {
        out.member(seat_id(match, engine::seat_at(seat)),
                   static_cast<int>(scores[static_cast<size_t>(seat)]));
      }
      out.end_object();
    }
    if (i == steps.size()) break;
    engine::Chance chance = match.chance().at(steps[i].nth);
    if (replay->act(steps[i].seat, steps[i].action, chance)) break;
  }
  out.end_array();
  out.end_object();
  return text;
}

std::string write_draws(std::string_view id, const engine::AnyTable& match,
                        engine::Language language) {
  const engine::AnyGame& game = match.game();
  const engine::AnyEdition& edition = *match.edition();
  std::string text;
  JsonWriter out(text);
  out.begin_object();
  out.member("table", id);
  out.key("draws");
  out.begin_array(false);
  const engine::ChanceSource& source = match.chance();
  // What was drawn before can't be counted out from the key.
  const uint64_t from = source.anew.empty() ? 0 : source.anew.back().from;
  for (const engine::DrawsOfStep& step : engine::draws_of(match)) {
    if (step.nth < from) continue;
    for (const engine::Script::Question& draw : step.draws) {
      const engine::ChanceSpec& chance = game.spec().chances[draw.kind];
      out.begin_object();
      out.member("step", step.step);
      out.member("nonce", static_cast<int64_t>(source.first + step.nth));
      if (step.taken_back) out.member("taken_back", true);
      out.member("chance", chance.id);
      out.key("of");
      out.begin_array();
      for (const engine::Script::Candidate& one : draw.listed) {
        out.begin_array();
        out.value(std::string_view(game.value_name(edition, chance.domain, one.value)));
        out.value(static_cast<int64_t>(one.weight));
        out.end_array();
      }
      out.end_array();
      out.member("came", std::string_view(game.value_name(edition, chance.domain, draw.outcome)));
      out.member("text", std::string_view(game.value_text(edition, chance.domain, draw.outcome,
                                                          edition.texts(language))));
      out.end_object();
    }
  }
  out.end_array();
  out.end_object();
  return text;
}

}  // namespace server
