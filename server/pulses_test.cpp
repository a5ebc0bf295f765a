#include "server/pulses.h"

#include <gtest/gtest.h>

namespace server {
namespace {

struct Someone final : Pulse {
  using Pulse::Pulse;
  void ping() override { ++pings; }
  void drop() override { ++drops; }
  int pings = 0;
  int drops = 0;
};

TEST(Pulses, WhoIsQuietIsAskedOnceAndDroppedIfNothingComes) {
  Pulses all(1000);
  Someone quiet(all, 0);
  Someone lively(all, 0);
  for (int64_t now = 0; now < Pulses::kDeadAfter; now += 500) {
    if (now % 10000 == 0) lively.beats(now);
    all.sweep(now);
  }
  EXPECT_EQ(quiet.pings, 1);
  EXPECT_EQ(quiet.drops, 0);
  all.sweep(Pulses::kDeadAfter);
  EXPECT_EQ(quiet.drops, 1);
  EXPECT_EQ(lively.pings, 0);
  EXPECT_EQ(lively.drops, 0);
}

TEST(Pulses, AnAnswerIsEnoughForAsLongAgain) {
  Pulses all(1000);
  Someone one(all, 0);
  all.sweep(Pulses::kAskAfter);
  one.beats(Pulses::kAskAfter);
  all.sweep(Pulses::kDeadAfter - 1);
  EXPECT_EQ(one.pings, 1);
  all.sweep(Pulses::kDeadAfter);
  EXPECT_EQ(one.pings, 2);
  EXPECT_EQ(one.drops, 0);
}

TEST(Pulses, WhoIsToEndHasSomeTimeForIt) {
  Pulses all(1000);
  Someone ends(all, 0);
  Someone stays(all, 0);
  ends.ends(500);
  ends.beats(1400);  // whatever it says
  ends.ends(1400);   // or is told
  all.sweep(1400);
  EXPECT_EQ(ends.drops, 0);
  all.sweep(1500);
  EXPECT_EQ(ends.drops, 1);
  EXPECT_EQ(stays.drops, 0);
  {
    Someone gone(all, 1500);
    gone.ends(1500);
  }
  all.sweep(9000);  // of whom nothing is left
}

}  // namespace
}  // namespace server
