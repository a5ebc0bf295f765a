// What is done to the data file of a server: backups while it runs, a person who is forgotten.
#include "store/data.h"
#include "server/forget.h"
#include "server/testing.h"

namespace server_test {
namespace {

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool eventually(const std::function<bool()>& holds) {
  for (int i = 0; i < 2000; ++i) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST(Backups, AreMadeWhileTheServerRunsAndOldOnesGo) {
  const Folder folder;
  const std::string backups = folder.at("backups");
  fs::create_directories(backups);
  for (const char* name : {"tables-20200101-000000.db", "tables-20200102-000000.db",
                           "tables-20200103-000000.db", "other.db"}) {
    std::ofstream(fs::path(backups) / name) << "x";
  }
  TestServer server(folder.at("t.db"), [&](server::ServerOptions& options) {
    options.backups = {backups, std::chrono::hours(1), 2};
  });
  ASSERT_EQ(server.problem, "");
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  ASSERT_TRUE(eventually([&] {
    return anna.device.get("/metrics").body.find("stamtafel_backups_total 1\n") !=
           std::string::npos;
  }));
  ASSERT_TRUE(eventually([&] { return files_in(backups).size() == 3; }));
  const std::vector<std::string> there = files_in(backups);
  EXPECT_EQ(there[0], "other.db");  // none of ours
  EXPECT_EQ(there[1], "tables-20200103-000000.db");
  const store::Checked checked = store::check_file((fs::path(backups) / there[2]).string());
  EXPECT_EQ(checked.problem, "");
  EXPECT_TRUE(checked.check.problems.empty());
  EXPECT_THAT(anna.device.get("/metrics").body, HasSubstr("stamtafel_backup_failures_total 0\n"));
}

TEST(Backups, AFolderThatCanNotBeIsSaidAndTheServerGoesOn) {
  const Folder folder;
  std::ofstream(folder.at("file")) << "x";
  TestServer server(folder.at("t.db"), [&](server::ServerOptions& options) {
    options.backups = {folder.at("file"), std::chrono::hours(1), 2};
  });
  ASSERT_EQ(server.problem, "");
  Player anna(server.port, "Anna");
  EXPECT_TRUE(eventually([&] {
    return anna.device.get("/metrics").body.find("stamtafel_backup_failures_total 1\n") !=
           std::string::npos;
  }));
  EXPECT_EQ(anna.device.get("/healthz").status, 200);
}

TEST(Forget, APersonIsGoneButTheirGamesStay) {
  const Folder folder;
  std::string playing, gathering, anna_cookie, bram_cookie;
  {
    TestServer server(folder.at("t.db"));
    Player anna(server.port, "Anna");
    Player bram(server.port, "Bram");
    anna_cookie = anna.device.cookie;
    bram_cookie = bram.device.cookie;
    playing = new_table(bram, 2, 1);
    anna.watch(playing);
    anna.about("sit", ",\"seat\":\"" + seat_name(1) + "\"");
    anna.about("say", ",\"text\":\"good evening\"");
    bram.watch(playing);
    bram.about("say", ",\"text\":\"good morning\"");
    ASSERT_EQ(text_of(bram.about("start"), "is"), "news");
    gathering = new_table(bram, 3, 0);
    anna.watch(gathering);
    anna.about("sit", ",\"seat\":\"" + seat_name(2) + "\"");
    EXPECT_THAT(server::forget(folder.at("t.db"), "Anna", 1).problem, HasSubstr("in use"));
  }
  const server::Forgotten forgotten = server::forget(folder.at("t.db"), "Anna", 1'000'000'100'000);
  ASSERT_EQ(forgotten.problem, "");
  EXPECT_EQ(forgotten.lines, 1);
  EXPECT_EQ(forgotten.tables_left, 2);
  EXPECT_TRUE(store::check_file(folder.at("t.db")).check.problems.empty());

  TestServer server(folder.at("t.db"));
  Player bram(server.port, "");
  bram.device.cookie = bram_cookie;
  bram.connect();
  std::string shown = bram.watch(playing).dump();
  EXPECT_THAT(shown, HasSubstr("somebody who left"));
  EXPECT_THAT(shown, HasSubstr("(removed)"));
  EXPECT_THAT(shown, HasSubstr("good morning"));
  EXPECT_THAT(shown, Not(HasSubstr("Anna")));
  EXPECT_THAT(shown, Not(HasSubstr("good evening")));
  EXPECT_THAT(shown, HasSubstr("stand_in"));  // a bot goes on for her
  bram.watch(gathering);
  EXPECT_EQ(text_of(bram.known.find("seats")->items[2], "kind"), "open");
  Player anna(server.port, "");
  anna.device.cookie = anna_cookie;
  EXPECT_THAT(anna.device.get("/api/me").body, Not(HasSubstr("Anna")));
}

}  // namespace
}  // namespace server_test
