#include <gtest/gtest.h>

#include "games/koenig/koenig.h"
#include "games/registry.h"

namespace koenig {
namespace board_test {

using engine::Language;
using engine::Viewer;

// Positions along a game in which everybody chooses at random.
template <class Visit>
void walk(int players, uint64_t seed, Visit&& visit) {
  const engine::AnyGame& game = *games::find(spec().id);
  engine::TableSpec table_spec;
  table_spec.variants = engine::default_variants(spec());
  table_spec.seats = players;
  table_spec.chance = engine::ChanceSource::of_seed(seed);
  auto table = game.new_table(table_spec);
  ASSERT_TRUE(table);
  engine::Chance chance(seed);
  engine::Offer offer(engine::Offer::Keep::kLegal);
  for (;;) {
    visit(**table);
    if ((*table)->over()) return;
    const engine::Seat seat = (*table)->acting().front();
    (*table)->offer(seat, offer);
    const auto pick = static_cast<int>(chance.below(static_cast<uint32_t>(offer.size())));
    ASSERT_FALSE((*table)->act(seat, offer[pick].action));
  }
}

std::string drawn(const engine::AnyTable& table, Viewer viewer, const engine::Texts& texts,
                  int width, int height) {
  engine::Canvas canvas(width, height);
  table.draw(viewer, texts, canvas);
  std::string text;
  for (int y = 0; y < height; ++y) text += canvas.row(y) + "\n";
  return text;
}

// Everybody who sits at the table, by the keys of their texts.
std::vector<std::string> heroes_at_table(const engine::AnyTable& table) {
  std::vector<std::string> keys;
  const auto position = engine::parse_json(table.position_text(), "position");
  for (const engine::Json& hero : position.value.find("line")->items)
    keys.push_back("hero." + hero.text);
  return keys;
}

TEST(Board, SmallestCanvasShowsEveryHeroAndPlayerInFullInEveryLanguage) {
  for (int players = 3; players <= 6; ++players) {
    walk(players, 40 + static_cast<uint64_t>(players), [&](const engine::AnyTable& table) {
      for (size_t i = 0; i < engine::kLanguages.size(); ++i) {
        const engine::Texts& texts = table.game().texts(static_cast<Language>(i));
        const std::string text = drawn(table, Viewer::at(engine::seat_at(0)), texts,
                                       engine::kBoardWidth, engine::kBoardHeight);
        for (const std::string& key : heroes_at_table(table)) {
          ASSERT_NE(text.find(texts.get(key)), std::string::npos) << key << "\n" << text;
        }
        for (int seat = 0; seat < players; ++seat) {
          ASSERT_NE(text.find(texts.get("seat." + std::to_string(seat))), std::string::npos)
              << text;
        }
        const auto position = engine::parse_json(table.position_text(), "position");
        const int64_t bank = position.value.find("bank")->integer;
        ASSERT_NE(text.find(texts.format("board.bank", std::to_string(bank))), std::string::npos)
            << text;
        // The edge of the table is whole: nothing written over its four corners.
        for (const char* corner : {"╭", "╮", "╰", "╯"})
          ASSERT_NE(text.find(corner), std::string::npos) << text;
      }
    });
  }
}

TEST(Board, SpectatorSeesNobodysHandAndASeatItsOwn) {
  walk(4, 7, [](const engine::AnyTable& table) {
    const engine::Texts& texts = table.game().texts(Language::kEnglish);
    const std::string label = texts.format("board.hand", std::string());
    const auto shows_hand = [&](Viewer viewer) {
      return drawn(table, viewer, texts, 100, 30).find(label) != std::string::npos &&
             table.tell(viewer, texts).find(label) != std::string::npos;
    };
    ASSERT_FALSE(shows_hand(Viewer::spectator()));
    ASSERT_TRUE(shows_hand(Viewer::at(engine::seat_at(2))));
  });
}

TEST(Board, AfterTheEndNoToastIsLeft) {
  bool announced = false;
  bool over = false;
  walk(3, 11, [&](const engine::AnyTable& table) {
    const engine::Texts& texts = table.game().texts(Language::kEnglish);
    const std::string text =
        drawn(table, Viewer::spectator(), texts, engine::kBoardWidth, engine::kBoardHeight) +
        table.tell(Viewer::spectator(), texts);
    const bool said = text.find(texts.get("board.final")) != std::string::npos;
    announced |= said;
    over |= table.over();
    ASSERT_FALSE(table.over() && said) << text;
  });
  EXPECT_TRUE(announced);
  EXPECT_TRUE(over);
}

TEST(Board, AnySizeFromTheSmallestOnIsDrawn) {
  walk(6, 9, [](const engine::AnyTable& table) {
    if (table.steps().size() % 20 != 0) return;
    const engine::Texts& texts = table.game().texts(Language::kGerman);
    for (const int width : {80, 93, 120, 200}) {
      for (const int height : {13, 14, 20, 33, 60}) {
        const std::string text = drawn(table, Viewer::at(engine::seat_at(5)), texts, width, height);
        for (const std::string& key : heroes_at_table(table)) {
          ASSERT_NE(text.find(texts.get(key)), std::string::npos)
              << width << " x " << height << "\n"
              << text;
        }
      }
    }
  });
}

}  // namespace board_test
}  // namespace koenig
