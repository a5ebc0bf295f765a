// Callers that make mistakes: handles of nothing, NULL, too little room, threads.
#include <functional>
#include <thread>
#include <vector>

#include "testing.h"

namespace c_testing {
namespace {

TEST(C, HandlesThatWereFreedOrNeverMadeAreRefused) {
  const stamtafel_table table = deal("koenig", 3, 1);
  ASSERT_EQ(stamtafel_table_free(table), STAMTAFEL_OK);
  EXPECT_EQ(stamtafel_table_free(table), STAMTAFEL_HANDLE) << "twice";
  const stamtafel_table next = deal("koenig", 3, 2);  // in the same place
  EXPECT_NE(next.id, table.id);
  stamtafel_facts facts;
  std::vector<uint64_t> wrong{
      table.id,           0, 1, UINT64_MAX, next.id + 1, next.id ^ 1ull << 40, next.id ^ 1ull << 33,
      0xdeadbeefull << 32};
  for (const uint64_t id : wrong) {
    EXPECT_EQ(failure_of([&](stamtafel_error* e) {
                return stamtafel_table_facts({id}, &facts, e);
              }).status,
              STAMTAFEL_HANDLE);
    EXPECT_EQ(stamtafel_table_game({id}), nullptr);
    EXPECT_EQ(failure_of([&](stamtafel_error* e) { return stamtafel_act({id}, 0, 0, e); }).status,
              STAMTAFEL_HANDLE);
  }
  // Of another kind.
  stamtafel_bot bot{};
  must([&](stamtafel_error* e) { return stamtafel_bot_new("greedy", "koenig", 0, &bot, e); });
  EXPECT_EQ(failure_of([&](stamtafel_error* e) {
              return stamtafel_table_facts({bot.id}, &facts, e);
            }).status,
            STAMTAFEL_HANDLE);
  EXPECT_EQ(stamtafel_edition_free({next.id}), STAMTAFEL_HANDLE);
  EXPECT_EQ(stamtafel_vector_free({next.id}), STAMTAFEL_HANDLE);
  EXPECT_EQ(stamtafel_bot_free({next.id}), STAMTAFEL_HANDLE);
  stamtafel_table made{};
  EXPECT_EQ(failure_of([&](stamtafel_error* e) {
              return stamtafel_table_new("koenig", 3, 1, nullptr, {next.id}, &made, e);
            }).status,
            STAMTAFEL_HANDLE);
  // Nothing is free of charge.
  EXPECT_EQ(stamtafel_table_free({0}), STAMTAFEL_OK);
  EXPECT_EQ(stamtafel_bot_free({0}), STAMTAFEL_OK);
  EXPECT_EQ(stamtafel_edition_free({0}), STAMTAFEL_OK);
  EXPECT_EQ(stamtafel_vector_free({0}), STAMTAFEL_OK);
  stamtafel_free(nullptr);
  stamtafel_bot_free(bot);
  stamtafel_table_free(next);
}

TEST(C, NullIsRefusedWhereSomethingMustBe) {
  const stamtafel_table table = deal("koenig", 3, 1);
  stamtafel_bot bot{};
  must([&](stamtafel_error* e) { return stamtafel_bot_new("random", "koenig", 0, &bot, e); });
  stamtafel_vector vector{};
  must([&](stamtafel_error* e) {
    return stamtafel_vector_new("koenig", 3, 2, 1, nullptr, kUsual, STAMTAFEL_REWARD_WIN, &vector,
                                e);
  });
  stamtafel_table out{};
  stamtafel_edition edition{};
  size_t count = 0;
  stamtafel_option option;
  void* bytes = nullptr;
  using Call = std::function<stamtafel_status(stamtafel_error*)>;
  const std::vector<Call> calls{
      [&](auto* e) { return stamtafel_game_info(nullptr, nullptr, e); },
      [&](auto* e) { return stamtafel_game_info("koenig", nullptr, e); },
      [&](auto* e) { return stamtafel_edition_load(nullptr, "{}", &edition, e); },
      [&](auto* e) { return stamtafel_edition_load("koenig", nullptr, &edition, e); },
      [&](auto* e) { return stamtafel_edition_load("koenig", "{}", nullptr, e); },
      [&](auto* e) { return stamtafel_table_new(nullptr, 3, 1, nullptr, kUsual, &out, e); },
      [&](auto* e) { return stamtafel_table_new("koenig", 3, 1, nullptr, kUsual, nullptr, e); },
      [&](auto* e) { return stamtafel_table_at("koenig", nullptr, 1, kUsual, &out, e); },
      [&](auto* e) { return stamtafel_table_at("koenig", "{}", 1, kUsual, nullptr, e); },
      [&](auto* e) { return stamtafel_table_at_bytes("koenig", nullptr, 9, 1, kUsual, &out, e); },
      [&](auto* e) { return stamtafel_table_copy(table, nullptr, e); },
      [&](auto* e) { return stamtafel_table_imagine(table, 0, 1, nullptr, e); },
      [&](auto* e) { return stamtafel_table_facts(table, nullptr, e); },
      [&](auto* e) { return stamtafel_table_outcome(table, nullptr, e); },
      [&](auto* e) { return stamtafel_rewards(table, STAMTAFEL_REWARD_WIN, nullptr, 9, e); },
      [&](auto* e) { return stamtafel_fingerprint(table, nullptr, e); },
      [&](auto* e) { return stamtafel_options(table, 0, 0, &option, 1, nullptr, e); },
      [&](auto* e) { return stamtafel_options(table, 0, 0, nullptr, 1, &count, e); },
      [&](auto* e) { return stamtafel_action_number(table, nullptr, nullptr, e); },
      [&](auto* e) { return stamtafel_act_text(table, 0, nullptr, e); },
      [&](auto* e) { return stamtafel_fallback(table, 0, nullptr, e); },
      [&](auto* e) { return stamtafel_view(table, 0, nullptr, e); },
      [&](auto* e) { return stamtafel_tell(table, 0, nullptr, nullptr, e); },
      [&](auto* e) { return stamtafel_told(table, -1, 0, nullptr, nullptr, e); },
      [&](auto* e) { return stamtafel_bytes(table, nullptr, &count, e); },
      [&](auto* e) { return stamtafel_bytes(table, &bytes, nullptr, e); },
      [&](auto* e) { return stamtafel_observe(table, 0, nullptr, 100000, e); },
      [&](auto* e) { return stamtafel_observation_names(table, nullptr, e); },
      [&](auto* e) { return stamtafel_observation_key(table, 0, nullptr, e); },
      [&](auto* e) { return stamtafel_bot_names(nullptr, e); },
      [&](auto* e) { return stamtafel_bot_new(nullptr, "koenig", 0, &bot, e); },
      [&](auto* e) { return stamtafel_bot_new("greedy", "koenig", 0, nullptr, e); },
      [&](auto* e) { return stamtafel_record(table, 0, nullptr, e); },
      [&](auto* e) { return stamtafel_replay(nullptr, kUsual, &out, e); },
      [&](auto* e) { return stamtafel_replay("", kUsual, nullptr, e); },
      [&](auto* e) { return stamtafel_vector_bind(vector, nullptr, e); },
      [&](auto* e) { return stamtafel_vector_step(vector, 0, 2, nullptr, e); },
      [&](auto* e) { return stamtafel_vector_table(vector, 0, nullptr, e); },
  };
  for (size_t i = 0; i < calls.size(); ++i) {
    EXPECT_EQ(failure_of(calls[i]).status, STAMTAFEL_USAGE) << i;
    EXPECT_EQ(calls[i](nullptr), STAMTAFEL_USAGE) << i << " without an error to write to";
  }
  stamtafel_vector_free(vector);
  stamtafel_bot_free(bot);
  stamtafel_table_free(table);
}

TEST(C, RoomIsNeverExceeded) {
  const stamtafel_table table = deal("koenig", 3, 1);
  const stamtafel_facts facts = facts_of(table);
  std::vector<stamtafel_option> few(2, {-7, -7, -7});
  size_t count = 0;
  must([&](stamtafel_error* e) {
    return stamtafel_options(table, facts.seat, 1, few.data(), 1, &count, e);
  });
  EXPECT_GT(count, 1u);
  EXPECT_EQ(few[1].action, -7);
  std::vector<float> numbers(facts.observation, -7);
  EXPECT_EQ(failure_of([&](stamtafel_error* e) {
              return stamtafel_observe(table, 0, numbers.data(), numbers.size() - 1, e);
            }).status,
            STAMTAFEL_USAGE);
  EXPECT_EQ(numbers[0], -7);
  stamtafel_table_free(table);
}

TEST(C, HandlesAreMadeAndFreedOnManyThreads) {
  const auto churn = [](uint64_t seed) {
    for (uint64_t i = 0; i < 200; ++i) {
      stamtafel_table table{};
      if (stamtafel_table_new("goldbraeu", 3, seed + i, nullptr, kUsual, &table, nullptr) !=
              STAMTAFEL_OK ||
          stamtafel_table_free(table) != STAMTAFEL_OK ||
          stamtafel_table_free(table) != STAMTAFEL_HANDLE) {
        ADD_FAILURE();
        return;
      }
    }
  };
  std::vector<std::thread> threads;
  for (uint64_t i = 0; i < 4; ++i) threads.emplace_back(churn, 1000 * i);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace c_testing
