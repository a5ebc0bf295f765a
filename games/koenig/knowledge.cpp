// What a seat cannot know, imagined anew (§8).
//
// Unseen by a seat are the draw pile, the cards put away for a short game, the other hands but for
// the cards it knows there, uncounted votes, and the face-down order of Trickbetrug. All unseen
// cards are dealt out again at random, under two conditions that hold for everybody who watched:
// after a reshuffle the pile holds only what the discards held then (s.recycled), and what was put
// away unseen was never among those.
#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "games/koenig/koenig.h"
#include "games/koenig/rules.h"

namespace koenig {
namespace {

using Counts = std::array<uint8_t, 128>;

struct Cards {
  std::array<uint8_t, kMaxCards + 2> items;
  int size = 0;
  void add(int card) { items[static_cast<size_t>(size++)] = static_cast<uint8_t>(card); }
  // Most kinds are there once, twice or not at all: two are written in any case, without a branch.
  void add_copies(size_t card, int count) {
    uint8_t* end = items.data() + size;
    end[0] = end[1] = static_cast<uint8_t>(card);
    for (int i = 2; i < count; ++i) end[i] = static_cast<uint8_t>(card);
    size += count;
  }
  uint8_t take_random(engine::Chance& chance) {
    const auto at = static_cast<size_t>(chance.below(static_cast<uint32_t>(size)));
    return std::exchange(items[at], items[static_cast<size_t>(--size)]);
  }
};

class Redeal {
 public:
  Redeal(State& s, Seat me, engine::Chance& chance)
      : s_(s), me_(engine::SeatSet(me)), seat_(me), chance_(chance) {}

  void run() {
    collect();
    deal_removed();
    // Whatever of a kind cannot be in the pile must be in somebody's hand.
    if (!s_.recycled.empty()) {
      for (size_t card = 0; card < s_.edition->cards.size(); ++card) {
        for (; unseen_[card] > in_pile_[card]; --unseen_[card])
          in_hands_.add(static_cast<int>(card));
      }
    }
    for (size_t card = 0; card < s_.edition->cards.size(); ++card) {
      rest_.add_copies(card, unseen_[card]);
    }
    deal_hands();
    deal_pile();
  }

 private:
  bool hidden(Seat holder, const HandCard& held) const {
    return holder != seat_ && (held.known_by & me_.bits()) == 0;
  }

  void collect() {
    for (Card card : s_.pile) ++unseen_[static_cast<size_t>(card)];
    for (Card card : s_.removed) ++unseen_[static_cast<size_t>(card)];
    for (int i = 0; i < s_.players; ++i) {
      const Seat holder = engine::seat_at(i);
      for (const HandCard& held : s_.hands.of(holder)) {
        if (!hidden(holder, held)) continue;
        ++unseen_[static_cast<size_t>(held.card)];
        ++hand_slots_;
      }
    }
    for (Card card : s_.recycled) ++in_pile_[static_cast<size_t>(card)];
  }

  void deal_removed() {
    int wanted = s_.removed.size();
    if (wanted == 0) return;
    s_.removed.clear();
    Cards must;  // cards that can't be in the pile come first: there are places enough for them
    Cards may;
    for (size_t card = 0; card < s_.edition->cards.size(); ++card) {
      int never_seen = unseen_[card];
      if (!s_.recycled.empty()) {
        never_seen =
            std::min(never_seen, copies_in_game(s_, static_cast<Card>(card)) - in_pile_[card]);
      }
      for (int i = 0; i < never_seen; ++i) {
        (unseen_[card] - i > in_pile_[card] && !s_.recycled.empty() ? must : may)
            .add(static_cast<int>(card));
      }
    }
    for (; wanted > 0; --wanted) {
      const uint8_t card = (must.size > 0 ? must : may).take_random(chance_);
      --unseen_[card];
      s_.removed.push_back(static_cast<Card>(card));
    }
    std::sort(s_.removed.begin(), s_.removed.end());
  }

  // Nothing of the truth may decide who gets what: of the cards that are dealt anew only the marks
  // of who knows them stay, in an order of their own.
  void deal_hands() {
    while (in_hands_.size < hand_slots_) in_hands_.add(rest_.take_random(chance_));
    for (int i = 0; i < s_.players; ++i) {
      const Seat holder = engine::seat_at(i);
      if (holder == seat_) continue;
      std::array<uint8_t, kMaxCards> marks;
      size_t dealt = 0;
      uint8_t any = 0;
      for (const HandCard& held : s_.hands.of(holder)) {
        if (!hidden(holder, held)) continue;
        marks[dealt++] = held.known_by;
        any |= held.known_by;
      }
      if (dealt == 0) continue;
      if (any != 0) std::sort(marks.begin(), marks.begin() + static_cast<std::ptrdiff_t>(dealt));
      for (HandCard& held : s_.hands.of(holder)) {
        if (hidden(holder, held))
          held = {static_cast<Card>(in_hands_.take_random(chance_)), marks[--dealt]};
      }
      s_.hands.sort(holder);
    }
  }

  void deal_pile() {
    Counts counts{};
    for (int i = 0; i < rest_.size; ++i) ++counts[rest_.items[static_cast<size_t>(i)]];
    Cards sorted;
    for (size_t card = 0; card < s_.edition->cards.size(); ++card) {
      sorted.add_copies(card, counts[card]);
    }
    s_.pile.assign_sorted(reinterpret_cast<const Card*>(sorted.items.data()), sorted.size);
  }

  State& s_;
  engine::SeatSet me_;
  Seat seat_;
  engine::Chance& chance_;
  Counts unseen_{};
  Counts in_pile_{};  // of each kind, at most so many can be in the pile (after a reshuffle)
  int hand_slots_ = 0;
  Cards in_hands_;
  Cards rest_;
};

}  // namespace

bool hides_monte(const State& s) {
  return s.in_play != Card::kNone && s.card().effect == Effect::kThreeCardMonte &&
         s.variant(Variant::kThreeCardMonte) == 0 && s.picks.size() >= 5;
}

void Koenig::reimagine(State& s, Seat seat, engine::Chance& chance) {
  Redeal(s, seat, chance).run();
  if (s.variant(Variant::kVoteMode) == 0) {
    for (int i = 0; i < s.players; ++i) {
      Ballot& ballot = s.ballots[static_cast<size_t>(i)];
      if (ballot != Ballot::kNotCast && engine::seat_at(i) != seat) {
        ballot = static_cast<Ballot>(chance.below(2));
      }
    }
  }
  if (hides_monte(s) && seat != s.active) {
    uint8_t* laid = s.picks.begin() + 2;
    std::sort(laid, laid + 3);
    for (uint32_t i = 3; i > 1; --i) std::swap(laid[i - 1], laid[chance.below(i)]);
  }
}

void Koenig::reopen(State& s, Seat seat) {
  if (s.variant(Variant::kVoteMode) != 0 || s.agenda.empty() || s.agenda.top().item != Item::kVote)
    return;
  for (int i = 0; i < s.players; ++i) {
    if (engine::seat_at(i) != seat) s.ballots[static_cast<size_t>(i)] = Ballot::kNotCast;
  }
}

}  // namespace koenig
