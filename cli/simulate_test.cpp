// `simulate` and `bench`.
#include "cli/testing.h"

namespace cli_test {
namespace {

TEST(Simulate, PrintsATableByBotAndBySeat) {
  const Ran ran = stamtafel({"simulate", game_id(), "-n", "30", "--seed", "7"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("30 games"), HasSubstr("seed 7"), HasSubstr("random"),
                             HasSubstr(seat_name(engine::seat_at(0))), HasSubstr("95 %")));
}

TEST(Simulate, AFreshSeedIsInTheTable) {
  EXPECT_THAT(stamtafel({"simulate", game_id(), "-n", "3"}).out, HasSubstr("seed "));
}

TEST(Simulate, CsvIsTheSameWithAnyNumberOfThreads) {
  const Folder folder;
  const auto csv = [&](const char* threads) {
    const std::string file = folder.at(std::string("games-") + threads + ".csv");
    EXPECT_EQ(stamtafel({"simulate", game_id(), "-n", "50", "--seed", "7", "--threads", threads,
                         "--csv", "--out", file})
                  .code,
              0);
    return slurp(file);
  };
  const std::string one = csv("1");
  EXPECT_EQ(engine::split(one, '\n').size(), 51u);
  EXPECT_EQ(csv("3"), one);
}

TEST(Simulate, StandardOutputHoldsOneThing) {
  const Ran json = stamtafel({"simulate", game_id(), "-n", "5", "--json"});
  EXPECT_TRUE(engine::parse_json(json.out, "json")) << json.out;
  const Ran csv = stamtafel({"simulate", game_id(), "-n", "5", "--csv"});
  EXPECT_EQ(engine::split(csv.out, '\n').size(), 6u) << csv.out;
  const Ran both = stamtafel({"simulate", game_id(), "-n", "5", "--csv", "--json"});
  EXPECT_EQ(both.code, 2);
  EXPECT_THAT(both.err, HasSubstr("choose one of them"));
  EXPECT_THAT(both.out, IsEmpty());
}

TEST(Simulate, AFileHoldsTheSameAndTheTableIsBesideIt) {
  const Folder folder;
  const std::string file = folder.at("games.csv");
  const std::vector<std::string> games{"simulate", game_id(), "-n", "5", "--seed", "3", "--csv"};
  const auto with = [&](std::initializer_list<std::string> more) {
    std::vector<std::string> arguments = games;
    arguments.insert(arguments.end(), more);
    return stamtafel(arguments);
  };
  const std::string printed = with({}).out;
  const Ran written = with({"--out", file});
  EXPECT_EQ(slurp(file), printed);
  EXPECT_THAT(written.out, HasSubstr("5 games"));
  EXPECT_THAT(with({"--out", file, "--quiet"}).out, IsEmpty());
}

TEST(Simulate, NumbersMayBeWrittenAsPeopleDo) {
  EXPECT_THAT(stamtafel({"simulate", game_id(), "-n", "2e1"}).out, HasSubstr(": 20 games"));
  for (const char* wrong : {"1.5", "1e12", "many", "-3", "", "1e", "0x10"}) {
    const Ran ran = stamtafel({"simulate", game_id(), "-n", wrong});
    EXPECT_EQ(ran.code, 2) << wrong;
    EXPECT_THAT(ran.err, HasSubstr("takes a whole number from 1 to 1000000000")) << wrong;
  }
}

TEST(Simulate, AFileThatCannotBeWrittenLeavesTheTable) {
  for (const char* flag : {"--csv", "--json"}) {
    const Ran ran = stamtafel({"simulate", game_id(), "-n", "3", flag, "--out", "/dev/full"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.err, HasSubstr("No space left"));
    EXPECT_THAT(ran.out, HasSubstr("3 games"));
  }
}

// As many games as nobody would wait for: the answer comes before the first.
TEST(Simulate, AFolderThatIsNotThereIsToldAtOnce) {
  const Ran ran =
      stamtafel({"simulate", game_id(), "-n", "1e9", "--csv", "--out", "/no/where/games.csv"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("can't write '/no/where/games.csv': No such file"));
}

TEST(Simulate, CtrlCEndsItWithWhatItHas) {
  const Folder folder;
  const std::string csv = folder.at("games.csv");
  const Ran ran = interrupted(folder, {"simulate", game_id(), "-n", "9e8", "--csv", "--out", csv});
  EXPECT_EQ(ran.code, 130);
  EXPECT_THAT(ran.err, HasSubstr("stopped after "));
  EXPECT_THAT(ran.out, HasSubstr("95 %"));
  EXPECT_GT(engine::split(slurp(csv), '\n').size(), 1u);
}

TEST(Bench, PrintsATableAndTheSameAsJson) {
  const Ran table = stamtafel({"bench", game_id(), "--seconds", "0.001"});
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr(game_id()));
  const Ran json = stamtafel({"bench", game_id(), "--seconds", "0.001", "--json"});
  EXPECT_TRUE(engine::parse_json(json.out, "json")) << json.out;
}

}  // namespace
}  // namespace cli_test
