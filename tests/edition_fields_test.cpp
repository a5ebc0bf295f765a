// The manual of every game's edition (`stamtafel edition GAME --doc`), and what its own edition is
// warned about: nothing.
#include <gtest/gtest.h>

#include <set>

#include "games/registry.h"
#include "tests/matchers.h"

namespace edition_fields {
namespace {

using engine::FieldDoc;
using engine::Json;
using namespace matchers;

class EditionOfGame : public ::testing::TestWithParam<const engine::AnyGame*> {};

bool varies(std::string_view step) {
  return std::all_of(step.begin(), step.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

const FieldDoc* doc_of(const std::vector<FieldDoc>& fields, const std::string& parent,
                       const std::string& key) {
  const auto at = [&](const std::string& name) {
    return parent.empty() ? name : parent + "." + name;
  };
  for (const FieldDoc& field : fields) {
    if (field.path == at(key)) return &field;
  }
  for (const FieldDoc& field : fields) {
    const size_t dot = field.path.rfind('.');
    const std::string last = field.path.substr(dot == std::string::npos ? 0 : dot + 1);
    if (varies(last) && field.path == at(last)) return &field;
  }
  return nullptr;
}

// Every value of the file is told, and is what the manual says it may be.
void expect_told(const Json& json, const std::string& path, const std::vector<FieldDoc>& fields,
                 std::set<std::string>& used) {
  for (const auto& [key, value] : json.members) {
    if (key == "source" || key == "copies_source") continue;
    const FieldDoc* field = doc_of(fields, path, key);
    ASSERT_NE(field, nullptr) << path << "." << key << " is told nowhere";
    used.insert(field->path);
    const auto number = [&](const Json& item) {
      if (!item.is_integer() || !field->low) return;
      EXPECT_GE(item.integer, *field->low) << field->path;
      EXPECT_LE(item.integer, *field->high) << field->path;
    };
    number(value);
    for (const Json& item : value.items) number(item);
    if (value.is_string() && !field->values.empty()) {
      EXPECT_THAT(field->values, Contains(value.text)) << field->path;
    }
    if (value.is_object()) expect_told(value, field->path, fields, used);
    for (const Json& item : value.items) {
      if (item.is_object()) expect_told(item, field->path + "[]", fields, used);
    }
  }
}

TEST_P(EditionOfGame, EveryFieldIsTold) {
  const std::vector<FieldDoc> fields = GetParam()->edition_fields();
  std::set<std::string> used;
  expect_told(*engine::parse_json(GetParam()->edition_json(), "edition"), "", fields, used);
  for (const FieldDoc& field : fields) {
    EXPECT_FALSE(field.meaning.empty()) << field.path;
    EXPECT_FALSE(field.meaning.ends_with('.')) << field.path;
    EXPECT_TRUE(used.contains(field.path) || !field.fallback.empty())
        << field.path << " isn't in the standard edition, and may not be left out either";
  }
}

TEST_P(EditionOfGame, ItsOwnHasNoWarnings) {
  EXPECT_THAT(GetParam()->default_edition()->warnings(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Editions, EditionOfGame, ::testing::ValuesIn(games::all()),
                         [](const auto& tested) { return std::string(tested.param->spec().id); });

// --- editions that make no game ----------------------------------------------------------------

struct Poor {
  std::string_view game;
  std::string_view patch;  // RFC 7396, over the game's own
  std::string_view told;
};

TEST(EditionWarnings, WhatMakesAPoorGameIsSaidWithItsReason) {
  const Poor poor[]{
      {"koenig", R"({"toast": {"normal": {"front": [], "back": [-2]}}})", "toast pays nobody"},
      {"koenig", R"({"toast": {"normal": {"front": [4]}}})", "`normal.front` is very short"},
      {"koenig", R"({"money": {"silver_coins": 0, "gold_coins": 8}})", "less than one toast pays"},
      {"goldbraeu", R"({"prices": {"by_choosers": [90, 90, 90, 90]}})",
       "nobody can buy before the first payday with 3 players: the least is 90, and each begins "
       "with 25"},
      {"goldbraeu", R"({"fences": {"count": 18}})", "fences are all used at set-up"},
      {"goldbraeu",
       R"({"income": {"field": 0, "parasol": 0}, "chips": {"waitress": {"income": 0}}})",
       "no payday ever pays"},
      {"dicebrewing", R"({"start": {"dice": {"green": 0}}, "dice": [
         {"id": "yellow", "count": 14, "final_points": 1},
         {"id": "black", "count": 14, "final_points": 2},
         {"id": "green", "count": 0, "final_points": 1},
         {"id": "blue", "count": 10, "final_points": 0}]})",
       "hold lager_1, which nobody can ever brew"},
      {"tiefenthal", R"({"noble": {"count": 0}})", "noble has the count 0"},
      {"tiefenthal", R"({"limits": {"recruits_per_turn": 0}})", "let nobody ever recruit"},
      {"taverna", R"({"start": {"coins": 2}})",
       "no deed that anybody can afford at set-up with 2, 3, 4, 5 players: the cheapest costs 3 "
       "coins, and "
       "each begins with 2"},
      {"taverna", R"({"guild_tokens": {"beer": 0, "lyre": 0, "book": 0}})", "no guild"},
  };
  for (const Poor& one : poor) {
    const engine::AnyGame& game = *games::find(one.game);
    Json json = *engine::parse_json(game.edition_json(), "edition");
    engine::merge_patch(json, *engine::parse_json(one.patch, "patch"));
    const auto edition = game.load_edition(json.dump(), "edition");
    ASSERT_TRUE(edition) << one.patch << ": " << edition.error.text;
    EXPECT_THAT((*edition)->warnings(), Contains(HasSubstr(std::string(one.told)))) << one.patch;
  }
}

}  // namespace
}  // namespace edition_fields
