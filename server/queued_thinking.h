// Thinking that workers do (worker.h), where there are some: it goes into the queue of the store
// (store/nodes.h), and comes back as if it had been done here. What has no answer in time, because
// a worker was killed or all have gone, is done here after all; so nothing ever waits for workers
// longer than for a while. What is quickly done, and everything while there are none, stays here.
//
// Belongs to the home thread.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <unordered_map>

#include "server/metrics.h"
#include "server/thinking.h"

namespace server {

class QueuedThinking final : public Thinking {
 public:
  // `own`: by whom it is done here.
  QueuedThinking(std::unique_ptr<Thinking> own, store::Nodes& nodes);
  ~QueuedThinking() override;

  void ask(Task task, Then then) override;
  void review(Task task, Progress progress, Then then) override;

  void told(const store::Nodes::Beat& beat) override;
  void tick() override;
  std::string metrics() const override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Open {
    Task task;
    Progress progress;
    Then then;
    Clock::time_point asked;
    Clock::time_point until;  // it is done here then; the beginning of time: as told() says
    bool queued = false;      // for certain
  };
  using Opened = std::unordered_map<int64_t, Open>;

  // Is there a worker that would answer?
  bool wanted(const Task& task) const;
  void enqueue(Open open);
  void answered(const store::Nodes::Answer& answer);
  // Nobody else does it.
  Opened::iterator take_back(Opened::iterator item, bool forget);
  void do_here(Open open);

  const std::unique_ptr<Thinking> own_;
  store::Nodes& nodes_;
  Opened open_;
  int64_t workers_ = 0;         // threads, when they were last counted,
  Clock::time_point counted_;   // which was then
  Clock::time_point heard_;     // when the last answer came,
  Clock::time_point distrust_;  // and until when nobody is expected to give one
  struct Figures {
    uint64_t asked = 0;
    uint64_t done = 0;
    uint64_t taken_back = 0;
    int64_t waiting = 0;  // of all servers
    Histogram wait;
  };
  std::array<Figures, store::Nodes::kKinds> figures_;
  // Answers may arrive after it has gone; they look at this first.
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace server
