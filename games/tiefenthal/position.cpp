// Positions and views as JSON (docs/record-format.md). All is open but the answers given while all
// choose at once; reading takes what Viewer::everything() wrote.
#include <algorithm>

#include "engine/json.h"
#include "engine/position_io.h"
#include "games/tiefenthal/rules.h"
#include "games/tiefenthal/tiefenthal.h"

namespace tiefenthal {

using engine::Error;
using engine::ErrorCode;
using engine::FieldReader;
using engine::Json;
using engine::JsonWriter;
using engine::Viewer;

namespace {

constexpr std::array<std::string_view, 17> kStepIds{
    "pick_start", "round_begin", "sides",      "bonus",  "fill",       "redraw",
    "roll_dice",  "pick",        "turn_begin", "serve",  "place_die",  "return",
    "monastery",  "ban",         "turn_die",   "reroll", "last_orders"};

// What stands after the name of a step, and in which field of its entry.
enum class Word : uint8_t { kNone, kSeat, kSeats, kEntertainer, kDie, kTile, kNumber };
struct StepWords {
  Word a = Word::kNone;
  Word b = Word::kNone;
};
constexpr StepWords words_of(Step step) {
  switch (step) {
    case Step::kSides:
      return {Word::kEntertainer};
    case Step::kRedraw:
      return {Word::kSeats};
    case Step::kPlaceDie:
      return {Word::kSeat, Word::kDie};
    case Step::kReturn:
      return {Word::kSeat, Word::kTile};
    case Step::kMonastery:
      return {Word::kSeat, Word::kNumber};
    case Step::kPickStart:
    case Step::kPick:
    case Step::kTurnBegin:
    case Step::kServe:
    case Step::kBan:
    case Step::kTurnDie:
    case Step::kReroll:
      return {Word::kSeat};
    default:
      return {};
  }
}

std::string_view answer_id(const State& s, Step step, uint8_t answer, std::string& buffer) {
  if (step == Step::kRedraw) return answer != 0 ? "redraw" : "keep";
  if (answer == kNoFlip) return "none";
  const engine::DomainId domain = step == Step::kSides           ? domain::kSide
                                  : s.choice_data().free_upgrade ? domain::kTile
                                                                 : domain::kBonus;
  buffer = value_id(*s.edition, domain, answer);
  return buffer;
}

// --- writing ---

class Writer {
 public:
  Writer(const State& s, Viewer viewer, JsonWriter& out) : s_(s), viewer_(viewer), out_(out) {}

  void run() {
    out_.begin_object();
    out_.member("game", "tiefenthal");
    number("players", s_.players);
    engine::write_options(spec(), s_.options, out_);
    number("round", s_.round);
    engine::write_seat(spec(), "start", s_.start, "", out_);
    write_supply();
    out_.key("taverns");
    out_.begin_object();
    for (int i = 0; i < s_.players; ++i) {
      out_.key(kColourIds[static_cast<size_t>(i)]);
      write_tavern(s_.at(engine::seat_at(i)));
    }
    out_.end_object();
    values("banned", domain::kCard, s_.banned);
    values("start_cards", domain::kStartCard, s_.start_cards);
    values("rerolled", domain::kDie, s_.rerolled);
    write_answers();
    write_agenda();
    out_.end_object();
  }

 private:
  std::string id(engine::DomainId domain, int value) const {
    return value_id(*s_.edition, domain, value);
  }
  void number(std::string_view key, int value) { out_.member(key, value); }
  void card(Card card) {
    card == Card::kNone ? out_.null() : out_.value(id(domain::kCard, index(card)));
  }
  template <class List>
  void values(std::string_view key, engine::DomainId domain, const List& list) {
    out_.key(key);
    out_.begin_array();
    for (const auto value : list) out_.value(id(domain, static_cast<int>(value)));
    out_.end_array();
  }
  void bits(std::string_view key, engine::DomainId domain, uint32_t set) {
    out_.key(key);
    out_.begin_array();
    for (int i = 0; set >> i != 0; ++i) {
      if ((set >> i & 1) != 0) out_.value(id(domain, i));
    }
    out_.end_array();
  }
  // A list with each kind as often as it is counted.
  void counts(std::string_view key, const std::array<uint8_t, kStaffKinds>& count) {
    out_.key(key);
    out_.begin_array();
    for (int i = 0; i < kStaffKinds; ++i) {
      for (int n = count[static_cast<size_t>(i)]; n > 0; --n) out_.value(id(domain::kCard, i));
    }
    out_.end_array();
  }

  void write_supply() {
    out_.key("supply");
    out_.begin_object();
    for (int i = 0; i < s_.staff_kinds(); ++i) {
      number(kStaffIds[static_cast<size_t>(i)], s_.supply[static_cast<size_t>(i)]);
    }
    out_.end_object();
    number("nobles", s_.nobles);
    number("open_pile", s_.open_pile);
    out_.key("display");
    out_.begin_array();
    for (int slot = 1; slot <= s_.edition->display; ++slot) {
      card(s_.display[static_cast<size_t>(slot)]);
    }
    out_.end_array();
    out_.key("fifth_place");
    card(s_.display[0]);
    values("stack", domain::kCard, s_.stack);
  }
  void write_tavern(const Tavern& t) {
    out_.begin_object();
    number("ducats", t.ducats);
    number("beer", t.beer);
    const auto top = t.deck.known_top();
    values("top", domain::kCard, std::vector<Card>(top.rbegin(), top.rend()));
    values("draw", domain::kCard, t.deck.unknown());
    values("discard", domain::kCard, t.deck.discards());
    counts("staff", t.staff);
    write_tables(t);
    values("dice", domain::kDie, t.dice);
    out_.key("coaster");
    out_.begin_array();
    for (uint8_t face : t.coaster) out_.value(static_cast<int>(face));
    out_.end_array();
    bits("upgraded", domain::kTile, t.upgraded);
    bits("fresh", domain::kTile, t.fresh);
    number("monastery", t.monastery);
    number("bar_guests", t.bar_guests);
    number("washed", t.washed);
    counts("bought", t.bought);
    number("recruited", t.recruited);
    number("noble_recruits", t.noble_recruits);
    out_.member("cashbox_used", t.cashbox_used != 0);
    out_.member("barrel_used", t.barrel_used != 0);
    write_modules(t);
    out_.end_object();
  }
  void write_tables(const Tavern& t) {
    out_.key("tables");
    out_.begin_array();
    for (Card person : t.tables) card(person);
    out_.end_array();
    number("nobles", t.nobles);
    out_.key("served");
    out_.begin_array();
    for (int i = 0; i < t.tables.size(); ++i) {
      if ((t.served >> i & 1) != 0) out_.value(i + 1);
    }
    out_.end_array();
  }
  void write_modules(const Tavern& t) {
    number("schnapps", t.schnapps);
    out_.key("sides");
    out_.begin_object();
    for (size_t i = 0; i < t.sides.size(); ++i) {
      if (t.sides[i] != Side::kNone)
        out_.member(kEntertainerIds[i], id(domain::kSide, index(t.sides[i])));
    }
    out_.end_object();
    bits("entertained", domain::kEntertainer, t.entertained);
    number("reputation", t.reputation);
    out_.member("host_flipped", t.host_flipped != 0);
    bits("signatures", domain::kLine, t.signatures);
    out_.key("start_card");
    t.start_card == kNoStartCard ? out_.null() : out_.value(id(domain::kStartCard, t.start_card));
  }
  // An answer is its owner's until all are in; that he has answered all may see.
  void write_answers() {
    out_.key("answers");
    out_.begin_object();
    for (int i = 0; i < s_.players; ++i) {
      const Seat seat = engine::seat_at(i);
      if (s_.at(seat).answer == kNoAnswer) continue;
      out_.key(kColourIds[static_cast<size_t>(i)]);
      std::string buffer;
      if (viewer_.may_see(seat)) {
        out_.value(answer_id(s_, s_.agenda.top().step, s_.at(seat).answer, buffer));
      } else {
        out_.null();
      }
    }
    out_.end_object();
  }
  std::string word(Word kind, uint8_t value) const {
    switch (kind) {
      case Word::kSeat:
        return " " + std::string(kColourIds[value]);
      case Word::kSeats: {
        std::string all;
        for (Seat seat : engine::SeatSet::from_bits(value)) {
          all += " " + std::string(kColourIds[static_cast<size_t>(index(seat))]);
        }
        return all;
      }
      case Word::kEntertainer:
        return " " + id(domain::kEntertainer, value);
      case Word::kDie:
        return " " + id(domain::kDie, value);
      case Word::kTile:
        return " " + id(domain::kTile, value);
      case Word::kNumber:
        return " " + std::to_string(value);
      default:
        return "";
    }
  }
  void write_agenda() {
    out_.key("agenda");
    out_.begin_array();
    for (const auto& entry : s_.agenda) {
      const StepWords words = words_of(entry.step);
      out_.value(std::string(kStepIds[static_cast<size_t>(entry.step)]) + word(words.a, entry.a) +
                 word(words.b, entry.b));
    }
    out_.end_array();
  }

  const State& s_;
  Viewer viewer_;
  JsonWriter& out_;
};

// --- reading ---

class Reader {
 public:
  Reader(const Json& json, const Edition& edition, State& s)
      : in_(json, "", error_, ErrorCode::kPosition), e_(edition), s_(s) {}

  Error run() {
    s_ = State{};
    s_.edition = &e_;
    for (Tavern& t : s_.taverns) {
      t.answer = kNoAnswer;
      t.start_card = kNoStartCard;
      t.sides.fill(Side::kNone);
    }
    if (in_.string("game") != "tiefenthal") in_.fail("game", "must be 'tiefenthal'");
    s_.players = static_cast<uint8_t>(in_.integer("players", spec().min_seats, spec().max_seats));
    engine::read_options(spec(), in_, s_.options);
    if (!in_.ok()) return error_;
    s_.round = static_cast<uint8_t>(in_.integer("round", 0, s_.rounds()));
    s_.start = engine::read_seat(spec(), s_.players, in_, "start", "");
    read_taverns();
    read_list(in_, "banned", domain::kCard, "card", [&](int card) {
      if (s_.banned.full()) return false;
      s_.banned.insert_sorted(card_at(card));
      return true;
    });
    read_display();
    read_supply();
    read_list(in_, "start_cards", domain::kStartCard, "start card", [&](int card) {
      if (s_.start_cards.full()) return false;
      s_.start_cards.insert_sorted(static_cast<uint8_t>(card));
      return true;
    });
    read_list(in_, "rerolled", domain::kDie, "die", [&](int die) {
      if (s_.rerolled.full()) return false;
      s_.rerolled.insert_sorted(die_at(die));
      return true;
    });
    read_agenda();
    read_answers();
    in_.finish();
    return error_;
  }

 private:
  int value(FieldReader& in, std::string_view key, engine::DomainId domain, std::string_view id,
            std::string_view what) {
    return engine::value_named(e_, domain, domain_size(e_, domain), value_id, in, key, id, what);
  }
  // Calls take(value) for every item; false: there is no room for it.
  template <class Take>
  void read_list(FieldReader& in, std::string_view key, engine::DomainId domain,
                 std::string_view what, Take take) {
    for (const Json& item : in.array_or_empty(key).items) {
      const int found = value(in, key, domain, item.text, what);
      if (!in.ok()) return;
      if (!take(found)) return in.fail(key, "holds too many, or something that cannot be there");
    }
  }
  void read_bits(FieldReader& in, std::string_view key, engine::DomainId domain,
                 std::string_view what, uint32_t& set) {
    read_list(in, key, domain, what, [&](int i) {
      const bool twice = (set >> i & 1) != 0;
      set |= 1u << i;
      return !twice;
    });
  }
  void read_counts(FieldReader& in, std::string_view key, std::array<uint8_t, kStaffKinds>& count) {
    read_list(in, key, domain::kCard, "card", [&](int card) {
      return card < kStaffKinds && ++count[static_cast<size_t>(card)] <= e_[card_at(card)].count;
    });
  }
  // A card, or nothing where null stands.
  Card card_or_none(FieldReader& in, std::string_view key, const Json& json) {
    if (json.kind == Json::Kind::kNull) return Card::kNone;
    return card_at(value(in, key, domain::kCard, json.text, "card"));
  }

  void read_taverns() {
    for (const auto& [id, json] : in_.object("taverns").members) {
      const Seat seat = engine::seat_named(spec(), s_.players, in_, "taverns", id);
      if (!in_.ok()) return;
      FieldReader in(json, "taverns." + id, error_, ErrorCode::kPosition);
      read_tavern(in, s_.at(seat));
      in.finish();
    }
  }
  void read_tavern(FieldReader& in, Tavern& t) {
    const auto small = [&](std::string_view key, int high) {
      return static_cast<uint8_t>(in.integer_or(key, 0, high, 0));
    };
    t.ducats = static_cast<int16_t>(in.integer_or("ducats", -99, 9999, 0));
    t.beer = static_cast<int16_t>(in.integer_or("beer", -99, 9999, 0));
    read_deck(in, t);
    read_counts(in, "staff", t.staff);
    read_tables(in, t);
    read_list(in, "dice", domain::kDie, "die", [&](int die) {
      if (t.dice.full()) return false;
      t.dice.insert_sorted(die_at(die));
      return true;
    });
    read_faces(in, t);
    uint32_t set = 0;
    read_bits(in, "upgraded", domain::kTile, "tile", set);
    t.upgraded = static_cast<uint16_t>(std::exchange(set, 0));
    read_bits(in, "fresh", domain::kTile, "tile", set);
    t.fresh = static_cast<uint16_t>(std::exchange(set, 0));
    t.monastery = small("monastery", e_.monastery_last);
    t.bar_guests = small("bar_guests", e_.bar_guests);
    t.washed = small("washed", 99);
    read_counts(in, "bought", t.bought);
    t.recruited = small("recruited", e_.recruits_per_turn);
    t.noble_recruits = small("noble_recruits", 99);
    t.cashbox_used = in.boolean_or("cashbox_used", false) ? 1 : 0;
    t.barrel_used = in.boolean_or("barrel_used", false) ? 1 : 0;
    t.schnapps = small("schnapps", e_.schnapps);
    read_sides(in, t);
    read_bits(in, "entertained", domain::kEntertainer, "entertainer", set);
    t.entertained = static_cast<uint8_t>(std::exchange(set, 0));
    t.reputation = small("reputation", e_.reputation_last);
    t.host_flipped = in.boolean_or("host_flipped", false) ? 1 : 0;
    read_bits(in, "signatures", domain::kLine, "line of the guest book", set);
    t.signatures = static_cast<uint16_t>(set);
    if (in.has("start_card") && in.any("start_card").kind != Json::Kind::kNull) {
      t.start_card = static_cast<uint8_t>(
          value(in, "start_card", domain::kStartCard, in.string("start_card"), "start card"));
    }
  }
  void read_deck(FieldReader& in, Tavern& t) {
    read_list(in, "discard", domain::kCard, "card", [&](int card) {
      if (t.deck.size() == kMaxDeck) return false;
      t.deck.discard(card_at(card));
      return true;
    });
    read_list(in, "draw", domain::kCard, "card", [&](int card) {
      if (t.deck.size() == kMaxDeck) return false;
      t.deck.shuffle_in(card_at(card));
      return true;
    });
    engine::SmallVec<Card, kMaxDeck> top;  // the uppermost first
    read_list(in, "top", domain::kCard, "card", [&](int card) {
      if (t.deck.size() + top.size() >= kMaxDeck) return false;
      top.push_back(card_at(card));
      return true;
    });
    while (!top.empty()) t.deck.put_on_top(top.pop_back());
  }
  // The number of nobles at the noble table may be left out: then it is one.
  void read_tables(FieldReader& in, Tavern& t) {
    for (const Json& item : in.array_or_empty("tables").items) {
      const Card person = card_or_none(in, "tables", item);
      if (!in.ok()) return;
      if (t.tables.full()) return in.fail("tables", "holds too many");
      t.tables.push_back(person);
    }
    const int seated = t.tables.contains(Card::kNoble) ? 1 : 0;
    t.nobles = static_cast<uint8_t>(in.integer_or("nobles", 0, e_[Card::kNoble].count, seated));
    for (const Json& item : in.array_or_empty("served").items) {
      if (!item.is_integer() || item.integer < 1 || item.integer > t.tables.size() ||
          (t.served >> (item.integer - 1) & 1) != 0) {
        return in.fail("served", "must hold numbers of tables");
      }
      t.served |= 1u << (item.integer - 1);
    }
  }
  void read_faces(FieldReader& in, Tavern& t) {
    for (const Json& item : in.array_or_empty("coaster").items) {
      if (!item.is_integer() || item.integer < 1 || item.integer > kFaces || t.coaster.full()) {
        return in.fail("coaster", "must hold up to 4 faces from 1 to 6");
      }
      t.coaster.insert_sorted(static_cast<uint8_t>(item.integer));
    }
  }
  void read_sides(FieldReader& in, Tavern& t) {
    for (const auto& [id, json] : in.object_or_empty("sides").members) {
      const int who = value(in, "sides", domain::kEntertainer, id, "entertainer");
      const int side = value(in, "sides", domain::kSide, json.text, "side");
      t.sides[static_cast<size_t>(who)] = static_cast<Side>(side);
    }
  }

  int elsewhere(Card card) const {
    int count = s_.banned.count(card);
    for (int i = 0; i < s_.players; ++i) {
      const Tavern& t = s_.at(engine::seat_at(i));
      count += static_cast<int>(std::count(t.deck.begin(), t.deck.end(), card));
      if (is_staff(card)) count += t.staff_of(card);
      count += card == Card::kNoble ? t.nobles : t.tables.count(card);
    }
    return count;
  }
  int left(Card card) const {
    return std::max(0, e_.copies(card, s_.modules(), s_.players) - elsewhere(card));
  }
  void read_display() {
    if (!in_.ok()) return;
    s_.display.fill(Card::kNone);
    const Json& list = in_.array("display");
    if (static_cast<int>(list.items.size()) != e_.display) {
      return in_.fail("display", "must hold " + std::to_string(e_.display) + " places");
    }
    for (size_t i = 0; i < list.items.size(); ++i) {
      s_.display[i + 1] = card_or_none(in_, "display", list.items[i]);
    }
    s_.display[0] = card_or_none(in_, "fifth_place", in_.any("fifth_place"));
  }
  // What can be computed may be left out: it is what lies nowhere else.
  void read_supply() {
    if (!in_.ok()) return;
    for (int i = 0; i < s_.staff_kinds(); ++i) {
      s_.supply[static_cast<size_t>(i)] = static_cast<uint8_t>(left(card_at(i)));
    }
    if (in_.any("supply").kind != Json::Kind::kNull) {
      FieldReader piles(in_.object("supply"), "supply", error_, ErrorCode::kPosition);
      for (int i = 0; i < s_.staff_kinds(); ++i) {
        const auto kind = static_cast<size_t>(i);
        s_.supply[kind] =
            static_cast<uint8_t>(piles.integer(kStaffIds[kind], 0, e_[card_at(i)].count));
      }
      piles.finish();
    }
    s_.nobles = static_cast<uint8_t>(
        in_.integer_or("nobles", 0, e_[Card::kNoble].count, left(Card::kNoble)));
    s_.open_pile = static_cast<uint8_t>(
        in_.integer_or("open_pile", 0, e_[e_.open_pile].count, left(e_.open_pile)));
    if (in_.any("stack").kind != Json::Kind::kNull) {
      return read_list(in_, "stack", domain::kCard, "card", [&](int card) {
        if (s_.stack.size() >= kMaxGuests) return false;
        s_.stack.add(card_at(card));
        return true;
      });
    }
    for (int i = index(Card::kFirstRegular); i < e_.kinds() && in_.ok(); ++i) {
      const Card card = card_at(i);
      if (e_[card].kind != CardClass::kGuest || card == e_.open_pile) continue;
      const auto shown = std::count(s_.display.begin(), s_.display.end(), card);
      for (int n = left(card) - static_cast<int>(shown); n > 0; --n) s_.stack.add(card);
    }
  }

  bool parse_word(Word kind, std::string_view text, uint8_t& out) {
    const auto named = [&](engine::DomainId domain) {
      for (int i = 0; i < domain_size(e_, domain); ++i) {
        if (value_id(e_, domain, i) != text) continue;
        out = static_cast<uint8_t>(i);
        return true;
      }
      return false;
    };
    int64_t number = 0;
    switch (kind) {
      case Word::kSeat:
      case Word::kSeats:
        for (int i = 0; i < s_.players; ++i) {
          if (kColourIds[static_cast<size_t>(i)] != text) continue;
          out = static_cast<uint8_t>(kind == Word::kSeat ? i : out | 1 << i);
          return true;
        }
        return false;
      case Word::kEntertainer:
        return named(domain::kEntertainer);
      case Word::kDie:
        return named(domain::kDie);
      case Word::kTile:
        return named(domain::kTile);
      default:
        if (!engine::parse_int(text, 0, 99, number)) return false;
        out = static_cast<uint8_t>(number);
        return true;
    }
  }
  bool parse_step(const Json& item) {
    const std::vector<std::string_view> words = engine::split(item.text, ' ');
    const auto found = std::find(kStepIds.begin(), kStepIds.end(), words.empty() ? "" : words[0]);
    if (found == kStepIds.end()) return false;
    const auto step = static_cast<Step>(found - kStepIds.begin());
    const StepWords expected = words_of(step);
    uint8_t a = 0;
    uint8_t b = 0;
    size_t at = 1;
    if (expected.a == Word::kSeats) {
      while (at < words.size() && parse_word(Word::kSeats, words[at], a)) ++at;
    } else if (expected.a != Word::kNone) {
      if (at >= words.size() || !parse_word(expected.a, words[at], a)) return false;
      ++at;
    }
    if (expected.b != Word::kNone) {
      if (at >= words.size() || !parse_word(expected.b, words[at], b)) return false;
      ++at;
    }
    if (at != words.size()) return false;
    s_.agenda.push(step, a, b);
    return true;
  }
  void read_agenda() {
    for (const Json& item : in_.array("agenda").items) {
      if (s_.agenda.size() >= 4) return in_.fail("agenda", "must hold up to 4 steps");
      if (!item.is_string() || !parse_step(item)) {
        return in_.fail("agenda", "holds '" + item.text + "', which is no step");
      }
    }
  }
  void read_answers() {
    for (const auto& [id, json] : in_.object_or_empty("answers").members) {
      const Seat seat = engine::seat_named(spec(), s_.players, in_, "answers", id);
      if (!in_.ok()) return;
      if (s_.agenda.empty()) return in_.fail("answers", "are there, but nothing is asked");
      uint8_t& answer = s_.at(seat).answer;
      std::string buffer;
      for (int value = 0; value <= kNoFlip; ++value) {
        if (!could_be_answer(value)) continue;
        if (answer_id(s_, s_.agenda.top().step, static_cast<uint8_t>(value), buffer) != json.text)
          continue;
        answer = static_cast<uint8_t>(value);
      }
      if (answer == kNoAnswer)
        return in_.fail("answers", "holds '" + json.text + "', which is no answer");
    }
  }
  bool could_be_answer(int value) const {
    switch (s_.agenda.top().step) {
      case Step::kRedraw:
      case Step::kSides:
        return value < 2;
      case Step::kBonus:
        if (s_.choice_data().free_upgrade) return value < kTileCount || value == kNoFlip;
        return value < kBonuses;
      default:
        return false;
    }
  }

  Error error_;
  FieldReader in_;
  const Edition& e_;
  State& s_;
};

}  // namespace

void Tiefenthal::write(const State& s, Viewer viewer, JsonWriter& out) {
  Writer(s, viewer, out).run();
}

Error Tiefenthal::read(const Json& json, const Edition& edition, State& s) {
  return Reader(json, edition, s).run();
}

}  // namespace tiefenthal
