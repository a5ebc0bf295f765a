// Are those still there who say nothing? Over all WebSockets: who is quiet for long is asked, and
// whoever stays quiet is dropped, as is who doesn't let itself be closed. Knows no network; one
// thread.
#pragma once

#include <cstdint>
#include <list>

namespace server {

class Pulses;

// A WebSocket, from when it is one until it ends.
class Pulse {
 public:
  Pulse(Pulses& all, int64_t now);
  Pulse(const Pulse&) = delete;
  Pulse& operator=(const Pulse&) = delete;
  virtual ~Pulse();

  // Something came from it.
  void beats(int64_t now);
  // It is to end, and has some time for that.
  void ends(int64_t now);

 protected:
  virtual void ping() = 0;
  virtual void drop() = 0;

 private:
  friend class Pulses;
  Pulses& all_;
  int64_t at_;
  bool asked_ = false;
  bool ending_ = false;
  std::list<Pulse*>::iterator place_;
};

class Pulses {
 public:
  // `patience`: milliseconds that one that is to end may take.
  explicit Pulses(int64_t patience) : patience_(patience) {}
  Pulses(const Pulses&) = delete;
  Pulses& operator=(const Pulses&) = delete;

  static constexpr int64_t kAskAfter = 15000;
  static constexpr int64_t kDeadAfter = 30000;
  // To be called every second or so.
  void sweep(int64_t now);

 private:
  friend class Pulse;
  int64_t patience_;
  std::list<Pulse*> alive_, ending_;  // the longest quiet first
};

inline Pulse::Pulse(Pulses& all, int64_t now)
    : all_(all), at_(now), place_(all.alive_.insert(all.alive_.end(), this)) {}

inline Pulse::~Pulse() { (ending_ ? all_.ending_ : all_.alive_).erase(place_); }

inline void Pulse::beats(int64_t now) {
  if (ending_) return;
  at_ = now;
  asked_ = false;
  all_.alive_.splice(all_.alive_.end(), all_.alive_, place_);
}

inline void Pulse::ends(int64_t now) {
  if (ending_) return;
  at_ = now;
  ending_ = true;
  all_.ending_.splice(all_.ending_.end(), all_.alive_, place_);
}

// Dropping one takes it out of no list: that comes when its connection has ended.
inline void Pulses::sweep(int64_t now) {
  for (Pulse* pulse : ending_) {
    if (now - pulse->at_ < patience_) break;
    pulse->drop();
  }
  for (Pulse* pulse : alive_) {
    if (now - pulse->at_ < kAskAfter) break;
    if (now - pulse->at_ >= kDeadAfter) {
      pulse->drop();
    } else if (!pulse->asked_) {
      pulse->asked_ = true;
      pulse->ping();
    }
  }
}

}  // namespace server
