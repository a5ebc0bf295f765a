// The table to look at (§14): the ring around Draco on a canvas, and the same in sentences.
#include <algorithm>
#include <cassert>
#include <functional>
#include <numeric>

#include "games/koenig/koenig.h"
#include "games/koenig/rules.h"

namespace koenig {

using engine::Canvas;
using engine::Style;
using engine::Texts;
using engine::Viewer;

namespace {

std::string hero_code(const State& s, Hero hero) {
  return value_id(*s.edition, domain::kHero, index(hero));
}

Style hero_style(const State& s, Hero hero) {
  const Seat owner = s.owner(hero);
  return owner == Seat::kNone ? Style::kNeutral : engine::seat_style(index(owner));
}

std::string signed_amount(int amount) { return (amount > 0 ? "+" : "") + std::to_string(amount); }

std::string seat_text(const Texts& texts, Seat seat) {
  return std::string(texts.get("seat." + std::to_string(index(seat))));
}
std::string card_text(const State& s, const Texts& texts, Card card) {
  return std::string(texts.get("card." + (*s.edition)[card].id + ".name"));
}
std::string hero_text(const State& s, const Texts& texts, Hero hero) {
  return std::string(texts.get("hero." + hero_code(s, hero)));
}

// What a player has, or the bank (kNone).
std::string coins(const State& s, const Texts& texts, Seat whose) {
  const std::array<int, kMaxPlayers> owned = gold_coins(s);
  const int left = std::accumulate(owned.begin(), owned.end(), s.edition->gold_coins, std::minus());
  const int silver = whose == Seat::kNone ? s.bank : s.money(whose);
  const int gold = whose == Seat::kNone
                       ? std::clamp(silver / s.gold(), 0, left)  // an unlimited bank may owe
                       : owned[static_cast<size_t>(index(whose))];
  return texts.format("board.coins", std::to_string(silver), std::to_string(gold),
                      std::to_string(silver - gold * s.gold()));
}

// The hero `i` seats clockwise from Draco (§3.1).
Hero clockwise(const State& s, int i) {
  return s.draco_hand == Hand::kRight ? s.at(s.H() + 1 - i) : s.at(i);
}

// A text in several styles, so that it can be measured before it is written.
class Line {
 public:
  Line& add(std::string text, Style style = Style::kPlain) {
    width_ += engine::columns(text);
    parts_.push_back({std::move(text), style});
    return *this;
  }
  int width() const { return width_; }
  int write(Canvas& canvas, int x, int y) const {
    for (const Part& part : parts_) x = canvas.write(x, y, part.text, part.style);
    return x;
  }
  void centre(Canvas& canvas, int x, int y) const { write(canvas, x - width_ / 2, y); }

 private:
  struct Part {
    std::string text;
    Style style;
  };
  std::vector<Part> parts_;
  int width_ = 0;
};

// The round table: three cards above it with Draco in the middle, three (with somebody away,
// perhaps two) below, the rest on both sides. Clockwise from Draco, as the cards lie.
class Ring {
 public:
  Ring(const State& s, const Texts& texts, Canvas& canvas, int height)
      : s_(s), texts_(texts), canvas_(canvas), height_(height) {}

  // Where the table's edge runs. Beside it there is room for the longest label, whoever sits there,
  // so that the table keeps its shape.
  int left() const { return std::max(label_room(), (canvas_.width() - kWidest) / 2); }
  int right() const { return canvas_.width() - 1 - left(); }
  int bottom() const { return height_ - 2; }

  void draw() {
    const int cards = s_.H() + 1;
    const int sides = (cards - 5) / 2;
    const int below = cards - 3 - 2 * sides;
    draw_edge();
    int i = 0;
    draco().centre(canvas_, middle(), 0);
    label(++i).centre(canvas_, middle() + third(), 0);
    for (int k = 0; k < sides; ++k) label(++i).write(canvas_, right() + 2, side_row(k, sides));
    for (int k = below - 1; k >= 0; --k) {
      label(++i).centre(canvas_, middle() + third() * (2 * k - (below - 1)) / 2, height_ - 1);
    }
    for (int k = sides - 1; k >= 0; --k) {
      const Line text = mirrored(++i);
      text.write(canvas_, left() - 1 - text.width(), side_row(k, sides));
    }
    label(++i).centre(canvas_, middle() - third(), 0);
  }

 private:
  static constexpr int kWidest = 60;  // a wider table would look empty

  int label_room() const {
    constexpr int kAround = 9;  // place, amount, blanks
    int longest = 0;
    for (int place = 1; place <= s_.H(); ++place) {
      longest = std::max(longest, engine::columns(hero_text(s_, texts_, s_.at(place))));
    }
    return longest + kAround;
  }
  int middle() const { return canvas_.width() / 2; }
  int third() const { return std::min(26, canvas_.width() / 3); }
  int side_row(int k, int count) const {
    assert(count > 0);
    return 1 + (2 * k + 1) * (height_ - 2) / (2 * count);
  }

  // Draco's cup stands on his favourite side, where place 1 is.
  Line draco() const {
    const bool right_hand = s_.draco_hand == Hand::kRight;  // he faces the table: our left
    return Line()
        .add(right_hand ? "◀━ " : "   ", Style::kTitle)
        .add("DRACO", Style::kTitle)
        .add(right_hand ? "   " : " ━▶", Style::kTitle);
  }
  std::string amount_text(Hero hero) const {
    const int amount = toast_amount(s_, schedule(s_), s_.place_of(hero));
    return amount == 0 ? "" : signed_amount(amount);
  }
  static Style amount_style(const std::string& amount) {
    return amount.starts_with('-') ? Style::kBad : Style::kGood;
  }
  // "3 green goblin +2", the place next to the table.
  Line label(int i) const {
    const Hero hero = clockwise(s_, i);
    Line line;
    line.add(std::to_string(s_.place_of(hero)) + " ", Style::kDim)
        .add(hero_text(s_, texts_, hero), hero_style(s_, hero));
    if (const std::string amount = amount_text(hero); !amount.empty())
      line.add(" " + amount, amount_style(amount));
    return line;
  }
  Line mirrored(int i) const {
    const Hero hero = clockwise(s_, i);
    Line line;
    if (const std::string amount = amount_text(hero); !amount.empty())
      line.add(amount + " ", amount_style(amount));
    return line.add(hero_text(s_, texts_, hero), hero_style(s_, hero))
        .add(" " + std::to_string(s_.place_of(hero)), Style::kDim);
  }

  void draw_edge() const {
    canvas_.box(left(), 1, right() - left() + 1, height_ - 2);
    canvas_.put(left(), 1, U'╭', Style::kDim);
    canvas_.put(right(), 1, U'╮', Style::kDim);
    canvas_.put(left(), bottom(), U'╰', Style::kDim);
    canvas_.put(right(), bottom(), U'╯', Style::kDim);
    if (s_.cellar != Card::kNone)
      Line()
          .add(" " + card_text(s_, texts_, s_.cellar) + " ", Style::kBad)
          .centre(canvas_, middle(), 1);
    draw_below();
  }
  void draw_below() const {
    const int room = right() - left() - 3;
    const std::string bank = texts_.format("board.bank", std::to_string(s_.bank));
    if (s_.final_phase() && s_.over == 0) {
      const std::string last(texts_.get("board.final"));
      const bool together = engine::columns(last) + engine::columns(bank) + 5 <= room;
      Line()
          .add(" " + last + " ", Style::kBad)
          .add(together ? "· " + bank + " " : "", Style::kDim)
          .centre(canvas_, middle(), bottom());
      if (!together) canvas_.write(left() + 2, 1, " " + bank + " ", Style::kDim);
      return;
    }
    // Where words are long, the sign of cards stands for those of the pile.
    const std::string pile = std::to_string(s_.pile.size());
    std::string text = bank + " · " + texts_.format("board.pile", pile);
    if (engine::columns(text) + 2 > room) text = bank + " · " + pile + "▯";
    Line().add(" " + text + " ", Style::kDim).centre(canvas_, middle(), bottom());
  }

  const State& s_;
  const Texts& texts_;
  Canvas& canvas_;
  int height_;
};

// How much of a player is told: coin by coin, the sum, or no more than numbers.
enum class Detail { kCoins, kSum, kNumbers };

// A player with money and marks: ♛ the richest, ⊔ has the cup, +S Sarah is with them, −Gd is away.
Line player_line(const State& s, const Texts& texts, Seat seat, Detail detail) {
  const auto padded = [](std::string text, int width) {
    text.append(static_cast<size_t>(std::max(1, width - engine::columns(text))), ' ');
    return text;
  };
  int name_width = 0;
  for (int i = 0; i < s.players; ++i) {
    name_width = std::max(name_width, engine::columns(seat_text(texts, engine::seat_at(i))) + 1);
  }
  const Style style = engine::seat_style(index(seat));
  const std::string sum = (s.money(seat) < 10 ? " " : "") + std::to_string(s.money(seat));
  const std::string cards = std::to_string(s.hands.size(seat));
  Line line;
  line.add(seat == s.active && s.over == 0 ? "▸ " : "  ", style);
  line.add(padded(seat_text(texts, seat), name_width), style);
  line.add(detail == Detail::kCoins ? padded(coins(s, texts, seat), 12) : sum + "  ");
  line.add(detail == Detail::kNumbers ? cards + "▯" : texts.format("board.cards", cards),
           Style::kDim);
  const bool marked = seat == s.richest() || seat == s.cup || seat == s.sarah_owner;
  if (marked) line.add(" ");
  if (seat == s.richest()) line.add("♛", Style::kTitle);
  if (seat == s.cup) line.add("⊔", Style::kBold);
  if (seat == s.sarah_owner) line.add("+S", Style::kNeutral);
  for (int i = 0; i < s.players; ++i) {
    const Hero away = s.away[static_cast<size_t>(i)];
    if (away != Hero::kNone && s.owner(away) == seat)
      line.add(" −" + hero_code(s, away), Style::kDim);
  }
  return line;
}

int widest_line(const State& s, const Texts& texts, Detail detail) {
  constexpr int kMarks =
      3;  // kept free, so that the lines stay where they are when marks come and go
  int widest = 0;
  for (int i = 0; i < s.players; ++i) {
    const Seat seat = engine::seat_at(i);
    const bool marked = seat == s.richest() || seat == s.cup || seat == s.sarah_owner;
    widest = std::max(widest, player_line(s, texts, seat, detail).width() + (marked ? 0 : kMarks));
  }
  return widest;
}

// In the middle of the table: the players with their money, and the cup.
void draw_middle(const State& s, const Texts& texts, Canvas& canvas, const Ring& ring) {
  const int width = ring.right() - ring.left() - 2;
  Detail detail = Detail::kCoins;
  if (widest_line(s, texts, detail) > width) detail = Detail::kSum;
  if (widest_line(s, texts, detail) > width) detail = Detail::kNumbers;
  const int widest = widest_line(s, texts, detail);
  const int room = ring.bottom() - 2;
  const int spacing = room >= 2 * s.players + 3 ? 2 : 1;
  const int rows = spacing * s.players + (room > spacing * s.players + 1 ? 2 : 1);
  const int x = ring.left() + 1 + std::max(0, (width - widest) / 2);
  int y = 2 + std::max(0, (room - rows) / 2);
  const int cup_row = y + rows - 1;
  for (int i = 0; i < s.players; ++i, y += spacing)
    player_line(s, texts, engine::seat_at(i), detail).write(canvas, x, y);
  const std::string cup = s.cup == Seat::kNone
                              ? std::string(texts.get("board.cup_centre"))
                              : texts.format("board.cup_with", seat_text(texts, s.cup));
  Line().add("⊔ " + cup, Style::kBold).centre(canvas, canvas.width() / 2, cup_row);
}

// The hand in a few lines; a card's name is never broken.
std::vector<std::string> hand_lines(const State& s, Viewer viewer, const Texts& texts, int width,
                                    size_t most) {
  // Who sees everything sees the hand that is to be played from.
  const Seat seat = viewer.all ? s.active : viewer.seat;
  if (seat == Seat::kNone) return {};
  std::vector<std::string> lines{viewer.all ? seat_text(texts, seat) + "  "
                                            : texts.format("board.hand", std::string())};
  bool first = true;
  for (const HandCard& held : s.hands.of(seat)) {
    const std::string card = card_text(s, texts, held.card);
    if (!first) lines.back() += " ·";
    if (engine::columns(lines.back()) + 2 + engine::columns(card) > width) {
      if (lines.size() == most) {
        lines.back() += " …";
        return lines;
      }
      lines.emplace_back();
    }
    lines.back() += (first || lines.back().empty() ? "" : " ") + card;
    first = false;
  }
  return lines;
}

}  // namespace

void Koenig::draw(const State& s, Viewer viewer, const Texts& texts, Canvas& canvas) {
  const size_t most = canvas.height() > engine::kBoardHeight + 3 ? 4 : 2;
  const std::vector<std::string> hand = hand_lines(s, viewer, texts, canvas.width() - 4, most);
  const bool shown = viewer.all || viewer.seat != Seat::kNone;
  // Two rows in any case, so that the table does not jump about as the hand changes.
  const int height = canvas.height() - (shown ? std::max(2, static_cast<int>(hand.size())) : 0);
  Ring ring(s, texts, canvas, height);
  ring.draw();
  draw_middle(s, texts, canvas, ring);
  for (size_t i = 0; i < hand.size(); ++i) canvas.write(1, height + static_cast<int>(i), hand[i]);
}

void Koenig::tell(const State& s, Viewer viewer, const Texts& texts, std::string& out) {
  const auto line = [&](const std::string& text) { out += text + "\n"; };
  const Schedule& table = schedule(s);
  if (s.over == 0)
    line(texts.format("board.turn", std::to_string(s.turn), seat_text(texts, s.active)));
  line(texts.format(
      "board.draco",
      std::string(texts.get(s.draco_hand == Hand::kRight ? "hand.right" : "hand.left"))));
  for (int place = 1; place <= s.H(); ++place) {
    const Hero hero = s.at(place);
    const int amount = toast_amount(s, table, place);
    std::string text =
        texts.format("board.place", std::to_string(place), hero_text(s, texts, hero));
    if (const Seat owner = s.owner(hero); owner != Seat::kNone && !is_character(hero))
      text += " (" + seat_text(texts, owner) + ")";
    if (amount != 0) text += "  " + signed_amount(amount);
    line(text);
  }
  for (int i = 0; i < s.players; ++i) {
    const Hero away = s.away[static_cast<size_t>(i)];
    if (away != Hero::kNone)
      line(texts.format("board.away", hero_text(s, texts, away),
                        seat_text(texts, engine::seat_at(i))));
  }
  if (s.cellar != Card::kNone) line(texts.format("board.cellar", card_text(s, texts, s.cellar)));
  line(s.cup == Seat::kNone ? std::string(texts.get("board.cup_centre"))
                            : texts.format("board.cup_with", seat_text(texts, s.cup)));
  line(texts.format("board.bank", coins(s, texts, Seat::kNone)) + ". " +
       texts.format("board.pile", std::to_string(s.pile.size())) + ". " +
       texts.format("board.discards", std::to_string(s.discards.size())));
  if (s.final_phase() && s.over == 0) line(std::string(texts.get("board.final")));
  for (int i = 0; i < s.players; ++i) {
    const Seat seat = engine::seat_at(i);
    line(texts.format("board.player", seat_text(texts, seat), coins(s, texts, seat),
                      texts.format("board.cards", std::to_string(s.hands.size(seat)))));
  }
  if (viewer.seat == Seat::kNone) return;
  std::string cards;
  for (const HandCard& held : s.hands.of(viewer.seat))
    cards += (cards.empty() ? "" : ", ") + card_text(s, texts, held.card);
  line(texts.format("board.hand", cards));
  for (int i = 0; i < s.players; ++i) {
    std::string known;
    for (const HandCard& held : s.hands.of(engine::seat_at(i))) {
      if (i != index(viewer.seat) && viewer.may_see(engine::SeatSet::from_bits(held.known_by))) {
        known += (known.empty() ? "" : ", ") + card_text(s, texts, held.card);
      }
    }
    if (!known.empty())
      line(texts.format("board.known", seat_text(texts, engine::seat_at(i)), known));
  }
}

std::string Koenig::note(const State& s, Seat, engine::Action action, const Texts& texts) {
  const auto who = [&](int place) {
    return place >= 1 && place <= s.H() ? hero_text(s, texts, s.at(place)) : std::string();
  };
  switch (static_cast<Verb>(action.verb)) {
    case Verb::kHero: {
      const int place = s.place_of(static_cast<Hero>(action.a));
      return place == 0 ? "" : texts.format("verb.place", std::to_string(place));
    }
    case Verb::kPlace:
      return who(action.a);
    case Verb::kGap:
      return texts.format("note.between", who(action.a), who(action.a + 1));
    case Verb::kSeat:
      return coins(s, texts, engine::seat_at(action.a));
    default:
      return "";
  }
}

}  // namespace koenig
