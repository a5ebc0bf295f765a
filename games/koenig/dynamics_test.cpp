// The invariants that a single position cannot show (§11.5 to §11.12), over random games of every
// player count with every variant.
#include <algorithm>
#include <array>

#include "games/koenig/test_table.h"

namespace koenig::dynamics_test {

using namespace koenig::test;

constexpr int kGamesEach = 4;

// Calls play(players, variants, seed, policy) for every player count and variant, with ordinary
// random games and with games in which nobody gives the last toast.
template <class PlayGame>
void for_many_games(PlayGame play) {
  uint64_t seed = 1000;
  for (int players = 3; players <= 6; ++players) {
    for (const engine::Variants& variants : all_variants()) {
      for (int i = 0; i < kGamesEach; ++i) {
        ++seed;
        SCOPED_TRACE(std::to_string(players) + " players, seed " + std::to_string(seed) + ", " +
                     engine::describe_variants(spec(), variants));
        play(players, variants, seed, i == 0 ? no_last_toast : any_action);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

bool is(const Event& event, EventKind told) { return event.kind == static_cast<uint8_t>(told); }

Effect effect_of(int card) { return edition()[static_cast<Card>(card)].effect; }

// --- §11.5 the wooden cup ---

struct CupWatch {
  int players;
  int last_toast = 0;    // turn
  int last_special = 0;  // turn of the last Begeisterung or Katerstimmung
  int enthusiasm_turn = 0;

  void operator()(const Moment& m) {
    int turn = m.before.turn;
    for (const Event& e : m.events) {
      if (is(e, EventKind::kTurn)) turn = e.args[1];
      if (is(e, EventKind::kPlayed)) {
        const Effect effect = effect_of(e.args[1]);
        if (effect == Effect::kFreeToast) enthusiasm_turn = turn;
        if (effect == Effect::kFreeToast || effect == Effect::kPlaceCup) last_special = turn;
      }
      if (is(e, EventKind::kToast)) {
        ASSERT_EQ(e.args[0], index(m.before.active));
        // Before any toast the cup stands with the last player, as after a toast in turn 0.
        if (last_special == 0 || last_special < last_toast) {
          ASSERT_GE(turn - last_toast, players + 1);
        }
        last_toast = turn;
      }
    }
    if (enthusiasm_turn != 0 && enthusiasm_turn < m.after.turn &&
        enthusiasm_turn == m.before.turn) {
      // The turn with Begeisterung is over.
      ASSERT_EQ(m.after.cup, Seat::kNone) << "after Begeisterung in turn " << enthusiasm_turn;
    }
  }
};

TEST(KoenigDynamics, Inv5_TheCupIsInTheCentreAfterBegeisterungAndKeepsToastsApart) {
  int toasts = 0;
  for_many_games([&](int players, const engine::Variants& variants, uint64_t seed, Policy policy) {
    CupWatch watch{players};
    play_random(players, variants, seed, watch, policy);
    toasts += watch.last_toast > 0 ? 1 : 0;
  });
  EXPECT_GT(toasts, 100) << "the check has to see toasts";
}

// --- §11.6 Draco ---

TEST(KoenigDynamics, Inv6_DracosHandAndSeatChangeOnlyThroughTheSevenCards) {
  int copies = 0;
  for (const CardData& card : edition().cards) {
    if (card.effect >= Effect::kShiftDraco && card.effect <= Effect::kFlipDraco)
      copies += card.copies;
  }
  EXPECT_EQ(copies, 7);
  int moves = 0;
  for_many_games([&](int players, const engine::Variants& variants, uint64_t seed, Policy policy) {
    play_random(
        players, variants, seed,
        [&](const Moment& m) {
          Card card = m.before.in_play;
          for (const Event& e : m.events) {
            if (is(e, EventKind::kPlayed)) card = static_cast<Card>(e.args[1]);
            const bool turned = is(e, EventKind::kDracoTurned);
            const bool moved = is(e, EventKind::kDracoMoved) || is(e, EventKind::kDracoSwapped);
            if (!turned && !moved) continue;
            ++moves;
            ASSERT_NE(card, Card::kNone);
            const Effect effect = edition()[card].effect;
            ASSERT_EQ(turned, effect == Effect::kFlipDraco);
            ASSERT_TRUE(turned || (effect >= Effect::kShiftDraco && effect < Effect::kFlipDraco));
          }
          const bool flipped = card != Card::kNone && edition()[card].effect == Effect::kFlipDraco;
          ASSERT_EQ(m.before.draco_hand != m.after.draco_hand, flipped);
        },
        policy);
  });
  EXPECT_GT(moves, 1000);
}

// One event after the other, as whoever watches would follow them.
void follow(const Event& e, std::vector<Hero>& line) {
  const auto hero = [&](size_t i) { return static_cast<Hero>(e.args[i]); };
  const auto at = [&](Hero h) { return std::find(line.begin(), line.end(), h); };
  if (is(e, EventKind::kMoved)) {
    ASSERT_EQ(at(hero(0)) - line.begin() + 1, e.args[1]) << "moved from where it does not sit";
    line.erase(at(hero(0)));
    line.insert(line.begin() + e.args[2] - 1, hero(0));
    ASSERT_NE(e.args[1], e.args[2]) << "nobody moved";
  } else if (is(e, EventKind::kSits)) {
    line[static_cast<size_t>(e.args[1]) - 1] = hero(0);
  } else if (is(e, EventKind::kSwapped)) {
    std::iter_swap(at(hero(0)), at(hero(1)));
  } else if (is(e, EventKind::kLeft)) {
    line.erase(at(hero(0)));
  } else if (is(e, EventKind::kReturned)) {
    line.insert(line.begin() + e.args[1] - 1, hero(0));
  } else if (is(e, EventKind::kDracoMoved)) {
    std::rotate(line.begin(), at(hero(0)), line.end());
  } else if (is(e, EventKind::kDracoTurned)) {
    std::reverse(line.begin(), line.end());
  } else if (is(e, EventKind::kDracoSwapped)) {
    std::vector<Hero> ring(at(hero(0)) + 1, line.end());
    ring.push_back(hero(0));
    ring.insert(ring.end(), line.begin(), at(hero(0)));
    line = ring;
  } else if (is(e, EventKind::kRevealed) || is(e, EventKind::kRearranged)) {
    auto first = std::min({at(hero(0)), at(hero(1)), at(hero(2))});
    for (size_t i = 0; i < 3; ++i) *first++ = hero(i);
  }
}

TEST(KoenigDynamics, Inv6_TheLineChangesOnlyAsTheEventsTell) {
  for_many_games([&](int players, const engine::Variants& variants, uint64_t seed, Policy policy) {
    play_random(
        players, variants, seed,
        [&](const Moment& m) {
          Card card = m.before.in_play;
          std::vector<Hero> line(m.before.line.begin(), m.before.line.end());
          for (const Event& e : m.events) {
            if (is(e, EventKind::kPlayed)) card = static_cast<Card>(e.args[1]);
            follow(e, line);
            if (testing::Test::HasFatalFailure()) return;
          }
          ASSERT_TRUE(
              std::equal(line.begin(), line.end(), m.after.line.begin(), m.after.line.end()))
              << (card == Card::kNone ? "no card" : edition()[card].id);
        },
        policy);
  });
}

// --- §11.8 hand sizes ---

TEST(KoenigDynamics, Inv8_HandsChangeByPlayingDrawingAndFaulerHandelOnly) {
  for_many_games([&](int players, const engine::Variants& variants, uint64_t seed, Policy policy) {
    std::array<int, kMaxPlayers> size{};
    for (int i = 0; i < players; ++i) size[static_cast<size_t>(i)] = edition().hand_size;
    int played_in_turn = 0;
    bool had_cards = true;
    play_random(
        players, variants, seed,
        [&](const Moment& m) {
          for (const Event& e : m.events) {
            const auto who = static_cast<size_t>(e.args[0]);
            if (is(e, EventKind::kTurn)) {
              ASSERT_EQ(played_in_turn, had_cards ? 1 : 0)
                  << "one card a turn, unless the hand is empty (R19)";
              played_in_turn = 0;
              had_cards = size[who] > 0;
            } else if (is(e, EventKind::kPlayed)) {
              --size[who];
              ++played_in_turn;
            } else if (is(e, EventKind::kDrew)) {
              ++size[who];
            } else if (is(e, EventKind::kTook)) {
              ++size[who];
              --size[static_cast<size_t>(e.args[1])];
            } else if (is(e, EventKind::kHandsSwapped)) {
              std::swap(size[who], size[static_cast<size_t>(e.args[1])]);
            }
          }
          for (int i = 0; i < players; ++i) {
            ASSERT_EQ(m.after.hands.size(engine::seat_at(i)), size[static_cast<size_t>(i)]);
          }
        },
        policy);
  });
}

TEST(KoenigDynamics, Inv8_TheActivePlayerDrawsExactlyOneCardAtTheEndOfHisTurn) {
  for_many_games([&](int players, const engine::Variants& variants, uint64_t seed, Policy policy) {
    play_random(
        players, variants, seed,
        [&](const Moment& m) {
          Seat active = m.before.active;
          int draws = 0;  // of anybody, since the last thing that was no draw
          Seat drawer = Seat::kNone;
          for (const Event& e : m.events) {
            if (is(e, EventKind::kDrew) || is(e, EventKind::kDrawLost)) {
              ++draws;
              drawer = engine::seat_at(e.args[0]);
            } else if (is(e, EventKind::kTurn)) {
              ASSERT_GT(draws, 0);
              ASSERT_EQ(drawer, active) << "the last draw of a turn is the active player's own";
              active = engine::seat_at(e.args[0]);
              draws = 0;
            }
          }
        },
        policy);
  });
}

// --- §11.9 the final phase ---

TEST(KoenigDynamics, Inv9_TheFinalPhaseStaysAndEndsWithTheFirstToastInIt) {
  for_many_games([&](int players, const engine::Variants& variants, uint64_t seed, Policy policy) {
    const State start = dealt(players, variants, seed);
    int toasts_in_it = 0;
    bool final_phase = false;
    const State end = play_random(
        players, variants, seed,
        [&](const Moment& m) {
          ASSERT_TRUE(!m.before.final_phase() || m.after.final_turn == m.before.final_turn);
          for (const Event& e : m.events) {
            if (is(e, EventKind::kFinalPhase)) {
              ASSERT_FALSE(final_phase) << "it begins once";
              final_phase = true;
            }
            if (final_phase && (is(e, EventKind::kToast) || is(e, EventKind::kDracosToast)))
              ++toasts_in_it;
            ASSERT_TRUE(final_phase || !is(e, EventKind::kDracosToast));
          }
        },
        policy);
    ASSERT_EQ(toasts_in_it, 1);
    // At least one card is drawn in each turn, so the pile lasts that long at most.
    if (end.variant(Variant::kLongGame) == 0) {
      ASSERT_LE(end.final_turn, start.pile.size());
    }
    ASSERT_LE(end.turn, end.final_turn + end.variant(Variant::kStallLimitRounds) * players);
  });
}

TEST(KoenigDynamics, Inv9_WithoutALastToastDracoCallsItExactlyAtTheLimit) {
  for (int players = 3; players <= 6; ++players) {
    for (std::string_view limit : {"stall_limit_rounds=1", "stall_limit_rounds=3", ""}) {
      bool draco = false;
      const State end = play_random(
          players, variants_of(limit), 77,
          [&](const Moment& m) {
            for (const Event& e : m.events) draco = draco || is(e, EventKind::kDracosToast);
          },
          no_last_toast);
      EXPECT_TRUE(draco);
      EXPECT_EQ(end.turn, end.final_turn + end.variant(Variant::kStallLimitRounds) * players);
    }
  }
}

// --- §11.10, §11.11 what a toast and Wohltätigkeit give ---

TEST(KoenigDynamics, Inv10_ANormalToastMovesAtMost10OutOfTheBankAnd5IntoIt) {
  int toasts = 0;
  for_many_games([&](int players, const engine::Variants& variants, uint64_t seed, Policy policy) {
    play_random(
        players, variants, seed,
        [&](const Moment& m) {
          const Verb verb = static_cast<Verb>(m.action.verb);
          int received = 0;
          int paid = 0;
          bool toast = false;
          for (const Event& e : m.events) {
            if (is(e, EventKind::kToast) || is(e, EventKind::kDracosToast)) toast = true;
            if (toast && is(e, EventKind::kReceived)) received += e.args[1];
            if (toast && is(e, EventKind::kPaid)) paid += e.args[1];
          }
          ASSERT_TRUE(toast || verb != Verb::kToast);
          if (!toast) return;
          ++toasts;
          if (verb == Verb::kToast) {
            ASSERT_EQ(m.before.bank - m.after.bank, received - paid);
            ASSERT_EQ(m.after.cellar, Card::kNone);
          }
          if (m.before.cellar != Card::kNone || verb != Verb::kToast) return;
          ASSERT_LE(received, 10);
          ASSERT_LE(paid, 5);
          ASSERT_LE(m.before.bank - m.after.bank, 10);
          ASSERT_GE(m.before.bank - m.after.bank, -5);
        },
        policy);
  });
  EXPECT_GT(toasts, 1000);
}

TEST(KoenigDynamics, Inv11_AtMostTwoCardsForSarahsAndForJohnsNeighbours) {
  int gifts = 0;
  for_many_games([&](int players, const engine::Variants& variants, uint64_t seed, Policy policy) {
    play_random(
        players, variants, seed,
        [&](const Moment& m) {
          const bool toast = static_cast<Verb>(m.action.verb) == Verb::kToast;
          const bool charity = static_cast<Verb>(m.action.verb) == Verb::kPlay &&
                               effect_of(m.action.a) == Effect::kJohnNeighboursDraw;
          if (!toast && !charity) return;
          int drawn = 0;
          bool own_draw = false;
          for (const Event& e : m.events) {
            if (is(e, EventKind::kTurn) || is(e, EventKind::kDracosToast)) {
              own_draw = true;
              break;
            }
            drawn += is(e, EventKind::kDrew) ? 1 : 0;
          }
          gifts += drawn;
          ASSERT_LE(drawn, own_draw ? 3 : 2);
          ASSERT_TRUE(drawn == 0 || !toast || own_draw || m.after.over == 0)
              << "no cards at the last toast (R50)";
        },
        policy);
  });
  EXPECT_GT(gifts, 1000);
}

// --- §11.12 ---

TEST(KoenigDynamics, Inv12_SameSeedAndSameDecisionsAreTheSameGame) {
  for_many_games([&](int players, const engine::Variants& variants, uint64_t seed, Policy policy) {
    struct Item {
      Seat seat;
      Action action;
      uint64_t hash;
      std::vector<Event> events;
    };
    std::vector<Item> steps;
    play_random(
        players, variants, seed,
        [&](const Moment& m) {
          steps.push_back({m.seat,
                           m.action,
                           engine::hash_of<Koenig>(m.after),
                           {m.events.begin(), m.events.end()}});
        },
        policy);
    State s = dealt(players, variants, seed);
    for (size_t n = 0; n < steps.size(); ++n) {
      std::vector<Event> told;
      Events events(told);
      Chance chance(seed, n + 2);
      Koenig::apply(s, steps[n].seat, steps[n].action, chance, events);
      ASSERT_EQ(engine::hash_of<Koenig>(s), steps[n].hash) << "action " << n;
      ASSERT_EQ(told, steps[n].events) << "action " << n;
    }
    ASSERT_TRUE(Koenig::over(s));
  });
}

// §11.1 to §11.4 in every position of these games: the invariants a position can be asked for.
TEST(KoenigDynamics, Inv1To4_NoPositionOfARandomGameBreaksAnInvariant) {
  for_many_games([&](int players, const engine::Variants& variants, uint64_t seed, Policy policy) {
    play_random(
        players, variants, seed,
        [&](const Moment& m) {
          const int broken = Koenig::broken_invariant(m.after);
          ASSERT_EQ(broken, -1) << spec().invariants[static_cast<size_t>(broken)];
          // R11: coins for it exist: what is left after changing all threes into gold, where
          // gold is left.
          int silver = 0;
          int gold = 0;
          for (int i = 0; i < players; ++i) {
            silver += m.after.wealth[static_cast<size_t>(i)] % 3;
            gold += m.after.wealth[static_cast<size_t>(i)] / 3;
          }
          if (m.after.bank_limited()) {
            const int changed = std::max(0, gold - 25);
            ASSERT_LE(silver + 3 * changed, 20);
          }
          ASSERT_GE(m.after.H(), players + 3);
        },
        policy);
  });
}

}  // namespace koenig::dynamics_test
