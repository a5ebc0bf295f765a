// Choices, forbidden ones among them, and bots that make them.
#include <algorithm>
#include <climits>
#include <string>
#include <vector>

#include "testing.h"

namespace c_testing {
namespace {

using testing::HasSubstr;

TEST(C, WhatIsNotAllowedSaysWhyAndChangesNothing) {
  const stamtafel_table table = deal("tiefenthal", 2, 3);
  play(table, 40, 4);
  const stamtafel_facts facts = facts_of(table);
  const uint64_t before = fingerprint_of(table);
  int forbidden = 0;
  for (const stamtafel_option& option : options_of(table, facts.seat, true)) {
    if (option.rule == 0) continue;
    ++forbidden;
    char* id = nullptr;
    char* sentence = nullptr;
    must([&](stamtafel_error* e) {
      return stamtafel_rule(table, option.rule, option.missing, "en", &id, &sentence, e);
    });
    const Failed failed = failure_of(
        [&](stamtafel_error* e) { return stamtafel_act(table, facts.seat, option.action, e); });
    EXPECT_EQ(failed.status, STAMTAFEL_ILLEGAL);
    EXPECT_EQ(failed.rule, id);
    EXPECT_EQ(failed.text, sentence);
    stamtafel_free(id);
    stamtafel_free(sentence);
  }
  EXPECT_GT(forbidden, 0) << "choose another seed";
  for (const int seat : {-1, -2, 2, 6, 1000, INT_MIN, INT_MAX}) {
    EXPECT_EQ(
        failure_of([&](stamtafel_error* e) { return stamtafel_act(table, seat, 0, e); }).status,
        STAMTAFEL_USAGE);
  }
  for (const int action : {-1, facts.actions, INT_MIN, INT_MAX}) {
    EXPECT_EQ(failure_of([&](stamtafel_error* e) {
                return stamtafel_act(table, facts.seat, action, e);
              }).status,
              STAMTAFEL_USAGE);
    EXPECT_EQ(failure_of([&](stamtafel_error* e) {
                return stamtafel_action(table, action, "en", nullptr, nullptr, e);
              }).status,
              STAMTAFEL_USAGE);
  }
  for (const char* text : {"", " ", "nonsense", "play", "\xff\xfe", "pass pass pass pass pass"}) {
    EXPECT_NE(failure_of([&](stamtafel_error* e) {
                return stamtafel_act_text(table, facts.seat, text, e);
              }).status,
              STAMTAFEL_OK)
        << text;
  }
  for (const int rule : {0, -1, 100000}) {
    EXPECT_EQ(failure_of([&](stamtafel_error* e) {
                return stamtafel_rule(table, rule, 0, "en", nullptr, nullptr, e);
              }).status,
              STAMTAFEL_USAGE);
  }
  EXPECT_EQ(failure_of([&](stamtafel_error* e) {
              return stamtafel_rule(table, 1, 0, "tlh", nullptr, nullptr, e);
            }).status,
            STAMTAFEL_USAGE);
  EXPECT_EQ(fingerprint_of(table), before);
  EXPECT_EQ(facts_of(table).steps, facts.steps);
  stamtafel_table_free(table);
}

TEST(C, EveryActionHasANumberAndAText) {
  const auto text = [](stamtafel_table table, int action) {
    return text_of([&](char** out, stamtafel_error* e) {
      return stamtafel_action(table, action, nullptr, out, nullptr, e);
    });
  };
  const auto number = [](stamtafel_table table, const std::string& id) {
    int action = -1;
    must(
        [&](stamtafel_error* e) { return stamtafel_action_number(table, id.c_str(), &action, e); });
    return action;
  };
  const auto sorted = [](std::string letters) {
    std::sort(letters.begin(), letters.end());
    return letters;
  };
  for (size_t i = 0; i < stamtafel_game_count(); ++i) {
    const stamtafel_table table = deal(stamtafel_game_id(i), 3, 1);
    int others = 0;
    for (int action = 0; action < facts_of(table).actions; action += 7) {
      const std::string id = text(table, action);
      const int same = number(table, id);
      EXPECT_EQ(number(table, text(table, same)), same) << id;
      EXPECT_EQ(sorted(text(table, same)), sorted(id));
      others += same != action ? 1 : 0;
    }
    EXPECT_TRUE(others == 0 || std::string("goldbraeu") == stamtafel_game_id(i)) << others;
    stamtafel_table_free(table);
  }
}

TEST(C, BotsThinkForTheirSeatAlone) {
  const stamtafel_table table = deal("goldbraeu", 3, 1);
  play(table, 20, 1);
  const int seat = facts_of(table).seat;
  const uint64_t before = fingerprint_of(table);
  for (const char* name : {"random", "quick", "greedy", "search:iterations=20"}) {
    stamtafel_bot bot{};
    must([&](stamtafel_error* e) { return stamtafel_bot_new(name, "goldbraeu", seat, &bot, e); });
    std::vector<stamtafel_choice> choices(STAMTAFEL_MAX_CHOICES);
    size_t count = 0;
    must([&](stamtafel_error* e) {
      return stamtafel_bot_decide(bot, table, 0, 0, 3, choices.data(), choices.size(), &count, e);
    });
    ASSERT_GT(count, 0u);
    const std::vector<stamtafel_option> options = options_of(table, seat);
    for (size_t i = 0; i < count; ++i) {
      EXPECT_THAT(options,
                  testing::Contains(testing::Field(&stamtafel_option::action, choices[i].action)));
    }
    stamtafel_bot_free(bot);
  }
  EXPECT_EQ(fingerprint_of(table), before);

  stamtafel_bot other{};
  stamtafel_choice choice;
  size_t count = 0;
  must([&](stamtafel_error* e) { return stamtafel_bot_new("greedy", "koenig", 0, &other, e); });
  EXPECT_THAT(failure_of([&](stamtafel_error* e) {
                return stamtafel_bot_decide(other, table, 0, 0, 0, &choice, 1, &count, e);
              }).text,
              HasSubstr("a bot for koenig"));
  stamtafel_bot_free(other);
  for (const char* name : {"", "nobody", "search:nothing=1", "exec:/bin/true", "search:policy=x"}) {
    EXPECT_EQ(failure_of([&](stamtafel_error* e) {
                return stamtafel_bot_new(name, "koenig", 0, &other, e);
              }).status,
              STAMTAFEL_USAGE)
        << name;
  }
  stamtafel_table_free(table);
}

}  // namespace
}  // namespace c_testing
