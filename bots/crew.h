// Several jobs at the same time. Bots know no threads: whoever asks one may lend it a crew
// (thread_crew.h), and without one its jobs are done one after the other.
#pragma once

#include <functional>

namespace bots {

class Crew {
 public:
  virtual ~Crew() = default;
  // Calls job(0), …, job(count - 1), all at the same time; returns when they are done.
  virtual void run(int count, const std::function<void(int)>& job) = 0;
};

}  // namespace bots
