// The description of a position: names, forms, and who may see what (docs/describe.md). All that is
// written, read and observed of it follows from here.
#include "engine/position.h"

#include <algorithm>

#include "engine/named.h"
#include "games/koenig/koenig.h"
#include "games/koenig/rules.h"

namespace koenig {

using namespace engine::forms;  // NOLINT(google-build-using-namespace): it is made for this

namespace {

constexpr Leaf kCard = word(domain::kCard, "card");
constexpr Leaf kCardOrNone = kCard.or_null(Card::kNone);
constexpr Leaf kHero = word(domain::kHero, "hero").of_seats(2);
constexpr Leaf kType = word(domain::kType, "type").or_null(Type::kNone);
constexpr Leaf kSeat = engine::seat();
constexpr Leaf kBallot = word(domain::kBallot, "vote").or_null(Ballot::kNotCast);

constexpr Leaf kPickNumber = number(0, 255);
constexpr auto kPickForms = engine::table<PickKind, Leaf, 1>({
    {PickKind::kNumber, kPickNumber},
    {PickKind::kPlace, number(1, kMaxHeroes).called("place")},
    {PickKind::kSeat, kSeat},
    {PickKind::kHero, kHero.or_null(kNoPick)},
    {PickKind::kType, word(domain::kType, "type")},
    {PickKind::kWay, number(0, 2).called("choice")},
});

constexpr engine::ItemForm kSteps[]{{"return_hero"},
                                    {"choose_card"},
                                    {"ask", {&engine::kPromptLeaf, &kSeat}},
                                    {"vote", {&engine::kPromptLeaf}},
                                    {"finish_card"},
                                    {"toast_choice"},
                                    {"draw"},
                                    {"turn_end"}};
constexpr int kMaxSteps = 6;

// One hand, with who knows which of its cards.
template <class S>
struct HandOf {
  S* s = nullptr;
  Seat seat{};

  Seat holder() const { return seat; }
  int size() const { return s == nullptr ? 0 : s->hands.size(seat); }
  Held operator[](int i) const {
    const HandCard& held = std::as_const(*s).hands.of(seat)[static_cast<size_t>(i)];
    return {index(held.card), engine::SeatSet::from_bits(held.known_by)};
  }
  std::string_view add(const Held& held) {
    if (s->hands.total() >= kMaxCards) return "is one card more than there are";
    s->hands.add(seat, static_cast<Card>(held.value), held.knowers.bits());
    return {};
  }
};

// The bank may be left out: it is what the players don't have.
void complete_bank(State& s) {
  int total = 0;
  for (int wealth : s.wealth) total += wealth;
  s.bank = static_cast<int16_t>(std::max(-20000, s.edition->silver_in_box - total));
}

// The pile may be left out: it is what lies nowhere else.
void complete_pile(State& s) {
  for (size_t i = 0; i < s.edition->cards.size(); ++i) {
    const auto kind = static_cast<Card>(i);
    for (int left = copies_in_game(s, kind) - copies_elsewhere(s, kind); left > 0; --left)
      s.pile.add(kind);
  }
}

template <class A, class S>
void describe_position(A& a, S& s) {
  a.head(s.players, s.variants);
  a("turn", s.turn, number(1, 30000).scaled(60));
  a("start", s.start, kSeat);
  a("active", s.active, kSeat);
  a("line", s.line, list(kHero));
  a.for_nets("types", kHero, kType, [&](int hero) { return s.type(static_cast<Hero>(hero)); });
  a("draco_hand", s.draco_hand, word(domain::kHand, "hand"));
  a("cup", s.cup, engine::seat_or("centre"));
  a.optional("cup_received", s.cup_received, flag());
  a.optional("cellar", s.cellar, kCardOrNone);
  a("sarah_owner", s.sarah_owner, engine::seat_or("nobody"));
  a.optional("away", s.away, by_seat(kHero.or_null(Hero::kNone)).only_some());
  const bool bank = a.optional("bank", s.bank, number(-20000, 20000).scaled(100));
  a("wealth", s.wealth, by_seat(number(0, 10000).scaled(30)));
  a.marks(s.hands);
  a(
      "hands", [&](Seat seat) { return HandOf<S>{&s, seat}; },
      by_seat(engine::cards(kCard, kMaxCards)));
  a.shows(
      "hand_sizes", [&](Seat seat) { return s.hands.size(seat); },
      by_seat(number(0, kMaxCards).scaled(10)));
  const bool pile = a.face_down("pile", "pile_size", s.pile, heap(kCard));
  a.face_down("removed", "removed_size", s.removed, heap(kCard));
  a("discards", s.discards, list(kCard).counted());  // R46: all cards there were seen
  a("recycled", s.recycled, heap(kCard));
  a.optional("exhaustions", s.exhaustions, number(0, 2));
  a.optional("final_turn", s.final_turn, number(0, 30000).scaled(60));
  a.optional("enthusiasm", s.enthusiasm, flag());
  a.optional("in_play", s.in_play, kCardOrNone);
  const auto kind = [&](int i) { return static_cast<int>(kind_of_pick(s, i)) - 1; };
  a.veiled("picks", s.picks, list(one_of(kPickNumber, kPickForms, kind)), [&](int i) {
    return i < 2 || i > 4 || a.viewer().may_see(s.active) || !hides_monte(s);
  });
  // A vote is its owner's until all are in; that he has voted all may see.
  a.optional("ballots", s.ballots,
             by_seat(kBallot).only_some().owners(s.variant(Variant::kVoteMode) != 0));
  a("agenda", s.agenda, engine::course(kSteps, kMaxSteps));
  a.optional("over", s.over, flag());
  a.explains(
      "toast",
      [&] {
        engine::SmallVec<int8_t, kMaxHeroes> amounts;
        for (int place = 1; place <= s.H(); ++place)
          amounts.push_back(static_cast<int8_t>(toast_amount(s, schedule(s), place)));
        return amounts;
      },
      list(number(-99, 99)));
  a.explains("toast_gains", [&] { return toast_gains(s); }, by_seat(number(-999, 999)));
  a.explains("gold", [&] { return gold_coins(s); }, by_seat(number(0, 200)));
  a.explains(
      "silver",
      [&](Seat seat) {
        return s.money(seat) -
               gold_coins(s)[static_cast<size_t>(engine::index_of(seat))] * s.gold();
      },
      by_seat(number(0, 10000)));
  a.explains("richest", [&] { return s.richest(); }, engine::seat_or_null());
  if constexpr (A::kReads) {
    if (!a.ok()) return;
    if (s.final_turn > s.turn) a.fail("lies in the future", "final_turn");
    if (!bank) complete_bank(s);
    if (!pile) complete_pile(s);
  }
}

}  // namespace

int copies_elsewhere(const State& s, Card card) {
  int count = s.discards.count(card) + s.removed.count(card);
  for (int i = 0; i < s.players; ++i) {
    for (const HandCard& held : s.hands.of(engine::seat_at(i))) count += held.card == card ? 1 : 0;
  }
  count += s.cellar == card ? 1 : 0;
  // A cellar card that was just laid is beside Draco already while it is in play.
  count += s.in_play == card && s.cellar != card ? 1 : 0;
  return count;
}

void Koenig::describe(engine::Out& out, const State& s) { describe_position(out, s); }
void Koenig::describe(engine::In& in, State& s) { describe_position(in, s); }
void Koenig::describe(engine::KeyOut& key, const State& s) { describe_position(key, s); }
void Koenig::describe(engine::TensorOut& out, const State& s) { describe_position(out, s); }

}  // namespace koenig

template <>
[[gnu::flatten]] void engine::describe_quickly<koenig::Koenig>(QuickTensorOut& out,
                                                               const koenig::State& s) {
  koenig::describe_position(out, s);
}
