// The ring of seats (§3): the primitives against a plain model of the ring, and their identities
// (§11.7).
#include <algorithm>

#include "games/koenig/test_table.h"

namespace koenig::seats_test {

using namespace koenig::test;

// A line of H heroes, shuffled, with Draco's cup in either hand.
State shuffled(int players, int away, uint64_t seed) {
  State s = dealt(players, engine::default_variants(spec()), seed);
  s.draco_hand = seed % 2 == 0 ? Hand::kRight : Hand::kLeft;
  for (int i = 0; i < away; ++i) {
    const Hero hero = character(engine::seat_at(i), 0);
    s.away[static_cast<size_t>(i)] = hero;
    s.line.erase(s.place_of(hero) - 1);
  }
  return s;
}

// Clockwise from Draco, him first (§3.1).
std::vector<Hero> ring_of(const State& s) {
  std::vector<Hero> ring(s.line.begin(), s.line.end());
  if (s.draco_hand == Hand::kRight) std::reverse(ring.begin(), ring.end());
  ring.insert(ring.begin(), Hero::kDraco);
  return ring;
}

// The ring begun at another of its members: only the cyclic order has a meaning.
std::vector<Hero> from(std::vector<Hero> ring, Hero first) {
  std::rotate(ring.begin(), std::find(ring.begin(), ring.end(), first), ring.end());
  return ring;
}

class Seats {
 public:
  explicit Seats(const State& s) : state(s) {}
  State state;
  Play play() { return {state, chance_, events_}; }

 private:
  Chance chance_{1};
  Events events_;
};

template <class Check>
void for_many_lines(Check check) {
  for (int players = 3; players <= 6; ++players) {
    for (int away = 0; away < players; ++away) {
      for (uint64_t seed = 0; seed < 6; ++seed) check(shuffled(players, away, seed));
    }
  }
}

TEST(KoenigSeats, ForwardAndBackJumpOverHeroesAndStopBesideDraco) {
  for_many_lines([](const State& start) {
    for (Hero hero : start.line) {
      for (int steps = 1; steps <= 8; ++steps) {
        for (int sign : {-1, 1}) {
          Seats seats(start);
          Play p = seats.play();
          sign < 0 ? move_forward(p, hero, steps) : move_back(p, hero, steps);
          // The model: one jump over one neighbour at a time, until Draco is in the way.
          std::vector<Hero> line(start.line.begin(), start.line.end());
          auto at = std::find(line.begin(), line.end(), hero) - line.begin();
          for (int i = 0; i < steps; ++i) {
            const auto to = at + sign;
            if (to < 0 || to >= static_cast<std::ptrdiff_t>(line.size())) break;
            std::swap(line[static_cast<size_t>(at)], line[static_cast<size_t>(to)]);
            at = to;
          }
          ASSERT_TRUE(std::equal(line.begin(), line.end(), p.s.line.begin(), p.s.line.end()));
          ASSERT_EQ(p.s.draco_hand, start.draco_hand);
        }
      }
    }
  });
}

TEST(KoenigSeats, BesideAnAnchorMeansDirectlyInFrontOrBehind) {
  for_many_lines([](const State& start) {
    for (Hero hero : start.line) {
      for (Hero anchor : start.line) {
        if (hero == anchor) continue;
        for (Side side : {Side::kInFront, Side::kBehind}) {
          Seats seats(start);
          Play p = seats.play();
          put_beside(p, hero, side, anchor);
          ASSERT_EQ(p.s.place_of(hero), p.s.place_of(anchor) + (side == Side::kBehind ? 1 : -1));
          // The others keep their order.
          std::vector<Hero> others;
          std::vector<Hero> others_before;
          std::copy_if(p.s.line.begin(), p.s.line.end(), std::back_inserter(others),
                       [&](Hero h) { return h != hero; });
          std::copy_if(start.line.begin(), start.line.end(), std::back_inserter(others_before),
                       [&](Hero h) { return h != hero; });
          ASSERT_EQ(others, others_before);
        }
      }
    }
  });
}

TEST(KoenigSeats, DracoMovesAlongTheRingAndTheHeroesKeepTheirSeats) {
  for_many_lines([](const State& start) {
    for (int over = 1; over < start.H(); ++over) {
      for (int sign : {1, -1}) {
        Seats seats(start);
        Play p = seats.play();
        shift_draco(p, sign * over);
        // In the ring Draco swaps with one neighbour after another, clockwise or not (§3.1).
        std::vector<Hero> ring = ring_of(start);
        const bool clockwise = (start.draco_hand == Hand::kLeft) == (sign > 0);
        for (int i = 0; i < over; ++i) {
          const auto at =
              static_cast<size_t>(std::find(ring.begin(), ring.end(), Hero::kDraco) - ring.begin());
          std::swap(ring[at], ring[(at + (clockwise ? 1 : ring.size() - 1)) % ring.size()]);
        }
        ASSERT_EQ(ring_of(p.s), from(ring, Hero::kDraco)) << over << " of " << start.H();
      }
    }
  });
}

TEST(KoenigSeats, DracoAndAHeroExchangeTwoCardsOfTheRing) {
  for_many_lines([](const State& start) {
    for (Hero hero : start.line) {
      Seats seats(start);
      Play p = seats.play();
      swap_draco(p, hero);
      std::vector<Hero> ring = ring_of(start);
      std::iter_swap(std::find(ring.begin(), ring.end(), hero),
                     std::find(ring.begin(), ring.end(), Hero::kDraco));
      ASSERT_EQ(ring_of(p.s), from(ring, Hero::kDraco));
      ASSERT_EQ(p.s.place_of(hero), start.H() + 1 - start.place_of(hero));
      ASSERT_EQ(p.s.draco_hand, start.draco_hand);
    }
  });
}

TEST(KoenigSeats, TurningDracoMovesNoCard) {
  for_many_lines([](const State& start) {
    Seats seats(start);
    Play p = seats.play();
    flip_draco(p);
    ASSERT_NE(p.s.draco_hand, start.draco_hand);
    ASSERT_EQ(ring_of(p.s), ring_of(start));
    ASSERT_EQ(p.s.at(1), start.at(start.H()));
  });
}

TEST(KoenigSeats, DoneTwiceOrThereAndBackIsTheIdentity) {
  for_many_lines([](const State& start) {
    const auto unchanged = [&](const State& s) {
      return s.line == start.line && s.draco_hand == start.draco_hand;
    };
    Seats seats(start);
    Play p = seats.play();
    flip_draco(p);
    flip_draco(p);
    ASSERT_TRUE(unchanged(p.s)) << "flip twice";
    for (int over = 1; over < start.H(); ++over) {
      shift_draco(p, over);
      shift_draco(p, -over);
      ASSERT_TRUE(unchanged(p.s)) << "there and back over " << over;
    }
    for (Hero a : start.line) {
      swap_draco(p, a);
      swap_draco(p, a);
      ASSERT_TRUE(unchanged(p.s)) << "with Draco twice";
      for (Hero b : start.line) {
        if (a == b) continue;
        swap_heroes(p, a, b);
        swap_heroes(p, a, b);
        ASSERT_TRUE(unchanged(p.s)) << "swap twice";
      }
    }
  });
}

TEST(KoenigSeats, FirstAndLastAreNotNeighbours) {
  // R28, by what neighbours get: Sarah on the first place, her owner-to-be on the last.
  Table table(3, R"({"active": "green", "turn": 4, "start": "green", "cup": "centre",
        "line": ["S", "Pr", "J", "Ya", "Yr", "Gd", "Z", "Pg", "Gg"],
        "hands": {"green": ["stammplatz"], "purple": ["stammplatz"]}})");
  EXPECT_TRUE(sits_beside_sarah(table.state(), kPurple));
  EXPECT_FALSE(sits_beside_sarah(table.state(), kGreen));
  EXPECT_FALSE(sits_beside_sarah(table.state(), kYellow));
}

}  // namespace koenig::seats_test
