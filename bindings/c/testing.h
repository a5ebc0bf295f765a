// The C interface from outside, for its tests: linked like any program.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "stamtafel.h"

namespace c_testing {

inline constexpr stamtafel_edition kUsual{};

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

inline stamtafel_table deal(const char* game, int players, uint64_t seed,
                            const char* variants = nullptr) {
  stamtafel_table table{};
  must([&](stamtafel_error* e) {
    return stamtafel_table_new(game, players, seed, variants, kUsual, &table, e);
  });
  return table;
}
inline stamtafel_facts facts_of(stamtafel_table table) {
  stamtafel_facts facts{};
  must([&](stamtafel_error* e) { return stamtafel_table_facts(table, &facts, e); });
  return facts;
}
inline uint64_t fingerprint_of(stamtafel_table table) {
  uint64_t fingerprint = 0;
  must([&](stamtafel_error* e) { return stamtafel_fingerprint(table, &fingerprint, e); });
  return fingerprint;
}
inline std::vector<stamtafel_option> options_of(stamtafel_table table, int seat, bool all = false) {
  std::vector<stamtafel_option> options(STAMTAFEL_MAX_OPTIONS);
  size_t count = 0;
  must([&](stamtafel_error* e) {
    return stamtafel_options(table, seat, all ? 1 : 0, options.data(), options.size(), &count, e);
  });
  options.resize(count);
  return options;
}
inline std::string record_of(stamtafel_table table) {
  return text_of(
      [&](char** out, stamtafel_error* e) { return stamtafel_record(table, 0, out, e); });
}
inline std::string position_of(stamtafel_table table) {
  return text_of([&](char** out, stamtafel_error* e) {
    return stamtafel_view(table, STAMTAFEL_EVERYTHING, out, e);
  });
}
// Plays the first of so many choices, by what the seed says.
inline void play(stamtafel_table table, int steps, uint64_t seed) {
  for (int i = 0; i < steps; ++i) {
    const stamtafel_facts facts = facts_of(table);
    if (facts.over != 0) return;
    const std::vector<stamtafel_option> options = options_of(table, facts.seat);
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    const int32_t action = options[(seed >> 33) % options.size()].action;
    must([&](stamtafel_error* e) { return stamtafel_act(table, facts.seat, action, e); });
  }
}

}  // namespace c_testing
