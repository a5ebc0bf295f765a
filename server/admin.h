// What an operator may ask of the server while it runs (docs/protocol.md §7): one JSON object a
// line, answered by one.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "server/clients.h"
#include "server/leaving.h"
#include "server/tables.h"

namespace server {

class Admin {
 public:
  // `end` stops the server.
  Admin(Context& context, std::function<void()> end, People& people, Clients& clients,
        Tables& tables, Leaving& leaving);

  // Answers now, or when what was asked for is durable.
  using Reply = std::function<void(std::string)>;
  void ask(std::string_view line, const Reply& reply);
  // Ends the server when it is drained.
  void tick();

 private:
  void status(engine::FieldReader& fields, const Reply& reply);
  void list(engine::FieldReader& fields, const Reply& reply);
  void close(engine::FieldReader& fields, const Reply& reply);
  void close(const std::string& id, const Reply& reply);
  void mute(engine::FieldReader& fields, const Reply& reply);
  void announce(engine::FieldReader& fields, const Reply& reply);
  void drain(engine::FieldReader& fields, const Reply& reply);

  void write_tables(engine::JsonWriter& out);
  void write_clients(engine::JsonWriter& out);
  void write_people(engine::JsonWriter& out);
  void write_mutes(engine::JsonWriter& out);
  void write_person(const std::string& person, engine::JsonWriter& out);
  // Games that somebody plays at this moment.
  int games_going_on();
  // The one table whose id begins so; empty: none, or several.
  std::string table_called(std::string_view beginning);

  Context& context_;
  std::function<void()> end_;
  People& people_;
  Clients& clients_;
  Tables& tables_;
  Leaving& leaving_;
  int64_t begun_;
  bool ended_ = false;
};

}  // namespace server
