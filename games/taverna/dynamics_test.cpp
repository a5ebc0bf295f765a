// The invariants that a single position cannot show (§11), over random games of every player count.
#include <algorithm>

#include "games/taverna/test_table.h"

namespace taverna::dynamics_test {

using namespace taverna::test;

template <class PlayGame>
void for_many_games(PlayGame play) {
  constexpr std::string_view kOptions[]{
      "reaction_mode=ask", "reaction_mode=hold", "reaction_mode=off curse_card=off",
      "reaction_mode=ask privilege_activations_per_turn=one",
      "reaction_mode=ask open_coins=false two_player_blocked_scorings=1"};
  for (int players = 2; players <= 5; ++players) {
    for (std::string_view variants : kOptions) {
      for (uint64_t seed = 1; seed <= 12; ++seed) {
        SCOPED_TRACE(std::to_string(players) + " players, seed " + std::to_string(seed) + ", " +
                     std::string(variants));
        play(players, variants_of(variants), seed);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

// 10, 11: every change of coins and points is told, and sums up to what is there.
TEST(TavernaDynamics, TheLedgersBalance) {
  for_many_games([](int players, const engine::Variants& variants, uint64_t seed) {
    play_random(players, variants, seed, [&](const Moment& m) {
      PerSeat<int> coins{};
      PerSeat<int> points{};
      bool peoples = false;
      const auto at = [](PerSeat<int>& ledger, int16_t seat) -> int& {
        return ledger[static_cast<size_t>(seat)];
      };
      for (const Event& e : m.events) {
        if (is(e, EventKind::kIncome) || is(e, EventKind::kFeast) || is(e, EventKind::kCoins) ||
            is(e, EventKind::kRefunded))
          at(coins, e.args[0]) += e.args[1];
        if (is(e, EventKind::kPaid)) at(coins, e.args[0]) -= e.args[1];
        if (is(e, EventKind::kGave) || is(e, EventKind::kRobbed)) {
          at(coins, e.args[0]) -= e.args[2];
          at(coins, e.args[1]) += e.args[2];
        }
        if (is(e, EventKind::kScored)) at(points, e.args[0]) += e.args[1];
        if (is(e, EventKind::kRoyal) || is(e, EventKind::kRoyalCoins) ||
            is(e, EventKind::kPeopleScored))
          at(points, e.args[0]) += e.args[2];
        peoples = peoples || is(e, EventKind::kPeopleScored);
      }
      for (size_t i = 0; i < static_cast<size_t>(players); ++i) {
        ASSERT_EQ(m.before.coins[i] + coins[i], m.after.coins[i]);
        ASSERT_EQ(m.before.points[i] + points[i], m.after.points[i]);
        if (!peoples) {
          ASSERT_GE(points[i], 0);  // R35
        }
      }
    });
  });
}

// 2, 4, 13: a tavern's privilege never comes back; symbols only come; each token is 3 points.
TEST(TavernaDynamics, TavernsOnlyGetFuller) {
  for_many_games([](int players, const engine::Variants& variants, uint64_t seed) {
    int tokens = 0;
    const State end = play_random(players, variants, seed, [&](const Moment& m) {
      for (size_t t = 0; t < kTaverns; ++t) {
        ASSERT_LE(m.after.privilege_there[t], m.before.privilege_there[t]);
        ASSERT_EQ(m.before.tokens[t] | m.after.tokens[t], m.after.tokens[t]);
      }
      for (size_t i = 0; i < m.events.size(); ++i) {
        if (!is(m.events[i], EventKind::kGuildPlaced)) continue;
        ++tokens;
        ASSERT_TRUE(is(m.events[i + 1], EventKind::kScored));
        ASSERT_EQ(m.events[i + 1].args[1], 3);
      }
    });
    int placed = 0;
    for (const Symbols& there : end.tokens) placed += there.size();
    ASSERT_EQ(placed, tokens);
  });
}

// 6, 16: exactly T turns each, with a full row before each of them.
TEST(TavernaDynamics, EverySeatHasItsTurns) {
  for_many_games([](int players, const engine::Variants& variants, uint64_t seed) {
    PerSeat<int> turns{};
    const State end = play_random(players, variants, seed, [&](const Moment& m) {
      for (const Event& e : m.events) {
        if (is(e, EventKind::kTurn)) ++turns[static_cast<size_t>(e.args[0])];
      }
      if (m.after.phase == Phase::kPre) {
        ASSERT_EQ(std::count(m.after.row.begin(), m.after.row.end(), Customer::kNone), kMaxRow - 4);
      }
    });
    for (size_t i = 0; i < static_cast<size_t>(players); ++i) {
      ASSERT_EQ(turns[i], players == 2 ? 8 : 6);
      ASSERT_EQ(end.taken[i].size(), turns[i]);
    }
  });
}

// 9, 12, 15: what one turn can hold. A response to a spell comes from a seat that may still cast.
TEST(TavernaDynamics, ATurnIsBounded) {
  for_many_games([](int players, const engine::Variants& variants, uint64_t seed) {
    PerSeat<int> casts{};
    PerSeat<int> favours{};
    std::array<int, kDignitaries> hires{};
    int by_privilege = 0;
    play_random(players, variants, seed, [&](const Moment& m) {
      for (const Event& e : m.events) {
        if (is(e, EventKind::kTurn)) {
          casts = favours = {};
          hires = {};
          by_privilege = 0;
        }
        if (is(e, EventKind::kCast)) ++casts[static_cast<size_t>(e.args[0])];
        if (is(e, EventKind::kFavourUsed)) ++favours[static_cast<size_t>(e.args[0])];
        if (is(e, EventKind::kHired) || is(e, EventKind::kSentFor) || is(e, EventKind::kPuppet))
          ++hires[static_cast<size_t>(e.args[1])];
        by_privilege += is(e, EventKind::kSentFor) ? 1 : 0;
      }
      for (size_t i = 0; i < static_cast<size_t>(players); ++i) {
        const bool active = engine::seat_at(static_cast<int>(i)) == m.after.active;
        ASSERT_LE(casts[i], 2);
        if (!active) {
          ASSERT_LE(favours[i], 4);  // three kinds, and one with a second spell
        }
      }
      for (int times : hires) ASSERT_LE(times, 1);
      if (m.after.variant(Variant::kPrivilegeActivations) != 0) {
        ASSERT_LE(by_privilege, 1);
      }
    });
  });
}

// E63: without play out of turn nobody but the active player decides anything in a turn.
TEST(TavernaDynamics, ModeOffAsksTheActivePlayerOnly) {
  for (int players = 2; players <= 5; ++players) {
    for (uint64_t seed = 1; seed <= 40; ++seed) {
      const State end =
          play_random(players, variants_of("reaction_mode=off"), seed, [&](const Moment& m) {
            if (m.before.phase != Phase::kNone) {
              ASSERT_EQ(m.seat, m.before.active);
            }
          });
      EXPECT_EQ(end.spells_in_game().size(), 28);
    }
  }
}

// 14, R44: n scorings are used with 3 to 5 players, four with two.
TEST(TavernaDynamics, RoyalScoringsAreUsedOnce) {
  for_many_games([](int players, const engine::Variants& variants, uint64_t seed) {
    const State end = play_random(players, variants, seed, [](const Moment&) {});
    int used = 0;
    for (Seat seat : end.scored_by) used += seat != Seat::kNone ? 1 : 0;
    ASSERT_EQ(used, players == 2 ? 4 : players);
    ASSERT_EQ(end.blocked == Scoring::kNone,
              players != 2 || end.variant(Variant::kBlockedScorings) == 0);
  });
}

// No decision is a wall of choices.
TEST(TavernaDynamics, ChoicesAreSmall) {
  int most = 0;
  for_many_games([&](int players, const engine::Variants& variants, uint64_t seed) {
    play_random(players, variants, seed, [&](const Moment& m) {
      Offer offer(Offer::Keep::kLegal);
      Taverna::options(m.before, m.seat, offer);
      most = std::max(most, offer.size());
    });
  });
  EXPECT_LE(most, 60);
  EXPECT_LE(sizeof(State), 2048u);
}

// What standing orders may answer (§5.3): every window and what a reaction goes on to ask; never a
// question of the own turn, of the set-up or of the royal scoring.
TEST(TavernaDynamics, OutOfTurnAreTheWindowsAndTheTargetsOfReactions) {
  int windows = 0;
  int targets = 0;
  for_many_games([&](int players, const engine::Variants& variants, uint64_t seed) {
    play_random(players, variants, seed, [&](const Moment& m) {
      const auto prompt = static_cast<Prompt>(Taverna::prompt(m.before, m.seat));
      const bool window = prompt >= Prompt::kWindowStart && prompt <= Prompt::kWindowSpell;
      const bool target = prompt > Prompt::kWindowSpell && prompt < Prompt::kRoyal;
      const bool reaction = window || (target && m.seat != m.before.active);
      ASSERT_EQ(Taverna::out_of_turn(m.before, m.seat), reaction)
          << spec().prompts[static_cast<size_t>(prompt)];
      // A window is always somebody else's doing; a target belongs to what one has declared.
      const engine::Asker asker = Taverna::asker(m.before, m.seat);
      if (window) {
        ASSERT_NE(asker.seat, m.seat);
      } else if (target) {
        ASSERT_EQ(asker.seat, m.seat);
        ASSERT_NE(asker.domain, engine::kNoArg);
      } else {
        ASSERT_EQ(asker, engine::Asker{});
      }
      windows += window ? 1 : 0;
      targets += reaction && !window ? 1 : 0;
    });
  });
  EXPECT_GT(windows, 100);
  EXPECT_GT(targets, 20);
}

TEST(TavernaDynamics, ArmedIsTheSameGameAsAsk) {
  EXPECT_TRUE(spec().reactions.orders_on.chosen_in(variants_of("reaction_mode=armed")));
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    std::vector<Action> asked;
    play_random(3, variants_of("reaction_mode=ask"), seed,
                [&](const Moment& m) { asked.push_back(m.action); });
    std::vector<Action> armed;
    play_random(3, variants_of("reaction_mode=armed"), seed,
                [&](const Moment& m) { armed.push_back(m.action); });
    EXPECT_EQ(asked, armed);
  }
}

}  // namespace taverna::dynamics_test
