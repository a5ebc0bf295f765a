// The board on the smallest canvas, in every language.
#include <algorithm>
#include <array>

#include "games/taverna/test_table.h"

namespace taverna::board_test {

using namespace taverna::test;

// A few turns into a game.
State play_until_turn(int players) {
  State wanted = dealt(players, variants_of("reaction_mode=ask"), 5);
  play_random(players, variants_of("reaction_mode=ask"), 5, [&](const Moment& m) {
    if (m.after.round <= 3 && m.after.phase == Phase::kPost) wanted = m.after;
  });
  return wanted;
}

std::string drawn(const State& s, Viewer viewer, const engine::Texts& texts, int width,
                  int height) {
  engine::Canvas canvas(width, height);
  Taverna::draw(s, viewer, texts, canvas);
  std::string text;
  for (int y = 0; y < height; ++y) text += canvas.row(y) + "\n";
  return text;
}

TEST(TavernaBoard, ShowsTavernsPlayersRowAndCastle) {
  for (int players = 2; players <= 5; ++players) {
    const State s = play_until_turn(players);
    for (const engine::Texts& texts : game().texts()) {
      const std::string board = drawn(s, Viewer::at(kBlue), texts, 80, 13);
      for (int t = 0; t < kTaverns; ++t) {
        const std::string& id = edition().taverns[static_cast<size_t>(t)].id;
        const bool shown = board.find(texts.get("tavern." + id)) != std::string::npos ||
                           board.find(texts.get("board.tavern." + id)) != std::string::npos;
        EXPECT_TRUE(shown) << id << "\n" << board;
      }
      for (int i = 0; i < players; ++i)
        EXPECT_NE(board.find(texts.get("seat." + std::to_string(i))), std::string::npos) << board;
      for (const char* key : {"board.row", "board.castle", "board.hand"})
        EXPECT_NE(board.find(texts.get(key)), std::string::npos) << board;
      for (std::string_view d : kDignitaryIds) {
        // In company there is room for the first letters only.
        const std::string name(texts.get("board.dignitary." + std::string(d)));
        EXPECT_NE(board.find(name.substr(0, 3)), std::string::npos) << board;
      }
    }
  }
}

TEST(TavernaBoard, HoweverManyStandThereTheyStayInTheirTavernsColumn) {
  State s = play_until_turn(4);
  s.dignitary.fill(1);
  for (const engine::Texts& texts : game().texts()) {
    engine::Canvas canvas(80, 13);
    Taverna::draw(s, Viewer::at(kBlue), texts, canvas);
    const std::string row = canvas.row(6);
    EXPECT_TRUE(row.starts_with(std::string(16, ' '))) << row;
    EXPECT_LE(engine::columns(row), 31) << row;
    for (std::string_view d : kDignitaryIds) {
      const std::string name(texts.get("board.dignitary." + std::string(d)));
      EXPECT_NE(row.find(name.substr(0, 2)), std::string::npos) << name << "\n" << row;
    }
  }
}

TEST(TavernaBoard, TheHandIsTheViewersOwn) {
  Table table(R"({"hands": {"blue": ["slander"], "red": ["fools_gold"]}})");
  const engine::Texts& texts = game().texts(engine::Language::kEnglish);
  const std::string blue = drawn(table.state(), Viewer::at(kBlue), texts, 80, 13);
  EXPECT_NE(blue.find("Slander"), std::string::npos) << blue;
  EXPECT_EQ(blue.find("Fool"), std::string::npos) << blue;
  const std::string nobody = drawn(table.state(), Viewer::spectator(), texts, 80, 13);
  EXPECT_EQ(nobody.find("Slander"), std::string::npos);
  std::string told;
  Taverna::tell(table.state(), Viewer::at(kRed), texts, told);
  EXPECT_NE(told.find("Your spells: Fool's Gold (cost 0)."), std::string::npos) << told;
  EXPECT_EQ(told.find("Slander"), std::string::npos);
}

// A spell is shown with what it costs, and whether it works in others' turns.
TEST(TavernaBoard, SpellsAreShownWithTheirCost) {
  Table table(R"({"hands": {"blue": ["slander", "ward"]}})");
  const engine::Texts& texts = game().texts(engine::Language::kEnglish);
  const std::string board = drawn(table.state(), Viewer::at(kBlue), texts, 80, 13);
  EXPECT_NE(board.find("Slander $2, Ward $1↯"), std::string::npos) << board;
  std::string told;
  Taverna::tell(table.state(), Viewer::at(kBlue), texts, told);
  EXPECT_NE(told.find("Your spells: Slander (cost 2); Ward (cost 1, lightning)."),
            std::string::npos)
      << told;
}

// Three spells are shown whole, in every language; where more are cut off, that is said.
TEST(TavernaBoard, AHandOfThreeIsShownWhole) {
  const std::array<const char*, 3> three{"common_tongue", "closed_doors", "counterspell"};
  Table table(R"({"hands": {"blue": ["common_tongue", "closed_doors", "counterspell"]}})");
  for (const engine::Texts& texts : game().texts()) {
    const std::string board = drawn(table.state(), Viewer::at(kBlue), texts, 80, 13);
    for (const char* id : three) {
      const std::string name(texts.get("spell." + std::string(id) + ".name"));
      const std::string last_word = name.substr(name.rfind(' ') + 1);
      EXPECT_NE(board.find(last_word), std::string::npos) << name << "\n" << board;
    }
    EXPECT_EQ(board.find("…"), std::string::npos) << board;
  }
  Table many(R"({"hands": {"blue": ["common_tongue", "closed_doors", "counterspell", "new_arrivals",
                                    "happy_hour", "slander", "eviction"]}})");
  const engine::Texts& english = game().texts(engine::Language::kEnglish);
  EXPECT_NE(drawn(many.state(), Viewer::at(kBlue), english, 80, 13).find("…"), std::string::npos);
}

// What lies on the table is told one by one; an owned deed with its points, too: it can be taken.
TEST(TavernaBoard, ListsAreToldWithoutDoubt) {
  Table table("{}");
  const engine::Texts& texts = game().texts(engine::Language::kEnglish);
  std::string told;
  Taverna::tell(table.state(), Viewer::at(kBlue), texts, told);
  for (const char* line :
       {"Deeds: price 3, points 1, of Blue; price 5, points 3, of Red.",
        "Deeds: price 3, points 1; price 5, points 3.",
        "Elf, bonuses: level 2: spells +1; level 4: privileges +1; level 6: coins +4.",
        "Orc, bonuses: level 2: points +2; level 4: spells +1; level 6: privileges +2.",
        "Customers: Elf, reveller (Beer); Dwarf, minstrel (Lyre); Orc, mage ("}) {
    EXPECT_NE(told.find(line), std::string::npos) << line << "\n" << told;
  }
}

// Short labels that share a line are different from each other.
TEST(TavernaBoard, ShortLabelsAreDistinct) {
  for (const engine::Texts& texts : game().texts()) {
    for (const char* group :
         {"board.letter.", "board.seat.", "board.symbol.", "board.dignitary."}) {
      std::vector<std::string> seen;
      for (const auto& [key, text] : texts.all()) {
        if (!key.starts_with(group)) continue;
        EXPECT_EQ(std::count(seen.begin(), seen.end(), text), 0) << key;
        seen.push_back(text);
      }
      EXPECT_GE(seen.size(), 4u);
    }
  }
}

}  // namespace taverna::board_test
