// The C interface from outside: linked like any program, and attacked.
#include "stamtafel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr stamtafel_edition kUsual{};

struct Failed {
  stamtafel_status status;
  std::string text;
  std::string rule;
};
// What a call says; its last argument is the error.
template <class Call>
Failed failure_of(Call call) {
  stamtafel_error error;
  std::memset(&error, 0x55, sizeof error);
  const stamtafel_status status = call(&error);
  EXPECT_EQ(status, error.status);
  EXPECT_EQ(status != STAMTAFEL_OK, error.text[0] != '\0') << "an error has a sentence";
  return {status, error.text, error.rule};
}
template <class Call>
void must(Call call) {
  const Failed failed = failure_of(call);
  ASSERT_EQ(failed.status, STAMTAFEL_OK) << failed.text;
}
template <class Call>
std::string text_of(Call call) {
  char* text = nullptr;
  must([&](stamtafel_error* e) { return call(&text, e); });
  std::string copy = text != nullptr ? text : "";
  stamtafel_free(text);
  return copy;
}

stamtafel_table deal(const char* game, int players, uint64_t seed, const char* variants = nullptr) {
  stamtafel_table table{};
  must([&](stamtafel_error* e) {
    return stamtafel_table_new(game, players, seed, variants, kUsual, &table, e);
  });
  return table;
}
stamtafel_facts facts_of(stamtafel_table table) {
  stamtafel_facts facts{};
  must([&](stamtafel_error* e) { return stamtafel_table_facts(table, &facts, e); });
  return facts;
}
uint64_t fingerprint_of(stamtafel_table table) {
  uint64_t fingerprint = 0;
  must([&](stamtafel_error* e) { return stamtafel_fingerprint(table, &fingerprint, e); });
  return fingerprint;
}
std::vector<stamtafel_option> options_of(stamtafel_table table, int seat, bool all = false) {
  std::vector<stamtafel_option> options(STAMTAFEL_MAX_OPTIONS);
  size_t count = 0;
  must([&](stamtafel_error* e) {
    return stamtafel_options(table, seat, all ? 1 : 0, options.data(), options.size(), &count, e);
  });
  options.resize(count);
  return options;
}
std::string record_of(stamtafel_table table) {
  return text_of(
      [&](char** out, stamtafel_error* e) { return stamtafel_record(table, 0, out, e); });
}
std::string position_of(stamtafel_table table) {
  return text_of([&](char** out, stamtafel_error* e) {
    return stamtafel_view(table, STAMTAFEL_EVERYTHING, out, e);
  });
}
// Plays the first of so many choices, by what the seed says.
void play(stamtafel_table table, int steps, uint64_t seed) {
  for (int i = 0; i < steps; ++i) {
    const stamtafel_facts facts = facts_of(table);
    if (facts.over != 0) return;
    const std::vector<stamtafel_option> options = options_of(table, facts.seat);
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    const int32_t action = options[(seed >> 33) % options.size()].action;
    must([&](stamtafel_error* e) { return stamtafel_act(table, facts.seat, action, e); });
  }
}

TEST(C, VersionsAndGames) {
  EXPECT_EQ(stamtafel_c_version(), STAMTAFEL_C_VERSION);
  EXPECT_STRNE(stamtafel_version(), "");
  ASSERT_EQ(stamtafel_game_count(), 5u);
  for (size_t i = 0; i < stamtafel_game_count(); ++i) {
    const std::string info = text_of([&](char** out, stamtafel_error* e) {
      return stamtafel_game_info(stamtafel_game_id(i), out, e);
    });
    EXPECT_THAT(info, HasSubstr("\"id\":\"" + std::string(stamtafel_game_id(i)) + "-v"));
  }
  EXPECT_EQ(stamtafel_game_id(5), nullptr);
  EXPECT_EQ(stamtafel_game_id(SIZE_MAX), nullptr);
}

TEST(C, EveryGameIsPlayedToItsEndAndReplayed) {
  for (size_t i = 0; i < stamtafel_game_count(); ++i) {
    SCOPED_TRACE(stamtafel_game_id(i));
    const stamtafel_table table = deal(stamtafel_game_id(i), 3, 11);
    play(table, 100000, 5);
    EXPECT_EQ(facts_of(table).over, 1);
    EXPECT_EQ(facts_of(table).seat, -1);
    EXPECT_EQ(facts_of(table).acting, 0u);
    stamtafel_outcome outcome;
    must([&](stamtafel_error* e) { return stamtafel_table_outcome(table, &outcome, e); });
    EXPECT_EQ(std::min({outcome.rank[0], outcome.rank[1], outcome.rank[2]}), 1);
    stamtafel_table again{};
    const std::string record = record_of(table);
    must([&](stamtafel_error* e) { return stamtafel_replay(record.c_str(), kUsual, &again, e); });
    EXPECT_EQ(fingerprint_of(again), fingerprint_of(table));
    EXPECT_EQ(facts_of(again).steps, facts_of(table).steps);
    EXPECT_EQ(stamtafel_table_free(again), STAMTAFEL_OK);
    EXPECT_EQ(stamtafel_table_free(table), STAMTAFEL_OK);
  }
}

TEST(C, PositionsComeBackFromTextAndBytes) {
  const stamtafel_table table = deal("taverna", 4, 3);
  play(table, 60, 2);
  const std::string position = position_of(table);
  stamtafel_table again{};
  must([&](stamtafel_error* e) {
    return stamtafel_table_at("taverna", position.c_str(), 9, kUsual, &again, e);
  });
  EXPECT_EQ(fingerprint_of(again), fingerprint_of(table));
  void* bytes = nullptr;
  size_t size = 0;
  must([&](stamtafel_error* e) { return stamtafel_bytes(table, &bytes, &size, e); });
  stamtafel_table third{};
  must([&](stamtafel_error* e) {
    return stamtafel_table_at_bytes("taverna", bytes, size, 9, kUsual, &third, e);
  });
  EXPECT_EQ(fingerprint_of(third), fingerprint_of(table));
  // Bytes of another game, and bytes that were cut off.
  EXPECT_NE(failure_of([&](stamtafel_error* e) {
              return stamtafel_table_at_bytes("koenig", bytes, size, 9, kUsual, &third, e);
            }).status,
            STAMTAFEL_OK);
  for (size_t less = 0; less < size; ++less) {
    EXPECT_NE(failure_of([&](stamtafel_error* e) {
                return stamtafel_table_at_bytes("taverna", bytes, less, 9, kUsual, &third, e);
              }).status,
              STAMTAFEL_OK)
        << less;
  }
  stamtafel_free(bytes);
  for (const stamtafel_table each : {table, again, third}) stamtafel_table_free(each);
}

TEST(C, ACopyGoesItsOwnWay) {
  const stamtafel_table table = deal("koenig", 3, 3);
  play(table, 10, 2);
  stamtafel_table copy{};
  must([&](stamtafel_error* e) { return stamtafel_table_copy(table, &copy, e); });
  const uint64_t before = fingerprint_of(table);
  EXPECT_EQ(fingerprint_of(copy), before);
  play(copy, 5, 3);
  EXPECT_EQ(fingerprint_of(table), before);
  EXPECT_NE(fingerprint_of(copy), before);
  stamtafel_table_free(table);
  EXPECT_EQ(facts_of(copy).steps, 15u);
  stamtafel_table_free(copy);
}

TEST(C, AnImaginedTableLooksTheSameToItsSeat) {
  const stamtafel_table table = deal("koenig", 4, 3);
  play(table, 30, 2);
  const auto view = [](stamtafel_table of, int seat) {
    return text_of(
        [&](char** out, stamtafel_error* e) { return stamtafel_view(of, seat, out, e); });
  };
  const auto key = [](stamtafel_table of, int seat) {
    uint64_t bits = 0;
    must([&](stamtafel_error* e) { return stamtafel_observation_key(of, seat, &bits, e); });
    return bits;
  };
  const size_t size = facts_of(table).observation;
  std::vector<float> own(size);
  std::vector<float> imagined(size);
  for (uint64_t seed = 0; seed < 5; ++seed) {
    stamtafel_table world{};
    must([&](stamtafel_error* e) { return stamtafel_table_imagine(table, 1, seed, &world, e); });
    EXPECT_EQ(view(world, 1), view(table, 1));
    EXPECT_NE(position_of(world), position_of(table)) << "something is hidden here";
    EXPECT_EQ(key(world, 1), key(table, 1));
    must([&](stamtafel_error* e) { return stamtafel_observe(table, 1, own.data(), size, e); });
    must([&](stamtafel_error* e) { return stamtafel_observe(world, 1, imagined.data(), size, e); });
    EXPECT_EQ(own, imagined);
    stamtafel_table_free(world);
  }
  const std::string names = text_of(
      [&](char** out, stamtafel_error* e) { return stamtafel_observation_names(table, out, e); });
  EXPECT_EQ(static_cast<size_t>(std::count(names.begin(), names.end(), '\n')), size);
  stamtafel_table_free(table);
}

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

// Some verbs take their arguments in any order: another order may have another number, and means
// the action of the first.
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

TEST(C, GamesAreNamedWithTheVersionOfTheirRulesOrWithout) {
  stamtafel_table table{};
  const auto refused = [&](const char* game) {
    return failure_of([&](stamtafel_error* e) {
      return stamtafel_table_new(game, 3, 1, nullptr, kUsual, &table, e);
    });
  };
  EXPECT_EQ(refused("goldbraeu-v1").status, STAMTAFEL_OK);
  stamtafel_table_free(table);
  EXPECT_THAT(refused("goldbraeu-v7").text, HasSubstr("goldbraeu-v1"));
  EXPECT_THAT(refused("goldbrau").text, HasSubstr("Did you mean 'goldbraeu'?"));
  for (const char* game : {"", "-v1", "goldbraeu-v", "goldbraeu-v-1", "v1", "koenig-v1-v1"})
    EXPECT_EQ(refused(game).status, STAMTAFEL_USAGE) << game;
}

TEST(C, SetUpIsRefusedWithWhatWouldBeRight) {
  stamtafel_table table{7};
  const auto refused = [&](int players, const char* variants) {
    return failure_of([&](stamtafel_error* e) {
      return stamtafel_table_new("koenig", players, 1, variants, kUsual, &table, e);
    });
  };
  for (const int players : {-1, 0, 2, 7, INT_MAX, INT_MIN})
    EXPECT_THAT(refused(players, nullptr).text, HasSubstr("3 to 6 players"));
  EXPECT_EQ(refused(3, "deck_size").status, STAMTAFEL_USAGE);
  EXPECT_EQ(refused(3, "nothing=1").status, STAMTAFEL_USAGE);
  EXPECT_EQ(table.id, 7u) << "nothing is written";
  std::string noise(5000, 'x');
  EXPECT_EQ(refused(3, noise.c_str()).status, STAMTAFEL_USAGE) << "cut off, not overrun";
}

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

TEST(C, EditionsAreCheckedAndBelongToTheirGame) {
  stamtafel_edition edition{};
  EXPECT_EQ(failure_of([&](stamtafel_error* e) {
              return stamtafel_edition_load("koenig", "{", &edition, e);
            }).status,
            STAMTAFEL_EDITION);
  EXPECT_EQ(failure_of([&](stamtafel_error* e) {
              return stamtafel_edition_load("koenig", "{}", &edition, e);
            }).status,
            STAMTAFEL_EDITION);
  const std::string own = text_of(
      [&](char** out, stamtafel_error* e) { return stamtafel_game_edition("koenig", out, e); });
  must([&](stamtafel_error* e) {
    return stamtafel_edition_load("koenig", own.c_str(), &edition, e);
  });
  stamtafel_table table{};
  EXPECT_THAT(failure_of([&](stamtafel_error* e) {
                return stamtafel_table_new("taverna", 3, 1, nullptr, edition, &table, e);
              }).text,
              HasSubstr("an edition of koenig"));
  must([&](stamtafel_error* e) {
    return stamtafel_table_new("koenig", 3, 1, nullptr, edition, &table, e);
  });
  EXPECT_EQ(stamtafel_edition_free(edition), STAMTAFEL_OK);
  play(table, 30, 1);  // the table keeps it
  const std::string text = text_of(
      [&](char** out, stamtafel_error* e) { return stamtafel_tell(table, 0, "nl", out, e); });
  EXPECT_FALSE(text.empty());
  stamtafel_table_free(table);
}

TEST(C, RecordsThatAreDamagedAreRefused) {
  const stamtafel_table table = deal("koenig", 3, 1);
  play(table, 25, 1);
  const std::string record = record_of(table);
  stamtafel_table again{};
  const auto refused = [&](const std::string& text) {
    return failure_of(
        [&](stamtafel_error* e) { return stamtafel_replay(text.c_str(), kUsual, &again, e); });
  };
  EXPECT_NE(refused("").status, STAMTAFEL_OK);
  EXPECT_NE(refused("nonsense").status, STAMTAFEL_OK);
  EXPECT_NE(refused(record.substr(0, record.size() / 2)).status, STAMTAFEL_OK);
  stamtafel_table_free(table);
}

// ---- many tables ----

struct Rows {
  std::vector<float> observation;
  std::vector<int32_t> legal;
  std::vector<int32_t> count;
  std::vector<int32_t> seat;
  std::vector<float> reward;
  std::vector<uint8_t> done;
  std::vector<uint8_t> mask;
  size_t width = 0;
};

class Many {
 public:
  Many(const char* game, int players, size_t tables, uint64_t seed) : tables_(tables) {
    must([&](stamtafel_error* e) {
      return stamtafel_vector_new(game, players, tables, seed, nullptr, kUsual,
                                  STAMTAFEL_REWARD_RANK, &vector, e);
    });
    int actions = 0;
    must([&](stamtafel_error* e) {
      return stamtafel_vector_sizes(vector, nullptr, nullptr, &actions, &rows.width, e);
    });
    actions_ = static_cast<size_t>(actions);
    rows.observation.assign(tables * rows.width, 3);
    rows.legal.assign(tables * STAMTAFEL_MAX_OPTIONS, 3);
    rows.count.assign(tables, 3);
    rows.seat.assign(tables, 3);
    rows.reward.assign(tables * static_cast<size_t>(players), 3);
    rows.done.assign(tables, 3);
    rows.mask.assign(tables * actions_, 3);
    const stamtafel_buffers buffers{rows.observation.data(), rows.legal.data(),  rows.count.data(),
                                    rows.seat.data(),        rows.reward.data(), rows.done.data(),
                                    rows.mask.data()};
    must([&](stamtafel_error* e) { return stamtafel_vector_bind(vector, &buffers, e); });
  }
  ~Many() { stamtafel_vector_free(vector); }
  Many(const Many&) = delete;
  Many& operator=(const Many&) = delete;

  // What a table chooses depends on the table and the step alone.
  std::vector<int32_t> choices(size_t step) const {
    std::vector<int32_t> out(tables_);
    for (size_t i = 0; i < tables_; ++i) {
      const size_t which = (i * 7919 + step * 104729) % static_cast<size_t>(rows.count[i]);
      out[i] = rows.legal[i * STAMTAFEL_MAX_OPTIONS + which];
    }
    return out;
  }
  void step(const std::vector<int32_t>& actions) {
    must([&](stamtafel_error* e) {
      return stamtafel_vector_step(vector, 0, tables_, actions.data(), e);
    });
  }
  // The rows say what a table at the same position would.
  void check(size_t i) const {
    stamtafel_table table{};
    must([&](stamtafel_error* e) { return stamtafel_vector_table(vector, i, &table, e); });
    const stamtafel_facts facts = facts_of(table);
    ASSERT_EQ(rows.seat[i], facts.seat);
    const std::vector<stamtafel_option> options = options_of(table, facts.seat);
    ASSERT_EQ(rows.count[i], static_cast<int32_t>(options.size()));
    size_t allowed = 0;
    for (size_t k = 0; k < STAMTAFEL_MAX_OPTIONS; ++k) {
      const int32_t listed = rows.legal[i * STAMTAFEL_MAX_OPTIONS + k];
      ASSERT_EQ(listed, k < options.size() ? options[k].action : -1);
      if (k < options.size()) allowed += rows.mask[i * actions_ + static_cast<size_t>(listed)];
    }
    ASSERT_EQ(allowed, options.size());
    size_t masked = 0;
    for (size_t k = 0; k < actions_; ++k) masked += rows.mask[i * actions_ + k];
    ASSERT_EQ(masked, options.size());
    std::vector<float> numbers(facts.observation);
    must([&](stamtafel_error* e) {
      return stamtafel_observe(table, facts.seat, numbers.data(), numbers.size(), e);
    });
    const auto row = rows.observation.begin() + static_cast<std::ptrdiff_t>(i * rows.width);
    ASSERT_TRUE(std::equal(numbers.begin(), numbers.end(), row));
    stamtafel_table_free(table);
  }

  stamtafel_vector vector{};
  Rows rows;

 private:
  size_t tables_;
  size_t actions_ = 0;
};

TEST(C, AVectorSaysWhatItsTablesWould) {
  for (size_t game = 0; game < stamtafel_game_count(); ++game) {
    SCOPED_TRACE(stamtafel_game_id(game));
    Many many(stamtafel_game_id(game), 3, 3, 5);
    bool ended = false;
    for (size_t step = 0; step < 1200 && !(ended && step > 300); ++step) {
      if (step % 13 == 0) {
        for (size_t i = 0; i < 3; ++i) ASSERT_NO_FATAL_FAILURE(many.check(i));
      }
      many.step(many.choices(step));
      for (size_t i = 0; i < 3; ++i) {
        float sum = 0;
        float most = 0;
        for (size_t k = 0; k < 3; ++k) {
          sum += many.rows.reward[3 * i + k];
          most = std::max(most, many.rows.reward[3 * i + k]);
        }
        EXPECT_NEAR(sum, 0, 1e-6);
        EXPECT_LE(most, many.rows.done[i] != 0 ? 1 : 0);
        ended = ended || many.rows.done[i] != 0;
      }
    }
    EXPECT_TRUE(ended);
  }
}

TEST(C, ATableOfAVectorIsTheGameOfItsSeed) {
  Many many("goldbraeu", 4, 4, 21);
  uint64_t seed = 0;
  must(
      [&](stamtafel_error* e) { return stamtafel_vector_seed(many.vector, 2, &seed, nullptr, e); });
  const stamtafel_table alone = deal("goldbraeu", 4, seed);
  for (size_t step = 0; step < 50; ++step) {
    const std::vector<int32_t> actions = many.choices(step);
    must(
        [&](stamtafel_error* e) { return stamtafel_act(alone, many.rows.seat[2], actions[2], e); });
    many.step(actions);
  }
  stamtafel_table same{};
  must([&](stamtafel_error* e) { return stamtafel_vector_table(many.vector, 2, &same, e); });
  EXPECT_EQ(fingerprint_of(same), fingerprint_of(alone));
  stamtafel_table_free(same);
  stamtafel_table_free(alone);
}

TEST(C, AVectorDoesAllOrNothing) {
  Many many("koenig", 3, 4, 1);
  const std::vector<int32_t> before = many.rows.legal;
  std::vector<int32_t> actions = many.choices(0);
  for (const int32_t wrong : {-1, 1 << 30, INT32_MIN, 0}) {
    actions[3] = wrong;
    const Failed failed = failure_of([&](stamtafel_error* e) {
      return stamtafel_vector_step(many.vector, 0, 4, actions.data(), e);
    });
    EXPECT_NE(failed.status, STAMTAFEL_OK);
    EXPECT_THAT(failed.text, StartsWith("table 3: "));
    EXPECT_EQ(many.rows.legal, before);
  }
  actions = many.choices(0);
  for (const auto& [first, count] : std::vector<std::pair<size_t, size_t>>{
           {0, 5}, {4, 1}, {5, 0}, {SIZE_MAX, 2}, {1, SIZE_MAX}}) {
    EXPECT_EQ(failure_of([&](stamtafel_error* e) {
                return stamtafel_vector_step(many.vector, first, count, actions.data(), e);
              }).status,
              STAMTAFEL_USAGE);
  }
  EXPECT_EQ(many.rows.legal, before);
}

TEST(C, TheTablesOfAVectorMayBeDividedAmongThreads) {
  Many one("taverna", 3, 8, 4);
  Many two("taverna", 3, 8, 4);
  for (size_t step = 0; step < 400; ++step) {
    const std::vector<int32_t> actions = one.choices(step);
    one.step(actions);
    const auto part = [&](size_t first) {
      EXPECT_EQ(stamtafel_vector_step(two.vector, first, 4, actions.data() + first, nullptr),
                STAMTAFEL_OK);
    };
    std::thread other(part, 4);
    part(0);
    other.join();
    ASSERT_EQ(one.rows.legal, two.rows.legal);
    ASSERT_EQ(one.rows.observation, two.rows.observation);
    ASSERT_EQ(one.rows.reward, two.rows.reward);
  }
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
