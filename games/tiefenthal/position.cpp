// The description of a position: names, forms, and who may see what (docs/describe.md). All is open
// but the answers given while all choose at once.
#include "engine/position.h"

#include <algorithm>
#include <bit>

#include "games/tiefenthal/rules.h"
#include "games/tiefenthal/tiefenthal.h"

namespace tiefenthal {

using namespace engine::forms;  // NOLINT(google-build-using-namespace): it is made for this

namespace {

constexpr Leaf kSeat = engine::seat();
constexpr Leaf kSeats = engine::seats();
constexpr Leaf kCard = word(domain::kCard, "card");
constexpr Leaf kCardOrNone = kCard.or_null(Card::kNone);
constexpr Leaf kStaff = kCard.part(0, kStaffKinds, "card for the staff").scaled(4);
constexpr Leaf kDie = word(domain::kDie, "die");
constexpr Leaf kTile = word(domain::kTile, "tile");
constexpr Leaf kEntertainer = word(domain::kEntertainer, "entertainer");
constexpr Leaf kSide = word(domain::kSide, "side").or_null(Side::kNone);
constexpr Leaf kStartCard = word(domain::kStartCard, "start card");
constexpr Leaf kBonus = word(domain::kBonus, "bonus");
constexpr Leaf kLine = word(domain::kLine, "line of the guest book");
constexpr Leaf kStepsLeft = number(0, 99);
constexpr Leaf kFew = number(0, 99).scaled(4);
constexpr uint8_t kNoCode = 255;
constexpr Leaf kAnswer = word(engine::kFirstVocabulary, "answer").or_null(kNoCode);

constexpr engine::ItemForm kSteps[]{{"pick_start", {&kSeat}},
                                    {"round_begin"},
                                    {"sides", {&kEntertainer}},
                                    {"bonus"},
                                    {"fill"},
                                    {"redraw", {&kSeats}},
                                    {"roll_dice"},
                                    {"pick", {&kSeat}},
                                    {"turn_begin", {&kSeat}},
                                    {"serve", {&kSeat}},
                                    {"place_die", {&kSeat, &kDie}},
                                    {"return", {&kSeat, &kTile}},
                                    {"monastery", {&kSeat, &kStepsLeft}},
                                    {"ban", {&kSeat}},
                                    {"turn_die", {&kSeat}},
                                    {"reroll", {&kSeat}},
                                    {"last_orders"}};
constexpr int kMaxSteps = 4;

// --- answers ---

// The words of all answers, question by question: where those of one begin, and how many there are.
struct Answers {
  int first;
  int count;
};
constexpr Answers kRedrawAnswers{0, 2};
constexpr Answers kSideAnswers{2, 2};
constexpr Answers kBonusAnswers{4, kBonuses};
constexpr Answers kTileAnswers{4 + kBonuses, kTileCount};
constexpr int kNoFlipAnswer = 4 + kBonuses + kTileCount;

Answers answers_now(const State& s) {
  switch (s.agenda.empty() ? Item::kFill : s.agenda.top().item) {
    case Item::kRedraw:
      return kRedrawAnswers;
    case Item::kSides:
      return kSideAnswers;
    case Item::kBonus:
      return s.choice_data().free_upgrade ? kTileAnswers : kBonusAnswers;
    default:
      return {0, 0};
  }
}

uint8_t code_of_answer(const State& s, uint8_t answer) {
  if (answer == kNoAnswer) return kNoCode;
  if (answer == kNoFlip) return kNoFlipAnswer;
  return static_cast<uint8_t>(answers_now(s).first + answer);
}

// The answer to the question asked now that has the same word; kNoAnswer: none has.
uint8_t answer_of_code(const State& s, uint8_t code) {
  const auto& words = s.edition->lexicon[engine::kFirstVocabulary].words;
  const Answers now = answers_now(s);
  if (code == kNoFlipAnswer) return now.first == kTileAnswers.first ? kNoFlip : kNoAnswer;
  for (int i = 0; i < now.count; ++i) {
    if (words[static_cast<size_t>(now.first + i)] == words[code]) return static_cast<uint8_t>(i);
  }
  return kNoAnswer;
}

// An answer is its owner's until all are in; that he has answered all may see.
using Codes = std::array<uint8_t, kMaxPlayers>;
template <class A>
void describe_answers(A& a, const State& s, Codes& codes) {
  if constexpr (!A::kReads) {
    for (size_t i = 0; i < codes.size(); ++i) codes[i] = code_of_answer(s, s.taverns[i].answer);
  }
  a.optional("answers", codes, by_seat(kAnswer).only_some().owners());
}

// --- one tavern ---

// A part of a deck: itself when it is written, room for it when it is read.
template <class A>
auto part_of(std::span<const Card> cards) {
  if constexpr (A::kReads) {
    return engine::SmallVec<Card, kMaxDeck>{};
  } else {
    return cards;
  }
}

template <class A, class T>
void describe_deck(A& a, T& t) {
  engine::SmallVec<Card, kMaxDeck> top;  // the uppermost first
  auto unknown = part_of<A>(t.deck.unknown());
  auto discards = part_of<A>(t.deck.discards());
  if constexpr (!A::kReads) {
    const std::span<const Card> known = t.deck.known_top();
    for (size_t i = known.size(); i > 0; --i) top.push_back(known[i - 1]);
  }
  a.marks(t.deck);
  a.optional("top", top, list(kCard).counted());
  a.optional("draw", unknown, heap(kCard).up_to(kMaxDeck));
  a.optional("discard", discards, heap(kCard).up_to(kMaxDeck));
  if constexpr (A::kReads) {
    if (top.size() + unknown.size() + discards.size() > kMaxDeck)
      a.fail("holds too many cards", "draw");
    if (!a.ok()) return;
    for (Card card : discards) t.deck.discard(card);
    for (Card card : unknown) t.deck.shuffle_in(card);
    while (!top.empty()) t.deck.put_on_top(top.pop_back());
  }
}

// The number of nobles at the noble table may be left out: then it is one.
template <class A, class T>
void describe_tables(A& a, T& t) {
  a.optional("tables", t.tables, list(kCardOrNone));
  const bool nobles = a.optional("nobles", t.nobles, kFew);
  a.optional("served", t.served, set_of(number(1, kMaxTables)));
  if constexpr (A::kReads) {
    if (!nobles) t.nobles = t.tables.contains(Card::kNoble) ? 1 : 0;
    if (t.tables.size() < kMaxTables && t.served >> t.tables.size() != 0)
      a.fail("must hold numbers of tables", "served");
  }
}

template <class A, class T>
void describe_tavern(A& a, T& t, const Edition& e) {
  a.optional("ducats", t.ducats, number(-99, 9999).scaled(20));
  a.optional("beer", t.beer, number(-99, 9999).scaled(20));
  describe_deck(a, t);
  a.optional("staff", t.staff, tally(kStaff, kMaxDeck));
  describe_tables(a, t);
  a.optional("dice", t.dice, heap(kDie));
  a.optional("coaster", t.coaster, heap(number(1, kFaces)));
  a.optional("upgraded", t.upgraded, set_of(kTile));
  a.optional("fresh", t.fresh, set_of(kTile));
  a.optional("monastery", t.monastery, number(0, e.monastery_last));
  a.optional("bar_guests", t.bar_guests, number(0, e.bar_guests));
  a.optional("washed", t.washed, kFew);
  a.optional("bought", t.bought, tally(kStaff, kMaxDeck));
  a.optional("recruited", t.recruited, number(0, e.recruits_per_turn));
  a.optional("noble_recruits", t.noble_recruits, kFew);
  a.optional("cashbox_used", t.cashbox_used, flag());
  a.optional("barrel_used", t.barrel_used, flag());
  a.optional("schnapps", t.schnapps, number(0, e.schnapps));
  a.optional("sides", t.sides, by_word(kEntertainer, kSide).only_some());
  a.optional("entertained", t.entertained, set_of(kEntertainer));
  a.optional("reputation", t.reputation, number(0, e.reputation_last));
  a.optional("host_flipped", t.host_flipped, flag());
  a.optional("signatures", t.signatures, set_of(kLine));
  a.optional("start_card", t.start_card, kStartCard.or_null(kNoStartCard));
  a.marks(t.answer);
  a.marks(t.padding);
  if constexpr (A::kReads) t.answer = kNoAnswer;
}

// --- what the board shows of the rules ---

// The die in hand, and whose; kNone: nobody has one.
Seat hand_of(const State& s, Die& die) {
  if (s.agenda.empty() || s.agenda.top().item != Item::kPlaceDie) return Seat::kNone;
  die = static_cast<Die>(s.agenda.top().b);
  return static_cast<Seat>(s.agenda.top().a);
}

constexpr std::array<std::string_view, 2> kSeasonIds{"summer", "winter"};

// The evenings: which side of the boards is up, how many there are, what may be chosen in each.
template <class A>
void describe_evenings(A& a, const State& s) {
  a.explains(
      "season", [&] { return s.winter() ? 1 : 0; }, word(engine::WordTable(kSeasonIds), "season"));
  using Choices = decltype(RoundData::choices);
  a.explains(
      "round_choices",
      [&] {
        engine::SmallVec<Choices, kMaxRounds> rounds;
        for (int round = 1; round <= s.rounds(); ++round)
          rounds.push_back(s.choice_data(static_cast<size_t>(round)).choices);
        return rounds;
      },
      list(list(kBonus)));
}

// What the modules add, and the space of the host's track that brings something next.
template <class A>
void describe_modules(A& a, const State& s) {
  a.explains(
      "in_play",
      [&] {
        uint32_t parts = 0;
        for (size_t i = 0; i < kPartIds.size(); ++i)
          parts |= in_play(s, static_cast<Part>(i)) ? 1u << i : 0u;
        return parts;
      },
      set_of(word(engine::WordTable(kPartIds), "part")));
  a.explains(
      "next_reputation",
      [&](Seat seat) {
        const Tavern& t = s.at(seat);
        for (int at = t.reputation + 1; t.host_flipped == 0 && at <= s.edition->reputation_last;
             ++at) {
          if (s.edition->reputation[static_cast<size_t>(at)].effect != Effect::kNothing) return at;
        }
        return -1;
      },
      by_seat(number(1, kMaxReputation).or_null(-1)));
}

// The guest book: with how many signatures its next reward comes, and whose are missing.
template <class A>
void describe_book(A& a, const State& s) {
  a.explains(
      "next_signatures",
      [&](Seat seat) {
        for (int count = std::popcount(s.at(seat).signatures) + 1; count <= kLines; ++count) {
          if (s.edition->book[static_cast<size_t>(count)].effect != Effect::kNothing) return count;
        }
        return -1;
      },
      by_seat(number(1, kLines).or_null(-1)));
  a.explains(
      "to_sign", [&](Seat seat) { return ~s.at(seat).signatures & ((1u << kLines) - 1); },
      by_seat(set_of(kLine)));
}

// The draft: whose coasters come to a seat, the next one first, and how often they have moved.
template <class A>
void describe_draft(A& a, const State& s) {
  a.explains(
      "coasters_from",
      [&](Seat seat) {
        engine::SmallVec<Seat, kMaxPlayers> seats;
        for (int n = s.players - 1; n > 0; --n)
          seats.push_back(engine::seat_at((engine::index_of(seat) + n) % s.players));
        return seats;
      },
      by_seat(list(kSeat)));
  a.explains(
      "passes",
      [&] {
        int left = 0;
        for (int i = 0; i < s.players; ++i)
          left = std::max(left, s.at(engine::seat_at(i)).coaster.size());
        return left == 0 ? 0 : s.edition->white_dice - left;
      },
      number(0, kMaxWhite));
}

template <class A>
void describe_explained(A& a, const State& s) {
  describe_evenings(a, s);
  describe_modules(a, s);
  describe_book(a, s);
  describe_draft(a, s);
  const auto by = [&](std::string_view name, int most, auto count) {
    a.explains(name, [&](Seat seat) { return count(s.at(seat)); }, by_seat(number(-most, most)));
  };
  a.explains("points", [&](Seat seat) { return s.points(seat); }, by_seat(number(-9999, 9999)));
  by("dishwashers", 255, [&](const Tavern& t) { return s.dishwashers(t); });
  // What would be lost if the turn ended now.
  by("lost_ducats", 9999, [&](const Tavern& t) { return t.ducats - stored(s, t).ducats; });
  by("lost_beer", 9999, [&](const Tavern& t) { return t.beer - stored(s, t).beer; });
  by("delivery", 255, [&](const Tavern& t) { return s.delivery(t); });
  by("table_count", 255, [&](const Tavern& t) { return std::max(t.tables.size(), s.tables(t)); });
  a.explains(
      "tile_values",
      [&](Seat seat) {
        std::array<uint8_t, kTileCount> values{};
        for (size_t i = 0; i < values.size(); ++i)
          values[i] = static_cast<uint8_t>(s.value(s.at(seat), static_cast<Tile>(i)));
        return values;
      },
      by_seat(by_word(kTile, number(0, 255))));
  // What turning a tile over costs, with none, one, … of the cards given back that make it cheaper.
  using Prices = engine::SmallVec<uint8_t, kMaxDeck + 1>;
  a.explains(
      "upgrade_prices",
      [&](Seat seat) {
        const Tavern& t = s.at(seat);
        std::array<Prices, kTileCount> prices{};
        for (size_t i = 0; i < prices.size(); ++i) {
          const Card card = (*s.edition)[static_cast<Tile>(i)].card;
          const int most = card == Card::kNone ? 0 : t.staff_of(card);
          for (int n = 0; n <= most; ++n)
            prices[i].push_back(static_cast<uint8_t>(upgrade_price(s, static_cast<Tile>(i), n)));
        }
        return prices;
      },
      by_seat(by_word(kTile, list(number(0, 255)))));
  // The dishwashers that the die in hand would take: at each table, on each tile for certain dice;
  // none where there are too few of them.
  const auto takes = [&](Seat seat, int accepts, Die die) {
    const int washers = raise(accepts, die);
    return washers > s.dishwashers(s.at(seat)) ? -1 : washers;
  };
  a.explains(
      "table_raises",
      [&] {
        engine::SmallVec<int8_t, kMaxTables> raises;
        Die die{};
        const Seat seat = hand_of(s, die);
        for (int i = 0; seat != Seat::kNone && i < s.at(seat).tables.size(); ++i) {
          const Card card = s.at(seat).tables[i];
          raises.push_back(static_cast<int8_t>(
              card == Card::kNone ? -1 : takes(seat, 1 << s.data(card).die, die)));
        }
        return raises;
      },
      list(number(0, kFaces).or_null(-1)));
  a.explains(
      "tile_raises",
      [&](int tile) {
        Die die{};
        const int accepts = (*s.edition)[static_cast<Tile>(tile)].accepts;
        const Seat seat = hand_of(s, die);
        return seat == Seat::kNone || accepts == 0 ? -1 : takes(seat, accepts, die);
      },
      by_word(kTile, number(0, kFaces).or_null(-1)).only_some());
}

// --- what may be left out: it is what lies nowhere else ---

int left(const State& s, Card card) {
  int count = s.banned.count(card);
  for (int i = 0; i < s.players; ++i) {
    const Tavern& t = s.at(engine::seat_at(i));
    count += static_cast<int>(std::count(t.deck.begin(), t.deck.end(), card));
    if (is_staff(card)) count += t.staff_of(card);
    count += card == Card::kNoble ? t.nobles : t.tables.count(card);
  }
  return std::max(0, s.edition->copies(card, s.modules(), s.players) - count);
}

void complete_supply(State& s) {
  for (int i = 0; i < s.staff_kinds(); ++i)
    s.supply[static_cast<size_t>(i)] = static_cast<uint8_t>(left(s, card_at(i)));
}

void complete_stack(State& s) {
  const Edition& e = *s.edition;
  for (int i = index(Card::kFirstRegular); i < e.kinds(); ++i) {
    const Card card = card_at(i);
    if (e[card].kind != CardClass::kGuest || card == e.open_pile) continue;
    const auto shown = std::count(s.display.begin(), s.display.end(), card);
    for (int n = left(s, card) - static_cast<int>(shown); n > 0; --n) s.stack.add(card);
  }
}

template <class A, class S>
void describe_position(A& a, S& s) {
  const Edition& e = *s.edition;
  a.head(s.players, s.variants);
  a("round", s.round, number(0, kMaxRounds));
  a("start", s.start, kSeat);
  int copies = 0;
  for (int i = 0; i < kStaffKinds; ++i) copies = std::max<int>(copies, e[card_at(i)].count);
  const Leaf staff = word(engine::WordTable(kStaffIds), "card for the staff");
  const bool supply =
      a.optional("supply", s.supply,
                 by_word(staff, number(0, copies).scaled(8)).every().only_first(s.staff_kinds()));
  const bool nobles = a.optional("nobles", s.nobles, number(0, e[Card::kNoble].count).scaled(10));
  const bool open_pile =
      a.optional("open_pile", s.open_pile, number(0, e[e.open_pile].count).scaled(10));
  a.marks(std::span(s.display).subspan(1));
  a("display", std::span(s.display).subspan(1), engine::row(kCardOrNone, e.display));
  a.optional("fifth_place", s.display[0], kCardOrNone);
  const bool stack = a.optional("stack", s.stack, heap(kCard));
  a("taverns", s.taverns,
    by_seat(engine::object([&](auto& in, auto& t) { describe_tavern(in, t, e); })));
  a.optional("banned", s.banned, heap(kCard));
  a.optional("start_cards", s.start_cards, heap(kStartCard));
  a.optional("rerolled", s.rerolled, heap(kDie));
  Codes codes{};
  describe_answers(a, s, codes);
  a("agenda", s.agenda, engine::course(kSteps, kMaxSteps));
  a.marks(s.padding);
  if constexpr (A::kReads) {
    if (a.ok() && s.round > s.rounds()) a.fail("is after the last", "round");
    for (size_t i = 0; i < codes.size() && a.ok(); ++i) {
      if (codes[i] == kNoCode) continue;
      s.taverns[i].answer = answer_of_code(s, codes[i]);
      if (s.taverns[i].answer == kNoAnswer)
        a.fail("hold what is no answer to the question asked now", "answers");
    }
    if (!a.ok()) return;
    if (!supply) complete_supply(s);
    if (!nobles) s.nobles = static_cast<uint8_t>(left(s, Card::kNoble));
    if (!open_pile) s.open_pile = static_cast<uint8_t>(left(s, e.open_pile));
    if (!stack) complete_stack(s);
  } else if (a.derives()) {
    describe_explained(a, s);
  }
}

}  // namespace

std::vector<engine::WordList> Tiefenthal::vocabularies(const Edition& edition) {
  engine::WordList answers{"answer", {"keep", "redraw"}};
  const auto add = [&](engine::DomainId domain) {
    for (int i = 0; i < domain_size(edition, domain); ++i)
      answers.words.push_back(value_id(edition, domain, i));
  };
  add(domain::kSide);
  add(domain::kBonus);
  add(domain::kTile);
  answers.words.emplace_back("none");
  return {answers};
}

void Tiefenthal::describe(engine::Out& out, const State& s) { describe_position(out, s); }
void Tiefenthal::describe(engine::In& in, State& s) { describe_position(in, s); }
void Tiefenthal::describe(engine::KeyOut& key, const State& s) { describe_position(key, s); }
void Tiefenthal::describe(engine::TensorOut& out, const State& s) { describe_position(out, s); }

}  // namespace tiefenthal

template <>
[[gnu::flatten]] void engine::describe_quickly<tiefenthal::Tiefenthal>(QuickTensorOut& out,
                                                                       const tiefenthal::State& s) {
  tiefenthal::describe_position(out, s);
}
