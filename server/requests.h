// What clients may ask of a table, message by message (docs/protocol.md §2). Each is read and
// checked here for its form; whether it may be done, the table says.
#pragma once

#include <string>

#include "server/clients.h"
#include "server/tables.h"

namespace server {

class Requests {
 public:
  Requests(Context& context, People& people, Clients& clients, Tables& tables);

 private:
  // The table of a message; refuses for the client when there is none. nullptr then.
  Place* place_for(const Ask& ask, engine::FieldReader& fields);
  // The same where the message must hold nothing more.
  Place* place_at_end(const Ask& ask, engine::FieldReader& fields);

  void watch(const Ask& ask, engine::FieldReader& fields);
  void unwatch(const Ask& ask, engine::FieldReader& fields);
  void sit(const Ask& ask, engine::FieldReader& fields);
  void leave(const Ask& ask, engine::FieldReader& fields);
  void seat(const Ask& ask, engine::FieldReader& fields);
  void seats(const Ask& ask, engine::FieldReader& fields);
  void word(const Ask& ask, engine::FieldReader& fields);
  void commit(const Ask& ask, engine::FieldReader& fields);
  void open(const Ask& ask, engine::FieldReader& fields);
  void start(const Ask& ask, engine::FieldReader& fields);
  void act(const Ask& ask, engine::FieldReader& fields);
  void undo(const Ask& ask, engine::FieldReader& fields);
  void consent(const Ask& ask, engine::FieldReader& fields);
  void say(const Ask& ask, engine::FieldReader& fields);
  void mute(const Ask& ask, engine::FieldReader& fields);
  void chat(const Ask& ask, engine::FieldReader& fields);
  void remove(const Ask& ask, engine::FieldReader& fields);
  void door(const Ask& ask, engine::FieldReader& fields);
  void log(const Ask& ask, engine::FieldReader& fields);
  void stand_in(const Ask& ask, engine::FieldReader& fields);
  void concede(const Ask& ask, engine::FieldReader& fields);
  void orders(const Ask& ask, engine::FieldReader& fields);
  void rematch(const Ask& ask, engine::FieldReader& fields);
  void tell(const Ask& ask, engine::FieldReader& fields);
  void what_if(const Ask& ask, engine::FieldReader& fields);
  void ahead(const Ask& ask, engine::FieldReader& fields);
  template <class Answer>
  void imagine(const Ask& ask, Place& place, const Answer& answer);

  void make_rematch(Place& place, const Asker& asker, const Who& who);
  void announce_rematch(Place& place, const Asker& asker, const std::string& person,
                        const std::string& id);

  Context& context_;
  People& people_;
  Clients& clients_;
  Tables& tables_;
};

}  // namespace server
