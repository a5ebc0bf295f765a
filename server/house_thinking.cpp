#include "server/house_thinking.h"

#include <fmt/format.h>

#include <algorithm>

#include "server/metrics.h"

namespace server {
namespace {

constexpr int kMostWaiting = 8;            // choices for each program
constexpr std::chrono::seconds kKept{60};  // unasked so long, and a program is ended

}  // namespace

HouseThinking::HouseThinking(std::unique_ptr<Thinking> own, std::vector<HouseBot> bots,
                             int programs)
    : own_(std::move(own)),
      bots_(std::move(bots)),
      most_(static_cast<size_t>(programs)),
      threads_(programs) {}

HouseThinking::~HouseThinking() { give_up_ = true; }

void HouseThinking::ask(Task task, Then then) {
  const HouseBot* bot = task.house.empty() ? nullptr : bots_.find(task.house);
  const bool too_many = asked_ >= kMostWaiting * static_cast<int>(most_);
  if (bot != nullptr && too_many) ++turned_away_;
  if (bot == nullptr || too_many) return own_->ask(std::move(task), std::move(then));
  task.budget = bot->program.budget();
  threads_.submit([this, task = std::move(task), then = std::move(then), &program = bot->program,
                   before = ++asked_] { choose(task, program, std::max(before, +asked_), then); });
}

void HouseThinking::choose(const Task& task, const bots::BotSpec& program, int asked,
                           const Then& then) {
  Players players = take(task, program);
  Player& player = players.front();
  Thought thought;
  const int threads = static_cast<int>(most_);
  thought.budget = share_of(task.budget, asked, threads, kPatience);
  thought.hurried =
      thought.budget.milliseconds < share_of(task.budget, 1, 1, INT32_MAX).milliseconds;
  const std::span events(task.match->events());
  player.program->hear(
      bots::heard_by(task.seat, task.match->game().spec(), events.subspan(player.heard)));
  player.heard = events.size();
  const auto decision = player.program->decide(*task.match, thought.budget);
  if (decision) {
    thought.action = (*decision).action();
    thought.iterations = (*decision).iterations;
    put_back(std::move(players));
  } else {
    thought.failed = decision.error.text;
    players.clear();
    put_back({});
  }
  ++choices_;
  --asked_;
  if (!give_up_) then(thought);
}

HouseThinking::Players HouseThinking::take(const Task& task, const bots::BotSpec& program) {
  const engine::AnyTable& match = *task.match;
  const uint64_t beginning = match.start_fingerprint();
  Players taken;
  Players unwanted;
  {
    const std::lock_guard guard(mutex_);
    ++working_;
    const auto found = std::ranges::find_if(waiting_, [&](const Player& player) {
      return player.table == task.table && player.seat == task.seat;
    });
    if (found != waiting_.end()) {
      // What it has been told must be what has happened.
      const bool same = found->beginning == beginning &&
                        found->taken_back == match.taken_back().size() &&
                        found->heard <= match.events().size();
      Players& to = same ? taken : unwanted;
      to.splice(to.end(), waiting_, found);
    }
    while (taken.empty() && !waiting_.empty() && working_ + waiting_.size() > most_) {
      unwanted.splice(unwanted.end(), waiting_, waiting_.begin());
    }
  }
  unwanted.clear();  // which takes a moment
  if (taken.empty()) {
    taken.push_back(
        {task.table,
         task.seat,
         beginning,
         match.taken_back().size(),
         0,
         {},
         std::make_unique<outside::Program>(program, match.game(), task.seat, &give_up_)});
  }
  return taken;
}

void HouseThinking::put_back(Players player) {
  const std::lock_guard guard(mutex_);
  --working_;
  for (Player& one : player) one.used = Clock::now();
  waiting_.splice(waiting_.end(), player);
}

template <class Unwanted>
void HouseThinking::end(const Unwanted& unwanted) {
  const auto ended = std::make_shared<Players>();
  {
    const std::lock_guard guard(mutex_);
    for (auto item = waiting_.begin(); item != waiting_.end();) {
      const auto next = std::next(item);
      if (unwanted(*item)) ended->splice(ended->end(), waiting_, item);
      item = next;
    }
  }
  if (!ended->empty()) threads_.submit([ended] { ended->clear(); });
}

void HouseThinking::done_with(const std::string& table) {
  end([&](const Player& player) { return player.table == table; });
  own_->done_with(table);
}

void HouseThinking::tick() {
  const Clock::time_point now = Clock::now();
  end([&](const Player& player) { return now - player.used >= kKept; });
  own_->tick();
}

std::string HouseThinking::metrics() const {
  std::string out = own_->metrics();
  size_t programs = 0;
  {
    const std::lock_guard guard(mutex_);
    programs = waiting_.size() + working_;
  }
  add_metric(out, "gauge", "house_programs", programs);
  add_metric(out, "counter", "house_choices_total", choices_);
  add_metric(out, "counter", "house_turned_away_total", turned_away_);
  return out;
}

}  // namespace server
