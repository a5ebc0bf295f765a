#include "bots/bot_spec.h"

#include <gtest/gtest.h>

#include "bots/bot.h"

namespace bots {
namespace {

std::string error_of(std::string_view text) {
  const engine::Result<BotSpec> spec = BotSpec::parse(text);
  EXPECT_EQ(spec.error.code, engine::ErrorCode::kUsage) << text;
  return spec.error.text;
}

TEST(BotSpec, IsFoundByName) {
  for (const BotInfo* info : all_bots()) {
    engine::Result<BotSpec> spec = BotSpec::parse(info->id);
    ASSERT_TRUE(spec) << spec.error.text;
    EXPECT_EQ(spec->id(), info->id);
    EXPECT_EQ(spec->text(), info->id);
  }
  EXPECT_EQ(BotSpec::of(" greedy ").text(), "greedy");
}

TEST(BotSpec, RefusesWhatIsUnknownAndSaysWhatThereIs) {
  EXPECT_EQ(error_of("genius"), "there is no bot 'genius'; the bots are: " + bot_names());
  EXPECT_EQ(error_of(""), "there is no bot ''; the bots are: " + bot_names());
  EXPECT_EQ(error_of("greedy:depth=3"), "the bot 'greedy' has no setting 'depth'; it has none");
  EXPECT_EQ(error_of("greedy:fast"), "the bot 'greedy' has no setting 'fast'; it has none");
}

TEST(BotSpec, AListMayHoldSettings) {
  EXPECT_EQ(split_bots("greedy,search:ms=100,level=master,random"),
            (std::vector<std::string_view>{"greedy", "search:ms=100,level=master", "random"}));
  EXPECT_EQ(split_bots("ms=3,greedy"), (std::vector<std::string_view>{"ms=3", "greedy"}));
  EXPECT_TRUE(split_bots("").empty());
  const auto bots = parse_bots("greedy,random,greedy");
  ASSERT_TRUE(bots);
  EXPECT_EQ((*bots).size(), 3u);
  EXPECT_EQ((*bots)[0], (*bots)[2]);
  EXPECT_FALSE((*bots)[0] == (*bots)[1]);
  EXPECT_FALSE(parse_bots("greedy,genius"));
}

TEST(BotSpec, IterationsCountInsteadOfTime) {
  const BotSpec both = BotSpec::of("search:ms=20,iterations=300");
  EXPECT_EQ(both.budget().iterations, 300u);
  EXPECT_EQ(both.budget().milliseconds, 0u);
  EXPECT_EQ(BotSpec::of("search:ms=20").budget().milliseconds, 20u);
  BotSpec bot = BotSpec::of("search:level=regular");
  EXPECT_FALSE(bot.set_budget({.iterations = 70}));
  EXPECT_EQ(bot.text(), "search:iterations=70,level=regular");
  EXPECT_FALSE(bot.set_budget({.milliseconds = 30}));
  EXPECT_EQ(bot.text(), "search:ms=30,level=regular");
  EXPECT_FALSE(BotSpec::of("greedy").set_budget({.iterations = 70}));
  EXPECT_EQ(bot.set_budget({.milliseconds = 1'000'000}).code, engine::ErrorCode::kUsage);
}

TEST(BotSpec, FullTextNamesAllSettings) {
  const BotSpec bot = BotSpec::of("search:iterations=70");
  EXPECT_TRUE(bot.full_text().starts_with("search:ms=100,iterations=70,level=master,"))
      << bot.full_text();
  EXPECT_EQ(BotSpec::of(bot.full_text()), bot);
  EXPECT_EQ(BotSpec::of("greedy").full_text(), "greedy");
}

// Whoever can have a program started has the machine: clients and files can't.
TEST(BotSpec, ABotFromOutsideIsForWhoeverRunsTheProgram) {
  EXPECT_EQ(error_of("exec:./mybot"), "there is no bot 'exec'; the bots are: " + bot_names());
  EXPECT_FALSE(parse_bots("greedy,exec:./mybot"));
  const auto bots = parse_bots("greedy,exec:./mybot --depth=3,ms=50,exec:other", Outside::kAllowed);
  ASSERT_TRUE(bots) << bots.error.text;
  ASSERT_EQ((*bots).size(), 3u);
  const BotSpec& bot = (*bots)[1];
  EXPECT_EQ(bot.command(), "./mybot --depth=3");
  EXPECT_EQ(bot.budget().milliseconds, 50u);
  EXPECT_EQ(bot.text(), "exec:./mybot --depth=3,ms=50");
  EXPECT_EQ(bot.full_text(), "exec:./mybot --depth=3,ms=50,iterations=0,seconds=10");
  EXPECT_EQ(*BotSpec::parse(bot.full_text(), Outside::kAllowed), bot);
  EXPECT_FALSE(bot == (*bots)[2]);
  EXPECT_FALSE(bot.info().at_once);
  EXPECT_FALSE((*bots)[0].from_outside());
  for (const char* wrong : {"exec", "exec:", "exec: ", "exec:,ms=5", "exec:./mybot,depth=3"}) {
    EXPECT_FALSE(BotSpec::parse(wrong, Outside::kAllowed)) << wrong;
  }
}

// A client could otherwise have the server plant as many trees as it likes.
TEST(BotSpec, ThreadsAreForWhoeverRunsTheProgram) {
  const auto refused = BotSpec::parse("search:threads=2");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error.text.find("for whoever runs the program"), std::string::npos);
  EXPECT_TRUE(BotSpec::parse("search:threads=1")) << "as it is anyway";
  const auto taken = BotSpec::parse("search:threads=2", Outside::kAllowed);
  ASSERT_TRUE(taken) << taken.error.text;
  EXPECT_EQ(taken.value.setting("threads"), 2);
}

// A client could otherwise have any file of the server's read.
TEST(BotSpec, FiguresOfAFileAreForWhoeverRunsTheProgram) {
  EXPECT_FALSE(BotSpec::parse("search:policy=mine.json"));
  EXPECT_FALSE(BotSpec::parse("greedy:policy=mine.json", Outside::kAllowed));
  EXPECT_FALSE(BotSpec::parse("search:policy=", Outside::kAllowed));
  auto read = BotSpec::parse("search:ms=5,policy=mine.json", Outside::kAllowed);
  ASSERT_TRUE(read) << read.error.text;
  EXPECT_EQ(read->file(bots::Figures::kPolicy).name, "mine.json");
  EXPECT_EQ(read->text(), "search:ms=5,policy=mine.json");
  EXPECT_EQ(*BotSpec::parse(read->text(), Outside::kAllowed), *read);
  EXPECT_FALSE(BotSpec::parse("search:value=mine.json"));
  EXPECT_FALSE(BotSpec::parse("greedy:value=mine.json", Outside::kAllowed));
  const auto both = BotSpec::parse("search:value=v.json,policy=p.json", Outside::kAllowed);
  ASSERT_TRUE(both) << both.error.text;
  EXPECT_EQ(both.value.text(), "search:policy=p.json,value=v.json");
  EXPECT_TRUE(both.value.names_files());
  EXPECT_FALSE(BotSpec::of("search").names_files());
  // Results of two files of one name are not to be taken for one bot's.
  BotSpec other = *read;
  read->use(bots::Figures::kPolicy, "mine.json", std::make_shared<const std::string>("{}"));
  other.use(bots::Figures::kPolicy, "mine.json", std::make_shared<const std::string>("{ }"));
  EXPECT_EQ(read->text(), other.text());
  EXPECT_NE(read->full_text(), other.full_text());
}

TEST(Bot, HearsOnlyWhatItsSeatMayKnow) {
  static constexpr engine::EventSpec kEvents[]{
      {.id = "drew", .args = {engine::kSeatArg, engine::kNumber}, .secret = 2}};
  engine::GameSpec spec;
  spec.events = kEvents;
  const engine::Event drew{0, engine::SeatSet(engine::seat_at(1)), {1, 42, 0, 0}};
  EXPECT_EQ(heard_by(engine::seat_at(1), spec, {&drew, 1})[0].args[1], 42);
  EXPECT_EQ(heard_by(engine::seat_at(0), spec, {&drew, 1})[0].args[1], 0);
  EXPECT_EQ(heard_by(engine::seat_at(0), spec, {&drew, 1})[0].args[0], 1);
}

}  // namespace
}  // namespace bots
