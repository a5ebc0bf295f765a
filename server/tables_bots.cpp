// Tables in memory: bots. Those that take time think on the workers, on a copy.
#include <algorithm>

#include "bots/any_bot.h"
#include "server/tables.h"

namespace server {
namespace {

constexpr int kQuickMoves = 64;  // at once; others want to be served, too

constexpr uint32_t kLongest = 1000;  // milliseconds of thought, whatever was asked for

bots::Budget budget_of(const bots::BotSpec& bot) {
  bots::Budget budget = bot.budget();
  budget.milliseconds =
      std::min(budget.milliseconds == 0 ? kLongest : budget.milliseconds, kLongest);
  return budget;
}

engine::Action thought(const bots::BotSpec& bot, const engine::AnyTable& match, engine::Seat seat,
                       engine::Chance& chance) {
  return bots::make_bot(bot, match.game(), seat)->decide(match, budget_of(bot), chance).action();
}

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
    const engine::Action action = thought(table.bot_of(quick), *table.match(), quick, bots_chance_);
    if (table.bot_act(quick, action, table.n(), context_.now())) return;
  }
}

void Tables::drive_bots(Place& place) {
  if (context_.stopping || place.pause_until != 0) return;
  Extra extra;
  extra.from = place.table->n();
  quick_answers(place);
  if (place.table->n() > extra.from) return save(place, std::nullopt, std::move(extra));
  for (engine::Seat seat : place.table->bots_to_act() - place.thinking) {
    place.thinking.insert(seat);
    const std::shared_ptr<engine::AnyTable> match = place.table->match()->clone();
    context_.workers.submit([this, alive = context_.alive, post = context_.settings.post,
                             id = place.id, seat, match, bot = place.table->bot_of(seat),
                             at = place.table->n(), seed = random_word()] {
      engine::Chance chance(seed);
      const engine::Action action = thought(bot, *match, seat, chance);
      post([this, alive, id, seat, action, at] {
        if (*alive) bot_chose(id, seat, action, at);
      });
    });
  }
}

void Tables::bot_chose(const std::string& table, engine::Seat seat, engine::Action action,
                       int64_t at) {
  const auto found = places_.find(table);
  if (found == places_.end()) return;
  const auto choose = [this, seat, action, at](Place& place) {
    place.thinking.erase(seat);
    if (wake(place)) return;
    Extra extra;
    extra.from = place.table->n();
    // A stale choice is thought over again.
    if (place.table->bot_act(seat, action, at, context_.now())) return drive_bots(place);
    quick_answers(place);
    save(place, std::nullopt, std::move(extra));
  };
  when_free(*found->second, choose);
}

}  // namespace server
