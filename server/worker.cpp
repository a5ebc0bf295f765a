#include "server/worker.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "server/table.h"
#include "store/open.h"

namespace server {
namespace {

constexpr std::chrono::milliseconds kEvery{1000};  // from one sign of life to the next

}  // namespace

Worker::Worker(WorkerOptions options, const Log& log)
    : options_(std::move(options)), log_(log), event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Worker::~Worker() {
  players_.reset();
  threads_.reset();
  store_.reset();
  ::close(event_);
}

std::string Worker::open() {
  if (!store::is_postgres(options_.data)) {
    return options_.data +
           ": workers need a PostgreSQL database (postgresql://…); a file belongs "
           "to one server, which thinks for itself";
  }
  store::OpenOptions data;
  data.data = options_.data;
  data.deliver = [this](std::function<void()> batch) { post(std::move(batch)); };
  data.tell = [this](const std::string& problem) { log_.warn("data", {{"problem", problem}}); };
  store::Opened opened = store::open(data);
  if (opened.store == nullptr) return opened.problem;
  store_ = std::move(opened.store);
  editions_ = std::make_unique<Editions>(*store_);
  work_ = store::open_work(options_.data, options_.threads);
  if (!work_->beat({})) return store::without_password(options_.data) + ": it does not answer";
  threads_ = std::make_unique<Threads>(options_.threads);
  if (options_.study) players_ = std::make_unique<Threads>(options_.threads, 2 * Threads::kNicer);
  return {};
}

void Worker::post(std::function<void()> work) {
  {
    const std::lock_guard guard(mutex_);
    posted_.push_back(std::move(work));
  }
  ::eventfd_write(event_, 1);
}

void Worker::stop() {
  stop_ = true;
  ::eventfd_write(event_, 1);
}

void Worker::do_posted() {
  eventfd_t woken = 0;
  ::eventfd_read(event_, &woken);
  std::vector<std::function<void()>> posted;
  {
    const std::lock_guard guard(mutex_);
    posted.swap(posted_);
  }
  for (const auto& work : posted) work();
}

void Worker::run() {
  while (!stop_) {
    do_posted();
    if (Clock::now() - beaten_ >= kEvery) beat();
    take();
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(beaten_ + kEvery - Clock::now());
    work_->wait(event_, std::max(1, static_cast<int>(left.count())));
  }
  players_.reset();  // they give up,
  threads_.reset();  // what has begun is thought to its end, the rest is for others
  do_posted();
  work_->leave();
}

void Worker::beat() {
  beaten_ = Clock::now();
  std::vector<store::Work::Progress> progress;
  progress.reserve(jobs_.size());
  for (const auto& [id, job] : jobs_) progress.push_back({id, job->progress->load()});
  const bool reaches = work_->beat(progress);
  if (reaches != std::exchange(reaches_, reaches)) {
    log_.warn(reaches ? "worker.back" : "worker.cut_off");
  }
}

bool Worker::of_study(const store::Work::Taken& taken) {
  return taken.kind == store::Nodes::kStudy;
}

bool Worker::slow(const store::Work::Taken& taken) {
  return taken.kind >= store::Nodes::kFirstSlow;
}

void Worker::take() {
  int quick = 0;
  int slow_ones = 0;
  int studies = 0;
  for (const auto& [id, job] : jobs_) {
    ++(of_study(job->taken) ? studies : slow(job->taken) ? slow_ones : quick);
  }
  const int most = options_.threads;
  const int most_studies = players_ == nullptr ? 0 : most;
  if (!reaches_ || (quick >= most && slow_ones >= most && studies >= most_studies)) return;
  for (const store::Work::Taken& taken :
       work_->take(most - quick, most - slow_ones, most_studies - studies)) {
    begin(taken);
  }
}

void Worker::begin(const store::Work::Taken& taken) {
  const auto job = std::make_shared<Job>();
  job->taken = taken;
  job->progress = std::make_shared<std::atomic<int>>(0);
  if (of_study(taken)) return play(job);
  engine::Result<AskedTask> asked = read_task(taken.task);
  if (!asked) return answer(taken.id, write_failure(asked.error.text));
  job->asked = std::move(*asked);
  jobs_[taken.id] = job;
  store_->load_after(job->asked.task.table, 0,
                     [this, job](const store::Loaded& loaded) { read(job, loaded); });
}

void Worker::read(const std::shared_ptr<Job>& job, const store::Loaded& loaded) {
  if (threads_ == nullptr) return;  // it ends; somebody else will do it
  const Task& task = job->asked.task;
  const auto fail = [&](const std::string& why) {
    log_.warn("worker.failed", {{"table", Log::short_id(task.table)}, {"why", why}});
    answer(job->taken.id, write_failure(why));
  };
  const auto entries = static_cast<size_t>(task.entries);
  if (loaded.is != store::Loaded::Is::kEntries || loaded.entries.size() < entries) {
    return fail("the table can't be read");
  }
  // What has come since is not what was asked about.
  const std::vector<store::Entry> then(
      loaded.entries.begin(), loaded.entries.begin() + static_cast<std::ptrdiff_t>(entries));
  const engine::Result<std::unique_ptr<Table>> table =
      Table::open(task.table, then, then.back().at, editions_->boxes());
  if (!table) return fail(table.error.text);
  if (table.value->match() == nullptr || table.value->has_unsaved()) return fail("other rules");
  const engine::AnyTable& match =
      task.kind == Task::Kind::kReview ? table.value->repeatable() : *table.value->match();
  if (const std::string why = differs(job->asked, match); !why.empty()) return fail(why);
  job->asked.task.match = match.clone();
  think_over(job);
}

void Worker::think_over(const std::shared_ptr<Job>& job) {
  const auto told = [this, job](const Thought& thought) {
    post([this, job, text = write_thought(thought, job->asked.task)] {
      ++done_;
      answer(job->taken.id, text);
    });
  };
  if (slow(job->taken)) {
    return review_on(
        *threads_, job->asked.task, [progress = job->progress](int done) { *progress = done; },
        told);
  }
  threads_->submit([job, told] {
    const store::Work::Taken& taken = job->taken;
    told(think_within(job->asked.task, static_cast<int>(std::min<int64_t>(taken.asked, 1 << 20)),
                      static_cast<int>(std::max<int64_t>(taken.threads, 1)), Thinking::kPatience));
  });
}

void Worker::play(const std::shared_ptr<Job>& job) {
  jobs_[job->taken.id] = job;
  players_->submit([this, job] {
    std::string text = options_.study(job->taken.task, stop_);
    if (text.empty()) return;
    post([this, job, text = std::move(text)] {
      ++done_;
      answer(job->taken.id, text);
    });
  });
}

void Worker::answer(int64_t id, const std::string& text) {
  jobs_.erase(id);
  work_->answer(id, text);
}

}  // namespace server
