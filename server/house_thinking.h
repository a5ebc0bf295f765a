// Bots of the house choose in programs of their own (outside/program.h), which no other thinking
// waits for: on threads of their own, a program for each seat, started at its first choice and kept
// for the next ones. There are no more programs than threads: when another seat wants one, the one
// that was asked longest ago makes room, and is started anew when it is asked again, with all that
// has happened. A program that has ended, stalls or answers nonsense is what its choice failed by;
// that another bot plays from then on is for whoever asked.
//
// It is done by the server itself, never by workers (queued_thinking.h): what starts a program
// stands in no database. Belongs to the home thread.
#pragma once

#include <atomic>
#include <chrono>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "outside/program.h"
#include "server/house_bots.h"
#include "server/thinking.h"
#include "server/threads.h"

namespace server {

class HouseThinking final : public Thinking {
 public:
  // `own`: who thinks for all others. `programs`: so many at a time.
  HouseThinking(std::unique_ptr<Thinking> own, std::vector<HouseBot> bots, int programs);
  // Waits for no answer.
  ~HouseThinking() override;

  // Where too many wait, one of ours makes this one choice.
  void ask(Task task, Then then) override;
  void review(Task task, Progress progress, Then then) override {
    own_->review(std::move(task), std::move(progress), std::move(then));
  }
  void done_with(const std::string& table) override;

  void told(const store::Nodes::Beat& beat) override { own_->told(beat); }
  void tick() override;
  std::string metrics() const override;

 private:
  using Clock = std::chrono::steady_clock;
  // A program, and what it has been told of its table.
  struct Player {
    std::string table;
    engine::Seat seat = engine::Seat::kNone;
    uint64_t beginning = 0;  // of the match, by its fingerprint
    size_t taken_back = 0;   // how often steps were taken back there
    size_t heard = 0;        // events
    Clock::time_point used;
    std::unique_ptr<outside::Program> program;
  };
  using Players = std::list<Player>;

  void choose(const Task& task, const bots::BotSpec& program, int asked, const Then& then);
  // The one for that seat; takes it out of those that wait to be asked.
  Players take(const Task& task, const bots::BotSpec& program);
  void put_back(Players player);
  // Ends those that wait and are no longer wanted.
  template <class Unwanted>
  void end(const Unwanted& unwanted);

  const std::unique_ptr<Thinking> own_;
  const HouseBots bots_;
  const size_t most_;
  std::atomic<int> asked_{0};  // how many wait or are being asked
  std::atomic<uint64_t> choices_{0};
  uint64_t turned_away_ = 0;
  std::atomic<bool> give_up_{false};
  mutable std::mutex mutex_;
  Players waiting_;     // to be asked again, the one asked longest ago first
  size_t working_ = 0;  // threads that ask one
  Threads threads_;     // the first to go
};

}  // namespace server
