// Set-up (§4) up to the choice of the hidden shares.
#include <cstring>

#include "games/goldbraeu/goldbraeu.h"
#include "games/goldbraeu/rules.h"

namespace goldbraeu {

namespace {

// Every tavern gets the shield of a brewery by lot; by variant, dealt anew until each brewery has
// one.
void deal_shields(Play& p) {
  State& s = p.s;
  const Edition& e = *s.edition;
  // Bounded, so that a script of outcomes that never fit ends too; by chance a few deals do.
  constexpr int kMostDeals = 1000;
  bool again = true;
  for (int deal = 0; again && deal < kMostDeals; ++deal) {
    engine::SmallVec<uint8_t, 40> shields;
    for (int w = 0; w < e.breweries; ++w) {
      for (int i = 0; i < e.shields[static_cast<size_t>(w)]; ++i)
        shields.push_back(static_cast<uint8_t>(e.taverns + w));
    }
    for (int t = 0; t < e.taverns; ++t) {
      const int at = p.chance.choose(static_cast<uint8_t>(ChanceKind::kShield), shields.data(),
                                     shields.size());
      s.contract[static_cast<size_t>(t)] = static_cast<uint8_t>(shields.erase(at) - e.taverns);
    }
    again = false;
    for (int w = 0; w < e.breweries && e.breweries <= e.taverns; ++w) {
      again = again || (s.variant(Variant::kEveryBrewerySupplied) != 0 && s.contracts_of(w) == 0);
    }
  }
}

// Shares alone are dealt; the specials join the rest: the same as swapping dealt specials (§4).
void deal_cards(Play& p) {
  State& s = p.s;
  const PlayerSetup& setup = s.setup();
  std::array<Card, kMaxCards> deck;
  int size = 0;
  for (int b = 0; b < s.businesses(); ++b) {
    for (int i = 0; i < setup.shares_per_business; ++i)
      deck[static_cast<size_t>(size++)] = share_of(business_at(b));
  }
  s.pile.assign_sorted(deck.data(), size);
  for (int i = 0; i < s.players; ++i) {
    for (int n = 0; n < setup.dealt; ++n) {
      const Card card = s.pile.draw(static_cast<uint8_t>(ChanceKind::kShare), p.chance);
      ++s.held(engine::seat_at(i), business_of(card));
      p.tell.secret(engine::SeatSet(engine::seat_at(i)), EventKind::kDealt, i, index(card));
    }
  }
  for (int i = 0; i < setup.specials_each; ++i) {
    s.pile.add(Card::kDrunk);
    s.pile.add(Card::kWaitress);
  }
}

}  // namespace

State Goldbraeu::setup(const Edition& edition, const engine::Variants& variants, int players,
                       engine::Chance& chance, engine::Events& events) {
  State s = engine::blank_state<State>(edition, variants);
  s.players = static_cast<uint8_t>(players);
  for (int t = 0; t < edition.taverns; ++t) {
    s.terrace[static_cast<size_t>(t)] = Fields::of(edition.start[static_cast<size_t>(t)]);
  }
  s.boss.fill(Seat::kNone);
  s.drunk = static_cast<uint8_t>(edition.drunk_start);
  s.waitress = static_cast<uint8_t>(edition.waitress_start);
  s.drawn = Card::kNone;
  s.choice.fill(Choice::kNone);
  for (auto& pick : s.hidden_pick) pick.fill(Card::kNone);
  s.face_up.fill(Card::kNone);
  for (int i = 0; i < players; ++i)
    s.money[static_cast<size_t>(i)] = static_cast<int16_t>(s.setup().money);

  Play p{s, chance, events};
  deal_shields(p);
  deal_cards(p);
  if (s.variant(Variant::kStartPlayer) == 0) {  // R47
    constexpr uint8_t kSeats[]{0, 1, 2, 3};
    s.first_start =
        engine::seat_at(chance.choose(static_cast<uint8_t>(ChanceKind::kStart), kSeats, players));
  }
  events(EventKind::kBegins, index(s.first_start));
  s.agenda.push(Item::kHide);
  return s;
}

}  // namespace goldbraeu
