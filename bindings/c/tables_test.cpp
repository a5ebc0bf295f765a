// Tables: set up, played, copied, imagined, and written down to come back.
#include <algorithm>
#include <climits>
#include <string>
#include <vector>

#include "testing.h"

namespace c_testing {
namespace {

using testing::HasSubstr;

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

}  // namespace
}  // namespace c_testing
