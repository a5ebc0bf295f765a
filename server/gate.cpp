#include "server/gate.h"

#include <ranges>
#include <utility>

namespace server {

std::list<Gate::Visit*>& Gate::list_of(Stage stage) {
  return stage == Stage::kSilent ? silent_ : stage == Stage::kHttp ? kept_ : sockets_;
}

void Gate::leave(Visit& visit) {
  if (visit.stage_ == Stage::kDropped) return;
  list_of(visit.stage_).erase(visit.place_);
  if (!visit.address_.empty()) {
    const auto found = addresses_.find(visit.address_);
    Address& address = found->second;
    if (visit.stage_ == Stage::kSilent) {
      address.silent.erase(visit.silent_place_);
    } else {
      --address.others;
    }
    if (address.silent.empty() && address.others == 0) addresses_.erase(found);
  }
  visit.stage_ = Stage::kDropped;
}

void Gate::move(Visit& visit, Stage stage) {
  const Stage before = visit.stage_;
  list_of(stage).splice(list_of(stage).end(), list_of(before), visit.place_);
  visit.stage_ = stage;
  if (before != Stage::kSilent || visit.address_.empty()) return;
  Address& address = addresses_[visit.address_];
  address.silent.erase(visit.silent_place_);
  ++address.others;
}

// Its place is free at once; the connection itself ends a moment later.
void Gate::end(Visit& visit) {
  ++dropped_;
  leave(visit);
  if (visit.drop) visit.drop();
}

std::unique_ptr<Gate::Visit> Gate::arrive(std::string address, int64_t now) {
  const bool hurried = !address.empty() && !arrivals_.take(address, now);
  const auto known = addresses_.find(address);
  if (limits_.silent_per_address > 0 && known != addresses_.end() &&
      known->second.silent.size() >= limits_.silent_per_address) {
    end(*known->second.silent.front());
  } else if (limits_.silent > 0 && silent_.size() >= limits_.silent) {
    end(*silent_.front());
  }
  if (limits_.connections > 0 && open() >= limits_.connections) {
    if (!silent_.empty()) {
      end(*silent_.front());
    } else if (!kept_.empty()) {
      end(*kept_.front());
    } else {
      ++refused_;
      return nullptr;
    }
  }
  std::unique_ptr<Visit> visit(new Visit(*this, std::move(address)));
  visit->hurried_ = hurried;
  visit->place_ = silent_.insert(silent_.end(), visit.get());
  if (!visit->address_.empty()) {
    std::list<Visit*>& silent = addresses_[visit->address_].silent;
    visit->silent_place_ = silent.insert(silent.end(), visit.get());
  }
  return visit;
}

bool Gate::heard(Visit& visit) {
  if (visit.stage_ == Stage::kDropped) return false;
  move(visit, Stage::kHttp);
  const bool crowded = limits_.connections > 0 && open() + limits_.reserve > limits_.connections;
  if (visit.address_.empty() || limits_.per_address == 0) return !crowded;
  return !crowded && addresses_[visit.address_].others <= limits_.per_address;
}

// The newest of those without a seat: an attack is younger than the spectators before it.
bool Gate::end_a_guest() {
  for (Visit* visit : std::views::reverse(sockets_)) {
    if (visit->has_seat && visit->has_seat()) continue;
    end(*visit);
    return true;
  }
  return false;
}

Gate::Verdict Gate::enter(Visit& visit, std::string address,
                          const std::function<bool()>& has_seat) {
  if (visit.stage_ == Stage::kDropped) return Verdict::kFull;
  const auto known = addresses_.find(address);
  // Itself is counted already, unless a proxy's address was.
  const size_t own = address == visit.address_ ? 1 : 0;
  if (limits_.per_address > 0 && known != addresses_.end() &&
      known->second.others - own >= limits_.per_address) {
    ++refused_;
    return Verdict::kAddressFull;
  }
  if (limits_.connections > 0 && sockets_.size() + limits_.reserve >= limits_.connections &&
      !(has_seat() && end_a_guest())) {
    ++refused_;
    return Verdict::kFull;
  }
  if (address != visit.address_) {  // from now on it counts as its client's
    leave(visit);
    visit.address_ = std::move(address);
    visit.stage_ = Stage::kSocket;
    visit.place_ = sockets_.insert(sockets_.end(), &visit);
    if (!visit.address_.empty()) ++addresses_[visit.address_].others;
  } else {
    move(visit, Stage::kSocket);
  }
  return Verdict::kWelcome;
}

}  // namespace server
