// Positions as JSON: what can be left out, and how wrong ones are refused.
#include <algorithm>

#include "games/tiefenthal/test_table.h"

namespace tiefenthal::position_test {

using namespace tiefenthal::test;

TEST(TiefenthalPosition, WhatLiesNowhereElseCanBeLeftOut) {
  const State s = dealt(3, variants_of(""), 4);
  Json json = json_of(s);
  for (const char* key : {"supply", "nobles", "open_pile", "stack"}) {
    engine::merge_patch(json, *engine::parse_json("{\"" + std::string(key) + "\": null}", "patch"));
  }
  State read{};
  ASSERT_FALSE(engine::read_position<Tiefenthal>(json, edition(), read));
  EXPECT_TRUE(engine::same_position<Tiefenthal>(s, read));
}

TEST(TiefenthalPosition, ListsWithoutAnOrderMayBeWrittenInAny) {
  const State s = dealt(2, variants_of(""), 4);
  Json json = json_of(s);
  for (Json* list : {json.find("stack"), json.find("taverns")->find("green")->find("draw")}) {
    ASSERT_GT(list->items.size(), 1u);
    std::reverse(list->items.begin(), list->items.end());
  }
  State read{};
  ASSERT_FALSE(engine::read_position<Tiefenthal>(json, edition(), read));
  EXPECT_TRUE(engine::same_position<Tiefenthal>(s, read));
}

TEST(TiefenthalPosition, WrongFieldsAreNamed) {
  const std::pair<const char*, const char*> wrong[]{
      {R"({"players": 5})", "players"},
      {R"({"round": 13})", "round"},
      {R"({"start": "pink"})", "start"},
      {R"({"display": ["g4a"]})", "display"},
      {R"({"supply": {"table": 99}})", "supply.table"},
      {R"({"taverns": {"green": {"monastery": 23}}})", "taverns.green.monastery"},
      {R"({"taverns": {"green": {"draw": ["dragon"]}}})", "taverns.green.draw"},
      {R"({"taverns": {"green": {"dice": ["w7"]}}})", "taverns.green.dice"},
      {R"({"taverns": {"green": {"coaster": [0]}}})", "taverns.green.coaster"},
      {R"({"taverns": {"green": {"served": [9]}}})", "taverns.green.served"},
      {R"({"taverns": {"green": {"upgraded": ["safe", "safe"]}}})", "taverns.green.upgraded"},
      {R"({"taverns": {"green": {"sides": {"juggler": "C"}}}})", "taverns.green.sides"},
      {R"({"agenda": ["dance green"]})", "agenda"},
      {R"({"agenda": ["serve"]})", "agenda"},
      {R"({"answers": {"green": "perhaps"}})", "answers"},
      {R"({"moon": 3})", "moon"},
  };
  for (const auto& [patch, field] : wrong) {
    const engine::Error error = refusal(2, patch);
    EXPECT_EQ(error.code, engine::ErrorCode::kPosition) << patch;
    EXPECT_NE(error.text.find(field), std::string::npos) << patch << ": " << error.text;
  }
}

TEST(TiefenthalPosition, BrokenInvariantsAreNamed) {
  const std::tuple<const char*, const char*, const char*> wrong[]{
      {R"({"taverns": {"green": {"bar_guests": 3}}})", "", "bar_guests"},
      {R"({"taverns": {"green": {"signatures": ["noble"]}}})", "modules=4", "tracks"},
      {R"({"nobles": 3})", "", "nobles"},
      {R"({"agenda": ["redraw green purple"], "answers": {"green": "keep", "purple": "keep"}})", "",
       "answers"},
      {R"({"taverns": {"green": {"dice": ["w1"]}}})", "", "dice"},
      {R"({"taverns": {"green": {"cashbox_used": true}}})", "", "limits"},
      {R"({"taverns": {"green": {"ducats": 3}}})", "", "purse"},
      {R"({"taverns": {"green": {"sides": {"juggler": "A"}}}})", "modules=2", "tracks"},
  };
  for (const auto& [patch, variants, invariant] : wrong) {
    const engine::Error error = refusal(2, patch, variants);
    EXPECT_EQ(error.rule, invariant) << patch << ": " << error.text;
  }
}

}  // namespace tiefenthal::position_test
