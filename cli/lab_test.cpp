// `lab balance`, `sweep`, `compare`, `dataset`, `show` and `merge`.
#include "cli/testing.h"

namespace cli_test {
namespace {

TEST(Lab, BalanceTellsInAnyForm) {
  const std::vector<std::string> command{"lab",    "balance", "koenig", "--bots",
                                         "random", "-n",      "20"};
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), command.begin(), command.end());
    return stamtafel(more);
  };
  const Ran text = run({});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(HasSubstr("is it fair?"), HasSubstr("wins of number 1"),
                              HasSubstr("stamtafel lab balance koenig --players 3 --bots "
                                        "random,random,random -n 20")));
  EXPECT_THAT(run({"--lang", "nl"}).out, HasSubstr("is het eerlijk?"));
  EXPECT_THAT(run({"--html"}).out, AllOf(HasSubstr("<!doctype html>"), HasSubstr("</html>")));
  EXPECT_THAT(run({"--csv"}).out, HasSubstr("table,row,column,value,low,high\norder,order_1,"));
  EXPECT_TRUE(engine::parse_json(run({"--json"}).out, "json"));
  EXPECT_EQ(run({"--json", "--csv"}).code, 2);
}

TEST(Lab, AResultIsInterruptedResumedShownAndMerged) {
  const Folder folder;
  const auto run = [&](const std::string& name, std::vector<std::string> more) {
    const std::vector<std::string> command{"lab",    "balance",  "koenig",        "--bots",
                                           "random", "--result", folder.at(name), "--csv"};
    more.insert(more.begin(), command.begin(), command.end());
    return stamtafel(more);
  };
  const Ran whole = run("whole", {"-n", "64", "--threads", "1"});
  EXPECT_EQ(whole.code, 0) << whole.err;
  EXPECT_EQ(run("parts", {"-n", "30"}).code, 0);
  EXPECT_THAT(run("parts", {"-n", "64"}).err, HasSubstr("is there already: --resume"));
  EXPECT_EQ(run("parts", {"-n", "64", "--resume", "--threads", "2"}).out, whole.out);
  std::string torn = slurp(folder.at("parts"));
  torn.resize(torn.size() - 9);
  folder.file("parts", torn);
  const Ran again = run("parts", {"-n", "64", "--resume"});
  EXPECT_THAT(again.err, HasSubstr("was torn off"));
  EXPECT_EQ(again.out, whole.out);
  EXPECT_EQ(run("one", {"-n", "40"}).code, 0);
  EXPECT_EQ(run("two", {"-n", "24", "--from", "40"}).code, 0);
  const Ran merged = stamtafel({"lab", "merge", folder.at("two"), folder.at("one")});
  EXPECT_EQ(merged.code, 0) << merged.err;
  const std::string both = folder.file("both", merged.out);
  EXPECT_EQ(stamtafel({"lab", "show", both, "--csv"}).out, whole.out);
  EXPECT_THAT(stamtafel({"lab", "merge", both, folder.at("one")}).err,
              HasSubstr("are there already"));
  EXPECT_THAT(stamtafel({"arena", "show", both}).err, HasSubstr("is no result of the arena"));
}

TEST(Lab, ItEndsWhenItIsSureEnough) {
  const Ran ran = stamtafel({"lab", "balance", "koenig", "--bots", "random", "-n", "100000",
                             "--until", "half_width(turns)<2"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, Not(HasSubstr("-n 100000")));
}

TEST(Lab, ComparesAndSweeps) {
  const Folder folder;
  engine::Json edition =
      *engine::parse_json(games::find("taverna")->default_edition()->text(), "edition");
  edition.find("start")->set("coins", engine::Json::of(2));
  const std::string file = folder.file("poor.json", edition.dump());
  const Ran compared =
      stamtafel({"lab", "compare", "taverna", "standard", file, "--bots", "random", "-n", "30"});
  EXPECT_EQ(compared.code, 0) << compared.err;
  EXPECT_THAT(compared.out, AllOf(HasSubstr("best score"), HasSubstr("changed beyond chance")));
  EXPECT_THAT(stamtafel({"lab", "compare", "taverna", "standard", "standard"}).err,
              HasSubstr("both editions say the same"));
  const std::string result = folder.at("sweep");
  const Ran swept = stamtafel({"lab", "sweep", "taverna", "--vary", "start.coins=2,15", "--bots",
                               "random", "-n", "20", "--result", result, "--csv"});
  EXPECT_EQ(swept.code, 0) << swept.err;
  EXPECT_THAT(swept.out, HasSubstr("start.coins=2"));
  EXPECT_EQ(stamtafel({"lab", "show", result, "--csv"}).out, swept.out);
  const Ran aimed = stamtafel({"lab", "sweep", "taverna", "--vary", "start.coins=2,15", "--bots",
                               "random", "-n", "64", "--aim", "winning_score=10"});
  EXPECT_THAT(aimed.out, HasSubstr("Nearest to it"));
}

TEST(Lab, SaysWhatIsWrong) {
  const auto error = [](std::vector<std::string> args) {
    args.insert(args.begin(), "lab");
    const Ran ran = stamtafel(args);
    EXPECT_EQ(ran.code, 2);
    return ran.err;
  };
  EXPECT_THAT(error({"balance", "koenig", "--bots", "random,random,random,random,random"}),
              HasSubstr("names 5 bots for 3 players"));
  EXPECT_THAT(error({"balance", "koenig", "--bots", "exec:./mine"}), HasSubstr("`arena` takes"));
  EXPECT_THAT(error({"balance", "koenig", "--until", "soon"}), HasSubstr("--until takes"));
  EXPECT_THAT(error({"balance", "koenig", "--until", "half_width(turn)<1"}),
              HasSubstr("did you mean 'turns'"));
  EXPECT_THAT(error({"balance", "koenig", "--resume"}), HasSubstr("name it with --result"));
  EXPECT_THAT(error({"sweep", "koenig", "--vary", "cards.zakc.gold=1..2"}),
              HasSubstr("did you mean 'zack'"));
  EXPECT_THAT(
      error({"sweep", "koenig", "--vary", "money.start_gold=1..2", "--vary", "money.start_gold=3"}),
      HasSubstr("twice"));
  EXPECT_THAT(error({"sweep", "koenig", "--vary", "money.start_gold=2", "--aim", "luck=0"}),
              HasSubstr("there is no measure 'luck'"));
}

TEST(Lab, ADatasetIsWritten) {
  const Folder folder;
  const std::string file = folder.at("games");
  const Ran ran =
      stamtafel({"lab", "dataset", "koenig", "--bots", "random", "-n", "3", "--out", file});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(slurp(file), ::testing::StartsWith("{\"stamtafel\":\"dataset\",\"format\":1,"));
}

TEST(LabCluster, TellsEachNumberOfServersInTheReadersLanguage) {
  const std::vector<std::string> few{"lab",     "cluster", "--people",  "300",
                                     "--nodes", "1,3",     "--seconds", "2"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), few.begin(), few.end());
    return stamtafel(more);
  };
  const Ran text = with({"--lang", "de"});
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("Ein Cluster auf dem Papier"));
  EXPECT_THAT(text.out, HasSubstr("300 Leute an Tischen zu 3"));
  EXPECT_EQ(with({"--lang", "de"}).out, text.out);
  auto json = engine::parse_json(with({"--json"}).out, "output");
  ASSERT_TRUE(json) << json.error.text;
  ASSERT_EQ(json->find("runs")->items.size(), 2u);
  EXPECT_EQ(json->find("runs")->items[1].find("nodes")->integer, 3);
  const Ran csv = with({"--csv", "--cost", "sync=5000", "--cores", "2"});
  EXPECT_THAT(csv.out, HasSubstr("nodes,moves,p50,p99,"));
}

TEST(LabCluster, SaysWhatItDoesNotUnderstand) {
  EXPECT_THAT(stamtafel({"lab", "cluster", "--nodes", "3..1"}).err, HasSubstr("1..8 or 1,2,4"));
  EXPECT_THAT(stamtafel({"lab", "cluster", "--nodes", "1,x"}).err, HasSubstr("'1,x'"));
  const Ran cost = stamtafel({"lab", "cluster", "--cost", "coffee=3"});
  EXPECT_EQ(cost.code, 2);
  EXPECT_THAT(cost.err, HasSubstr("request, tell, follow"));
  EXPECT_EQ(stamtafel({"lab", "cluster", "--cost", "sync=-3"}).code, 2);
}

}  // namespace
}  // namespace cli_test
