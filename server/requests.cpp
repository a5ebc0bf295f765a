#include "server/requests.h"

#include <algorithm>

#include "server/plain_text.h"
#include "server/what_if.h"

namespace server {
namespace {

constexpr size_t kMaxActions = 64;
constexpr size_t kMaxMotions = 16;  // that `ahead` is asked of by name
constexpr size_t kMaxChat = 500;
constexpr engine::Seat kNobody = engine::Seat::kNone;

// A seat by name; refused later, by the table, when it isn't there.
engine::Result<engine::Seat> read_seat(const Place& place, engine::FieldReader& fields) {
  return engine::parse_seat(place.game->spec(), place.game->spec().max_seats,
                            fields.string("seat"));
}

engine::Result<std::optional<SeatBot>> read_bot(const HouseBots& house, engine::FieldReader& fields,
                                                std::string_view key) {
  const std::string_view id = fields.string_or(key, "");
  if (id.empty()) return std::optional<SeatBot>{};
  const auto bot = house.choice(id);
  if (!bot) return bot.error;
  return std::optional<SeatBot>(*bot);
}

// A list of 64 texts at most.
std::vector<std::string> read_texts(engine::FieldReader& fields, std::string_view key,
                                    const engine::Json& list) {
  std::vector<std::string> texts;
  for (const engine::Json& item : list.items) {
    if (!item.is_string()) {
      fields.fail(key, "must be a list of texts");
      break;
    }
    texts.push_back(item.text);
  }
  if (fields.ok() && texts.size() > kMaxActions) fields.fail(key, "must hold 64 at most");
  return texts;
}

std::vector<std::string> read_actions(engine::FieldReader& fields) {
  std::vector<std::string> actions = read_texts(fields, "actions", fields.array("actions"));
  if (fields.ok() && actions.empty()) fields.fail("actions", "must hold 1 to 64 actions");
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

Requests::Requests(Context& context, People& people, Clients& clients, Tables& tables)
    : context_(context), people_(people), clients_(clients), tables_(tables) {
  using Member = void (Requests::*)(const Ask&, engine::FieldReader&);
  using Weight = Clients::Weight;
  const auto take = [&](const char* verb, Member member, Weight weight = Weight::kLight) {
    clients.on(
        verb,
        [this, member](const Ask& ask, engine::FieldReader& fields) {
          const engine::Json* table = ask.message->find("table");
          const bool named = table != nullptr && table->is_string();
          if (!named || tables_.known_to(ask, table->text)) (this->*member)(ask, fields);
        },
        weight);
  };
  take("watch", &Requests::watch, Weight::kHeavy);
  take("unwatch", &Requests::unwatch);
  take("sit", &Requests::sit);
  take("leave", &Requests::leave);
  take("seat", &Requests::seat);
  take("seats", &Requests::seats);
  take("word", &Requests::word);
  take("commit", &Requests::commit);
  take("open", &Requests::open);
  take("start", &Requests::start);
  take("act", &Requests::act);
  take("undo", &Requests::undo);
  take("consent", &Requests::consent);
  take("say", &Requests::say);
  take("mute", &Requests::mute);
  take("chat", &Requests::chat);
  take("remove", &Requests::remove);
  take("door", &Requests::door);
  take("log", &Requests::log, Weight::kHeavy);
  take("stand-in", &Requests::stand_in);
  take("concede", &Requests::concede);
  take("orders", &Requests::orders);
  take("rematch", &Requests::rematch, Weight::kHeavy);
  take("tell", &Requests::tell, Weight::kHeavy);
  take("what-if", &Requests::what_if, Weight::kHeavy);
  take("ahead", &Requests::ahead, Weight::kHeavy);
}

Place* Requests::place_for(const Ask& ask, engine::FieldReader& fields) {
  const std::string id(fields.string("table"));
  if (!fields.ok()) return nullptr;
  Place* place = tables_.find(id);
  if (place == nullptr) clients_.refuse(ask, refusal(Code::kUnknown, "unknown-table"));
  return place;
}

Place* Requests::place_at_end(const Ask& ask, engine::FieldReader& fields) {
  Place* place = place_for(ask, fields);
  if (place != nullptr) fields.finish();
  return fields.ok() ? place : nullptr;
}

void Requests::watch(const Ask& ask, engine::FieldReader& fields) {
  const int from = fields.integer_or("from", -1, 1 << 30, -1);
  const bool board = fields.boolean_or("board", false);
  if (Place* place = place_at_end(ask, fields)) tables_.watch(ask, *place, from, board);
}

void Requests::unwatch(const Ask& ask, engine::FieldReader& fields) {
  const std::string table(fields.string("table"));
  fields.finish();
  if (!fields.ok()) return;
  tables_.unwatch(*ask.client, table);
  clients_.ok(asker_of(ask));
}

void Requests::sit(const Ask& ask, engine::FieldReader& fields) {
  Place* place = place_for(ask, fields);
  if (place == nullptr) return;
  const auto seat = read_seat(*place, fields);
  const std::string commitment(fields.string_or("commit", ""));
  fields.finish();
  if (!fields.ok()) return;
  if (!seat) return clients_.refuse(ask, refusal(Code::kUnknown, "unknown-seat"));
  tables_.request(
      ask, *place,
      [this, seat = *seat, commitment](Table& table, const std::string& person, Extra&) {
        const bool comes =
            table.status() == store::Status::kGathering && table.seat_of(person) == kNobody;
        if (comes && people_.blocks().between(person, table.host_person())) {
          return refusal(Code::kForbidden, "not-open");
        }
        return table.sit(person, seat, context_.now(), commitment);
      });
}

void Requests::leave(const Ask& ask, engine::FieldReader& fields) {
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  tables_.request(ask, *place, [this](Table& table, const std::string& person, Extra&) {
    return table.leave(person, context_.now());
  });
}

void Requests::seat(const Ask& ask, engine::FieldReader& fields) {
  Place* place = place_for(ask, fields);
  if (place == nullptr) return;
  const auto seat = read_seat(*place, fields);
  const std::string_view kind = fields.string("kind");
  const auto bot = read_bot(context_.house_bots, fields, "bot");
  fields.finish();
  const bool is_bot = kind == "bot";
  if (fields.ok() && !is_bot && kind != "open") fields.fail("kind", "must be open or bot");
  if (fields.ok() && is_bot && (!bot || !*bot)) fields.fail("bot", "must name a bot");
  if (!fields.ok()) return;
  if (!seat) return clients_.refuse(ask, refusal(Code::kUnknown, "unknown-seat"));
  const std::optional<SeatBot> chosen = is_bot ? *bot : std::nullopt;
  tables_.request(ask, *place,
                  [this, seat = *seat, chosen](Table& table, const std::string& person, Extra&) {
                    return table.set_seat(person, seat, chosen, context_.now());
                  });
}

void Requests::seats(const Ask& ask, engine::FieldReader& fields) {
  const int count = fields.integer("count", 1, engine::kMaxSeats);
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  tables_.request(ask, *place, [this, count](Table& table, const std::string& person, Extra&) {
    return table.set_seats(person, count, context_.now());
  });
}

// A word that everybody hears at once would let the last to speak choose: it must be committed to.
void Requests::word(const Ask& ask, engine::FieldReader& fields) {
  fields.ignore("word");
  if (place_at_end(ask, fields) == nullptr) return;
  clients_.refuse(ask, refusal(Code::kState, "word-gone"));
}

void Requests::commit(const Ask& ask, engine::FieldReader& fields) {
  const std::string commitment(fields.string("commitment"));
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  tables_.request(ask, *place, [this, commitment](Table& table, const std::string& person, Extra&) {
    return table.commit(person, commitment, context_.now());
  });
}

void Requests::open(const Ask& ask, engine::FieldReader& fields) {
  const std::string word(fields.string("word"));
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  // It was committed to as it is: nothing is trimmed or left out.
  if (plain_line(word, kMaxWord) != word) {
    return clients_.refuse(ask, refusal(Code::kMessage, "bad-text"));
  }
  tables_.request(ask, *place, [this, word](Table& table, const std::string& person, Extra&) {
    return table.open_word(person, word, context_.now());
  });
}

void Requests::start(const Ask& ask, engine::FieldReader& fields) {
  const auto fill = read_bot(context_.house_bots, fields, "fill");
  Place* place = place_for(ask, fields);
  if (place == nullptr) return;
  fields.finish();
  if (fields.ok() && !fill) fields.fail("fill", fill.error.text);
  if (!fields.ok()) return;
  if (context_.house.draining) return clients_.refuse(ask, refusal(Code::kState, "draining"));
  tables_.request(ask, *place,
                  [this, fill = *fill](Table& table, const std::string& person, Extra&) {
                    return table.start(person, fill, context_.now());
                  });
}

void Requests::act(const Ask& ask, engine::FieldReader& fields) {
  const int at = fields.integer("at", 0, 1 << 30);
  const auto actions = read_actions(fields);
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  tables_.request(ask, *place,
                  [this, at, actions](Table& table, const std::string& person, Extra& extra) {
                    ActResult result = table.act(person, at, actions, context_.now());
                    extra.done = result.done;
                    extra.refused = result.refused;
                    return result.refused;
                  });
}

void Requests::undo(const Ask& ask, engine::FieldReader& fields) {
  const int at = fields.integer("at", 0, 1 << 30);
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  tables_.request(ask, *place, [this, at](Table& table, const std::string& person, Extra&) {
    return table.undo(person, at, context_.now());
  });
}

void Requests::consent(const Ask& ask, engine::FieldReader& fields) {
  if (!fields.has("yes")) fields.fail("yes", "is missing");
  const bool yes = fields.boolean_or("yes", false);
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  tables_.request(ask, *place, [this, yes](Table& table, const std::string& person, Extra&) {
    return table.consent(person, yes, context_.now());
  });
}

void Requests::say(const Ask& ask, engine::FieldReader& fields) {
  const bool emote = fields.has("emote");
  const std::string_view said = fields.string(emote ? "emote" : "text");
  if (emote && fields.ok() && std::find(kEmotes.begin(), kEmotes.end(), said) == kEmotes.end()) {
    fields.fail("emote", "is none there is");
  }
  const std::optional<std::string> text = plain_line(said, kMaxChat);
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  if (!text) return clients_.refuse(ask, refusal(Code::kMessage, "bad-text"));
  if (context_.house.is_muted(ask.client->me.id, context_.wall())) {
    return clients_.refuse(ask, refusal(Code::kForbidden, "muted-everywhere"));
  }
  Quotas& quotas = context_.quotas;
  if (!quotas.chat.take(ask.client->who.key(), context_.now()) ||
      !quotas.table_chat.take(place->id, context_.now())) {
    return clients_.refuse(ask, refusal(Code::kTooFast, "too-fast"));
  }
  tables_.request(ask, *place,
                  [this, emote, text = *text](Table& table, const std::string& person, Extra&) {
                    return table.say(person, text, context_.now(), emote);
                  });
}

void Requests::mute(const Ask& ask, engine::FieldReader& fields) {
  const std::string other(fields.string("person"));
  const bool on = fields.boolean_or("on", true);
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  tables_.request(ask, *place, [this, other, on](Table& table, const std::string& person, Extra&) {
    return table.mute(person, other, on, context_.now());
  });
}

void Requests::chat(const Ask& ask, engine::FieldReader& fields) {
  const std::string_view who = fields.string("who");
  if (fields.ok() && who != "all" && who != "friends") {
    fields.fail("who", "must be all or friends");
  }
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  tables_.request(
      ask, *place,
      [this, friends = who == "friends"](Table& table, const std::string& person, Extra&) {
        return table.set_friends_only(person, friends, context_.now());
      });
}

void Requests::remove(const Ask& ask, engine::FieldReader& fields) {
  const std::string other(fields.string("person"));
  const bool on = fields.boolean_or("on", true);
  if (fields.ok() && other.empty()) fields.fail("person", "must be the id of somebody");
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  const bool present =
      std::any_of(place->watchers.begin(), place->watchers.end(),
                  [&](const Watcher& watcher) { return watcher.client->me.id == other; });
  tables_.request(ask, *place,
                  [this, other, on, present](Table& table, const std::string& person, Extra&) {
                    return table.remove(person, other, on, present, context_.now());
                  });
}

void Requests::door(const Ask& ask, engine::FieldReader& fields) {
  const std::string_view who = fields.string("who");
  if (fields.ok() && who != "all" && who != "named") fields.fail("who", "must be all or named");
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  tables_.request(ask, *place,
                  [this, named = who == "named"](Table& table, const std::string& person, Extra&) {
                    return table.set_named_only(person, named, context_.now());
                  });
}

// Older parts of a table's list.
void Requests::log(const Ask& ask, engine::FieldReader& fields) {
  const int before = fields.integer("before", 1, 1 << 30);
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  tables_.when_free(*place, [this, asker = asker_of(ask), before](Place& there) {
    Client* client = clients_.find(asker.client);
    if (client == nullptr) return;
    if (const Refusal why = Tables::enter(there, client->me.id)) return clients_.refuse(asker, why);
    clients_.send(*client, tables_.log_part(there, *client, asker.re, before));
  });
}

void Requests::stand_in(const Ask& ask, engine::FieldReader& fields) {
  Place* place = place_for(ask, fields);
  if (place == nullptr) return;
  const auto seat = read_seat(*place, fields);
  fields.finish();
  if (!fields.ok()) return;
  if (!seat) return clients_.refuse(ask, refusal(Code::kUnknown, "unknown-seat"));
  const bool away =
      !place->company.here.contains(*seat) &&
      context_.now() - place->away_since[static_cast<size_t>(engine::index_of(*seat))] >=
          context_.settings.stand_in_after;
  tables_.request(ask, *place,
                  [this, seat = *seat, away](Table& table, const std::string& person, Extra&) {
                    return table.stand_in(person, seat, away, context_.now());
                  });
}

void Requests::concede(const Ask& ask, engine::FieldReader& fields) {
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  tables_.request(ask, *place, [this](Table& table, const std::string& person, Extra&) {
    return table.concede(person, context_.now());
  });
}

void Requests::orders(const Ask& ask, engine::FieldReader& fields) {
  const Orders wanted = read_wanted(fields);
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  tables_.request(ask, *place,
                  [this, wanted](Table& table, const std::string& person, Extra& extra) {
                    extra.ordering = table.seat_of(person);
                    return table.set_orders(person, wanted, context_.now());
                  });
}

void Requests::rematch(const Ask& ask, engine::FieldReader& fields) {
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  if (context_.house.draining) return clients_.refuse(ask, refusal(Code::kState, "draining"));
  tables_.when_free(*place, [this, asker = asker_of(ask), who = ask.client->who](Place& there) {
    make_rematch(there, asker, who);
  });
}

void Requests::make_rematch(Place& place, const Asker& asker, const Who& who) {
  const std::string& person = who.person;
  if (const Refusal why = Tables::enter(place, person)) return clients_.refuse(asker, why);
  const Table& table = *place.table;
  const engine::Seat seat = table.seat_of(person);
  if (seat == engine::Seat::kNone)
    return clients_.refuse(asker, refusal(Code::kForbidden, "not-seated"));
  if (table.status() != store::Status::kOver) {
    return clients_.refuse(asker, refusal(Code::kState, "not-over"));
  }
  if (!table.rematch().empty()) return announce_rematch(place, asker, person, table.rematch());
  if (!context_.quotas.tables.take(who, context_.now())) {
    return clients_.refuse(asker, refusal(Code::kTooFast, "too-fast"));
  }
  Head head = table.head();
  // The same edition, if it still is one to begin with.
  head.edition = context_.editions.choice(*head.game, engine::hex64(head.edition->hash()));
  head.host = seat;
  head.chairs = table.chairs();
  // Of a game that came from a record the next one is a game like any other.
  head.brought = false;
  head.beginning.reset();
  if (head.edition == nullptr) head.edition = context_.editions.current(*head.game);
  if (head.rated && !why_not_rated(head).empty()) head.rated = false;
  const Blocks::Others blocked = people_.blocks().of(person);
  for (Chair& chair : head.chairs) {
    // Nobody brings along who was removed, or whom they have blocked.
    if (table.door().removed().contains(chair.person) ||
        (blocked != nullptr && blocked->contains(chair.person))) {
      chair = {};
    }
    if (chair.kind == SeatKind::kPerson && chair.person.empty()) {
      chair.kind = SeatKind::kBot;  // somebody elsewhere can't be asked
      chair.bot = bots::usual_bot();
    }
    const std::string& house = chair.bot.house;
    if (!house.empty() && context_.house_bots.find(house) == nullptr) chair.bot = chair.bot.bot;
    chair.stand_in = chair.conceded = false;
    chair.commitment.clear();
    chair.word.clear();
  }
  tables_.make(
      std::move(head), person, false,
      [this, asker, old = place.id, person](const Refusal& refused, const std::string& id) {
        if (refused) return clients_.refuse(asker, refused);
        tables_.when_free(
            old, [this, asker, person, id](Place& at) { announce_rematch(at, asker, person, id); });
      });
}

// Two may have asked at the same time: the first table counts.
void Requests::announce_rematch(Place& place, const Asker& asker, const std::string& person,
                                const std::string& id) {
  const auto answer = [this, asker](const std::string& table) {
    clients_.ok(asker, "table", table);
  };
  if (const Refusal why = Tables::asleep(place)) return clients_.refuse(asker, why);
  if (!place.table->rematch().empty()) return answer(place.table->rematch());
  Extra extra;
  extra.from = place.table->n();
  if (Refusal refused = place.table->set_rematch(person, id, context_.now()))
    return clients_.refuse(asker, refused);
  const auto again = [this, asker, person, id](Place& at) {
    announce_rematch(at, asker, person, id);
  };
  tables_.save(
      place, std::nullopt, extra,
      [this, asker, id, answer](const store::Result& result) {
        if (result.outcome == store::Outcome::kDone) return answer(id);
        if (result.outcome == store::Outcome::kConflict) return;  // it is done again
        clients_.refuse(asker, refusal(Code::kStorage, "storage"));
      },
      again);
}

void Requests::tell(const Ask& ask, engine::FieldReader& fields) {
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  tables_.when_free(*place, [this, asker = asker_of(ask)](Place& there) {
    Client* client = clients_.find(asker.client);
    if (client == nullptr) return;
    if (const Refusal why = Tables::enter(there, client->me.id)) return clients_.refuse(asker, why);
    const Table& table = *there.table;
    if (table.match() == nullptr)
      return clients_.refuse(asker, refusal(Code::kState, "not-playing"));
    std::string text;
    engine::JsonWriter out(text);
    begin_message(out, "told", asker.re);
    out.member("table", std::string_view(there.id));
    out.member("n", table.n());
    const Reader reader = tables_.reader_of(there, *client, false);
    out.member("text",
               std::string_view(table.match()->tell(viewer(reader), table.texts(reader.language))));
    out.end_object();
    clients_.send(*client, std::move(text));
  });
}

// Answers a person with a seat about a copy of the table.
template <class Answer>
void Requests::imagine(const Ask& ask, Place& place, const Answer& answer) {
  tables_.when_free(place, [this, asker = asker_of(ask), answer](Place& there) {
    Client* client = clients_.find(asker.client);
    if (client == nullptr) return;
    if (const Refusal why = Tables::enter(there, client->me.id)) return clients_.refuse(asker, why);
    const Table& table = *there.table;
    const Reader reader = tables_.reader_of(there, *client, false);
    if (reader.seat == engine::Seat::kNone) {
      return clients_.refuse(asker, refusal(Code::kForbidden, "not-seated"));
    }
    if (table.status() != store::Status::kPlaying) {
      return clients_.refuse(asker, refusal(Code::kState, "not-playing"));
    }
    clients_.send(*client, answer(table, reader, asker.re));
  });
}

void Requests::what_if(const Ask& ask, engine::FieldReader& fields) {
  const std::vector<std::string> actions = read_actions(fields);
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  imagine(ask, *place, [actions](const Table& table, const Reader& reader, auto re) {
    return server::what_if(table, reader, actions, re);
  });
}

void Requests::ahead(const Ask& ask, engine::FieldReader& fields) {
  AheadWish wish;
  wish.actions = read_texts(fields, "actions", fields.array_or_empty("actions"));
  wish.verbs = read_texts(fields, "verbs", fields.array_or_empty("verbs"));
  for (const engine::Json& steps : fields.array_or_empty("of").items) {
    wish.of.push_back(read_texts(fields, "of", steps));
    if (fields.ok() && (wish.of.back().empty() || wish.of.size() > kMaxMotions))
      fields.fail("of", "must hold 16 lists of actions at most, none of them empty");
  }
  Place* place = place_at_end(ask, fields);
  if (place == nullptr) return;
  imagine(ask, *place, [wish](const Table& table, const Reader& reader, auto re) {
    return look_ahead(table, reader, wish, re);
  });
}

}  // namespace server
