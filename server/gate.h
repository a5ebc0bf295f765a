// Who is let in and who is dropped when there are too many connections. Every connection is
// accepted, heard and then judged: what is over the limits of its address, and what hasn't said
// anything, goes before anybody with a seat does. Knows no network; one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <unordered_map>

#include "server/limits.h"

namespace server {

// 0 and an empty allowance: no limit.
struct GateLimits {
  size_t connections = 12000;
  size_t reserve = 500;       // of them no WebSocket may take: those who come in need room
  size_t per_address = 1000;  // WebSockets and kept connections
  size_t silent = 2000;       // that have not sent a request yet
  size_t silent_per_address = 200;
  Allowance arrivals{1000, 200};  // new ones, for each address
  // As many from one address as come, for load tests.
  void lift_limits() {
    per_address = silent_per_address = 0;
    arrivals = {0, 0};
  }
};

class Gate {
 public:
  explicit Gate(GateLimits limits) : limits_(limits), arrivals_(limits.arrivals) {}
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  enum class Stage : uint8_t { kSilent, kHttp, kSocket, kDropped };

  // A connection, from when it is accepted until it ends.
  class Visit {
   public:
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;
    ~Visit() { gate_.leave(*this); }
    // Ends the connection; whoever holds it now sets this.
    std::function<void()> drop;
    // Of a WebSocket: is it somebody's who has a seat?
    std::function<bool()> has_seat;
    // It came when its address had used up its arrivals: health checks only.
    bool hurried() const { return hurried_; }

   private:
    friend class Gate;
    Visit(Gate& gate, std::string address) : gate_(gate), address_(std::move(address)) {}
    Gate& gate_;
    std::string address_;
    Stage stage_ = Stage::kSilent;
    bool hurried_ = false;
    std::list<Visit*>::iterator place_;         // in the list of its stage
    std::list<Visit*>::iterator silent_place_;  // among the silent ones of its address
  };

  // A new connection; an empty address isn't counted. nullptr: there is no room at all.
  std::unique_ptr<Visit> arrive(std::string address, int64_t now);
  // It sent a request. May the connection be kept for another one?
  bool heard(Visit& visit);
  enum class Verdict : uint8_t { kWelcome, kAddressFull, kFull };
  // It wants to be a WebSocket, for a client at this address. `has_seat` is asked when it matters.
  Verdict enter(Visit& visit, std::string address, const std::function<bool()>& has_seat);

  size_t open() const { return silent_.size() + kept_.size() + sockets_.size(); }
  size_t silent() const { return silent_.size(); }
  size_t sockets() const { return sockets_.size(); }
  uint64_t dropped() const { return dropped_; }  // to make room
  uint64_t refused() const { return refused_; }

 private:
  // The connections of an address.
  struct Address {
    std::list<Visit*> silent;
    size_t others = 0;
  };
  std::list<Visit*>& list_of(Stage stage);
  void leave(Visit& visit);
  void move(Visit& visit, Stage stage);
  void end(Visit& visit);
  bool end_a_guest();

  GateLimits limits_;
  Buckets arrivals_;
  std::list<Visit*> silent_, kept_, sockets_;  // the oldest first
  std::unordered_map<std::string, Address> addresses_;
  uint64_t dropped_ = 0;
  uint64_t refused_ = 0;
};

}  // namespace server
