// What a seat cannot know, imagined anew (§8).
//
// Unseen by a seat are the spells in other hands, in the pile and in the discard, but for those it
// knows to be there; the cards another seat is about to give up for Alchemy; and with the variant
// open_coins off, how much is in a purse that isn't empty. All else is public: face-down piles of
// favours and customers are what lies nowhere else.
#include <algorithm>
#include <utility>

#include "games/taverna/rules.h"
#include "games/taverna/taverna.h"

namespace taverna {
namespace {

class Redeal {
 public:
  Redeal(State& s, Seat me, engine::Chance& chance) : s_(s), me_(me), chance_(chance) {}

  void run() {
    collect();
    for (int i = 0; i < s_.players; ++i) {
      if (i != index(me_)) deal(s_.hand[static_cast<size_t>(i)], marks_[static_cast<size_t>(i)]);
    }
    deal(s_.discard, marks_[kMaxPlayers]);
  }

 private:
  // Who knows a card: one for each hidden card of a place, in an order that tells nothing.
  struct Marks {
    std::array<uint8_t, kMaxCards> of{};
    int size = 0;
  };

  void collect() {
    unseen_ = s_.spell_pile() - s_.edition->curses;
    for (int i = 0; i < s_.players; ++i) {
      if (i != index(me_))
        take_out(s_.hand[static_cast<size_t>(i)], marks_[static_cast<size_t>(i)]);
    }
    take_out(s_.discard, marks_[kMaxPlayers]);
    for (int card : unseen_) cards_[static_cast<size_t>(size_++)] = static_cast<uint8_t>(card);
  }

  void take_out(CardSet& place, Marks& marks) {
    const CardSet hidden = place - State::at(s_.known, me_) - s_.seen_discard;
    for (int card : hidden) {
      uint8_t mark = 0;
      for (int i = 0; i < s_.players; ++i) {
        CardSet& known = s_.known[static_cast<size_t>(i)];
        if (known.contains(card)) mark = static_cast<uint8_t>(mark | 1u << i);
        known.erase(card);
      }
      marks.of[static_cast<size_t>(marks.size++)] = mark;
    }
    std::sort(marks.of.begin(), marks.of.begin() + marks.size);
    place = place - hidden;
    unseen_ = unseen_ | hidden;
  }

  void deal(CardSet& place, const Marks& marks) {
    for (int n = 0; n < marks.size; ++n) {
      const auto at = static_cast<size_t>(chance_.below(static_cast<uint32_t>(size_)));
      const int card = std::exchange(cards_[at], cards_[static_cast<size_t>(--size_)]);
      place.insert(card);
      for (int i = 0; i < s_.players; ++i) {
        if ((marks.of[static_cast<size_t>(n)] >> i & 1) != 0)
          s_.known[static_cast<size_t>(i)].insert(card);
      }
    }
  }

  State& s_;
  Seat me_;
  engine::Chance& chance_;
  CardSet unseen_;
  std::array<uint8_t, kMaxCards> cards_{};
  int size_ = 0;
  std::array<Marks, kMaxPlayers + 1> marks_;  // hands, and the discard
};

// Any of the cards in the hand that was just imagined, as many as before.
void repick_discards(State& s, Claim& claim, engine::Chance& chance) {
  std::array<uint8_t, kMaxCards> kinds;
  int size = 0;
  for (int card : State::at(s.hand, claim.actor)) {
    kinds[static_cast<size_t>(size++)] =
        static_cast<uint8_t>(s.edition->card_kind[static_cast<size_t>(card)]);
  }
  for (uint8_t& pick : claim.picks) {
    if (pick == kEnough) continue;
    const auto at = static_cast<size_t>(chance.below(static_cast<uint32_t>(size)));
    pick = std::exchange(kinds[at], kinds[static_cast<size_t>(--size)]);
  }
}

// What a purse must hold for what its owner has declared, or is declaring.
int least_coins(const State& s, Seat seat) {
  int least = 1;
  for (const Claim& claim : s.claims) {
    const bool spell = claim.source == Source::kSpell;
    if (claim.actor != seat || claim.source == Source::kFavour) continue;
    if (spell && s.edition->of(claim.what).effect != Effect::kActivation) continue;
    constexpr int kAnyPurchase = 3 * 60;  // nothing is dearer
    least = claim.picks.size() >= 3 ? std::max(least, purchase_price(s, claim)) : kAnyPurchase;
  }
  return least;
}

void refill_purses(State& s, Seat me, engine::Chance& chance) {
  constexpr uint32_t kSpread = 20;
  for (int i = 0; i < s.players; ++i) {
    const Seat seat = engine::seat_at(i);
    if (seat == me || s.coins_of(seat) == 0) continue;
    State::at(s.coins, seat) =
        static_cast<int16_t>(least_coins(s, seat) + static_cast<int>(chance.below(kSpread)));
  }
}

}  // namespace

void Taverna::reimagine(State& s, Seat seat, engine::Chance& chance) {
  Redeal(s, seat, chance).run();
  for (Claim& claim : s.claims) {
    if (hides_picks(s, claim) && claim.actor != seat) repick_discards(s, claim, chance);
  }
  if (!s.open_coins()) refill_purses(s, seat, chance);
}

}  // namespace taverna
