#include "server/reviews.h"

#include "bots/review.h"

namespace server {
namespace {

// No table has such a name: theirs are random letters and digits.
std::string list_of(const std::string& table) { return "review-" + table; }

bool is_of(const std::string& text, size_t steps) {
  const auto json = engine::parse_json(text, "review");
  const engine::Json* found = json ? (*json).find("steps") : nullptr;
  return found != nullptr && found->integer == static_cast<int64_t>(steps);
}

}  // namespace

struct Reviews::Job {
  const std::string table;
  const std::string who;
  const int all;
  std::atomic<int> done{0};  // told by whoever makes it
};

Reviews::Look Reviews::look(const std::string& table, size_t steps) {
  Look look;
  if (const auto job = under_way_.find(table); job != under_way_.end()) {
    look.under_way = true;
    look.done = job->second->done;
    look.all = job->second->all;
    return look;
  }
  if (const auto known = kept_.find(table); known != kept_.end()) {
    look.text = known->second;
    return look;
  }
  const store::Loaded loaded = context_.store.load(list_of(table));
  look.unreadable = loaded.is == store::Loaded::Is::kUnreadable;
  if (loaded.is != store::Loaded::Is::kEntries || loaded.entries.empty()) return look;
  const std::string& last = loaded.entries.back().text;
  if (!is_of(last, steps)) return look;
  look.text = std::make_shared<const std::string>(last);
  remember(table, look.text);
  return look;
}

bool Reviews::make(const Table& table, const std::string& who) {
  if (under_way_.size() >= kWaiting || !of_one_.take(who, kWaitingOfOne)) return false;
  Task task;
  task.kind = Task::Kind::kReview;
  task.match = table.repeatable().clone();
  task.table = table.id();
  task.entries = table.stored();
  task.iterations = context_.settings.review_iterations;
  task.seed = 1;
  const auto job = std::make_shared<Job>(table.id(), who, bots::decisions_of(*task.match));
  under_way_[table.id()] = job;
  context_.thinking.review(
      std::move(task), [job](int done) { job->done = done; },
      [this, job, alive = context_.alive, post = context_.settings.post](const Thought& thought) {
        post([this, alive, job, text = thought.text] {
          if (*alive) made(*job, text);
        });
      });
  return true;
}

void Reviews::made(const Job& job, const std::string& text) {
  of_one_.give(job.who);
  const std::string table = job.table;
  under_way_.erase(table);
  remember(table, std::make_shared<const std::string>(text));
  // One that was made by other rules may be there: then this one comes after it. If it can't be
  // saved it is made again one day.
  const store::Loaded before = context_.store.load(list_of(table));
  if (before.is != store::Loaded::Is::kNone && before.is != store::Loaded::Is::kEntries) return;
  context_.store.append(list_of(table), static_cast<int64_t>(before.entries.size()),
                        {{context_.wall(), text}}, std::nullopt, [](const store::Result&) {});
}

void Reviews::remember(const std::string& table, Text text) {
  if (kept_.size() >= kKept) kept_.erase(kept_.begin());
  kept_[table] = std::move(text);
}

}  // namespace server
