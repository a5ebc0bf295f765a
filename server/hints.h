// "What would you do?": a person at turn is told the best three choices, with their share of wins
// and the reasons (bots/advice.h). It is thought over on the workers, from what the seat knows, and
// changes nothing: no entry, no number, no message to anybody else.
#pragma once

#include "server/clients.h"
#include "server/people.h"
#include "server/tables.h"

namespace server {

class Hints {
 public:
  Hints(Context& context, People& people, Clients& clients, Tables& tables);

 private:
  void hint(const Ask& ask, engine::FieldReader& fields);
  void think(Place& place, const Asker& asker);
  // Of those who sit there.
  std::vector<std::string> names_of(const Place& place) const;

  Context& context_;
  People& people_;
  Clients& clients_;
  Tables& tables_;
  Counts thinking_;  // for a person, one at a time
};

}  // namespace server
