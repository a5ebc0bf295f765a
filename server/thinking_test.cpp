// How bots share the time of the workers, and when their answers are told. No test here looks at a
// real clock: budgets are counted, and time is what the test says.
#include "server/thinking.h"

#include <gmock/gmock.h>

#include <condition_variable>
#include <thread>

#include "bots/levels.h"
#include "server/testing.h"
#include "server/threads.h"
#include "tests/plain_table.h"

namespace server_test {
namespace {

using bots::BotSpec;
using bots::Budget;
using server::Thinking;
using server::Thought;

constexpr int64_t kPatience = 300;

uint32_t share(std::string_view bot, int asked, int workers) {
  return Thinking::share_of(BotSpec::of(bot), asked, workers, kPatience).milliseconds;
}

TEST(Thinking, ABotHasItsOwnBudgetWhileThereIsTimeForAll) {
  EXPECT_EQ(share("search", 1, 1), 100u);
  EXPECT_EQ(share("search", 3, 1), 100u);
  EXPECT_EQ(share("search:ms=20", 15, 1), 20u);
  EXPECT_EQ(share("search", 12, 4), 100u);
}

TEST(Thinking, BudgetsShrinkWithTheQueueSoThatItIsServedInTime) {
  EXPECT_EQ(share("search", 6, 1), 50u);
  EXPECT_EQ(share("search", 30, 1), 10u);
  EXPECT_EQ(share("search", 30, 2), 20u);
  for (int asked = 1; asked <= 10000; ++asked) {
    for (const int workers : {1, 2, 7}) {
      const Budget budget = Thinking::share_of(BotSpec::of("search"), asked, workers, kPatience);
      ASSERT_GT(budget.milliseconds, 0u);  // 0 would be no limit at all
      if (budget.iterations == 0) {
        ASSERT_LE(static_cast<int64_t>(budget.milliseconds) * asked, kPatience * workers + asked)
            << asked << " with " << workers;
      } else {
        ASSERT_LE(budget.iterations, 32u);  // not even a millisecond for each
      }
    }
  }
}

TEST(Thinking, NobodyGetsMoreThanASecondOrMoreIterationsThanAskedFor) {
  EXPECT_EQ(share("search:ms=60000", 1, 100), 1000u);
  const Budget budget = Thinking::share_of(BotSpec::of("search:iterations=7"), 1, 1, kPatience);
  EXPECT_EQ(budget.iterations, 7u);
  EXPECT_EQ(Thinking::share_of(BotSpec::of("search:iterations=7"), 900, 1, kPatience).iterations,
            7u);
}

// A table of the first game at its first question.
std::shared_ptr<const engine::AnyTable> first_question() {
  return tests::plain_table(*games::find("tiefenthal"));
}

class Queue {
 public:
  explicit Queue(int workers) : workers_(workers), thinking_(workers_, kPatience) {}

  // All are asked before the first of them begins.
  std::vector<Thought> ask(int count, std::string_view bot) {
    const auto match = first_question();
    std::unique_lock hold(held_);
    for (int i = 0; i < workers_.count(); ++i) {
      workers_.submit([this] { const std::lock_guard guard(held_); });
    }
    for (int i = 0; i < count; ++i) {
      server::Task task;
      task.match = match;
      task.seat = match->acting().front();
      task.bot = BotSpec::of(bot);
      task.budget = task.bot.budget();
      task.seed = static_cast<uint64_t>(i);
      thinking_.ask(std::move(task), [this](const Thought& thought) {
        const std::lock_guard guard(mutex_);
        thoughts_.push_back(thought);
        came_.notify_one();
      });
    }
    hold.unlock();
    std::unique_lock guard(mutex_);
    came_.wait(guard, [&] { return thoughts_.size() == static_cast<size_t>(count); });
    return std::exchange(thoughts_, {});
  }
  int asked() const { return thinking_.asked(); }

 private:
  std::mutex held_, mutex_;
  std::condition_variable came_;
  std::vector<Thought> thoughts_;
  server::Threads workers_;
  server::ThinkingOnWorkers thinking_;
};

TEST(Thinking, AQueueOfMastersIsServedWithLessForEach) {
  Queue queue(1);
  const std::vector<Thought> alone = queue.ask(1, "search:ms=5");
  EXPECT_EQ(alone[0].budget.milliseconds, 5u);
  EXPECT_FALSE(alone[0].hurried);
  EXPECT_GT(alone[0].iterations, 0u);

  const std::vector<Thought> many = queue.ask(60, "search");
  int64_t sum = 0;
  for (const Thought& thought : many) {
    EXPECT_TRUE(thought.hurried);
    EXPECT_LE(thought.budget.milliseconds, kPatience / 30);
    sum += thought.budget.milliseconds;
  }
  EXPECT_LE(sum, 2 * kPatience);
  while (queue.asked() != 0) std::this_thread::yield();  // the last counts until it has told
  // And when they are through, everything is as before.
  EXPECT_FALSE(queue.ask(1, "search:ms=5")[0].hurried);
}

// What the catalogue says, and a table tells.
TEST(Levels, ArePartOfTheCatalogueAndToldAtTheTable) {
  FreshServer server;
  Player anna(server.port, "Anna");
  const Json catalogue = anna.device.get("/api/games?lang=nl").json();
  const std::vector<Json>& levels = catalogue.find("levels")->items;
  ASSERT_EQ(levels.size(), 4u);
  int usual = 0;
  for (const Json& level : levels) {
    EXPECT_FALSE(text_of(level, "name").empty());
    EXPECT_FALSE(text_of(level, "text").empty());
    usual += level.find("usual") != nullptr;
    const auto bot = BotSpec::parse(text_of(level, "bot"));
    ASSERT_TRUE(bot) << bot.error.text;
    EXPECT_EQ(bots::level_of(*bot), text_of(level, "id"));
    anna.watch(new_table(anna, 1, 2, "", text_of(level, "bot")));
    const Json& seat = anna.known.find("seats")->items[1];
    EXPECT_EQ(text_of(*seat.find("level"), "id"), text_of(level, "id"));
    EXPECT_FALSE(text_of(*seat.find("level"), "name").empty());
  }
  EXPECT_EQ(usual, 1);
  EXPECT_EQ(text_of(levels[1], "name"), "stamgast");
  // Bots for programs have none.
  anna.watch(new_table(anna, 1, 2, "", "greedy"));
  EXPECT_EQ(anna.known.find("seats")->items[1].find("level"), nullptr);
}

// Time stands still until the test lets it go on.
TEST(BotPause, NoAnswerIsToldBeforeThePauseIsOverWhateverThereWasToThink) {
  const Folder folder;
  TestServer server(folder.at("t.db"),
                    [](server::ServerOptions& options) { options.settings.bot_pause = 300; });
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true", "search:ms=1"));
  int answers = 0;
  for (int moves = 0; moves < 40 && !anna.over(); ++moves) {
    anna.about("watch");  // two bots may have answered at once: all of it is here now
    if (anna.my_turn()) {
      anna.act(anna.choice(static_cast<size_t>(moves)));
      continue;
    }
    // The bot has chosen by now, most likely (a thought takes a millisecond), and nobody hears of
    // it.
    const int64_t before = anna.n;
    server.time += 299;
    std::this_thread::sleep_for(std::chrono::milliseconds(15));  // it could, now
    anna.about("watch");
    ASSERT_EQ(anna.n, before) << "after " << answers << " answers";
    server.time += 901;  // in one's own turn it takes twice as long, and it may be asked just now
    ASSERT_TRUE(anna.until([&] { return anna.n > before; }));
    ++answers;
  }
  EXPECT_GT(answers, 5);
  EXPECT_GE(metric(anna.device, "thoughts_total"), answers);
}

}  // namespace
}  // namespace server_test
