// The models of falling coins and other chance, by many trials with fixed seeds (§7).
#include <algorithm>
#include <array>

#include "games/koenig/test_table.h"

namespace koenig::coins_test {

using namespace koenig::test;

// Plays the only card of the active seat again and again, from copies of the position, and counts
// where the coins of that event fall.
std::array<int, kMissed + 1> landings(const State& position, EventKind event, int coins,
                                      uint64_t seed) {
  std::array<int, kMissed + 1> count{};
  Chance chance(seed);
  std::vector<Event> told;
  const Action play = action(Verb::kPlay, index(position.hands.of(position.active)[0].card));
  for (int fallen = 0; fallen < coins;) {
    State s = position;
    told.clear();
    Events events(told);
    Koenig::apply(s, s.active, play, chance, events);
    for (const Event& e : told) {
      if (e.kind != static_cast<uint8_t>(event) || fallen == coins) continue;
      ++count[static_cast<size_t>(e.args[1])];
      ++fallen;
    }
  }
  return count;
}

constexpr int kCoins = 1000000;
double share(int count, int of) { return 100.0 * count / of; }

TEST(KoenigCoins, E64_TenCardsAreHitBy41Point6PercentOfAMillionCoins) {
  const Table table(3,
                    R"({"active": "green", "cup": "centre", "hands": {"green": ["trunkenheit"]}})");
  const auto count = landings(table.state(), EventKind::kCoinDropped, kCoins, 64);
  EXPECT_NEAR(share(kCoins - count[kMissed], kCoins), 41.6, 0.2);
  int cards = 0;
  for (int card = 0; card < kMissed; ++card) {
    const bool in_ring =
        card == index(Hero::kDraco) || table.state().present(static_cast<Hero>(card));
    cards += in_ring ? 1 : 0;
    EXPECT_NEAR(share(count[static_cast<size_t>(card)], kCoins), in_ring ? 4.16 : 0.0,
                in_ring ? 0.1 : 0.0)
        << "card " << card;
  }
  EXPECT_EQ(cards, 10);
}

TEST(KoenigCoins, E64_SixteenCardsAreHitBy32Point2PercentOfAMillionCoins) {
  const Table table(6,
                    R"({"active": "green", "cup": "centre", "hands": {"green": ["trunkenheit"]}})");
  const auto count = landings(table.state(), EventKind::kCoinDropped, kCoins, 65);
  EXPECT_NEAR(share(kCoins - count[kMissed], kCoins), 32.2, 0.2);
  for (int card = 0; card < kMissed; ++card) {
    EXPECT_NEAR(share(count[static_cast<size_t>(card)], kCoins), 2.01, 0.1) << "card " << card;
  }
}

TEST(KoenigCoins, HitsFollowTheTableForEverySizeOfTheRing) {
  // §7.2, by number of cards in the ring: 8 and 9 with heroes away, 12 and 14.
  struct Ring {
    int players;
    const char* patch;
    double hit;
  };
  const Ring rings[]{
      {3,
       R"("away": {"purple": "Gd", "yellow": "Pg"},
        "line": ["Gg", "Pr", "J", "Ya", "S", "Z", "Yr"])",
       40.2},
      {3, R"("away": {"purple": "Gd"}, "line": ["Gg", "Pr", "J", "Ya", "S", "Z", "Pg", "Yr"])",
       41.4},
      {4, R"("turn": 5)", 40.2},
      {5, R"("turn": 6)", 36.8},
  };
  for (const Ring& ring : rings) {
    const Table table(
        ring.players,
        std::string(R"({"active": "green", "cup": "centre", "hands": {"green": ["zack"]}, )") +
            ring.patch + "}");
    constexpr int kSome = 200000;
    const auto count = landings(table.state(), EventKind::kCoinDropped, kSome, 7);
    EXPECT_NEAR(share(kSome - count[kMissed], kSome), ring.hit, 0.4) << ring.patch;
  }
}

TEST(KoenigCoins, E65_FreudentaumelFallsByDistanceFromDraco) {
  const Table table(3,
                    R"({"active": "green", "cup": "centre",
        "line": ["Gg", "Pr", "J", "Ya", "S", "Gd", "Z", "Pg", "Yr"],
        "hands": {"green": ["freudentaumel"]}})");
  const auto count = landings(table.state(), EventKind::kCoinTossed, kCoins, 66);
  const auto percent = [&](std::string_view hero) {
    return share(count[static_cast<size_t>(hero_id(hero))], kCoins);
  };
  EXPECT_NEAR(percent("D"), 36, 0.2);
  for (std::string_view hero : {"Gg", "Yr"}) EXPECT_NEAR(percent(hero), 22, 0.2) << hero;
  for (std::string_view hero : {"Pr", "Pg"}) EXPECT_NEAR(percent(hero), 7, 0.1) << hero;
  for (std::string_view hero : {"J", "Z"}) EXPECT_NEAR(percent(hero), 2, 0.1) << hero;
  for (std::string_view hero : {"Ya", "Gd"}) EXPECT_NEAR(percent(hero), 1, 0.05) << hero;
  EXPECT_EQ(percent("S"), 0);
  EXPECT_EQ(count[kMissed], 0);
}

TEST(KoenigChance, GrosseRaufereiPutsEveryHeroOnEveryPlaceEquallyOften) {
  const Table table(
      3, R"({"active": "green", "cup": "centre", "hands": {"green": ["grosse_rauferei"]}})");
  constexpr int kBrawls = 90000;
  std::array<std::array<int, kMaxHeroes>, kHeroes> at{};
  Chance chance(67);
  Events nothing;
  for (int i = 0; i < kBrawls; ++i) {
    State s = table.state();
    Koenig::apply(s, kGreen, action(Verb::kPlay, index(card_id("grosse_rauferei"))), chance,
                  nothing);
    for (int place = 0; place < s.H(); ++place) {
      ++at[static_cast<size_t>(s.line[place])][static_cast<size_t>(place)];
    }
  }
  for (Hero hero : table.state().line) {
    for (size_t place = 0; place < 9; ++place) {
      EXPECT_NEAR(at[static_cast<size_t>(hero)][place], kBrawls / 9, 500)
          << index(hero) << " on " << place;
    }
  }
}

TEST(KoenigChance, KleineRaufereiMakesEachOfThe24OrdersEquallyOften) {
  Table table(3,
              R"({"active": "green", "cup": "centre",
        "line": ["Gg", "Pr", "J", "Ya", "S", "Gd", "Z", "Pg", "Yr"],
        "hands": {"green": ["kleine_rauferei"]}})");
  table.act("green: play kleine_rauferei")
      .act("green: hero Gg")
      .act("green: hero J")
      .act("green: hero Z");
  constexpr int kBrawls = 48000;
  std::vector<std::pair<std::string, int>> seen;
  Chance chance(68);
  Events nothing;
  for (int i = 0; i < kBrawls; ++i) {
    State s = table.state();
    Koenig::apply(s, kGreen, action(Verb::kHero, index(hero_id("Yr"))), chance, nothing);
    const std::string line = line_of(s);
    const auto at = std::find_if(seen.begin(), seen.end(),
                                 [&](const auto& entry) { return entry.first == line; });
    at == seen.end() ? void(seen.emplace_back(line, 1)) : void(++at->second);
  }
  EXPECT_EQ(seen.size(), 24u);
  for (const auto& [line, count] : seen) EXPECT_NEAR(count, kBrawls / 24, 200) << line;
}

TEST(KoenigChance, SetUpIsUniformInSeatingStartPlayerAndHands) {
  constexpr int kDeals = 30000;
  std::array<int, 4> starts{};
  std::array<int, kHeroes> first{};
  int zange = 0;
  for (int i = 0; i < kDeals; ++i) {
    const State s = dealt(4, engine::default_variants(spec()), static_cast<uint64_t>(i));
    ++starts[static_cast<size_t>(index(s.start))];
    ++first[static_cast<size_t>(s.at(1))];
    zange += s.hands.holds(kPurple, card_id("zange")) ? 1 : 0;
  }
  for (int count : starts) EXPECT_NEAR(count, kDeals / 4, 300);
  for (int hero = 0; hero < kHeroes; ++hero) {
    const bool in_game = hero < 8 || (hero >= index(Hero::kSarah) && hero <= index(Hero::kZork));
    EXPECT_NEAR(first[static_cast<size_t>(hero)], in_game ? kDeals / 11 : 0, in_game ? 200 : 0)
        << hero;
  }
  EXPECT_NEAR(zange, kDeals * 5 / 74, 180);
}

}  // namespace koenig::coins_test
