// The small values every game is made of: seats, actions, verdicts and the list of choices.
#pragma once

#include <bit>
#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>

namespace engine {

inline constexpr int kMaxSeats = 6;

// A place at the table, counted from 0. kNone stands for "nobody" and for a spectator.
enum class Seat : int8_t { kNone = -1 };

constexpr Seat seat_at(int index) { return static_cast<Seat>(index); }
constexpr int index_of(Seat seat) { return static_cast<int>(seat); }
// The seat `steps` places clockwise.
constexpr Seat next_seat(Seat seat, int seats, int steps = 1) {
  assert(seats > 0);
  return seat_at((index_of(seat) + steps) % seats);
}

// A set of seats in one byte; iterates in seat order.
class SeatSet {
 public:
  constexpr SeatSet() = default;
  constexpr explicit SeatSet(Seat seat) { insert(seat); }
  static constexpr SeatSet first(int seats) { return from_bits((1u << seats) - 1u); }
  static constexpr SeatSet from_bits(uint32_t bits) {
    SeatSet set;
    set.bits_ = static_cast<uint8_t>(bits);
    return set;
  }

  constexpr bool contains(Seat seat) const {
    return seat != Seat::kNone && ((bits_ >> index_of(seat)) & 1) != 0;
  }
  constexpr void insert(Seat seat) {
    if (seat != Seat::kNone) bits_ = static_cast<uint8_t>(bits_ | (1u << index_of(seat)));
  }
  constexpr void erase(Seat seat) {
    if (seat != Seat::kNone) bits_ = static_cast<uint8_t>(bits_ & ~(1u << index_of(seat)));
  }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr Seat front() const {
    return bits_ == 0 ? Seat::kNone : seat_at(std::countr_zero(bits_));
  }
  constexpr uint8_t bits() const { return bits_; }
  friend constexpr bool operator==(SeatSet, SeatSet) = default;
  friend constexpr SeatSet operator|(SeatSet a, SeatSet b) { return from_bits(a.bits_ | b.bits_); }
  friend constexpr SeatSet operator-(SeatSet a, SeatSet b) {
    return from_bits(a.bits_ & static_cast<uint8_t>(~b.bits_));
  }

  class Iterator {
   public:
    constexpr explicit Iterator(uint8_t bits) : bits_(bits) {}
    constexpr Seat operator*() const { return seat_at(std::countr_zero(bits_)); }
    constexpr Iterator& operator++() {
      bits_ = static_cast<uint8_t>(bits_ & (bits_ - 1));
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    uint8_t bits_;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  uint8_t bits_ = 0;
};

// One choice of one seat in 32 bits: a verb of the game's table and up to three small arguments.
struct Action {
  uint8_t verb = 0;
  uint8_t a = 0;
  uint8_t b = 0;
  uint8_t c = 0;

  constexpr uint8_t arg(int i) const { return i == 0 ? a : i == 1 ? b : c; }
  friend constexpr auto operator<=>(const Action&, const Action&) = default;
};
static_assert(sizeof(Action) == 4);
// By the enumeration of a game's verbs.
template <class Verb>
constexpr Action action(Verb verb, int a = 0, int b = 0, int c = 0) {
  return {static_cast<uint8_t>(verb), static_cast<uint8_t>(a), static_cast<uint8_t>(b),
          static_cast<uint8_t>(c)};
}

// May a choice be made? Allowed, or the rule (1-based index into the game's rules) that forbids it.
struct Verdict {
  uint8_t rule = 0;
  uint8_t missing = 0;  // of what that rule counts (RuleSpec::counts): coins, beer, …
  constexpr bool allowed() const { return rule == 0; }
  friend constexpr bool operator==(Verdict, Verdict) = default;
};
inline constexpr Verdict kAllowed{};
template <class Rule>
constexpr Verdict forbid(Rule rule) {
  return Verdict{static_cast<uint8_t>(rule)};
}
// By a rule that counts something, of which so much is missing.
template <class Rule>
constexpr Verdict forbid(Rule rule, int missing) {
  assert(missing > 0);
  return Verdict{static_cast<uint8_t>(rule), static_cast<uint8_t>(missing < 255 ? missing : 255)};
}

struct Option {
  Action action;
  Verdict verdict;
};

// What a game's `options` writes to: every conceivable choice with its verdict. A playout keeps
// only what is allowed; clients keep the rest too, to show why not.
class Offer {
 public:
  enum class Keep : uint8_t { kLegal, kAll };
  static constexpr int kCapacity = 320;

  explicit Offer(Keep keep) : keep_(keep) {}
  bool keeps_forbidden() const { return keep_ == Keep::kAll; }

  void operator()(Action action, Verdict verdict = kAllowed) {
    if (!verdict.allowed() && keep_ == Keep::kLegal) return;
    assert(size_ < kCapacity);
    put(size_++, action, verdict);
  }
  // For each of the items the choice action(item) with verdict(item). For choices of which it is
  // hard to foresee which are allowed: all are written, those kept are counted, and no branch has
  // to be guessed.
  template <class Items, class ActionOf, class VerdictOf>
  void each(const Items& items, ActionOf action, VerdictOf verdict) {
    const int forbidden = keeps_forbidden() ? 1 : 0;
    int size = size_;
    for (const auto item : items) {
      const Verdict judged = verdict(item);
      put(size, action(item), judged);
      size += judged.allowed() ? 1 : forbidden;
      assert(size <= kCapacity);
    }
    size_ = size;
  }
  void clear() { size_ = 0; }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Option operator[](int i) const { return {actions_[i], verdicts_[i]}; }

  class Iterator {
   public:
    using value_type = Option;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;
    using reference = Option;
    using pointer = void;
    Iterator() = default;
    Iterator(const Offer& offer, int at) : offer_(&offer), at_(at) {}
    Option operator*() const { return (*offer_)[at_]; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) { return {*offer_, at_++}; }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const Offer* offer_ = nullptr;
    int at_ = 0;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size_}; }
  std::span<const Action> actions() const { return {actions_, static_cast<size_t>(size_)}; }
  std::span<const Verdict> verdicts() const { return {verdicts_, static_cast<size_t>(size_)}; }
  // The entry for `action`, or none when it is no conceivable choice here.
  std::optional<Option> find(Action action) const {
    for (int i = 0; i < size_; ++i) {
      if (actions_[i] == action) return (*this)[i];
    }
    return std::nullopt;
  }
  bool contains(Action action) const { return find(action).has_value(); }

 private:
  void put(int at, Action action, Verdict verdict) {
    actions_[at] = action;
    verdicts_[at] = verdict;
  }

  Keep keep_;
  int size_ = 0;
  // Actions and verdicts in lists of their own: then each is written with one store, whose address
  // needs no reckoning. Not initialised: options() fills what it needs. One more for a choice that
  // is not kept.
  union {
    Action actions_[kCapacity + 1];
  };
  union {
    Verdict verdicts_[kCapacity + 1];
  };
};

}  // namespace engine
