// The terminal board: whole at 80 x 13 in every language, and secrets stay with their seat.
#include "games/goldbraeu/test_table.h"

namespace goldbraeu::board_test {

using namespace goldbraeu::test;

std::string drawn(const State& s, Viewer viewer, engine::Language language,
                  int width = engine::kBoardWidth, int height = engine::kBoardHeight) {
  engine::Canvas canvas(width, height);
  Goldbraeu::draw(s, viewer, game().texts(language), canvas);
  std::string text;
  for (int y = 0; y < height; ++y) text += canvas.row(y) + "\n";
  return text;
}

TEST(GoldbraeuBoard, ShowsAllThatMattersInEveryLanguage) {
  for (size_t i = 0; i < engine::kLanguages.size(); ++i) {
    const auto language = static_cast<engine::Language>(i);
    const engine::Texts& texts = game().texts(language);
    for (int players = 3; players <= 4; ++players) {
      play_random(dealt(players, variants_of(""), 3 + i), 3 + i, [&](const Moment& moment) {
        const std::string text = drawn(moment.after, Viewer::at(kRed), language);
        for (const std::string& id : edition().business_ids) {
          ASSERT_NE(text.find(texts.get("business." + id + ".short")), std::string::npos) << text;
        }
        for (int seat = 0; seat < players; ++seat) {
          const std::string name(texts.get("seat." + std::to_string(seat)));
          ASSERT_NE(text.find(name + " " + std::to_string(moment.after.money_of(seat_at(seat)))),
                    std::string::npos)
              << text;
        }
        ASSERT_NE(text.find(texts.get("board.hand")), std::string::npos) << text;
      });
    }
  }
}

TEST(GoldbraeuBoard, DrawsTerracesWithTheirFences) {
  const Table table(4, R"({"terraces": {"krug": ["C1", "C2", "D2"]}, "bosses": {"krug": "blue"}})");
  const std::string text = drawn(table.state(), Viewer::spectator(), engine::Language::kEnglish);
  // The start field, its two fields to the south, one of them with a parasol.
  EXPECT_NE(text.find("│Kr⌂│"), std::string::npos) << text;
  EXPECT_NE(text.find("│Kr  Kr☂│"), std::string::npos) << text;
  EXPECT_NE(text.find("■Krug"), std::string::npos) << text;
}

TEST(GoldbraeuBoard, OwnHiddenSharesAreSeenByTheirOwnerOnly) {
  const Table table(4, R"({"hands": {"blue": ["adler", "adler"]}})");
  const auto shows = [&](Viewer viewer) {
    const std::string text = drawn(table.state(), viewer, engine::Language::kEnglish);
    return text.find("(+2)") != std::string::npos && text.find("2× Adler") != std::string::npos;
  };
  EXPECT_TRUE(shows(Viewer::at(kBlue)));
  EXPECT_FALSE(shows(Viewer::at(kRed)));
  EXPECT_FALSE(shows(Viewer::spectator()));
}

TEST(GoldbraeuBoard, AnySizeFromTheSmallestOnIsDrawn) {
  const State s = dealt(4, variants_of(""), 1);
  for (const int width : {80, 93, 200}) {
    for (const int height : {13, 14, 20, 60}) {
      const std::string text = drawn(s, Viewer::at(kRed), engine::Language::kFrench, width, height);
      EXPECT_NE(text.find("Schmid"), std::string::npos) << text;
    }
  }
}

// Our map with two more taverns: twelve businesses are more than the smallest board has lines.
TEST(GoldbraeuBoard, TwelveBusinessesFit) {
  Json json = *engine::parse_json(Goldbraeu::edition_json(), "edition.json");
  json.set("edition", Json::of("twelve"));
  for (const char* tavern :
       {R"({"id": "linde", "start": "A1"})", R"({"id": "anker", "start": "H1"})"})
    json.find("taverns")->items.push_back(*engine::parse_json(tavern, "tavern"));
  const auto loaded = game().load_edition(json.dump(), "twelve.json");
  ASSERT_TRUE(loaded) << loaded.error.text;
  const Edition& e = engine::AnyGameOf<Goldbraeu>::data(**loaded);
  play_random(dealt(4, variants_of(""), 1, e), 1, [&](const Moment& moment) {
    for (const int height : {13, 20}) {
      const std::string text =
          drawn(moment.after, Viewer::at(kRed), engine::Language::kEnglish, 80, height);
      for (const char* name : {"Krug", "Hirsch", "linde", "anker", "Maye", "Stei", "Kram", "Schm"})
        ASSERT_NE(text.find(name), std::string::npos) << text;
      ASSERT_NE(text.find("Hand: "), std::string::npos) << text;
    }
  });
}

}  // namespace goldbraeu::board_test
