// Other servers over the same store (store/nodes.h): every second this one says that it is there
// and what it has in use, and is told what the others have done. What they tell in between is heard
// at once. Without others, or a store that can have any, nothing of this happens.
#pragma once

#include <chrono>

#include "server/lobby.h"
#include "server/post.h"
#include "server/routes.h"
#include "server/tables.h"
#include "server/turns.h"

namespace server {

class Neighbours {
 public:
  Neighbours(Context& context, People& people, Clients& clients, Tables& tables, Turns& turns,
             Post& post, Lobby& lobby, Routes& routes);

  // Tables played against the clock go on, unless somebody is there who has seen to that.
  void resume();
  void tick();

 private:
  using Clock = std::chrono::steady_clock;  // leases are about processes, not about players
  void beat();
  void told(const store::Nodes::Beat& beat, Clock::time_point asked);
  void heard(const store::Nodes::News& news);
  // Somebody's device was removed elsewhere.
  void log_out(const std::string& person);

  Context& context_;
  People& people_;
  Clients& clients_;
  Tables& tables_;
  Turns& turns_;
  Post& post_;
  Lobby& lobby_;
  Routes& routes_;
  bool asking_ = false;
  bool resumed_ = false;
  Clock::time_point asked_;
  int beats_ = 0;
};

}  // namespace server
