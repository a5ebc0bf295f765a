// `stamtafel data`: what it says, and its exit codes; what it does is tested in store/ and server/.
#include <ctime>

#include "cli/testing.h"
#include "engine/json.h"
#include "store/sqlite.h"
#include "store/sqlite_statement.h"
#include "tests/postgres.h"

namespace cli_test {
namespace {

// A file with a table that is years old, one of today, the edition of one, and two people of the
// same name.
void make_file(const std::string& file) {
  store::SqliteOptions options;
  options.file = file;
  const store::Opened opened = store::open_sqlite(options);
  ASSERT_NE(opened.store, nullptr) << opened.problem;
  const auto nothing = [](const store::Result&) {};
  const int64_t now = static_cast<int64_t>(std::time(nullptr)) * 1000;
  opened.store->append(
      "oldtable", 0, {{1000, "made - p 0 - {}"}},
      store::Summary{"oldtable", store::Status::kOver, true, false, 1000, 1000, "{}", {"p1"}},
      nothing);
  opened.store->append(
      "newtable", 0, {{now, "made - p 0 - {}"}, {now, "say - p 0 p1 good evening"}},
      store::Summary{"newtable", store::Status::kGathering, true, false, now, now, "{}", {}},
      nothing);
  opened.store->append("edition-0123456789abcdef", 0, {{1000, "{}"}}, std::nullopt, nothing);
  opened.store->put_person({"p1", "Anna"}, nothing);
  opened.store->put_person({"p2", "Bram"}, nothing);
  opened.store->put_person({"p3", "Bram"}, nothing);
}

engine::Json json_of(const Ran& ran) {
  const auto json = engine::parse_json(ran.out, "output");
  EXPECT_TRUE(json) << json.error.text << ran.out << ran.err;
  return json ? *json : engine::Json{};
}

TEST(Data, BackupCheckAndStatsWorkBesideAServer) {
  const Folder folder;
  const std::string file = folder.at("t.db");
  make_file(file);
  store::SqliteOptions options;
  options.file = file;
  const store::Opened server = store::open_sqlite(options);
  ASSERT_NE(server.store, nullptr);
  const Ran backup = stamtafel({"data", "backup", folder.at("b.db"), "--data", file});
  EXPECT_EQ(backup.code, 0) << backup.err;
  EXPECT_THAT(backup.out, HasSubstr("2 tables, 4 entries"));
  EXPECT_EQ(stamtafel({"data", "backup", folder.at("b.db"), "--data", file}).code, 1);
  EXPECT_EQ(stamtafel({"data", "backup", folder.at("b.db"), "--data", file, "--force"}).code, 0);
  const Ran check = stamtafel({"data", "check", "--data", file});
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_THAT(check.out, HasSubstr("sound"));
  const Ran stats = stamtafel({"data", "stats", "--data", file});
  EXPECT_EQ(stats.code, 0) << stats.err;
  EXPECT_THAT(stats.out, HasSubstr("2: 1 gathering, 0 playing, 1 over; 1 made"));
  const Ran numbers = stamtafel({"data", "stats", "--data", file, "--json"});
  EXPECT_EQ(json_of(numbers).find("people")->integer, 3);
  EXPECT_EQ(json_of(numbers).find("tables")->find("over")->integer, 1);

  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"data", "restore", folder.at("b.db")}, {"data", "prune"}, {"data", "forget", "Anna"}}) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {"--data", file});
    const Ran refused = stamtafel(all);
    EXPECT_EQ(refused.code, 1);
    EXPECT_THAT(refused.err, HasSubstr("in use by another server"));
  }
}

TEST(Data, DamageIsListedAndFails) {
  const Folder folder;
  const std::string file = folder.at("t.db");
  make_file(file);
  {
    sqlite3* raw = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &raw), SQLITE_OK);
    const store::Database db(raw);
    ASSERT_TRUE(store::run_sql(raw, "update entry set text = 'x' where tbl = 'oldtable'"));
  }
  const Ran check = stamtafel({"data", "check", "--data", file});
  EXPECT_EQ(check.code, 1);
  EXPECT_THAT(check.out, HasSubstr("table oldtable: entry 1"));
  const Ran json = stamtafel({"data", "check", "--data", file, "--json"});
  EXPECT_EQ(json.code, 1);
  EXPECT_EQ(json_of(json).find("problems")->items.size(), 1u);
  EXPECT_EQ(stamtafel({"data", "backup", folder.at("b.db"), "--data", file}).code, 1);
  EXPECT_TRUE(fs::exists(folder.at("b.db")));
  EXPECT_THAT(stamtafel({"data", "restore", folder.at("b.db"), "--data", file}).err,
              HasSubstr("it is damaged"));
}

TEST(Data, PruneSaysWhatItWouldTakeOutAndThenDoes) {
  const Folder folder;
  const std::string file = folder.at("t.db");
  make_file(file);
  const Ran dry = stamtafel({"data", "prune", "--older-than", "1y", "--dry-run", "--data", file});
  EXPECT_EQ(dry.code, 0) << dry.err;
  EXPECT_THAT(dry.out, HasSubstr("1970-01-01  over       oldtable  1 entry"));
  EXPECT_THAT(dry.out, HasSubstr("1 table with 1 entry, 15 bytes of text: would go"));
  EXPECT_THAT(dry.out, Not(HasSubstr("newtable")));
  const Ran done = stamtafel({"data", "prune", "--older-than", "52w", "--data", file, "--json"});
  EXPECT_EQ(json_of(done).find("tables")->items.size(), 1u);
  EXPECT_THAT(stamtafel({"data", "prune", "--data", file}).out, HasSubstr("0 tables"));
  EXPECT_THAT(stamtafel({"data", "check", "--data", file}).out, HasSubstr("1 table, 3 entries"));
}

TEST(Data, ForgetTakesAnIdOrANameThatIsClear) {
  const Folder folder;
  const std::string file = folder.at("t.db");
  make_file(file);
  EXPECT_THAT(stamtafel({"data", "forget", "Carla", "--data", file}).err, HasSubstr("nobody"));
  const Ran two = stamtafel({"data", "forget", "Bram", "--data", file});
  EXPECT_EQ(two.code, 1);
  EXPECT_THAT(two.err, HasSubstr("p2 p3"));
  const Ran anna = stamtafel({"data", "forget", "Anna", "--data", file});
  EXPECT_EQ(anna.code, 0) << anna.err;
  EXPECT_THAT(anna.out, HasSubstr("Anna (p1) is forgotten: 1 line of chat removed"));
  EXPECT_EQ(stamtafel({"data", "forget", "p2", "--data", file}).code, 0);
  EXPECT_THAT(stamtafel({"data", "check", "--data", file}).out, HasSubstr("sound"));
  EXPECT_THAT(slurp(file), Not(HasSubstr("good evening")));
}

TEST(Data, SeveralDatabasesAreGivenOneAfterTheOtherOrWithCommas) {
  const tests::Folder folder;
  const std::string file = folder.at("t.db");
  make_file(file);
  const std::string first = tests::Postgres::get().fresh();
  const std::string second = tests::Postgres::get().fresh();
  const Ran there = stamtafel({"data", "copy", file, first + "," + second});
  ASSERT_EQ(there.code, 0) << there.err;
  EXPECT_THAT(there.out, HasSubstr("2 tables, 1 editions"));
  const Ran check = stamtafel({"data", "check", "--data", first, "--data", second});
  EXPECT_EQ(check.code, 0) << check.err;
  const Ran half = stamtafel({"data", "check", "--data", first});
  EXPECT_NE(half.code, 0);
  EXPECT_THAT(half.err, HasSubstr("one of 2 databases"));
  const Ran files = stamtafel({"data", "check", "--data", file, "--data", file});
  EXPECT_EQ(files.code, 2);
  EXPECT_THAT(files.err, HasSubstr("only databases"));
}

TEST(Data, CopyMovesAFileToADatabaseAndSaysWhatItMoved) {
  const Folder folder;
  const std::string file = folder.at("t.db");
  const std::string address = tests::Postgres::get().fresh();
  make_file(file);
  const Ran there = stamtafel({"data", "copy", file, address});
  EXPECT_EQ(there.code, 0) << there.err;
  EXPECT_THAT(there.out, HasSubstr("2 tables, 1 editions, 4 entries, 3 people"));
  const Ran again = stamtafel({"data", "copy", file, address});
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.err, HasSubstr("it is not empty"));
  const Ran back = stamtafel({"data", "copy", address, folder.at("u.db"), "--json"});
  EXPECT_EQ(json_of(back).find("entries")->integer, 4);
  EXPECT_THAT(stamtafel({"data", "check", "--data", folder.at("u.db")}).out, HasSubstr("sound"));
  EXPECT_THAT(stamtafel({"data", "check", "--data", address}).out,
              HasSubstr("2 tables, 4 entries"));
  EXPECT_THAT(stamtafel({"data", "stats", "--data", address}).out, HasSubstr("1 gathering"));
  EXPECT_THAT(stamtafel({"data", "forget", "Anna", "--data", address}).out,
              HasSubstr("Anna (p1) is forgotten: 1 line of chat removed"));
  EXPECT_THAT(stamtafel({"data", "prune", "--data", address}).out,
              HasSubstr("1 table with 1 entry"));
  EXPECT_THAT(stamtafel({"data", "backup", folder.at("b.db"), "--data", address}).err,
              HasSubstr("pg_dump"));
  const Ran secret = stamtafel({"data", "stats", "--data", "postgresql://a:geheim@127.0.0.1:1/x"});
  EXPECT_EQ(secret.code, 1);
  EXPECT_THAT(secret.err, HasSubstr("postgresql://a@127.0.0.1:1/x"));
  EXPECT_THAT(secret.err, Not(HasSubstr("geheim")));
}

TEST(Data, BadUseIsExplained) {
  const Folder folder;
  EXPECT_EQ(stamtafel({"data"}).code, 2);
  EXPECT_EQ(stamtafel({"data", "polish"}).code, 2);
  EXPECT_EQ(stamtafel({"data", "backup"}).code, 2);
  const Ran age = stamtafel({"data", "prune", "--older-than", "soon", "--data", folder.at("t.db")});
  EXPECT_EQ(age.code, 2);
  EXPECT_THAT(age.err, HasSubstr("'soon' is no length of time"));
  const Ran none = stamtafel({"data", "stats", "--data", folder.at("t.db")});
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("there is no such file"));
  EXPECT_EQ(folder.size(), 0u);
  const Ran help = stamtafel({"data", "prune", "--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.out, HasSubstr("stamtafel data prune: take out finished and abandoned tables"));
  EXPECT_EQ(stamtafel({"serve", "--backup", folder.at("b"), "--every", "often"}).code, 2);
}

}  // namespace
}  // namespace cli_test
