#include "server/thinking.h"

#include <algorithm>

#include "bots/review.h"

namespace server {
namespace {

constexpr uint32_t kLongest = 1000;  // milliseconds, whatever was asked for
constexpr uint32_t kGlance = 32;     // iterations, where there isn't a millisecond for each

// A review that is being made; belongs to one worker after the other.
struct Reviewing {
  Reviewing(Task its_task, Thinking::Progress its_progress, Thinking::Then its_then)
      : task(std::move(its_task)),
        progress(std::move(its_progress)),
        then(std::move(its_then)),
        reviewer(*task.match, {task.iterations, 0, task.seed}) {}

  const Task task;
  const Thinking::Progress progress;
  const Thinking::Then then;
  bots::Reviewer reviewer;
};

void go_on(Workers& workers, const std::shared_ptr<Reviewing>& review) {
  workers.submit_later([&workers, review] {
    const bool more = review->reviewer.step();
    review->progress(review->reviewer.done());
    if (more) return go_on(workers, review);
    Thought thought;
    thought.text = bots::write_review(review->reviewer.finish(), *review->task.match);
    review->then(thought);
  });
}

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

Thought think_within(const Task& task, int asked, int workers, int64_t patience) {
  const bots::Budget whole = Thinking::share_of(task.budget, 1, workers, kLongest);
  const bots::Budget budget = Thinking::share_of(task.budget, asked, workers, patience);
  Thought thought = think(task, budget);
  thought.hurried = budget.milliseconds < whole.milliseconds;
  return thought;
}

void review_on(Workers& workers, Task task, Thinking::Progress progress, Thinking::Then then) {
  go_on(workers,
        std::make_shared<Reviewing>(std::move(task), std::move(progress), std::move(then)));
}

void ThinkingOnWorkers::ask(Task task, Then then) {
  // Those who come first don't know yet who comes after them, the last don't see any more who was
  // there before: the longer queue of the two counts.
  const int before = ++*asked_;
  workers_.submit([task = std::move(task), then = std::move(then), before, asked = asked_,
                   workers = workers_.count(), patience = patience_] {
    then(think_within(task, std::max(before, asked->load()), workers, patience));
    --*asked;
  });
}

}  // namespace server
