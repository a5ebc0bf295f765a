// Positions and views as JSON (docs/record-format.md). A view is the position with what the viewer
// may not know left out; reading takes what Viewer::everything() wrote.
#include <algorithm>

#include "engine/json.h"
#include "engine/position_io.h"
#include "games/koenig/koenig.h"
#include "games/koenig/rules.h"

namespace koenig {

using engine::Error;
using engine::ErrorCode;
using engine::FieldReader;
using engine::Json;
using engine::JsonWriter;
using engine::Viewer;

const std::array<std::string_view, 8> kStepIds{"return_hero", "choose_card",  "ask",  "vote",
                                               "finish_card", "toast_choice", "draw", "turn_end"};

namespace {

// --- writing ---

class Writer {
 public:
  Writer(const State& s, Viewer viewer, JsonWriter& out) : s_(s), viewer_(viewer), out_(out) {}

  void run() {
    out_.begin_object();
    out_.member("game", "koenig");
    out_.member("players", static_cast<int>(s_.players));
    engine::write_options(spec(), s_.options, out_);
    out_.member("turn", static_cast<int>(s_.turn));
    write_seat("start", s_.start, "");
    write_seat("active", s_.active, "");
    write_heroes("line", s_.line);
    out_.member("draco_hand",
                value_id(*s_.edition, domain::kHand, static_cast<int>(s_.draco_hand)));
    write_seat("cup", s_.cup, "centre");
    out_.member("cup_received", s_.cup_received != 0);
    write_card("cellar", s_.cellar);
    write_seat("sarah_owner", s_.sarah_owner, "nobody");
    write_away();
    write_money();
    write_hands();
    write_deck();
    out_.member("exhaustions", static_cast<int>(s_.exhaustions));
    out_.member("final_turn", static_cast<int>(s_.final_turn));
    out_.member("enthusiasm", s_.enthusiasm != 0);
    write_card("in_play", s_.in_play);
    write_picks();
    write_ballots();
    write_agenda();
    out_.member("over", s_.over != 0);
    out_.end_object();
  }

 private:
  std::string_view seat_id(Seat seat) const { return kColourIds[static_cast<size_t>(index(seat))]; }
  std::string card_id(Card card) const { return (*s_.edition)[card].id; }

  void write_seat(std::string_view key, Seat seat, std::string_view none) {
    engine::write_seat(spec(), key, seat, none, out_);
  }
  void write_card(std::string_view key, Card card) {
    out_.key(key);
    card == Card::kNone ? out_.null() : out_.value(card_id(card));
  }
  template <class Heroes>
  void write_heroes(std::string_view key, const Heroes& heroes) {
    out_.key(key);
    out_.begin_array();
    for (Hero hero : heroes) out_.value(value_id(*s_.edition, domain::kHero, index(hero)));
    out_.end_array();
  }
  template <class Cards>
  void write_cards(std::string_view key, const Cards& cards) {
    out_.key(key);
    out_.begin_array();
    for (Card card : cards) out_.value(card_id(card));
    out_.end_array();
  }
  void write_away() {
    out_.key("away");
    out_.begin_object();
    for (int i = 0; i < s_.players; ++i) {
      const Hero hero = s_.away[static_cast<size_t>(i)];
      if (hero != Hero::kNone)
        out_.member(kColourIds[static_cast<size_t>(i)],
                    value_id(*s_.edition, domain::kHero, index(hero)));
    }
    out_.end_object();
  }
  void write_money() {
    out_.member("bank", static_cast<int>(s_.bank));
    out_.key("wealth");
    out_.begin_object();
    for (int i = 0; i < s_.players; ++i) {
      out_.member(kColourIds[static_cast<size_t>(i)],
                  static_cast<int>(s_.wealth[static_cast<size_t>(i)]));
    }
    out_.end_object();
  }
  void write_hand_card(const HandCard& held) {
    if (held.known_by == 0 || !viewer_.all) return out_.value(card_id(held.card));
    out_.begin_object();
    out_.member("card", card_id(held.card));
    out_.key("known_by");
    out_.begin_array();
    for (Seat seat : engine::SeatSet::from_bits(held.known_by)) out_.value(seat_id(seat));
    out_.end_array();
    out_.end_object();
  }
  // A view lists of other hands only the cards the viewer knows, and how many there are.
  void write_hands() {
    out_.key("hands");
    out_.begin_object();
    for (int i = 0; i < s_.players; ++i) {
      const Seat holder = engine::seat_at(i);
      out_.key(seat_id(holder));
      out_.begin_array();
      for (const HandCard& held : s_.hands.of(holder)) {
        if (viewer_.may_see(holder) || viewer_.may_see(engine::SeatSet::from_bits(held.known_by)))
          write_hand_card(held);
      }
      out_.end_array();
    }
    out_.end_object();
    if (viewer_.all) return;
    out_.key("hand_sizes");
    out_.begin_object();
    for (int i = 0; i < s_.players; ++i) {
      out_.member(kColourIds[static_cast<size_t>(i)], s_.hands.size(engine::seat_at(i)));
    }
    out_.end_object();
  }
  void write_deck() {
    if (viewer_.all) {
      write_cards("pile", s_.pile);
      write_cards("removed", s_.removed);
    } else {
      out_.member("pile_size", s_.pile.size());
      out_.member("removed_size", s_.removed.size());
    }
    write_cards("discards", s_.discards);  // R46: all cards there were seen
    write_cards("recycled", s_.recycled);
  }
  void write_picks() {
    const bool secret = hides_monte(s_) && !viewer_.may_see(s_.active);
    out_.key("picks");
    out_.begin_array();
    for (int i = 0; i < s_.picks.size(); ++i) {
      secret&& i >= 2 && i <= 4 ? out_.null() : out_.value(static_cast<int>(s_.picks[i]));
    }
    out_.end_array();
  }
  // A vote is its owner's until all are in; that he has voted all may see.
  void write_ballots() {
    const bool open = s_.option(Variant::kVoteMode) != 0;
    out_.key("ballots");
    out_.begin_object();
    for (int i = 0; i < s_.players; ++i) {
      const Ballot ballot = s_.ballots[static_cast<size_t>(i)];
      if (ballot == Ballot::kNotCast) continue;
      out_.key(kColourIds[static_cast<size_t>(i)]);
      open || viewer_.may_see(engine::seat_at(i))
          ? out_.value(value_id(*s_.edition, domain::kBallot, static_cast<int>(ballot)))
          : out_.null();
    }
    out_.end_object();
  }
  void write_agenda() {
    out_.key("agenda");
    out_.begin_array();
    for (const auto& entry : s_.agenda) {
      std::string text(kStepIds[static_cast<size_t>(entry.step)]);
      if (entry.step == Step::kAsk || entry.step == Step::kVote)
        text += " " + std::string(spec().prompts[entry.a]);
      if (entry.step == Step::kAsk) text += " " + std::string(kColourIds[entry.b]);
      out_.value(text);
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
      : in_(json, "", error_, ErrorCode::kPosition), edition_(edition), s_(s) {}

  Error run() {
    s_ = State{};
    s_.edition = &edition_;
    if (in_.string("game") != "koenig") in_.fail("game", "must be 'koenig'");
    s_.players = static_cast<uint8_t>(in_.integer("players", spec().min_seats, spec().max_seats));
    engine::read_options(spec(), in_, s_.options);
    s_.turn = static_cast<int16_t>(in_.integer("turn", 1, 30000));
    s_.start = seat("start", "");
    s_.active = seat("active", "");
    read_line();
    s_.draco_hand = in_.string("draco_hand") == "left" ? Hand::kLeft : Hand::kRight;
    if (in_.ok() && in_.string("draco_hand") != "left" && in_.string("draco_hand") != "right") {
      in_.fail("draco_hand", "must be 'right' or 'left'");
    }
    s_.cup = seat("cup", "centre");
    s_.cup_received = in_.boolean_or("cup_received", false) ? 1 : 0;
    s_.cellar = card("cellar");
    s_.sarah_owner = seat("sarah_owner", "nobody");
    read_away();
    read_money();
    s_.in_play = card("in_play");
    read_hands();
    read_cards("discards", s_.discards);
    read_cards("recycled", s_.recycled);
    read_cards("removed", s_.removed);
    // Nobody knows an order of these: they are kept sorted.
    std::sort(s_.recycled.begin(), s_.recycled.end());
    std::sort(s_.removed.begin(), s_.removed.end());
    read_pile();
    s_.exhaustions = static_cast<uint8_t>(in_.integer_or("exhaustions", 0, 2, 0));
    s_.final_turn = static_cast<int16_t>(in_.integer_or("final_turn", 0, s_.turn, 0));
    s_.enthusiasm = in_.boolean_or("enthusiasm", false) ? 1 : 0;
    read_picks();
    read_ballots();
    s_.over = in_.boolean_or("over", false) ? 1 : 0;
    read_agenda();
    in_.finish();
    return error_;
  }

 private:
  Seat parse_seat(std::string_view key, std::string_view id) {
    return engine::seat_named(spec(), s_.players, in_, key, id);
  }
  Seat seat(std::string_view key, std::string_view none) {
    return engine::read_seat(spec(), s_.players, in_, key, none);
  }
  int value(std::string_view key, engine::DomainId domain, std::string_view id,
            std::string_view what) {
    return engine::value_named(edition_, domain, domain_size(edition_, domain), value_id, in_, key,
                               id, what);
  }
  Card card(std::string_view key) {
    const Json& json = in_.any(key);
    if (json.kind == Json::Kind::kNull) return Card::kNone;
    return static_cast<Card>(value(key, domain::kCard, json.text, "card"));
  }
  Hero hero(std::string_view key, const Json& json) {
    return static_cast<Hero>(value(key, domain::kHero, json.text, "hero"));
  }
  template <class List>
  void read_cards(std::string_view key, List& list) {
    for (const Json& item : in_.array(key).items) {
      if (!in_.ok()) return;
      if (list.full()) return in_.fail(key, "lists more cards than there are");
      list.push_back(static_cast<Card>(value(key, domain::kCard, item.text, "card")));
    }
  }
  void read_line() {
    for (const Json& item : in_.array("line").items) {
      if (!in_.ok()) return;
      if (s_.line.full()) return in_.fail("line", "lists more heroes than there are");
      s_.line.push_back(hero("line", item));
    }
  }
  void read_away() {
    s_.away.fill(Hero::kNone);
    for (const auto& [id, json] : in_.object_or_empty("away").members) {
      const Seat banisher = parse_seat("away", id);
      if (!in_.ok()) return;
      s_.away[static_cast<size_t>(index(banisher))] = hero("away", json);
    }
  }
  void read_money() {
    const Json& list = in_.object("wealth");
    int total = 0;
    for (const auto& [id, json] : list.members) {
      const Seat owner = parse_seat("wealth", id);
      if (!in_.ok()) return;
      if (!json.is_integer() || json.integer < 0 || json.integer > 10000) {
        return in_.fail("wealth", "must be whole numbers, 0 or more");
      }
      s_.money(owner) = static_cast<int16_t>(json.integer);
      total += static_cast<int>(json.integer);
    }
    // The bank may be left out: it is what the players don't have.
    s_.bank = static_cast<int16_t>(
        in_.integer_or("bank", -20000, 20000, std::max(-20000, edition_.silver_in_box - total)));
  }
  void read_hands() {
    for (const auto& [id, json] : in_.object("hands").members) {
      const Seat holder = parse_seat("hands", id);
      if (!in_.ok()) return;
      if (!json.is_array()) return in_.fail("hands", "must hold a list of cards for each seat");
      for (const Json& item : json.items) {
        uint8_t known_by = 0;
        const Json* name = &item;
        if (item.is_object()) {
          name = item.find("card");
          const Json* knowers = item.find("known_by");
          if (name == nullptr || knowers == nullptr || !knowers->is_array() ||
              item.members.size() != 2) {
            return in_.fail("hands", "must hold cards, or objects of 'card' and 'known_by'");
          }
          for (const Json& knower : knowers->items) {
            const Seat seat = parse_seat("hands", knower.text);
            known_by = static_cast<uint8_t>(known_by | engine::SeatSet(seat).bits());
          }
        }
        const int value_read = value("hands", domain::kCard, name->text, "card");
        if (!in_.ok()) return;
        if (s_.hands.total() >= kMaxCards)
          return in_.fail("hands", "hold more cards than there are");
        s_.hands.add(holder, static_cast<Card>(value_read), known_by);
      }
    }
  }
  // The pile may be left out: it is what lies nowhere else.
  void read_pile() {
    if (!in_.ok()) return;
    if (in_.any("pile").kind != Json::Kind::kNull) {
      engine::SmallVec<Card, kMaxCards> cards;
      read_cards("pile", cards);
      if (!in_.ok()) return;
      for (Card card : cards) s_.pile.add(card);
      return;
    }
    for (size_t i = 0; i < edition_.cards.size(); ++i) {
      const auto kind = static_cast<Card>(i);
      for (int left = copies_in_game(s_, kind) - copies_elsewhere(s_, kind); left > 0; --left)
        s_.pile.add(kind);
    }
  }
  void read_picks() {
    for (const Json& item : in_.array_or_empty("picks").items) {
      if (!item.is_integer() || item.integer < 0 || item.integer > 255 || s_.picks.full()) {
        return in_.fail("picks", "must hold up to 12 numbers from 0 to 255");
      }
      s_.picks.push_back(static_cast<uint8_t>(item.integer));
    }
  }
  void read_ballots() {
    s_.ballots.fill(Ballot::kNotCast);
    for (const auto& [id, json] : in_.object_or_empty("ballots").members) {
      const Seat voter = parse_seat("ballots", id);
      if (!in_.ok()) return;
      s_.ballots[static_cast<size_t>(index(voter))] =
          static_cast<Ballot>(value("ballots", domain::kBallot, json.text, "vote"));
    }
  }
  void read_agenda() {
    for (const Json& item : in_.array("agenda").items) {
      const std::vector<std::string_view> words = engine::split(item.text, ' ');
      if (words.empty() || s_.agenda.size() >= 6)
        return in_.fail("agenda", "must hold up to 6 steps");
      size_t step = 0;
      while (step < kStepIds.size() && kStepIds[step] != words[0]) ++step;
      const bool question = step < kStepIds.size() && (static_cast<Step>(step) == Step::kAsk ||
                                                       static_cast<Step>(step) == Step::kVote);
      const size_t expected = !question ? 1 : static_cast<Step>(step) == Step::kAsk ? 3 : 2;
      if (step == kStepIds.size() || words.size() != expected) {
        return in_.fail("agenda", "holds '" + item.text + "', which is no step");
      }
      size_t prompt = 0;
      while (question && prompt < spec().prompts.size() && spec().prompts[prompt] != words[1])
        ++prompt;
      if (prompt == spec().prompts.size())
        return in_.fail("agenda", "holds '" + item.text + "', which is no question");
      const Seat who = expected == 3 ? parse_seat("agenda", words[2]) : engine::seat_at(0);
      if (!in_.ok()) return;
      s_.agenda.push(static_cast<Step>(step), static_cast<int>(prompt), index(who));
    }
  }

  Error error_;
  FieldReader in_;
  const Edition& edition_;
  State& s_;
};

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

void Koenig::write(const State& s, Viewer viewer, JsonWriter& out) { Writer(s, viewer, out).run(); }

Error Koenig::read(const Json& json, const Edition& edition, State& s) {
  return Reader(json, edition, s).run();
}

}  // namespace koenig
