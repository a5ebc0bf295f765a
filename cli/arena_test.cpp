// `arena`, `arena show` and `arena merge`.
#include "cli/testing.h"

namespace cli_test {
namespace {

TEST(Arena, PrintsPairsAndTimes) {
  const Ran ran = stamtafel({"arena", game_id(), "--bots", "greedy,random", "-n", "3"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("3 blocks"), HasSubstr("greedy     random"),
                             HasSubstr("95 % interval"), HasSubstr("time p99"), HasSubstr("even:"),
                             HasSubstr("seeds to tune (series 1)")));
}

TEST(Arena, AFileIsGoneOnWithShownAndMerged) {
  const Folder folder;
  const std::string file = folder.at("a.jsonl");
  const std::vector<std::string> command{"arena", game_id(), "--bots", "random,random", "--prove"};
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), command.begin(), command.end());
    return stamtafel(more);
  };
  EXPECT_EQ(run({"-n", "3", "--result", file}).code, 0);
  EXPECT_THAT(run({"-n", "3", "--result", file}).err, HasSubstr("is there already: --resume"));
  std::string torn = slurp(file);
  torn.resize(torn.find('\n') + 40);
  folder.file("a.jsonl", torn);
  const Ran resumed = run({"-n", "4", "--result", file, "--resume"});
  EXPECT_EQ(resumed.code, 0);
  EXPECT_THAT(resumed.err, HasSubstr("was torn off: that block is played again"));
  EXPECT_THAT(resumed.out, HasSubstr("4 blocks"));
  const Ran shown = stamtafel({"arena", "show", file});
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_EQ(shown.out, resumed.out);

  const std::string more = folder.at("b.jsonl");
  EXPECT_EQ(run({"-n", "3", "--from", "4", "--result", more}).code, 0);
  const Ran merged = stamtafel({"arena", "merge", file, more, "--out", folder.at("c.jsonl")});
  EXPECT_EQ(merged.code, 0) << merged.err;
  EXPECT_THAT(merged.err, HasSubstr("7 blocks of 2 files"));
  const Ran json = stamtafel({"arena", "show", folder.at("c.jsonl"), "--json"});
  const auto parsed = engine::parse_json(json.out, "json");
  ASSERT_TRUE(parsed) << json.out;
  EXPECT_EQ((*parsed).find("blocks")->integer, 7);

  EXPECT_EQ(run({"-n", "2", "--series", "2", "--result", folder.at("d.jsonl")}).code, 0);
  const Ran refused = stamtafel({"arena", "merge", file, folder.at("d.jsonl")});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("Other seeds: seeds to prove, series 2 there"));
  EXPECT_THAT(refused.out, IsEmpty());
  const Ran used = run({"-n", "2", "--not", file});
  EXPECT_EQ(used.code, 2);
  EXPECT_THAT(used.err, HasSubstr("Take another --series"));
}

TEST(Arena, TheSprtIsTold) {
  const Ran ran =
      stamtafel({"arena", game_id(), "--bots", "greedy,random", "--sprt", "34,80", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const auto json = engine::parse_json(ran.out, "json");
  ASSERT_TRUE(json) << ran.out;
  ASSERT_NE((*json).find("sprt"), nullptr);
  EXPECT_EQ((*json).find("sprt")->find("verdict")->text, "h1");
}

// A bot from outside that always takes the first option.
constexpr const char* kFirst =
    R"(exec:read hello; echo '{"type":"ready"}'; while read line; do echo '{"choice":0}'; done)";

TEST(Outside, BotsSitWhereverBotsAreNamed) {
  const std::string first = kFirst;
  const Ran arena = stamtafel({"arena", game_id(), "--bots", first + ",random", "-n", "2"});
  EXPECT_EQ(arena.code, 0);
  EXPECT_THAT(arena.out, HasSubstr("exec:read hello"));
  EXPECT_THAT(arena.err, Not(HasSubstr("greedy plays on")));
  std::string seats = first;
  for (int seat = 1; seat < game().spec().min_seats; ++seat) seats += ",random";
  EXPECT_EQ(stamtafel({"simulate", game_id(), "-n", "2", "--seats", seats}).code, 0);
  const Ran record = stamtafel({"record", game_id(), "--seats", seats, "--seed", "1"});
  EXPECT_EQ(record.code, 0);
  EXPECT_EQ(stamtafel({"record", "--verify", "-"}, record.out).code, 0);
  const Folder folder;
  const Ran play = stamtafel(
      {"play", game_id(), "--plain", "--seats", seats, "--seed", "1", "--save", folder.at("a")});
  EXPECT_EQ(play.code, 0) << play.err;
  EXPECT_THAT(play.out, Not(HasSubstr("greedy plays on")));
}

TEST(Outside, OneThatFailsIsNamed) {
  const Ran arena =
      stamtafel({"arena", game_id(), "--bots", "exec:true,random", "-n", "1", "--threads", "1"});
  EXPECT_EQ(arena.code, 0);
  EXPECT_THAT(arena.err, HasSubstr("stamtafel: the bot 'exec:true' has ended; greedy plays on"));
  std::string seats = "exec:true";
  for (int seat = 1; seat < game().spec().min_seats; ++seat) seats += ",random";
  const Folder folder;
  const Ran play = stamtafel(
      {"play", game_id(), "--plain", "--seats", seats, "--seed", "1", "--save", folder.at("a")});
  EXPECT_EQ(play.code, 0) << play.err;
  EXPECT_THAT(play.out, HasSubstr("the bot 'exec:true' has ended; greedy plays on"));
}

// A file may come from anybody.
TEST(Outside, NoFileHasAProgramStarted) {
  const Folder folder;
  std::string seats = "human";
  for (int seat = 1; seat < game().spec().min_seats; ++seat) {
    seats += ",exec:touch " + folder.at("started");
  }
  std::string text = stamtafel({"record", game_id(), "--seed", "1"}).out;
  text.insert(text.find('\n') + 1, "|seats " + seats + "\n");
  const Ran resumed =
      stamtafel({"play", "--plain", "--resume", folder.file("sent.record", text)}, "q\n");
  EXPECT_EQ(resumed.code, 4);
  EXPECT_THAT(resumed.err, AllOf(HasSubstr("there is no bot 'exec'"), HasSubstr("--seats says")));
  EXPECT_FALSE(fs::exists(folder.at("started")));
}

TEST(Arena, EveryCommandOfItHasHelp) {
  for (const char* command : {"show", "merge"}) {
    const Ran ran = stamtafel({"arena", command, "--help"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_THAT(ran.out, AllOf(HasSubstr(std::string("Usage: stamtafel arena ") + command),
                               HasSubstr("Examples:\n"), Not(HasSubstr("{game}"))));
  }
}

TEST(Arena, CtrlCEndsItWithTheBlocksThatAreComplete) {
  const Folder folder;
  const std::string result = folder.at("result.jsonl");
  const Ran ran = interrupted(folder, {"arena", game_id(), "--bots", "random,random", "-n",
                                       "900000000", "--result", result});
  EXPECT_EQ(ran.code, 130);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("random wins "), HasSubstr("stopped after ")));
  EXPECT_THAT(ran.out, HasSubstr("95 %"));
  EXPECT_EQ(stamtafel({"arena", "show", result}).out, ran.out);
}

}  // namespace
}  // namespace cli_test
