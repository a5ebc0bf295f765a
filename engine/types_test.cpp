#include "engine/types.h"

#include <gtest/gtest.h>

#include <array>

#include <vector>

namespace engine {
namespace {

std::vector<int> seats_in(SeatSet set) {
  std::vector<int> out;
  for (Seat seat : set) out.push_back(index_of(seat));
  return out;
}

TEST(Seat, NextGoesClockwiseAndRoundTheTable) {
  EXPECT_EQ(next_seat(seat_at(0), 3), seat_at(1));
  EXPECT_EQ(next_seat(seat_at(2), 3), seat_at(0));
  EXPECT_EQ(next_seat(seat_at(1), 4, 6), seat_at(3));
}

TEST(SeatSet, IteratesInSeatOrderWhateverTheOrderOfInsertion) {
  SeatSet set;
  for (int i : {5, 0, 3}) set.insert(seat_at(i));
  EXPECT_EQ(seats_in(set), (std::vector{0, 3, 5}));
  EXPECT_EQ(set.size(), 3);
  EXPECT_EQ(set.front(), seat_at(0));
}

TEST(SeatSet, NobodyIsNeverAMember) {
  SeatSet set = SeatSet::first(kMaxSeats);
  EXPECT_FALSE(set.contains(Seat::kNone));
  set.insert(Seat::kNone);
  set.erase(Seat::kNone);
  EXPECT_EQ(set, SeatSet::first(6));
}

TEST(SeatSet, EmptyHasNobodyInFront) {
  EXPECT_TRUE(SeatSet().empty());
  EXPECT_EQ(SeatSet().front(), Seat::kNone);
  EXPECT_EQ(seats_in(SeatSet()), std::vector<int>{});
}

TEST(SeatSet, UnionAndDifference) {
  const SeatSet a = SeatSet::from_bits(0b0110);
  const SeatSet b = SeatSet::from_bits(0b0011);
  EXPECT_EQ((a | b).bits(), 0b0111);
  EXPECT_EQ((a - b).bits(), 0b0100);
  EXPECT_EQ((b - a).bits(), 0b0001);
}

TEST(Action, ArgumentsByIndexAndOrder) {
  const Action action{7, 1, 2, 3};
  EXPECT_EQ(action.arg(0), 1);
  EXPECT_EQ(action.arg(1), 2);
  EXPECT_EQ(action.arg(2), 3);
  EXPECT_LT((Action{7, 1, 2, 2}), action);
  EXPECT_NE((Action{6, 1, 2, 3}), action);
}

TEST(Verdict, AllowedHasNoRule) {
  enum class Rule : uint8_t { kNone, kFirst };
  EXPECT_TRUE(kAllowed.allowed());
  EXPECT_FALSE(forbid(Rule::kFirst).allowed());
  EXPECT_EQ(forbid(Rule::kFirst).rule, 1);
}

TEST(Offer, APlayoutKeepsOnlyWhatIsAllowed) {
  Offer legal(Offer::Keep::kLegal);
  Offer all(Offer::Keep::kAll);
  for (Offer* offer : {&legal, &all}) {
    (*offer)({1, 0, 0, 0});
    (*offer)({2, 0, 0, 0}, Verdict{3});
  }
  EXPECT_FALSE(legal.keeps_forbidden());
  ASSERT_EQ(legal.size(), 1);
  EXPECT_EQ(legal[0].action.verb, 1);
  EXPECT_FALSE(legal.contains({2, 0, 0, 0}));

  EXPECT_TRUE(all.keeps_forbidden());
  ASSERT_EQ(all.size(), 2);
  ASSERT_TRUE(all.contains({2, 0, 0, 0}));
  EXPECT_EQ(all.find({2, 0, 0, 0})->verdict.rule, 3);
}

TEST(Offer, EachOffersAnActionWithItsVerdictForEveryItem) {
  const std::array<uint8_t, 4> items{5, 6, 7, 8};
  const auto action = [](uint8_t item) { return Action{1, item, 0, 0}; };
  const auto verdict = [](uint8_t item) { return item % 2 == 0 ? kAllowed : Verdict{4}; };
  Offer legal(Offer::Keep::kLegal);
  Offer all(Offer::Keep::kAll);
  for (Offer* offer : {&legal, &all}) {
    (*offer)({9, 0, 0, 0});
    offer->each(items, action, verdict);
  }
  ASSERT_EQ(legal.size(), 3);
  EXPECT_EQ(legal[0].action, (Action{9, 0, 0, 0}));
  EXPECT_EQ(legal[1].action, (Action{1, 6, 0, 0}));
  EXPECT_EQ(legal[2].action, (Action{1, 8, 0, 0}));
  ASSERT_EQ(all.size(), 5);
  EXPECT_EQ(all[1].action, (Action{1, 5, 0, 0}));
  EXPECT_EQ(all[1].verdict.rule, 4);
  EXPECT_TRUE(all[4].verdict.allowed());
}

TEST(Offer, ClearForgetsEverything) {
  Offer offer(Offer::Keep::kAll);
  offer({1, 0, 0, 0});
  offer.clear();
  EXPECT_TRUE(offer.empty());
  EXPECT_FALSE(offer.contains({1, 0, 0, 0}));
}

TEST(Offer, HoldsItsFullCapacity) {
  Offer offer(Offer::Keep::kLegal);
  for (int i = 0; i < Offer::kCapacity; ++i) {
    offer({static_cast<uint8_t>(i / 256), static_cast<uint8_t>(i % 256), 0, 0});
  }
  EXPECT_EQ(offer.size(), Offer::kCapacity);
  EXPECT_TRUE(offer.contains({1, (Offer::kCapacity - 1) % 256, 0, 0}));
}

}  // namespace
}  // namespace engine
