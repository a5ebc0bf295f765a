// The description of a position: names, forms, and who may see what (docs/describe.md). What can be
// counted may be left out: customers taken are then the first cards that lie nowhere else; claims,
// orders and the turn's details have their usual beginnings.
#include "engine/position.h"

#include <algorithm>

#include "games/taverna/rules.h"
#include "games/taverna/taverna.h"

namespace taverna {

using namespace engine::forms;  // NOLINT(google-build-using-namespace): it is made for this

// The first copy of a spell has its plain id, further ones "#2", "#3".
std::string card_id(const Edition& edition, int card) {
  int copy = 1;
  for (int i = 0; i < card; ++i) {
    if (edition.card_kind[static_cast<size_t>(i)] == edition.card_kind[static_cast<size_t>(card)])
      ++copy;
  }
  const std::string& id = edition.of(card).id;
  return copy == 1 ? id : id + "#" + std::to_string(copy);
}

namespace {

constexpr std::array<std::string_view, 5> kSourceIds{"spell", "favour", "regular", "privilege",
                                                     "puppet"};

constexpr uint8_t kNone = 255;
constexpr Leaf kSeat = engine::seat();
constexpr Leaf kSomeSeats = engine::seats();
constexpr Leaf kPeople = word(domain::kPeople, "people");
constexpr Leaf kPeopleOrNone = kPeople.or_null(People::kNone);
constexpr Leaf kTavern = word(domain::kTavern, "tavern");
constexpr Leaf kCustomer = word(domain::kCustomer, "customer");
constexpr Leaf kSpell = word(domain::kSpell, "spell");
constexpr Leaf kCard = word(engine::kFirstVocabulary, "spell");  // with its copies told apart
constexpr Leaf kFavour = word(domain::kFavour, "favour");
constexpr Leaf kDignitary = word(domain::kDignitary, "dignitary");
constexpr Leaf kSymbol = word(domain::kSymbol, "symbol");
constexpr Leaf kScoring = word(domain::kScoring, "scoring");
constexpr Leaf kOrder = word(domain::kOrder, "standing order");
constexpr Leaf kTable = number(1, kMaxTables);
constexpr Leaf kPurchase = number(1, 2 * kMaxPlayers).stored_from_zero();
constexpr Leaf kRoyalRound = number(1, 2).stored_from_zero();
constexpr Leaf kPlace = number(1, kMaxPlayers).stored_from_zero();
constexpr Leaf kWindow = word(engine::WordTable(kWindowIds), "window");

constexpr engine::ItemForm kSteps[]{{"king_people"},
                                    {"queen_people"},
                                    {"start_deed", {&kPurchase}},
                                    {"first_order", {&kPlace}},
                                    {"turn"},
                                    {"main"},
                                    {"window", {&kWindow, &kSomeSeats}},
                                    {"target"},
                                    {"resolve"},
                                    {"refill"},
                                    {"royal", {&kRoyalRound, &kPlace}}};
constexpr int kMaxSteps = 7;

size_t at(Seat seat) { return static_cast<size_t>(index(seat)); }

// --- spells ---

bool lies_somewhere(const State& s, int card) {
  CardSet all = s.discard;
  for (size_t i = 0; i < s.hand.size(); ++i) all = all | s.hand[i] | s.cast[i];
  return all.contains(card);
}

// Spells in a hand or the discard, and who knows that they are there.
template <class S, class Cards>
struct SpellsAt {
  S* s = nullptr;
  Cards* cards = nullptr;
  Seat seat = Seat::kNone;

  Seat holder() const { return seat; }
  int size() const { return cards == nullptr ? 0 : cards->size(); }
  Held operator[](int i) const {
    CardSet rest = *cards;
    for (; i > 0; --i) rest.erase(*rest.begin());
    Held held{*rest.begin(), {}, s->seen_discard.contains(*rest.begin())};
    for (int n = 0; n < s->players && !held.all; ++n) {
      if (s->known[static_cast<size_t>(n)].contains(held.value))
        held.knowers.insert(engine::seat_at(n));
    }
    return held;
  }
  std::string_view add(const Held& held) {
    if (lies_somewhere(*s, held.value)) return "lies elsewhere too";
    cards->insert(held.value);
    if (held.all) s->seen_discard.insert(held.value);
    for (Seat knower : held.knowers) s->known[at(knower)].insert(held.value);
    return {};
  }
};

template <class A, class S>
void describe_spells(A& a, S& s) {
  engine::Cards cards = engine::cards(kCard, kMaxCards);
  cards.by_all = true;
  using Set = std::remove_reference_t<decltype((s.discard))>;
  a.marks(s.hand);
  a.marks(s.discard);
  a.marks(s.known);
  a.marks(s.seen_discard);
  a.optional(
      "hands", [&](Seat seat) { return SpellsAt<S, Set>{&s, &s.hand[at(seat)], seat}; },
      by_seat(cards));
  a.shows(
      "hand_sizes", [&](Seat seat) { return s.hand_size(seat); },
      by_seat(number(0, kMaxCards).scaled(10)));
  a.optional("cast", s.cast, by_seat(set_of(kCard)));
  SpellsAt<S, Set> discard{&s, &s.discard, Seat::kNone};
  a.optional("discard", discard, cards);
  a.optional("curse_gone", s.curse_gone, flag());
}

// --- players, favours, taverns, customers ---

template <class A, class S>
void describe_players(A& a, S& s) {
  a("coins", s.coins, by_seat(number(0, 5000).scaled(30)).owners(s.open_coins()).every());
  a.shows_when(
      !s.open_coins(), "empty_purses",
      [&] {
        engine::SeatSet empty;
        for (int i = 0; i < s.players; ++i) {
          if (s.coins[static_cast<size_t>(i)] == 0) empty.insert(engine::seat_at(i));
        }
        return empty.bits();
      },
      set_of(kSeat));
  a.optional("points", s.points, by_seat(number(-300, 5000).scaled(50)));
  a.optional("levels", s.level, by_seat(by_word(kPeople, number(0, kTop))));
  a.optional("privileges", s.privileges, by_seat(number(0, 40).scaled(5)));
  Leaf order = kOrder;
  if constexpr (A::kReads) order.missing = static_cast<int>(first_order(s));
  a.optional("orders", s.order, by_seat(order));
  if constexpr (A::kReads) std::fill(s.order.begin() + s.players, s.order.end(), Order{});
}

template <class A, class S>
void describe_favours(A& a, S& s) {
  const auto& copies = s.edition->favour_copies;
  const auto tiles =
      by_seat(tally(kFavour.scaled(2), *std::max_element(copies.begin(), copies.end())));
  a.optional("favours", s.face_up, tiles);
  a.optional("used_favours", s.used, tiles);
  a("display", s.display, list(kFavour));
}

template <class S>
struct TavernAt {
  S* s = nullptr;
  int t = 0;
};

template <class A, class S>
void describe_taverns(A& a, S& s) {
  a(
      "taverns", [&](int t) { return TavernAt<S>{&s, t}; },
      by_word(kTavern, engine::object([](auto& in, auto& tavern) {
                auto& state = *tavern.s;
                const auto t = static_cast<size_t>(tavern.t);
                const TavernSide& side = state.board(tavern.t);
                in.optional("tables", state.table[t],
                            engine::row(kPeopleOrNone, side.tables, kMaxTables));
                in.optional("deeds", state.deed[t],
                            engine::row(engine::seat_or_null(), side.deeds, kMaxDeeds));
                in.optional("guilds", state.tokens[t], set_of(kSymbol));
                in.optional("privilege", state.privilege_there[t], flag());
              }))
          .every());
  a("dignitaries", s.dignitary, by_word(kDignitary, kTavern).every());
}

// As many as turns were taken, the card of this turn among them.
void imagine_taken(State& s) {
  CardSet left = s.customer_deck();
  for (const CardSet& cards : s.under) left = left - cards;
  if (s.card != Customer::kNone) {
    State::at(s.taken, s.active).insert(index(s.card));
    left.erase(index(s.card));
  }
  for (int i = 0; i < s.players; ++i) {
    CardSet& cards = s.taken[static_cast<size_t>(i)];
    for (int wanted = turns_taken(s, engine::seat_at(i)) - cards.size();
         wanted > 0 && !left.empty(); --wanted) {
      const int card = *left.begin();
      left.erase(card);
      cards.insert(card);
    }
  }
}

// Says whether the position names the customers that were taken.
template <class A, class S>
bool describe_customers(A& a, S& s) {
  a("row", s.row, engine::row(kCustomer.or_null(Customer::kNone), s.edition->row));
  const bool taken = a.optional("taken", s.taken, by_seat(set_of(kCustomer)));
  engine::SmallVec<CardSet, kMaxReturns> under;
  if constexpr (!A::kReads) {
    for (const CardSet& cards : s.under) {
      if (!cards.empty()) under.push_back(cards);
    }
  }
  a.marks(s.under);
  a.optional("under", under, list(set_of(kCustomer)));
  if constexpr (A::kReads) {
    for (int i = 0; i < under.size(); ++i) {
      if (under[i].empty()) a.fail("lists a return of no cards", "under");
      s.under[static_cast<size_t>(i)] = under[i];
    }
  }
  return taken;
}

// Says whether the position names the order of the royal scoring.
template <class A, class S>
bool describe_castle(A& a, S& s) {
  a.optional("blocked", s.blocked, kScoring.or_null(Scoring::kNone));
  a.optional("scored", s.scored_by, by_word(kScoring, engine::seat_or_null()).only_some());
  engine::SmallVec<Seat, kMaxPlayers> order;
  if constexpr (!A::kReads) {
    if (s.over == 0 && !s.agenda.empty() && s.agenda.top().item == Item::kRoyal)
      order.assign(s.royal_order.data(), s.players);
  }
  a.marks(s.royal_order);
  a.optional("royal_order", order, list(kSeat));
  if constexpr (A::kReads) {
    if (!order.empty() && order.size() != s.players) a.fail("must list every seat", "royal_order");
    std::copy(order.begin(), order.end(), s.royal_order.begin());
  }
  return !order.empty();
}

// --- the turn, and what is being declared ---

template <class A, class S>
void describe_turn(A& a, S& s) {
  const Leaf tavern = kTavern.or_null(kNoTavern);
  uint8_t phase = s.phase == Phase::kNone ? kNone : static_cast<uint8_t>(index(s.phase) - 1);
  a.marks(s.phase);
  a.optional_group("turn", [&] {
    a.optional("phase", phase, word(engine::WordTable(kPhaseIds), "phase").or_null(kNone));
    a.optional("card", s.card, kCustomer.or_null(Customer::kNone));
    a.optional("people", s.people, kPeopleOrNone);
    a.optional("tavern", s.tavern, tavern);
    a.optional("symbols", s.symbols, set_of(kSymbol));
    a.optional("benefits", s.benefits, set_of(kSymbol));
    a.optional("level_track", s.level_track, kPeopleOrNone);
    a.optional("closed", s.closed, tavern);
    a.optional("any_table", s.any_table, flag());
    a.optional("activated", s.activated, set_of(kDignitary));
    a.optional("regular_done", s.regular_done, flag());
    a.optional("privilege_hires", s.privilege_hires, number(0, 4));
    a.optional("order_set", s.order_set, flag());
    a.optional("casts", s.casts, by_seat(number(0, 2)));
    a.optional("favours", s.favours_used, by_seat(set_of(kFavour)));
  });
  if constexpr (A::kReads) s.phase = phase == kNone ? Phase::kNone : static_cast<Phase>(phase + 1);
}

// The choices there are, in words: "tile bough 2".
std::span<const engine::ItemForm> choice_forms() {
  static const std::vector<engine::ItemForm> forms = [] {
    static constexpr std::array<const Leaf*, 12> kArgs{nullptr,     &kTable,    &kSeat,    &kPeople,
                                                       &kTavern,    &kCustomer, &kSpell,   &kFavour,
                                                       &kDignitary, &kSymbol,   &kScoring, &kOrder};
    static_assert(engine::kNumber == 1 && engine::kSeatArg == 2 && domain::kPeople == 3 &&
                  domain::kOrder == kArgs.size() - 1);
    std::vector<engine::ItemForm> made;
    for (const engine::VerbSpec& verb : spec().verbs) {
      engine::ItemForm& form = made.emplace_back();
      form.id = verb.id;
      for (size_t i = 0; i < 3; ++i) form.args[i] = kArgs[verb.args[i]];
    }
    return made;
  }();
  return forms;
}

struct Pick {
  uint8_t item = kNone;
  uint8_t a = 0;
  uint8_t b = 0;
  uint8_t c = 0;
  bool empty() const { return item == kNone; }
};

// What was chosen with a claim, as the actions it was chosen with; to nets as numbers.
template <class A, class C>
void describe_picks(A& a, C& claim, const State& s) {
  const bool hidden = !A::kReads && hides_picks(s, claim) && !a.viewer().may_see(claim.actor);
  const auto sees = [&](int i) {
    return !hidden || (i < claim.picks.size() && claim.picks[i] == kEnough);
  };
  if constexpr (A::kForNets) {
    static constexpr std::array kKinds{number(0, 255), kSeat};
    const auto kind = [&](int i) {
      return static_cast<Verb>(pick_action(s, claim, i).verb) == Verb::kPlayer ? 1 : 0;
    };
    a.veiled("picks", claim.picks, list(one_of(kKinds[0], kKinds, kind)), sees);
  } else {
    engine::SmallVec<Pick, 8> picks;
    if constexpr (!A::kReads) {
      for (int i = 0; i < claim.picks.size(); ++i) {
        const engine::Action action = pick_action(s, claim, i);
        picks.push_back({action.verb, action.a, action.b, action.c});
      }
    }
    const auto choice =
        engine::phrase(word(engine::WordTable(choice_forms()), "choice"), choice_forms());
    a.veiled("picks", picks, list(choice), sees);
    if constexpr (A::kReads) {
      for (const Pick& pick : picks) {
        if (pick.empty()) return a.fail("must hold choices", "picks");
        claim.picks.push_back(pick_of({pick.item, pick.a, pick.b, pick.c}));
      }
    }
  }
}

template <class A, class S>
void describe_claims(A& a, S& s) {
  a.optional("claims", s.claims,
             list(engine::object([&](auto& in, auto& claim) {
               in("by", claim.source, word(engine::WordTable(kSourceIds), "source"));
               in("seat", claim.actor, kSeat);
               in.when(claim.source == Source::kSpell, "spell", claim.what, kCard);
               in.when(claim.source == Source::kFavour, "favour", claim.what, kFavour);
               in.when(claim.source > Source::kFavour, "dignitary", claim.what, kDignitary);
               in.if_any("second_spell", claim.second, flag().or_null(0));
               describe_picks(in, claim, s);
               const auto hires = [&] {
                 return claim.source > Source::kFavour &&
                        (!hides_picks(s, claim) || in.viewer().may_see(claim.actor));
               };
               in.explains(
                   "price", [&] { return hires() ? purchase_price(s, claim) : 0; }, number(0, 999));
               in.explains(
                   "next_price", [&] { return hires() ? next_purchase_price(s, claim) : -1; },
                   number(0, 999).or_null(-1));
             })).on_lines());
}

// What anybody can count; a position need not say it.
template <class A>
void describe_supplies(A& a, const State& s) {
  a.shows_group("supply", [&] {
    a.shows(
        "tiles", [&](int i) { return s.tiles_left(people_at(i)); },
        by_word(kPeople, number(0, 99).scaled(9)));
    a.shows(
        "guild_tokens", [&](int i) { return s.guild_tokens_left(static_cast<Symbol>(i)); },
        by_word(kSymbol.part(0, kGuilds, "guild"), number(0, 99).scaled(5)));
    a.shows("privileges", [&] { return s.privileges_left(); }, number(0, 99).scaled(15));
    a.shows(
        "favours",
        [&] {
          int favours = 0;
          for (uint8_t tiles : s.favour_reserve()) favours += tiles;
          return favours;
        },
        number(0, 999).scaled(20));
    a.shows("spells", [&] { return s.spell_pile().size(); }, number(0, kMaxCards));
    a.shows("discard", [&] { return s.discard.size(); }, number(0, kMaxCards));
    a.shows("customers", [&] { return s.customer_deck().size(); }, number(0, kMaxCards));
  });
}

// What the board shows of the rules.
template <class A>
void describe_explained(A& a, const State& s) {
  a.explains(
      "deed_prices",
      [&](int t) {
        engine::SmallVec<int16_t, kMaxDeeds> prices;
        for (int i = 0; i < s.board(t).deeds; ++i)
          prices.push_back(static_cast<int16_t>(deed_price(s, t, i)));
        return prices;
      },
      by_word(kTavern, list(number(0, 999))));
  a.explains(
      "rises",
      [&](int t) {
        uint32_t tables = 0;
        for (int i = 0; i < s.board(t).tables && s.phase == Phase::kPicked; ++i) {
          const Place place = place_of(t, i);
          if (s.at_place(place) == People::kNone && brings_level(s, place)) tables |= 1u << i;
        }
        return tables;
      },
      by_word(kTavern, set_of(kTable)));
  a.explains("symbols", [&](int t) { return s.symbols_in(t); }, by_word(kTavern, set_of(kSymbol)));
  // The symbols of the customer on the way that would find their like.
  a.explains(
      "matches", [&](int t) { return s.phase == Phase::kPicked ? matching(s, t) : Symbols{}; },
      by_word(kTavern, set_of(kSymbol)));
  a.explains("reacts", [&] { return s.mode() != ReactionMode::kOff; }, flag());
  // A purse is its owner's secret, and so is what follows from it.
  const auto royal = [&](std::string_view name, auto figure) {
    a.explains(
        name,
        [&](Seat seat) {
          std::array<int16_t, kScorings> figures{};
          for (size_t i = 0; i < figures.size(); ++i) {
            const auto scoring = static_cast<Scoring>(i);
            const bool seen =
                scoring != Scoring::kMasterOfCoins || s.open_coins() || a.viewer().may_see(seat);
            figures[i] = static_cast<int16_t>(seen ? figure(s, seat, scoring) : -1);
          }
          return figures;
        },
        by_seat(by_word(kScoring, number(0, 999).or_null(-1))));
  };
  royal("royal_counts", scoring_count);
  royal("royal_worth", scoring_points);
  a.explains(
      "royal_orders",
      [&](int people) {
        engine::SmallVec<Seat, kMaxPlayers> seats;
        seats.assign(royal_order(s, people_at(people)).data(), s.players);
        return seats;
      },
      by_word(kPeople, list(kSeat)));
}

// The window at the top asks the seat whose turn it is there: that follows from all the rest.
void complete_window(State& s) {
  if (s.over != 0 || broken_but_window(s) >= 0) return;
  auto& top = s.agenda.top();
  if (top.item != Item::kWindow) return;
  const Seat asked = next_in_window(s, static_cast<Window>(top.a), SeatSet::from_bits(top.b));
  if (asked != Seat::kNone) top.c = static_cast<uint8_t>(asked);
}

template <class A, class S>
void describe_position(A& a, S& s) {
  a.head(s.players, s.variants);
  a("start", s.start, kSeat);
  a("active", s.active, kSeat);
  a("round", s.round, number(0, 12));
  a.optional("king", s.king, kPeopleOrNone);
  a.optional("queen", s.queen, kPeopleOrNone);
  describe_players(a, s);
  describe_spells(a, s);
  describe_favours(a, s);
  describe_taverns(a, s);
  const bool taken = describe_customers(a, s);
  const bool royal = describe_castle(a, s);
  describe_turn(a, s);
  describe_claims(a, s);
  a("agenda", s.agenda, engine::course(kSteps, kMaxSteps));
  a.optional("over", s.over, flag());
  a.marks(s.padding);
  if constexpr (A::kReads) {
    if (!a.ok()) return;
    if (royal != (!s.agenda.empty() && s.agenda.top().item == Item::kRoyal))
      return a.fail("must be there in the royal scoring, and only there", "royal_order");
    if (!taken) imagine_taken(s);
    complete_window(s);
  } else if (a.derives()) {
    describe_supplies(a, s);
    describe_explained(a, s);
  }
}

}  // namespace

std::vector<engine::WordList> Taverna::vocabularies(const Edition& edition) {
  engine::WordList cards{"spell_card", {}};
  for (size_t i = 0; i < edition.card_kind.size(); ++i)
    cards.words.push_back(card_id(edition, static_cast<int>(i)));
  return {cards};
}

void Taverna::describe(engine::Out& out, const State& s) { describe_position(out, s); }
void Taverna::describe(engine::In& in, State& s) { describe_position(in, s); }
void Taverna::describe(engine::KeyOut& key, const State& s) { describe_position(key, s); }
void Taverna::describe(engine::TensorOut& out, const State& s) { describe_position(out, s); }

}  // namespace taverna

template <>
[[gnu::flatten]] void engine::describe_quickly<taverna::Taverna>(QuickTensorOut& out,
                                                                 const taverna::State& s) {
  taverna::describe_position(out, s);
}
