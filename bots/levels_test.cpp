#include "bots/levels.h"

#include <gtest/gtest.h>

#include <set>

#include "bots/bot_texts.h"

namespace bots {
namespace {

TEST(LevelsTest, ALevelIsABotByItsNameAlone) {
  for (const std::string_view level : levels()) {
    const engine::Result<BotSpec> bot = BotSpec::parse(level);
    ASSERT_TRUE(bot) << level;
    EXPECT_EQ(*bot, BotSpec::of("search:level=" + std::string(level)));
    EXPECT_EQ(level_of(*bot), level);
  }
  EXPECT_EQ(level_of(usual_bot()), kUsualLevel);
  EXPECT_FALSE(BotSpec::parse("regular:ms=5")) << "a level has no settings";
}

TEST(LevelsTest, OtherBotsAreNoLevel) {
  EXPECT_EQ(level_of(BotSpec::of("greedy")), "");
  EXPECT_EQ(level_of(BotSpec::of("search:level=regular,ms=5")), "");
  EXPECT_FALSE(level_bot("genius"));
}

TEST(LevelsTest, EveryLevelHasANameAndASentenceOfItsOwnInEveryLanguage) {
  for (size_t i = 0; i < engine::kLanguages.size(); ++i) {
    const auto language = static_cast<engine::Language>(i);
    std::set<std::string_view> told;
    for (const std::string_view level : levels()) {
      const std::string key = "level." + std::string(level);
      EXPECT_TRUE(bot_texts(language).has(key + ".name")) << engine::kLanguages[i] << key;
      EXPECT_TRUE(bot_texts(language).has(key + ".text")) << engine::kLanguages[i] << key;
      told.insert(level_name(level, language));
      told.insert(level_text(level, language));
    }
    EXPECT_EQ(told.size(), 2 * levels().size());
    size_t of_levels = 0;
    for (const auto& [key, text] : bot_texts(language).all())
      of_levels += key.starts_with("level.") ? 1 : 0;
    EXPECT_EQ(of_levels, told.size());
  }
}

}  // namespace
}  // namespace bots
