// Those who do what takes long: bots, luck. Jobs must not touch anything of the home thread; they
// hand their results back to it. On a server they are threads (threads.h).
#pragma once

#include <functional>

namespace server {

class Workers {
 public:
  virtual ~Workers() = default;
  virtual int count() const = 0;
  virtual void submit(std::function<void()> job) = 0;
  // For what nobody's turn waits for: begins when no other job does.
  virtual void submit_later(std::function<void()> job) = 0;
};

}  // namespace server
