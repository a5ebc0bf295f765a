#include "server/thinking.h"

#include <algorithm>

namespace server {
namespace {

constexpr uint32_t kLongest = 1000;  // milliseconds, whatever was asked for
constexpr uint32_t kGlance = 32;     // iterations, where there isn't a millisecond for each

}  // namespace

bots::Budget Thinking::share_of(const bots::BotSpec& bot, int asked, int workers,
                                int64_t patience) {
  bots::Budget budget = bot.budget();
  budget.milliseconds =
      std::min(budget.milliseconds == 0 ? kLongest : budget.milliseconds, kLongest);
  const int64_t share = patience * workers / std::max(asked, 1);
  if (share >= budget.milliseconds) return budget;
  budget.milliseconds = static_cast<uint32_t>(std::max<int64_t>(share, 1));
  if (share < 1) {
    budget.iterations = budget.iterations == 0 ? kGlance : std::min(budget.iterations, kGlance);
  }
  return budget;
}

void Thinking::ask(const bots::BotSpec& bot, std::shared_ptr<const engine::AnyTable> match,
                   engine::Seat seat, uint64_t seed, std::function<void(const Thought&)> then) {
  // Those who come first don't know yet who comes after them, the last don't see any more who was
  // there before: the longer queue of the two counts.
  const int before = ++*asked_;
  workers_.submit([bot, match = std::move(match), seat, seed, then = std::move(then), before,
                   asked = asked_, workers = workers_.count(), patience = patience_] {
    const int queue = std::max(before, asked->load());
    Thought thought;
    thought.budget = share_of(bot, queue, workers, patience);
    const bots::Budget whole = share_of(bot, 1, workers, kLongest);
    thought.hurried = thought.budget.milliseconds < whole.milliseconds;
    engine::Chance chance(seed);
    const bots::Decision decision =
        bots::make_bot(bot, match->game(), seat)->decide(*match, thought.budget, chance);
    thought.action = decision.action();
    thought.iterations = decision.iterations;
    --*asked;
    then(thought);
  });
}

}  // namespace server
