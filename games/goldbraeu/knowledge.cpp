// What a seat cannot know, imagined anew (§8).
//
// Unseen by a seat are the other hands beyond what is known of them to all, the unknown part of the
// pile, and the choices made in secret. Hands hold shares only; the known bottom of the pile stays.
#include <array>
#include <utility>

#include "games/goldbraeu/goldbraeu.h"
#include "games/goldbraeu/rules.h"

namespace goldbraeu {
namespace {

struct Shares {
  std::array<uint8_t, kMaxCards> items;
  int size = 0;
  void add(Card card) { items[static_cast<size_t>(size++)] = static_cast<uint8_t>(card); }
  Card take_random(engine::Chance& chance) {
    const auto at = static_cast<size_t>(chance.below(static_cast<uint32_t>(size)));
    return static_cast<Card>(std::exchange(items[at], items[static_cast<size_t>(--size)]));
  }
};

using Counts = std::array<uint8_t, kCardKinds>;

// Takes the cards that `seat` cannot know out of the other hands; returns how many each one lacks.
PerSeat<int> collect_hands(State& s, Seat seat, Counts& unseen) {
  PerSeat<int> lacking{};
  for (int i = 0; i < s.players; ++i) {
    const Seat holder = engine::seat_at(i);
    if (holder == seat) continue;
    for (int n = 0; n < s.businesses(); ++n) {
      const Business b = business_at(n);
      for (; s.held(holder, b) > s.known_held(holder, b); --s.held(holder, b)) {
        ++unseen[static_cast<size_t>(share_of(b))];
        ++lacking[static_cast<size_t>(i)];
      }
    }
  }
  return lacking;
}

// All unseen cards are sorted by kind before they are dealt: nothing of the truth decides who gets
// what.
void redeal(State& s, Seat seat, engine::Chance& chance) {
  Counts unseen{};
  const PerSeat<int> lacking = collect_hands(s, seat, unseen);
  for (Card card : s.pile.unknown()) ++unseen[static_cast<size_t>(card)];
  Shares shares;
  for (size_t kind = 0; kind < unseen.size(); ++kind) {
    if (!is_share(static_cast<Card>(kind))) continue;
    for (int i = 0; i < unseen[kind]; ++i) shares.add(static_cast<Card>(kind));
  }
  for (int i = 0; i < s.players; ++i) {
    for (int n = lacking[static_cast<size_t>(i)]; n > 0; --n) {
      const Card card = shares.take_random(chance);
      ++s.held(engine::seat_at(i), business_of(card));
      --unseen[static_cast<size_t>(card)];
    }
  }
  std::array<Card, kMaxCards> sorted;  // what is left is the unknown part of the pile
  int size = 0;
  for (size_t kind = 0; kind < unseen.size(); ++kind) {
    for (int i = 0; i < unseen[kind]; ++i)
      sorted[static_cast<size_t>(size++)] = static_cast<Card>(kind);
  }
  s.pile.replace_unknown(sorted.data(), size);
}

// The buyer's drawn share is one of those nobody knows of.
void redraw(State& s, Seat buyer, engine::Chance& chance) {
  Shares hand;
  for (int n = 0; n < s.businesses(); ++n) {
    const Business b = business_at(n);
    for (int i = s.known_held(buyer, b); i < s.held(buyer, b); ++i) hand.add(share_of(b));
  }
  s.drawn = hand.take_random(chance);
}

// Two of the dealt shares, any pair.
void repick(State& s, Seat seat, engine::Chance& chance) {
  Shares hand;
  for (int n = 0; n < s.businesses(); ++n) {
    for (int i = 0; i < s.held(seat, business_at(n)); ++i) hand.add(share_of(business_at(n)));
  }
  Card a = hand.take_random(chance);
  Card b = hand.take_random(chance);
  if (b < a) std::swap(a, b);
  s.hidden_pick[static_cast<size_t>(index(seat))] = {a, b};
}

}  // namespace

void Goldbraeu::reimagine(State& s, Seat seat, engine::Chance& chance) {
  redeal(s, seat, chance);
  if (s.over != 0) return;
  const auto& top = s.agenda.top();
  if (top.item == Item::kKeepOrOpen && s.drawn_is_known == 0 && engine::seat_at(top.a) != seat) {
    redraw(s, engine::seat_at(top.a), chance);
  }
  for (int i = 0; i < s.players; ++i) {
    const Seat other = engine::seat_at(i);
    if (other == seat) continue;
    if (top.item == Item::kHide && s.hidden_pick[static_cast<size_t>(i)][0] != Card::kNone)
      repick(s, other, chance);
    if (top.item == Item::kChoose && s.choice[static_cast<size_t>(i)] != Choice::kNone) {
      s.choice[static_cast<size_t>(i)] = static_cast<Choice>(chance.below(3));
    }
  }
}

void Goldbraeu::reopen(State& s, Seat seat) {
  if (s.over != 0) return;
  const Item asked = s.agenda.top().item;
  for (int i = 0; i < s.players; ++i) {
    if (engine::seat_at(i) == seat) continue;
    if (asked == Item::kHide) s.hidden_pick[static_cast<size_t>(i)].fill(Card::kNone);
    if (asked == Item::kChoose) s.choice[static_cast<size_t>(i)] = Choice::kNone;
  }
}

}  // namespace goldbraeu
