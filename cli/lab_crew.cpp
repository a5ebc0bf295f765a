#include "cli/lab_crew.h"

#include <sys/random.h>

#include <algorithm>
#include <map>

#include "cli/common.h"
#include "cli/interrupt.h"
#include "lab/ordered_farm.h"
#include "lab/study_task.h"
#include "lab/wall_clock.h"
#include "store/asking.h"
#include "store/open.h"

namespace cli {
namespace {

// What an answer begins with; anything else says why there is none.
constexpr char kPlayed = '=';
constexpr char kRefusal = '!';

// Workers, as the one sees them who asks. Each has one task a thread, and there is one in line for
// each.
class QueuedWorkers final : public lab::Helpers {
 public:
  explicit QueuedWorkers(std::unique_ptr<store::Asking> queue) : queue_(std::move(queue)) {}
  ~QueuedWorkers() override { forget_all(); }
  QueuedWorkers(const QueuedWorkers&) = delete;
  QueuedWorkers& operator=(const QueuedWorkers&) = delete;

  // False: the database can't be reached.
  bool begin() {
    beat();
    return threads_ >= 0;
  }

  int wanted() override {
    if (refused_ > kMostRefusals) return 0;
    const auto room = 2 * threads_ - static_cast<int64_t>(open_.size() + lost_.size());
    return static_cast<int>(std::clamp<int64_t>(room, 0, 4096));
  }

  void ask(uint64_t number, std::string_view task) override {
    const auto id = static_cast<int64_t>(first_ + number);
    if (queue_->ask({id, store::Nodes::kStudy, std::string(task)})) {
      open_.emplace(id, number);
    } else {
      lost_.push_back({number, true, ""});
    }
  }

  std::vector<Answer> answers(int milliseconds) override {
    if (lab::wall_seconds() - beaten_ >= 1) beat();
    if (!open_.empty() && threads_ > 0) {
      queue_->wait(milliseconds);
    } else if (lost_.empty()) {
      queue_->wait(100);
    }
    std::vector<Answer> all = std::exchange(lost_, {});
    if (open_.empty()) return all;
    for (const store::Nodes::Answer& answer : queue_->answers()) {
      const auto found = open_.find(answer.id);
      if (found == open_.end()) continue;
      const bool played = answer.text.starts_with(kPlayed);
      if (!played) ++refused_;
      const std::string text = answer.text.substr(played || answer.text.starts_with(kRefusal));
      all.push_back({found->second, !played, text});
      open_.erase(found);
    }
    return all;
  }

  void forget() override {
    forget_all();
    lost_.clear();
  }

 private:
  // So often tasks may be refused, by a worker of another version for one, until nobody is asked
  // any more.
  static constexpr int kMostRefusals = 20;

  void beat() {
    beaten_ = lab::wall_seconds();
    bool fresh = false;
    threads_ = queue_->beat(fresh);
    // The queue has forgotten us, or nobody is there to take anything.
    if (fresh || threads_ <= 0) lose_all();
  }
  void lose_all() {
    for (const auto& [id, number] : open_) lost_.push_back({number, true, ""});
    forget_all();
  }
  void forget_all() {
    std::vector<int64_t> ids;
    for (const auto& [id, number] : open_) ids.push_back(id);
    queue_->forget(ids);
    open_.clear();
  }

  static uint64_t somewhere() {
    uint64_t first = 0;
    if (::getrandom(&first, sizeof first, 0) != sizeof first) first = 1;
    return first >> 2;  // so that all ids are positive
  }

  const std::unique_ptr<store::Asking> queue_;
  const uint64_t first_ = somewhere();
  std::map<int64_t, uint64_t> open_;  // by id in the queue: the number of the task
  std::vector<Answer> lost_;
  int64_t threads_ = 0;
  int refused_ = 0;
  double beaten_ = -1;
};

}  // namespace

engine::Result<std::unique_ptr<Crew>> Crew::gather(const std::string& workers) {
  auto crew = std::make_unique<Crew>();
  auto ranks = lab::Ranks::join();
  if (!ranks) return ranks.error;
  crew->ranks_ = std::move(*ranks);
  if (workers.empty()) return crew;
  if (crew->ranks_ != nullptr) {
    return usage("either mpirun or --workers: one of them gives out the blocks");
  }
  if (!store::is_postgres(workers)) {
    return usage("--workers takes the address of a PostgreSQL database, postgresql://…: '" +
                 workers + "'");
  }
  store::OpenOptions options;
  options.data = workers;
  // Makes the tables where there are none.
  if (const store::Opened opened = store::open(options); opened.store == nullptr) {
    return engine::Error{engine::ErrorCode::kFile, opened.problem, ""};
  }
  auto queue = std::make_unique<QueuedWorkers>(store::open_asking(workers));
  if (!queue->begin()) {
    return engine::Error{engine::ErrorCode::kFile,
                         store::without_password(workers) + ": it does not answer", ""};
  }
  crew->workers_ = std::move(queue);
  return crew;
}

lab::Helpers* Crew::helpers() { return ranks_ != nullptr ? &ranks_->helpers() : workers_.get(); }

int Crew::help(int threads) {
  // The ranks are one command of one person: what they name is theirs.
  lab::StudyPlayer player(lab::BotFiles::kAllowed);
  const InterruptGuard guard;
  ranks_->help(
      lab::thread_count(threads),
      [&](std::string_view task, const std::atomic<bool>& give_up) {
        return player.play(task, give_up);
      },
      guard.asked());
  return kOk;
}

std::string play_for_others(const std::string& task, const std::atomic<bool>& give_up) {
  static lab::StudyPlayer player(lab::BotFiles::kRefused);
  const auto played = player.play(task, give_up);
  if (!played) return kRefusal + played.error.text;
  return played.value.empty() ? std::string() : kPlayed + *played;
}

}  // namespace cli
