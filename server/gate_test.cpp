// Who is let in, and who is dropped when there are too many or they read too slowly.
#include "server/gate.h"

#include <gtest/gtest.h>

#include "server/backlog.h"

namespace server {
namespace {

// Connections as the gate sees them; each knows whether it was dropped.
class Crowd {
 public:
  explicit Crowd(const GateLimits& limits) : gate(limits) {}
  struct Guest {
    std::unique_ptr<Gate::Visit> visit;
    bool dropped = false;
  };
  Guest& arrive(const std::string& address) {
    guests.push_back(std::make_unique<Guest>());
    Guest& guest = *guests.back();
    guest.visit = gate.arrive(address, 1);
    if (guest.visit != nullptr) guest.visit->drop = [&guest] { guest.dropped = true; };
    return guest;
  }
  Guest& enter(const std::string& address, bool seat = false) {
    Guest& guest = arrive(address);
    gate.heard(*guest.visit);
    last = gate.enter(*guest.visit, address, [seat] { return seat; });
    guest.visit->has_seat = [seat] { return seat; };
    return guest;
  }
  int dropped() const {
    return static_cast<int>(
        std::count_if(guests.begin(), guests.end(), [](const auto& g) { return g->dropped; }));
  }
  Gate gate;
  Gate::Verdict last{};
  std::vector<std::unique_ptr<Guest>> guests;
};

GateLimits small() {
  GateLimits limits;
  limits.connections = 10;
  limits.reserve = 3;
  limits.per_address = 5;
  limits.silent = 6;
  limits.silent_per_address = 4;
  limits.arrivals = {0, 0};
  return limits;
}

TEST(Gate, TheOldestSilentOfAnAddressMakesRoomForItsNext) {
  Crowd crowd(small());
  Crowd::Guest& other = crowd.arrive("b");
  for (int i = 0; i < 20; ++i) crowd.arrive("a");
  EXPECT_EQ(crowd.gate.silent(), 5u);
  EXPECT_FALSE(other.dropped);
  EXPECT_TRUE(crowd.guests[1]->dropped);
  EXPECT_FALSE(crowd.guests.back()->dropped);
}

TEST(Gate, TheOldestSilentOfAllMakesRoomWhenManyAddressesCome) {
  Crowd crowd(small());
  for (int i = 0; i < 20; ++i) crowd.arrive(std::to_string(i));
  EXPECT_EQ(crowd.gate.silent(), 6u);
  EXPECT_EQ(crowd.dropped(), 14);
  EXPECT_FALSE(crowd.guests.back()->dropped);
}

TEST(Gate, SilentAndKeptConnectionsMakeRoomButSocketsDoNot) {
  GateLimits limits = small();
  limits.silent = limits.silent_per_address = limits.per_address = 0;
  Crowd crowd(limits);
  for (int i = 0; i < 7; ++i) crowd.enter("a");
  EXPECT_EQ(crowd.last, Gate::Verdict::kWelcome);
  Crowd::Guest& kept = crowd.arrive("a");
  EXPECT_FALSE(crowd.gate.heard(*kept.visit)) << "there is no room to keep it";
  crowd.arrive("b");
  Crowd::Guest& silent = crowd.arrive("b");
  EXPECT_EQ(crowd.gate.open(), 10u);
  crowd.arrive("c");
  crowd.arrive("c");
  EXPECT_TRUE(silent.dropped);
  EXPECT_FALSE(kept.dropped);
  for (int i = 0; i < 3; ++i) crowd.gate.heard(*crowd.guests[crowd.guests.size() - 1].get()->visit);
  EXPECT_EQ(crowd.gate.open(), 10u);
  EXPECT_EQ(crowd.gate.sockets(), 7u);
}

TEST(Gate, AnAddressHasItsShare) {
  Crowd crowd(small());
  for (int i = 0; i < 5; ++i) crowd.enter("a");
  EXPECT_EQ(crowd.last, Gate::Verdict::kWelcome);
  Crowd::Guest& refused = crowd.enter("a");
  EXPECT_EQ(crowd.last, Gate::Verdict::kAddressFull);
  refused.visit.reset();
  crowd.enter("b");
  EXPECT_EQ(crowd.last, Gate::Verdict::kWelcome);
  crowd.guests.front()->visit.reset();
  crowd.enter("a");
  EXPECT_EQ(crowd.last, Gate::Verdict::kWelcome);
}

TEST(Gate, BehindAProxyTheClientsOwnAddressCounts) {
  Crowd crowd(small());
  for (int i = 0; i < 6; ++i) {
    Crowd::Guest& guest = crowd.arrive("");
    crowd.gate.heard(*guest.visit);
    crowd.last = crowd.gate.enter(*guest.visit, "a", [] { return false; });
  }
  EXPECT_EQ(crowd.last, Gate::Verdict::kAddressFull);
  EXPECT_EQ(crowd.gate.sockets(), 5u);
  crowd.guests.clear();
  EXPECT_EQ(crowd.gate.open(), 0u);
}

TEST(Gate, WhoHasASeatComesInForTheNewestGuest) {
  GateLimits limits = small();
  limits.per_address = 0;
  Crowd crowd(limits);
  crowd.enter("a", true);
  for (int i = 0; i < 6; ++i) crowd.enter("a");
  crowd.enter("b").visit.reset();
  EXPECT_EQ(crowd.last, Gate::Verdict::kFull);
  crowd.enter("c", true);
  EXPECT_EQ(crowd.last, Gate::Verdict::kWelcome);
  EXPECT_EQ(crowd.dropped(), 1);
  EXPECT_TRUE(crowd.guests[6]->dropped);
  for (int i = 0; i < 5; ++i) crowd.enter("c", true);
  EXPECT_EQ(crowd.last, Gate::Verdict::kWelcome);
  crowd.enter("c", true);
  EXPECT_EQ(crowd.last, Gate::Verdict::kFull) << "nobody without a seat is left";
  EXPECT_FALSE(crowd.guests.front()->dropped);
}

TEST(Gate, ArrivalsBeyondTheAllowanceAreHurried) {
  GateLimits limits = small();
  limits.arrivals = {2, 1};
  Gate gate(limits);
  EXPECT_FALSE(gate.arrive("a", 1000)->hurried());
  EXPECT_FALSE(gate.arrive("a", 1000)->hurried());
  EXPECT_TRUE(gate.arrive("a", 1000)->hurried());
  EXPECT_FALSE(gate.arrive("b", 1000)->hurried());
  EXPECT_FALSE(gate.arrive("a", 2000)->hurried());
  EXPECT_FALSE(gate.arrive("", 1000)->hurried());
}

Message text(size_t size) { return std::make_shared<const std::string>(size, 'x'); }

struct Visitor {
  explicit Visitor(Backlog& all)
      : queue(all, [this] { dropped = true; }, [this] { return taken; }) {}
  void send_one() {
    queue.sending(1);
    queue.sent();
  }
  bool dropped = false;
  uint64_t taken = 0;
  SendQueue queue;
};

TEST(Backlog, AMessageForManyIsCountedOnce) {
  Backlog all(BacklogLimits{});
  {
    Visitor a(all);
    Visitor b(all);
    const Message news = text(1000);
    a.queue.push(news);
    b.queue.push(news);
    EXPECT_EQ(all.bytes(), 1000u);
    a.send_one();
    EXPECT_EQ(all.bytes(), 1000u);
    a.queue.push(text(10));
    EXPECT_EQ(all.bytes(), 1010u);
  }
  EXPECT_EQ(all.bytes(), 0u);
}

TEST(Backlog, WhoReadsSlowestIsDroppedFirst) {
  BacklogLimits limits;
  limits.all_bytes = 10000;
  Backlog all(limits);
  Visitor slow(all);
  Visitor slower(all);
  Visitor quick(all);
  quick.queue.push(text(100));
  for (int i = 0; i < 4; ++i) slow.queue.push(text(1000));
  for (int i = 0; i < 5; ++i) slower.queue.push(text(1000));
  EXPECT_FALSE(slower.dropped);
  quick.queue.push(text(1000));
  EXPECT_TRUE(slower.dropped);
  EXPECT_FALSE(slow.dropped);
  EXPECT_FALSE(quick.dropped);
  EXPECT_LE(all.bytes(), limits.all_bytes);
  EXPECT_EQ(all.dropped(), 1u);
}

TEST(Backlog, OneClientHasItsShareButALargeMessageAloneGetsThrough) {
  BacklogLimits limits;
  limits.bytes = 1000;
  limits.messages = 3;
  Backlog all(limits);
  Visitor large(all);
  large.queue.push(text(5000));
  EXPECT_FALSE(large.dropped);
  large.queue.push(text(1));
  EXPECT_TRUE(large.dropped);
  Visitor many(all);
  for (int i = 0; i < 3; ++i) many.queue.push(text(1));
  EXPECT_FALSE(many.dropped);
  many.queue.push(text(1));
  EXPECT_TRUE(many.dropped);
}

TEST(Backlog, WhoTakesNothingIsDroppedInTheEnd) {
  BacklogLimits limits;
  limits.patience = 100;
  Backlog all(limits);
  Visitor deaf(all);
  Visitor slow(all);
  Visitor idle(all);
  deaf.queue.push(text(10));
  slow.queue.push(text(10));
  for (int64_t now = 1000; now < 1300; now += 50) {
    ++slow.taken;
    all.sweep(now);
  }
  EXPECT_TRUE(deaf.dropped);
  EXPECT_FALSE(slow.dropped);
  EXPECT_FALSE(idle.dropped);
  // A pause in which nothing waited is none.
  slow.send_one();
  all.sweep(5000);
  slow.queue.push(text(10));
  all.sweep(6000);
  all.sweep(6050);
  EXPECT_FALSE(slow.dropped);
}

}  // namespace
}  // namespace server
