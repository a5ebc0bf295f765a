#include "engine/chance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace engine {
namespace {

// RFC 8439 §2.3.2: key 00..1f, nonce 000000090000004a00000000, block counter 1.
TEST(ChaCha20, BlockFunctionOfRfc8439Section232) {
  const std::array<uint32_t, 16> input{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574,
                                       0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c,
                                       0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c,
                                       0x00000001, 0x09000000, 0x4a000000, 0x00000000};
  const std::array<uint32_t, 16> expected{0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3,
                                          0xc7f4d1c7, 0x0368c033, 0x9aaa2204, 0x4e6cd4c3,
                                          0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
                                          0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2};
  EXPECT_EQ(chacha20_block(input), expected);
}

// RFC 8439 appendix A.1, test vectors 1 and 2: key and nonce zero, counters 0 and 1.
constexpr std::array<uint32_t, 16> kZeroKeyBlock0{
    0xade0b876, 0x903df1a0, 0xe56a5d40, 0x28bd8653, 0xb819d2bd, 0x1aed8da0, 0xccef36a8, 0xc70d778b,
    0x7c5941da, 0x8d485751, 0x3fe02477, 0x374ad8b8, 0xf4b8436a, 0x1ca11815, 0x69b687c3, 0x8665eeb2};
constexpr std::array<uint32_t, 16> kZeroKeyBlock1{
    0xbee7079f, 0x7a385155, 0x7c97ba98, 0x0d082d73, 0xa0290fcb, 0x6965e348, 0x3e53c612, 0xed7aee32,
    0x7621b729, 0x434ee69c, 0xb03371d5, 0xd539d874, 0x281fed31, 0x45fb0a51, 0x1f0ae1ac, 0x6f4d794b};

TEST(ChaCha20, BlocksOfRfc8439AppendixA1) {
  std::array<uint32_t, 16> input{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  EXPECT_EQ(chacha20_block(input), kZeroKeyBlock0);
  input[12] = 1;
  EXPECT_EQ(chacha20_block(input), kZeroKeyBlock1);
}

// A die with 2^16 faces shows the upper half of each word of the stream: every word, in order.
TEST(Chance, AKeyedTableRollsFromTheChaCha20Stream) {
  Chance chance(ChanceKey{}, 0);
  for (const auto& block : {kZeroKeyBlock0, kZeroKeyBlock1}) {
    for (uint32_t word : block) EXPECT_EQ(chance.below(1u << 16), word >> 16);
  }
}

TEST(Chance, KeyAndStepEachGiveAnotherStream) {
  ChanceKey other{};
  other[31] = 1;
  const auto first_four = [](Chance chance) {
    std::array<uint32_t, 4> out;
    for (uint32_t& word : out) word = chance.below(1u << 30);
    return out;
  };
  std::vector<std::array<uint32_t, 4>> streams;
  for (uint64_t step : {uint64_t{0}, uint64_t{1}, uint64_t{1} << 32}) {
    streams.push_back(first_four(Chance(ChanceKey{}, step)));
    streams.push_back(first_four(Chance(other, step)));
    streams.push_back(first_four(Chance(uint64_t{7}, step)));
    streams.push_back(first_four(Chance(uint64_t{8}, step)));
  }
  std::sort(streams.begin(), streams.end());
  EXPECT_EQ(std::unique(streams.begin(), streams.end()), streams.end());
}

TEST(Chance, SameSeedAndStepGiveTheSameNumbers) {
  Chance a(123, 45);
  Chance b(123, 45);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.below(1000), b.below(1000));
}

TEST(Chance, TheFastGeneratorGivesTheSameNumbersOnEveryTarget) {
  // Records with a seed stand on these numbers.
  Chance chance(1, 2);
  std::array<uint32_t, 6> rolls;
  for (uint32_t& roll : rolls) roll = chance.below(1000);
  EXPECT_EQ(rolls, (std::array<uint32_t, 6>{272, 875, 731, 273, 443, 400}));
}

TEST(Chance, UsedOnlyOnceSomethingWasDecided) {
  Chance fast(1);
  Chance keyed(ChanceKey{}, 1);
  for (Chance* chance : {&fast, &keyed}) {
    EXPECT_FALSE(chance->used());
    chance->roll(0, 6);
    EXPECT_TRUE(chance->used());
  }
}

// The chi-squared statistic of n equally likely outcomes stays within 5 sigma of its mean n - 1.
void expect_uniform(Chance& chance, uint32_t n, int draws) {
  std::vector<int> counts(n);
  for (int i = 0; i < draws; ++i) {
    const uint32_t value = chance.below(n);
    ASSERT_LT(value, n);
    ++counts[value];
  }
  const double expected = static_cast<double>(draws) / n;
  double chi2 = 0;
  for (int count : counts) chi2 += (count - expected) * (count - expected) / expected;
  const double freedom = n - 1;
  EXPECT_NEAR(chi2, freedom, 5 * std::sqrt(2 * freedom)) << "n = " << n;
}

TEST(Chance, BelowIsUniform) {
  Chance fast(2024);
  Chance keyed(ChanceKey{1, 2, 3}, 4);
  for (uint32_t n : {2u, 3u, 5u, 6u, 7u, 20u, 74u, 1000u}) {
    expect_uniform(fast, n, 200000);
    expect_uniform(keyed, n, 200000);
  }
}

// With n = 3 * 2^30 a plain multiplication gives the numbers divisible by 3 half of all words, the
// others a quarter each. Dropping words makes it a third each.
TEST(Chance, BelowIsExactWhereAPlainMultiplicationWouldBeFarOff) {
  Chance chance(99);
  constexpr int kDraws = 90000;
  std::array<int, 3> counts{};
  for (int i = 0; i < kDraws; ++i) ++counts[chance.below(3u << 30) % 3];
  // Six standard deviations: sqrt(90000 * 1/3 * 2/3) = 141.
  for (int count : counts) EXPECT_NEAR(count, kDraws / 3, 850);
}

TEST(Chance, BelowOneIsZero) {
  Chance chance(5);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(chance.below(1), 0u);
}

TEST(Chance, ADieShowsOneToItsNumberOfFaces) {
  Chance chance(3);
  std::map<int, int> seen;
  for (int i = 0; i < 1000; ++i) ++seen[chance.roll(0, 6)];
  EXPECT_EQ(seen.size(), 6u);
  EXPECT_EQ(seen.begin()->first, 1);
  EXPECT_EQ(seen.rbegin()->first, 6);
}

TEST(Chance, WeightedFollowsTheWeightsAndNeverTakesAZero) {
  Chance chance(17);
  const std::array<uint16_t, 5> weights{0, 1, 0, 3, 0};
  std::array<int, 5> counts{};
  for (int i = 0; i < 40000; ++i) ++counts[static_cast<size_t>(chance.weighted(0, weights))];
  EXPECT_EQ(counts[0] + counts[2] + counts[4], 0);
  EXPECT_NEAR(counts[1], 10000, 520);
  EXPECT_NEAR(counts[3], 30000, 520);
}

Script letters(std::vector<std::string> outcomes) {
  return Script(
      std::move(outcomes),
      [](uint8_t, std::string_view name) {
        return name.size() == 1 && name[0] >= 'a' && name[0] <= 'f' ? name[0] - 'a' : -1;
      },
      [](uint8_t, int value) { return std::string(1, static_cast<char>('a' + value)); });
}
constexpr std::array<uint8_t, 4> kAbbd{0, 1, 1, 3};
int choose(Chance& chance) {
  return chance.choose(0, kAbbd.data(), static_cast<int>(kAbbd.size()));
}

TEST(Script, AnswersByNameInOrder) {
  Script script = letters({"d", "a", "b"});
  Chance chance(script);
  EXPECT_FALSE(chance.used());
  EXPECT_EQ(choose(chance), 3);
  EXPECT_TRUE(chance.used());
  EXPECT_EQ(choose(chance), 0);
  EXPECT_EQ(script.left(), 1);
  EXPECT_EQ(script.next(), "b");
  EXPECT_EQ(choose(chance), 1);
  EXPECT_EQ(script.left(), 0);
  EXPECT_EQ(script.error(), "");
}

TEST(Script, ADieIsAnsweredByItsFace) {
  Script script = letters({"c"});
  Chance chance(script);
  EXPECT_EQ(chance.roll(0, 6), 2);
  EXPECT_EQ(script.error(), "");
}

TEST(Script, AFaceTheDieDoesNotHaveIsAnError) {
  Script script = letters({"f"});
  Chance chance(script);
  chance.roll(0, 3);
  EXPECT_EQ(script.error(), "chance outcome 1 'f' is not possible here; possible now: b, c, d");
}

TEST(Script, WeightedIsAnsweredByIndexAndAZeroWeightIsImpossible) {
  const std::array<uint16_t, 3> weights{4, 0, 1};
  Script good = letters({"c"});
  Chance chance(good);
  EXPECT_EQ(chance.weighted(0, weights), 2);
  Script bad = letters({"b"});
  Chance other(bad);
  other.weighted(0, weights);
  EXPECT_EQ(bad.error(), "chance outcome 1 'b' is not possible here; possible now: a, c");
}

TEST(Script, AnOutcomeThatIsNotThereNamesThosePossibleEachOnce) {
  Script script = letters({"a", "c"});
  Chance chance(script);
  choose(chance);
  choose(chance);
  EXPECT_EQ(script.error(), "chance outcome 2 'c' is not possible here; possible now: a, b, d");
}

TEST(Script, AnUnknownNameIsAnError) {
  Script script = letters({"zork"});
  Chance chance(script);
  choose(chance);
  EXPECT_EQ(script.error(),
            "chance outcome 1 'zork' is no outcome of this chance; possible now: a, b, d");
}

TEST(Script, AMissingOutcomeIsAnError) {
  Script script = letters({});
  Chance chance(script);
  choose(chance);
  EXPECT_EQ(script.error(),
            "chance is asked once more than outcomes are given; possible now: a, b, d");
}

TEST(Script, TheFirstErrorStays) {
  Script script = letters({"zork", "a"});
  Chance chance(script);
  choose(chance);
  const std::string first = script.error();
  choose(chance);
  EXPECT_EQ(script.error(), first);
  EXPECT_EQ(script.left(), 2);
}

// Asked through a listening script, a source answers what it would have answered without it.
TEST(Script, AListeningOneChangesNothingAndRemembersWhatCame) {
  const ChanceKey key{1, 2, 3};
  const std::array<uint8_t, 5> items{3, 3, 5, 7, 9};
  const std::array<uint16_t, 4> weights{2, 0, 5, 1};
  Chance plain(key, 4);
  Chance source(key, 4);
  Script script(source);
  Chance heard(script);
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(heard.roll(0, 6), plain.roll(0, 6));
    EXPECT_EQ(script.questions().back().candidates.size(), 6u);
    const int index = plain.choose(1, items.data(), 5);
    EXPECT_EQ(heard.choose(1, items.data(), 5), index);
    EXPECT_EQ(script.questions().back().outcome, items[static_cast<size_t>(index)]);
    EXPECT_EQ(script.questions().back().candidates.size(), 4u);  // equal ones are one
    EXPECT_EQ(script.questions().back().listed.size(), std::size(items));
    const int heavy = plain.weighted(2, weights);
    EXPECT_EQ(heard.weighted(2, weights), heavy);
    EXPECT_EQ(script.questions().back().outcome, heavy);
  }
  EXPECT_TRUE(heard.used());
  EXPECT_EQ(script.error(), "");
}

}  // namespace
}  // namespace engine
