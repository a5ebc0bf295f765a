// Reviews of finished games (bots/review.h, docs/review.md): made once, when somebody asks for one,
// and kept in the store, each as a list by the name of its table. They are made on the workers a
// decision at a time, so that bots never wait for more than one of them; how many may wait is
// bounded.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <unordered_map>

#include "server/context.h"
#include "server/limits.h"
#include "server/table.h"

namespace server {

class Reviews {
 public:
  using Text = std::shared_ptr<const std::string>;
  // What there is of a review.
  struct Look {
    Text text;  // nullptr: it isn't made
    bool under_way = false;
    int done = 0;  // of `all` decisions, while it is
    int all = 0;
    bool unreadable = false;  // the store can't tell just now
  };

  explicit Reviews(Context& context) : context_(context) {}

  // `steps`: that the table can be repeated for. A review of another number is none of it.
  Look look(const std::string& table, size_t steps);
  // Begins to make one. False: too many are being made, all in all or for `who`. REQUIRES:
  // bots::can_be_reviewed(table.repeatable()), and there is none yet.
  bool make(const Table& table, const std::string& who);

  size_t waiting() const { return under_way_.size(); }

 private:
  static constexpr size_t kWaiting = 8;
  static constexpr size_t kWaitingOfOne = 2;
  static constexpr size_t kKept = 32;

  struct Job;
  void made(const Job& job, const std::string& text);
  void remember(const std::string& table, Text text);

  Context& context_;
  std::unordered_map<std::string, std::shared_ptr<Job>> under_way_;
  Counts of_one_;
  std::unordered_map<std::string, Text> kept_;  // of the store: those that were looked at lately
};

}  // namespace server
