#include "server/what_if.h"

#include <algorithm>
#include <map>

namespace server {

std::string what_if(const Table& table, const Reader& reader,
                    const std::vector<std::string>& actions, std::optional<int64_t> re) {
  const std::unique_ptr<engine::AnyTable> world = table.imagine(reader.seat);
  const engine::AnyGame& game = table.game();
  int done = 0;
  bool chance = false;
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
                    : Refusal{Code::kIllegal, "not-a-choice", {text}, &game, text, error.rule};
      break;
    }
    chance = chance || world->steps().back().used_chance || world->steps().back().revealed;
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
    if (!option.verdict.allowed()) out.member("no", game.rule_id(option.verdict));
    out.end_object();
  }
  out.end_array();
  out.end_object();
}

}  // namespace

std::string look_ahead(const Table& table, const Reader& reader,
                       const std::vector<std::string>& actions,
                       const std::vector<std::string>& verbs, std::optional<int64_t> re) {
  const engine::AnyGame& game = table.game();
  const std::unique_ptr<engine::AnyTable> here = table.imagine(reader.seat);
  const std::unique_ptr<engine::AnyTable> elsewhere = table.imagine(reader.seat);
  bool chance = false;
  for (const std::string& text : actions) {
    const engine::Result<engine::Action> action = game.parse_action(*here->edition(), text);
    if (!action || here->act(reader.seat, *action) || elsewhere->act(reader.seat, *action)) break;
    chance = chance || here->steps().back().showed() || elsewhere->steps().back().showed();
  }
  std::string message;
  engine::JsonWriter out(message);
  begin_message(out, "ahead", re);
  out.member("table", std::string_view(table.id()));
  out.member("n", table.n());
  out.key("choices");
  out.begin_object();
  engine::Offer offer(engine::Offer::Keep::kLegal);
  if (!chance && here->acting().contains(reader.seat)) here->offer(reader.seat, offer);
  for (const engine::Option& option : offer) {
    const std::string_view verb = game.spec().verbs[option.action.verb].id;
    if (std::find(verbs.begin(), verbs.end(), verb) == verbs.end()) continue;
    const std::unique_ptr<engine::AnyTable> one = here->clone();
    const std::unique_ptr<engine::AnyTable> other = elsewhere->clone();
    if (one->act(reader.seat, option.action) || other->act(reader.seat, option.action)) continue;
    const bool showed = one->steps().back().showed() || other->steps().back().showed();
    out.key(game.action_id(*here->edition(), option.action));
    out.begin_object();
    out.member("chance", showed);
    out.member("undoable", !showed && one->acting().contains(reader.seat));
    if (!showed) {
      const Figures found = changes(*here, *one, *other, reader);
      write_figures("cost", found, -1, out);
      write_figures("gain", found, 1, out);
      write_then(*one, reader, out);
      out.key("events");
      const auto first = one->events().begin() + static_cast<std::ptrdiff_t>(here->events().size());
      write_events(*one, {first, one->events().end()}, viewer(reader), reader.language, out);
    }
    out.end_object();
  }
  out.end_object();
  out.end_object();
  return message;
}

}  // namespace server
