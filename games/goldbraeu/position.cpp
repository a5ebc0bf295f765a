// Positions and views as JSON (docs/record-format.md). A view is the position with what the viewer
// may not know left out; reading takes what Viewer::everything() wrote.
#include <algorithm>

#include "engine/json.h"
#include "engine/position_io.h"
#include "games/goldbraeu/goldbraeu.h"
#include "games/goldbraeu/rules.h"

namespace goldbraeu {

using engine::Error;
using engine::ErrorCode;
using engine::FieldReader;
using engine::Json;
using engine::JsonWriter;
using engine::seat_at;
using engine::Viewer;

namespace {

constexpr std::array<std::string_view, 14> kStepIds{
    "hide",    "place_boss", "round_begin",  "choose",    "expand",    "boss",        "veto",
    "counter", "buy",        "keep_or_open", "move_chip", "round_end", "payday_open", "payday_pay"};

// Two laps of four bosses and what follows them fit; a longer agenda cannot be.
constexpr int kMaxSteps = 14;

// What the numbers of an agenda entry mean.
enum class Shape : uint8_t { kPlain, kSeat, kSeatCount, kSeatBusiness, kSeatChip };
constexpr Shape shape_of(Step step) {
  switch (step) {
    case Step::kPlaceBoss:
    case Step::kBuy:
    case Step::kKeepOrOpen:
    case Step::kPaydayOpen:
      return Shape::kSeat;
    case Step::kExpand:
    case Step::kBoss:
      return Shape::kSeatCount;
    case Step::kVeto:
    case Step::kCounter:
      return Shape::kSeatBusiness;
    case Step::kMoveChip:
      return Shape::kSeatChip;
    default:
      return Shape::kPlain;
  }
}

class Writer {
 public:
  Writer(const State& s, Viewer viewer, JsonWriter& out) : s_(s), viewer_(viewer), out_(out) {}

  void run() {
    out_.begin_object();
    out_.member("game", "goldbraeu");
    out_.member("players", static_cast<int>(s_.players));
    engine::write_options(spec(), s_.options, out_);
    out_.member("round", static_cast<int>(s_.round));
    engine::write_seat(spec(), "first_start", s_.first_start, "", out_);
    write_square();
    write_businesses();
    write_players();
    write_cards();
    write_choices();
    write_set("new_bosses", s_.new_bosses);
    write_set("refused", s_.refused);
    write_agenda();
    out_.member("over", s_.over != 0);
    if (!viewer_.all) write_derived();
    out_.end_object();
  }

 private:
  std::string id(Business b) const {
    return s_.edition->business_ids[static_cast<size_t>(index(b))];
  }
  std::string id(Card card) const { return value_id(*s_.edition, domain::kCard, index(card)); }
  std::string_view seat_id(int seat) const { return spec().seat_ids[static_cast<size_t>(seat)]; }

  void write_square() {
    out_.key("terraces");
    out_.begin_object();
    for (int t = 0; t < s_.edition->taverns; ++t) {
      out_.key(id(business_at(t)));
      out_.begin_array();
      for (Field field : s_.terrace[static_cast<size_t>(t)])
        out_.value(s_.edition->field_ids[field]);
      out_.end_array();
    }
    out_.end_object();
    out_.key("chips");
    out_.begin_object();
    out_.member("drunk", id(business_at(s_.drunk)));
    out_.member("waitress", id(business_at(s_.waitress)));
    out_.end_object();
  }
  void write_businesses() {
    out_.key("contracts");
    out_.begin_object();
    for (int t = 0; t < s_.edition->taverns; ++t) {
      out_.member(id(business_at(t)),
                  id(business_at(s_.edition->taverns + s_.contract[static_cast<size_t>(t)])));
    }
    out_.end_object();
    out_.key("bosses");
    out_.begin_object();
    for (int n = 0; n < s_.businesses(); ++n) {
      if (const Seat boss = s_.boss_of(business_at(n)); boss != Seat::kNone)
        out_.member(id(business_at(n)), seat_id(index(boss)));
    }
    out_.end_object();
    out_.key("shares");
    out_.begin_object();
    for (int n = 0; n < s_.businesses(); ++n) {
      if (s_.stones_on(business_at(n)) == 0) continue;
      out_.key(id(business_at(n)));
      out_.begin_object();
      for (int i = 0; i < s_.players; ++i) {
        if (const int stones = s_.stones_on(business_at(n), seat_at(i)); stones > 0)
          out_.member(seat_id(i), stones);
      }
      out_.end_object();
    }
    out_.end_object();
    out_.key("opened");
    out_.begin_object();
    for (int n = 0; n < s_.businesses(); ++n) {
      if (s_.opened[static_cast<size_t>(n)] > 0)
        out_.member(id(business_at(n)), static_cast<int>(s_.opened[static_cast<size_t>(n)]));
    }
    out_.end_object();
  }
  void write_holdings(int seat, const PerBusiness<uint8_t>& held) {
    out_.key(seat_id(seat));
    out_.begin_array();
    for (int n = 0; n < s_.businesses(); ++n) {
      for (int i = 0; i < held[static_cast<size_t>(n)]; ++i) out_.value(id(business_at(n)));
    }
    out_.end_array();
  }
  // Of other hands a view shows what everybody can infer (R60); of others' money, by option,
  // nothing until the end (R45).
  void write_players() {
    const bool open_money = s_.option(Variant::kMoneyVisible) == 0 || s_.over != 0;
    out_.key("money");
    out_.begin_object();
    for (int i = 0; i < s_.players; ++i) {
      if (open_money || viewer_.may_see(seat_at(i)))
        out_.member(seat_id(i), static_cast<int>(s_.money[static_cast<size_t>(i)]));
    }
    out_.end_object();
    out_.key("hands");
    out_.begin_object();
    for (int i = 0; i < s_.players; ++i) {
      const auto seat = static_cast<size_t>(i);
      write_holdings(i, viewer_.may_see(seat_at(i)) ? s_.hand[seat] : s_.known[seat]);
    }
    out_.end_object();
    out_.key("known");
    out_.begin_object();
    for (int i = 0; i < s_.players; ++i) write_holdings(i, s_.known[static_cast<size_t>(i)]);
    out_.end_object();
  }
  template <class Cards>
  void write_cards(std::string_view key, const Cards& cards) {
    out_.key(key);
    out_.begin_array();
    for (Card card : cards) card == Card::kNone ? out_.null() : out_.value(id(card));
    out_.end_array();
  }
  void write_cards() {
    write_cards("face_up", s_.face_up);
    const std::span<const Card> bottom(s_.pile.begin(),
                                       static_cast<size_t>(s_.pile.known_bottom()));
    write_cards("pile_bottom", std::vector<Card>(bottom.rbegin(), bottom.rend()));  // lowest last
    if (viewer_.all) {
      write_cards("pile", s_.pile.unknown());
    } else {
      out_.member("pile_size", s_.pile.size());
    }
    out_.key("specials_gone");
    out_.begin_object();
    out_.member("drunk", s_.specials_gone & 15);
    out_.member("waitress", s_.specials_gone >> 4);
    out_.end_object();
  }
  void write_choices() {
    const bool secret = !s_.choices_are_shown();
    out_.key("choices");
    out_.begin_object();
    for (int i = 0; i < s_.players; ++i) {
      const Choice choice = s_.choice[static_cast<size_t>(i)];
      if (choice == Choice::kNone) continue;
      out_.key(seat_id(i));
      secret && !viewer_.may_see(seat_at(i))
          ? out_.null()
          : out_.value(value_id(*s_.edition, domain::kAction, static_cast<int>(choice)));
    }
    out_.end_object();
    out_.key("hidden_picks");
    out_.begin_object();
    for (int i = 0; i < s_.players; ++i) {
      const auto& pick = s_.hidden_pick[static_cast<size_t>(i)];
      if (pick[0] == Card::kNone) continue;
      if (viewer_.may_see(seat_at(i))) {
        write_cards(seat_id(i), pick);
      } else {
        out_.key(seat_id(i));
        out_.null();
      }
    }
    out_.end_object();
    const bool sees = s_.drawn != Card::kNone &&
                      (s_.drawn_is_known != 0 || viewer_.may_see(seat_at(s_.agenda.top().a)));
    out_.key("drawn");
    sees ? out_.value(id(s_.drawn)) : out_.null();
    out_.member("drawn_is_known", s_.drawn_is_known != 0);
  }
  void write_set(std::string_view key, uint16_t bits) {
    out_.key(key);
    out_.begin_array();
    for (int n = 0; n < s_.businesses(); ++n) {
      if ((bits & bit(business_at(n))) != 0) out_.value(id(business_at(n)));
    }
    out_.end_array();
  }
  // A view also says what follows from the board, so that a client needs no rules to show it.
  void write_derived() {
    engine::write_seat(spec(), "start", s_.start_of_round(), "", out_);
    engine::write_seat(spec(), "payday_figure", s_.payday_figure(), "", out_);
    out_.member("fences", fences_needed(s_));
    const auto by_seat = [&](std::string_view key, auto amount) {
      out_.key(key);
      out_.begin_object();
      for (int i = 0; i < s_.players; ++i) out_.member(seat_id(i), amount(seat_at(i)));
      out_.end_object();
    };
    by_seat("hidden", [&](Seat seat) { return s_.hidden(seat); });
    by_seat("stones", [&](Seat seat) { return s_.stones(seat); });
    by_seat("figures", [&](Seat seat) { return s_.figures(seat); });
    out_.key("incomes");
    out_.begin_object();
    for (int t = 0; t < s_.edition->taverns; ++t)
      out_.member(id(business_at(t)), s_.income(business_at(t)));
    out_.end_object();
    out_.key("stores");
    out_.begin_object();
    for (int w = 0; w < s_.edition->breweries; ++w)
      out_.member(id(business_at(s_.edition->taverns + w)), s_.store(w));
    out_.end_object();
    if (for_sale(s_)) out_.member("price", price(s_));
    if (s_.over == 0) write_answer();
  }
  // What a veto or counter would take, for the eyes of the player asked only (R55).
  void write_answer() {
    const Step step = s_.agenda.top().step;
    if (step != Step::kVeto && step != Step::kCounter) return;
    const int cards = cards_to_answer(s_, viewer_.seat);
    out_.key("answer_cards");
    cards >= 0 ? out_.value(cards) : out_.null();
  }
  void write_agenda() {
    out_.key("agenda");
    out_.begin_array();
    for (const auto& entry : s_.agenda) {
      std::string text(kStepIds[static_cast<size_t>(entry.step)]);
      const Shape shape = shape_of(entry.step);
      if (shape != Shape::kPlain) text += " " + std::string(seat_id(entry.a));
      if (shape == Shape::kSeatCount) text += " " + std::to_string(entry.b);
      if (shape == Shape::kSeatBusiness) text += " " + id(business_at(entry.b));
      if (shape == Shape::kSeatChip) text += " " + value_id(*s_.edition, domain::kChip, entry.b);
      out_.value(text);
    }
    out_.end_array();
  }

  const State& s_;
  Viewer viewer_;
  JsonWriter& out_;
};

class Reader {
 public:
  Reader(const Json& json, const Edition& edition, State& s)
      : in_(json, "", error_, ErrorCode::kPosition), edition_(edition), s_(s) {}

  Error run() {
    s_ = State{};
    s_.edition = &edition_;
    if (in_.string("game") != "goldbraeu") in_.fail("game", "must be 'goldbraeu'");
    s_.players = static_cast<uint8_t>(in_.integer("players", spec().min_seats, spec().max_seats));
    engine::read_options(spec(), in_, s_.options);
    s_.round = static_cast<uint8_t>(in_.integer("round", 0, edition_.rounds()));
    s_.first_start = engine::read_seat(spec(), s_.players, in_, "first_start", "");
    read_square();
    read_businesses();
    read_players();
    read_choices();
    read_cards();
    s_.new_bosses = set("new_bosses");
    s_.refused = set("refused");
    s_.over = in_.boolean_or("over", false) ? 1 : 0;
    read_agenda();
    in_.finish();
    return error_;
  }

 private:
  Seat seat(std::string_view key, std::string_view id) {
    return engine::seat_named(spec(), s_.players, in_, key, id);
  }
  int value(std::string_view key, engine::DomainId domain, std::string_view id,
            std::string_view what) {
    return engine::value_named(edition_, domain, domain_size(edition_, domain), value_id, in_, key,
                               id, what);
  }
  Business business(std::string_view key, std::string_view id) {
    return business_at(value(key, domain::kBusiness, id, "business"));
  }
  Business tavern(std::string_view key, std::string_view id) {
    const Business b = business(key, id);
    if (in_.ok() && !s_.is_tavern(b))
      in_.fail(key, "names '" + std::string(id) + "', which is no tavern");
    return in_.ok() ? b : business_at(0);
  }
  Card card(std::string_view key, const Json& json) {
    if (json.kind == Json::Kind::kNull) return Card::kNone;
    return static_cast<Card>(value(key, domain::kCard, json.text, "card"));
  }
  uint8_t count(std::string_view key, const Json& json) {
    if (!json.is_integer() || json.integer < 0 || json.integer > 60) {
      in_.fail(key, "must hold whole numbers from 0 to 60");
      return 0;
    }
    return static_cast<uint8_t>(json.integer);
  }
  uint16_t set(std::string_view key) {
    uint16_t bits = 0;
    for (const Json& item : in_.array_or_empty(key).items)
      bits = static_cast<uint16_t>(bits | bit(business(key, item.text)));
    return bits;
  }
  void read_square() {
    for (const auto& [name, json] : in_.object("terraces").members) {
      const Business t = tavern("terraces", name);
      Fields& terrace = s_.terrace[static_cast<size_t>(index(t))];
      if (!json.is_array()) return in_.fail("terraces", "must list fields for each tavern");
      for (const Json& item : json.items) {
        terrace =
            terrace |
            Fields::of(static_cast<Field>(value("terraces", domain::kField, item.text, "field")));
      }
    }
    FieldReader chips(in_.object("chips"), "chips", error_, ErrorCode::kPosition);
    s_.drunk = static_cast<uint8_t>(index(tavern("chips", chips.string("drunk"))));
    s_.waitress = static_cast<uint8_t>(index(tavern("chips", chips.string("waitress"))));
    chips.finish();
  }
  void read_businesses() {
    const Json& contracts = in_.object("contracts");
    if (in_.ok() && static_cast<int>(contracts.members.size()) != edition_.taverns)
      in_.fail("contracts", "must name one for each tavern");
    for (const auto& [name, json] : contracts.members) {
      const Business t = tavern("contracts", name);
      const Business w = business("contracts", json.text);
      if (in_.ok() && s_.is_tavern(w))
        in_.fail("contracts", "names '" + json.text + "', which is no brewery");
      if (!in_.ok()) return;
      s_.contract[static_cast<size_t>(index(t))] =
          static_cast<uint8_t>(index(w) - edition_.taverns);
    }
    s_.boss.fill(Seat::kNone);
    for (const auto& [name, json] : in_.object("bosses").members) {
      s_.boss[static_cast<size_t>(index(business("bosses", name)))] = seat("bosses", json.text);
    }
    for (const auto& [name, holders] : in_.object("shares").members) {
      const Business b = business("shares", name);
      if (!holders.is_object()) return in_.fail("shares", "must hold the stones of each seat");
      for (const auto& [holder, json] : holders.members) {
        s_.stones_on(b, seat("shares", holder)) = count("shares", json);
      }
    }
    // Left out: every opened share still stands on its roof.
    if (in_.any("opened").kind == Json::Kind::kNull) {
      for (int n = 0; n < edition_.businesses(); ++n)
        s_.opened[static_cast<size_t>(n)] = static_cast<uint8_t>(s_.stones_on(business_at(n)));
    }
    for (const auto& [name, json] : in_.object_or_empty("opened").members) {
      s_.opened[static_cast<size_t>(index(business("opened", name)))] = count("opened", json);
    }
  }
  void read_holdings(std::string_view key, PerSeat<PerBusiness<uint8_t>>& holdings) {
    for (const auto& [holder, json] : in_.object_or_empty(key).members) {
      const Seat owner = seat(key, holder);
      if (!json.is_array() || json.items.size() > kMaxCards) {
        return in_.fail(key, "must list the shares of each seat");
      }
      for (const Json& item : json.items) {
        const auto b = static_cast<size_t>(index(business(key, item.text)));
        ++holdings[static_cast<size_t>(index(owner))][b];
      }
    }
  }
  void read_players() {
    for (const auto& [name, json] : in_.object("money").members) {
      if (!json.is_integer() || json.integer < 0 || json.integer > 20000)
        return in_.fail("money", "must be whole numbers from 0 to 20000");
      s_.money_of(seat("money", name)) = static_cast<int16_t>(json.integer);
    }
    in_.object("hands");
    read_holdings("hands", s_.hand);
    read_holdings("known", s_.known);
  }
  void read_choices() {
    s_.choice.fill(Choice::kNone);
    for (const auto& [name, json] : in_.object_or_empty("choices").members) {
      s_.choice[static_cast<size_t>(index(seat("choices", name)))] =
          static_cast<Choice>(value("choices", domain::kAction, json.text, "action card"));
    }
    for (auto& pick : s_.hidden_pick) pick.fill(Card::kNone);
    for (const auto& [name, json] : in_.object_or_empty("hidden_picks").members) {
      auto& pick = s_.hidden_pick[static_cast<size_t>(index(seat("hidden_picks", name)))];
      if (json.items.size() != 2) return in_.fail("hidden_picks", "must hold two cards for a seat");
      pick = {card("hidden_picks", json.items[0]), card("hidden_picks", json.items[1])};
    }
    s_.drawn = card("drawn", in_.any("drawn"));
    s_.drawn_is_known = in_.boolean_or("drawn_is_known", false) ? 1 : 0;
  }
  int cards_elsewhere(Card card) const {
    int found = 0;
    for (Card other : s_.face_up) found += other == card ? 1 : 0;
    for (Card other : s_.pile) found += other == card ? 1 : 0;
    if (!is_share(card))
      return found + (card == Card::kDrunk ? s_.specials_gone & 15 : s_.specials_gone >> 4);
    const Business b = business_of(card);
    for (int i = 0; i < s_.players; ++i) found += s_.held(seat_at(i), b);
    return found + s_.opened[static_cast<size_t>(index(b))];
  }
  // The unknown part of the pile may be left out: it is what lies nowhere else.
  void read_cards() {
    s_.face_up.fill(Card::kNone);
    const Json& face_up = in_.array_or_empty("face_up");
    if (face_up.items.size() > 2) return in_.fail("face_up", "holds more than two cards");
    for (size_t i = 0; i < face_up.items.size(); ++i)
      s_.face_up[i] = card("face_up", face_up.items[i]);
    FieldReader gone(in_.object("specials_gone"), "specials_gone", error_, ErrorCode::kPosition);
    s_.specials_gone =
        static_cast<uint8_t>(gone.integer("drunk", 0, 15) + 16 * gone.integer("waitress", 0, 15));
    gone.finish();
    const Json& bottom = in_.array_or_empty("pile_bottom");
    for (const Json& item : bottom.items) {
      if (!in_.ok() || s_.pile.size() >= kMaxCards)
        return in_.fail("pile_bottom", "lists more cards than there are");
      s_.pile.put_under(card("pile_bottom", item));
    }
    const Json& unknown = in_.array_or_empty("pile");
    for (const Json& item : unknown.items) {
      if (!in_.ok() || s_.pile.size() >= kMaxCards)
        return in_.fail("pile", "lists more cards than there are");
      s_.pile.add(card("pile", item));
    }
    if (in_.any("pile").kind != Json::Kind::kNull || !in_.ok()) return;
    for (int kind = 0; kind < domain_size(edition_, domain::kCard); ++kind) {
      const auto missing = static_cast<Card>(kind);
      const int all = is_share(missing) ? s_.setup().shares_per_business : s_.setup().specials_each;
      for (int left = all - cards_elsewhere(missing); left > 0; --left) s_.pile.add(missing);
    }
  }
  void read_agenda() {
    if (in_.any("agenda").kind == Json::Kind::kNull) return derive_agenda();
    for (const Json& item : in_.array("agenda").items) {
      if (s_.agenda.size() >= kMaxSteps) return in_.fail("agenda", "holds too many steps");
      read_step(item.text);
      if (!in_.ok()) return;
    }
  }
  // Left out: the round stands where the choices leave it.
  void derive_agenda() {
    const bool all = std::none_of(s_.choice.begin(), s_.choice.begin() + s_.players,
                                  [](Choice choice) { return choice == Choice::kNone; });
    if (!in_.ok() || s_.over != 0) return;
    if (s_.round == 0 || !all) return s_.agenda.push(s_.round == 0 ? Step::kHide : Step::kChoose);
    engine::Chance chance(0);
    engine::Events silent;
    Play p{s_, chance, silent};
    reveal_choices(p);
    while (s_.agenda.top().step == Step::kExpand && !can_expand(s_, seat_at(s_.agenda.top().a)))
      s_.agenda.pop();  // passed unasked
  }
  void read_step(const std::string& text) {
    const std::vector<std::string_view> words = engine::split(text, ' ');
    size_t step = 0;
    while (step < kStepIds.size() && (words.empty() || kStepIds[step] != words[0])) ++step;
    const Shape shape = step == kStepIds.size() ? Shape::kPlain : shape_of(static_cast<Step>(step));
    const size_t expected = shape == Shape::kPlain ? 1 : shape == Shape::kSeat ? 2 : 3;
    if (step == kStepIds.size() || words.size() != expected) {
      return in_.fail("agenda", "holds '" + text + "', which is no step");
    }
    int64_t b = static_cast<Step>(step) == Step::kBuy ? 1 : 0;
    if (shape == Shape::kSeatCount && !engine::parse_int(words[2], 1, 2, b)) {
      return in_.fail("agenda", "holds '" + text + "': 1 or 2 actions are possible");
    }
    if (shape == Shape::kSeatBusiness) b = index(business("agenda", words[2]));
    if (shape == Shape::kSeatChip) b = value("agenda", domain::kChip, words[2], "chip");
    const Seat who = expected > 1 ? seat("agenda", words[1]) : seat_at(0);
    if (in_.ok()) s_.agenda.push(static_cast<Step>(step), index(who), static_cast<int>(b));
  }

  Error error_;
  FieldReader in_;
  const Edition& edition_;
  State& s_;
};

}  // namespace

void Goldbraeu::write(const State& s, Viewer viewer, JsonWriter& out) {
  Writer(s, viewer, out).run();
}

Error Goldbraeu::read(const Json& json, const Edition& edition, State& s) {
  return Reader(json, edition, s).run();
}

}  // namespace goldbraeu
