#include "engine/action_index.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

constexpr DomainId kCard = kFirstDomain;
constexpr DomainId kNothing = kFirstDomain + 1;
constexpr VerbSpec kVerbs[]{
    {"pass"},
    {"never", {kNothing}},
    {"bid", {kSeatArg, kNumber}, {2, 5}},
    {"play", {kCard, kCard}},
};

GameSpec spec() { return {.id = "toy", .max_seats = 3, .verbs = kVerbs}; }
ActionIndex toy() {
  return {spec(), [](DomainId domain) { return domain == kCard ? 7 : 0; }};
}

TEST(ActionIndex, CountsEveryActionOnce) {
  const ActionIndex actions = toy();
  EXPECT_EQ(actions.size(), 1 + 0 + 3 * 4 + 7 * 7);
  for (int i = 0; i < actions.size(); ++i) {
    EXPECT_EQ(actions.index(actions.action(i)), i);
    EXPECT_EQ(actions.known(actions.action(i)), i);
  }
}

TEST(ActionIndex, TheLastArgumentCountsFastest) {
  EXPECT_EQ(toy().action(0), (Action{0, 0, 0, 0}));
  EXPECT_EQ(toy().action(1), (Action{2, 0, 2, 0}));
  EXPECT_EQ(toy().action(2), (Action{2, 0, 3, 0}));
  EXPECT_EQ(toy().index({3, 6, 6, 0}), 1 + 12 + 48);
}

TEST(ActionIndex, WhatIsNoActionHasNone) {
  const ActionIndex actions = toy();
  for (const Action action :
       {Action{4, 0, 0, 0}, Action{1, 0, 0, 0}, Action{2, 3, 2, 0}, Action{2, 0, 1, 0},
        Action{2, 0, 6, 0}, Action{3, 7, 0, 0}, Action{0, 1, 0, 0}, Action{3, 0, 0, 1}}) {
    EXPECT_EQ(actions.index(action), -1);
  }
}

}  // namespace
}  // namespace engine
