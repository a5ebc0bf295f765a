// Editions: ours is what the rules say, and a bad one is refused with the name of the field.
#include "games/tiefenthal/test_table.h"
#include "tests/editions.h"

namespace tiefenthal::edition_test {

using namespace tiefenthal::test;

using editions::change;

constexpr auto& our_edition = editions::our_edition<Tiefenthal>;

TEST(TiefenthalEdition, WhatIsToldAboutACardFollowsItsFigures) {
  Json json = our_edition();
  change(json, "staff[2].price", "9");
  Edition changed;
  ASSERT_FALSE(load_edition(json, changed));
  const engine::Texts& texts = game().texts(engine::Language::kEnglish);
  const auto about = [&](const Edition& e) {
    return Tiefenthal::about(e, domain::kCard, index(Card::kWaitress), texts);
  };
  EXPECT_EQ(about(edition()), "Brings one die of your colour, 3 at most. Costs 4 ducats; 1 point.");
  EXPECT_EQ(about(changed), "Brings one die of your colour, 3 at most. Costs 9 ducats; 1 point.");
  EXPECT_EQ(Tiefenthal::about(edition(), domain::kTile, index(Tile::kSupplier), texts),
            "Beer for every 1/6: 1, upgraded 2, and 1 more for each supplier here. The upgrade "
            "costs 18 ducats, 6 less for each card given back: Supplier.");
  EXPECT_EQ(Tiefenthal::about(edition(), domain::kEntertainer, 2, texts),
            "Side A: 2 steps in the monastery. Side B: 3 ducats.");
  EXPECT_EQ(Tiefenthal::about(edition(), domain::kBonus, 0, texts), "");
}

TEST(TiefenthalEdition, HasTheCardsOfTheBox) {
  const Edition& e = edition();
  int staff = 0;
  int guests = 0;
  int white = 0;
  int regulars = 0;
  int points = 0;
  int pay = 0;
  std::array<int, 9> by_cost{};
  for (const CardData& card : e.cards) {
    if (card.kind == CardClass::kStaff && card.module == 1) staff += card.count;
    if (card.kind == CardClass::kRegular) regulars += card.count;
    if (card.kind != CardClass::kGuest) continue;
    if (card.module == 3) white += card.count;
    if (card.module != 1) continue;
    guests += card.count;
    by_cost[card.price] += card.count;
    points += card.count * card.points;
    pay += card.count * card.pays;
  }
  EXPECT_EQ(staff, 80);
  EXPECT_EQ(guests, 38);
  EXPECT_EQ(white, 10);
  EXPECT_EQ(regulars, 7);
  EXPECT_EQ(e[Card::kNoble].count, 61);
  EXPECT_EQ(staff + guests + e[Card::kNoble].count + 4 * regulars, 207);
  EXPECT_EQ(by_cost, (std::array<int, 9>{0, 0, 0, 8, 7, 8, 7, 4, 4}));
  EXPECT_EQ(points, 114);
  EXPECT_EQ(pay, 168);
  EXPECT_EQ(e.start_cards.size(), 7u);
}

TEST(TiefenthalEdition, E19_TheDiscountOfACardIsItsPrice) {
  for (const TileData& tile : edition().tiles) {
    if (tile.card == Card::kNone) continue;
    EXPECT_EQ(tile.discount, edition()[tile.card].price);
  }
}

TEST(TiefenthalEdition, UpgradesCostWhatTheRulesSay) {
  int sum = 0;
  for (const TileData& tile : edition().tiles) sum += tile.cost;
  EXPECT_EQ(sum, 98);
  EXPECT_TRUE(edition()[Tile::kTables].next_round);
  EXPECT_FALSE(edition()[Tile::kSafe].next_round);
}

TEST(TiefenthalEdition, EveryStartCardIsWorthFifteenDucats) {
  for (const StartCard& start : edition().start_cards) {
    int worth = start.ducats;
    for (Card card : start.cards) worth += edition()[card].price;
    EXPECT_EQ(worth, 15) << start.id;
  }
}

TEST(TiefenthalEdition, SchnappsOfTheWinterTrackAreSeven) {
  int sum = 0;
  for (const RoundData& round : edition().track[1]) sum += round.schnapps;
  EXPECT_EQ(sum, 7);
}

TEST(TiefenthalEdition, ADesignerCanChangeAPrice) {
  Json json = our_edition();
  change(json, "staff[3].price", "7");
  Edition loaded;
  EXPECT_FALSE(load_edition(json, loaded));
  EXPECT_EQ(loaded[Card::kTable].price, 7);
}

TEST(TiefenthalEdition, ATrackThatFeedsItselfIsRefused) {
  Json json = our_edition();
  for (size_t i = 0; i < 11; ++i) {
    change(json, "monastery.summer[" + std::to_string(i) + "].reward",
           R"({"effect": "monastery", "amount": 5})");
  }
  Edition loaded;
  EXPECT_NE(load_edition(json, loaded).text.find("monastery.summer"), std::string::npos);
}

}  // namespace tiefenthal::edition_test
