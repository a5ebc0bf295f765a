// Many tables at once, in rows of the caller's memory.
#include <algorithm>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "testing.h"

namespace c_testing {
namespace {

using testing::StartsWith;

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

}  // namespace
}  // namespace c_testing
