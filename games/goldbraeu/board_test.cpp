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
        // The whole hand, also the long one of the deal.
        const size_t hand =
            text.find(std::string(texts.get("board.hand")) + std::string(texts.get("board.colon")));
        ASSERT_NE(hand, std::string::npos) << text;
        const std::string line = text.substr(hand, text.find('\n', hand) - hand);
        int kinds = 0;
        for (int n = 0; n < moment.after.businesses(); ++n) {
          const Business b = business_at(n);
          if (moment.after.held(kRed, b) == 0) continue;
          ++kinds;
          const std::string& id = edition().business_ids[static_cast<size_t>(n)];
          const std::string name(texts.get("business." + id + ".short"));
          ASSERT_NE(line.find(name.substr(0, 2)), std::string::npos) << text;
        }
        ASSERT_EQ(std::count(line.begin(), line.end(), ','), std::max(0, kinds - 1)) << text;
      });
    }
  }
}

TEST(GoldbraeuBoard, TellsThePriceAndWhoWantsToBeBossWhere) {
  const engine::Texts& texts = game().texts(engine::Language::kEnglish);
  int prices = 0;
  int vetoes = 0;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    play_random(dealt(3, variants_of(""), seed), seed, [&](const Moment& moment) {
      const State& s = moment.after;
      const auto told = [&](Viewer viewer) {
        std::string text;
        Goldbraeu::tell(s, viewer, texts, text);
        return text;
      };
      if (for_sale(s)) {
        ++prices;
        ASSERT_NE(told(Viewer::spectator()).find("Price: " + std::to_string(price(s))),
                  std::string::npos);
      }
      if (s.over != 0 || s.agenda.top().item != Item::kVeto) return;
      ++vetoes;
      const Business b = business_at(s.agenda.top().b);
      const std::string wants =
          std::string(texts.get("seat." + std::to_string(s.agenda.top().a))) + " wants to be boss";
      ASSERT_NE(told(Viewer::spectator()).find(wants), std::string::npos);
      // What it takes of the boss's hidden cards is for the boss alone.
      ASSERT_EQ(told(Viewer::spectator()).find("a veto opens"), std::string::npos);
      if (cards_to_answer(s, s.boss_of(b)) >= 0) {
        ASSERT_NE(told(Viewer::at(s.boss_of(b))).find("a veto opens"), std::string::npos);
      }
    });
  }
  EXPECT_GT(prices, 0);
  EXPECT_GT(vetoes, 0);
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
