#include "server/queued_thinking.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "server/fair.h"

namespace server {
namespace {

// What a worker takes besides its budget: until it is taken, read, told.
constexpr std::chrono::milliseconds kGrace{1000};
// What was counted before that is not to be relied on.
constexpr std::chrono::milliseconds kCounted{3000};
// After nobody has answered; by then it is known whether a worker is there.
constexpr std::chrono::milliseconds kDistrust{store::Nodes::kLease};

static_assert(static_cast<int>(Task::Kind::kReview) == store::Nodes::kFirstSlow);

constexpr std::array<std::string_view, store::Nodes::kKinds> kNames{"bot", "hint", "review"};

}  // namespace

QueuedThinking::QueuedThinking(std::unique_ptr<Thinking> own, store::Nodes& nodes)
    : own_(std::move(own)), nodes_(nodes) {
  nodes_.on_answers([this, alive = alive_](const std::vector<store::Nodes::Answer>& answers) {
    if (!*alive) return;
    for (const store::Nodes::Answer& answer : answers) answered(answer);
  });
}

QueuedThinking::~QueuedThinking() { *alive_ = false; }

bool QueuedThinking::wanted(const Task& task) const {
  if (task.table.empty() || task.entries == 0) return false;
  const Clock::time_point now = Clock::now();
  if (workers_ == 0 || now > counted_ + kCounted || now < distrust_) return false;
  // A bot that can't think for longer or shorter is done before anybody else has heard of it.
  return task.kind != Task::Kind::kBot || task.budget.milliseconds > 0 ||
         task.budget.iterations > 0;
}

void QueuedThinking::ask(Task task, Then then) {
  if (!wanted(task)) return own_->ask(std::move(task), std::move(then));
  const Clock::time_point now = Clock::now();
  const std::chrono::milliseconds longest(share_of(task.budget, 1, 1, kGrace.count()).milliseconds +
                                          kPatience);
  enqueue({std::move(task), nullptr, std::move(then), now, now + longest + kGrace, false});
}

void QueuedThinking::review(Task task, Progress progress, Then then) {
  if (!wanted(task)) return own_->review(std::move(task), std::move(progress), std::move(then));
  enqueue({std::move(task), std::move(progress), std::move(then), Clock::now(), {}, false});
}

void QueuedThinking::enqueue(Open open) {
  const auto kind = static_cast<size_t>(open.task.kind);
  ++figures_[kind].asked;
  const auto id = static_cast<int64_t>(random_word());
  store::Nodes::Question question{id, static_cast<int64_t>(kind), write_task(open.task)};
  open_.emplace(id, std::move(open));
  nodes_.ask(std::move(question), [this, alive = alive_, id](bool well) {
    if (!*alive) return;
    const auto found = open_.find(id);
    if (found == open_.end()) return;
    found->second.queued = well;
    if (!well) take_back(found, false);
  });
}

void QueuedThinking::answered(const store::Nodes::Answer& answer) {
  const auto found = open_.find(answer.id);
  if (found == open_.end()) return;  // too late
  Figures& figures = figures_[static_cast<size_t>(found->second.task.kind)];
  figures.wait.add(static_cast<double>(answer.waited));
  const engine::Result<Thought> thought = read_thought(answer.text, found->second.task);
  if (!thought) {
    // It was of another version, or could not read the table.
    take_back(found, false);
    return;
  }
  heard_ = Clock::now();
  distrust_ = {};
  ++figures.done;
  const Then then = std::move(found->second.then);
  open_.erase(found);
  then(*thought);
}

QueuedThinking::Opened::iterator QueuedThinking::take_back(Opened::iterator item, bool forget) {
  ++figures_[static_cast<size_t>(item->second.task.kind)].taken_back;
  if (forget) nodes_.forget({item->first});
  Open open = std::move(item->second);
  const Opened::iterator next = open_.erase(item);
  do_here(std::move(open));
  return next;
}

void QueuedThinking::do_here(Open open) {
  if (open.task.kind == Task::Kind::kReview) {
    return own_->review(std::move(open.task), std::move(open.progress), std::move(open.then));
  }
  own_->ask(std::move(open.task), std::move(open.then));
}

void QueuedThinking::told(const store::Nodes::Beat& beat) {
  counted_ = Clock::now();
  workers_ = beat.workers;
  for (size_t i = 0; i < beat.waiting.size() && i < figures_.size(); ++i) {
    figures_[i].waiting = beat.waiting[i];
  }
  std::unordered_map<int64_t, int64_t> there;
  for (const store::Nodes::Asked& asked : beat.asked) there[asked.id] = asked.done;
  for (auto item = open_.begin(); item != open_.end();) {
    Open& open = item->second;
    const auto found = there.find(item->first);
    // The database has forgotten it, or nobody is there any more who would do it.
    const bool lost = open.queued && found == there.end();
    if (lost || (workers_ == 0 && open.queued)) {
      item = take_back(item, !lost);
      continue;
    }
    if (found != there.end() && open.progress) open.progress(static_cast<int>(found->second));
    ++item;
  }
}

void QueuedThinking::tick() {
  const Clock::time_point now = Clock::now();
  for (auto item = open_.begin(); item != open_.end();) {
    const Open& open = item->second;
    const bool alone = open.until == Clock::time_point{} && now > counted_ + kCounted;
    const bool late = open.until != Clock::time_point{} && now >= open.until;
    if (!late && !alone) {
      ++item;
      continue;
    }
    // One may have been killed; but if nobody has answered since, all have, perhaps.
    if (late && heard_ < open.asked) distrust_ = now + kDistrust;
    item = take_back(item, true);
  }
}

std::string QueuedThinking::metrics() const {
  std::string out;
  add_metric(out, "gauge", "worker_threads", static_cast<uint64_t>(workers_));
  const auto each = [&](std::string_view kind, std::string_view name, auto value) {
    out += fmt::format("# TYPE stamtafel_{} {}\n", name, kind);
    for (size_t i = 0; i < figures_.size(); ++i) {
      out += fmt::format("stamtafel_{}{{kind=\"{}\"}} {}\n", name, kNames[i], value(figures_[i]));
    }
  };
  each("gauge", "queue_length", [](const Figures& one) { return one.waiting; });
  each("counter", "queue_asked_total", [](const Figures& one) { return one.asked; });
  each("counter", "queue_done_total", [](const Figures& one) { return one.done; });
  each("counter", "queue_taken_back_total", [](const Figures& one) { return one.taken_back; });
  out += "# TYPE stamtafel_queue_wait_seconds histogram\n";
  for (size_t i = 0; i < figures_.size(); ++i) {
    figures_[i].wait.write_labelled("queue_wait_seconds", fmt::format("kind=\"{}\"", kNames[i]),
                                    out);
  }
  return out;
}

}  // namespace server
