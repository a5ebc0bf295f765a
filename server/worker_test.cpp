// Workers: what they think is what the server would have thought, and nobody waits for them who
// need not.
#include "server/worker.h"

#include <future>

#include "bots/review.h"
#include "engine/blake2b.h"
#include "engine/record.h"
#include "server/testing.h"
#include "tests/plain_table.h"
#include "tests/postgres.h"

namespace server_test {
namespace worker_test {

using server::Task;
using server::Thought;

// A worker in this process.
class Working {
 public:
  explicit Working(const std::string& data) : worker_({data, 1}, log_) {
    std::promise<std::string> opened;
    thread_ = std::thread([this, &opened] {
      const std::string problem = worker_.open();
      opened.set_value(problem);
      if (problem.empty()) worker_.run();
    });
    EXPECT_EQ(opened.get_future().get(), "");
  }
  ~Working() {
    worker_.stop();
    thread_.join();
  }
  uint64_t done() const { return worker_.done(); }

 private:
  const server::Log log_;
  server::Worker worker_;
  std::thread thread_;
};

int64_t queue(Device& device, const std::string& figure, const std::string& kind) {
  return metric(device, "queue_" + figure + "{kind=\"" + kind + "\"}");
}
bool until_workers(Device& device, bool there) {
  for (int i = 0; i < 1500; ++i) {
    if ((metric(device, "worker_threads") > 0) == there) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}
void few(server::ServerOptions& options) { options.settings.review_iterations = 2000; }

// Plays until it is over; the seat's first choice each time.
void finish(Player& player) {
  while (player.until([&] { return player.over() || player.my_turn(); }) && !player.over()) {
    ASSERT_EQ(refused(player.act(player.choice())), "");
  }
  ASSERT_TRUE(player.over());
}
Json review_of(Device& device, const std::string& table) {
  const std::string path = "/api/tables/" + table + "/review";
  device.post(path, "{}");
  for (int i = 0; i < 3000; ++i) {
    const Json json = device.get(path).json();
    if (json.find("choices") != nullptr) return json;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return {};
}

TEST(Workers, ThinkForBotsGiveHintsAndMakeReviews) {
  const std::string data = tests::Postgres::get().fresh();
  TestServer server(data, few);
  ASSERT_EQ(server.problem, "");
  Working worker(data);
  Player anna(server.port, "Anna");
  ASSERT_TRUE(until_workers(anna.device, true));
  anna.watch(new_table(anna, 1, 2, ",\"start\":true", "search:ms=1"));
  anna.until([&] { return anna.my_turn(); });
  const Json hint = anna.about("hint");
  EXPECT_EQ(text_of(hint, "is"), "hint") << hint.dump();
  EXPECT_FALSE(hint.find("choices")->items.empty());
  EXPECT_EQ(queue(anna.device, "done_total", "hint"), 1);
  finish(anna);
  const int64_t thoughts = queue(anna.device, "done_total", "bot");
  EXPECT_GT(thoughts, 10);
  EXPECT_EQ(metric(anna.device, "thoughts_total"),
            thoughts + 1 + queue(anna.device, "taken_back_total", "bot"));
  EXPECT_GT(metric(anna.device, "queue_wait_seconds_count{kind=\"bot\"}"), 10);
  const Json review = review_of(anna.device, anna.table);
  EXPECT_EQ(queue(anna.device, "done_total", "review"), 1);
  EXPECT_GE(worker.done(), static_cast<uint64_t>(thoughts) + 2);

  // The review is the one that the server itself would have made.
  const std::string record = anna.device.get("/api/tables/" + anna.table + "/record").body;
  const auto table = engine::read_record(record, games::find);
  ASSERT_TRUE(table) << table.error.text;
  const auto own = bots::review(**table, {2000, 0, 1});
  ASSERT_TRUE(own);
  const Json expected = *engine::parse_json(bots::write_review(*own, **table), "review");
  EXPECT_EQ(review.find("curve")->dump(), expected.find("curve")->dump());
}

// One that says it is there and takes nothing, as when it was stopped or its machine is gone.
TEST(Workers, WhoDoesNotAnswerIsNotWaitedFor) {
  const std::string data = tests::Postgres::get().fresh();
  TestServer server(data);
  ASSERT_EQ(server.problem, "");
  const auto silent = store::open_work(data, 4);
  ASSERT_TRUE(silent->beat({}));
  Player anna(server.port, "Anna");
  ASSERT_TRUE(until_workers(anna.device, true));
  anna.watch(new_table(anna, 1, 2, ",\"start\":true", "search:ms=1"));
  finish(anna);
  // Once it was waited for; then the server knew better, until a worker was heard of.
  EXPECT_GE(queue(anna.device, "taken_back_total", "bot"), 1);
  EXPECT_LE(queue(anna.device, "taken_back_total", "bot"), 4);
  EXPECT_EQ(queue(anna.device, "done_total", "bot"), 0);
  silent->leave();
  EXPECT_TRUE(until_workers(anna.device, false));
}

TEST(Workers, AreToldWhereThePositionIsAndSeeWhetherItIsTheSame) {
  const engine::AnyGame& game = server_test::game();
  Task task;
  task.match = tests::plain_table(game);
  task.table = "abc";
  task.entries = 7;
  task.seat = task.match->acting().front();
  task.bot = bots::BotSpec::of("search:iterations=50");
  task.budget = task.bot.budget();
  task.seed = 0xffffffffffffffff;
  const std::string text = write_task(task);
  EXPECT_EQ(text.find(engine::hex(task.match->bytes())), std::string::npos);
  auto asked = server::read_task(text);
  ASSERT_TRUE(asked) << asked.error.text;
  EXPECT_EQ(asked->task.table, "abc");
  EXPECT_EQ(asked->task.entries, 7);
  EXPECT_EQ(server::differs(*asked, *task.match), "");
  // The same choice, wherever it is made.
  asked->task.match = task.match;
  const Thought there = think(asked->task, asked->task.budget);
  auto back = server::read_thought(write_thought(there, asked->task), task);
  ASSERT_TRUE(back) << back.error.text;
  EXPECT_EQ(back->action, think(task, task.budget).action);
  EXPECT_EQ(back->iterations, there.iterations);

  const auto later = task.match->clone();
  ASSERT_FALSE(later->act(task.seat, there.action));
  EXPECT_NE(server::differs(*asked, *later), "");
  ++asked->rules;
  EXPECT_EQ(server::differs(*asked, *task.match), "other rules");
  EXPECT_FALSE(server::read_task("{}"));
  EXPECT_FALSE(server::read_task("nonsense"));
  EXPECT_FALSE(server::read_thought("{}", task));
  EXPECT_EQ(server::read_thought(server::write_failure("no time"), task).error.text, "no time");
  // An answer that isn't allowed is none, nor is one that can't be read.
  task.kind = Task::Kind::kHint;
  EXPECT_FALSE(server::read_thought(
      R"({"action":"","thought":1,"iterations":0,"ms":1,"hurried":false,"text":"}"})", task));
  task.kind = Task::Kind::kBot;
  EXPECT_FALSE(server::read_thought(
      R"({"action":"?","thought":1,"iterations":0,"ms":1,"hurried":false,"text":""})", task));
}

TEST(Workers, NeedADatabase) {
  const server::Log log;
  server::Worker worker({"tables.db", 1}, log);
  EXPECT_NE(worker.open().find("postgresql://"), std::string::npos);
}

}  // namespace worker_test
}  // namespace server_test
