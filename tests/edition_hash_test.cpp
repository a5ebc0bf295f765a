// The hash of an edition is of what is loaded: remarks and spelling don't count, every figure and
// every id does. For every game, without a line of its own.
#include <gtest/gtest.h>

#include <algorithm>

#include "games/registry.h"

namespace edition_hash {
namespace {

using engine::AnyGame;
using engine::Json;

class EditionHash : public testing::TestWithParam<const AnyGame*> {
 protected:
  const AnyGame& game() const { return *GetParam(); }
  Json ours() const { return *engine::parse_json(game().edition_json(), "edition"); }
  uint64_t hash() const { return game().default_edition()->hash(); }
  engine::Result<engine::EditionPtr> load(const Json& json) const {
    return game().load_edition(json.dump(), "edition");
  }
};

INSTANTIATE_TEST_SUITE_P(, EditionHash, testing::ValuesIn(games::all()),
                         [](const auto& test) { return std::string(test.param->spec().id); });

bool is_note(const std::string& name) { return name.ends_with("source"); }

// Calls `change` for every value of the file, with its name; items of lists have that of the list.
// A note is one value, whatever it holds.
template <class Change>
void for_each_value(Json& json, const std::string& name, const Change& change) {
  change(json, name);
  if (is_note(name)) return;
  for (auto& [key, value] : json.members) for_each_value(value, key, change);
  for (Json& item : json.items) for_each_value(item, name, change);
}

TEST_P(EditionHash, StaysWhenEveryNoteIsWrittenAnew) {
  Json json = ours();
  int notes = 0;
  for_each_value(json, "", [&](Json& value, const std::string& name) {
    if (!is_note(name)) return;
    value = Json::of("corrected " + std::to_string(++notes));
  });
  EXPECT_GT(notes, 5);
  const auto corrected = load(json);
  ASSERT_TRUE(corrected) << corrected.error.text;
  EXPECT_EQ((*corrected)->hash(), hash());
  EXPECT_NE((*corrected)->file_hash(), game().default_edition()->file_hash());
  for_each_value(json, "", [&](Json& value, const std::string&) {
    std::erase_if(value.members, [](const Json::Member& member) { return is_note(member.first); });
  });
  const auto bare = load(json);
  ASSERT_TRUE(bare) << bare.error.text;
  EXPECT_EQ((*bare)->hash(), hash());
}

TEST_P(EditionHash, StaysWhateverTheOrderOfMembers) {
  Json json = ours();
  for_each_value(json, "", [](Json& value, const std::string&) {
    std::reverse(value.members.begin(), value.members.end());
  });
  const auto turned = game().load_edition(json.dump(4), "edition");
  ASSERT_TRUE(turned) << turned.error.text;
  EXPECT_EQ((*turned)->hash(), hash());
}

// What the store keeps of an edition is enough to load it.
TEST_P(EditionHash, IsOfATextThatLoadsTheSameEdition) {
  const std::string& text = game().default_edition()->text();
  EXPECT_LT(text.size(), game().edition_json().size());
  const auto again = game().load_edition(text, "edition");
  ASSERT_TRUE(again) << again.error.text;
  EXPECT_EQ((*again)->text(), text);
  EXPECT_EQ((*again)->hash(), hash());
  EXPECT_EQ((*again)->name(), game().default_edition()->name());
}

// Every number up and down by one, every truth turned round, every word another of the file:
// whatever still loads has another hash.
TEST_P(EditionHash, IsAnotherForEveryFigureAndId) {
  Json json = ours();
  int numbers = 0;
  int loaded = 0;
  const auto expect_another = [&](const std::string& name) {
    const auto other = load(json);
    if (!other) return;
    ++loaded;
    EXPECT_NE((*other)->hash(), hash()) << name;
  };
  for_each_value(json, "", [&](Json& value, const std::string& name) {
    const Json kept = value;
    if (value.is_integer()) {
      ++numbers;
      for (int by : {1, -1}) {
        value.integer = kept.integer + by;
        expect_another(name);
      }
    } else if (value.kind == Json::Kind::kBool) {
      value.boolean = !value.boolean;
      expect_another(name);
    } else if (value.is_string() && !is_note(name)) {
      value.text += "x";
      expect_another(name);
    }
    value = kept;
  });
  EXPECT_GT(loaded, numbers / 2) << "of " << numbers << " numbers";
}

}  // namespace
}  // namespace edition_hash
