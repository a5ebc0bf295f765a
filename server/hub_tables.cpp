// Tables in memory: waking and resting, saving, telling those who watch, bots.
#include <malloc.h>

#include <algorithm>

#include "server/hub.h"

namespace server {
namespace {

constexpr size_t kMaxWaiting = 64;
constexpr int64_t kPauseAfterFailure = 1000;
constexpr int kWorthTrimming = 100;  // tables gone, and the system gets their memory back
constexpr size_t kUsualNews = 6000;
constexpr int kQuickMoves = 64;  // at once; others want to be served, too

bool is_quick(bots::BotKind bot) { return bot == bots::BotKind::kRandom; }

// The beginning of a direct answer; the message goes on after a comma.
std::string news_begin(std::optional<int64_t> re, const std::optional<int>& done,
                       const Refusal& refused, engine::Language language) {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("is", "news");
  if (re) out.member("re", *re);
  if (done) out.member("done", *done);
  if (refused) {
    out.key("refused");
    out.begin_object();
    write_refusal(refused, language, out);
    out.end_object();
  }
  out.end_object();
  text.back() = ',';
  return text;
}

// The rest of a news message, from the comma on.
std::string news_body(const Scene& scene, int64_t from, const Eyes& eyes, bool whole) {
  std::string text;
  text.reserve(kUsualNews);
  engine::JsonWriter out(text);
  out.begin_object();
  write_news(scene, from, eyes, whole, out);
  out.end_object();
  return text.substr(1);
}

bool lists_change(EntryKind kind) {
  return kind == EntryKind::kMade || kind == EntryKind::kSit || kind == EntryKind::kLeave ||
         kind == EntryKind::kSeat || kind == EntryKind::kSeats || kind == EntryKind::kStart ||
         kind == EntryKind::kOver;
}

}  // namespace

size_t Hub::tables_in_memory() const {
  return static_cast<size_t>(std::count_if(places_.begin(), places_.end(), [](const auto& item) {
    return item.second->table != nullptr;
  }));
}

void Hub::resume() {
  const std::optional<std::vector<std::string>> clocked = store_.clocked();
  if (!clocked) return;
  for (const std::string& id : *clocked) {
    Refusal refusal;
    if (Place* place = find_place(id, refusal)) drive_bots(*place);
  }
  log_.info("resumed", {{"clocked", std::to_string(clocked->size())}});
}

Place* Hub::find_place(const std::string& id, Refusal& refusal) {
  auto found = places_.find(id);
  const bool fresh = found == places_.end();
  if (fresh) {
    auto place = std::make_unique<Place>();
    place->id = id;
    place->away_since.fill(now());
    found = places_.emplace(id, std::move(place)).first;
  }
  Place& place = *found->second;
  place.used = now();
  if (place.busy || wake(place)) return &place;
  const std::optional<std::vector<store::Entry>> entries = store_.load(id);
  refusal = !entries           ? Refusal{Code::kStorage, "storage", {}, nullptr, "", ""}
            : entries->empty() ? Refusal{Code::kUnknown, "unknown-table", {}, nullptr, "", ""}
                               : Refusal{Code::kState, "other-rules", {}, nullptr, "", ""};
  if (fresh) places_.erase(found);
  return nullptr;
}

bool Hub::wake(Place& place) {
  if (place.table != nullptr) return true;
  const std::optional<std::vector<store::Entry>> entries = store_.load(place.id);
  if (!entries || entries->empty()) return false;
  engine::Result<std::unique_ptr<Table>> opened = Table::open(place.id, *entries, now());
  if (!opened) {
    log_.warn("table.unreadable", {{"table", Log::short_id(place.id)}, {"why", opened.error.text}});
    return false;
  }
  ++metrics_.tables_loaded;
  place.table = std::move(*opened);
  place.deadline = place.table->deadline();
  know_sitters(place);
  return true;
}

void Hub::know_sitters(Place& place) {
  place.game = &place.table->game();
  place.sitters.clear();
  for (const Chair& chair : place.table->chairs()) {
    place.sitters.push_back(chair.kind == SeatKind::kPerson ? chair.person : std::string());
  }
}

void Hub::rest(int64_t time) {
  int gone = 0;
  for (auto item = places_.begin(); item != places_.end();) {
    Place& place = *item->second;
    const bool idle = !place.busy && place.waiting.empty() && place.thinking.empty() &&
                      place.deadline == 0 && time - place.used >= settings_.rest_after;
    if (idle && place.table != nullptr) {
      place.table.reset();
      ++gone;
    }
    item = idle && place.watchers.empty() ? places_.erase(item) : std::next(item);
  }
  if (gone >= kWorthTrimming) ::malloc_trim(0);
}

void Hub::when_free(Place& place, const std::function<void(Place&)>& work) {
  if (place.busy) {
    place.waiting.push_back(work);
  } else {
    work(place);
  }
}

void Hub::request(const Ask& ask, Place& place, Request request) {
  if (ask.client->me.id.empty()) {
    return refuse(ask, {Code::kPerson, "needs-person", {}, nullptr, "", ""});
  }
  if (place.waiting.size() >= kMaxWaiting) {
    return refuse(ask, {Code::kTooFast, "too-fast", {}, nullptr, "", ""});
  }
  when_free(place, [this, asker = Asker{ask.client_id, ask.re}, person = ask.client->me.id,
                    request = std::move(request)](Place& there) {
    carry_out(there, asker, person, request);
  });
}

void Hub::carry_out(Place& place, const Asker& asker, const std::string& person,
                    const Request& request) {
  if (!wake(place)) return refuse(asker, {Code::kStorage, "storage", {}, nullptr, "", ""});
  Table& table = *place.table;
  Extra extra;
  extra.from = table.n();
  const Refusal refusal = request(table, person, extra);
  if (table.has_unsaved()) {
    quick_answers(place);
    return save(place, asker, std::move(extra));
  }
  if (refusal) return refuse(asker, refusal);
  if (Client* client = find_client(asker.client)) answer_news(place, *client, asker.re, extra);
}

void Hub::save(Place& place, std::optional<Asker> asker, Extra extra,
               std::function<void(const store::Result&)> then) {
  Table& table = *place.table;
  const int64_t after = table.stored();
  std::vector<store::Entry> entries = table.take_unsaved();
  std::optional<store::Summary> summary;
  for (auto i = static_cast<size_t>(extra.from); i < table.log().size(); ++i) {
    const Entry& entry = table.log()[i].entry;
    if (lists_change(entry.kind) && !summary) summary = table.summary(now());
    if (entry.kind == EntryKind::kAct) ++metrics_.actions;
    if (entry.kind == EntryKind::kAct && entry.by == By::kBot) ++metrics_.bot_actions;
  }
  metrics_.entries += entries.size();
  place.busy = true;
  place.used = now();
  store_.append(place.id, after, std::move(entries), std::move(summary),
                [this, alive = alive_, id = place.id, asker, extra = std::move(extra),
                 then = std::move(then), begun = now()](const store::Result& result) {
                  if (!*alive) return;
                  metrics_.save_time.add(static_cast<double>(now() - begun));
                  if (result.outcome != store::Outcome::kDone) ++metrics_.store_failures;
                  saved(*places_.at(id), result, asker, extra);
                  if (then) then(result);
                });
}

void Hub::saved(Place& place, const store::Result& result, const std::optional<Asker>& asker,
                const Extra& extra) {
  place.busy = false;
  if (result.outcome == store::Outcome::kDone) {
    place.deadline = place.table->deadline();
    bool listed = false;
    bool over = false;
    for (auto i = static_cast<size_t>(extra.from); i < place.table->log().size(); ++i) {
      listed = listed || lists_change(place.table->log()[i].entry.kind);
      over = over || place.table->log()[i].entry.kind == EntryKind::kOver;
    }
    if (listed) {
      lobby_changed_ = true;
      know_sitters(place);
      presence(place);
    }
    if (over) log_.info("table.over", {{"table", Log::short_id(place.id)}});
    broadcast(place, asker, extra);
  } else {
    // The memory is ahead of what was saved: begin again from the store.
    const bool raced = result.outcome == store::Outcome::kConflict;
    log_.warn(raced ? "store.conflict" : "store.failed",
              {{"table", Log::short_id(place.id)}, {"why", result.problem}});
    place.table.reset();
    place.deadline = 0;
    place.pause_until = raced ? 0 : now() + kPauseAfterFailure;
    if (asker) {
      refuse(*asker, raced ? Refusal{Code::kStale, "stale", {}, nullptr, "", ""}
                           : Refusal{Code::kStorage, "storage", {}, nullptr, "", ""});
    }
    if (wake(place)) broadcast(place, std::nullopt, extra);
  }
  run_waiting(place);
  if (place.table != nullptr && !place.busy) drive_bots(place);
}

void Hub::run_waiting(Place& place) {
  while (!place.busy && !place.waiting.empty()) {
    const std::function<void(Place&)> next = std::move(place.waiting.front());
    place.waiting.pop_front();
    next(place);
  }
}

Scene Hub::scene(Place& place, engine::Seat ordering) {
  return {*place.table, place.company, name_lookup_, now(), ordering};
}

Eyes Hub::eyes_of(const Place& place, const Client& client, bool board) {
  Eyes eyes{engine::Seat::kNone, client.language, board};
  for (size_t i = 0; i < place.sitters.size() && !client.me.id.empty(); ++i) {
    if (place.sitters[i] == client.me.id) eyes.seat = engine::seat_at(static_cast<int>(i));
  }
  return eyes;
}

Watcher* Hub::watcher_of(Place& place, const Client& client) {
  for (Watcher& watcher : place.watchers) {
    if (watcher.client == &client) return &watcher;
  }
  return nullptr;
}

// Each watcher gets what comes after the last number it has; equal eyes share the text.
void Hub::broadcast(Place& place, const std::optional<Asker>& asker, const Extra& extra) {
  Client* asking = asker ? find_client(asker->client) : nullptr;
  struct Composed {
    Eyes eyes;
    int64_t from;
    std::string body;
  };
  std::vector<Composed> made;
  const Scene now_there = scene(place, extra.ordering);
  const std::string plain = news_begin(std::nullopt, std::nullopt, {}, {});
  bool answered = asking == nullptr;
  for (Watcher& watcher : place.watchers) {
    const bool asks = watcher.client == asking;
    const Eyes eyes = eyes_of(place, *watcher.client, watcher.board);
    // One that waits to be shown the table has no number yet.
    const bool waits = watcher.sent > place.table->n();
    const bool own_orders =
        !waits && eyes.seat != engine::Seat::kNone && eyes.seat == extra.ordering;
    if (watcher.sent >= place.table->n() && !asks && !own_orders) continue;
    const int64_t from = waits ? extra.from : watcher.sent;
    auto body = std::find_if(made.begin(), made.end(), [&](const Composed& one) {
      return one.eyes == eyes && one.from == from;
    });
    if (body == made.end()) {
      made.push_back({eyes, from, news_body(now_there, from, eyes, false)});
      body = made.end() - 1;
    }
    send(*watcher.client,
         (asks ? news_begin(asker->re, extra.done, extra.refused, eyes.language) : plain) +
             body->body);
    if (!waits) watcher.sent = place.table->n();
    answered = answered || asks;
  }
  if (!answered) answer_news(place, *asking, asker->re, extra);
}

void Hub::answer_news(Place& place, Client& client, std::optional<int64_t> re, const Extra& extra) {
  Watcher* watcher = watcher_of(place, client);
  const int64_t from = watcher != nullptr ? watcher->sent : extra.from;
  const Eyes eyes = eyes_of(place, client, watcher != nullptr && watcher->board);
  send(client, news_begin(re, extra.done, extra.refused, eyes.language) +
                   news_body(scene(place, extra.ordering), from, eyes, false));
  if (watcher != nullptr) watcher->sent = place.table->n();
}

void Hub::unwatch(Client& client, const std::string& table) {
  // `table` may be the very string that is erased here.
  const std::string id = table;
  std::erase(client.tables, id);
  const auto found = places_.find(id);
  if (found == places_.end()) return;
  Place& place = *found->second;
  std::erase_if(place.watchers, [&](const Watcher& watcher) { return watcher.client == &client; });
  presence(place);
}

void Hub::presence(Place& place) {
  Company company;
  for (const Watcher& watcher : place.watchers) {
    const engine::Seat seat = eyes_of(place, *watcher.client, false).seat;
    if (seat != engine::Seat::kNone) {
      company.here.insert(seat);
    } else {
      ++company.spectators;
    }
  }
  const bool changed =
      company.here != place.company.here || company.spectators != place.company.spectators;
  for (engine::Seat seat : place.company.here - company.here) {
    place.away_since[static_cast<size_t>(engine::index_of(seat))] = now();
  }
  place.company = company;
  if (changed) tell_presence(place);
}

void Hub::tell_presence(Place& place) {
  if (place.watchers.empty()) return;
  const auto text =
      std::make_shared<const std::string>(presence_message(place.id, *place.game, place.company));
  for (const Watcher& watcher : place.watchers) {
    ++metrics_.messages_out;
    watcher.client->peer->send(text);
  }
}

void Hub::quick_answers(Place& place) {
  Table& table = *place.table;
  for (int moves = 0; moves < kQuickMoves; ++moves) {
    if (table.answer_by_orders(now())) continue;
    engine::Seat quick = engine::Seat::kNone;
    for (engine::Seat seat : table.bots_to_act()) {
      if (is_quick(table.bot_of(seat))) quick = seat;
    }
    if (quick == engine::Seat::kNone) return;
    const engine::Action action =
        bots::choose(table.bot_of(quick), *table.match(), quick, bots_chance_);
    if (table.bot_act(quick, action, table.n(), now())) return;
  }
}

void Hub::drive_bots(Place& place) {
  if (stopping_ || place.pause_until != 0) return;
  Extra extra;
  extra.from = place.table->n();
  quick_answers(place);
  if (place.table->n() > extra.from) return save(place, std::nullopt, std::move(extra));
  for (engine::Seat seat : place.table->bots_to_act() - place.thinking) {
    place.thinking.insert(seat);
    const std::shared_ptr<engine::AnyTable> match = place.table->match()->clone();
    workers_.submit([this, alive = alive_, post = settings_.post, id = place.id, seat, match,
                     kind = place.table->bot_of(seat), at = place.table->n(),
                     seed = random_word()] {
      engine::Chance chance(seed);
      const engine::Action action = bots::choose(kind, *match, seat, chance);
      post([this, alive, id, seat, action, at] {
        if (*alive) bot_chose(id, seat, action, at);
      });
    });
  }
}

void Hub::bot_chose(const std::string& table, engine::Seat seat, engine::Action action,
                    int64_t at) {
  const auto found = places_.find(table);
  if (found == places_.end()) return;
  const auto choose = [this, seat, action, at](Place& place) {
    place.thinking.erase(seat);
    if (!wake(place)) return;
    Extra extra;
    extra.from = place.table->n();
    // A stale choice is thought over again.
    if (place.table->bot_act(seat, action, at, now())) return drive_bots(place);
    quick_answers(place);
    save(place, std::nullopt, std::move(extra));
  };
  when_free(*found->second, choose);
}

}  // namespace server
