// Bad input, one by one: a clear error on standard error, a meaningful exit code, and nothing on
// standard output.
#include "cli/testing.h"

namespace cli_test {
namespace {

struct BadInput {
  const char* name;
  std::vector<std::string> arguments;  // GAME is the game there is
  int code;
  const char* says;
};
void PrintTo(const BadInput& bad, std::ostream* out) { *out << bad.name; }

class BadInputTest : public ::testing::TestWithParam<BadInput> {};

TEST_P(BadInputTest, IsRefusedWithItsExitCodeAndReason) {
  std::vector<std::string> arguments = GetParam().arguments;
  std::replace(arguments.begin(), arguments.end(), std::string("GAME"), game_id());
  const Ran ran = stamtafel(arguments, new_table()->position_text());
  EXPECT_EQ(ran.code, GetParam().code) << ran.err;
  EXPECT_THAT(ran.err, StartsWith("stamtafel: "));
  EXPECT_THAT(ran.err, HasSubstr(GetParam().says));
  EXPECT_THAT(ran.out, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Cli, BadInputTest,
    ::testing::Values(
        BadInput{"UnknownGame", {"new", "quux"}, 2, "there is no game 'quux'"},
        BadInput{"UnknownGameOfGames", {"games", "quux"}, 2, "there is no game 'quux'"},
        BadInput{"UnknownGameOfRules", {"rules", "quux"}, 2, "there is no game 'quux'"},
        BadInput{"UnknownGameOfBench", {"bench", "quux"}, 2, "there is no game 'quux'"},
        BadInput{"UnknownGameOfSimulate", {"simulate", "quux"}, 2, "there is no game 'quux'"},
        BadInput{
            "UnknownGameOfTry", {"try", "quux", "--position", "-"}, 2, "there is no game 'quux'"},
        BadInput{"NoGame", {"new"}, 2, "GAME is required"},
        BadInput{"NoGameToRecord", {"record"}, 2, "GAME is missing"},
        BadInput{"TooManyPlayers", {"new", "GAME", "--players", "99"}, 2, "players, not 99"},
        BadInput{"TooFewPlayers", {"new", "GAME", "--players", "-1"}, 2, "players, not -1"},
        BadInput{"PlayersInWords",
                 {"new", "GAME", "--players", "three"},
                 2,
                 "--players takes a whole number, not 'three'"},
        BadInput{
            "UnknownVariant", {"new", "GAME", "--variants", "quux=1"}, 2, "has no variant 'quux'"},
        BadInput{
            "VariantWithoutValue", {"new", "GAME", "--variants", "quux"}, 2, "written name=value"},
        BadInput{"SeedInWords", {"new", "GAME", "--seed", "luck"}, 2, "'luck' is no whole number"},
        BadInput{"SeedBelowZero", {"new", "GAME", "--seed", "-1"}, 2, "'-1' is no whole number"},
        BadInput{"SeedTooLarge",
                 {"new", "GAME", "--seed", "18446744073709551616"},
                 2,
                 "from 0 to 18446744073709551615"},
        BadInput{"TooManyWords", {"new", "GAME", "more"}, 2, "'more' was not expected"},
        BadInput{
            "NoEditionFile", {"new", "GAME", "--edition", "/nowhere"}, 1, "can't read '/nowhere'"},
        BadInput{"EditionIsAFolder", {"new", "GAME", "--edition", "/"}, 1, "can't read '/'"},
        BadInput{"UnknownLanguage", {"rules", "GAME", "--lang", "xx"}, 2, "unknown language 'xx'"},
        BadInput{"UnknownBot",
                 {"simulate", "GAME", "--seats", "random,quux"},
                 2,
                 "there is no bot 'quux'"},
        BadInput{"TooFewSeats", {"simulate", "GAME", "--seats", "random"}, 2, "players, not 1"},
        BadInput{"SeatsAgainstPlayers",
                 {"simulate", "GAME", "--seats", "random,random,random", "--players", "4"},
                 2,
                 "--players says 4, but --seats names 3"},
        BadInput{"ArenaWithoutGame", {"arena", "--bots", "random,greedy"}, 2, "GAME is missing"},
        BadInput{"ArenaWithoutBots", {"arena", "GAME"}, 2, "--bots is missing"},
        BadInput{"ArenaOfOne", {"arena", "GAME", "--bots", "random"}, 2, "two bots or more"},
        BadInput{"ArenaOfTwins",
                 {"arena", "GAME", "--bots", "random,greedy,random"},
                 2,
                 "names 'random' twice"},
        BadInput{
            "ArenaOfUnknownBot", {"arena", "GAME", "--bots", "random,quux"}, 2, "no bot 'quux'"},
        BadInput{"ArenaOfMixedBudgets",
                 {"arena", "GAME", "--bots", "search:ms=5,search:iterations=5"},
                 2,
                 "'search:ms=5' goes by time and 'search:iterations=5' by iterations"},
        BadInput{"ArenaWithTwoBudgets",
                 {"arena", "GAME", "--bots", "search,random", "--ms", "5", "--iterations", "5"},
                 2,
                 "excludes"},
        BadInput{"ArenaInTwoWorlds",
                 {"arena", "GAME", "--bots", "random,greedy", "--tune", "--prove"},
                 2,
                 "excludes"},
        BadInput{"ArenaTestOfOneHypothesis",
                 {"arena", "GAME", "--bots", "random,greedy", "--sprt", "50"},
                 2,
                 "'50' are not two hypotheses"},
        BadInput{"ArenaTestOfThree",
                 {"arena", "GAME", "--bots", "random,greedy,search", "--sprt", "50,55"},
                 2,
                 "--sprt is about two bots"},
        BadInput{"ArenaResumeOfNothing",
                 {"arena", "GAME", "--bots", "random,greedy", "--resume"},
                 2,
                 "name it with --result"},
        BadInput{"ArenaApartFromNoFile",
                 {"arena", "GAME", "--bots", "random,greedy", "--not", "/nowhere"},
                 1,
                 "can't read '/nowhere'"},
        BadInput{"PolicyThatIsNotThere",
                 {"simulate", "GAME", "--seats", "quick:policy=/nowhere.json"},
                 1,
                 "/nowhere.json"},
        BadInput{"PolicyOfABotWithout",
                 {"arena", "GAME", "--bots", "random,greedy:policy=mine.json"},
                 2,
                 "no setting 'policy'"},
        BadInput{"TrainWithoutGame", {"train", "-o", "policy.json"}, 2, "GAME is required"},
        BadInput{"TrainPolicyAtCrossroads",
                 {"train", "GAME", "--by", "crossroads", "-o", "policy.json"},
                 2,
                 "--learn value"},
        BadInput{"TrainWithoutOut", {"train", "GAME"}, 2, "--out is required"},
        BadInput{"TrainByABotThatDoesNotSearch",
                 {"train", "GAME", "--teacher", "greedy", "-o", "policy.json"},
                 2,
                 "a bot that searches"},
        BadInput{"TrainForTooMany",
                 {"train", "GAME", "--players", "9", "-o", "policy.json"},
                 2,
                 "--players"},
        BadInput{"ArenaShowsNoPosition", {"arena", "show", "-"}, 4, "standard input, line 1"},
        BadInput{"NoGamesToPlay",
                 {"simulate", "GAME", "-n", "0"},
                 2,
                 "takes a whole number from 1 to 1000000000, as 1000 or 1e6, not '0'"},
        BadInput{"NoThreads", {"simulate", "GAME", "--threads", "0"}, 2, "--threads"},
        BadInput{"JsonToAFolder",
                 {"simulate", "GAME", "-n", "2", "--json", "--out", "/"},
                 1,
                 "can't write '/': Is a directory"},
        BadInput{"CsvToNowhere",
                 {"simulate", "GAME", "-n", "2", "--csv", "--out", "/no/where"},
                 1,
                 "can't write"},
        BadInput{"RecordToAFullDisk", {"record", "GAME", "--out", "/dev/full"}, 1, "No space left"},
        BadInput{"VerifyNothing", {"record", "--verify", "/nowhere"}, 1, "can't read '/nowhere'"},
        BadInput{
            "VerifyWithGame", {"record", "GAME", "--verify", "-"}, 2, "--verify takes no GAME"},
        BadInput{"VerifyNoRecord", {"record", "--verify", "-"}, 4, "line 1: this is no record"},
        BadInput{"NoPosition", {"try", "GAME"}, 2, "--position is required"},
        BadInput{"NoPositionFile",
                 {"try", "GAME", "--position", "/nowhere"},
                 1,
                 "can't read '/nowhere'"},
        BadInput{"ActionWithoutSeat",
                 {"try", "GAME", "--position", "-", "quux"},
                 2,
                 "SEAT:ACTION, not 'quux'"},
        BadInput{"UnknownSeat",
                 {"try", "GAME", "--position", "-", "quux:quux"},
                 2,
                 "there is no seat 'quux'"},
        BadInput{
            "UnknownAction", {"try", "GAME", "--position", "-", "0:quux"}, 2, "bad action 'quux'"},
        BadInput{"EmptyAction", {"try", "GAME", "--position", "-", "0:"}, 2, "bad action ''"},
        BadInput{"UnknownViewer",
                 {"try", "GAME", "--position", "-", "--seat-view", "quux"},
                 2,
                 "spectator"},
        BadInput{"ChanceNotAskedFor",
                 {"try", "GAME", "--position", "-", "--chance", "quux"},
                 2,
                 "'quux' was not asked for"},
        BadInput{
            "PositionViewer", {"position", "-", "--view", "quux"}, 2, "there is no seat 'quux'"},
        BadInput{"RulesOfNoEdition",
                 {"rules", "GAME", "--edition", "/nowhere"},
                 1,
                 "can't read '/nowhere'"},
        BadInput{"NothingInTheRules", {"rules", "GAME", "xyzzy"}, 1, "holds 'xyzzy'"},
        BadInput{"CheckNothing", {"check"}, 2, "FILE|DIR is required"},
        BadInput{"CheckNowhere", {"check", "/nowhere"}, 1, "there is no file '/nowhere'"},
        BadInput{
            "EditionOfNoGame", {"games", "--print-edition"}, 2, "--print-edition needs a game"}),
    [](const auto& test) { return std::string(test.param.name); });

// --- editions ---

TEST(BadEdition, TextThatIsNoJsonIsRefusedWithItsLine) {
  const Folder folder;
  const std::string text(game().edition_json());
  for (const std::string& broken :
       {std::string(), text.substr(0, text.size() / 2), std::string("[]"), text + "x"}) {
    const std::string file = folder.file("edition.json", broken);
    const Ran ran = stamtafel({"new", game_id(), "--edition", file});
    EXPECT_EQ(ran.code, 4) << broken.substr(0, 40);
    EXPECT_THAT(ran.err, HasSubstr(file));
    EXPECT_THAT(ran.out, IsEmpty());
  }
}

// Every figure as a word, one at a time: each is refused, and the message names a field.
TEST(BadEdition, AWordInPlaceOfAnyNumberIsRefused) {
  engine::Json edition = *engine::parse_json(game().edition_json(), "edition");
  int numbers = 0;
  for_each_leaf(edition, [&](engine::Json& leaf) {
    if (!leaf.is_integer()) return;
    const engine::Json before = std::exchange(leaf, engine::Json::of("many"));
    const auto loaded = game().load_edition(edition.dump(), "my.json");
    EXPECT_FALSE(loaded) << "number " << numbers;
    EXPECT_EQ(loaded.error.code, engine::ErrorCode::kEdition);
    EXPECT_THAT(loaded.error.text, StartsWith("my.json: "));
    leaf = before;
    ++numbers;
  });
  EXPECT_GT(numbers, 3);
}

// Every word as another one, every figure too large: never a crash, and what is refused says why.
TEST(BadEdition, UnknownWordsAndWrongCountsAreRefusedWithAReason) {
  engine::Json edition = *engine::parse_json(game().edition_json(), "edition");
  int words_refused = 0;
  int counts_refused = 0;
  for_each_leaf(edition, [&](engine::Json& leaf) {
    if (!leaf.is_string() && !leaf.is_integer()) return;
    const bool word = leaf.is_string();
    const engine::Json before =
        std::exchange(leaf, word ? engine::Json::of("quux") : engine::Json::of(1'000'000));
    const auto loaded = game().load_edition(edition.dump(), "my.json");
    leaf = before;
    if (loaded) return;
    EXPECT_EQ(loaded.error.code, engine::ErrorCode::kEdition);
    EXPECT_GT(loaded.error.text.size(), std::string("my.json: ").size());
    ++(word ? words_refused : counts_refused);
  });
  EXPECT_GT(words_refused, 0);
  EXPECT_GT(counts_refused, 0);
}

TEST(BadEdition, AFieldTooManyAndAFieldTooFewAreNamed) {
  const engine::Json good = *engine::parse_json(game().edition_json(), "edition");
  engine::Json more = good;
  more.set("quux", engine::Json::of(1));
  EXPECT_THAT(game().load_edition(more.dump(), "my.json").error.text, HasSubstr("quux"));
  // What is there may be left out only if the edition says nothing by it.
  int refused = 0;
  for (const auto& [key, value] : good.members) {
    engine::Json fewer = good;
    std::erase_if(fewer.members, [&](const auto& member) { return member.first == key; });
    const auto loaded = game().load_edition(fewer.dump(), "my.json");
    if (loaded) continue;
    ++refused;
    EXPECT_THAT(loaded.error.text, HasSubstr(key));
  }
  EXPECT_GT(refused, 2);
}

TEST(BadEdition, TheExitCodeIsFour) {
  const Folder folder;
  engine::Json edition = *engine::parse_json(game().edition_json(), "edition");
  edition.set("quux", engine::Json::of(1));
  const std::string file = folder.file("edition.json", edition.dump());
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"new", game_id()},
                                             {"simulate", game_id(), "-n", "1"},
                                             {"record", game_id()},
                                             {"try", game_id(), "--position", "-"},
                                             {"position", "-"}}) {
    std::vector<std::string> arguments = command;
    arguments.insert(arguments.end(), {"--edition", file});
    const Ran ran = stamtafel(arguments, new_table()->position_text());
    EXPECT_EQ(ran.code, 4) << command[0];
    EXPECT_THAT(ran.err, HasSubstr("quux"));
    EXPECT_THAT(ran.out, IsEmpty());
  }
}

}  // namespace
}  // namespace cli_test
