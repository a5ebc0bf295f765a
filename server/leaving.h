// A server that makes way for the others over the same store, for an update: it takes no new
// clients, hands over what only one server does, sends its clients to the others, and ends. Nobody
// loses anything by that: they come back elsewhere with the number they have. Without others there
// is no way to make.
#pragma once

#include <chrono>
#include <functional>

#include "server/clients.h"

namespace server {

class Leaving {
 public:
  // `end` stops the server.
  Leaving(Context& context, std::function<void()> end, Clients& clients)
      : context_(context), end_(std::move(end)), clients_(clients) {}

  // False: there is nobody to hand over to, or it is under way.
  bool begin();
  // It stays after all. Who has left has left.
  void cancel();
  bool under_way() const { return context_.leaving; }
  void tick();

 private:
  using Clock = std::chrono::steady_clock;
  void send_away(size_t most);

  Context& context_;
  std::function<void()> end_;
  Clients& clients_;
  Clock::time_point begun_;
  Clock::time_point moving_;  // since then clients are sent away
  uint64_t told_ = 0;         // clients up to this one were told to go
  bool ended_ = false;
};

}  // namespace server
