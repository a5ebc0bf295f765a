// What views say of the rules follows the edition: with other figures in it, other figures are
// shown. (The page shows what the view says.)
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "games/registry.h"

namespace {

using engine::Json;

Json& at(Json& json, std::initializer_list<std::string_view> path) {
  Json* found = &json;
  for (std::string_view step : path) {
    const bool place = !step.empty() && step.find_first_not_of("0123456789") == step.npos;
    Json* next = found->is_array() && place ? &found->items[std::stoul(std::string(step))]
                                            : found->find(step);
    EXPECT_NE(next, nullptr) << step;
    if (next == nullptr) return json;
    found = next;
  }
  return *found;
}

// The first view of the first seat at a table whose edition was changed.
Json view_with(std::string_view id, int seats, const std::function<void(Json&)>& change,
               std::string_view variant = "") {
  const engine::AnyGame& game = *games::find(id);
  Json edition = *engine::parse_json(game.edition_json(), "edition");
  change(edition);
  const auto loaded = game.load_edition(edition.dump(), "edition");
  EXPECT_TRUE(loaded) << loaded.error.text;
  engine::TableSpec spec;
  spec.edition = *loaded;
  spec.variants = engine::default_variants(game.spec());
  if (!variant.empty()) {
    EXPECT_FALSE(engine::set_variant(game.spec(), variant, spec.variants));
  }
  spec.seats = seats;
  spec.chance = engine::ChanceSource::of_seed(1);
  const auto table = game.new_table(spec);
  EXPECT_TRUE(table) << table.error.text;
  return *engine::parse_json((*table)->view_text(engine::Viewer::at(engine::seat_at(0))), "view");
}

TEST(Figures, KoenigsToastIsThatOfTheEdition) {
  Json view = view_with("koenig", 3, [](Json& edition) {
    at(edition, {"toast", "normal", "front", "0"}).integer = 7;
    at(edition, {"toast", "normal", "back", "0"}).integer = -5;
  });
  EXPECT_EQ(at(view, {"toast", "0"}).integer, 7);
  EXPECT_EQ(view.find("toast")->items.back().integer, -5);
}

TEST(Figures, TavernasPricesAndScoringsAreThoseOfTheEdition) {
  Json view = view_with("taverna", 3, [](Json& edition) {
    for (const char* side : {"A", "B"})
      at(edition, {"taverns", "0", side, "deeds", "0", "price"}).integer = 11;
    at(edition, {"royal_scorings", "0", "points", "0"}).integer = 13;
  });
  EXPECT_EQ(at(view, {"deed_prices", "bough", "0"}).integer, 11);
  EXPECT_EQ(at(view, {"royal_worth", "blue", "king"}).integer, 13);
}

TEST(Figures, WhatIsCountedHasTheFormOfItsNumber) {
  const engine::AnyGame& game = *games::find("taverna");
  const auto rules = [&](int price) {
    Json edition = *engine::parse_json(game.edition_json(), "edition");
    for (const char* what : {"sell_spell", "spell_at_end", "privilege_at_end"})
      at(edition, {"prices", what}).integer = price;
    const auto loaded = game.load_edition(edition.dump(), "edition");
    EXPECT_TRUE(loaded) << loaded.error.text;
    std::string all;
    for (const auto& [key, text] : (*loaded)->texts(engine::Language::kEnglish).all())
      if (key.starts_with("rules.")) all += text;
    return all;
  };
  EXPECT_THAT(rules(1), ::testing::AllOf(::testing::HasSubstr("(1 coin each)"),
                                         ::testing::HasSubstr("1 point each")));
  EXPECT_THAT(rules(7), ::testing::AllOf(::testing::HasSubstr("(7 coins each)"),
                                         ::testing::HasSubstr("7 points each")));
}

TEST(Figures, TiefenthalsTilesAreThoseOfTheEdition) {
  Json view = view_with("tiefenthal", 2, [](Json& edition) {
    for (Json& tile : at(edition, {"tiles"}).items) {
      if (tile.find("id")->text != "safe") continue;
      tile.find("base")->integer = 4;
      tile.find("cost")->integer = 3;
    }
  });
  EXPECT_EQ(at(view, {"tile_values", "green", "safe"}).integer, 4);
  EXPECT_EQ(at(view, {"upgrade_prices", "green", "safe", "0"}).integer, 3);
}

// The page asks no module by its number.
TEST(Figures, TiefenthalSaysWhatItsModulesBring) {
  const auto parts = [](std::string_view modules) {
    std::string all;
    Json view = view_with("tiefenthal", 2, [](Json&) {}, modules);
    for (const Json& part : view.find("in_play")->items) all += part.text + " ";
    return all;
  };
  EXPECT_EQ(parts("modules=1"), "");
  EXPECT_EQ(parts("modules=2"), "schnapps ");
  EXPECT_EQ(parts("modules=4"), "schnapps reputation ");
  EXPECT_EQ(parts("modules=5"), "schnapps reputation guest_book ");
}

TEST(Figures, TiefenthalsHostLooksForwardToTheTrackOfTheEdition) {
  Json view = view_with(
      "tiefenthal", 2,
      [](Json& edition) { at(edition, {"reputation", "side_A", "0", "space"}).integer = 3; },
      "modules=3");
  EXPECT_EQ(at(view, {"next_reputation", "green"}).integer, 3);
}

TEST(Figures, RecipesAreWorthWhatTheEditionSays) {
  Json view = view_with("dicebrewing", 2, [](Json& edition) {
    at(edition, {"scoring", "points_per_brew"}).integer = 7;
    for (Json& recipe : at(edition, {"recipes"}).items) {
      Json* points = recipe.find("reward")->find("points");
      if (points != nullptr) points->integer = 0;
    }
  });
  for (const Json& points : view.find("row_points")->items) EXPECT_EQ(points.integer, 7);
}

TEST(Figures, TavernaSaysWhetherAnybodyIsAskedOutOfTurn) {
  const auto reacts = [](std::string_view mode) {
    return view_with("taverna", 2, [](Json&) {}, mode).find("reacts")->boolean;
  };
  EXPECT_FALSE(reacts("reaction_mode=off"));
  EXPECT_TRUE(reacts("reaction_mode=ask"));
}

TEST(Figures, GoldbraeusIncomesAndSharesAreThoseOfTheEdition) {
  Json view = view_with("goldbraeu", 3, [](Json& edition) {
    at(edition, {"income", "field"}).integer = 10;
    at(edition, {"players", "3", "shares_per_business"}).integer = 6;
  });
  EXPECT_EQ(at(view, {"incomes", "krug"}).integer, 10);
  EXPECT_EQ(at(view, {"shares_per_business"}).integer, 6);
  int64_t half = 0;
  for (const auto& [tavern, brewery] : view.find("contracts")->members) {
    if (brewery.text == "mayer") half += at(view, {"incomes", tavern}).integer / 2;
  }
  EXPECT_EQ(at(view, {"brewery_incomes", "mayer"}).integer, half);
}

TEST(Figures, DiceFitTheFieldsOfTheEdition) {
  const auto dice_for = [](std::string_view colour) {
    Json view = view_with("dicebrewing", 2, [&](Json& edition) {
      Json& takes = at(edition, {"buildings", "0", "fields", "1", "takes"});
      takes.items = {Json::of(colour)};
    });
    const Json* dice = view.find("fitting")->find("M2");
    return dice == nullptr ? std::string() : dice->items.front().text.substr(0, 1);
  };
  EXPECT_EQ(dice_for("yellow"), "Y");
  EXPECT_EQ(dice_for("green"), "G");
}

// What there is to read about a component, in English.
std::string text_with(std::string_view id, std::string_view component,
                      const std::function<void(Json&)>& change) {
  const engine::AnyGame& game = *games::find(id);
  Json edition = *engine::parse_json(game.edition_json(), "edition");
  change(edition);
  const auto loaded = game.load_edition(edition.dump(), "edition");
  EXPECT_TRUE(loaded) << loaded.error.text;
  for (const engine::Component& part :
       game.components(**loaded, game.texts(engine::Language::kEnglish))) {
    if (part.id == component) return part.text;
  }
  return "nothing";
}

TEST(Figures, TextsOfComponentsTellThoseOfTheEdition) {
  const auto nothing = [](Json&) {};
  EXPECT_EQ(text_with("koenig", "kleine_intrige_vor", nothing),
            "Any hero moves 4 places forward, at most to place 1.");
  EXPECT_EQ(text_with("koenig", "kleine_intrige_vor",
                      [](Json& edition) {
                        for (Json& card : edition.find("cards")->items) {
                          if (card.find("id")->text == "kleine_intrige_vor")
                            card.find("steps")->integer = 1;
                        }
                      }),
            "Any hero moves 1 place forward, at most to place 1.");
  EXPECT_EQ(text_with("taverna", "king",
                      [](Json& edition) {
                        at(edition, {"royal_scorings", "0", "points", "0"}).integer = 13;
                      }),
            "13 points, and one level up on every track, without bonuses.");
  EXPECT_EQ(text_with("dicebrewing", "S3",
                      [](Json& edition) {
                        at(edition, {"buildings", "2", "fields", "2", "min"}).integer = 4;
                      }),
            "Takes a blue die of 4 or more. At the end of the round: another blue die.");
  EXPECT_THAT(
      text_with("goldbraeu", "drunk",
                [](Json& edition) { at(edition, {"chips", "drunk", "income"}).integer = -32; }),
      ::testing::HasSubstr("takes in 32 thalers less"));
}

}  // namespace
