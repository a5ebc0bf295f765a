// A face-down pile as the players know it: a multiset in unknown order, with the cards whose place
// is known on top of it and under it. The state holds no future: a card from the unknown part is
// chosen by chance at the moment it is drawn.
#pragma once

#include <span>

#include "engine/chance.h"
#include "engine/small_vec.h"

namespace engine {

//   items_:  [ bottom, lowest first | unknown, sorted | top, uppermost last ]
template <class T, int kCapacity>
class Bag {
  static_assert(sizeof(T) == 1);

 public:
  int size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  int known_top() const { return top_; }
  int known_bottom() const { return bottom_; }
  // All cards; the order inside the unknown part means nothing.
  const T* begin() const { return items_.begin(); }
  const T* end() const { return items_.end(); }
  std::span<const T> unknown() const {
    return {items_.begin() + bottom_, static_cast<size_t>(size() - bottom_ - top_)};
  }

  // Shuffles a card into the unknown part.
  void add(T card) {
    const T* first = items_.begin() + bottom_;
    const T* last = items_.end() - top_;
    items_.insert(static_cast<int>(std::upper_bound(first, last, card) - items_.begin()), card);
  }
  void put_on_top(T card) {
    items_.push_back(card);
    ++top_;
  }
  void put_under(T card) {
    items_.insert(0, card);
    ++bottom_;
  }
  // Takes the top card. REQUIRES: not empty.
  T draw(uint8_t chance_kind, Chance& chance) {
    if (top_ > 0) {
      --top_;
      return items_.pop_back();
    }
    const int unknown_cards = size() - bottom_;
    if (unknown_cards == 0) {
      --bottom_;
      return items_.pop_back();
    }
    const int at =
        bottom_ + chance.choose(chance_kind,
                                reinterpret_cast<const uint8_t*>(items_.begin()) + bottom_,
                                unknown_cards);
    return items_.erase(at);
  }
  // Replaces the whole pile by cards in unknown order. REQUIRES: they are sorted.
  void assign_sorted(const T* cards, int count) {
    items_.assign(cards, count);
    top_ = bottom_ = 0;
  }
  // Replaces the unknown part by as many other cards. REQUIRES: they are sorted.
  void replace_unknown(const T* cards, [[maybe_unused]] int count) {
    assert(count == size() - top_ - bottom_);
    std::copy(cards, cards + size() - top_ - bottom_, items_.begin() + bottom_);
  }
  // Forgets all order, as shuffling does.
  void shuffle() {
    std::sort(items_.begin(), items_.end());
    top_ = bottom_ = 0;
  }
  void clear() {
    items_.clear();
    top_ = bottom_ = 0;
  }
  friend bool operator==(const Bag&, const Bag&) = default;

 private:
  SmallVec<T, kCapacity> items_;
  uint8_t top_ = 0;
  uint8_t bottom_ = 0;
};

}  // namespace engine
