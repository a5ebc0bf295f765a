// All cards of a player that don't lie in the tavern: the draw pile as everybody knows it (R41) and
// the discard pile.
#pragma once

#include <span>

#include "engine/chance.h"
#include "engine/small_vec.h"
#include "games/tiefenthal/types.h"

namespace tiefenthal {

// Every card there is may end up with one player; load_edition keeps an edition within this.
inline constexpr int kMaxDeck = 224;

//   cards_:  [ discards, sorted | draw pile in unknown order, sorted | known top, uppermost last ]
//
// So a shuffle moves nothing: the discards become the unknown part where they lie.
class Deck {
 public:
  int size() const { return cards_.size(); }
  int draw_size() const { return cards_.size() - discards_; }
  const Card* begin() const { return cards_.begin(); }
  const Card* end() const { return cards_.end(); }
  std::span<const Card> discards() const { return {cards_.begin(), discards_}; }
  std::span<const Card> unknown() const { return {cards_.begin() + discards_, unknown_}; }
  // From the bottom to the top.
  std::span<const Card> known_top() const {
    return {cards_.begin() + discards_ + unknown_,
            static_cast<size_t>(cards_.size() - discards_ - unknown_)};
  }

  void put_on_top(Card card) { cards_.push_back(card); }
  void discard(Card card) { insert_sorted(card, 0, discards_++); }
  void shuffle_in(Card card) { insert_sorted(card, discards_, unknown_++); }
  // The discards become the draw pile. REQUIRES: the draw pile is empty.
  void reshuffle() {
    unknown_ = discards_;
    discards_ = 0;
  }
  // REQUIRES: the draw pile is not empty.
  Card draw(uint8_t chance_kind, engine::Chance& chance) {
    if (discards_ + unknown_ < cards_.size()) return cards_.pop_back();
    const int at = chance.choose(
        chance_kind, reinterpret_cast<const uint8_t*>(cards_.begin()) + discards_, unknown_);
    --unknown_;
    return cards_.erase(discards_ + at);
  }
  friend bool operator==(const Deck&, const Deck&) = default;

 private:
  void insert_sorted(Card card, int first, int count) {
    const Card* from = cards_.begin() + first;
    cards_.insert(static_cast<int>(std::upper_bound(from, from + count, card) - cards_.begin()),
                  card);
  }

  engine::SmallVec<Card, kMaxDeck> cards_;
  uint8_t discards_ = 0;
  uint8_t unknown_ = 0;
};

}  // namespace tiefenthal
