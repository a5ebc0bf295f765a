// Waking and resting, requests, saving. What is told is in tables_tell.cpp, bots are in
// tables_bots.cpp.
#include "server/tables.h"

#include <algorithm>
#include <utility>

namespace server {
namespace {

constexpr size_t kMaxWaiting = 64;
constexpr int kMostTries = 3;  // of a request, when others are quicker
constexpr int64_t kPauseAfterFailure = 1000;
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
  const std::optional<std::vector<std::string>> clocked = context_.store.clocked();
  if (!clocked) return;
  for (const std::string& id : *clocked) {
    when_free(id, [this](Place& place) { after_outage(place); });
  }
  context_.log.info("resumed", {{"clocked", std::to_string(clocked->size())}});
}

Place& Tables::add_place(const std::string& id) {
  auto place = std::make_unique<Place>();
  place->id = id;
  place->away_since.fill(context_.now());
  return *(places_[id] = std::move(place));
}

Place* Tables::find(const std::string& id) {
  const auto found = places_.find(id);
  if (found == places_.end() || found->second->game == nullptr) return nullptr;
  found->second->used = context_.now();
  return found->second.get();
}

bool Tables::known_to(const Ask& ask, const std::string& id) {
  if (find(id) != nullptr) return true;
  if (const auto found = places_.find(id);
      found != places_.end() && found->second->waiting.size() >= kMaxWaiting) {
    clients_.refuse(ask, refusal(Code::kTooFast, "too-fast"));
    return false;
  }
  when_free(id, [this, asker = asker_of(ask), message = *ask.message](Place& place) {
    if (const Refusal why = asleep(place)) return clients_.refuse(asker, why);
    clients_.again(asker.client, message);
  });
  return false;
}

void Tables::read(Place& place) {
  place.busy = true;
  place.heard = 0;
  const int64_t after = place.table == nullptr ? 0 : place.table->stored();
  context_.store.load_after(
      place.id, after,
      [this, alive = context_.alive, id = place.id, after](const store::Loaded& loaded) {
        if (!*alive) return;
        Place& there = *places_.at(id);
        there.busy = false;
        if (after > 0) return follow(there, loaded);
        there.unreadable = open(there, loaded);
        if (there.unreadable) return go_on(there);
        Extra extra;
        extra.from = there.table->n();
        if (there.table->has_unsaved()) return save(there, std::nullopt, std::move(extra));
        moved_on(there, std::nullopt, extra, false);
        go_on(there);
      });
}

Refusal Tables::open(Place& place, const store::Loaded& loaded) {
  switch (loaded.is) {
    case store::Loaded::Is::kNone:
      return refusal(Code::kUnknown, "unknown-table");
    case store::Loaded::Is::kUnreadable:
      if (place.game != nullptr) place.pause_until = context_.now() + kPauseAfterFailure;
      return refusal(Code::kStorage, "storage");
    case store::Loaded::Is::kDamaged:
      return damaged(place.id, loaded.problem);
    case store::Loaded::Is::kEntries:
      break;
  }
  engine::Result<std::unique_ptr<Table>> opened =
      Table::open(place.id, loaded.entries, moment(), context_.editions.boxes());
  if (!opened) {
    if (opened.error.code != engine::ErrorCode::kOutdated) {
      return damaged(place.id, opened.error.text);
    }
    context_.log.warn("table.unreadable",
                      {{"table", Log::short_id(place.id)}, {"why", opened.error.text}});
    return refusal(Code::kState, "other-rules");
  }
  if ((*opened)->has_unsaved()) {
    // What opening has added could not be saved just now: it is tried again in a moment.
    if (place.pause_until > context_.now()) return refusal(Code::kStorage, "storage");
    context_.log.info("table.updated",
                      {{"table", Log::short_id(place.id)}, {"why", (*opened)->disagreement()}});
  }
  ++context_.metrics.tables_loaded;
  place.table = std::move(*opened);
  if (place.game != nullptr) return {};
  place.known = place.table->n();
  place.deadline = place.table->deadline();
  know_sitters(place);
  know_turns(place);
  place.listed_act = place.table->people_to_act();
  if (context_.others) introduce(place);
  return {};
}

Refusal Tables::enter(const Place& place, const std::string& person) {
  if (const Refusal why = asleep(place)) return why;
  return place.table->door().may_enter(person);
}

void Tables::stop() {
  int kept = 0;
  for (auto& [id, place] : places_) {
    Table* table = place->table.get();
    if (table == nullptr || !table->wants_snapshot()) continue;
    if (context_.others && !place->leased) continue;  // whoever has it sees to that
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
  if (place.pause_until > time || place.busy) return;
  if (std::exchange(place.pause_until, 0) != 0) {
    return when_free(place, [this](Place& there) { after_outage(there); });
  }
  if (place.deadline == 0 || place.deadline > time || !may_drive(place)) return;
  when_free(place, [this](Place& there) {
    if (asleep(there)) return;
    Extra extra;
    extra.from = there.table->n();
    there.table->time_out(context_.now());
    if (there.table->n() == extra.from) return;
    ++context_.metrics.time_outs;
    quick_answers(there);
    save(there, std::nullopt, extra);
  });
}

void Tables::after_outage(Place& place) {
  if (asleep(place)) return;
  place.outage = false;
  place.table->begin_clocks_anew(context_.now());
  if (!place.table->has_unsaved()) return drive_bots(place);
  Extra extra;
  extra.from = place.table->n();
  extra.whole = true;
  save(place, std::nullopt, extra);
}

void Tables::rest(int64_t time) {
  int gone = 0;
  int snapshots = 0;
  for (auto item = places_.begin(); item != places_.end();) {
    Place& place = *item->second;
    const int64_t rest_after = context_.settings.rest_after;
    const bool ours = context_.nodes == nullptr || place.leased;
    const bool hurries =
        ours && place.deadline != 0 && !(place.by_days && place.deadline - time > rest_after);
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
      forget_told(place);
      ++gone;
    }
    const bool known = (ours && place.deadline != 0) || !place.watchers.empty();
    if (idle && !known && place.leased) released_.push_back(place.id);
    item = idle && !known ? places_.erase(item) : std::next(item);
  }
  if (gone >= kWorthTrimming && context_.settings.trim) context_.settings.trim();
}

// Is all saved that is needed to go on, and to list it?
bool Tables::at_rest(const Place& place) const {
  if (context_.others && !place.leased) return true;  // whoever has it sees to that
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
    if (there.busy || !there.waiting.empty() || !there.thinking.empty()) return;
    there.table.reset();
    forget_told(there);
  });
  place.used = used;
}

std::string Tables::new_id() const {
  return context_.settings.table_prefix + random_id(16) + context_.store.ending();
}

void Tables::make(Head head, const std::string& person, bool start, ThenMade then) {
  const std::string id = new_id();
  head.secret = random_hex(32);
  if (head.edition == nullptr) head.edition = context_.editions.current(*head.game);
  head.own_edition = true;
  engine::Result<std::unique_ptr<Table>> table = Table::create(id, head, context_.now());
  if (!table) {
    return then({Code::kMessage, "bad-message", {table.error.text}, nullptr, "", ""}, id);
  }
  if (start) {
    if (Refusal refused = (*table)->start(person, std::nullopt, context_.now())) {
      return then(refused, id);
    }
  }
  add(std::move(*table), std::move(then));
}

void Tables::add(std::unique_ptr<Table> table, ThenMade then) {
  const std::string id = table->id();
  const std::string game(table->game().spec().id);
  context_.editions.keep(*table->head().edition, context_.wall());
  Place& place = add_place(id);
  place.table = std::move(table);
  know_sitters(place);
  quick_answers(place);
  ++context_.metrics.tables_made;
  save(place, std::nullopt, {}, [id, then = std::move(then)](const store::Result& result) {
    if (result.outcome == store::Outcome::kDone) return then({}, id);
    then(refusal(Code::kStorage, "storage"), id);
  });
  context_.log.info("table.made", {{"table", Log::short_id(id)}, {"game", game}});
}

void Tables::when_free(Place& place, Work work) {
  if (!place.busy && place.table == nullptr) read(place);
  if (place.busy) {
    place.waiting.push_back(std::move(work));
  } else {
    work(place);
  }
}

void Tables::when_free(const std::string& id, Work work) {
  const auto found = places_.find(id);
  Place& place = found == places_.end() ? add_place(id) : *found->second;
  place.used = context_.now();
  when_free(place, std::move(work));
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
                Place& there) { carry_out(there, asker, person, request, 0); });
}

void Tables::carry_out(Place& place, const Asker& asker, const std::string& person,
                       const Request& request, int tries) {
  if (const Refusal why = enter(place, person)) return clients_.refuse(asker, why);
  Table& table = *place.table;
  Extra extra;
  extra.from = table.n();
  const Refusal refused = request(table, person, extra);
  if (table.has_unsaved()) {
    quick_answers(place);
    Work again;
    if (tries < kMostTries) {
      again = [this, asker, person, request, tries](Place& there) {
        carry_out(there, asker, person, request, tries + 1);
      };
    }
    return save(place, asker, std::move(extra), nullptr, std::move(again));
  }
  if (refused && tries == 0 && context_.nodes != nullptr) {
    // Perhaps by what others have done since: who comes from another server knows more.
    place.waiting.emplace_front([this, asker, person, request](Place& there) {
      if (there.unreadable) return clients_.refuse(asker, there.unreadable);
      carry_out(there, asker, person, request, 1);
    });
    return read(place);
  }
  if (refused) return clients_.refuse(asker, refused);
  if (Client* client = clients_.find(asker.client)) answer_news(place, *client, asker.re, extra);
}

void Tables::save(Place& place, std::optional<Asker> asker, Extra extra,
                  std::function<void(const store::Result&)> then, Work again) {
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
  Saving saving{asker, std::move(extra), std::move(again)};
  context_.store.append(
      place.id, after, std::move(entries), std::move(summary),
      [this, alive = context_.alive, id = place.id, saving = std::move(saving),
       then = std::move(then), begun = context_.now()](const store::Result& result) {
        if (!*alive) return;
        context_.metrics.save_time.add(static_cast<double>(context_.now() - begun));
        saved(*places_.at(id), result, saving);
        if (then) then(result);
      });
}

void Tables::saved(Place& place, const store::Result& result, const Saving& saving) {
  place.busy = false;
  if (result.outcome == store::Outcome::kDone) {
    moved_on(place, saving.asker, saving.extra, true);
    return go_on(place);
  }
  // The memory is ahead of what was saved: begin again from the store.
  place.table.reset();
  place.deadline = 0;
  if (result.outcome == store::Outcome::kConflict) {
    ++context_.metrics.store_conflicts;
    if (saving.again) {
      place.waiting.push_front(saving.again);
    } else if (saving.asker) {
      clients_.refuse(*saving.asker, refusal(Code::kStale, "stale"));
    }
    return read(place);
  }
  ++context_.metrics.store_failures;
  context_.log.warn("store.failed", {{"table", Log::short_id(place.id)}, {"why", result.problem}});
  place.pause_until = context_.now() + kPauseAfterFailure;
  if (saving.asker) {
    clients_.refuse(*saving.asker, result.outcome == store::Outcome::kDamaged
                                       ? damaged(place.id, result.problem)
                                       : refusal(Code::kStorage, "storage"));
  }
  read(place);
}

void Tables::moved_on(Place& place, const std::optional<Asker>& asker, const Extra& extra,
                      bool ours) {
  place.deadline = place.table->deadline();
  bool listed = false;
  bool over = false;
  bool door = false;
  const std::vector<Logged>& log = place.table->log();
  for (auto i = static_cast<size_t>(place.known); i < log.size(); ++i) {
    const EntryKind kind = log[i].entry.kind;
    listed = listed || lists_change(kind);
    over = over || kind == EntryKind::kOver;
    door = door || kind == EntryKind::kRemove || kind == EntryKind::kDoor;
  }
  place.known = place.table->n();
  place.stored = place.table->stored();
  if (door) show_out(place);
  const std::vector<Turn> former = place.turns;
  const bool turned = know_turns(place);
  if (listed) {
    const std::vector<std::string> sat = place.sitters;
    know_sitters(place);
    listed_(place.table->summary(context_.now()), sat);
    presence(place);
  }
  if (turned) tell_turned(place, former, ours);
  if (over) {
    context_.log.info("table.over", {{"table", Log::short_id(place.id)}});
    context_.thinking.done_with(place.id);
  }
  broadcast(place, asker, extra);
}

void Tables::go_on(Place& place) {
  while (!place.busy && !place.waiting.empty()) {
    const Work next = std::move(place.waiting.front());
    place.waiting.pop_front();
    next(place);
  }
  if (place.busy) return;
  if (place.table != nullptr && place.heard > place.stored) return read(place);
  if (place.table != nullptr) return drive_bots(place);
  // One that there isn't is not kept for whoever asked for it.
  const bool known = place.game != nullptr && place.unreadable.code != Code::kUnknown;
  if (const std::string id = place.id; !known && place.watchers.empty()) places_.erase(id);
}

}  // namespace server
