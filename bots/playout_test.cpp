#include "bots/playout.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "bots/test_allocations.h"
#include "engine/any_game_of.h"
#include "games/registry.h"

std::atomic<uint64_t> allocations{0};

// These replace the allocator of the whole test program, so that it can count. Not
// inlined: the compiler would take free() for a mistake.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  std::abort();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

TEST(Playout, TheCounterOfAllocationsCounts) {
  const uint64_t before = allocations;
  const std::vector<int> numbers(100, 7);
  EXPECT_EQ(numbers.back(), 7);
  EXPECT_EQ(allocations, before + 1);
}

// A game of nothing but rules: from a heap of stones each takes one or two in turn, and whoever
// takes the last wins.
struct Nim {
  struct Edition {};
  struct Position {
    uint8_t stones;
    uint8_t turn;
  };
  struct State : Position {
    const Edition* edition;
  };
  static State setup(const Edition& edition, const engine::Variants&, int, engine::Chance& chance,
                     engine::Events&) {
    return {{static_cast<uint8_t>(20 + chance.below(4)), 0}, &edition};
  }
  static int seats(const State&) { return 2; }
  static bool over(const State& s) { return s.stones == 0; }
  static engine::SeatSet acting(const State& s) {
    return over(s) ? engine::SeatSet() : engine::SeatSet(engine::seat_at(s.turn % 2));
  }
  static void options(const State& s, engine::Seat, engine::Offer& offer) {
    for (uint8_t n = 1; n <= 2 && n <= s.stones; ++n) offer({n, 0, 0, 0});
  }
  static engine::Action fallback(const State&, engine::Seat) { return {1, 0, 0, 0}; }
  static void apply(State& s, engine::Seat, engine::Action taken, engine::Chance&,
                    engine::Events&) {
    s.stones = static_cast<uint8_t>(s.stones - taken.verb);
    ++s.turn;
  }
  static engine::Outcome outcome(const State& s) {
    engine::Outcome outcome;
    outcome.winners.insert(engine::seat_at((s.turn + 1) % 2));
    return outcome;
  }
  static void reimagine(State&, engine::Seat, engine::Chance&) {}
};
static_assert(engine::Rules<Nim> && !engine::Face<Nim> && !engine::Judgement<Nim>);

TEST(Playout, NeedsTheRulesAlone) {
  engine::Chance chance(1);
  engine::Events silent;
  Nim::State state = Nim::setup({}, {}, 2, chance, silent);
  const uint32_t decisions = bots::playout<Nim>(state, chance);
  EXPECT_GE(decisions, 10u);
  EXPECT_EQ(Nim::outcome(state).winners.size(), 1);
}

TEST(Playout, NeverAllocates) {
  games::AllGames::for_each([]<class G>() {
    const engine::EditionPtr loaded = games::find(G::spec().id)->default_edition();
    const auto& edition = engine::AnyGameOf<G>::data(*loaded);
    const engine::Variants variants = engine::default_variants(G::spec());
    for (int seats = G::spec().min_seats; seats <= G::spec().max_seats; ++seats) {
      const uint64_t before = allocations;
      for (uint64_t seed = 0; seed < 20; ++seed) {
        engine::Chance chance(seed);
        engine::Events silent;
        typename G::State state = G::setup(edition, variants, seats, chance, silent);
        bots::playout<G>(state, chance);
      }
      EXPECT_EQ(allocations, before) << G::spec().id << ", " << seats << " players";
    }
  });
}

TEST(Playout, ReimaginingForbiddenOptionsAndEvaluationNeverAllocate) {
  games::AllGames::for_each([]<class G>() {
    const engine::EditionPtr loaded = games::find(G::spec().id)->default_edition();
    const auto& edition = engine::AnyGameOf<G>::data(*loaded);
    const engine::Variants variants = engine::default_variants(G::spec());
    engine::Offer all(engine::Offer::Keep::kAll);
    engine::Offer legal(engine::Offer::Keep::kLegal);
    engine::Events silent;
    engine::Judge<G>::standard();  // reads its file once
    const uint64_t before = allocations;
    for (int seats = G::spec().min_seats; seats <= G::spec().max_seats; ++seats) {
      engine::Chance chance(static_cast<uint64_t>(seats));
      typename G::State state = G::setup(edition, variants, seats, chance, silent);
      int64_t sum = 0;
      while (!G::over(state)) {
        const engine::Seat seat = G::acting(state).front();
        typename G::State world = state;
        G::reimagine(world, seat, chance);
        all.clear();
        G::options(world, seat, all);
        sum += engine::Judge<G>::standard().value(world, seat) + G::prompt(world, seat) +
               G::fallback(world, seat).verb;
        bots::random_step<G>(state, legal, chance);
      }
      sum += G::outcome(state).score[0];
      EXPECT_NE(sum, INT64_MIN);
    }
    EXPECT_EQ(allocations, before) << G::spec().id;
  });
}

TEST(Playout, CountsItsDecisionsAndEndsTheGame) {
  games::AllGames::for_each([]<class G>() {
    const engine::EditionPtr loaded = games::find(G::spec().id)->default_edition();
    const auto& edition = engine::AnyGameOf<G>::data(*loaded);
    engine::Events silent;
    engine::Chance one(3);
    engine::Chance two(3);
    const engine::Variants variants = engine::default_variants(G::spec());
    typename G::State whole = G::setup(edition, variants, G::spec().min_seats, one, silent);
    typename G::State stepwise = G::setup(edition, variants, G::spec().min_seats, two, silent);
    const uint32_t decisions = bots::playout<G>(whole, one);
    EXPECT_TRUE(G::over(whole));
    EXPECT_TRUE(G::acting(whole).empty());
    engine::Offer offer(engine::Offer::Keep::kLegal);
    for (uint32_t i = 0; i < decisions; ++i) {
      EXPECT_FALSE(G::over(stepwise));
      bots::random_step<G>(stepwise, offer, two);
    }
    EXPECT_TRUE(engine::same_position<G>(whole, stepwise));
  });
}

}  // namespace
