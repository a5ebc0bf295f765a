#include "server/thinking.h"

#include <algorithm>

namespace server {
namespace {

constexpr uint32_t kLongest = 1000;  // milliseconds, whatever was asked for
constexpr uint32_t kGlance = 32;     // iterations, where there isn't a millisecond for each

}  // namespace

bots::Budget Thinking::share_of(bots::Budget budget, int asked, int workers, int64_t patience) {
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

void ThinkingOnWorkers::lend(const bots::Budget& budget,
                             std::function<void(const bots::Budget&)> work) {
  // Those who come first don't know yet who comes after them, the last don't see any more who was
  // there before: the longer queue of the two counts.
  const int before = ++*asked_;
  workers_.submit([budget, work = std::move(work), before, asked = asked_,
                   workers = workers_.count(), patience = patience_] {
    work(share_of(budget, std::max(before, asked->load()), workers, patience));
    --*asked;
  });
}

void ThinkingOnWorkers::ask(const bots::BotSpec& bot, std::shared_ptr<const engine::AnyTable> match,
                            engine::Seat seat, uint64_t seed,
                            std::function<void(const Thought&)> then) {
  const bots::Budget whole = share_of(bot, 1, workers_.count(), kLongest);
  lend(bot.budget(), [bot, match = std::move(match), seat, seed, then = std::move(then),
                      whole](const bots::Budget& budget) {
    Thought thought;
    thought.budget = budget;
    thought.hurried = budget.milliseconds < whole.milliseconds;
    engine::Chance chance(seed);
    const bots::Decision decision =
        bots::make_bot(bot, match->game(), seat)->decide(*match, budget, chance);
    thought.action = decision.action();
    thought.iterations = decision.iterations;
    then(thought);
  });
}

}  // namespace server
