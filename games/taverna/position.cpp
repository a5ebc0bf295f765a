// A position as JSON: written for a viewer. position_read.cpp is the inverse.
#include "engine/position_io.h"
#include "games/taverna/rules.h"
#include "games/taverna/taverna.h"

namespace taverna {

using engine::JsonWriter;
using engine::Viewer;

const std::array<std::string_view, 10> kStepIds{
    "king_people", "queen_people", "start_deed", "turn",   "main",
    "window",      "target",       "resolve",    "refill", "royal"};
const std::array<std::string_view, 5> kSourceIds{"spell", "favour", "regular", "privilege",
                                                 "puppet"};

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

class Writer {
 public:
  Writer(const State& s, Viewer viewer, JsonWriter& out) : s_(s), viewer_(viewer), out_(out) {}

  void run() {
    out_.begin_object();
    out_.member("game", "taverna");
    out_.member("players", number(s_.players));
    engine::write_options(spec(), s_.options, out_);
    out_.member("start", kColourIds[at(s_.start)]);
    out_.member("active", kColourIds[at(s_.active)]);
    out_.member("round", number(s_.round));
    value("king", domain::kPeople, s_.king);
    value("queen", domain::kPeople, s_.queen);
    write_players();
    write_spells();
    write_favours();
    write_taverns();
    write_customers();
    write_castle();
    write_turn();
    write_claims();
    write_agenda();
    out_.member("over", s_.over != 0);
    if (!viewer_.all) write_supplies();
    out_.end_object();
  }

 private:
  static size_t at(Seat seat) { return static_cast<size_t>(index(seat)); }
  static int number(int value) { return value; }
  std::string id(engine::DomainId domain, int value) const {
    return value_id(*s_.edition, domain, value);
  }
  // Null stands for none.
  template <class T>
  void value(std::string_view key, engine::DomainId domain, T value) {
    out_.key(key);
    index(value) == 255 ? out_.null() : out_.value(id(domain, index(value)));
  }
  template <class Write>
  void per_seat(std::string_view key, Write write) {
    out_.key(key);
    out_.begin_object();
    for (int i = 0; i < s_.players; ++i) {
      out_.key(kColourIds[static_cast<size_t>(i)]);
      write(engine::seat_at(i));
    }
    out_.end_object();
  }
  template <class Write>
  void list(std::string_view key, Write write) {
    out_.key(key);
    out_.begin_array();
    write();
    out_.end_array();
  }
  template <class T, class Bits>
  void set(std::string_view key, engine::DomainId domain, SmallSet<T, Bits> values) {
    list(key, [&] { set_items(domain, values); });
  }
  template <class T, class Bits>
  void set_items(engine::DomainId domain, SmallSet<T, Bits> values) {
    for (int i = 0; i < 16; ++i) {
      if (values.contains(static_cast<T>(i))) out_.value(id(domain, i));
    }
  }

  void write_players() {
    per_seat("coins",
             [&](Seat seat) { sees_coins(seat) ? out_.value(s_.coins_of(seat)) : out_.null(); });
    if (!s_.open_coins() && !viewer_.all) {
      list("empty_purses", [&] {
        for (int i = 0; i < s_.players; ++i) {
          if (s_.coins[static_cast<size_t>(i)] == 0) out_.value(kColourIds[static_cast<size_t>(i)]);
        }
      });
    }
    per_seat("points", [&](Seat seat) { out_.value(number(s_.points[at(seat)])); });
    per_seat("levels", [&](Seat seat) {
      out_.begin_object();
      for (int i = 0; i < kPeoples; ++i)
        out_.member(kPeopleIds[static_cast<size_t>(i)], s_.level_of(seat, people_at(i)));
      out_.end_object();
    });
    per_seat("privileges", [&](Seat seat) { out_.value(number(s_.privileges[at(seat)])); });
    per_seat("orders",
             [&](Seat seat) { out_.value(id(domain::kOrder, index(s_.order[at(seat)]))); });
  }
  bool sees_coins(Seat seat) const { return s_.open_coins() || viewer_.may_see(seat); }

  // A card, and which other seats know that it lies there.
  void write_card(int card) {
    const bool seen = s_.seen_discard.contains(card);
    SeatSet knowers;
    for (int i = 0; i < s_.players; ++i) {
      if (s_.known[static_cast<size_t>(i)].contains(card)) knowers.insert(engine::seat_at(i));
    }
    if (!viewer_.all || (!seen && knowers.empty())) return out_.value(card_id(*s_.edition, card));
    out_.begin_object();
    out_.member("card", card_id(*s_.edition, card));
    if (seen) {
      out_.member("known_by", "all");
    } else {
      list("known_by", [&] {
        for (Seat seat : knowers) out_.value(kColourIds[at(seat)]);
      });
    }
    out_.end_object();
  }
  bool knows(int card) const {
    return viewer_.all || s_.seen_discard.contains(card) ||
           (viewer_.seat != Seat::kNone && State::at(s_.known, viewer_.seat).contains(card));
  }
  void write_spells() {
    per_seat("hands", [&](Seat seat) {
      out_.begin_array();
      for (int card : s_.hand[at(seat)]) {
        if (viewer_.may_see(seat) || knows(card)) write_card(card);
      }
      out_.end_array();
    });
    if (!viewer_.all) per_seat("hand_sizes", [&](Seat seat) { out_.value(s_.hand_size(seat)); });
    per_seat("cast", [&](Seat seat) {
      out_.begin_array();
      for (int card : s_.cast[at(seat)]) out_.value(card_id(*s_.edition, card));
      out_.end_array();
    });
    list("discard", [&] {
      for (int card : s_.discard) {
        if (knows(card)) write_card(card);
      }
    });
    out_.member("curse_gone", s_.curse_gone != 0);
  }

  void write_tiles(const std::array<uint8_t, kFavours>& tiles) {
    out_.begin_array();
    for (int kind = 0; kind < kFavours; ++kind) {
      for (int i = 0; i < tiles[static_cast<size_t>(kind)]; ++i)
        out_.value(id(domain::kFavour, kind));
    }
    out_.end_array();
  }
  void write_favours() {
    per_seat("favours", [&](Seat seat) { write_tiles(s_.face_up[at(seat)]); });
    per_seat("used_favours", [&](Seat seat) { write_tiles(s_.used[at(seat)]); });
    list("display", [&] {
      for (Favour favour : s_.display) out_.value(id(domain::kFavour, index(favour)));
    });
  }

  void write_taverns() {
    out_.key("taverns");
    out_.begin_object();
    for (int t = 0; t < kTaverns; ++t) {
      const auto tavern = static_cast<size_t>(t);
      out_.key(s_.edition->taverns[tavern].id);
      out_.begin_object();
      list("tables", [&] {
        for (int i = 0; i < s_.board(t).tables; ++i) {
          const People people = s_.at_place(place_of(t, i));
          people == People::kNone ? out_.null() : out_.value(id(domain::kPeople, index(people)));
        }
      });
      list("deeds", [&] {
        for (int i = 0; i < s_.board(t).deeds; ++i) {
          const Seat owner = s_.deed[tavern][static_cast<size_t>(i)];
          owner == Seat::kNone ? out_.null() : out_.value(kColourIds[at(owner)]);
        }
      });
      set("guilds", domain::kSymbol, s_.tokens[tavern]);
      out_.member("privilege", s_.privilege_there[tavern] != 0);
      out_.end_object();
    }
    out_.end_object();
    out_.key("dignitaries");
    out_.begin_object();
    for (size_t d = 0; d < kDignitaries; ++d)
      out_.member(kDignitaryIds[d], s_.edition->taverns[s_.dignitary[d]].id);
    out_.end_object();
  }

  void write_customers() {
    list("row", [&] {
      for (int i = 0; i < s_.edition->row; ++i) {
        const Customer customer = s_.row[static_cast<size_t>(i)];
        customer == Customer::kNone ? out_.null()
                                    : out_.value(id(domain::kCustomer, index(customer)));
      }
    });
    per_seat("taken", [&](Seat seat) { write_customers(s_.taken[at(seat)]); });
    out_.key("under");
    out_.begin_array();
    for (const CardSet& cards : s_.under) {
      if (!cards.empty()) write_customers(cards);
    }
    out_.end_array();
  }
  void write_customers(CardSet cards) {
    out_.begin_array();
    for (int card : cards) out_.value(id(domain::kCustomer, card));
    out_.end_array();
  }

  void write_castle() {
    value("blocked", domain::kScoring, s_.blocked);
    out_.key("scored");
    out_.begin_object();
    for (size_t i = 0; i < kScorings; ++i) {
      if (s_.scored_by[i] != Seat::kNone)
        out_.member(kScoringIds[i], kColourIds[at(s_.scored_by[i])]);
    }
    out_.end_object();
    list("royal_order", [&] {
      if (s_.over != 0 || s_.agenda.top().step != Step::kRoyal) return;
      for (int i = 0; i < s_.players; ++i)
        out_.value(kColourIds[at(s_.royal_order[static_cast<size_t>(i)])]);
    });
  }

  void write_turn() {
    out_.key("turn");
    out_.begin_object();
    out_.key("phase");
    s_.phase == Phase::kNone ? out_.null()
                             : out_.value(kPhaseIds[static_cast<size_t>(index(s_.phase)) - 1]);
    value("card", domain::kCustomer, s_.card);
    value("people", domain::kPeople, s_.people);
    value("tavern", domain::kTavern, s_.tavern);
    set("symbols", domain::kSymbol, s_.symbols);
    set("benefits", domain::kSymbol, s_.benefits);
    value("level_track", domain::kPeople, s_.level_track);
    value("closed", domain::kTavern, s_.closed);
    out_.member("any_table", s_.any_table != 0);
    set("activated", domain::kDignitary, s_.activated);
    out_.member("regular_done", s_.regular_done != 0);
    out_.member("privilege_hires", number(s_.privilege_hires));
    out_.member("order_set", s_.order_set != 0);
    per_seat("casts", [&](Seat seat) { out_.value(number(s_.casts[at(seat)])); });
    per_seat("favours", [&](Seat seat) {
      out_.begin_array();
      set_items(domain::kFavour, s_.favours_used[at(seat)]);
      out_.end_array();
    });
    out_.end_object();
  }

  std::string pick_text(const Claim& claim, int i) const {
    const engine::Action action = pick_action(s_, claim, i);
    const engine::VerbSpec& verb = spec().verbs[action.verb];
    std::string text(verb.id);
    for (int n = 0; n < 3 && verb.args[static_cast<size_t>(n)] != engine::kNoArg; ++n) {
      const engine::DomainId domain = verb.args[static_cast<size_t>(n)];
      const int value = action.arg(n);
      text +=
          " " + (domain == engine::kNumber    ? std::to_string(value)
                 : domain == engine::kSeatArg ? std::string(kColourIds[static_cast<size_t>(value)])
                                              : id(domain, value));
    }
    return text;
  }
  void write_claims() {
    out_.key("claims");
    out_.begin_array(false);
    for (const Claim& claim : s_.claims) {
      out_.begin_object();
      out_.member("by", kSourceIds[static_cast<size_t>(claim.source)]);
      out_.member("seat", kColourIds[at(claim.actor)]);
      if (claim.source == Source::kSpell) out_.member("spell", card_id(*s_.edition, claim.what));
      if (claim.source == Source::kFavour) out_.member("favour", id(domain::kFavour, claim.what));
      if (claim.source > Source::kFavour)
        out_.member("dignitary", id(domain::kDignitary, claim.what));
      if (claim.second != 0) out_.member("second_spell", true);
      const bool hidden = hides_picks(s_, claim) && !viewer_.may_see(claim.actor);
      list("picks", [&] {
        for (int i = 0; i < claim.picks.size(); ++i) {
          hidden&& claim.picks[i] != kEnough ? out_.null() : out_.value(pick_text(claim, i));
        }
      });
      out_.end_object();
    }
    out_.end_array();
  }

  void write_agenda() {
    list("agenda", [&] {
      for (const auto& entry : s_.agenda) {
        std::string text(kStepIds[static_cast<size_t>(entry.step)]);
        if (entry.step == Step::kStartDeed) text += " " + std::to_string(entry.a + 1);
        if (entry.step == Step::kRoyal)
          text += " " + std::to_string(entry.a + 1) + " " + std::to_string(entry.b + 1);
        if (entry.step == Step::kWindow) {
          text += " " + std::string(kWindowIds[entry.a]);
          for (Seat seat : SeatSet::from_bits(entry.b))
            text += " " + std::string(kColourIds[at(seat)]);
        }
        out_.value(text);
      }
    });
  }

  // What anybody can count; a position need not say it.
  void write_supplies() {
    out_.key("supply");
    out_.begin_object();
    out_.key("tiles");
    out_.begin_object();
    for (int i = 0; i < kPeoples; ++i)
      out_.member(kPeopleIds[static_cast<size_t>(i)], s_.tiles_left(people_at(i)));
    out_.end_object();
    out_.key("guild_tokens");
    out_.begin_object();
    for (size_t i = 0; i < kGuilds; ++i)
      out_.member(kSymbolIds[i], s_.guild_tokens_left(static_cast<Symbol>(i)));
    out_.end_object();
    out_.member("privileges", s_.privileges_left());
    int favours = 0;
    for (uint8_t tiles : s_.favour_reserve()) favours += tiles;
    out_.member("favours", favours);
    out_.member("spells", s_.spell_pile().size());
    out_.member("discard", s_.discard.size());
    out_.member("customers", s_.customer_deck().size());
    out_.end_object();
  }

  const State& s_;
  Viewer viewer_;
  JsonWriter& out_;
};

}  // namespace

void Taverna::write(const State& s, Viewer viewer, JsonWriter& out) {
  Writer(s, viewer, out).run();
}

}  // namespace taverna
