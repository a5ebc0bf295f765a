// What another worker answers is what would have been thought here.
#include "alone/question.h"

#include <gtest/gtest.h>

#include "games/registry.h"
#include "tests/plain_table.h"

namespace alone {
namespace {

std::unique_ptr<engine::AnyTable> dealt(const engine::AnyGame& game, int steps) {
  auto table = tests::plain_table(game, 7);
  for (int i = 0; i < steps && !table->over(); ++i) {
    const engine::Seat seat = table->acting().front();
    EXPECT_FALSE(table->act(seat, table->fallback(seat)));
  }
  return table;
}

TEST(Question, IsAnsweredAsItWouldBeHere) {
  for (const engine::AnyGame* game : games::all()) {
    for (const char* name : {"greedy", "search"}) {
      const auto table = dealt(*game, 9);
      Question question;
      question.bot = bots::BotSpec::of(name);
      question.budget.iterations = 40;
      question.seat = table->acting().front();
      question.seed = 0xfedcba9876543210;
      const auto answer = answer_question(write_question(question, *table));
      ASSERT_TRUE(answer) << answer.error.text;
      engine::Chance chance(question.seed);
      const bots::Decision here = bots::make_bot(question.bot, *game, question.seat)
                                      ->decide(*table, question.budget, chance);
      const engine::Action action = here.action();
      EXPECT_EQ(*answer, std::to_string(action.verb) + " " + std::to_string(action.a) + " " +
                             std::to_string(action.b) + " " + std::to_string(action.c) + " " +
                             std::to_string(here.iterations))
          << game->spec().id << " " << name;
    }
  }
}

TEST(Question, ThatIsNoneIsRefused) {
  const auto table = dealt(*games::all().front(), 3);
  Question question;
  question.seat = table->acting().front();
  const std::string good = write_question(question, *table);
  ASSERT_TRUE(answer_question(good));
  EXPECT_FALSE(answer_question(""));
  EXPECT_FALSE(answer_question("{}"));
  for (size_t cut = 1; cut < good.size(); cut += 7) {
    EXPECT_FALSE(answer_question(good.substr(0, cut)));
  }
  const auto with = [&](std::string_view from, std::string_view to) {
    std::string text = good;
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  EXPECT_FALSE(answer_question(with("\"koenig\"", "\"chess\"")));
  EXPECT_FALSE(answer_question(with("\"position\":\"", "\"position\":\"zz")));
  EXPECT_FALSE(answer_question(with("\"position\":\"", "\"position\":\"00")));
  question.seat = engine::seat_at(5);  // nobody sits there
  EXPECT_FALSE(answer_question(write_question(question, *table)));
}

}  // namespace
}  // namespace alone
