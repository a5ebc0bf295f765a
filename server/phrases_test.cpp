#include "server/phrases.h"

#include <gtest/gtest.h>

#include "games/registry.h"

namespace server {
namespace {

engine::EditionPtr edition() { return games::all().front()->default_edition(); }

const std::string& say(Phrases& phrases, const Phrases::Meaning& meaning, int64_t text,
                       const engine::EditionPtr& in = edition(),
                       engine::Language language = engine::Language::kEnglish) {
  return phrases.text(in, language, meaning, [&](engine::JsonWriter& out) { out.value(text); });
}

TEST(Phrases, AreMadeOnceForEachMeaningEditionAndLanguage) {
  Phrases phrases;
  const engine::Option choice{{1, 2, 3, 4}, {}};
  engine::Option forbidden = choice;
  forbidden.verdict.rule = 1;
  engine::Event event;
  event.args = {1, -1, 0, 300};
  EXPECT_EQ(say(phrases, Phrases::of(choice), 1), "1");
  EXPECT_EQ(say(phrases, Phrases::of(choice), 2), "1");
  EXPECT_EQ(say(phrases, Phrases::of(forbidden), 3), "3");
  EXPECT_EQ(say(phrases, Phrases::of(event, false), 4), "4");
  EXPECT_EQ(say(phrases, Phrases::of(event, true), 5), "5") << "who may not know it hears less";
  EXPECT_EQ(say(phrases, Phrases::of(event, false), 6), "4");
  const auto other = games::all().back()->default_edition();
  EXPECT_EQ(say(phrases, Phrases::of(choice), 7, other), "7");
  EXPECT_EQ(say(phrases, Phrases::of(choice), 8, edition(), engine::Language::kDutch), "8");
  EXPECT_EQ(say(phrases, Phrases::of(choice), 9), "1");
}

TEST(Phrases, StayWithinTheirBound) {
  Phrases phrases;
  for (uint64_t i = 0; i < 200000; ++i) {
    ASSERT_EQ(say(phrases, {i, 0}, static_cast<int64_t>(i)), std::to_string(i));
    ASSERT_LE(phrases.bytes(), Phrases::kMost + 1000);
  }
}

}  // namespace
}  // namespace server
