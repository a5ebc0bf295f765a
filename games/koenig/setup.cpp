// Set-up (§4).
#include <algorithm>
#include <cstring>

#include "games/koenig/koenig.h"
#include "games/koenig/rules.h"

namespace koenig {
namespace {

// Shuffles the heroes in play and lays them clockwise from Draco.
void lay_out_heroes(Play& p) {
  engine::SmallVec<uint8_t, 2 * kHeroes> heroes;  // half empty: see SmallVec::erase
  for (int i = 0; i < 2 * p.s.players; ++i) heroes.push_back(static_cast<uint8_t>(i));
  for (Hero neutral : {Hero::kSarah, Hero::kJohn, Hero::kZork}) {
    heroes.push_back(static_cast<uint8_t>(neutral));
  }
  while (!heroes.empty()) {
    const int at =
        p.chance.choose(static_cast<uint8_t>(ChanceKind::kSeating), heroes.data(), heroes.size());
    p.s.line.push_back(static_cast<Hero>(heroes.erase(at)));
  }
  // Draco's cup is in his right hand: the last hero laid sits on place 1 (§3.1).
  std::reverse(p.s.line.begin(), p.s.line.end());
}

void shuffle_deck(Play& p) {
  std::array<Card, kMaxCards> deck;
  int size = 0;
  for (size_t i = 0; i < p.s.edition->cards.size(); ++i) {
    const auto card = static_cast<Card>(i);
    for (int copy = copies_in_game(p.s, card); copy > 0; --copy)
      deck[static_cast<size_t>(size++)] = card;
  }
  p.s.pile.assign_sorted(deck.data(), size);
  // R48: then 10 or 20 of what is left are put away unseen.
  for (int i = 10 * p.s.variant(Variant::kDeckSize); i > 0; --i) {
    p.s.removed.insert_sorted(p.s.pile.draw(static_cast<uint8_t>(ChanceKind::kCard), p.chance));
  }
}

}  // namespace

int copies_in_game(const State& s, Card card) {
  const CardData& data = (*s.edition)[card];
  if (data.hidden_shuffle && s.variant(Variant::kHiddenShuffleCards) != 0) return 0;
  const auto extra = static_cast<Card74>(s.variant(Variant::kCard74));  // R1
  const bool is_74th =
      extra != Card74::kNone && s.edition->card74[static_cast<size_t>(extra)] == card;
  return data.copies + (is_74th ? 1 : 0);
}

State Koenig::setup(const Edition& edition, const engine::Variants& variants, int players,
                    engine::Chance& chance, engine::Events& events) {
  State s = engine::blank_state<State>(edition, variants);
  s.players = static_cast<uint8_t>(players);
  s.cellar = s.in_play = Card::kNone;
  s.sarah_owner = Seat::kNone;
  s.away.fill(Hero::kNone);
  s.ballots.fill(Ballot::kNotCast);

  Play p{s, chance, events};
  lay_out_heroes(p);
  shuffle_deck(p);
  const int start_money = edition.start_gold * edition.gold_in_silver;
  s.bank = static_cast<int16_t>(edition.silver_in_box - players * start_money);
  for (int i = 0; i < players; ++i) {
    const Seat seat = engine::seat_at(i);
    s.money(seat) = static_cast<int16_t>(start_money);
    for (int n = 0; n < edition.hand_size; ++n) {
      const Card card = s.pile.draw(static_cast<uint8_t>(ChanceKind::kCard), chance);
      s.hands.add(seat, card);
      events.secret(engine::SeatSet(seat), EventKind::kDrew, i, index(card));
    }
  }
  constexpr uint8_t kSeats[]{0, 1, 2, 3, 4, 5};
  s.start =
      engine::seat_at(chance.choose(static_cast<uint8_t>(ChanceKind::kStart), kSeats, players));
  s.active = s.start;
  // R43: the cup stands with the last in turn order, so nobody can toast in the first round.
  s.cup = engine::next_seat(s.start, players, players - 1);
  events(EventKind::kBegins, index(s.start));
  events(EventKind::kCupTo, index(s.cup));
  start_turn(p);
  return s;
}

}  // namespace koenig
