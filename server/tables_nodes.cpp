// Tables in memory: what other servers over the same store do there, and who does what must be done
// once.
#include "server/tables.h"

namespace server {
namespace {

constexpr std::chrono::milliseconds kAskAgain{1000};  // for a lease that another server has
constexpr int kMostAsking = 32;                       // at a time

}  // namespace

void Tables::report(store::Nodes::Round& round) {
  for (const auto& [id, place] : places_) {
    if (context_.leaving && std::exchange(place->leased, false)) released_.push_back(id);
  }
  for (const auto& [id, place] : places_) {
    if (place->game == nullptr) continue;
    const store::Status status =
        place->table == nullptr ? store::Status::kOver : place->table->status();
    const bool drives = !context_.leaving &&
                        (place->leased || place->deadline != 0 ||
                         status == store::Status::kPlaying || status == store::Status::kOpening);
    // Who is alone needs no more than to be known by whoever comes.
    if (context_.others || (drives && !place->leased)) {
      round.tables.push_back({id, drives, place->ours});
    }
  }
  round.released = std::exchange(released_, {});
}

void Tables::told(const store::Nodes::Beat& beat, bool outage) {
  for (auto& [id, place] : places_) {
    if (beat.fresh) place->leased = false;
    place->outage = place->outage || (outage && place->deadline != 0);
  }
  for (const store::Nodes::There& there : beat.tables) {
    const auto found = places_.find(there.table);
    if (found == places_.end()) {
      if (there.driven) released_.push_back(there.table);
      continue;
    }
    Place& place = *found->second;
    place.leased = there.driven;
    if (place.elsewhere != there.company) {
      place.elsewhere = there.company;
      presence(place);
    }
    heard(there.table, there.n, false);
  }
  // What could not be done before, for want of a lease.
  for (auto& [id, place] : places_) {
    const bool due = place->table != nullptr && !place->busy && place->leased &&
                     (place->outage || !(place->table->bots_to_act() - place->thinking).empty());
    if (due) driving(*place);
  }
  if (context_.leaving) return;
  for (const std::string& id : beat.unattended) {
    when_free(id, [this](Place& place) {
      if (place.table != nullptr) may_drive(place);
    });
  }
}

void Tables::heard(const std::string& id, int64_t n, bool wanted) {
  const auto found = places_.find(id);
  if (found == places_.end()) {
    if (wanted) when_free(id, [](Place&) {});
    return;
  }
  Place& place = *found->second;
  if (n <= place.stored || place.game == nullptr) return;
  place.heard = std::max(place.heard, n);
  const bool used =
      place.table != nullptr || !place.watchers.empty() || place.deadline != 0 || wanted;
  if (!place.busy && used) read(place);
}

void Tables::follow(Place& place, const store::Loaded& loaded) {
  Table& table = *place.table;
  place.unreadable =
      loaded.is == store::Loaded::Is::kEntries ? Refusal{} : refusal(Code::kStorage, "storage");
  // What can't be read just now is looked for again; meanwhile it is as it was.
  if (loaded.is != store::Loaded::Is::kEntries || loaded.entries.empty()) return go_on(place);
  Extra extra;
  extra.from = table.n();
  const int64_t deadline = table.deadline();
  const std::optional<engine::SeatSet> ordering = table.follow(loaded.entries, moment());
  if (!ordering) {
    place.table.reset();
    return read(place);
  }
  // Clocks that begin anew are no news, but everybody is to see them.
  extra.whole = table.n() == extra.from && table.deadline() != deadline;
  moved_on(place, std::nullopt, extra, false);
  for (engine::Seat seat : *ordering) {
    Extra orders;
    orders.from = table.n();
    orders.ordering = seat;
    broadcast(place, std::nullopt, orders);
  }
  go_on(place);
}

void Tables::introduce(Place& place) {
  std::vector<Turn> sitters;
  for (const std::string& sitter : place.sitters) {
    if (!sitter.empty()) sitters.push_back({sitter, engine::Seat::kNone, 0});
  }
  listed_(place.table->summary(context_.wall()), {});
  tell_turned(place, sitters, false);
}

bool Tables::may_drive(Place& place) {
  if (context_.nodes == nullptr) return true;
  if (context_.leaving) return false;
  const auto now = std::chrono::steady_clock::now();
  if (place.leased) return now < context_.drives_until;
  // What isn't asked for by itself is with the next beat.
  if (now - place.lease_asked < kAskAgain || asking_ >= kMostAsking) return false;
  place.lease_asked = now;
  ++asking_;
  context_.nodes->drive(place.id, [this, alive = context_.alive, id = place.id](bool ours) {
    if (!*alive) return;
    --asking_;
    if (!ours) return;
    const auto found = places_.find(id);
    if (found == places_.end() || context_.leaving) return released_.push_back(id);
    if (!std::exchange(found->second->leased, true)) driving(*found->second);
  });
  return false;
}

void Tables::driving(Place& place) {
  if (place.table == nullptr && !place.busy) return;
  when_free(place, [this](Place& there) {
    if (asleep(there)) return;
    if (there.outage) return after_outage(there);
    drive_bots(there);
  });
}

}  // namespace server
