// A set of up to 64 small numbers in one word; iterates in their order.
#pragma once

#include <bit>
#include <cstdint>

namespace engine {

template <class Number>
class BitSet {
 public:
  constexpr BitSet() = default;
  constexpr explicit BitSet(uint64_t bits) : bits_(bits) {}
  static constexpr BitSet of(Number number) { return BitSet(uint64_t{1} << number); }

  constexpr bool contains(Number number) const { return ((bits_ >> number) & 1) != 0; }
  constexpr void insert(Number number) { bits_ |= uint64_t{1} << number; }
  constexpr void erase(Number number) { bits_ &= ~(uint64_t{1} << number); }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr uint64_t bits() const { return bits_; }
  friend constexpr bool operator==(BitSet, BitSet) = default;
  friend constexpr BitSet operator|(BitSet a, BitSet b) { return BitSet(a.bits_ | b.bits_); }
  friend constexpr BitSet operator&(BitSet a, BitSet b) { return BitSet(a.bits_ & b.bits_); }
  friend constexpr BitSet operator-(BitSet a, BitSet b) { return BitSet(a.bits_ & ~b.bits_); }

  class Iterator {
   public:
    constexpr explicit Iterator(uint64_t bits) : bits_(bits) {}
    constexpr Number operator*() const { return static_cast<Number>(std::countr_zero(bits_)); }
    constexpr Iterator& operator++() {
      bits_ &= bits_ - 1;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    uint64_t bits_;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  uint64_t bits_ = 0;
};

}  // namespace engine
