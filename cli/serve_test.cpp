// `serve` refuses what can't be served; `verify` proves a table's chance; `schema` prints JSON. A
// server that runs is tested in server/.
#include <functional>

#include "cli/testing.h"
#include "engine/record.h"
#include "server/fair.h"

namespace cli_test {
namespace {

TEST(Serve, BadFlagsAreExplained) {
  const Folder folder;
  EXPECT_EQ(stamtafel({"serve", "--port", "70000"}).code, 2);
  const Ran half = stamtafel({"serve", "--data", folder.at("t.db"), "--tls-cert", "x.pem"});
  EXPECT_EQ(half.code, 2);
  EXPECT_THAT(half.err, HasSubstr("--tls-cert and --tls-key go together"));
  const Ran nowhere = stamtafel({"serve", "--port", "0", "--data", folder.at("no/such/t.db")});
  EXPECT_EQ(nowhere.code, 1);
  EXPECT_THAT(nowhere.err, HasSubstr("no/such/t.db"));
  const Ran bind = stamtafel({"serve", "--data", folder.at("t.db"), "--bind", "nowhere"});
  EXPECT_EQ(bind.code, 1);
  EXPECT_THAT(bind.err, HasSubstr("'nowhere' is no address"));
}

TEST(Serve, BadEditionsAreExplainedBeforeItStarts) {
  const Folder folder;
  engine::Json json = *engine::parse_json(game().edition_json(), "edition");
  const std::string good = folder.file("good.json", json.dump());
  json.set("quux", engine::Json::of(1));
  const std::string bad = folder.file("bad.json", json.dump());
  struct Case {
    std::vector<std::string> editions;
    int code;
    std::string why;
  };
  const std::string is = game_id() + "=";
  for (const Case& one :
       {Case{{good}, 2, "--edition takes GAME=FILE"}, Case{{is}, 2, "--edition takes GAME=FILE"},
        Case{{"=" + good}, 2, "--edition takes GAME=FILE"},
        Case{{"nothing=" + good}, 2, "there is no game 'nothing'"},
        Case{{is + good, is + good}, 2, "it is offered twice"},
        Case{{is + good, is + "standard"}, 2, "it is offered twice"},
        Case{{is + folder.at("none.json")}, 1, "can't read"}, Case{{is + bad}, 4, "quux"}}) {
    std::vector<std::string> arguments{"serve", "--port", "0", "--data", folder.at("t.db")};
    for (const std::string& edition : one.editions) {
      arguments.insert(arguments.end(), {"--edition", edition});
    }
    const Ran ran = stamtafel(arguments);
    EXPECT_EQ(ran.code, one.code) << one.why;
    EXPECT_THAT(ran.err, HasSubstr(one.why));
    EXPECT_EQ(ran.out, "") << one.why;
  }
}

TEST(Serve, BadBotsAreExplainedBeforeItStarts) {
  const Folder folder;
  struct Case {
    std::vector<std::string> bots;
    std::string why;
  };
  for (const Case& one :
       {Case{{"exec:./mybot"}, "--bot takes NAME=exec:COMMAND, not 'exec:./mybot'"},
        Case{{"Brave=greedy"}, "--bot takes NAME=exec:COMMAND"},
        Case{{"Brave=exec:./mybot,depth=3"}, "has no setting 'depth'"},
        Case{{"Regular=exec:./mybot"}, "one of our levels is called that"},
        Case{{"Brave=exec:./mybot", "brave=exec:./other"}, "another one looks the same"}}) {
    std::vector<std::string> arguments{"serve", "--port", "0", "--data", folder.at("t.db")};
    for (const std::string& bot : one.bots) arguments.insert(arguments.end(), {"--bot", bot});
    const Ran ran = stamtafel(arguments);
    EXPECT_EQ(ran.code, 2) << one.why;
    EXPECT_THAT(ran.err, HasSubstr(one.why));
    EXPECT_EQ(ran.out, "") << one.why;
  }
}

// What the linker made of the program that talks to the network (cmake/options.cmake).
TEST(Serve, TheProgramIsHardened) {
  const auto readelf = [](const std::string& what) {
    std::FILE* pipe = ::popen(("readelf -W " + what + " " STAMTAFEL_COMMAND).c_str(), "r");
    std::string text;
    char bytes[4096];
    while (const size_t count = std::fread(bytes, 1, sizeof bytes, pipe)) text.append(bytes, count);
    EXPECT_EQ(::pclose(pipe), 0);
    return text;
  };
  EXPECT_THAT(readelf("-h"), HasSubstr("Position-Independent Executable"));
  EXPECT_THAT(readelf("-l"), HasSubstr("GNU_RELRO"));
  EXPECT_THAT(readelf("-l"), Not(HasSubstr("RWE")));
  EXPECT_THAT(readelf("-d"), HasSubstr("NOW"));
#ifdef STAMTAFEL_HARDENED
  const std::string symbols = readelf("--dyn-syms");
  EXPECT_THAT(symbols, HasSubstr("__stack_chk_fail"));
  EXPECT_THAT(symbols, HasSubstr("printf_chk@"));
#endif
}

TEST(Schema, IsJsonOfTheGame) {
  const Ran ran = stamtafel({"schema", game_id()});
  EXPECT_EQ(ran.code, 0);
  const auto json = engine::parse_json(ran.out, "schema");
  ASSERT_TRUE(json) << json.error.text;
  EXPECT_EQ((*json).find("game")->text, game_id());
  EXPECT_EQ(stamtafel({"schema", "nothing"}).code, 2);
}

void play_some(engine::AnyTable& table) {
  for (int i = 0; i < 5; ++i) {
    const engine::Error error = table.act(table.acting().front(), first_option(table).action);
    EXPECT_FALSE(error) << error.text;
  }
}

// Looks at what comes, and takes it back.
void peek(engine::AnyTable& table) {
  while (table.steps().empty() || !table.steps().back().showed()) play_some(table);
  EXPECT_FALSE(table.rewind(table.steps().size() - 1, engine::seat_at(1)));
}

// The record of a table with a secret and a word.
std::string fair_record(const std::string& secret, const std::string& committed,
                        const std::function<void(engine::AnyTable&)>& play = play_some) {
  const std::string seat = seat_name(engine::seat_at(1));
  const server::Words words{
      {seat_name(engine::seat_at(0)), server::word_commitment("table", "x", "appel"), ""},
      {seat, server::word_commitment("table", seat, "peer"), "peer"}};
  engine::TableSpec spec;
  spec.variants = engine::default_variants(game().spec());
  spec.seats = game().spec().min_seats;
  spec.chance = engine::ChanceSource::of_key(
      server::chance_key(server::WordRules::kCommitted, "table", secret, words));
  const auto table = game().new_table(spec);
  play(*table.value);
  const std::string record = engine::write_record(*table.value);
  const server::Proof proof{server::WordRules::kCommitted, "table",
                            server::commitment("table", committed), secret, words};
  const size_t line = record.find('\n') + 1;
  return record.substr(0, line) + server::write_proof(proof) + record.substr(line);
}

TEST(Verify, ProvesAFairTable) {
  const std::string record = fair_record("00ff", "00ff");
  const Ran ran = stamtafel({"verify", "-"}, record);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, StartsWith("commitment  "));
  EXPECT_THAT(ran.out, HasSubstr("peer"));
  EXPECT_THAT(ran.out, HasSubstr("Fair: "));
  EXPECT_THAT(ran.out, HasSubstr("missing     " + seat_name(engine::seat_at(0))));
  EXPECT_THAT(ran.out, HasSubstr("Not proven: that the secret was fixed before"));
  const std::string shown = server::commitment("table", "00ff");
  const Ran sure = stamtafel({"verify", "-", "--commitment", shown}, record);
  EXPECT_EQ(sure.code, 0);
  EXPECT_THAT(sure.out, Not(HasSubstr("Not proven")));
}

TEST(Verify, OfATableThatCameFromARecordOnlyItsOwnPartIsProven) {
  const server::Proof proof{
      server::WordRules::kCommitted, "table", server::commitment("table", "00ff"), "00ff", {}};
  engine::TableSpec spec;
  spec.variants = engine::default_variants(game().spec());
  spec.seats = game().spec().min_seats;
  spec.chance = engine::ChanceSource::of_seed(3);
  const auto table = game().new_table(spec);
  play_some(*table.value);
  const uint64_t before = table.value->acted();
  table.value->draw_anew(server::chance_key(proof.rules, "table", "00ff", {}));
  play_some(*table.value);
  std::string record = engine::write_record(*table.value);
  record.insert(record.find('\n') + 1, server::write_proof(proof));
  const Ran ran = stamtafel({"verify", "-"}, record);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("all " + std::to_string(table.value->acted() - before) +
                                 " actions follow from the key"));
  EXPECT_THAT(ran.out, HasSubstr("nothing is proven of its deal and its first " +
                                 std::to_string(before) + " actions."));
}

TEST(Verify, AKeyThatNothingWasDrawnFromProvesNothing) {
  const server::Proof proof{
      server::WordRules::kCommitted, "table", server::commitment("table", "00ff"), "00ff", {}};
  engine::TableSpec spec;
  spec.variants = engine::default_variants(game().spec());
  spec.seats = game().spec().min_seats;
  spec.chance = engine::ChanceSource::of_seed(3);
  const auto table = game().new_table(spec);
  play_some(*table.value);
  table.value->draw_anew(server::chance_key(proof.rules, "table", "00ff", {}));
  std::string record = engine::write_record(*table.value);
  record.insert(record.find('\n') + 1, server::write_proof(proof));
  const Ran ran = stamtafel({"verify", "-"}, record);
  EXPECT_NE(ran.code, 0);
  EXPECT_THAT(ran.out, Not(HasSubstr("Fair")));
  EXPECT_THAT(ran.err, HasSubstr("all of the game came from a record"));
}

TEST(Verify, AWordCanNotBeLeftOut) {
  std::string record = fair_record("00ff", "00ff");
  const std::string line = "| fair word ";
  const size_t word = record.find(line);
  record.erase(word, record.find('\n', word) + 1 - word);
  EXPECT_THAT(stamtafel({"verify", "-"}, record).err, HasSubstr("the key does not come from"));
}

TEST(Verify, TellsWhatWasTakenBack) {
  EXPECT_THAT(stamtafel({"verify", "-"}, fair_record("00ff", "00ff")).out,
              HasSubstr("Nothing was taken back after something was shown."));
  EXPECT_THAT(stamtafel({"verify", "-"}, fair_record("00ff", "00ff", peek)).out,
              HasSubstr("Taken back after something was shown: 1 step (" +
                        seat_name(engine::seat_at(1)) + " 1)."));
}

TEST(Verify, FindsWhatIsNot) {
  const std::string record = fair_record("00ff", "00ff");
  EXPECT_THAT(stamtafel({"verify", "-"}, fair_record("00ff", "0000")).err,
              HasSubstr("not the one that was committed to"));
  EXPECT_THAT(stamtafel({"verify", "-", "--commitment", std::string(64, '0')}, record).err,
              HasSubstr("not the one that was shown"));
  std::string word = record;
  word.replace(word.find("peer"), 4, "pear");
  EXPECT_THAT(stamtafel({"verify", "-"}, word).err,
              HasSubstr(" is not the one that was committed to"));
  std::string step = record;
  const size_t last = step.rfind('#');
  step[last + 1] = step[last + 1] == '0' ? '1' : '0';
  EXPECT_EQ(stamtafel({"verify", "-"}, step).code, 4);
  const Ran plain = stamtafel({"verify", "-"}, engine::write_record(*new_table()));
  EXPECT_EQ(plain.code, 4);
  EXPECT_THAT(plain.err, HasSubstr("holds no proof"));
  EXPECT_EQ(stamtafel({"verify", "/nowhere"}).code, 1);
}

}  // namespace
}  // namespace cli_test
