// Editions: ours is what the rules say, and a bad one is refused with the name of the field.
#include "games/taverna/test_table.h"
#include "tests/editions.h"

namespace taverna::edition_test {

using namespace taverna::test;

TEST(TavernaEdition, HoldsTheComponentsOfTheBox) {
  const Edition& e = edition();
  EXPECT_EQ(e.customers.size(), 34u);
  EXPECT_EQ(e.players[2].customers.size(), 22);
  EXPECT_EQ(e.players[3].customers.size(), 22);
  EXPECT_EQ(e.players[4].customers.size(), 28);
  EXPECT_EQ(e.players[5].customers.size(), 34);
  std::array<int, kPeoples> peoples{};
  std::array<int, kSymbols> symbols{};
  for (const CustomerData& card : e.customers) {
    for (int i = 0; i < kPeoples; ++i)
      peoples[static_cast<size_t>(i)] += card.shows(people_at(i)) ? 1 : 0;
    for (int i = 0; i < kSymbols; ++i)
      symbols[static_cast<size_t>(i)] += card.symbols.contains(static_cast<Symbol>(i)) ? 1 : 0;
  }
  EXPECT_EQ(peoples, (std::array<int, kPeoples>{11, 11, 11, 11}));
  EXPECT_EQ(symbols, (std::array<int, kSymbols>{11, 10, 11, 10}));  // beer, lyre, book, mask

  EXPECT_EQ(e.all_spells.size(), 31);
  EXPECT_EQ(e.curses.size(), 1);
  EXPECT_EQ(e.out_of_turn_only.size(), 4);
  int cost = 0;
  int lightning = 0;
  for (const SpellData& spell : e.spells) {
    cost += spell.cost;
    lightning += spell.lightning ? 1 : 0;
  }
  EXPECT_EQ(cost, 44);
  EXPECT_EQ(lightning, 9);
  int favours = 0;
  for (uint8_t copies : e.favour_copies) favours += copies;
  EXPECT_EQ(favours, 15);

  const std::array<int, 2> tables{18, 28};
  const std::array<int, 2> deeds{11, 16};
  for (size_t side = 0; side < 2; ++side) {
    int t = 0;
    int d = 0;
    for (const Tavern& tavern : e.taverns) {
      t += tavern.side[side].tables;
      d += tavern.side[side].deeds;
    }
    EXPECT_EQ(t, tables[side]);
    EXPECT_EQ(d, deeds[side]);
  }
}

// A designer gives a spell a second copy and makes it dearer.
TEST(TavernaEdition, ASpellMayHaveCopies) {
  std::string text(Taverna::edition_json());
  const std::string gold = R"("id": "fools_gold", "effect": "take_coins", "cost": 0, "copies": 1)";
  const size_t at = text.find(gold);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, gold.size(),
               R"("id": "fools_gold", "effect": "take_coins", "cost": 1, "copies": 3)");
  const auto changed = game().load_edition(text, "edition");
  ASSERT_TRUE(changed) << changed.error.text;
  engine::TableSpec table_spec{*changed, variants_of("reaction_mode=ask start_player=seat_0"), 2,
                               engine::ChanceSource::of_seed(1)};
  auto table = game().new_table(table_spec);
  ASSERT_TRUE(table);
  Json json = *engine::parse_json((*table)->position_text(), "position");
  engine::merge_patch(json, *engine::parse_json(R"({
    "round": 1, "king": "elf", "queen": "orc", "agenda": ["refill", "main"], "turn": {"phase": "pre"}, "taken": null,
    "hands": {"blue": ["fools_gold", "fools_gold#3", "alchemy"], "red": []},
    "taverns": {"bough": {"deeds": ["blue", "red"]}}})",
                                                "patch"));
  auto made = game().table_at(json, *changed, engine::ChanceSource::of_seed(1));
  ASSERT_TRUE(made) << made.error.text;
  engine::AnyTable& t = **made;
  const auto act = [&](const char* action) {
    const auto parsed = game().parse_action(**changed, action);
    const engine::Error error = t.act(kBlue, *parsed);
    EXPECT_FALSE(error) << action << ": " << error.text;
  };
  act("cast alchemy");
  act("discard fools_gold");
  act("discard fools_gold");
  const Json after = *engine::parse_json(t.position_text(), "position");
  EXPECT_EQ(after.find("coins")->find("blue")->integer, 21);
  EXPECT_EQ(after.find("discard")->items.size(), 2u);
  EXPECT_EQ(t.broken_invariant(), "");
}

}  // namespace taverna::edition_test
