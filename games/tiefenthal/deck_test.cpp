// A deck: what everybody knows of it, and how it is drawn from.
#include <algorithm>

#include "games/tiefenthal/test_table.h"

namespace tiefenthal::deck_test {

TEST(TiefenthalDeck, DrawsTheKnownTopBeforeTheRest) {
  Deck deck;
  deck.shuffle_in(Card::kWaitress);
  deck.put_on_top(Card::kTable);
  deck.put_on_top(Card::kNoble);
  engine::Chance chance(1);
  EXPECT_EQ(deck.draw(0, chance), Card::kNoble);
  EXPECT_EQ(deck.draw(0, chance), Card::kTable);
  EXPECT_FALSE(chance.used());
  EXPECT_EQ(deck.draw(0, chance), Card::kWaitress);
  EXPECT_TRUE(chance.used());
  EXPECT_EQ(deck.size(), 0);
}

TEST(TiefenthalDeck, AReshuffleForgetsTheOrder) {
  Deck deck;
  for (Card card : {Card::kTable, Card::kNoble, Card::kBeerMerchant, Card::kTable})
    deck.discard(card);
  EXPECT_EQ(deck.draw_size(), 0);
  deck.reshuffle();
  EXPECT_EQ(deck.draw_size(), 4);
  EXPECT_EQ(deck.discards().size(), 0u);
  EXPECT_EQ(deck.known_top().size(), 0u);
  EXPECT_TRUE(std::is_sorted(deck.unknown().begin(), deck.unknown().end()));
}

TEST(TiefenthalDeck, DiscardsLieApartFromTheDrawPile) {
  Deck deck;
  deck.shuffle_in(Card::kSupplier);
  deck.put_on_top(Card::kNoble);
  deck.discard(Card::kTable);
  deck.discard(Card::kDishwasher);
  EXPECT_EQ(deck.discards().front(), Card::kDishwasher);
  EXPECT_EQ(deck.unknown().front(), Card::kSupplier);
  EXPECT_EQ(deck.known_top().back(), Card::kNoble);
}

TEST(TiefenthalDeck, EveryCardOfTheRestIsEquallyLikely) {
  std::array<int, 2> drawn{};
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    Deck deck;
    deck.shuffle_in(Card::kTable);
    deck.shuffle_in(Card::kNoble);
    deck.shuffle_in(Card::kTable);
    engine::Chance chance(seed);
    ++drawn[deck.draw(0, chance) == Card::kTable ? 1 : 0];
  }
  // Six standard deviations: sqrt(3000 * 1/3 * 2/3) = 26.
  EXPECT_NEAR(drawn[0], 1000, 155);
}

}  // namespace tiefenthal::deck_test
