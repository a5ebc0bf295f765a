// Something that happened, with who may know all of it. Logs, animation and sound are made of
// these.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/types.h"

namespace engine {

// Who may know an event that was told to all: spectators too.
inline constexpr SeatSet kEverybody = SeatSet::from_bits(0xff);

struct Event {
  uint8_t kind = 0;  // index into the game's table of events
  SeatSet sees;      // who may know the secret arguments; irrelevant where the event has none
  std::array<int16_t, 4> args{};
  friend bool operator==(const Event&, const Event&) = default;
};

// Is told each event at the moment it happens, while the position is on its way.
class Listener {
 public:
  virtual void hear(const Event& event) = 0;

 protected:
  ~Listener() = default;
};

// Where a game tells its events to. A playout passes one that listens to nothing.
class Events {
 public:
  Events() = default;
  explicit Events(std::vector<Event>& out, Listener* listener = nullptr)
      : out_(&out), listener_(listener) {}

  template <class Kind>
  void operator()(Kind kind, int a = 0, int b = 0, int c = 0, int d = 0) {
    if (out_ != nullptr) tell(static_cast<uint8_t>(kind), kEverybody, a, b, c, d);
  }
  // Only `sees` may know the event's secret arguments.
  template <class Kind>
  void secret(SeatSet sees, Kind kind, int a = 0, int b = 0, int c = 0, int d = 0) {
    if (out_ != nullptr) tell(static_cast<uint8_t>(kind), sees, a, b, c, d);
  }

 private:
  void tell(uint8_t kind, SeatSet sees, int a, int b, int c, int d) {
    out_->push_back({kind,
                     sees,
                     {static_cast<int16_t>(a), static_cast<int16_t>(b), static_cast<int16_t>(c),
                      static_cast<int16_t>(d)}});
    if (listener_ != nullptr) listener_->hear(out_->back());
  }
  std::vector<Event>* out_ = nullptr;
  Listener* listener_ = nullptr;
};

}  // namespace engine
