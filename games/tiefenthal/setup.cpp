// Set-up (§3), start cards (module 4).
#include "games/tiefenthal/rules.h"
#include "games/tiefenthal/tiefenthal.h"

namespace tiefenthal {

namespace {

// R5: the guests with a white die come in with module 3 only.
void lay_out_guests(Play& p) {
  State& s = p.s;
  const Edition& e = *s.edition;
  for (int i = 0; i < e.kinds(); ++i) {
    const Card card = card_at(i);
    if (e[card].kind != CardClass::kGuest || card == e.open_pile) continue;
    for (int n = e.copies(card, s.modules(), s.players); n > 0; --n) s.stack.add(card);
  }
  s.open_pile = e[e.open_pile].count;
  s.display.fill(Card::kNone);
  for (int slot = 1; slot <= e.display; ++slot) {
    Card& place = s.display[static_cast<size_t>(slot)];
    place = s.stack.draw(static_cast<uint8_t>(ChanceKind::kGuest), p.chance);
    p.tell(EventKind::kDisplayed, index(place));
  }
}

Seat start_player(Play& p) {
  constexpr uint8_t kAnybody[]{0, 1, 2, 3};
  const int named = p.s.variant(Variant::kStartPlayer) - 1;
  if (named >= 0 && named < p.s.players) return engine::seat_at(named);
  return engine::seat_at(
      p.chance.choose(static_cast<uint8_t>(ChanceKind::kStart), kAnybody, p.s.players));
}

void open_start_cards(Play& p) {
  State& s = p.s;
  engine::SmallVec<uint8_t, kMaxStartCards> left;
  for (size_t i = 0; i < s.edition->start_cards.size(); ++i)
    left.push_back(static_cast<uint8_t>(i));
  for (int i = 0; i <= s.players; ++i) {
    const int at =
        p.chance.choose(static_cast<uint8_t>(ChanceKind::kStartCard), left.data(), left.size());
    s.start_cards.insert_sorted(left.erase(at));
  }
  for (uint8_t card : s.start_cards) p.tell(EventKind::kStartCardOpen, card);
  s.agenda.push(Item::kPickStart, index(s.last()));  // in reverse turn order
}

void deal_staff(State& s, Tavern& t, const Card* cards, int count) {
  for (int i = 0; i < count; ++i) {
    --s.supply[static_cast<size_t>(cards[i])];
    t.deck.shuffle_in(cards[i]);
  }
}

}  // namespace

void deal_deck(Play& p, Seat seat) {
  State& s = p.s;
  Tavern& t = s.at(seat);
  for (int i = index(Card::kFirstRegular); i < s.edition->kinds(); ++i) {
    const CardData& card = s.data(card_at(i));
    if (card.kind != CardClass::kRegular) continue;
    for (int n = card.count; n > 0; --n) t.deck.shuffle_in(card_at(i));
  }
  if (t.start_card == kNoStartCard) {
    return deal_staff(s, t, s.edition->start_deck.data(), s.edition->start_deck.size());
  }
  const StartCard& start = s.edition->start_cards[t.start_card];
  deal_staff(s, t, start.cards.data(), start.cards.size());
  t.ducats = start.ducats;
}

void take_start_card(Play& p, Seat seat, int card) {
  State& s = p.s;
  s.at(seat).start_card = static_cast<uint8_t>(card);
  s.start_cards.erase(s.start_cards.find(static_cast<uint8_t>(card)));
  p.tell(EventKind::kTookStartCard, index(seat), card);
  deal_deck(p, seat);
  if (seat == s.start) {
    s.start_cards.clear();
    s.agenda.push(Item::kRoundBegin);
  } else {
    s.agenda.push(Item::kPickStart, index(engine::next_seat(seat, s.players, s.players - 1)));
  }
}

State Tiefenthal::setup(const Edition& edition, const engine::Variants& variants, int players,
                        engine::Chance& chance, engine::Events& events) {
  State s = engine::blank_state<State>(edition, variants);
  s.players = static_cast<uint8_t>(players);
  for (int i = 0; i < s.staff_kinds(); ++i) {
    s.supply[static_cast<size_t>(i)] = edition[card_at(i)].count;
  }
  s.nobles = edition[Card::kNoble].count;
  for (Tavern& t : s.taverns) {
    t.answer = kNoAnswer;
    t.start_card = kNoStartCard;
    t.sides.fill(Side::kNone);
  }
  Play p{s, chance, events};
  lay_out_guests(p);
  s.start = start_player(p);
  events(EventKind::kBegins, index(s.start));
  if (s.modules() >= 4) {
    open_start_cards(p);
    return s;
  }
  for (int i = 0; i < players; ++i) deal_deck(p, engine::seat_at(i));
  s.agenda.push(Item::kRoundBegin);
  run(p);
  return s;
}

}  // namespace tiefenthal
