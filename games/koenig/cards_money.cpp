// Money and cards (§6.5). "1 gold" is its value in silver: coins may be changed at any time (R11).
#include <algorithm>

#include "games/koenig/cards.h"

namespace koenig::cards {

// Denunziant
void fine_player(Play& p) {
  if (!answered(p, 0, Prompt::kFine)) return;
  State& s = p.s;
  if (!fine(p, s.seat_pick(0), s.card().silver)) no_effect(p);
}

// Langfinger
void steal(Play& p) {
  if (!answered(p, 0, Prompt::kSteal)) return;
  if (!give(p, p.s.seat_pick(0), p.s.active, p.s.card().silver)) no_effect(p);
}

// Erpressung (R32). picks: target, amount, 0 paid / 1 refused, hero
void blackmail(Play& p) {
  State& s = p.s;
  if (!answered(p, 0, Prompt::kBlackmailWho)) return;
  if (!answered(p, 1, Prompt::kBlackmailAmount)) return;
  const Seat target = s.seat_pick(0);
  const int amount = s.pick(1);
  if (s.picks.size() == 2) {
    p.tell(EventKind::kDemanded, index(s.active), index(target), amount);
    if (amount > s.money(target)) s.picks.push_back(1);  // more than he has counts as refused
  }
  if (!answered(p, 2, Prompt::kBlackmailAnswer, target)) return;
  if (s.pick(2) == 0) {
    give(p, target, s.active, amount);
    return;
  }
  if (s.picks.size() == 3) p.tell(EventKind::kRefused, index(target));
  if (s.own_heroes(target) == 0) return no_effect(p);  // R51
  if (!answered(p, 3, Prompt::kBlackmailHero)) return;
  if (s.pick(3) == kNoPick || !move_to(p, s.hero_pick(3), s.H())) no_effect(p);
}

// Stelldichein: any two own heroes side by side, paid once (R37); first and last are not (R28).
void rendezvous(Play& p) {
  State& s = p.s;
  for (int place = 1; place < s.H(); ++place) {
    if (s.owner(s.at(place)) == s.active && s.owner(s.at(place + 1)) == s.active) {
      if (!receive(p, s.at(place), s.card().gold * s.gold())) break;  // R10: what the bank has left
      return;
    }
  }
  no_effect(p);
}

// Zange: every opposing hero between two own ones (R37).
void pincer(Play& p) {
  State& s = p.s;
  bool caught = false;
  for (int place = 2; place < s.H(); ++place) {
    const Seat victim = s.owner(s.at(place));
    if (victim == Seat::kNone || victim == s.active) continue;
    if (s.owner(s.at(place - 1)) != s.active || s.owner(s.at(place + 1)) != s.active) continue;
    caught |= give(p, victim, s.active, s.card().gold * s.gold());
  }
  if (!caught) no_effect(p);
}

// Üble Gesellschaft: not a toast, so Zork's share is not doubled (R12). Draco pays nothing.
void zork_neighbours_pay(Play& p) {
  State& s = p.s;
  const Seat rich = s.richest();
  const int place = s.place_of(Hero::kZork);
  bool paid = false;
  for (int beside : {place - 1, place + 1}) {
    if (beside >= 1 && beside <= s.H()) paid |= charge(p, s.at(beside), s.card().silver, rich, 1);
  }
  if (!paid) no_effect(p);
}

// Wohltätigkeit (R38)
void john_neighbours_draw(Play& p) {
  if (!neighbours_draw(p, Hero::kJohn)) no_effect(p);
}

// Fauler Handel "Tausche" (R34)
void swap_hands(Play& p) {
  State& s = p.s;
  if (!answered(p, 0, Prompt::kHandSwap)) return;
  if (s.hands.size(s.active) + s.hands.size(s.seat_pick(0)) == 0) return no_effect(p);
  s.hands.swap(s.active, s.seat_pick(0));
  p.tell(EventKind::kHandsSwapped, index(s.active), index(s.seat_pick(0)));
}

// Fauler Handel "Suche". R33: choosing implies seeing the hand; by variant the card is drawn blind.
void take_card(Play& p) {
  State& s = p.s;
  bool cards = false;
  for (int i = 0; i < s.players; ++i) {
    cards = cards || (i != index(s.active) && s.hands.size(engine::seat_at(i)) > 0);
  }
  if (!cards) return no_effect(p);
  if (!answered(p, 0, Prompt::kHandPick)) return;
  const Seat victim = s.seat_pick(0);
  if (s.variant(Variant::kShadyDealPick) != 0) {
    engine::SmallVec<uint8_t, kMaxCards> hand;
    for (const HandCard& held : s.hands.of(victim)) hand.push_back(static_cast<uint8_t>(held.card));
    const int at =
        p.chance.choose(static_cast<uint8_t>(ChanceKind::kStolenCard), hand.data(), hand.size());
    s.picks.push_back(hand[at]);
  } else if (s.picks.size() == 1) {
    s.hands.show(victim, engine::SeatSet(s.active));
    p.tell(EventKind::kLooked, index(s.active), index(victim));
  }
  if (!answered(p, 1, Prompt::kTakeCard)) return;
  const auto card = static_cast<Card>(s.pick(1));
  s.hands.remove(victim, card);
  // Third players, who knew of cards there, can't tell which one has gone.
  const engine::SeatSet partners = engine::SeatSet(s.active) | engine::SeatSet(victim);
  s.hands.forget(victim, engine::SeatSet::first(s.players) - partners);
  s.hands.add(s.active, card, engine::SeatSet(victim).bits());
  p.tell.secret(partners, EventKind::kTook, index(s.active), index(victim), index(card));
}

// Alte Freunde (R44: allowed while owning her). R20: as the only card it may be played for nothing.
void own_sarah(Play& p) {
  State& s = p.s;
  if (!sits_beside_sarah(s, s.active) || s.sarah_owner == s.active) return no_effect(p);
  s.sarah_owner = s.active;
  p.tell(EventKind::kSarahJoins, index(s.active));
}

// Freudentaumel (§7.3): the card nearest to the coin gets it.
void toss_coin(Play& p) {
  State& s = p.s;
  const int value = s.card().gold * s.gold();
  if (s.bank_limited() && s.bank < value) return no_effect(p);  // R10
  std::array<uint16_t, kMissed + 1> weights{};
  const auto& permille = s.edition->toss_permille;
  weights[static_cast<size_t>(Hero::kDraco)] = permille[0];
  for (int distance = 1; distance <= 4; ++distance) {
    for (Hero hero : {s.at(distance), s.at(s.H() + 1 - distance)}) {
      auto& weight = weights[static_cast<size_t>(hero)];
      weight = static_cast<uint16_t>(weight + permille[static_cast<size_t>(distance)]);
    }
  }
  const int hit = p.chance.weighted(static_cast<uint8_t>(ChanceKind::kCoin), weights);
  p.tell(EventKind::kCoinTossed, value, hit);
  if (hit != index(Hero::kDraco)) receive(p, static_cast<Hero>(hit), value);  // R15
}

namespace {

void drop_coin(Play& p, int value) {
  State& s = p.s;
  const int cards = s.H() + 1;
  const uint16_t hit_weight = s.edition->drop_hit_permille[static_cast<size_t>(cards)];
  std::array<uint16_t, kMissed + 1> weights{};
  weights[kMissed] = static_cast<uint16_t>((1000 - hit_weight) * cards);
  weights[static_cast<size_t>(Hero::kDraco)] = hit_weight;
  for (Hero hero : s.line) weights[static_cast<size_t>(hero)] = hit_weight;
  const int hit = p.chance.weighted(static_cast<uint8_t>(ChanceKind::kCoin), weights);
  p.tell(EventKind::kCoinDropped, value, hit);
  if (hit != kMissed && hit != index(Hero::kDraco))
    receive(p, static_cast<Hero>(hit), value);  // R14
}

}  // namespace

// Trunkenheit, Zack! (§7.2): gold first, then silver; only whole coins that the bank has (R10).
void drop_coins(Play& p) {
  State& s = p.s;
  const CardData& card = s.card();
  int gold = card.gold;
  int silver = card.silver;
  if (s.bank_limited()) {
    gold = std::min(gold, s.bank / s.gold());
    silver = std::min(silver, s.bank - gold * s.gold());
  }
  if (gold + silver == 0) return no_effect(p);
  for (int i = 0; i < gold; ++i) drop_coin(p, s.gold());
  for (int i = 0; i < silver; ++i) drop_coin(p, 1);
}

}  // namespace koenig::cards
