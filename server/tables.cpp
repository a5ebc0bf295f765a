// Waking and resting, requests, saving. What is told is in tables_tell.cpp, bots are in
// tables_bots.cpp.
#include "server/tables.h"

#include <malloc.h>

#include <algorithm>

namespace server {
namespace {

constexpr size_t kMaxWaiting = 64;
constexpr int64_t kPauseAfterFailure = 1000;
constexpr int64_t kPatience = 300;  // with bots that think; not longer than most people notice
constexpr int64_t kRestEvery = 1000;
constexpr int kSeatsLookedAt = 20;
constexpr int kSnapshotsAtOnce = 50;
constexpr int64_t kMercy = 3600 * 1000;
constexpr int kWorthTrimming = 100;  // tables gone, and the system gets their memory back

bool lists_change(EntryKind kind) {
  return kind == EntryKind::kMade || kind == EntryKind::kSit || kind == EntryKind::kLeave ||
         kind == EntryKind::kSeat || kind == EntryKind::kSeats || kind == EntryKind::kStart ||
         kind == EntryKind::kOpening || kind == EntryKind::kOver || kind == EntryKind::kRemove;
}

}  // namespace

Tables::Tables(Context& context, People& people, Clients& clients)
    : context_(context),
      people_(people),
      clients_(clients),
      bots_chance_(random_word()),
      thinking_(context.workers, kPatience),
      // Whose days ended while there was no server to come to shall not find a bot in their seat.
      mercy_(context.now() + kMercy) {
  clients.on_leaving([this](Client& client) {
    while (!client.tables.empty()) unwatch(client, client.tables.back());
  });
}

size_t Tables::in_memory() const {
  return static_cast<size_t>(std::count_if(places_.begin(), places_.end(), [](const auto& item) {
    return item.second->table != nullptr;
  }));
}

void Tables::resume() {
  context_.editions.keep_all(context_.wall());
  const std::optional<std::vector<std::string>> clocked = context_.store.clocked();
  if (!clocked) return;
  for (const std::string& id : *clocked) {
    Refusal refusal;
    if (Place* place = find(id, refusal)) drive_bots(*place);
  }
  context_.log.info("resumed", {{"clocked", std::to_string(clocked->size())}});
}

Place& Tables::add_place(const std::string& id) {
  auto place = std::make_unique<Place>();
  place->id = id;
  place->away_since.fill(context_.now());
  return *(places_[id] = std::move(place));
}

Place* Tables::find(const std::string& id, Refusal& refusal) {
  const auto found = places_.find(id);
  const bool fresh = found == places_.end();
  Place& place = fresh ? add_place(id) : *found->second;
  place.used = context_.now();
  if (place.busy) return &place;
  refusal = wake(place);
  if (!refusal) return &place;
  if (fresh) places_.erase(id);
  return nullptr;
}

Refusal Tables::wake(Place& place) {
  if (place.table != nullptr) return {};
  const store::Loaded loaded = context_.store.load(place.id);
  switch (loaded.is) {
    case store::Loaded::Is::kNone:
      return refusal(Code::kUnknown, "unknown-table");
    case store::Loaded::Is::kUnreadable:
      return refusal(Code::kStorage, "storage");
    case store::Loaded::Is::kDamaged:
      return damaged(place.id, loaded.problem);
    case store::Loaded::Is::kEntries:
      break;
  }
  const Moment moment(context_.now(), context_.wall() - context_.now(), mercy_);
  engine::Result<std::unique_ptr<Table>> opened =
      Table::open(place.id, loaded.entries, moment, context_.editions.boxes());
  if (!opened) {
    if (opened.error.code != engine::ErrorCode::kOutdated) {
      return damaged(place.id, opened.error.text);
    }
    context_.log.warn("table.unreadable",
                      {{"table", Log::short_id(place.id)}, {"why", opened.error.text}});
    return refusal(Code::kState, "other-rules");
  }
  ++context_.metrics.tables_loaded;
  place.table = std::move(*opened);
  place.deadline = place.table->deadline();
  know_sitters(place);
  know_turns(place);
  place.listed_act = place.table->people_to_act();
  if (place.table->has_unsaved()) {
    context_.log.info("table.updated",
                      {{"table", Log::short_id(place.id)}, {"why", place.table->disagreement()}});
    save_soon(place.id);
  }
  return {};
}

Refusal Tables::enter(Place& place, const std::string& person) {
  if (const Refusal why = wake(place)) return why;
  return place.table->door().may_enter(person);
}

void Tables::save_soon(const std::string& id) {
  context_.settings.post([this, alive = context_.alive, id] {
    if (!*alive) return;
    const auto found = places_.find(id);
    if (found == places_.end()) return;
    when_free(*found->second, [this](Place& place) {
      if (place.table == nullptr || !place.table->has_unsaved()) return;
      Extra extra;
      extra.from = place.table->n();
      save(place, std::nullopt, std::move(extra));
    });
  });
}

void Tables::stop() {
  int kept = 0;
  for (auto& [id, place] : places_) {
    Table* table = place->table.get();
    if (table == nullptr || !table->wants_snapshot()) continue;
    table->take_snapshot(context_.now());
    const int64_t after = table->stored();
    context_.store.append(id, after, table->take_unsaved(context_.wall() - context_.now()),
                          table->summary(context_.wall()), [](const store::Result&) {});
    ++kept;
  }
  context_.log.info("kept", {{"snapshots", std::to_string(kept)}});
}

Refusal Tables::damaged(const std::string& id, const std::string& problem) {
  // Once each: its players will try again and again.
  if (damaged_.insert(id).second) {
    context_.log.warn("table.damaged", {{"table", Log::short_id(id)}, {"why", problem}});
    context_.metrics.tables_damaged = damaged_.size();
  }
  return refusal(Code::kDamaged, "damaged");
}

void Tables::know_sitters(Place& place) {
  place.game = &place.table->game();
  place.host = place.table->host();
  place.sitters.clear();
  for (const Chair& chair : place.table->chairs()) {
    place.sitters.push_back(chair.kind == SeatKind::kPerson ? chair.person : std::string());
  }
}

bool Tables::know_turns(Place& place) {
  const Table& table = *place.table;
  const engine::SeatSet seats = table.people_to_act();
  const bool same =
      static_cast<size_t>(seats.size()) == place.turns.size() &&
      std::all_of(place.turns.begin(), place.turns.end(), [&](const Turn& turn) {
        return seats.contains(turn.seat) && table.chair(turn.seat).person == turn.person;
      });
  place.by_days = table.head().clock.by_days();
  place.turns.clear();
  for (engine::Seat seat : seats) {
    place.turns.push_back({table.chair(seat).person, seat, table.until(seat)});
  }
  return !same;
}

const std::vector<Turn>* Tables::turns_at(const std::string& table) const {
  const auto found = places_.find(table);
  return found == places_.end() || found->second->game == nullptr ? nullptr : &found->second->turns;
}

bool Tables::has_seat(const std::string& person) const {
  if (person.empty()) return false;
  const auto tables = context_.store.of_person(person, kSeatsLookedAt);
  return tables && std::any_of(tables->begin(), tables->end(), [](const store::Summary& summary) {
           return summary.status != store::Status::kOver;
         });
}

bool Tables::has_seat_in_view(const Client& client) const {
  return std::any_of(client.tables.begin(), client.tables.end(), [&](const std::string& id) {
    const auto found = places_.find(id);
    return found != places_.end() && seat_of(*found->second, client) != engine::Seat::kNone;
  });
}

void Tables::tick() {
  const int64_t time = context_.now();
  tell_answers(time);
  for (auto& [id, place] : places_) time_out(*place, time);
  if (time - rested_ < kRestEvery) return;
  rested_ = time;
  rest(time);
}

void Tables::time_out(Place& place, int64_t time) {
  if (place.pause_until > time) return;
  if (place.pause_until != 0) {
    place.pause_until = 0;
    if (!place.busy && !wake(place)) drive_bots(place);
  }
  if (place.busy || place.deadline == 0 || place.deadline > time || wake(place)) return;
  Extra extra;
  extra.from = place.table->n();
  place.table->time_out(time);
  if (place.table->n() == extra.from) return;
  ++context_.metrics.time_outs;
  quick_answers(place);
  save(place, std::nullopt, extra);
}

void Tables::rest(int64_t time) {
  int gone = 0;
  int snapshots = 0;
  for (auto item = places_.begin(); item != places_.end();) {
    Place& place = *item->second;
    const int64_t rest_after = context_.settings.rest_after;
    const bool hurries =
        place.deadline != 0 && !(place.by_days && place.deadline - time > rest_after);
    const bool idle = !place.busy && place.waiting.empty() && place.thinking.empty() && !hurries &&
                      time - place.used >= rest_after;
    if (idle && place.table != nullptr && !at_rest(place)) {
      // Not too many at once: others want to be served.
      if (++snapshots <= kSnapshotsAtOnce) rest_with_snapshot(place, time);
      ++item;
      continue;
    }
    if (idle && place.table != nullptr) {
      place.table.reset();
      ++gone;
    }
    const bool known = place.deadline != 0 || !place.watchers.empty();
    item = idle && !known ? places_.erase(item) : std::next(item);
  }
  if (gone >= kWorthTrimming) ::malloc_trim(0);
}

// Is all saved that is needed to go on, and to list it?
bool Tables::at_rest(const Place& place) {
  return !place.table->wants_snapshot() && place.listed_act == place.table->people_to_act();
}

void Tables::rest_with_snapshot(Place& place, int64_t time) {
  if (place.table->wants_snapshot()) place.table->take_snapshot(time);
  const int64_t used = place.used;
  Extra extra;
  extra.from = place.table->n();
  extra.rests = true;
  save(place, std::nullopt, std::move(extra), [this, id = place.id](const store::Result&) {
    Place& there = *places_.at(id);
    if (!there.busy && there.waiting.empty() && there.thinking.empty()) there.table.reset();
  });
  place.used = used;
}

void Tables::make(Head head, const std::string& person, bool start,
                  std::function<void(const Refusal&, const std::string& id)> then) {
  const std::string id = random_id(16);
  head.secret = random_hex(32);
  if (head.edition == nullptr) head.edition = context_.editions.current(*head.game);
  head.own_edition = true;
  context_.editions.keep(*head.edition, context_.wall());
  engine::Result<std::unique_ptr<Table>> table = Table::create(id, head, context_.now());
  if (!table) {
    return then({Code::kMessage, "bad-message", {table.error.text}, nullptr, "", ""}, id);
  }
  if (start) {
    if (Refusal refused = (*table)->start(person, std::nullopt, context_.now())) {
      return then(refused, id);
    }
  }
  Place& place = add_place(id);
  place.table = std::move(*table);
  know_sitters(place);
  quick_answers(place);
  ++context_.metrics.tables_made;
  save(place, std::nullopt, {}, [this, id, then = std::move(then)](const store::Result& result) {
    if (result.outcome == store::Outcome::kDone) return then({}, id);
    then(refusal(Code::kStorage, "storage"), id);
    if (const auto found = places_.find(id);
        found != places_.end() && !found->second->busy && found->second->watchers.empty()) {
      places_.erase(found);
    }
  });
  context_.log.info("table.made",
                    {{"table", Log::short_id(id)}, {"game", std::string(head.game->spec().id)}});
}

void Tables::when_free(Place& place, const std::function<void(Place&)>& work) {
  if (place.busy) {
    place.waiting.push_back(work);
  } else {
    work(place);
  }
}

void Tables::request(const Ask& ask, Place& place, Request request) {
  if (ask.client->me.id.empty()) {
    return clients_.refuse(ask, refusal(Code::kPerson, "needs-person"));
  }
  if (place.waiting.size() >= kMaxWaiting) {
    return clients_.refuse(ask, refusal(Code::kTooFast, "too-fast"));
  }
  when_free(place,
            [this, asker = asker_of(ask), person = ask.client->me.id, request = std::move(request)](
                Place& there) { carry_out(there, asker, person, request); });
}

void Tables::carry_out(Place& place, const Asker& asker, const std::string& person,
                       const Request& request) {
  if (const Refusal why = enter(place, person)) return clients_.refuse(asker, why);
  Table& table = *place.table;
  Extra extra;
  extra.from = table.n();
  const Refusal refused = request(table, person, extra);
  if (table.has_unsaved()) {
    quick_answers(place);
    return save(place, asker, std::move(extra));
  }
  if (refused) return clients_.refuse(asker, refused);
  if (Client* client = clients_.find(asker.client)) answer_news(place, *client, asker.re, extra);
}

void Tables::save(Place& place, std::optional<Asker> asker, Extra extra,
                  std::function<void(const store::Result&)> then) {
  Table& table = *place.table;
  Metrics& metrics = context_.metrics;
  const int64_t after = table.stored();
  std::vector<store::Entry> entries = table.take_unsaved(context_.wall() - context_.now());
  std::optional<store::Summary> summary;
  for (auto i = static_cast<size_t>(extra.from); i < table.log().size(); ++i) {
    const Entry& entry = table.log()[i].entry;
    if (lists_change(entry.kind) && !summary) summary = table.summary(context_.wall());
    if (entry.kind == EntryKind::kAct) ++metrics.actions;
    if (entry.kind == EntryKind::kAct && entry.by == By::kBot) ++metrics.bot_actions;
  }
  // Whose turn it is, lists are told from the memory. What is saved of it may be late, unless days
  // count: writing it with every move would cost more than the move.
  const engine::SeatSet to_act = table.people_to_act();
  if ((extra.rests || table.head().clock.by_days()) && to_act != place.listed_act && !summary) {
    summary = table.summary(context_.wall());
  }
  if (summary) place.listed_act = to_act;
  metrics.entries += entries.size();
  place.busy = true;
  place.used = context_.now();
  context_.store.append(
      place.id, after, std::move(entries), std::move(summary),
      [this, alive = context_.alive, id = place.id, asker, extra = std::move(extra),
       then = std::move(then), begun = context_.now()](const store::Result& result) {
        if (!*alive) return;
        context_.metrics.save_time.add(static_cast<double>(context_.now() - begun));
        if (result.outcome != store::Outcome::kDone) ++context_.metrics.store_failures;
        saved(*places_.at(id), result, asker, extra);
        if (then) then(result);
      });
}

void Tables::saved(Place& place, const store::Result& result, const std::optional<Asker>& asker,
                   const Extra& extra) {
  place.busy = false;
  if (result.outcome == store::Outcome::kDone) {
    place.deadline = place.table->deadline();
    bool listed = false;
    bool over = false;
    bool door = false;
    for (auto i = static_cast<size_t>(extra.from); i < place.table->log().size(); ++i) {
      listed = listed || lists_change(place.table->log()[i].entry.kind);
      over = over || place.table->log()[i].entry.kind == EntryKind::kOver;
      door = door || place.table->log()[i].entry.kind == EntryKind::kRemove ||
             place.table->log()[i].entry.kind == EntryKind::kDoor;
    }
    if (door) show_out(place);
    const std::vector<Turn> former = place.turns;
    const bool turned = know_turns(place);
    if (listed) {
      const std::vector<std::string> sat = place.sitters;
      know_sitters(place);
      listed_(place.table->summary(context_.now()), sat);
      presence(place);
    }
    if (turned) turned_(place, former);
    if (over) context_.log.info("table.over", {{"table", Log::short_id(place.id)}});
    broadcast(place, asker, extra);
  } else {
    // The memory is ahead of what was saved: begin again from the store.
    const bool raced = result.outcome == store::Outcome::kConflict;
    context_.log.warn(raced ? "store.conflict" : "store.failed",
                      {{"table", Log::short_id(place.id)}, {"why", result.problem}});
    place.table.reset();
    place.deadline = 0;
    place.pause_until = raced ? 0 : context_.now() + kPauseAfterFailure;
    const Refusal why = raced ? refusal(Code::kStale, "stale")
                        : result.outcome == store::Outcome::kDamaged
                            ? damaged(place.id, result.problem)
                            : refusal(Code::kStorage, "storage");
    if (asker) clients_.refuse(*asker, why);
    if (!wake(place)) broadcast(place, std::nullopt, extra);
  }
  while (!place.busy && !place.waiting.empty()) {
    const std::function<void(Place&)> next = std::move(place.waiting.front());
    place.waiting.pop_front();
    next(place);
  }
  if (place.table != nullptr && !place.busy) drive_bots(place);
}

}  // namespace server
