// Tables in memory: bots. Those that take time think on the workers (thinking.h), on a copy; so do
// those of the house. What they chose is told a fixed time after they were asked: how soon somebody
// answers must not tell whether there was a choice.
#include "bots/any_bot.h"
#include "server/tables.h"

namespace server {
namespace {

constexpr int kQuickMoves = 64;  // at once; others want to be served, too
constexpr int kOwnTurn = 2;      // so many pauses in a bot's own turn, which people want to follow

}  // namespace

void Tables::quick_answers(Place& place) {
  Table& table = *place.table;
  for (int moves = 0; moves < kQuickMoves; ++moves) {
    if (table.answer_by_orders(context_.now())) continue;
    engine::Seat quick = engine::Seat::kNone;
    for (engine::Seat seat : table.bots_to_act()) {
      if (table.bot_of(seat).info().at_once) quick = seat;
    }
    if (quick == engine::Seat::kNone) return;
    const engine::Action action =
        bots::choose(table.bot_of(quick), *table.match(), quick, bots_chance_);
    if (table.bot_act(quick, action, table.n(), context_.now())) return;
  }
}

void Tables::replace_missing(Place& place) {
  for (engine::Seat seat : place.table->bots_to_act()) {
    const std::string name(place.table->house_bot(seat));
    if (name.empty() || context_.house_bots.find(name) != nullptr) continue;
    if (place.table->replace_house_bot(seat, Table::Why::kGone, context_.now())) continue;
    context_.log.warn("bot.gone", {{"table", Log::short_id(place.id)}, {"bot", name}});
  }
}

Task Tables::task_for(const Place& place, engine::Seat seat) const {
  Task task;
  task.match = place.table->match()->clone();
  task.table = place.id;
  task.entries = place.table->stored();
  task.seat = seat;
  task.bot = place.table->bot_of(seat);
  task.house = place.table->house_bot(seat);
  task.budget = task.bot.budget();
  task.seed = random_word();
  return task;
}

void Tables::drive_bots(Place& place) {
  if (context_.stopping || place.pause_until != 0) return;
  if (!place.table->bots_to_act().empty() && !may_drive(place)) return;
  Extra extra;
  extra.from = place.table->n();
  replace_missing(place);
  quick_answers(place);
  if (place.table->n() > extra.from) return save(place, std::nullopt, std::move(extra));
  for (engine::Seat seat : place.table->bots_to_act() - place.thinking) {
    place.thinking.insert(seat);
    const bool aside = place.table->match()->out_of_turn(seat);
    const int64_t pause = context_.settings.bot_pause * (aside ? 1 : kOwnTurn);
    const auto told = [this, alive = context_.alive, post = context_.settings.post, id = place.id,
                       seat, at = place.table->n(),
                       due = context_.now() + pause](const Thought& thought) {
      post([=, this] {
        if (!*alive) return;
        ++context_.metrics.thoughts;
        if (thought.hurried) ++context_.metrics.hurried_thoughts;
        const Answer answer{id, seat, thought.action, at, thought.failed};
        if (context_.now() >= due) return bot_chose(answer);
        answers_.emplace(due, answer);
      });
    };
    context_.thinking.ask(task_for(place, seat), told);
  }
}

bool Tables::replace_failed(Place& place, const Answer& answer) {
  const std::string name(place.table->house_bot(answer.seat));
  if (place.table->replace_house_bot(answer.seat, Table::Why::kFailed, context_.now())) {
    return false;
  }
  ++context_.metrics.house_bots_replaced;
  context_.log.warn("bot.failed",
                    {{"table", Log::short_id(place.id)}, {"bot", name}, {"why", answer.failed}});
  return true;
}

void Tables::tell_answers(int64_t time) {
  while (!answers_.empty() && answers_.begin()->first <= time) {
    const Answer answer = answers_.begin()->second;
    answers_.erase(answers_.begin());
    bot_chose(answer);
  }
}

void Tables::bot_chose(const Answer& answer) {
  const auto found = places_.find(answer.table);
  if (found == places_.end()) return;
  const auto choose = [this, answer](Place& place) {
    place.thinking.erase(answer.seat);
    if (asleep(place) || !may_drive(place)) return;
    Extra extra;
    extra.from = place.table->n();
    // A stale choice is thought over again.
    const bool done = answer.failed.empty() ? !place.table->bot_act(answer.seat, answer.action,
                                                                    answer.at, context_.now())
                                            : replace_failed(place, answer);
    if (!done) return drive_bots(place);
    quick_answers(place);
    save(place, std::nullopt, std::move(extra));
  };
  when_free(*found->second, choose);
}

}  // namespace server
