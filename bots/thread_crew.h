// A crew of threads (crew.h). For programs that have threads: no part of the portable library, and
// nothing in it includes this.
#pragma once

#include <thread>
#include <vector>

#include "bots/crew.h"

namespace bots {

class ThreadCrew final : public Crew {
 public:
  void run(int count, const std::function<void(int)>& job) override {
    std::vector<std::jthread> others;
    for (int i = 1; i < count; ++i) others.emplace_back([&job, i] { job(i); });
    job(0);
  }
};

}  // namespace bots
