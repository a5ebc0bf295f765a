#include "lab/course.h"

#include <algorithm>

namespace lab {

Course::Course(const engine::GameSpec& game, const engine::Components& components, int players)
    : components_(components),
      players_(players),
      marks_(static_cast<size_t>(players) * static_cast<size_t>(components.size())) {
  for (size_t i = 0; i < game.events.size(); ++i) {
    if (game.events[i].id == "begins") begins_event_ = static_cast<int>(i);
  }
}

void Course::clear() {
  begins_ = -1;
  first_to_choose_ = -1;
  choices_ = 0;
  options_ = 0;
  leaders_.clear();
  for (const Seen& seen : seen_) marks_[mark(seen.seat, seen.component)] = kNot;
  seen_.clear();
}

void Course::dealt(const std::vector<engine::Event>& events) {
  for (const engine::Event& event : events) {
    if (event.kind == begins_event_) begins_ = event.args[0];
  }
}

void Course::chose(engine::Seat seat, const engine::Offer& offer, engine::Action action) {
  const int at = engine::index_of(seat);
  if (first_to_choose_ < 0) first_to_choose_ = at;
  if (offer.size() > 1) {
    ++choices_;
    options_ += offer.size();
  }
  for (const engine::Option& option : offer) {
    const int component = components_.of(option.action);
    uint8_t& known = marks_[mark(at, component)];
    if (known != kNot) continue;
    known = kCould;
    seen_.push_back({static_cast<uint16_t>(component), static_cast<uint8_t>(at)});
  }
  marks_[mark(at, components_.of(action))] = kTook;
}

void Course::turn_ended(const engine::Standing& standing) {
  const auto end = standing.begin() + players_;
  const auto best = std::max_element(standing.begin(), end);
  const bool alone = std::count(standing.begin(), end, *best) == 1;
  leaders_.push_back(alone ? static_cast<int8_t>(best - standing.begin()) : kNobody);
}

}  // namespace lab
