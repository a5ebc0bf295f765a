#include "server/what_if.h"

#include <algorithm>
#include <map>

namespace server {
namespace {

// Can the seat take back what it has done so far, by itself and for certain? Once somebody else is
// to choose, they may have done so before it thinks better of it.
bool stays_undoable(const engine::AnyTable& world, engine::Seat seat, bool every_step) {
  return every_step && world.acting().contains(seat);
}

}  // namespace

std::string what_if(const Table& table, const Reader& reader,
                    const std::vector<std::string>& actions, std::optional<int64_t> re) {
  const std::unique_ptr<engine::AnyTable> world = table.imagine(reader.seat);
  const engine::AnyGame& game = table.game();
  int done = 0;
  bool chance = false;
  bool undoable = true;
  Refusal refused;
  for (const std::string& text : actions) {
    if (done > 0 && !world->acting().contains(reader.seat)) break;
    const engine::Result<engine::Action> action = game.parse_action(*world->edition(), text);
    if (!action) {
      refused = {Code::kMessage, "bad-action", {text}, nullptr, text, ""};
      break;
    }
    if (const engine::Error error = world->act(reader.seat, *action)) {
      refused = error.code == engine::ErrorCode::kTurn
                    ? Refusal{Code::kTurn, "turn", {}, nullptr, "", ""}
                    : Refusal{Code::kIllegal, "not-a-choice", {text},        &game,
                              text,           error.rule,     error.missing, world->edition()};
      break;
    }
    chance = chance || world->steps().back().showed();
    undoable = undoable && world->can_undo(reader.seat);
    ++done;
  }
  std::string message;
  engine::JsonWriter out(message);
  begin_message(out, "what-if", re);
  out.member("table", std::string_view(table.id()));
  out.member("n", table.n());
  out.member("done", done);
  if (refused) {
    out.key("refused");
    out.begin_object();
    write_refusal(refused, reader.language, out);
    out.end_object();
  }
  out.member("chance", chance);
  out.member("undoable", stays_undoable(*world, reader.seat, undoable));
  out.key("events");
  write_events(*world, world->events(), viewer(reader), reader.language, out);
  out.key("state");
  out.begin_object();
  out.member("step", table.steps() + done);
  out.member("over", world->over());
  write_position(*world, reader, true, out);
  out.end_object();
  out.end_object();
  return message;
}

namespace {

using Figures = std::map<std::string, int64_t>;

// The numbers of a view that are the seat's own, by the names they have there.
void own_figures(const engine::Json& json, std::string_view seat, bool own, std::string_view name,
                 Figures& figures) {
  if (json.is_integer() && own) figures[std::string(name)] = json.integer;
  for (const auto& [key, value] : json.members) {
    const bool seats = key == seat;
    own_figures(value, seat, own || seats, seats ? name : std::string_view(key), figures);
  }
}

Figures figures_of(const engine::AnyTable& world, const Reader& reader) {
  Figures figures;
  const auto view = engine::parse_json(world.view_text(viewer(reader)), "view");
  const std::string_view seat =
      world.game().spec().seat_ids[static_cast<size_t>(engine::index_of(reader.seat))];
  if (view) own_figures(*view, seat, false, "", figures);
  return figures;
}

// How the seat's figures change: only those that do so in every world it can imagine.
Figures changes(const engine::AnyTable& before, const engine::AnyTable& after,
                const engine::AnyTable& elsewhere, const Reader& reader) {
  const Figures then = figures_of(after, reader);
  const Figures there = figures_of(elsewhere, reader);
  Figures found;
  for (const auto& [name, now] : figures_of(before, reader)) {
    const auto one = then.find(name);
    const auto other = there.find(name);
    if (one == then.end() || other == there.end() || one->second != other->second) continue;
    if (one->second != now) found[name] = one->second - now;
  }
  return found;
}

void write_figures(std::string_view key, const Figures& figures, int sign,
                   engine::JsonWriter& out) {
  out.key(key);
  out.begin_object();
  for (const auto& [name, change] : figures) {
    if (change * sign > 0) out.member(name, change * sign);
  }
  out.end_object();
}

// The questions that the choice goes on to ask, with their answers.
void write_then(const engine::AnyTable& world, const Reader& reader, engine::JsonWriter& out) {
  const engine::AnyGame& game = world.game();
  out.key("then");
  if (!world.acting().contains(reader.seat)) return out.null();
  out.begin_object();
  out.member("prompt", game.spec().prompts[static_cast<size_t>(world.prompt(reader.seat))]);
  out.key("choices");
  out.begin_array(false);
  engine::Offer offer(engine::Offer::Keep::kAll);
  world.offer(reader.seat, offer);
  for (const engine::Option& option : offer) {
    out.begin_object();
    out.member("action", std::string_view(game.action_id(*world.edition(), option.action)));
    write_why_not(game, option.verdict, reader.language, out);
    out.end_object();
  }
  out.end_array();
  out.end_object();
}

// A choice, of several steps where one motion answers several questions.
struct Motion {
  std::string name;
  std::vector<engine::Action> steps;
};

// Every allowed choice with one of these verbs.
void add_choices(const engine::AnyTable& world, engine::Seat seat,
                 const std::vector<std::string>& verbs, std::vector<Motion>& motions) {
  const engine::AnyGame& game = world.game();
  engine::Offer offer(engine::Offer::Keep::kLegal);
  if (!verbs.empty() && world.acting().contains(seat)) world.offer(seat, offer);
  for (const engine::Option& option : offer) {
    const std::string_view verb = game.spec().verbs[option.action.verb].id;
    if (std::find(verbs.begin(), verbs.end(), verb) == verbs.end()) continue;
    motions.push_back({game.action_id(*world.edition(), option.action), {option.action}});
  }
}

// Steps that are no actions make no motion.
void add_motion(const engine::AnyTable& world, const std::vector<std::string>& steps,
                std::vector<Motion>& motions) {
  Motion motion;
  for (const std::string& text : steps) {
    const auto action = world.game().parse_action(*world.edition(), text);
    if (!action) return;
    motion.name += (motion.name.empty() ? "" : ", ") + text;
    motion.steps.push_back(*action);
  }
  const bool known = std::any_of(motions.begin(), motions.end(),
                                 [&](const Motion& other) { return other.name == motion.name; });
  if (!motion.steps.empty() && !known) motions.push_back(std::move(motion));
}

// A world the seat can imagine, and what becomes of it.
struct Trial {
  explicit Trial(std::unique_ptr<engine::AnyTable> imagined) : world(std::move(imagined)) {}

  // False: it can't be done.
  bool take(engine::Seat seat, engine::Action action) {
    if (!world->acting().contains(seat) || world->act(seat, action)) return false;
    showed = showed || world->steps().back().showed();
    undoable = undoable && world->can_undo(seat);
    return true;
  }

  std::unique_ptr<engine::AnyTable> world;
  bool showed = false;   // chance, or something hidden
  bool undoable = true;  // every step of it, before anybody else has acted
};

// What a motion leads to from here, and from another world that looks the same to the seat.
void write_motion(const Motion& motion, const engine::AnyTable& here,
                  const engine::AnyTable& elsewhere, const Reader& reader,
                  engine::JsonWriter& out) {
  Trial one(here.clone());
  Trial other(elsewhere.clone());
  for (const engine::Action step : motion.steps) {
    if (!one.take(reader.seat, step) || !other.take(reader.seat, step)) return;
  }
  const bool showed = one.showed || other.showed;
  out.key(motion.name);
  out.begin_object();
  out.member("chance", showed);
  out.member("undoable", stays_undoable(*one.world, reader.seat, one.undoable && other.undoable));
  if (!showed) {
    const Figures found = changes(here, *one.world, *other.world, reader);
    write_figures("cost", found, -1, out);
    write_figures("gain", found, 1, out);
    write_then(*one.world, reader, out);
    out.key("events");
    const auto& events = one.world->events();
    const auto first = events.begin() + static_cast<std::ptrdiff_t>(here.events().size());
    write_events(*one.world, {first, events.end()}, viewer(reader), reader.language, out);
  }
  out.end_object();
}

}  // namespace

std::string look_ahead(const Table& table, const Reader& reader, const AheadWish& wish,
                       std::optional<int64_t> re) {
  Trial here(table.imagine(reader.seat));
  Trial elsewhere(table.imagine(reader.seat));
  for (const std::string& text : wish.actions) {
    const auto action = table.game().parse_action(*here.world->edition(), text);
    if (!action || !here.take(reader.seat, *action) || !elsewhere.take(reader.seat, *action)) break;
  }
  std::vector<Motion> motions;
  if (!here.showed && !elsewhere.showed) {
    add_choices(*here.world, reader.seat, wish.verbs, motions);
    for (const std::vector<std::string>& steps : wish.of) add_motion(*here.world, steps, motions);
  }
  std::string message;
  engine::JsonWriter out(message);
  begin_message(out, "ahead", re);
  out.member("table", std::string_view(table.id()));
  out.member("n", table.n());
  out.key("choices");
  out.begin_object();
  for (const Motion& motion : motions)
    write_motion(motion, *here.world, *elsewhere.world, reader, out);
  out.end_object();
  out.end_object();
  return message;
}

}  // namespace server
