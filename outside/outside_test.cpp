#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "engine/json.h"
#include "games/registry.h"
#include "outside/child.h"
#include "outside/outside_bot.h"
#include "tests/matchers.h"
#include "tests/plain_table.h"

namespace outside {
namespace {

namespace fs = std::filesystem;
using namespace matchers;

// A game in which the bot at the first seat is from outside: what was complained of.
struct Played {
  std::vector<std::string> complaints;
  bool over = false;
  uint32_t iterations = 0;         // of the last decision
  std::vector<std::string> views;  // what its seat saw when it was asked
  std::vector<std::string> told;   // what its seat may know of what happened
};
Played play(const engine::AnyGame& game, const std::string& bot) {
  const auto dealt = tests::plain_table(game);
  engine::AnyTable& table = *dealt;
  Played played;
  const auto parsed = bots::BotSpec::parse(bot, bots::Outside::kAllowed);
  EXPECT_TRUE(parsed) << parsed.error.text;
  const engine::Seat first = engine::seat_at(0);
  const auto guest = make_bot(*parsed, game, first,
                              [&](const std::string& text) { played.complaints.push_back(text); });
  engine::Chance chance(1);
  size_t heard = 0;
  for (int step = 0; !table.over() && step < 20'000; ++step) {
    const engine::Seat seat = table.acting().front();
    engine::Action action = table.fallback(seat);
    if (seat == first) {
      const engine::Viewer viewer = engine::Viewer::at(first);
      const std::span events(table.events());
      guest->hear(bots::heard_by(first, game.spec(), events.subspan(heard)));
      for (; heard < events.size(); ++heard) {
        played.told.push_back(game.event_id(*table.edition(), events[heard], viewer));
      }
      played.views.push_back(table.view_text(viewer));
      const bots::Decision decision = guest->decide(table, parsed.value.budget(), chance);
      played.iterations = decision.iterations;
      action = decision.action();
    }
    const engine::Error error = table.act(seat, action);
    EXPECT_FALSE(error) << error.text;
    if (error) break;
  }
  played.over = table.over();
  return played;
}
Played play(const std::string& bot) { return play(*games::all().front(), bot); }

// A bot in shell: `lines` are run for each question, after it has said hello.
std::string shell_bot(const std::string& lines, const std::string& settings = "") {
  return R"(exec:read hello; echo '{"type":"ready"}'; while read question; do )" + lines +
         "; done" + settings;
}

TEST(OutsideBot, PlaysAWholeGame) {
  for (const engine::AnyGame* game : games::all()) {
    const Played played = play(*game, shell_bot(R"(echo '{"choice":0}')"));
    EXPECT_TRUE(played.over) << game->spec().id;
    EXPECT_GT(played.views.size(), 1u) << game->spec().id;
    EXPECT_THAT(played.complaints, IsEmpty()) << game->spec().id;
  }
}

TEST(OutsideBot, TheExamplePlaysAWholeGame) {
  const Played played = play("exec:python3 " STAMTAFEL_SOURCE_DIR "/examples/bot.py");
  EXPECT_TRUE(played.over);
  EXPECT_THAT(played.complaints, IsEmpty());
}

// What a program reads that answers every question with its first option.
TEST(OutsideBot, IsToldWhatItsSeatMayKnow) {
  std::string name = (fs::temp_directory_path() / "stamtafel-test-XXXXXX").string();
  const fs::path folder = ::mkdtemp(name.data());
  std::ofstream(folder / "bot.sh") << "read -r hello; echo \"$hello\" > " << folder.string()
                                   << "/log; echo '{\"type\":\"ready\",\"name\":\"log\"}'\n"
                                   << "while read -r line; do echo \"$line\" >> " << folder.string()
                                   << "/log; echo '{\"choice\":0,\"iterations\":7}'; done\n";
  const Played played = play("exec:sh " + (folder / "bot.sh").string() + ",ms=30");
  EXPECT_THAT(played.complaints, IsEmpty());
  EXPECT_EQ(played.iterations, 7u);
  std::ifstream log(folder / "log");
  std::string line;
  ASSERT_TRUE(std::getline(log, line));
  const auto hello = engine::parse_json(line, "hello");
  ASSERT_TRUE(hello) << hello.error.text;
  const engine::GameSpec& spec = games::all().front()->spec();
  EXPECT_EQ((*hello).find("type")->text, "hello");
  EXPECT_EQ((*hello).find("game")->text, spec.id);
  EXPECT_EQ((*hello).find("seat")->text, spec.seat_ids[0]);
  EXPECT_EQ(static_cast<int>((*hello).find("seats")->items.size()), spec.min_seats);
  EXPECT_TRUE((*hello).find("edition")->find("data")->is_object());
  size_t asked = 0;
  size_t events = 0;
  for (; std::getline(log, line); ++asked) {
    const auto question = engine::parse_json(line, "question");
    ASSERT_TRUE(question) << question.error.text;
    ASSERT_LT(asked, played.views.size());
    EXPECT_EQ((*question).find("view")->dump(), played.views[asked]);
    EXPECT_FALSE((*question).find("options")->items.empty());
    EXPECT_EQ((*question).find("budget")->find("ms")->integer, 30);
    for (const engine::Json& event : (*question).find("events")->items) {
      ASSERT_LT(events, played.told.size());
      EXPECT_EQ(event.text, played.told[events++]);
    }
  }
  EXPECT_EQ(asked, played.views.size());
  fs::remove_all(folder);
}

TEST(OutsideBot, WhoCrashesStallsOrAnswersNonsenseIsNamedAndReplaced) {
  struct Case {
    std::string bot;
    const char* says;
  };
  const Case cases[]{
      {"exec:/no/such/bot 2> /dev/null", "has ended"},
      {"exec:true", "has ended"},
      {"exec:echo hi; cat", "answers a hello with 'hi'"},
      {"exec:sleep 60,seconds=1", "doesn't answer in time"},
      {shell_bot("exit 3"), "has ended"},
      {shell_bot("kill -9 $$"), "has ended"},
      {shell_bot("sleep 60", ",seconds=1"), "doesn't answer in time"},
      {shell_bot(R"(echo '{"choice":999}')"), R"(with '{"choice":999}')"},
      {shell_bot(R"(echo '{"choice":-1}')"), R"(with '{"choice":-1}')"},
      {shell_bot(R"(echo '{"choice":"0"}')"), "answers a question with"},
      {shell_bot("echo '[0]'"), "with '[0]'"},
      {shell_bot("echo"), "with ''"},
      {shell_bot("head -c 3000000 /dev/zero"), "writes a line without an end"},
  };
  for (const Case& each : cases) {
    const Played played = play(each.bot);
    EXPECT_TRUE(played.over) << each.bot;
    ASSERT_EQ(played.complaints.size(), 1u) << each.bot;
    EXPECT_THAT(played.complaints[0], HasSubstr("the bot 'exec:")) << each.bot;
    EXPECT_THAT(played.complaints[0], HasSubstr(each.says)) << each.bot;
    EXPECT_THAT(played.complaints[0], HasSubstr("greedy plays on for it")) << each.bot;
  }
}

TEST(Child, IsGoneWithItsObject) {
  pid_t process = 0;
  {
    auto child = Child::start("echo $$; trap '' TERM; while true; do sleep 60; done");
    ASSERT_TRUE(child);
    const auto line = (*child)->read_line(Child::Clock::now() + std::chrono::seconds(20));
    ASSERT_TRUE(line) << line.error.text;
    process = std::stoi(line.value);
    EXPECT_EQ(::kill(process, 0), 0);
  }
  EXPECT_EQ(::kill(process, 0), -1);
}

// A connection that it held, too, would stay open when we close it.
TEST(Child, HasNothingOfWhatElseIsOpenHere) {
  const int open = ::dup(STDERR_FILENO);  // as sockets are: nobody says it is for us alone
  auto child = Child::start("test -e /proc/self/fd/" + std::to_string(open) +
                            " && echo has it || echo has it not");
  ASSERT_TRUE(child);
  const auto line = (*child)->read_line(Child::Clock::now() + std::chrono::seconds(20));
  ::close(open);
  ASSERT_TRUE(line) << line.error.text;
  EXPECT_EQ(line.value, "has it not");
}

TEST(Child, IsNotWaitedForOnceItIsGivenUp) {
  std::atomic<bool> give_up{false};
  auto child = Child::start("sleep 60", &give_up);
  ASSERT_TRUE(child);
  const auto begun = Child::Clock::now();
  std::thread later([&] { give_up = true; });
  const auto line = (*child)->read_line(begun + std::chrono::seconds(20));
  later.join();
  ASSERT_FALSE(line);
  EXPECT_LT(Child::Clock::now() - begun, std::chrono::seconds(10));
}

TEST(Child, TakesLinesLargerThanAnyBuffer) {
  auto child = Child::start("while read -r line; do echo ${#line}; done");
  ASSERT_TRUE(child);
  const auto until = Child::Clock::now() + std::chrono::seconds(20);
  ASSERT_FALSE((*child)->write_line(std::string(900'000, 'x'), until));
  const auto line = (*child)->read_line(until);
  ASSERT_TRUE(line) << line.error.text;
  EXPECT_EQ(line.value, "900000");
}

}  // namespace
}  // namespace outside
