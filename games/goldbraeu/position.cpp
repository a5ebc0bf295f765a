// The description of a position: names, forms, and who may see what (docs/describe.md). All that is
// written, read and observed of it follows from here.
#include "engine/position.h"

#include <algorithm>

#include "games/goldbraeu/goldbraeu.h"
#include "games/goldbraeu/rules.h"

namespace goldbraeu {

using namespace engine::forms;  // NOLINT(google-build-using-namespace): it is made for this

namespace {

constexpr Leaf kSeat = engine::seat();
constexpr Leaf kBusiness = word(domain::kBusiness, "business");
constexpr Leaf kCard = word(domain::kCard, "card");
constexpr Leaf kCardOrNone = kCard.or_null(Card::kNone);
constexpr Leaf kChoice = word(domain::kAction, "action card").or_null(Choice::kNone);
constexpr Leaf kChip = word(domain::kChip, "chip");
constexpr Leaf kActions = number(1, 2);
constexpr Leaf kStones = number(0, 60).scaled(4);

constexpr engine::ItemForm kSteps[]{{"hide"},
                                    {"place_boss", {&kSeat}},
                                    {"round_begin"},
                                    {"choose"},
                                    {"expand", {&kSeat, &kActions}},
                                    {"boss", {&kSeat, &kActions}},
                                    {"veto", {&kSeat, &kBusiness}},
                                    {"counter", {&kSeat, &kBusiness}},
                                    {"buy", {&kSeat}, {0, 1}},
                                    {"keep_or_open", {&kSeat}},
                                    {"move_chip", {&kSeat, &kChip}},
                                    {"round_end"},
                                    {"payday_open", {&kSeat}},
                                    {"payday_pay"}};
// Two laps of four bosses and what follows them fit; a longer agenda cannot be.
constexpr int kMaxSteps = 14;

size_t at(Seat seat) { return static_cast<size_t>(index(seat)); }

int cards_elsewhere(const State& s, Card card) {
  int found = 0;
  for (Card other : s.face_up) found += other == card ? 1 : 0;
  for (Card other : s.pile) found += other == card ? 1 : 0;
  if (!is_share(card))
    return found + (card == Card::kDrunk ? s.specials_gone & 15 : s.specials_gone >> 4);
  const Business b = business_of(card);
  for (int i = 0; i < s.players; ++i) found += s.held(seat_at(i), b);
  return found + s.opened[static_cast<size_t>(index(b))];
}

// Left out: every opened share still stands on its roof.
void complete_opened(State& s) {
  for (int n = 0; n < s.businesses(); ++n)
    s.opened[static_cast<size_t>(n)] = static_cast<uint8_t>(s.stones_on(business_at(n)));
}

// Left out: the unknown part of the pile is what lies nowhere else.
void complete_pile(State& s) {
  for (int kind = 0; kind < domain_size(*s.edition, domain::kCard); ++kind) {
    const auto missing = static_cast<Card>(kind);
    const int all = is_share(missing) ? s.setup().shares_per_business : s.setup().specials_each;
    for (int left = all - cards_elsewhere(s, missing); left > 0; --left) s.pile.add(missing);
  }
}

// Left out: the round stands where the choices leave it.
void complete_agenda(State& s) {
  if (s.over != 0) return;
  const bool all = std::none_of(s.choice.begin(), s.choice.begin() + s.players,
                                [](Choice choice) { return choice == Choice::kNone; });
  if (s.round == 0 || !all) return s.agenda.push(s.round == 0 ? Item::kHide : Item::kChoose);
  engine::Chance chance(0);
  engine::Events silent;
  Play p{s, chance, silent};
  reveal_choices(p);
  while (s.agenda.top().item == Item::kExpand && !can_expand(s, seat_at(s.agenda.top().a)))
    s.agenda.pop();  // passed unasked
}

template <class A, class S>
void describe_square(A& a, S& s, const Leaf& tavern) {
  a("terraces", s.terrace, by_word(tavern, engine::set_of(word(domain::kField, "field"))));
  a.group("chips", [&] {
    a("drunk", s.drunk, tavern);
    a("waitress", s.waitress, tavern);
  });
}

template <class A, class S>
bool describe_businesses(A& a, S& s, const Leaf& tavern, const Leaf& brewery) {
  a("contracts", s.contract, by_word(tavern, brewery).every());
  a("bosses", s.boss, by_word(kBusiness, engine::seat_or_null()).only_some());
  a("shares", s.shares, by_word(kBusiness, by_seat(kStones).only_some()).only_some());
  return a.optional("opened", s.opened, by_word(kBusiness, kStones).only_some());
}

// Of other hands a view shows what everybody can infer (R60); of others' money, by variant, nothing
// until the end (R45).
template <class A, class S>
void describe_players(A& a, S& s) {
  a("money", s.money,
    by_seat(number(0, 20000).scaled(100))
        .left_out(s.variant(Variant::kMoneyVisible) == 0 || s.over != 0));
  const auto shares = by_seat(tally(kBusiness.scaled(4), kMaxCards));
  a.marks(s.hand);
  a(
      "hands",
      [&](Seat seat) -> auto& {
        return a.viewer().may_see(seat) ? s.hand[at(seat)] : s.known[at(seat)];
      },
      shares);
  a.optional("known", s.known, shares);
}

// The pile: cards in an order that nobody knows, and under them those that all have seen go there.
template <class A, class S>
bool describe_cards(A& a, S& s) {
  a.optional("face_up", s.face_up, engine::row(kCardOrNone, 2).or_fewer());
  engine::SmallVec<Card, kMaxCards> bottom;
  engine::SmallVec<Card, kMaxCards> unknown;
  if constexpr (!A::kReads) {
    const std::span<const Card> pile = s.pile.unknown();
    for (int i = s.pile.known_bottom(); i > 0; --i) bottom.push_back(s.pile.begin()[i - 1]);
    unknown.assign(pile.data(), static_cast<int>(pile.size()));
  }
  a.marks(s.pile);
  a.optional("pile_bottom", bottom, list(kCard).counted());  // lowest last
  const bool listed = a.unseen("pile", unknown, heap(kCard));
  a.shows("pile_size", [&] { return s.pile.size(); }, number(0, kMaxCards));
  auto drunks = static_cast<uint8_t>(s.specials_gone & 15);
  auto waitresses = static_cast<uint8_t>(s.specials_gone >> 4);
  a.marks(s.specials_gone);
  a.group("specials_gone", [&] {
    a("drunk", drunks, number(0, 15));
    a("waitress", waitresses, number(0, 15));
  });
  if constexpr (A::kReads) {
    s.specials_gone = static_cast<uint8_t>(drunks + 16 * waitresses);
    if (bottom.size() + unknown.size() > kMaxCards)
      a.fail("lists more cards than there are", "pile");
    if (!a.ok()) return true;
    for (Card card : bottom) s.pile.put_under(card);
    for (Card card : unknown) s.pile.add(card);
  }
  return listed;
}

template <class A, class S>
void describe_choices(A& a, S& s) {
  a.optional("choices", s.choice, by_seat(kChoice).only_some().owners(s.choices_are_shown()));
  a.optional("hidden_picks", s.hidden_pick,
             by_seat(engine::row(kCardOrNone, 2)).only_some().owners());
  const bool sees =
      s.drawn != Card::kNone &&
      (s.drawn_is_known != 0 ||
       (!s.agenda.empty() && a.viewer().may_see(seat_at(std::as_const(s).agenda.top().a))));
  a.veiled("drawn", s.drawn, kCardOrNone, sees);
  a.optional("drawn_is_known", s.drawn_is_known, flag());
}

// Where the chip would stand after no, one and two steps.
engine::SmallVec<uint8_t, 3> landings(const State& s, Chip chip) {
  engine::SmallVec<uint8_t, 3> taverns;
  for (int steps = 0; steps <= 2; ++steps)
    taverns.push_back(static_cast<uint8_t>(chip_target(s, chip, steps)));
  return taverns;
}

// Businesses where the seat has one stone and would lose it with the next that another one lays.
uint16_t endangered(const State& s, Seat seat) {
  uint16_t set = 0;
  for (int i = 0; i < s.edition->businesses(); ++i) {
    const Business b = business_at(i);
    const Seat other = engine::next_seat(seat, s.players);
    if (s.stones_on(b, seat) == 1 && roof_after(s, b, other, 1).of(seat) == 0)
      set = static_cast<uint16_t>(set | bit(b));
  }
  return set;
}

// A view also says what follows from the board, so that a client needs no rules to show it.
template <class A>
void describe_derived(A& a, const State& s, const Leaf& tavern, const Leaf& brewery) {
  a.explains(
      "landings", [&](int chip) { return landings(s, static_cast<Chip>(chip)); },
      by_word(kChip, list(tavern)));
  a.explains(
      "brewery_incomes", [&](int b) { return brewery_income(s, b); },
      by_word(brewery, number(0, 999)));
  a.explains("shares_per_business", [&] { return s.setup().shares_per_business; }, number(0, 99));
  a.explains(
      "endangered", [&](Seat seat) { return endangered(s, seat); },
      by_seat(engine::set_of(kBusiness)));
  a.shows("start", [&] { return s.start_of_round(); }, kSeat);
  a.shows("payday_figure", [&] { return s.payday_figure(); }, kSeat);
  a.shows("fences", [&] { return fences_needed(s); }, number(0, 999).scaled(30));
  a.shows(
      "hidden", [&](Seat seat) { return s.hidden(seat); },
      by_seat(number(0, kMaxCards).scaled(10)));
  a.shows("stones", [&](Seat seat) { return s.stones(seat); }, by_seat(number(0, 99).scaled(20)));
  a.shows("figures", [&](Seat seat) { return s.figures(seat); }, by_seat(number(0, 15)));
  a.shows(
      "incomes", [&](int t) { return s.income(business_at(t)); },
      by_word(tavern, number(-999, 999).scaled(50)));
  a.shows("stores", [&](int b) { return s.store(b); }, by_word(brewery, number(0, 15)));
  a.shows_when(for_sale(s), "price", [&] { return price(s); }, number(0, 999).scaled(20));
  // What a veto or counter would take, for the reader of the player asked only (R55).
  const bool asked = s.over == 0 && !s.agenda.empty() &&
                     (s.agenda.top().item == Item::kVeto || s.agenda.top().item == Item::kCounter);
  a.shows_when(
      asked, "answer_cards", [&] { return cards_to_answer(s, a.viewer().seat); },
      number(0, kMaxCards).scaled(10).or_null(-1));
}

template <class A, class S>
void describe_position(A& a, S& s) {
  const Edition& e = *s.edition;
  const Leaf tavern = kBusiness.part(0, e.taverns, "tavern");
  const Leaf brewery = kBusiness.part(e.taverns, e.breweries, "brewery");
  a.head(s.players, s.variants);
  a("round", s.round, number(0, e.rounds()).scaled(21));
  a("first_start", s.first_start, kSeat);
  describe_square(a, s, tavern);
  const bool opened = describe_businesses(a, s, tavern, brewery);
  describe_players(a, s);
  const bool pile = describe_cards(a, s);
  describe_choices(a, s);
  a.optional("new_bosses", s.new_bosses, engine::set_of(kBusiness));
  a.optional("refused", s.refused, engine::set_of(kBusiness));
  const bool agenda = a.optional("agenda", s.agenda, engine::course(kSteps, kMaxSteps));
  a.optional("over", s.over, flag());
  a.marks(s.padding);
  if constexpr (A::kReads) {
    if (!a.ok()) return;
    if (!opened) complete_opened(s);
    if (!pile) complete_pile(s);
    if (!agenda) complete_agenda(s);
  } else if (a.derives()) {
    describe_derived(a, s, tavern, brewery);
  }
}

}  // namespace

void Goldbraeu::describe(engine::Out& out, const State& s) { describe_position(out, s); }
void Goldbraeu::describe(engine::In& in, State& s) { describe_position(in, s); }
void Goldbraeu::describe(engine::KeyOut& key, const State& s) { describe_position(key, s); }
void Goldbraeu::describe(engine::TensorOut& out, const State& s) { describe_position(out, s); }

}  // namespace goldbraeu

template <>
[[gnu::flatten]] void engine::describe_quickly<goldbraeu::Goldbraeu>(QuickTensorOut& out,
                                                                     const goldbraeu::State& s) {
  goldbraeu::describe_position(out, s);
}
