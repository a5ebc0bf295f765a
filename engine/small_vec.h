// Fixed-capacity containers for states: no heap, trivially copyable, and canonical, that is: equal
// contents are equal bytes, because unused places are always zero.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace engine {

// The index of the first of eight bytes that is `wanted`; 8 when none is. All are compared at once:
// where it will be found is hard to foresee, and a loop that ends there costs more.
inline int find_byte(const void* eight, uint8_t wanted) {
  static_assert(std::endian::native == std::endian::little);
  constexpr uint64_t kOnes = 0x0101010101010101u;
  uint64_t bytes;
  std::memcpy(&bytes, eight, sizeof bytes);
  bytes ^= kOnes * wanted;  // what is looked for is now zero
  return std::countr_zero((bytes - kOnes) & ~bytes & kOnes << 7) / 8;
}

template <class T, int kCapacity>
class SmallVec {
  static_assert(std::is_trivially_copyable_v<T> && kCapacity < 256);

 public:
  constexpr int size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  static constexpr int capacity() { return kCapacity; }
  constexpr bool full() const { return size_ == kCapacity; }

  constexpr T* begin() { return items_.data(); }
  constexpr T* end() { return items_.data() + size_; }
  constexpr const T* begin() const { return items_.data(); }
  constexpr const T* end() const { return items_.data() + size_; }
  constexpr const T* data() const { return items_.data(); }
  constexpr T& operator[](int i) {
    assert(i >= 0 && i < size_);
    return items_[static_cast<size_t>(i)];
  }
  constexpr const T& operator[](int i) const {
    assert(i >= 0 && i < size_);
    return items_[static_cast<size_t>(i)];
  }
  constexpr T& back() { return (*this)[size_ - 1]; }
  constexpr const T& back() const { return (*this)[size_ - 1]; }

  constexpr void push_back(T value) {
    assert(size_ < kCapacity);
    items_[size_++] = value;
  }
  constexpr T pop_back() {
    assert(size_ > 0);
    T value = items_[--size_];
    items_[size_] = T{};
    return value;
  }
  constexpr void insert(int at, T value) {
    assert(size_ < kCapacity && at >= 0 && at <= size_);
    std::copy_backward(begin() + at, end(), end() + 1);
    items_[static_cast<size_t>(at)] = value;
    ++size_;
  }
  constexpr T erase(int at) {
    T value = (*this)[at];
    if (kMovesBlocks && size_ <= kBlock) {
      std::array<T, kBlock> tail;
      std::copy_n(begin() + at + 1, kBlock, tail.begin());
      std::copy_n(tail.begin(), kBlock, begin() + at);
    } else {
      std::copy(begin() + at + 1, end(), begin() + at);
    }
    items_[--size_] = T{};
    return value;
  }
  constexpr void assign(const T* values, int count) {
    assert(count <= kCapacity);
    std::copy(values, values + count, begin());
    if (count < size_) std::fill(begin() + count, end(), T{});
    size_ = static_cast<uint8_t>(count);
  }
  constexpr void clear() {
    std::fill(begin(), end(), T{});
    size_ = 0;
  }
  // The index of the first equal item, or -1.
  constexpr int find(const T& value) const {
    if constexpr (sizeof(T) == 1 && kCapacity >= 8 && kCapacity <= 16) {
      if (!std::is_constant_evaluated()) return find_in_two_words(value);
    }
    for (int i = 0; i < size_; ++i) {
      if (items_[static_cast<size_t>(i)] == value) return i;
    }
    return -1;
  }
  constexpr bool contains(const T& value) const { return find(value) >= 0; }
  constexpr int count(const T& value) const {
    return static_cast<int>(std::count(begin(), end(), value));
  }
  // Keeps a sorted vector sorted.
  constexpr void insert_sorted(T value) {
    insert(static_cast<int>(std::upper_bound(begin(), end(), value) - begin()), value);
  }
  friend constexpr bool operator==(const SmallVec&, const SmallVec&) = default;

 private:
  // When at most half of the places are in use, a block of that fixed size holds all that has to
  // move, with zeros behind it: quicker than to look how many there are.
  static constexpr int kBlock = kCapacity / 2;
  static constexpr bool kMovesBlocks = kBlock * sizeof(T) >= 16 && kBlock * sizeof(T) <= 64;

  int find_in_two_words(T value) const {
    constexpr int kSecond = kCapacity - 8;  // the words may overlap
    const auto byte = std::bit_cast<uint8_t>(value);
    const int first = find_byte(items_.data(), byte);
    const int second = find_byte(items_.data() + kSecond, byte) + kSecond;
    const int at = first < 8 ? first : second;
    return at < size_ ? at : -1;  // places that are not in use are zero, like an item may be
  }

  std::array<T, kCapacity> items_{};
  uint8_t size_ = 0;
};

// The course of play: a stack of items inside the state. The top is what happens next; an item that
// needs others pushes them. `Item` is the game's enumeration.
template <class Item>
struct AgendaEntry {
  Item item{};
  uint8_t a = 0;
  uint8_t b = 0;
  uint8_t c = 0;
  friend constexpr bool operator==(const AgendaEntry&, const AgendaEntry&) = default;
};

template <class Item, int kCapacity>
class Agenda {
 public:
  using Entry = AgendaEntry<Item>;
  constexpr void push(Item item, int a = 0, int b = 0, int c = 0) {
    entries_.push_back(
        {item, static_cast<uint8_t>(a), static_cast<uint8_t>(b), static_cast<uint8_t>(c)});
  }
  constexpr const Entry& top() const { return entries_.back(); }
  constexpr Entry& top() { return entries_.back(); }
  constexpr Entry pop() { return entries_.pop_back(); }
  constexpr bool empty() const { return entries_.empty(); }
  constexpr int size() const { return entries_.size(); }
  constexpr void clear() { entries_.clear(); }
  constexpr const Entry* begin() const { return entries_.begin(); }
  constexpr const Entry* end() const { return entries_.end(); }
  friend constexpr bool operator==(const Agenda&, const Agenda&) = default;

 private:
  SmallVec<Entry, kCapacity> entries_;
};

// A 64-bit fingerprint of bytes, the same on every target.
inline uint64_t mix64(uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}
inline uint64_t hash_bytes(const void* data, size_t size, uint64_t seed = 0x9e3779b97f4a7c15u) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  uint64_t hash = mix64(seed ^ size);
  for (; size >= 8; bytes += 8, size -= 8) {
    uint64_t word;
    std::memcpy(&word, bytes, 8);
    hash = mix64(hash ^ word) + 0x9e3779b97f4a7c15u;
  }
  uint64_t tail = 0;
  if (size != 0) std::memcpy(&tail, bytes, size);
  return mix64(hash ^ tail);
}

}  // namespace engine
