// Reading a position. What can be counted may be left out: customers taken are then the first cards
// that lie nowhere else; claims, orders and the turn's details have their usual beginnings.
#include "engine/position_io.h"
#include "games/taverna/rules.h"
#include "games/taverna/taverna.h"

namespace taverna {

using engine::Error;
using engine::ErrorCode;
using engine::FieldReader;
using engine::Json;

namespace {

class Reader {
 public:
  Reader(const Json& json, const Edition& edition, State& s)
      : in_(json, "", error_, ErrorCode::kPosition), e_(edition), s_(s) {}

  Error run() {
    s_ = State{};
    s_.edition = &e_;
    if (in_.string("game") != "taverna") in_.fail("game", "must be 'taverna'");
    s_.players = static_cast<uint8_t>(in_.integer("players", spec().min_seats, spec().max_seats));
    engine::read_options(spec(), in_, s_.options);
    s_.start = engine::read_seat(spec(), s_.players, in_, "start", "");
    s_.active = engine::read_seat(spec(), s_.players, in_, "active", "");
    s_.round = static_cast<uint8_t>(in_.integer("round", 0, 12));
    s_.over = in_.boolean_or("over", false) ? 1 : 0;
    s_.king = value<People>(in_, "king", domain::kPeople, "people");
    s_.queen = value<People>(in_, "queen", domain::kPeople, "people");
    if (!error_) read_players();
    if (!error_) read_spells();
    if (!error_) read_favours();
    if (!error_) read_taverns();
    if (!error_) read_turn();
    if (!error_) read_castle();
    if (!error_) read_claims();
    if (!error_) read_agenda();
    if (!error_) read_customers();
    in_.finish();
    return error_;
  }

 private:
  // --- pieces ---
  int named(FieldReader& in, std::string_view key, engine::DomainId domain, const Json& json,
            std::string_view what) {
    return engine::value_named(e_, domain, domain_size(e_, domain), value_id, in, key, json.text,
                               what);
  }
  // Null and a field left out stand for none.
  template <class T>
  T value(FieldReader& in, std::string_view key, engine::DomainId domain, std::string_view what) {
    if (!in.has(key)) return static_cast<T>(255);
    const Json& json = in.any(key);
    if (json.kind == Json::Kind::kNull) return static_cast<T>(255);
    return static_cast<T>(named(in, key, domain, json, what));
  }
  template <class Set>
  Set set(FieldReader& in, std::string_view key, engine::DomainId domain, const Json& list,
          std::string_view what) {
    Set values;
    for (const Json& item : list.items) {
      const int read = named(in, key, domain, item, what);
      if (!in.ok()) return values;
      using Item = std::decay_t<decltype(item_of(values))>;
      if (values.contains(static_cast<Item>(read))) in.fail(key, "names something twice");
      values.insert(static_cast<Item>(read));
    }
    return values;
  }
  template <class T, class Bits>
  static T item_of(SmallSet<T, Bits>);

  Seat seat(FieldReader& in, std::string_view key, std::string_view id) {
    return engine::seat_named(spec(), s_.players, in, key, id);
  }
  template <class Read>
  void per_seat(FieldReader& in, std::string_view key, Read read) {
    for (const auto& [id, json] : in.object_or_empty(key).members) {
      const Seat owner = seat(in, key, id);
      if (!in.ok()) return;
      read(owner, json);
      if (!in.ok()) return;
    }
  }
  int number(FieldReader& in, std::string_view key, const Json& json, int low, int high) {
    if (json.is_integer() && json.integer >= low && json.integer <= high)
      return static_cast<int>(json.integer);
    in.fail(key,
            "must be whole numbers from " + std::to_string(low) + " to " + std::to_string(high));
    return 0;
  }
  void expect_list(FieldReader& in, std::string_view key, const Json& json) {
    if (!json.is_array()) in.fail(key, "must hold a list for each");
  }

  void read_players() {
    if (in_.object("coins").members.size() != s_.players)
      in_.fail("coins", "must be there for each seat");
    per_seat(in_, "coins", [&](Seat owner, const Json& json) {
      State::at(s_.coins, owner) = static_cast<int16_t>(number(in_, "coins", json, 0, 5000));
    });
    per_seat(in_, "points", [&](Seat owner, const Json& json) {
      State::at(s_.points, owner) = static_cast<int16_t>(number(in_, "points", json, -300, 5000));
    });
    per_seat(in_, "levels", [&](Seat owner, const Json& json) {
      FieldReader track(json,
                        "levels." + std::string(kColourIds[static_cast<size_t>(index(owner))]),
                        error_, ErrorCode::kPosition);
      for (size_t i = 0; i < kPeoples; ++i) {
        State::at(s_.level, owner)[i] =
            static_cast<uint8_t>(track.integer_or(kPeopleIds[i], 0, kTop, 0));
      }
      track.finish();
    });
    per_seat(in_, "privileges", [&](Seat owner, const Json& json) {
      State::at(s_.privileges, owner) =
          static_cast<uint8_t>(number(in_, "privileges", json, 0, 40));
    });
    for (size_t i = 0; i < s_.players; ++i) s_.order[i] = first_order(s_);
    per_seat(in_, "orders", [&](Seat owner, const Json& json) {
      State::at(s_.order, owner) =
          static_cast<Order>(named(in_, "orders", domain::kOrder, json, "standing order"));
    });
  }

  // --- spells ---
  int card(std::string_view key, std::string_view id) {
    for (size_t i = 0; i < e_.card_kind.size(); ++i) {
      if (card_id(e_, static_cast<int>(i)) == id) return static_cast<int>(i);
    }
    in_.fail(key, "names '" + std::string(id) + "', which is no spell");
    return 0;
  }
  void read_known_by(std::string_view key, const Json& json, int card) {
    if (json.text == "all") return s_.seen_discard.insert(card);
    if (!json.is_array()) return in_.fail(key, "must have 'known_by' as 'all' or a list of seats");
    for (const Json& knower : json.items) {
      const Seat who = seat(in_, key, knower.text);
      if (!in_.ok()) return;
      State::at(s_.known, who).insert(card);
    }
  }
  void read_cards(std::string_view key, const Json& list, CardSet& cards) {
    if (!list.is_array()) return in_.fail(key, "must hold a list of spells for each seat");
    for (const Json& item : list.items) {
      const Json* name = item.is_object() ? item.find("card") : &item;
      const Json* known_by = item.is_object() ? item.find("known_by") : nullptr;
      const bool whole = known_by != nullptr && item.members.size() == 2;
      if (name == nullptr || (item.is_object() && !whole))
        return in_.fail(key, "must hold spells, or objects of 'card' and 'known_by'");
      const int read = card(key, name->text);
      if (!in_.ok()) return;
      if (used_.contains(read))
        return in_.fail(key, "holds '" + name->text + "', which lies elsewhere too");
      used_.insert(read);
      cards.insert(read);
      if (known_by != nullptr) read_known_by(key, *known_by, read);
      if (!in_.ok()) return;
    }
  }
  void read_spells() {
    per_seat(in_, "hands", [&](Seat owner, const Json& json) {
      read_cards("hands", json, State::at(s_.hand, owner));
    });
    per_seat(in_, "cast", [&](Seat owner, const Json& json) {
      read_cards("cast", json, State::at(s_.cast, owner));
    });
    if (!error_) read_cards("discard", in_.array_or_empty("discard"), s_.discard);
    s_.curse_gone = in_.boolean_or("curse_gone", false) ? 1 : 0;
  }

  // --- favours, taverns, customers ---
  void read_tiles(std::string_view key, const Json& list, std::array<uint8_t, kFavours>& tiles) {
    expect_list(in_, key, list);
    for (const Json& item : list.items) {
      const int kind = named(in_, key, domain::kFavour, item, "favour");
      if (!in_.ok()) return;
      if (++tiles[static_cast<size_t>(kind)] > e_.favour_copies[static_cast<size_t>(kind)])
        return in_.fail(key, "hold more of a kind than there are");
    }
  }
  void read_favours() {
    per_seat(in_, "favours", [&](Seat owner, const Json& json) {
      read_tiles("favours", json, State::at(s_.face_up, owner));
    });
    per_seat(in_, "used_favours", [&](Seat owner, const Json& json) {
      read_tiles("used_favours", json, State::at(s_.used, owner));
    });
    for (const Json& item : in_.array("display").items) {
      if (s_.display.full()) return in_.fail("display", "lists more favours than fit");
      s_.display.push_back(
          static_cast<Favour>(named(in_, "display", domain::kFavour, item, "favour")));
      if (!in_.ok()) return;
    }
  }

  void read_tavern(FieldReader& in, int t) {
    const TavernSide& side = s_.board(t);
    auto& tables = s_.table[static_cast<size_t>(t)];
    auto& deeds = s_.deed[static_cast<size_t>(t)];
    const Json& seated = in.array_or_empty("tables");
    if (!seated.items.empty() && seated.items.size() != side.tables)
      in.fail("tables", "must list " + std::to_string(side.tables) + " tables");
    for (size_t i = 0; i < seated.items.size() && in.ok(); ++i) {
      if (seated.items[i].kind == Json::Kind::kNull) continue;
      tables[i] =
          static_cast<People>(named(in, "tables", domain::kPeople, seated.items[i], "people"));
    }
    const Json& owners = in.array_or_empty("deeds");
    if (!owners.items.empty() && owners.items.size() != side.deeds)
      in.fail("deeds", "must list " + std::to_string(side.deeds) + " deeds");
    for (size_t i = 0; i < owners.items.size() && in.ok(); ++i) {
      if (owners.items[i].kind == Json::Kind::kNull) continue;
      deeds[i] = seat(in, "deeds", owners.items[i].text);
    }
    s_.tokens[static_cast<size_t>(t)] =
        set<Symbols>(in, "guilds", domain::kSymbol, in.array_or_empty("guilds"), "symbol");
    s_.privilege_there[static_cast<size_t>(t)] = in.boolean_or("privilege", false) ? 1 : 0;
    in.finish();
  }
  void read_taverns() {
    for (auto& tables : s_.table) tables.fill(People::kNone);
    for (auto& deeds : s_.deed) deeds.fill(Seat::kNone);
    FieldReader taverns(in_.object("taverns"), "taverns", error_, ErrorCode::kPosition);
    for (int t = 0; t < kTaverns && !error_; ++t) {
      const std::string& id = e_.taverns[static_cast<size_t>(t)].id;
      FieldReader in(taverns.object(id), "taverns." + id, error_, ErrorCode::kPosition);
      read_tavern(in, t);
    }
    taverns.finish();
    FieldReader dignitaries(in_.object("dignitaries"), "dignitaries", error_, ErrorCode::kPosition);
    for (size_t d = 0; d < kDignitaries && !error_; ++d) {
      s_.dignitary[d] = static_cast<uint8_t>(named(dignitaries, kDignitaryIds[d], domain::kTavern,
                                                   dignitaries.any(kDignitaryIds[d]), "tavern"));
    }
    dignitaries.finish();
  }

  void read_customer_set(std::string_view key, const Json& list, CardSet& cards) {
    expect_list(in_, key, list);
    for (const Json& item : list.items) {
      const int customer = named(in_, key, domain::kCustomer, item, "customer");
      if (!in_.ok()) return;
      if (customers_.contains(customer))
        return in_.fail(key, "names '" + item.text + "', which lies elsewhere too");
      customers_.insert(customer);
      cards.insert(customer);
    }
  }
  void read_customers() {
    s_.row.fill(Customer::kNone);
    const Json& row = in_.array("row");
    if (in_.ok() && row.items.size() != static_cast<size_t>(e_.row))
      in_.fail("row", "must list " + std::to_string(e_.row) + " places");
    for (size_t i = 0; i < row.items.size() && in_.ok(); ++i) {
      if (row.items[i].kind == Json::Kind::kNull) continue;
      const int customer = named(in_, "row", domain::kCustomer, row.items[i], "customer");
      if (in_.ok() && customers_.contains(customer)) in_.fail("row", "shows a card twice");
      customers_.insert(customer);
      s_.row[i] = static_cast<Customer>(customer);
    }
    const bool named_all = in_.has("taken");
    per_seat(in_, "taken", [&](Seat owner, const Json& json) {
      read_customer_set("taken", json, State::at(s_.taken, owner));
    });
    size_t group = 0;
    for (const Json& item : in_.array_or_empty("under").items) {
      if (group == s_.under.size()) return in_.fail("under", "lists more than 4 returns");
      read_customer_set("under", item, s_.under[group]);
      if (!in_.ok()) return;
      if (s_.under[group++].empty()) return in_.fail("under", "lists a return of no cards");
    }
    if (!named_all && in_.ok()) imagine_taken();
  }
  // As many as turns were taken, the card of this turn among them.
  void imagine_taken() {
    CardSet left = s_.customer_deck();
    for (const CardSet& cards : s_.under) left = left - cards;
    if (s_.card != Customer::kNone) {
      State::at(s_.taken, s_.active).insert(index(s_.card));
      left.erase(index(s_.card));
    }
    for (int i = 0; i < s_.players; ++i) {
      CardSet& cards = s_.taken[static_cast<size_t>(i)];
      for (int wanted = turns_taken(s_, engine::seat_at(i)) - cards.size();
           wanted > 0 && !left.empty(); --wanted) {
        const int card = *left.begin();
        left.erase(card);
        cards.insert(card);
      }
    }
  }

  // --- the castle, the turn ---
  void read_castle() {
    s_.blocked = value<Scoring>(in_, "blocked", domain::kScoring, "scoring");
    s_.scored_by.fill(Seat::kNone);
    FieldReader scored(in_.object_or_empty("scored"), "scored", error_, ErrorCode::kPosition);
    for (size_t i = 0; i < kScorings && !error_; ++i) {
      if (scored.has(kScoringIds[i]))
        s_.scored_by[i] = seat(scored, kScoringIds[i], scored.string(kScoringIds[i]));
    }
    if (in_.has("scored")) scored.finish();
    size_t place = 0;
    for (const Json& item : in_.array_or_empty("royal_order").items) {
      if (place == s_.players) return in_.fail("royal_order", "lists more seats than there are");
      s_.royal_order[place++] = seat(in_, "royal_order", item.text);
      if (!in_.ok()) return;
    }
    if (place != 0 && place != s_.players) in_.fail("royal_order", "must list every seat");
    royal_order_given_ = place != 0;
  }

  void read_turn() {
    const Json& json = in_.object_or_empty("turn");
    static const Json kEmpty = Json::object();
    FieldReader in(json.is_object() ? json : kEmpty, "turn", error_, ErrorCode::kPosition);
    if (in.has("phase") && in.any("phase").kind != Json::Kind::kNull) {
      const std::string_view id = in.string("phase");
      for (size_t i = 0; i < kPhaseIds.size(); ++i) {
        if (kPhaseIds[i] == id) s_.phase = static_cast<Phase>(i + 1);
      }
      if (in.ok() && s_.phase == Phase::kNone) in.fail("phase", "must be pre, picked or post");
    }
    in.ignore("phase");
    s_.card = value<Customer>(in, "card", domain::kCustomer, "customer");
    s_.people = value<People>(in, "people", domain::kPeople, "people");
    s_.tavern = value<uint8_t>(in, "tavern", domain::kTavern, "tavern");
    s_.symbols =
        set<Symbols>(in, "symbols", domain::kSymbol, in.array_or_empty("symbols"), "symbol");
    s_.benefits =
        set<Symbols>(in, "benefits", domain::kSymbol, in.array_or_empty("benefits"), "symbol");
    s_.level_track = value<People>(in, "level_track", domain::kPeople, "people");
    s_.closed = value<uint8_t>(in, "closed", domain::kTavern, "tavern");
    s_.any_table = in.boolean_or("any_table", false) ? 1 : 0;
    s_.activated = set<Dignitaries>(in, "activated", domain::kDignitary,
                                    in.array_or_empty("activated"), "dignitary");
    s_.regular_done = in.boolean_or("regular_done", false) ? 1 : 0;
    s_.privilege_hires = static_cast<uint8_t>(in.integer_or("privilege_hires", 0, 4, 0));
    s_.order_set = in.boolean_or("order_set", false) ? 1 : 0;
    per_seat(in, "casts", [&](Seat owner, const Json& casts) {
      State::at(s_.casts, owner) = static_cast<uint8_t>(number(in, "casts", casts, 0, 2));
    });
    per_seat(in, "favours", [&](Seat owner, const Json& list) {
      expect_list(in, "favours", list);
      State::at(s_.favours_used, owner) =
          set<Favours>(in, "favours", domain::kFavour, list, "favour");
    });
    in.finish();
  }

  // --- what is being declared, and the course of play ---
  // "tile bough 2", as in an action.
  uint8_t pick(FieldReader& in, const Json& json) {
    const std::vector<std::string_view> words = engine::split(json.text, ' ');
    for (size_t v = 0; v < spec().verbs.size(); ++v) {
      const engine::VerbSpec& verb = spec().verbs[v];
      size_t args = 0;
      while (args < 3 && verb.args[args] != engine::kNoArg) ++args;
      if (words.empty() || verb.id != words[0] || words.size() != args + 1) continue;
      std::array<int, 3> values{};
      for (size_t i = 0; i < args; ++i) {
        const engine::DomainId domain = verb.args[i];
        int64_t parsed = 1;
        if (domain == engine::kNumber) {
          if (!engine::parse_int(words[i + 1], 1, kMaxTables, parsed))
            in.fail("picks", "holds '" + json.text + "', which is no choice");
          values[i] = static_cast<int>(parsed);
        } else if (domain == engine::kSeatArg) {
          values[i] = index(seat(in, "picks", words[i + 1]));
        } else {
          Json word;
          word.text = words[i + 1];
          values[i] = named(in, "picks", domain, word, "value");
        }
      }
      return pick_of(action(static_cast<Verb>(v), values[0], values[1], values[2]));
    }
    in.fail("picks", "holds '" + json.text + "', which is no choice");
    return 0;
  }
  void read_claim(const Json& json, std::string_view path) {
    FieldReader in(json, std::string(path), error_, ErrorCode::kPosition);
    Claim claim;
    const std::string_view source = in.string("by");
    size_t i = 0;
    while (i < kSourceIds.size() && kSourceIds[i] != source) ++i;
    if (i == kSourceIds.size())
      return in.fail("by", "is none of: spell, favour, regular, privilege, puppet");
    claim.source = static_cast<Source>(i);
    claim.actor = seat(in, "seat", in.string("seat"));
    if (!in.ok()) return;
    if (claim.source == Source::kSpell) {
      claim.what = static_cast<uint8_t>(card("claims", in.string("spell")));
      if (!error_ && used_.contains(claim.what)) in.fail("spell", "lies elsewhere too");
      used_.insert(claim.what);
    } else if (claim.source == Source::kFavour) {
      claim.what =
          static_cast<uint8_t>(named(in, "favour", domain::kFavour, in.any("favour"), "favour"));
    } else {
      claim.what = static_cast<uint8_t>(
          named(in, "dignitary", domain::kDignitary, in.any("dignitary"), "dignitary"));
    }
    claim.second = in.boolean_or("second_spell", false) ? 1 : 0;
    for (const Json& item : in.array("picks").items) {
      if (claim.picks.full()) return in.fail("picks", "are too many");
      const uint8_t read = pick(in, item);
      if (!in.ok()) return;
      claim.picks.push_back(read);
    }
    in.finish();
    if (!error_) s_.claims.push_back(claim);
  }
  void read_claims() {
    const Json& list = in_.array_or_empty("claims");
    if (list.items.size() > 2) return in_.fail("claims", "are more than two");
    for (size_t i = 0; i < list.items.size() && !error_; ++i)
      read_claim(list.items[i], "claims[" + std::to_string(i) + "]");
  }

  bool read_step(const std::vector<std::string_view>& words, engine::AgendaEntry<Step>& entry) {
    size_t step = 0;
    while (step < kStepIds.size() && (words.empty() || kStepIds[step] != words[0])) ++step;
    if (step == kStepIds.size()) return false;
    entry.step = static_cast<Step>(step);
    int64_t first = 1;
    int64_t second = 1;
    switch (entry.step) {
      case Step::kStartDeed:
        if (words.size() != 2 || !engine::parse_int(words[1], 1, 2 * s_.players, first))
          return false;
        break;
      case Step::kRoyal:
        if (words.size() != 3 || !engine::parse_int(words[1], 1, 2, first) ||
            !engine::parse_int(words[2], 1, s_.players, second))
          return false;
        break;
      case Step::kWindow: {
        size_t window = 0;
        while (window < kWindowIds.size() && (words.size() < 2 || kWindowIds[window] != words[1]))
          ++window;
        if (window == kWindowIds.size()) return false;
        SeatSet passed;
        for (size_t i = 2; i < words.size(); ++i) passed.insert(seat(in_, "agenda", words[i]));
        entry.a = static_cast<uint8_t>(window);
        entry.b = passed.bits();
        return in_.ok();
      }
      default:
        if (words.size() != 1) return false;
    }
    entry.a = static_cast<uint8_t>(first - 1);
    entry.b = static_cast<uint8_t>(second - 1);
    return true;
  }
  void read_agenda() {
    for (const Json& item : in_.array("agenda").items) {
      engine::AgendaEntry<Step> entry;
      if (s_.agenda.size() == 7 || !item.is_string() ||
          !read_step(engine::split(item.text, ' '), entry)) {
        return in_.fail("agenda", "holds '" + item.text + "', which is no step here");
      }
      s_.agenda.push(entry.step, entry.a, entry.b);
    }
    const bool royal = !s_.agenda.empty() && s_.agenda.top().step == Step::kRoyal;
    if (royal != royal_order_given_)
      in_.fail("royal_order", "must be there in the royal scoring, and only there");
  }

  Error error_;
  FieldReader in_;
  const Edition& e_;
  State& s_;
  CardSet used_;       // spells that have been named
  CardSet customers_;  // customers that have been named
  bool royal_order_given_ = false;
};

}  // namespace

// The window at the top asks the seat whose turn it is there: that follows from all the rest.
Error Taverna::read(const Json& json, const Edition& edition, State& s) {
  const Error error = Reader(json, edition, s).run();
  if (error || broken_but_window(s) >= 0 || s.over != 0) return error;
  auto& top = s.agenda.top();
  if (top.step != Step::kWindow) return error;
  const Seat asked = next_in_window(s, static_cast<Window>(top.a), SeatSet::from_bits(top.b));
  if (asked != Seat::kNone) top.c = static_cast<uint8_t>(asked);
  return error;
}

}  // namespace taverna
