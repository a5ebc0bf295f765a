#include "engine/trial.h"

#include <gtest/gtest.h>

#include "engine/any_game_of.h"
#include "engine/base64url.h"
#include "tests/toy_game.h"

namespace engine {
namespace {

std::unique_ptr<AnyTable> a_table(uint64_t seed) {
  static const AnyGameOf<toy::Toy<>> game;
  TableSpec spec;
  spec.seats = 3;
  spec.variants = default_variants(game.spec());
  spec.chance = ChanceSource::of_seed(seed);
  auto table = game.new_table(spec);
  EXPECT_TRUE(table) << table.error.text;
  return std::move(*table);
}

TriedMove first_choice(const AnyTable& table, uint32_t luck = 0) {
  Offer offer(Offer::Keep::kLegal);
  table.offer(table.acting().front(), offer);
  return {table.acting().front(), offer[0].action, luck};
}

// Plays on, always with the first choice there is.
void play(AnyTable& table, int steps) {
  for (int i = 0; i < steps && !table.over(); ++i) {
    const TriedMove move = first_choice(table);
    ASSERT_FALSE(table.act(move.seat, move.action));
  }
}

TEST(Trial, BeginsAtAnyStepOfAGame) {
  const auto match = a_table(4);
  play(*match, 12);
  for (size_t step = 0; step <= match->steps().size(); ++step) {
    const auto trial = trial_from(*match, step);
    ASSERT_TRUE(trial) << trial.error.text;
    EXPECT_EQ(trial.value->fingerprint(),
              step == 0 ? match->start_fingerprint() : match->steps()[step - 1].fingerprint);
    EXPECT_TRUE(trial.value->steps().empty()) << "nothing of the way there";
    EXPECT_TRUE(trial.value->events().empty());
    EXPECT_EQ(trial.value->chance().seed, 0u) << "nor of the game's own chance";
  }
  EXPECT_EQ(match->steps().size(), 12u) << "the game itself stays as it was";
  EXPECT_FALSE(trial_from(*match, 13));
}

TEST(Trial, TheSameLuckBringsTheSame) {
  bool differs = false;
  int chances = 0;
  for (size_t step = 0; step < 10; ++step) {
    const auto match = a_table(8);
    play(*match, static_cast<int>(step));
    const auto after = [&](uint32_t luck) {
      const auto trial = trial_from(*match, step);
      EXPECT_FALSE(try_move(*trial.value, first_choice(*trial.value, luck)));
      chances += trial.value->steps()[0].used_chance ? 1 : 0;
      return trial.value->fingerprint();
    };
    const uint64_t usual = after(0);
    EXPECT_EQ(after(0), usual);
    for (uint32_t luck = 1; luck < 8; ++luck) differs = differs || after(luck) != usual;
  }
  EXPECT_GT(chances, 0);
  EXPECT_TRUE(differs);
}

TEST(Trial, RefusesWhatTheRulesForbid) {
  const auto match = a_table(2);
  const TriedMove move = first_choice(*match);
  const uint64_t before = match->fingerprint();
  const Seat other = seat_at((index_of(move.seat) + 1) % 3);
  EXPECT_EQ(try_move(*match, {other, move.action, 0}).code, ErrorCode::kTurn);
  EXPECT_EQ(try_move(*match, {move.seat, Action{250, 0, 0, 0}, 0}).code, ErrorCode::kIllegal);
  EXPECT_EQ(match->fingerprint(), before);
}

TEST(Base64Url, ReadsWhatItWrites) {
  EXPECT_EQ(to_base64url(""), "");
  EXPECT_EQ(to_base64url("f"), "Zg");
  EXPECT_EQ(to_base64url("fo"), "Zm8");
  EXPECT_EQ(to_base64url("foobar"), "Zm9vYmFy");
  EXPECT_EQ(to_base64url("\xff\xef\xbf"), "_--_");
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(from_base64url(to_base64url(bytes)), bytes);
    bytes += static_cast<char>(i * 7);
  }
}

TEST(Base64Url, RefusesWhatItWouldNotWrite) {
  EXPECT_FALSE(from_base64url("Z"));
  EXPECT_FALSE(from_base64url("Zm9vY"));
  EXPECT_FALSE(from_base64url("Zh")) << "bits that belong to no byte";
  EXPECT_FALSE(from_base64url("Zg=="));
  EXPECT_FALSE(from_base64url("+/+/"));
  EXPECT_FALSE(from_base64url("Zm 8"));
}

}  // namespace
}  // namespace engine
