#include "lab/ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <list>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "lab/open_mpi.h"
#include "lab/wall_clock.h"

namespace lab {
namespace {

// What a message is: its tag.
enum Tag : int {
  kHere,     // of a helper: it is there, with so many threads
  kTask,     // number, then the task
  kAnswer,   // number, then the answer
  kRefused,  // number, then why
  kForget,   // what was asked before
  kEnd,
};

constexpr double kHeartbeat = 1;  // seconds
// So long after it was last heard of a rank is taken for dead; doing something twice is no harm.
constexpr double kSilence = 15;
// MPI waits by asking again and again. We sleep in between, and longer when nothing comes: games
// need the processor more.
constexpr std::chrono::microseconds kNap{500};

struct Message {
  int from = 0;
  int tag = 0;
  std::string text;
};

// Messages between ranks. Of one thread.
class Post {
 public:
  explicit Post(std::unique_ptr<OpenMpi> mpi) : mpi_(std::move(mpi)) {
    mpi_->rank(mpi_->world, &rank_);
    mpi_->size(mpi_->world, &size_);
  }
  ~Post() {
    // What nobody takes any more must not keep us: a rank may be dead.
    for (const double until = wall_seconds() + 2; !sent_.empty() && wall_seconds() < until;) {
      std::this_thread::sleep_for(kNap);
      clear();
    }
    if (sent_.empty()) mpi_->finalize();
  }
  Post(const Post&) = delete;
  Post& operator=(const Post&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }

  void send(int to, Tag tag, std::string text) {
    Sent& sent = sent_.emplace_back();
    sent.text = std::move(text);
    mpi_->send(sent.text.data(), static_cast<int>(sent.text.size()), mpi_->byte, to, tag,
               mpi_->world, &sent.request);
  }

  // The next that has come, or that comes within so many seconds.
  std::optional<Message> receive(double patience) {
    const double until = wall_seconds() + patience;
    while (true) {
      clear();
      int there = 0;
      OpenMpi::Status status{};
      mpi_->probe(OpenMpi::kAny, OpenMpi::kAny, mpi_->world, &there, &status);
      if (there != 0) {
        Message message{status.source, status.tag, {}};
        int bytes = 0;
        mpi_->count(&status, mpi_->byte, &bytes);
        message.text.resize(static_cast<size_t>(bytes));
        mpi_->receive(message.text.data(), bytes, mpi_->byte, status.source, status.tag,
                      mpi_->world, &status);
        return message;
      }
      if (wall_seconds() >= until) return std::nullopt;
      std::this_thread::sleep_for(kNap);
    }
  }

 private:
  struct Sent {
    std::string text;
    OpenMpi::Handle request = nullptr;
  };
  void clear() {
    std::erase_if(sent_, [&](Sent& sent) {
      int done = 0;
      OpenMpi::Status status{};
      mpi_->test(&sent.request, &done, &status);
      return done != 0;
    });
  }

  const std::unique_ptr<OpenMpi> mpi_;
  int rank_ = 0;
  int size_ = 1;
  std::list<Sent> sent_;  // and not yet on its way: the text must stay where it is
};

std::string numbered(uint64_t number, std::string_view text) {
  return fmt::format("{} {}", number, text);
}
bool split_number(const std::string& text, uint64_t& number, std::string_view& rest) {
  const size_t space = text.find(' ');
  if (space == std::string::npos) return false;
  number = std::strtoull(text.c_str(), nullptr, 10);
  rest = std::string_view(text).substr(space + 1);
  return true;
}

// --- of the first ---

class RankHelpers final : public Helpers {
 public:
  explicit RankHelpers(Post& post) : post_(post), ranks_(static_cast<size_t>(post.size())) {}

  int wanted() override {
    int wanted = 0;
    for (const Rank& rank : ranks_) wanted += rank.room();
    return wanted;
  }

  void ask(uint64_t number, std::string_view task) override {
    // Whoever has most room.
    size_t to = 0;
    for (size_t i = 1; i < ranks_.size(); ++i) {
      if (ranks_[i].room() > ranks_[to].room()) to = i;
    }
    ranks_[to].open.push_back(number);
    post_.send(static_cast<int>(to), kTask, numbered(number, task));
  }

  std::vector<Answer> answers(int milliseconds) override {
    std::vector<Answer> all;
    double patience = milliseconds / 1000.0;
    while (std::optional<Message> message = post_.receive(patience)) {
      Rank& rank = ranks_[static_cast<size_t>(message->from)];
      rank.heard = wall_seconds();
      patience = 0;
      Answer answer;
      std::string_view rest;
      if (message->tag == kHere) {
        rank.threads = std::atoi(message->text.c_str());
      } else if (split_number(message->text, answer.number, rest)) {
        std::erase(rank.open, answer.number);
        answer.lost = message->tag == kRefused;
        answer.text = rest;
        // One that refuses would refuse the next as well.
        if (answer.lost && !rest.empty()) rank.refuses = true;
        all.push_back(std::move(answer));
      }
    }
    for (Rank& rank : ranks_) {
      if (rank.threads == 0 || wall_seconds() - rank.heard < kSilence) continue;
      rank.threads = 0;
      for (const uint64_t number : rank.open) all.push_back({number, true, ""});
      rank.open.clear();
    }
    return all;
  }

  void forget() override {
    for (size_t i = 1; i < ranks_.size(); ++i) {
      if (ranks_[i].open.empty()) continue;
      post_.send(static_cast<int>(i), kForget, "");
      ranks_[i].open.clear();
    }
  }

 private:
  struct Rank {
    int threads = 0;  // 0: not yet there, or gone
    bool refuses = false;
    double heard = 0;
    std::vector<uint64_t> open;
    // Each thread has one, and there is one in line for each: nobody waits for the post.
    int room() const {
      return refuses ? 0 : std::max(0, 2 * threads - static_cast<int>(open.size()));
    }
  };

  Post& post_;
  std::vector<Rank> ranks_;  // ourselves as well, who never want anything
};

// --- of the others ---

// Threads that play tasks; what they bring is fetched by the thread of the post.
class Hands {
 public:
  struct Done {
    uint64_t number = 0;
    Tag tag = kAnswer;
    std::string text;
  };

  Hands(int threads, const Ranks::Play& play) : play_(play) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Hands() {
    forget();
    {
      const std::lock_guard lock(mutex_);
      end_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  Hands(const Hands&) = delete;
  Hands& operator=(const Hands&) = delete;

  void add(uint64_t number, std::string_view task) {
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back({number, std::string(task), give_up_});
    }
    changed_.notify_one();
  }
  std::vector<Done> done() {
    const std::lock_guard lock(mutex_);
    return std::exchange(done_, {});
  }
  // All that was asked so far.
  void forget() {
    const std::lock_guard lock(mutex_);
    tasks_.clear();
    done_.clear();
    *give_up_ = true;
    give_up_ = std::make_shared<std::atomic<bool>>(false);
  }

 private:
  struct Task {
    uint64_t number = 0;
    std::string text;
    std::shared_ptr<std::atomic<bool>> give_up;
  };

  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return end_ || !tasks_.empty(); });
      if (end_) return;
      const Task task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      auto played = play_(task.text, *task.give_up);
      lock.lock();
      if (*task.give_up) continue;
      done_.push_back(played ? Done{task.number, kAnswer, std::move(*played)}
                             : Done{task.number, kRefused, played.error.text});
    }
  }

  const Ranks::Play& play_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  std::vector<Done> done_;
  std::shared_ptr<std::atomic<bool>> give_up_ = std::make_shared<std::atomic<bool>>(false);
  bool end_ = false;
  std::vector<std::thread> threads_;
};

class MpiRanks final : public Ranks {
 public:
  explicit MpiRanks(std::unique_ptr<OpenMpi> mpi) : post_(std::move(mpi)), helpers_(post_) {}
  ~MpiRanks() override {
    if (!first()) return;
    for (int i = 1; i < post_.size(); ++i) post_.send(i, kEnd, "");
  }
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  bool first() const override { return post_.rank() == 0; }
  int count() const override { return post_.size(); }
  Helpers& helpers() override { return helpers_; }

  void help(int threads, const Play& play, const std::atomic<bool>& stop) override {
    Hands hands(threads, play);
    double told = -kHeartbeat;
    while (!stop) {
      if (wall_seconds() - told >= kHeartbeat) {
        post_.send(0, kHere, std::to_string(threads));
        told = wall_seconds();
      }
      const std::optional<Message> message = post_.receive(0.002);
      if (message && message->tag == kEnd) break;
      if (message && message->tag == kForget) hands.forget();
      uint64_t number = 0;
      std::string_view task;
      if (message && message->tag == kTask && split_number(message->text, number, task)) {
        hands.add(number, task);
      }
      for (Hands::Done& done : hands.done()) {
        post_.send(0, done.tag, numbered(done.number, done.text));
      }
    }
  }

 private:
  Post post_;
  RankHelpers helpers_;
};

}  // namespace

bool Ranks::several() {
  const char* count = std::getenv("OMPI_COMM_WORLD_SIZE");  // mpirun sets it
  return count != nullptr && std::atoi(count) > 1;
}

engine::Result<std::unique_ptr<Ranks>> Ranks::join() {
  if (!several()) return std::unique_ptr<Ranks>();
  const auto problem_of = [](const std::string& why) {
    return engine::Error{engine::ErrorCode::kUsage,
                         "started by mpirun, but Open MPI's library can't be used: " + why, ""};
  };
  std::string problem;
  std::unique_ptr<OpenMpi> mpi = OpenMpi::load(problem);
  if (mpi == nullptr) return problem_of(problem);
  constexpr int kOneThread = 1;  // MPI_THREAD_FUNNELED: always the same one talks
  int provided = 0;
  if (mpi->init(nullptr, nullptr, kOneThread, &provided) != 0 || provided < kOneThread) {
    return problem_of("it does not start");
  }
  return std::unique_ptr<Ranks>(std::make_unique<MpiRanks>(std::move(mpi)));
}

}  // namespace lab
