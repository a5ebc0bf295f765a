// What holds along every game (§12), beyond what a single position shows.
#include <numeric>

#include "games/goldbraeu/test_table.h"

namespace goldbraeu::dynamics_test {

using namespace goldbraeu::test;

int all_incomes(const State& s) {
  int sum = 0;
  for (int t = 0; t < s.edition->taverns; ++t) sum += s.income(business_at(t));
  return sum;
}

// Money changes only by the price that the buyer pays and at payday, which pays out exactly the
// incomes.
void expect_money_in_order(const Moment& moment) {
  const bool buys = moment.does(Verb::kBuy) || moment.does(Verb::kDraw);
  const int cost = buys ? price(moment.before) : 0;
  int incomes = 0;
  PerSeat<int> paid{};
  int kept = 0;
  for (const Event& event : moment.events) {
    const auto kind = static_cast<EventKind>(event.kind);
    if (kind == EventKind::kIncome) {
      ASSERT_EQ(event.args[1] % 4, 0);
      incomes += event.args[1];
    }
    if (kind == EventKind::kPaidShare || kind == EventKind::kPaidRest)
      paid[static_cast<size_t>(event.args[0])] += event.args[1];
    if (kind == EventKind::kBankKeeps) kept += event.args[0];
  }
  ASSERT_EQ(std::accumulate(paid.begin(), paid.end(), kept), incomes);
  ASSERT_LE(incomes, 184 + 20);
  if (moment.told(EventKind::kPayday)) {
    ASSERT_EQ(incomes, all_incomes(moment.after));
  }
  for (size_t i = 0; i < paid.size(); ++i) {
    const int spent = static_cast<int>(i) == index(moment.seat) ? cost : 0;
    ASSERT_EQ(moment.after.money[i], moment.before.money[i] - spent + paid[i]);
  }
  if (buys) {
    ASSERT_TRUE(cost == 2 || cost == 5 || cost == 8);
  }
}

// Fields: an extension adds one, a transfer none or fewer, nothing else any. Fences never run out.
void expect_terraces_in_order(const Moment& moment) {
  const int change = moment.after.owned().size() - moment.before.owned().size();
  if (moment.told(EventKind::kTookField)) {
    ASSERT_EQ(change, 1);
  } else if (moment.told(EventKind::kTransferred)) {
    ASSERT_LE(change, 0);
    ASSERT_EQ(change < 0, moment.told(EventKind::kCutOff));
  } else {
    ASSERT_EQ(change, 0);
  }
  ASSERT_LE(fences_needed(moment.after), 46);
}

// Hands shrink by opening only, a card and a stone at a time; a stone returns only by a purge.
void expect_shares_in_order(const Moment& moment) {
  if (moment.before.round == 0) return;
  for (int i = 0; i < moment.before.players; ++i) {
    int opened = 0;
    int purged = 0;
    for (const Event& event : moment.events) {
      if (event.args[0] != i) continue;
      opened += event.kind == static_cast<uint8_t>(EventKind::kOpened) ? 1 : 0;
      purged += event.kind == static_cast<uint8_t>(EventKind::kPurged) ? 1 : 0;
    }
    const Seat seat = seat_at(i);
    const int drawn = moment.told(EventKind::kDrew) && seat == moment.seat ? 1 : 0;
    ASSERT_EQ(moment.after.hidden(seat), moment.before.hidden(seat) - opened + drawn);
    int bought = 0;
    if (moment.does(Verb::kBuy) && seat == moment.seat) {
      bought = is_share(moment.before.face_up[moment.action.a]) ? 1 : 0;
    }
    ASSERT_EQ(moment.after.stones(seat), moment.before.stones(seat) - opened - bought + purged);
  }
}

// Once a business has a boss it is never vacant again.
void expect_bosses_stay(const Moment& moment) {
  for (int n = 0; n < moment.before.businesses(); ++n) {
    if (moment.before.boss_of(business_at(n)) == Seat::kNone) continue;
    ASSERT_NE(moment.after.boss_of(business_at(n)), Seat::kNone);
  }
}

// A business is purged once at most, and somebody always keeps two stones there.
void expect_purges_in_order(const Moment& moment, PerBusiness<bool>& purged) {
  PerBusiness<bool> now{};
  for (const Event& event : moment.events) {
    if (event.kind != static_cast<uint8_t>(EventKind::kPurged)) continue;
    const auto b = static_cast<size_t>(event.args[1]);
    ASSERT_FALSE(purged[b]) << "purged twice";
    now[b] = true;
  }
  for (size_t b = 0; b < now.size(); ++b) {
    if (!now[b]) continue;
    purged[b] = true;
    ASSERT_TRUE(moment.after.complete(business_at(static_cast<int>(b))));
    ASSERT_GE(moment.after.stones_on(business_at(static_cast<int>(b))), 2);
  }
}

// E69. 10,000 games of each number of players.
TEST(GoldbraeuDynamics, E69_WhatHoldsAlongEveryGame) {
  for (int players = 3; players <= 4; ++players) {
    for (uint64_t seed = 0; seed < 10000; ++seed) {
      int rounds = 0;
      int paydays = 0;
      PerSeat<int> led{};
      PerBusiness<bool> purged{};
      const State end =
          play_random(dealt(players, variants_of(""), seed), seed, [&](const Moment& moment) {
            ASSERT_EQ(Goldbraeu::broken_invariant(moment.after), -1);
            expect_money_in_order(moment);
            expect_terraces_in_order(moment);
            expect_shares_in_order(moment);
            expect_bosses_stay(moment);
            expect_purges_in_order(moment, purged);
            for (const Event& event : moment.events) {
              if (event.kind == static_cast<uint8_t>(EventKind::kRound)) {
                ++rounds;
                ++led[static_cast<size_t>(event.args[1])];
              }
              paydays += event.kind == static_cast<uint8_t>(EventKind::kPayday) ? 1 : 0;
            }
          });
      ASSERT_FALSE(testing::Test::HasFatalFailure()) << players << " players, seed " << seed;
      ASSERT_EQ(rounds, 21);
      ASSERT_EQ(paydays, 3);
      for (int i = 0; i < players; ++i) {
        const bool first = seat_at(i) == end.first_start;
        ASSERT_EQ(led[static_cast<size_t>(i)], players == 3 ? 7 : first ? 6 : 5);
      }
    }
  }
}

// The number of fences that six connected terraces can need on this square is at most 46 (R4): with
// k owned fields at most 66 - k, and at most 2k + 6.
TEST(GoldbraeuDynamics, R4_FencesNeverLimitPlayOnOurSquare) {
  int most = 0;
  for (int k = 6; k <= edition().fields; ++k) most = std::max(most, std::min(66 - k, 2 * k + 6));
  EXPECT_EQ(most, 46);
  EXPECT_LT(most, edition().fences);
  // The variant changes nothing: the same games, action by action.
  for (uint64_t seed = 0; seed < 300; ++seed) {
    std::vector<Action> plain;
    play_random(dealt(4, variants_of(""), seed), seed,
                [&](const Moment& moment) { plain.push_back(moment.action); });
    std::vector<Action> limited;
    play_random(dealt(4, variants_of("fence_limit=on"), seed), seed,
                [&](const Moment& moment) { limited.push_back(moment.action); });
    ASSERT_EQ(plain, limited);
  }
}

// R52: three players: who leads the first round of a week leads its seventh too.
TEST(GoldbraeuDynamics, R52_WhereThePaydayFigureStands) {
  State s = dealt(3, variants_of("start_player=seat0"), 1);
  ASSERT_EQ(s.first_start, kRed);
  for (int round = 1; round <= 21; ++round) {
    s.round = static_cast<uint8_t>(round);
    if (round % 7 == 1 || round % 7 == 0) {
      EXPECT_EQ(s.payday_figure(), s.start_of_round());
    }
  }
}

}  // namespace goldbraeu::dynamics_test
