// The board: the own tavern where it belongs, and room for everything.
#include "games/tiefenthal/screen.h"
#include "games/tiefenthal/test_table.h"

namespace tiefenthal::board_test {

using namespace tiefenthal::test;

std::string row(const State& s, Viewer viewer, int y,
                engine::Language language = engine::Language::kEnglish) {
  engine::Canvas canvas(engine::kBoardWidth, engine::kBoardHeight);
  Tiefenthal::draw(s, viewer, game().texts(language), canvas);
  return canvas.row(y);
}

TEST(TiefenthalBoard, EverybodySeesTheOwnTavernLarge) {
  const State s = dealt(3, variants_of(""), 1);
  EXPECT_TRUE(row(s, Viewer::at(seat_at(0)), 5).starts_with("Green"));
  EXPECT_TRUE(row(s, Viewer::at(seat_at(2)), 5).starts_with("Yellow"));
  EXPECT_TRUE(row(s, Viewer::at(seat_at(2)), 11).starts_with("Green"));
}

TEST(TiefenthalBoard, ShowsRoundGuestsAndTiles) {
  const State s = dealt(2, variants_of(""), 1);
  EXPECT_NE(row(s, Viewer::spectator(), 0).find("Round 1 of 8"), std::string::npos);
  EXPECT_NE(row(s, Viewer::spectator(), 1).find("Farmhand ×8"), std::string::npos);
  EXPECT_NE(row(s, Viewer::spectator(), 4).find("10:♛"), std::string::npos);
}

// The row of tiles is the fullest: it fits in every language while nothing is upgraded.
TEST(TiefenthalBoard, TheTilesFitInEveryLanguage) {
  const State s = dealt(2, variants_of(""), 1);
  for (size_t l = 0; l < engine::kLanguages.size(); ++l) {
    const auto language = static_cast<engine::Language>(l);
    const std::string tiles = row(s, Viewer::spectator(), 9, language);
    const std::string unit(game().texts(language).get("board.unit.ducat"));
    EXPECT_TRUE(tiles.ends_with("7" + unit)) << tiles;
  }
}

// However many tables there are, each is shown with what its guest wants and pays; with room, the
// others' too.
TEST(TiefenthalBoard, EveryTableIsShown) {
  State s = dealt(4, variants_of(""), 1);
  for (int seat = 0; seat < 4; ++seat) {
    auto& tables = s.taverns[static_cast<size_t>(seat)].tables;
    tables.clear();
    for (int i = 0; i < 3 * (seat + 1); ++i)
      tables.push_back(card_id(i % 2 == 0 ? "regular_2_a" : "g5g"));
  }
  for (const int height : {engine::kBoardHeight, 23}) {
    engine::Canvas canvas(engine::kBoardWidth, height);
    Tiefenthal::draw(s, Viewer::at(seat_at(3)), game().texts(engine::Language::kEnglish), canvas);
    std::string text;
    for (int y = 6; y < height; ++y) text += canvas.row(y) + "\n";
    const Words words(*s.edition, game().texts(engine::Language::kEnglish));
    int found = 0;
    for (const char* card : {"regular_2_a", "g5g"}) {
      const std::string figures = words.person(card_id(card));
      for (size_t at = 0; (at = text.find(figures, at)) != std::string::npos; ++at) ++found;
    }
    EXPECT_EQ(found, height == engine::kBoardHeight ? 12 : 12 + 3 + 6 + 9) << text;
  }
}

// In plain lines, too, one finds what everything costs and brings.
TEST(TiefenthalBoard, PricesAndRewardsAreTold) {
  State s = dealt(2, variants_of(""), 1);
  s.display[1] = card_id("g5g");
  std::string told;
  Tiefenthal::tell(s, Viewer::at(seat_at(0)), game().texts(engine::Language::kEnglish), told);
  for (const char* text :
       {"Dishwasher for 3 ducats, 16 left; Waitress",
        "Tables for 15 ducats, 5 less for each card given back (Table);",
        "Cash box for 10 ducats; Monk for 12 ducats;",
        "Monastery rewards: space 2: Beer merchant; space 4: ban a regular or guest;",
        "space 22: a noble.", "Nobles left: 61; 1 for 9 beer, 2 for 14 beer, 3 for 18 beer.",
        "Washerwoman for 5 beer; wants a 3, pays 4 ducats, 3 points, bonus: Dishwasher."}) {
    EXPECT_NE(told.find(text), std::string::npos) << text << "\n" << told;
  }
}

// Of what has changed one hears alone, so it must be told whose it is.
TEST(TiefenthalBoard, WhatIsAPlayersIsToldBelowTheirName) {
  std::string told;
  Tiefenthal::tell(dealt(2, variants_of(""), 1), Viewer::at(seat_at(0)),
                   game().texts(engine::Language::kEnglish), told);
  EXPECT_NE(told.find("\n  Upgraded: nothing."), std::string::npos) << told;
  EXPECT_EQ(told.find("\nUpgraded"), std::string::npos) << told;
}

TEST(TiefenthalBoard, OpenStartCardsAreListed) {
  const State s = dealt(3, variants_of("modules=4"), 1);
  int listed = 0;
  for (int y = 5; y < 11; ++y)
    listed += row(s, Viewer::spectator(), y).find(": ") != std::string::npos ? 1 : 0;
  EXPECT_EQ(listed, 4);
}

}  // namespace tiefenthal::board_test
