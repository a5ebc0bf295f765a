// A study from the first block to the last, with whoever helps.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lab/ordered_farm.h"
#include "lab/study.h"
#include "lab/study_task.h"
#include "lab/wall_clock.h"

namespace lab {
namespace {

// Blocks in a job: so few that all threads end together, so many that they rarely meet.
constexpr uint64_t kQuickBlocks = 32;  // of bots that choose at once

}  // namespace

engine::Result<std::unique_ptr<StudySession>> StudySession::open(const StudySpec& spec,
                                                                 const SessionFiles& files) {
  std::unique_ptr<StudySession> session(new StudySession(spec));
  if (files.result.empty()) return session;
  const std::string head = head_line(head_of(spec));
  const auto read = [&](std::string_view text, size_t& good_bytes) {
    return session->read(text, files.result, good_bytes);
  };
  auto file = LineFile::open(files.result, files.resume, head, read, session->torn_);
  if (!file) return file.error;
  session->file_ = std::move(*file);
  return session;
}

engine::Result<std::unique_ptr<StudySession>> StudySession::of_files(
    const StudySpec& spec, const std::vector<std::string>& files) {
  std::unique_ptr<StudySession> session(new StudySession(spec));
  for (const std::string& path : files) {
    const auto text = read_lines(path);
    if (!text) return text.error;
    size_t good_bytes = 0;
    if (engine::Error error =
            session->read(*text, path == "-" ? "standard input" : path, good_bytes)) {
      return error;
    }
    session->torn_ = session->torn_ || good_bytes < text.value.size();
  }
  return session;
}

engine::Error StudySession::read(std::string_view text, const std::string& name,
                                 size_t& good_bytes) {
  const StudyHead ours = head_of(study_.spec());
  std::string other;
  const auto line = [&](const engine::Json& json, bool is_first) {
    engine::Error error;
    if (!is_first) return sums_.read(json);
    const StudyHead there = read_head_of(json, error);
    if (!error) other = difference(there, ours);
    if (!other.empty()) error = {engine::ErrorCode::kUsage, other, ""};
    return error;
  };
  engine::Error error = each_line(text, name, good_bytes, line);
  if (!other.empty()) {
    return {engine::ErrorCode::kUsage, fmt::format("'{}' holds other results. {}", name, other),
            ""};
  }
  return error;
}

engine::Error StudySession::write() {
  written_ = wall_seconds();
  if (file_ == nullptr || !unwritten_) return {};
  const std::string line = unwritten_->line();
  unwritten_.reset();
  return file_->append(line);
}

namespace {

// Jobs of a session that are done elsewhere.
class Shared {
 public:
  using Farm = OrderedFarm<StudySums>;
  using Wanted = std::function<WantedBlocks(uint64_t job)>;

  // `apart`: what each job brings is to be known.
  Shared(Helpers& helpers, const Study& study, bool apart, Wanted wanted, uint64_t& tasks,
         std::string& refusal)
      : helpers_(helpers),
        study_(study),
        of_study_(task_of_study(study.spec())),
        apart_(apart),
        wanted_(std::move(wanted)),
        tasks_(tasks),
        refusal_(refusal) {}
  ~Shared() {
    if (!open_.empty()) helpers_.forget();
  }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  // Gives out what is wanted and takes in what has come.
  void round(Farm& farm) {
    for (int left = helpers_.wanted(); left > 0 && ask(farm); --left) {
    }
    for (const Helpers::Answer& answer : helpers_.answers(kPatience)) take(farm, answer);
  }

 private:
  static constexpr int kPatience = 20;     // milliseconds
  static constexpr double kSeconds = 0.5;  // that a task should take
  static constexpr double kMostJobs = 64;  // in a task

  struct Open {
    std::vector<uint64_t> jobs;
    double asked = 0;
  };

  bool ask(Farm& farm) {
    Open open;
    std::vector<WantedBlocks> jobs;
    while (open.jobs.size() < static_cast<size_t>(jobs_)) {
      const std::optional<uint64_t> job = farm.next();
      if (!job) break;
      WantedBlocks wanted = wanted_(*job);
      if (std::ranges::all_of(wanted, [](const Ranges& arm) { return arm.all().empty(); })) {
        farm.bring(*job, study_.no_sums());  // it was there
        continue;
      }
      open.jobs.push_back(*job);
      jobs.push_back(std::move(wanted));
    }
    if (open.jobs.empty()) return false;
    open.asked = wall_seconds();
    helpers_.ask(++tasks_, write_task(of_study_, jobs, apart_));
    open_.emplace(tasks_, std::move(open));
    return true;
  }

  void take(Farm& farm, const Helpers::Answer& answer) {
    const auto found = open_.find(answer.number);
    if (found == open_.end()) return;  // it came back as lost, and is being done again
    const Open open = std::move(found->second);
    open_.erase(found);
    auto sums = answer.lost ? engine::Result<std::vector<StudySums>>(
                                  engine::Error{engine::ErrorCode::kUsage, answer.text, ""})
                            : read_answer(study_, answer.text);
    if (sums && sums.value.size() != (apart_ ? open.jobs.size() : 1)) {
      sums = engine::Error{engine::ErrorCode::kUsage, "an answer is to another task", ""};
    }
    if (!sums) {
      if (!sums.error.text.empty()) refusal_ = sums.error.text;
      for (const uint64_t job : open.jobs) farm.put_back(job);
      return;
    }
    // A task waits before it is done: at most twice as long as it takes, with one in line.
    const double took = std::max(1e-4, (wall_seconds() - open.asked) / 2);
    jobs_ = std::clamp(static_cast<double>(open.jobs.size()) * kSeconds / took, 1.0,
                       std::min(kMostJobs, 2 * jobs_));
    for (size_t i = 0; i < open.jobs.size(); ++i) {
      farm.bring(open.jobs[i], apart_ || i == 0 ? std::move((*sums)[i]) : study_.no_sums());
    }
  }

  Helpers& helpers_;
  const Study& study_;
  const std::string of_study_;
  const bool apart_;
  const Wanted wanted_;
  uint64_t& tasks_;  // so far: each has a number of its own
  std::string& refusal_;
  std::map<uint64_t, Open> open_;
  double jobs_ = 1;  // in a task
};

}  // namespace

engine::Error StudySession::run(const std::vector<size_t>& arms, uint64_t first_block,
                                uint64_t blocks, const std::atomic<bool>& stop,
                                const std::function<void()>& progress,
                                const std::function<bool()>& enough) {
  const StudySpec& spec = study_.spec();
  const bool quick =
      std::ranges::all_of(spec.seats, [](const bots::BotSpec& bot) { return bot.info().at_once; });
  const uint64_t each = quick ? kQuickBlocks : 1;
  // What there was before: while this runs, sums_ grows under the hands of `take`.
  std::vector<Ranges> known;
  known.reserve(sums_.arms.size());
  for (const ArmSums& arm : sums_.arms) known.push_back(arm.blocks);
  const auto wanted = [&](uint64_t job) {
    WantedBlocks all(known.size());
    for (const size_t arm : arms) {
      for (uint64_t i = job * each; i < std::min(blocks, (job + 1) * each); ++i) {
        const uint64_t block = first_block + i;
        if (!known[arm].contains(block)) all[arm].add(block, block + 1);
      }
    }
    return all;
  };
  // Where several machines play, more is lost with the one that writes.
  const double write_every =
      helpers_ == nullptr ? spec.write_every : std::min(spec.write_every, 1.0);
  if (enough && played() > 0 && enough()) return {};
  written_ = wall_seconds();
  const auto work = [&](uint64_t job, const std::atomic<bool>& give_up) {
    return study_.play(wanted(job), give_up);
  };
  const auto take = [&](const StudySums& played) {
    const bool any =
        std::ranges::any_of(played.arms, [](const ArmSums& arm) { return arm.games != 0; });
    if (!any) return true;  // it was there
    sums_.add(played);
    if (file_ != nullptr) {
      if (!unwritten_) unwritten_ = study_.no_sums();
      unwritten_->add(played);
      if (wall_seconds() - written_ >= write_every) error_ = write();
    }
    return !error_ && !(enough && enough());
  };
  std::optional<Shared> shared;
  OrderedFarm<StudySums>::Elsewhere elsewhere;
  if (helpers_ != nullptr) {
    shared.emplace(*helpers_, study_, static_cast<bool>(enough), wanted, tasks_, refusal_);
    elsewhere = [&](OrderedFarm<StudySums>& farm) { shared->round(farm); };
  }
  OrderedFarm<StudySums>(work, take, progress, elsewhere)
      .run((blocks + each - 1) / each, spec.threads, stop);
  shared.reset();
  if (!error_) error_ = write();
  return error_;
}

engine::Error StudySession::run(const std::atomic<bool>& stop,
                                const std::function<void()>& progress,
                                const std::function<bool()>& enough) {
  std::vector<size_t> all(study_.spec().arms.size());
  for (size_t i = 0; i < all.size(); ++i) all[i] = i;
  return run(all, study_.spec().first_block, study_.spec().blocks, stop, progress, enough);
}

uint64_t StudySession::games() const {
  uint64_t games = 0;
  for (const ArmSums& arm : sums_.arms) games += arm.games;
  return games;
}

}  // namespace lab
