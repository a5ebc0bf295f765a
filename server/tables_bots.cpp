// Tables in memory: bots. Those that take time think on the workers (thinking.h), on a copy. What
// they chose is told a fixed time after they were asked: how soon somebody answers must not tell
// whether there was a choice.
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

void Tables::drive_bots(Place& place) {
  if (context_.stopping || place.pause_until != 0) return;
  if (!place.table->bots_to_act().empty() && !may_drive(place)) return;
  Extra extra;
  extra.from = place.table->n();
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
        const Answer answer{id, seat, thought.action, at};
        if (context_.now() >= due) return bot_chose(answer);
        answers_.emplace(due, answer);
      });
    };
    Task task;
    task.match = place.table->match()->clone();
    task.table = place.id;
    task.entries = place.table->stored();
    task.seat = seat;
    task.bot = place.table->bot_of(seat);
    task.budget = task.bot.budget();
    task.seed = random_word();
    context_.thinking.ask(std::move(task), told);
  }
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
    if (place.table->bot_act(answer.seat, answer.action, answer.at, context_.now())) {
      return drive_bots(place);
    }
    quick_answers(place);
    save(place, std::nullopt, std::move(extra));
  };
  when_free(*found->second, choose);
}

}  // namespace server
