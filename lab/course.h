// How one game went: who began and who led, how much there was to choose, and what each seat could
// have taken and took.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/components.h"
#include "lab/play_game.h"

namespace lab {

class Course final : public GameWatcher {
 public:
  Course(const engine::GameSpec& game, const engine::Components& components, int players);

  // For the next game.
  void clear();

  bool wants_course() const override { return true; }
  void dealt(const std::vector<engine::Event>& events) override;
  void chose(engine::Seat seat, const engine::Offer& offer, engine::Action action) override;
  void turn_ended(const engine::Standing& standing) override;

  // Who has the first turn: of whom the game tells that it `begins`; otherwise who chose first.
  int begins() const { return begins_ < 0 ? first_to_choose_ : begins_; }
  int64_t turns() const { return static_cast<int64_t>(leaders_.size()) + 1; }
  // Decisions in which there was a choice, and what there was to choose in them.
  int64_t choices() const { return choices_; }
  int64_t options() const { return options_; }
  // Who led at the end of each turn but the last; kNobody: several.
  static constexpr int8_t kNobody = -1;
  const std::vector<int8_t>& leaders() const { return leaders_; }

  // A component that was offered to a seat at some decision of its own.
  struct Seen {
    uint16_t component = 0;
    uint8_t seat = 0;
  };
  const std::vector<Seen>& seen() const { return seen_; }
  bool took(const Seen& seen) const { return marks_[mark(seen.seat, seen.component)] == kTook; }

 private:
  enum Mark : uint8_t { kNot, kCould, kTook };
  size_t mark(int seat, int component) const {
    return static_cast<size_t>(seat) * static_cast<size_t>(components_.size()) +
           static_cast<size_t>(component);
  }

  const engine::Components& components_;
  int players_;
  int begins_event_ = -1;  // in the table of events
  int begins_ = -1;
  int first_to_choose_ = -1;
  int64_t choices_ = 0;
  int64_t options_ = 0;
  std::vector<int8_t> leaders_;
  std::vector<uint8_t> marks_;  // by seat and component
  std::vector<Seen> seen_;
};

}  // namespace lab
