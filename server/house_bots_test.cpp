// Bots of the house: who may name them, that they play, what becomes of those that fail or are
// gone, and how many programs there are at a time.
#include "server/house_bots.h"

#include <condition_variable>

#include "bots/levels.h"
#include "server/house_thinking.h"
#include "server/testing.h"
#include "tests/plain_table.h"

namespace server_test {
namespace house_bots_test {

using server::HouseBot;
using server::read_house_bot;

// A program in shell: `lines` are run for each question, after it has said hello. Each keeps what
// it reads in a file of its own in a folder, if one is named.
std::string program(const std::string& lines, const std::string& logs = {}) {
  const std::string keep = logs.empty() ? "" : R"(printf '%s\n' "$line" >> )" + logs + "/$$; ";
  return "exec:read -r line; " + keep + R"(echo '{"type":"ready"}'; while read -r line; do )" +
         keep + lines + "; done";
}
const std::string kFirst = R"(echo '{"choice":0}')";

std::vector<HouseBot> house(const std::vector<std::string>& texts) {
  std::vector<HouseBot> bots;
  for (const std::string& text : texts) {
    auto bot = read_house_bot(text, bots);
    EXPECT_TRUE(bot) << bot.error.text;
    bots.push_back(*bot);
  }
  return bots;
}
TestServer::Adjust with(const std::vector<std::string>& texts, const std::string& log = {}) {
  return [=](server::ServerOptions& options) {
    options.settings.house_bots = house(texts);
    if (log.empty()) return;
    options.log = server::LogLines::Form::kJson;
    options.log_file = log;
  };
}

// What each program has read.
std::vector<std::vector<Json>> read_by(const Folder& logs) {
  std::vector<std::vector<Json>> all;
  for (const auto& file : fs::directory_iterator(logs.at(""))) {
    std::vector<Json>& lines = all.emplace_back();
    std::ifstream in(file.path());
    for (std::string line; std::getline(in, line);) {
      const auto json = engine::parse_json(line, "line");
      EXPECT_TRUE(json) << line;
      if (json) lines.push_back(*json);
    }
    EXPECT_EQ(lines.empty() ? "" : text_of(lines[0], "type"), "hello");
  }
  return all;
}

const Json& seat_of(const Player& player, size_t seat) {
  return player.known.find("seats")->items[seat];
}
// Plays on with the first choice each time, for so many of one's own turns; all items that came.
std::vector<Json> play_on(Player& player, int turns = 10'000) {
  for (; turns > 0; --turns) {
    EXPECT_TRUE(player.until([&] { return player.over() || player.my_turn(); }));
    if (player.over()) break;
    EXPECT_EQ(refused(player.act(player.choice())), "");
  }
  std::vector<Json> items;
  player.about("watch");
  for (const Json& item : player.known.find("log")->items) items.push_back(item);
  return items;
}
std::vector<Json> stand_ins(const std::vector<Json>& items) {
  std::vector<Json> found;
  for (const Json& item : items) {
    if (text_of(item, "is") == "stand-in") found.push_back(item);
  }
  return found;
}

TEST(HouseBots, AreNamedAsPeopleAreAndAreProgramsAlone) {
  const std::vector<HouseBot> known = house({"Brave=exec:./mybot --brave,ms=200"});
  EXPECT_EQ(known[0].name, "Brave");
  EXPECT_EQ(known[0].program.command(), "./mybot --brave");
  EXPECT_EQ(known[0].program.budget().milliseconds, 200u);
  EXPECT_EQ(house({"A = B=exec:x"})[0].name, "A = B");
  struct Case {
    const char* text;
    const char* why;
  };
  for (const Case& one :
       {Case{"exec:./mybot", "--bot takes NAME=exec:COMMAND, not 'exec:./mybot'"},
        Case{"=exec:./mybot", "--bot takes NAME=exec:COMMAND"},
        Case{"Slow=search:ms=9", "--bot takes NAME=exec:COMMAND"},
        Case{" =exec:x", "1 to 24 characters"}, Case{"A\xe2\x80\x8b=exec:x", "nobody can see"},
        Case{"brаve=exec:x", "another one looks the same"},
        Case{"Stammgast=exec:x", "one of our levels is called that"},
        Case{"Master=exec:x", "one of our levels is called that"},
        Case{"New=exec:", "takes the command of a bot"},
        Case{"New=exec:x,quux=1", "has no setting 'quux'"},
        Case{"New=exec:x,seconds=61", "longer than 60 seconds"}}) {
    const auto bot = read_house_bot(one.text, known);
    EXPECT_FALSE(bot) << one.text;
    EXPECT_THAT(bot.error.text, HasSubstr(one.why)) << one.text;
  }
}

TEST(HouseBots, AreOfferedByNameAndPlayAWholeGame) {
  const Folder logs;
  FreshServer server(with({"Brave=" + program(kFirst, logs.at("")) + ",ms=50"}));
  ASSERT_EQ(server.problem, "");
  Player anna(server.port, "Anna");
  const Json catalogue = anna.device.get("/api/games").json();
  const Json& offered = catalogue.find("house_bots")->items.at(0);
  EXPECT_EQ(text_of(offered, "name"), "Brave");
  EXPECT_EQ(text_of(offered, "bot"), "house:Brave");
  EXPECT_THAT(catalogue.dump(), Not(HasSubstr("exec")));  // what starts it is nobody's affair

  anna.watch(new_table(anna, 1, 2, ",\"start\":true", "house:Brave"));
  EXPECT_EQ(text_of(seat_of(anna, 1), "bot"), "house:Brave");
  EXPECT_EQ(text_of(seat_of(anna, 1), "house"), "Brave");
  EXPECT_EQ(seat_of(anna, 1).find("level"), nullptr);
  EXPECT_NE(seat_of(anna, 1).find("character"), nullptr);
  EXPECT_THAT(stand_ins(play_on(anna)), IsEmpty());
  EXPECT_TRUE(anna.over());
  EXPECT_EQ(seat_of(anna, 1).find("stand_in"), nullptr);
  for (const std::string& sent : anna.socket->texts) EXPECT_THAT(sent, Not(HasSubstr("exec")));
  EXPECT_GT(metric(anna.device, "house_choices_total"), 10);
  EXPECT_EQ(metric(anna.device, "house_bots_replaced_total"), 0);

  // Two programs, each for a seat of its own, and no budget above the operator's.
  std::set<std::string> seats;
  for (const std::vector<Json>& lines : read_by(logs)) {
    seats.insert(text_of(lines[0], "seat"));
    for (size_t i = 1; i < lines.size(); ++i) {
      EXPECT_LE(number_of(*lines[i].find("budget"), "ms"), 50);
      EXPECT_GT(number_of(*lines[i].find("budget"), "ms"), 0);
    }
  }
  EXPECT_THAT(seats, testing::ElementsAre(seat_name(1), seat_name(2)));
  // The record names nobody's program.
  const HttpAnswer record = anna.device.get("/api/tables/" + anna.table + "/record");
  EXPECT_THAT(record.body, Not(HasSubstr("house")));
}

TEST(HouseBots, WhoCrashesStallsOrCheatsIsNamedAndReplacedAndTheGameGoesOn) {
  struct Case {
    std::string program;
    const char* says;
  };
  for (const Case& one :
       {Case{program("exit 3"), "has ended"}, Case{program(kFirst + "; exit 3"), "has ended"},
        Case{program("sleep 60") + ",seconds=1", "doesn't answer in time"},
        Case{program(R"(echo '{"choice":999}')"), "with '{\\\"choice\\\":999}'"},
        Case{"exec:/no/such/bot 2> /dev/null", "has ended"}}) {
    const Folder folder;
    FreshServer server(with({"Brave=" + one.program}, folder.at("log")));
    ASSERT_EQ(server.problem, "");
    Player anna(server.port, "Anna");
    anna.watch(new_table(anna, 1, 2, ",\"start\":true", "house:Brave"));
    const std::vector<Json> replaced = stand_ins(play_on(anna, 6));
    ASSERT_EQ(replaced.size(), 2u) << one.says;
    for (const Json& item : replaced) {
      EXPECT_EQ(text_of(item, "why"), "failed");
      EXPECT_EQ(text_of(item, "by"), "bot");
    }
    for (const size_t seat : {1u, 2u}) {
      EXPECT_EQ(text_of(seat_of(anna, seat), "house"), "Brave");
      EXPECT_EQ(text_of(seat_of(anna, seat), "stand_in"), bots::usual_bot().text());
      EXPECT_EQ(text_of(*seat_of(anna, seat).find("level"), "id"), bots::kUsualLevel);
    }
    EXPECT_EQ(metric(anna.device, "house_bots_replaced_total"), 2);
    std::ifstream in(folder.at("log"));
    const std::string log(std::istreambuf_iterator<char>(in), {});
    EXPECT_THAT(log, HasSubstr("bot.failed"));
    EXPECT_THAT(log, HasSubstr("\"bot\":\"Brave\""));
    EXPECT_THAT(log, HasSubstr(one.says));
  }
}

TEST(HouseBots, NobodyElseNamesAProgram) {
  FreshServer server(with({"Brave=" + program(kFirst)}));
  Player anna(server.port, "Anna");
  const auto made = [&](const std::string& bot, const std::string& more = "") {
    return anna.device.post("/api/tables", R"({"game":")" + game_id() +
                                               R"(","seats":[{"kind":"me"},)" +
                                               R"({"kind":"bot","bot":")" + bot +
                                               R"("},{"kind":"open"}])" + more + "}");
  };
  EXPECT_EQ(made("exec:true").status, 400);
  EXPECT_EQ(made("exec:true,ms=5").status, 400);
  EXPECT_EQ(made("Brave").status, 400);
  EXPECT_EQ(made("house:").status, 400);
  EXPECT_EQ(made("house:exec:true").status, 400);
  const HttpAnswer unknown = made("house:Other");
  EXPECT_EQ(unknown.status, 400);
  EXPECT_THAT(unknown.body, HasSubstr("this server has no bot 'house:Other'"));
  // Nothing is rated with one, however much it is worth.
  const HttpAnswer rated = made("house:Brave", R"(,"rated":true,"clock":{"move":60000,"bank":0})");
  EXPECT_EQ(rated.status, 400) << rated.body;

  anna.watch(text_of(made("house:Brave").json(), "table"));
  const std::string seat = R"(,"kind":"bot","seat":")" + seat_name(1) + R"(","bot":")";
  EXPECT_EQ(refused(anna.about("seat", seat + "exec:true\"")), "message");
  EXPECT_EQ(refused(anna.about("seat", seat + "house:Other\"")), "message");
  EXPECT_EQ(refused(anna.about("start", R"(,"fill":"exec:true")")), "message");
  EXPECT_EQ(refused(anna.about("start", R"(,"fill":"house:Other")")), "message");
  EXPECT_EQ(refused(anna.about("seat", seat + "greedy\"")), "");
  EXPECT_EQ(text_of(seat_of(anna, 1), "house"), "");
  EXPECT_EQ(refused(anna.about("seat", seat + "house:Brave\"")), "");
  EXPECT_EQ(text_of(seat_of(anna, 1), "house"), "Brave");
  EXPECT_EQ(refused(anna.about("start", R"(,"fill":"house:Brave")")), "");
  EXPECT_EQ(text_of(seat_of(anna, 2), "house"), "Brave");

  anna.watch(new_table(anna, 1, 2, R"(,"rated":true,"clock":{"move":60000,"bank":0})",
                       std::string(bots::kUsualLevel)));
  EXPECT_EQ(refused(anna.about("seat", seat + "house:Brave\"")), "state");
}

TEST(HouseBots, ATableGoesOnWithItsBotAfterARestartAndWithoutItOnceItIsGone) {
  const Folder folder, before, after;
  std::string table;
  std::string cookie;
  {
    TestServer server(folder.at("t.db"), with({"Brave=" + program(kFirst, before.at(""))}));
    Player anna(server.port, "Anna");
    anna.watch(new_table(anna, 1, 2, ",\"start\":true", "house:Brave"));
    table = anna.table;
    cookie = anna.device.cookie;
    EXPECT_THAT(stand_ins(play_on(anna, 6)), IsEmpty());
  }
  {
    TestServer server(folder.at("t.db"), with({"Brave=" + program(kFirst, after.at(""))}));
    Player anna(server.port, "");
    anna.device.cookie = cookie;
    anna.connect();
    anna.watch(table);
    EXPECT_THAT(stand_ins(play_on(anna, 6)), IsEmpty());
    EXPECT_EQ(text_of(seat_of(anna, 1), "house"), "Brave");
    // What has happened before it was started anew it is told with the first question.
    EXPECT_FALSE(read_by(after).empty());
    for (const std::vector<Json>& lines : read_by(after)) {
      EXPECT_GT(lines.at(1).find("events")->items.size(), 10u);
    }
  }
  TestServer server(folder.at("t.db"), with({}, folder.at("server.log")));
  Player anna(server.port, "");
  anna.device.cookie = cookie;
  anna.connect();
  anna.watch(table);
  const std::vector<Json> replaced = stand_ins(play_on(anna));
  EXPECT_TRUE(anna.over());
  ASSERT_EQ(replaced.size(), 2u);
  EXPECT_EQ(text_of(replaced[0], "why"), "gone");
  EXPECT_EQ(text_of(seat_of(anna, 1), "house"), "Brave");
  EXPECT_EQ(text_of(*seat_of(anna, 1).find("level"), "id"), bots::kUsualLevel);
  EXPECT_EQ(anna.device.get("/api/games").json().find("house_bots"), nullptr);
  // Among one's own games, too, it is told who played.
  const Json games = anna.device.get("/api/me/games").json();
  const Json& sat = games.find("games")->items.at(0).find("seats")->items.at(1);
  EXPECT_EQ(text_of(sat, "house"), "Brave");
  EXPECT_EQ(text_of(sat, "stand_in"), bots::usual_bot().text());
  // Nor does it come along to a rematch.
  const Json rematch = anna.about("rematch");
  anna.watch(text_of(rematch, "table"));
  EXPECT_EQ(text_of(seat_of(anna, 1), "bot"), bots::usual_bot().text());
  std::ifstream in(folder.at("server.log"));
  const std::string told(std::istreambuf_iterator<char>(in), {});
  EXPECT_THAT(told, HasSubstr("bot.gone"));
}

TEST(HouseBots, AHeadNamesABotForVersionsThatKnowNoHouse) {
  server::Head head;
  head.game = &game();
  head.variants = engine::default_variants(game().spec());
  head.host = engine::seat_at(0);
  head.chairs.resize(3);
  head.chairs[1].kind = server::SeatKind::kBot;
  head.chairs[1].bot = server::SeatBot::of_house("Brave");
  const std::string text = write_head(head);
  const Json json = *engine::parse_json(text, "head");
  EXPECT_TRUE(bots::BotSpec::parse(text_of(json.find("seats")->items[1], "bot")));
  const auto read = server::read_head(text);
  ASSERT_TRUE(read) << read.error.text;
  EXPECT_EQ((*read).chairs[1].bot, head.chairs[1].bot);
  EXPECT_EQ((*read).chairs[1].bot.text(), "house:Brave");
  EXPECT_EQ(server::write_head(*read), text);
}

// Answers whatever it is asked, at once: nobody of the house.
class Level final : public server::Thinking {
 public:
  void ask(server::Task task, Then then) override {
    EXPECT_NE(task.bot.text(), "");
    server::Thought thought;
    thought.text = "level";
    then(thought);
  }
  void review(server::Task, Progress, Then) override {}
};

class Asking {
 public:
  Asking(const std::string& bot, int programs)
      : thinking_(std::make_unique<Level>(), house({bot}), programs) {}
  // What comes of asking for this seat; nothing is waited for.
  void ask(const std::string& table, const engine::AnyTable& match, engine::Seat seat,
           const std::string& bot = "Brave") {
    server::Task task;
    task.match = match.clone();
    task.table = table;
    task.seat = seat;
    task.bot = bots::usual_bot();
    task.house = bot;
    thinking_.ask(std::move(task), [this](const server::Thought& thought) {
      const std::lock_guard guard(mutex_);
      thoughts_.push_back(thought);
      came_.notify_one();
    });
  }
  std::vector<server::Thought> wait(size_t count) {
    std::unique_lock guard(mutex_);
    EXPECT_TRUE(
        came_.wait_for(guard, std::chrono::seconds(20), [&] { return thoughts_.size() >= count; }));
    return std::exchange(thoughts_, {});
  }
  server::HouseThinking& thinking() { return thinking_; }

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  std::vector<server::Thought> thoughts_;
  server::HouseThinking thinking_;
};

TEST(HouseThinking, KeepsAProgramForItsSeatAndHasNoMoreThanItMay) {
  const Folder logs;
  Asking asking("Brave=" + program(kFirst, logs.at("")), 1);
  const auto match = tests::plain_table(game());
  const engine::Seat seat = match->acting().front();
  for (int i = 0; i < 3; ++i) {
    asking.ask("one", *match, seat);
    const auto thoughts = asking.wait(1);
    EXPECT_EQ(thoughts[0].failed, "");
    EXPECT_FALSE(match->check(seat, thoughts[0].action));
  }
  EXPECT_EQ(read_by(logs).size(), 1u);
  asking.ask("other", *match, seat);  // which needs the only place there is
  asking.wait(1);
  EXPECT_EQ(read_by(logs).size(), 2u);
  asking.ask("one", *match, seat);
  asking.wait(1);
  EXPECT_EQ(read_by(logs).size(), 3u);
  EXPECT_THAT(asking.thinking().metrics(), HasSubstr("stamtafel_house_programs 1\n"));
  asking.thinking().done_with("one");
  EXPECT_THAT(asking.thinking().metrics(), HasSubstr("stamtafel_house_programs 0\n"));
  // What it was told must be what has happened: after a step back it begins anew.
  asking.ask("one", *match, seat);
  asking.wait(1);
  ASSERT_FALSE(match->act(seat, match->fallback(seat)));
  ASSERT_FALSE(match->rewind(0));
  asking.ask("one", *match, seat);
  asking.wait(1);
  EXPECT_EQ(read_by(logs).size(), 5u);
  // Who isn't of the house is asked elsewhere.
  asking.ask("one", *match, seat, "");
  EXPECT_EQ(asking.wait(1)[0].text, "level");
}

TEST(HouseThinking, WhereTooManyWaitALevelChoosesAndNobodyIsWaitedForAtTheEnd) {
  const auto begun = std::chrono::steady_clock::now();
  const Folder logs;
  {
    Asking asking("Brave=" + program("sleep 60", logs.at("")), 1);
    const auto match = tests::plain_table(game());
    const engine::Seat seat = match->acting().front();
    for (int i = 0; i < 10; ++i) asking.ask("table " + std::to_string(i), *match, seat);
    const auto thoughts = asking.wait(2);
    ASSERT_EQ(thoughts.size(), 2u);
    EXPECT_EQ(thoughts[1].text, "level");
    EXPECT_THAT(asking.thinking().metrics(), HasSubstr("stamtafel_house_turned_away_total 2\n"));
    while (fs::is_empty(logs.at(""))) std::this_thread::yield();  // it has begun
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(5));
}

}  // namespace house_bots_test
}  // namespace server_test
