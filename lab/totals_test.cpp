#include "lab/totals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace {

TEST(Histogram, IsExactForWhatGamesAre) {
  std::mt19937 random(1);
  std::vector<uint32_t> values;
  lab::Histogram histogram;
  for (int i = 0; i < 5000; ++i) {
    values.push_back(random() % lab::Histogram::kExact);
    histogram.add(values.back());
  }
  std::sort(values.begin(), values.end());
  for (const int percent : {1, 5, 25, 50, 75, 95, 100}) {
    const size_t rank = (values.size() * static_cast<size_t>(percent) + 99) / 100;
    EXPECT_EQ(histogram.quantile(percent), values[rank - 1]) << percent;
  }
  EXPECT_EQ(histogram.least(), values.front());
  EXPECT_EQ(histogram.most(), values.back());
}

TEST(Histogram, IsNearForWhatIsLargerAndNeverOutside) {
  for (const uint32_t value : {lab::Histogram::kExact, 20'000u, 1'000'003u, UINT32_MAX}) {
    lab::Histogram histogram;
    histogram.add(3);
    histogram.add(value);
    histogram.add(value);
    EXPECT_LE(histogram.quantile(95), value);
    EXPECT_GE(histogram.quantile(95), value - value / 8192) << value;
    EXPECT_EQ(histogram.most(), value);
    EXPECT_EQ(histogram.quantile(5), 3u);
  }
}

TEST(Totals, AreTheSameInWhateverOrder) {
  lab::Totals there;
  lab::Totals back;
  const auto outcome = [](int i) {
    engine::Outcome made;
    made.score = {static_cast<int16_t>(i), static_cast<int16_t>(-i), 7};
    made.winners = engine::SeatSet::from_bits(static_cast<uint8_t>(i % 8));
    return made;
  };
  for (int i = 0; i < 50; ++i) there.add(outcome(i), 10 + static_cast<uint32_t>(i), 3, i % 3);
  for (int i = 49; i >= 0; --i) back.add(outcome(i), 10 + static_cast<uint32_t>(i), 3, i % 3);
  for (size_t seat = 0; seat < 3; ++seat) {
    EXPECT_EQ(there.by_seat[seat].wins, back.by_seat[seat].wins);
    EXPECT_EQ(there.by_sitter[seat].squares, back.by_sitter[seat].squares);
  }
  EXPECT_EQ(there.no_winner, back.no_winner);
  EXPECT_EQ(there.decisions.quantile(50), back.decisions.quantile(50));
}

}  // namespace
