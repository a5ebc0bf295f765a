// The lobby: the public tables, and one's own. Clients that want to hear of it are told when it has
// changed, at most once a second.
#pragma once

#include <string>

#include "server/clients.h"

namespace server {

class Lobby {
 public:
  Lobby(Context& context, People& people, Clients& clients);

  // {"public": […], "mine": […]}
  std::string write(const store::Person& me, engine::Language language);
  // A table that is listed, or a name, is not what it was.
  void changed() { changed_ = true; }
  void tick();

 private:
  // Whether the client hears of it; false when too many sockets of its person do.
  bool set(Client& client, bool on);
  void subscribe(const Ask& ask, engine::FieldReader& fields);

  Context& context_;
  People& people_;
  Clients& clients_;
  bool changed_ = false;
  int64_t told_ = 0;
};

}  // namespace server
