// Hands against a plain model: few cards and very many, copies too.
#include <algorithm>
#include <cstring>

#include "games/koenig/test_table.h"

namespace koenig::hands_test {

using namespace koenig::test;

using Model = std::array<std::vector<int>, kMaxPlayers>;

bool same(const Hands& hands, const Model& model) {
  Hands fresh;
  for (int i = 0; i < kMaxPlayers; ++i) {
    for (int card : model[static_cast<size_t>(i)])
      fresh.add(engine::seat_at(i), static_cast<Card>(card));
  }
  for (int i = 0; i < kMaxPlayers; ++i) {
    const auto hand = hands.of(engine::seat_at(i));
    const auto& cards = model[static_cast<size_t>(i)];
    if (!std::equal(hand.begin(), hand.end(), cards.begin(), cards.end(),
                    [](const HandCard& held, int card) { return index(held.card) == card; }))
      return false;
  }
  return std::memcmp(&hands, &fresh, sizeof hands) == 0;
}

TEST(Hands, StaySortedAndCanonicalHoweverManyCardsAreHeld) {
  Chance chance(11);
  const auto below = [&](size_t n) { return chance.below(static_cast<uint32_t>(n)); };
  for (int most : {3, 30, 47, 48, 49, kMaxCards}) {
    Hands hands;
    Model model;
    for (int step = 0; step < 2000; ++step) {
      const size_t i = below(kMaxPlayers);
      auto& cards = model[i];
      const bool grow = hands.total() == 0 || (hands.total() < most && below(3) != 0);
      if (grow) {
        const int card = static_cast<int>(below(62));
        cards.insert(std::upper_bound(cards.begin(), cards.end(), card), card);
        hands.add(engine::seat_at(static_cast<int>(i)), static_cast<Card>(card));
      } else if (!cards.empty()) {
        const auto gone = cards.begin() + below(cards.size());
        hands.remove(engine::seat_at(static_cast<int>(i)), static_cast<Card>(*gone));
        cards.erase(gone);
      }
      ASSERT_TRUE(same(hands, model)) << most << " cards at most, step " << step;
    }
  }
}

TEST(Hands, TheCopyFewestKnowOfGoesFirstAndLeavesTheOthersUnsure) {
  Hands hands;
  const Card card = card_id("stammplatz");
  hands.add(kGreen, card, engine::SeatSet(kPurple).bits());
  hands.add(kGreen, card);
  EXPECT_EQ(hands.remove(kGreen, card), 0);
  ASSERT_EQ(hands.size(kGreen), 1);
  EXPECT_EQ(hands.of(kGreen)[0].known_by, 0);
}

}  // namespace koenig::hands_test
