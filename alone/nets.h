// Nets are files of their own, beside the module (bots/nets.h): the page brings one when bots first
// go by it. What needs it waits; where it can't be had bots go by the judgement, without waiting a
// second time, and it is asked for again whenever one would have gone by it.
#pragma once

#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/any_game.h"

namespace alone {

class Nets {
 public:
  using Job = std::function<void()>;
  using Ask = std::function<void(const engine::AnyGame&)>;
  using Missing = bool (*)(const engine::AnyGame&);

  Nets(Missing missing, Ask bring) : missing_(missing), bring_(std::move(bring)) {}

  // Does it at once, or when `came` is called.
  void when_here(const engine::AnyGame& game, Job job) {
    if (!missing_(game)) return job();
    Wanted& wanted = wanted_[&game];
    if (wanted.failed) {
      job();
    } else {
      wanted.waiting.push_back(std::move(job));
    }
    if (!std::exchange(wanted.asked, true)) bring_(game);
  }
  // The page has brought it, or could not. Returns what has waited for it.
  std::vector<Job> came(const engine::AnyGame& game) {
    Wanted& wanted = wanted_[&game];
    wanted.asked = false;
    wanted.failed = missing_(game);
    return std::exchange(wanted.waiting, {});
  }

 private:
  struct Wanted {
    bool asked = false;
    bool failed = false;
    std::vector<Job> waiting;
  };
  Missing missing_;
  Ask bring_;
  std::unordered_map<const engine::AnyGame*, Wanted> wanted_;
};

}  // namespace alone
