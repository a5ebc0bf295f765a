#include "engine/small_vec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace engine {
namespace {

using Vec = SmallVec<uint8_t, 6>;

Vec vec_of(std::initializer_list<uint8_t> values) {
  Vec vec;
  for (uint8_t value : values) vec.push_back(value);
  return vec;
}

bool same_bytes(const Vec& a, const Vec& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

TEST(SmallVec, PushesAndPopsAtTheEnd) {
  Vec vec = vec_of({3, 1});
  EXPECT_EQ(vec.size(), 2);
  EXPECT_EQ(vec.back(), 1);
  EXPECT_EQ(vec.pop_back(), 1);
  EXPECT_EQ(vec, vec_of({3}));
}

TEST(SmallVec, InsertsAtFrontMiddleAndEnd) {
  Vec vec = vec_of({2, 4});
  vec.insert(0, 1);
  vec.insert(2, 3);
  vec.insert(4, 5);
  EXPECT_EQ(vec, vec_of({1, 2, 3, 4, 5}));
}

TEST(SmallVec, ErasesAndClosesTheGap) {
  Vec vec = vec_of({1, 2, 3});
  EXPECT_EQ(vec.erase(1), 2);
  EXPECT_EQ(vec, vec_of({1, 3}));
  EXPECT_EQ(vec.erase(1), 3);
  EXPECT_EQ(vec.erase(0), 1);
  EXPECT_TRUE(vec.empty());
}

TEST(SmallVec, FindsTheFirstAndCountsAll) {
  const Vec vec = vec_of({5, 7, 5});
  EXPECT_EQ(vec.find(5), 0);
  EXPECT_EQ(vec.find(7), 1);
  EXPECT_EQ(vec.find(0), -1);
  EXPECT_TRUE(vec.contains(7));
  EXPECT_FALSE(vec.contains(0));
  EXPECT_EQ(vec.count(5), 2);
}

// Vectors of several sizes take their own ways; all must agree with the plain one.
template <int kCapacity>
void erases_and_finds_like_a_vector() {
  for (int size = 1; size <= kCapacity; ++size) {
    for (int at = 0; at < size; ++at) {
      SmallVec<uint8_t, kCapacity> vec;
      std::vector<uint8_t> model;
      for (int i = 0; i < size; ++i) {
        vec.push_back(static_cast<uint8_t>(i % 100));  // zero too: it looks like an unused place
        model.push_back(static_cast<uint8_t>(i % 100));
      }
      ASSERT_EQ(vec.erase(at), model[static_cast<size_t>(at)]);
      model.erase(model.begin() + at);
      SmallVec<uint8_t, kCapacity> fresh;
      for (uint8_t value : model) fresh.push_back(value);
      ASSERT_EQ(std::memcmp(&vec, &fresh, sizeof vec), 0) << size << " " << at;
      for (int value = 0; value < 256; ++value) {
        const auto found = std::find(model.begin(), model.end(), value);
        ASSERT_EQ(vec.find(static_cast<uint8_t>(value)),
                  found == model.end() ? -1 : found - model.begin());
      }
    }
  }
}

TEST(SmallVec, ErasesAndFindsAtEveryPlaceInEverySize) {
  erases_and_finds_like_a_vector<7>();
  erases_and_finds_like_a_vector<8>();
  erases_and_finds_like_a_vector<15>();
  erases_and_finds_like_a_vector<16>();
  erases_and_finds_like_a_vector<33>();
  erases_and_finds_like_a_vector<96>();
}

TEST(SmallVec, FindsTheFirstOfEqualsAcrossAllPlaces) {
  SmallVec<uint8_t, 15> vec;
  for (uint8_t value : {9, 255, 128, 127, 0, 1, 3, 8, 8, 2, 1, 0}) vec.push_back(value);
  EXPECT_EQ(vec.find(8), 7);
  EXPECT_EQ(vec.find(1), 5);
  EXPECT_EQ(vec.find(0), 4);
  EXPECT_EQ(vec.find(2), 9);
  EXPECT_EQ(vec.find(255), 1);
  EXPECT_EQ(vec.find(129), -1);
}

TEST(SmallVec, InsertSortedKeepsTheOrder) {
  Vec vec;
  for (uint8_t value : {4, 1, 3, 1, 9}) vec.insert_sorted(value);
  EXPECT_EQ(vec, vec_of({1, 1, 3, 4, 9}));
}

TEST(SmallVec, AssignReplacesAllAndLeavesNothingBehind) {
  Vec vec = vec_of({9, 9, 9, 9});
  const Vec other = vec_of({1, 2});
  vec.assign(other.begin(), other.size());
  EXPECT_TRUE(same_bytes(vec, other));
}

TEST(SmallVec, KnowsWhenItIsFull) {
  Vec vec = vec_of({1, 2, 3, 4, 5});
  EXPECT_FALSE(vec.full());
  vec.push_back(6);
  EXPECT_TRUE(vec.full());
  EXPECT_EQ(vec.size(), Vec::capacity());
}

TEST(SmallVec, EqualContentsAreEqualBytesWhateverTheHistory) {
  Vec popped = vec_of({1, 2, 3});
  popped.pop_back();
  Vec erased = vec_of({9, 1, 2});
  erased.erase(0);
  Vec cleared = vec_of({8, 8, 8, 8, 8, 8});
  cleared.clear();
  cleared.insert(0, 2);
  cleared.insert(0, 1);
  const Vec fresh = vec_of({1, 2});
  EXPECT_TRUE(same_bytes(popped, fresh));
  EXPECT_TRUE(same_bytes(erased, fresh));
  EXPECT_TRUE(same_bytes(cleared, fresh));
}

enum class Course : uint8_t { kTurn, kRoll, kPay };
using TestAgenda = Agenda<Course, 4>;

TEST(Agenda, TheLastPushedHappensNext) {
  TestAgenda agenda;
  agenda.push(Course::kTurn, 1);
  agenda.push(Course::kRoll, 2, 3, 4);
  EXPECT_EQ(agenda.size(), 2);
  EXPECT_EQ(agenda.top().item, Course::kRoll);
  const TestAgenda::Entry roll = agenda.pop();
  EXPECT_EQ(roll.a, 2);
  EXPECT_EQ(roll.b, 3);
  EXPECT_EQ(roll.c, 4);
  EXPECT_EQ(agenda.top().item, Course::kTurn);
}

TEST(Agenda, AStepOnTopCanBeChangedInPlace) {
  TestAgenda agenda;
  agenda.push(Course::kPay, 3);
  agenda.top().a = 2;
  EXPECT_EQ(agenda.pop().a, 2);
  EXPECT_TRUE(agenda.empty());
}

TEST(Agenda, EqualCoursesAreEqualBytes) {
  TestAgenda used;
  used.push(Course::kTurn);
  used.push(Course::kRoll, 9, 9, 9);
  used.pop();
  TestAgenda fresh;
  fresh.push(Course::kTurn);
  EXPECT_EQ(used, fresh);
  EXPECT_EQ(std::memcmp(&used, &fresh, sizeof used), 0);
}

TEST(HashBytes, DependsOnEveryByteAndOnTheLength) {
  std::vector<unsigned char> bytes(19, 0);
  std::vector<uint64_t> seen{hash_bytes(bytes.data(), bytes.size()),
                             hash_bytes(bytes.data(), bytes.size() - 1)};
  for (unsigned char& byte : bytes) {
    byte = 1;
    seen.push_back(hash_bytes(bytes.data(), bytes.size()));
    byte = 0;
  }
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
}

TEST(HashBytes, IsTheSameOnEveryTarget) {
  // Records carry these: a change of this number makes every saved record unreadable.
  EXPECT_EQ(hash_bytes("Stamtafel", 9), 8912304488026415159u);
}

}  // namespace
}  // namespace engine
