// What clients may ask of a table, message by message (docs/protocol.md §2).
#include <limits>

#include "server/hub.h"
#include "server/plain_text.h"
#include "server/what_if.h"

namespace server {
namespace {

constexpr size_t kMaxWatched = 16;
constexpr size_t kMaxActions = 64;
constexpr size_t kMaxChat = 500;

// A seat by name; refused later, by the table, when it isn't there.
engine::Result<engine::Seat> read_seat(const Place& place, engine::FieldReader& fields) {
  return engine::parse_seat(place.game->spec(), place.game->spec().max_seats,
                            fields.string("seat"));
}

engine::Result<std::optional<bots::BotKind>> read_bot(engine::FieldReader& fields,
                                                      std::string_view key) {
  const std::string_view id = fields.string_or(key, "");
  if (id.empty()) return std::optional<bots::BotKind>{};
  const auto bot = bots::parse_bot(id);
  if (!bot) return bot.error;
  return std::optional<bots::BotKind>(*bot);
}

engine::Result<std::vector<std::string>> read_actions(engine::FieldReader& fields) {
  std::vector<std::string> actions;
  for (const engine::Json& item : fields.array("actions").items) {
    if (!item.is_string()) {
      fields.fail("actions", "must be a list of texts");
      break;
    }
    actions.push_back(item.text);
  }
  if (fields.ok() && (actions.empty() || actions.size() > kMaxActions)) {
    fields.fail("actions", "must hold 1 to 64 actions");
  }
  return actions;
}

Orders read_wanted(engine::FieldReader& fields) {
  Orders orders{fields.boolean_or("on", true), {}};
  for (const engine::Json& item : fields.array_or_empty("list").items) {
    const engine::Json* act = item.find("do");
    const engine::Json* when = item.find("when");
    if (act == nullptr || !act->is_string() || (when != nullptr && !when->is_string())) {
      fields.fail("list", "must hold objects with the texts 'do' and, if wanted, 'when'");
      break;
    }
    orders.list.push_back({act->text, when == nullptr ? std::string() : when->text});
  }
  return orders;
}

}  // namespace

Place* Hub::place_for(const Ask& ask, engine::FieldReader& fields) {
  const std::string id(fields.string("table"));
  if (!fields.ok()) return nullptr;
  Refusal refused;
  Place* place = find_place(id, refused);
  if (place == nullptr) refuse(ask, refused);
  return place;
}

Place* Hub::place_at_end(const Ask& ask, engine::FieldReader& fields) {
  Place* place = place_for(ask, fields);
  if (place != nullptr) fields.finish();
  return fields.ok() ? place : nullptr;
}

void Hub::on_watch(const Ask& ask, engine::FieldReader& fields) {
  const int from = fields.integer_or("from", -1, 1 << 30, -1);
  const bool board = fields.boolean_or("board", false);
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  Client& client = *ask.client;
  if (watcher_of(*place, client) == nullptr) {
    if (client.tables.size() >= kMaxWatched) {
      return refuse(ask, refusal(Code::kState, "too-many-tables"));
    }
    place->watchers.push_back({&client, board, 0});
    client.tables.push_back(place->id);
  }
  const auto show = [this, asker = Asker{ask.client_id, ask.re}, from, board](Place& there) {
    Client* viewer = find_client(asker.client);
    Watcher* watcher = viewer == nullptr ? nullptr : watcher_of(there, *viewer);
    if (watcher == nullptr) return;
    if (!wake(there)) return refuse(asker, refusal(Code::kStorage, "storage"));
    presence(there);
    watcher->board = board;
    watcher->sent = there.table->n();
    const bool resumes = from >= 0 && from <= there.table->n();
    std::string text;
    engine::JsonWriter out(text);
    out.begin_object();
    out.member("is", resumes ? "news" : "table");
    if (asker.re) out.member("re", *asker.re);
    const Eyes eyes = eyes_of(there, *viewer, board);
    if (resumes) {
      write_news(scene(there), from, eyes, true, out);
    } else {
      write_table(scene(there), eyes, out);
    }
    out.end_object();
    send(*viewer, std::move(text));
    if (!there.busy) drive_bots(there);
  };
  if (place->busy) {
    // Not ahead of what is saved: until then this watcher must not get news of it either.
    watcher_of(*place, client)->sent = std::numeric_limits<int64_t>::max();
    place->waiting.push_front(show);
  } else {
    show(*place);
  }
}

void Hub::on_unwatch(const Ask& ask, engine::FieldReader& fields) {
  const std::string table(fields.string("table"));
  fields.finish();
  if (!fields.ok()) return;
  unwatch(*ask.client, table);
  send_ok(ask);
}

void Hub::on_sit(const Ask& ask, engine::FieldReader& fields) {
  Place* place = place_for(ask, fields);
  if (place == nullptr) return;
  const auto seat = read_seat(*place, fields);
  fields.finish();
  if (!fields.ok()) return;
  if (!seat) return refuse(ask, refusal(Code::kUnknown, "unknown-seat"));
  request(ask, *place, [this, seat = *seat](Table& table, const std::string& person, Extra&) {
    return table.sit(person, seat, now());
  });
}

void Hub::on_leave(const Ask& ask, engine::FieldReader& fields) {
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  request(ask, *place, [this](Table& table, const std::string& person, Extra&) {
    return table.leave(person, now());
  });
}

void Hub::on_seat(const Ask& ask, engine::FieldReader& fields) {
  Place* place = place_for(ask, fields);
  if (place == nullptr) return;
  const auto seat = read_seat(*place, fields);
  const std::string_view kind = fields.string("kind");
  const auto bot = read_bot(fields, "bot");
  fields.finish();
  const bool is_bot = kind == "bot";
  if (fields.ok() && !is_bot && kind != "open") fields.fail("kind", "must be open or bot");
  if (fields.ok() && is_bot && (!bot || !*bot)) fields.fail("bot", "must name a bot");
  if (!fields.ok()) return;
  if (!seat) return refuse(ask, refusal(Code::kUnknown, "unknown-seat"));
  const std::optional<bots::BotKind> chosen = is_bot ? *bot : std::nullopt;
  request(ask, *place,
          [this, seat = *seat, chosen](Table& table, const std::string& person, Extra&) {
            return table.set_seat(person, seat, chosen, now());
          });
}

void Hub::on_seats(const Ask& ask, engine::FieldReader& fields) {
  const int count = fields.integer("count", 1, engine::kMaxSeats);
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  request(ask, *place, [this, count](Table& table, const std::string& person, Extra&) {
    return table.set_seats(person, count, now());
  });
}

void Hub::on_word(const Ask& ask, engine::FieldReader& fields) {
  const std::optional<std::string> word = plain_line(fields.string("word"), kMaxWord);
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  if (!word) return refuse(ask, refusal(Code::kMessage, "bad-text"));
  request(ask, *place, [this, word = *word](Table& table, const std::string& person, Extra&) {
    return table.word(person, word, now());
  });
}

void Hub::on_start(const Ask& ask, engine::FieldReader& fields) {
  const auto fill = read_bot(fields, "fill");
  Place* place = place_for(ask, fields);
  if (place == nullptr) return;
  fields.finish();
  if (fields.ok() && !fill) fields.fail("fill", fill.error.text);
  if (!fields.ok()) return;
  request(ask, *place, [this, fill = *fill](Table& table, const std::string& person, Extra&) {
    return table.start(person, fill, now());
  });
}

void Hub::on_act(const Ask& ask, engine::FieldReader& fields) {
  const int at = fields.integer("at", 0, 1 << 30);
  const auto actions = read_actions(fields);
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  request(ask, *place,
          [this, at, actions = *actions](Table& table, const std::string& person, Extra& extra) {
            ActResult result = table.act(person, at, actions, now());
            extra.done = result.done;
            extra.refused = result.refused;
            return result.refused;
          });
}

void Hub::on_undo(const Ask& ask, engine::FieldReader& fields) {
  const int at = fields.integer("at", 0, 1 << 30);
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  request(ask, *place, [this, at](Table& table, const std::string& person, Extra&) {
    return table.undo(person, at, now());
  });
}

void Hub::on_consent(const Ask& ask, engine::FieldReader& fields) {
  if (!fields.has("yes")) fields.fail("yes", "is missing");
  const bool yes = fields.boolean_or("yes", false);
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  request(ask, *place, [this, yes](Table& table, const std::string& person, Extra&) {
    return table.consent(person, yes, now());
  });
}

void Hub::on_say(const Ask& ask, engine::FieldReader& fields) {
  const std::optional<std::string> text = plain_line(fields.string("text"), kMaxChat);
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  if (!text) return refuse(ask, refusal(Code::kMessage, "bad-text"));
  request(ask, *place, [this, text = *text](Table& table, const std::string& person, Extra&) {
    return table.say(person, text, now());
  });
}

void Hub::on_stand_in(const Ask& ask, engine::FieldReader& fields) {
  Place* place = place_for(ask, fields);
  if (place == nullptr) return;
  const auto seat = read_seat(*place, fields);
  fields.finish();
  if (!fields.ok()) return;
  if (!seat) return refuse(ask, refusal(Code::kUnknown, "unknown-seat"));
  const bool away = !place->company.here.contains(*seat) &&
                    now() - place->away_since[static_cast<size_t>(engine::index_of(*seat))] >=
                        settings_.stand_in_after;
  request(ask, *place, [this, seat = *seat, away](Table& table, const std::string& person, Extra&) {
    return table.stand_in(person, seat, away, now());
  });
}

void Hub::on_concede(const Ask& ask, engine::FieldReader& fields) {
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  request(ask, *place, [this](Table& table, const std::string& person, Extra&) {
    return table.concede(person, now());
  });
}

void Hub::on_orders(const Ask& ask, engine::FieldReader& fields) {
  const Orders orders = read_wanted(fields);
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  request(ask, *place, [this, orders](Table& table, const std::string& person, Extra& extra) {
    extra.ordering = table.seat_of(person);
    return table.set_orders(person, orders, now());
  });
}

void Hub::on_rematch(const Ask& ask, engine::FieldReader& fields) {
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  when_free(*place, [this, asker = Asker{ask.client_id, ask.re}, person = ask.client->me.id](
                        Place& there) { make_rematch(there, asker, person); });
}

void Hub::make_rematch(Place& place, const Asker& asker, const std::string& person) {
  if (!wake(place)) return refuse(asker, refusal(Code::kStorage, "storage"));
  const Table& table = *place.table;
  const engine::Seat seat = table.seat_of(person);
  if (seat == engine::Seat::kNone) return refuse(asker, refusal(Code::kForbidden, "not-seated"));
  if (table.status() != store::Status::kOver) {
    return refuse(asker, refusal(Code::kState, "not-over"));
  }
  if (!table.rematch().empty()) return announce_rematch(place, asker, person, table.rematch());
  Head head = table.head();
  head.host = seat;
  head.chairs = table.chairs();
  for (Chair& chair : head.chairs) chair.stand_in = chair.conceded = chair.has_word = false;
  make_table(std::move(head), person, "", false,
             [this, asker, old = place.id, person](const Refusal& refused, const std::string& id) {
               Refusal gone = refused;
               Place* there = refused ? nullptr : find_place(old, gone);
               if (there == nullptr) return refuse(asker, gone);
               when_free(*there, [this, asker, person, id](Place& at) {
                 announce_rematch(at, asker, person, id);
               });
             });
}

// Two may have asked at the same time: the first table counts.
void Hub::announce_rematch(Place& place, const Asker& asker, const std::string& person,
                           const std::string& id) {
  const auto answer = [this, asker](const std::string& table) {
    if (Client* client = find_client(asker.client)) {
      send_ok({client, asker.client, asker.re, nullptr}, "table", table);
    }
  };
  if (!wake(place)) return refuse(asker, refusal(Code::kStorage, "storage"));
  if (!place.table->rematch().empty()) return answer(place.table->rematch());
  Extra extra;
  extra.from = place.table->n();
  if (Refusal refused = place.table->set_rematch(person, id, now())) return refuse(asker, refused);
  save(place, std::nullopt, extra, [this, asker, id, answer](const store::Result& result) {
    if (result.outcome == store::Outcome::kDone) return answer(id);
    refuse(asker, refusal(Code::kStorage, "storage"));
  });
}

void Hub::on_tell(const Ask& ask, engine::FieldReader& fields) {
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  when_free(*place, [this, asker = Asker{ask.client_id, ask.re}](Place& there) {
    Client* client = find_client(asker.client);
    if (client == nullptr) return;
    if (!wake(there)) return refuse(asker, refusal(Code::kStorage, "storage"));
    const Table& table = *there.table;
    if (table.match() == nullptr) return refuse(asker, refusal(Code::kState, "not-playing"));
    std::string text;
    engine::JsonWriter out(text);
    out.begin_object();
    out.member("is", "told");
    if (asker.re) out.member("re", *asker.re);
    out.member("table", std::string_view(there.id));
    out.member("n", table.n());
    const Eyes eyes = eyes_of(there, *client, false);
    out.member("text", std::string_view(
                           table.match()->tell(viewer(eyes), table.game().texts(eyes.language))));
    out.end_object();
    send(*client, std::move(text));
  });
}

void Hub::on_what_if(const Ask& ask, engine::FieldReader& fields) {
  const auto actions = read_actions(fields);
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  when_free(*place, [this, asker = Asker{ask.client_id, ask.re}, actions = *actions](Place& there) {
    Client* client = find_client(asker.client);
    if (client == nullptr) return;
    if (!wake(there)) return refuse(asker, refusal(Code::kStorage, "storage"));
    const Table& table = *there.table;
    const Eyes eyes = eyes_of(there, *client, false);
    if (eyes.seat == engine::Seat::kNone) {
      return refuse(asker, refusal(Code::kForbidden, "not-seated"));
    }
    if (table.status() != store::Status::kPlaying) {
      return refuse(asker, refusal(Code::kState, "not-playing"));
    }
    send(*client, what_if(table, eyes, actions, asker.re));
  });
}

}  // namespace server
