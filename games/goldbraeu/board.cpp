// The table to look at (§14): the square with its terraces, the businesses around it, and the
// players.
#include <algorithm>

#include "games/goldbraeu/goldbraeu.h"
#include "games/goldbraeu/rules.h"

namespace goldbraeu {

using engine::Canvas;
using engine::seat_at;
using engine::Style;
using engine::Texts;
using engine::Viewer;

namespace {

std::string seat_text(const Texts& texts, Seat seat) {
  return std::string(texts.get("seat." + std::to_string(index(seat))));
}
std::string name_of(const State& s, const Texts& texts, Business b) {
  return std::string(
      texts.get("business." + s.edition->business_ids[static_cast<size_t>(index(b))] + ".name"));
}
std::string short_name(const State& s, const Texts& texts, Business b) {
  return std::string(
      texts.get("business." + s.edition->business_ids[static_cast<size_t>(index(b))] + ".short"));
}
std::string card_name(const State& s, const Texts& texts, Card card) {
  return std::string(
      texts.get("card." + value_id(*s.edition, domain::kCard, index(card)) + ".name"));
}
std::string word(const Texts& texts, std::string_view key) {
  return std::string(texts.get("board." + std::string(key)));
}

Business owner_of(const State& s, Field field) {
  for (int t = 0; t < s.edition->taverns; ++t) {
    if (s.terrace[static_cast<size_t>(t)].contains(field)) return business_at(t);
  }
  return Business::kNone;
}

Style boss_style(const State& s, Business b) {
  const Seat boss = s.boss_of(b);
  return boss == Seat::kNone ? Style::kNeutral : engine::seat_style(index(boss));
}

// One field is four columns: the owner's first two letters, and a parasol's mark. Fences are drawn
// between fields of different owners.
void draw_square(const State& s, const Texts& texts, Canvas& canvas, int left, int top) {
  const Edition& e = *s.edition;
  for (int column = 0; column < e.columns; ++column) {
    canvas.put(left + 2 + 4 * column, top,
               static_cast<char32_t>(U'A' + static_cast<char32_t>(column)), Style::kDim);
  }
  for (int row = 0; row < e.rows; ++row)
    canvas.put(left - 2, top + 1 + 2 * row,
               static_cast<char32_t>(U'1' + static_cast<char32_t>(row)), Style::kDim);
  for (Field field : e.all) {
    const int x = left + 4 * e.column_of[field];
    const int y = top + 1 + 2 * e.row_of[field];
    const Business owner = owner_of(s, field);
    const bool parasol = e.parasols.contains(field);
    if (owner != Business::kNone) {
      std::string name = short_name(s, texts, owner);
      std::string code;
      for (size_t i = 0; i < name.size() && engine::columns(code) < 2; ++i) code += name[i];
      while ((static_cast<unsigned char>(name[std::min(code.size(), name.size() - 1)]) & 0xc0) ==
                 0x80 &&
             code.size() < name.size())
        code += name[code.size()];
      canvas.write(x + 1, y, code,
                   e.start_fields.contains(field) ? Style::kTitle : boss_style(s, owner));
    } else {
      canvas.put(x + 1, y, U'·', Style::kDim);
    }
    if (parasol) canvas.put(x + 3, y, U'☂', Style::kBad);
    for (Field other : e.neighbours[field]) {
      if (other < field || owner_of(s, other) == owner) continue;
      if (e.row_of[other] == e.row_of[field]) {
        canvas.put(x + 4, y, U'│', Style::kPlain);
      } else {
        canvas.write(x + 1, y + 1, "───", Style::kPlain);
      }
    }
  }
}

// "Krug  R2 B1  3/6  12  Mayer"
void draw_business(const State& s, const Texts& texts, Canvas& canvas, int x, int y, Business b) {
  const int start = x;
  x = canvas.write(x, y, short_name(s, texts, b), boss_style(s, b));
  if (s.is_tavern(b)) {
    if (s.drunk == index(b)) canvas.put(start + 7, y, U'☹', Style::kBad);
    if (s.waitress == index(b)) canvas.put(start + 7, y, U'☺', Style::kGood);
  }
  x = start + 9;
  for (int i = 0; i < s.players; ++i) {
    const int stones = s.stones_on(b, seat_at(i));
    if (stones > 0)
      canvas.write(
          x + 3 * i, y,
          std::string(1, texts.get("seat." + std::to_string(i))[0]) + std::to_string(stones),
          engine::seat_style(i));
  }
  x = start + 9 + 3 * s.players;
  canvas.write(x, y,
               std::to_string(s.opened[static_cast<size_t>(index(b))]) + "/" +
                   std::to_string(s.setup().shares_per_business),
               Style::kDim);
  if (s.is_tavern(b)) {
    canvas.write(x + 4, y, std::to_string(s.income(b)), Style::kGood);
    canvas.write(
        x + 8, y,
        short_name(s, texts,
                   business_at(s.edition->taverns + s.contract[static_cast<size_t>(index(b))])),
        Style::kDim);
  } else {
    canvas.write(
        x + 4, y,
        word(texts, "store") + " " + std::to_string(s.store(index(b) - s.edition->taverns)),
        Style::kDim);
  }
}

std::string money_text(const State& s, Viewer viewer, Seat seat) {
  const bool open = s.option(Variant::kMoneyVisible) == 0 || s.over != 0 || viewer.may_see(seat);
  return open ? std::to_string(s.money_of(seat)) : "?";
}

std::string hand_text(const State& s, const Texts& texts, Seat seat) {
  std::string text;
  for (int n = 0; n < s.businesses(); ++n) {
    for (int i = 0; i < s.held(seat, business_at(n)); ++i)
      text += (text.empty() ? "" : ", ") + name_of(s, texts, business_at(n));
  }
  return text;
}

std::string face_up_text(const State& s, const Texts& texts) {
  std::string text;
  for (Card card : s.face_up)
    text += (text.empty() ? "" : " | ") +
            (card == Card::kNone ? std::string("—") : card_name(s, texts, card));
  return text;
}

std::string calendar(const State& s, const Texts& texts) {
  if (s.round == 0) return std::string(texts.get("game.name"));
  const int week = (s.round - 1) / s.edition->rounds_per_week + 1;
  const int day = (s.round - 1) % s.edition->rounds_per_week + 1;
  return word(texts, "round") + " " + std::to_string(s.round) + " (" + word(texts, "week") + " " +
         std::to_string(week) + ", " + word(texts, "day") + " " + std::to_string(day) + ")";
}

}  // namespace

void Goldbraeu::draw(const State& s, Viewer viewer, const Texts& texts, Canvas& canvas) {
  const Edition& e = *s.edition;
  const int square = 4 * e.columns + 3;
  canvas.write(
      0, 0,
      calendar(s, texts) + "  " + word(texts, "start") + " " + seat_text(texts, s.start_of_round()),
      Style::kBold);
  draw_square(s, texts, canvas, 3, 1);
  int y = 0;
  for (int n = 0; n < s.businesses(); ++n)
    draw_business(s, texts, canvas, square + 4, y++, business_at(n));
  ++y;
  for (int i = 0; i < s.players; ++i) {
    const Seat seat = seat_at(i);
    int x = canvas.write(square + 4, y, seat_text(texts, seat), engine::seat_style(i));
    x = std::max(x + 1, square + 11);
    canvas.write(x, y++,
                 word(texts, "money") + " " + money_text(s, viewer, seat) + "  " +
                     word(texts, "stones") + " " + std::to_string(s.stones(seat)) + "  " +
                     word(texts, "hidden") + " " + std::to_string(s.hidden(seat)));
  }
  const int below = 2 + 2 * e.rows;
  canvas.write(0, below,
               word(texts, "face_up") + ": " + face_up_text(s, texts) + "  " + word(texts, "pile") +
                   " " + std::to_string(s.pile.size()));
  if (viewer.seat != Seat::kNone)
    canvas.write(0, below + 1, word(texts, "hand") + ": " + hand_text(s, texts, viewer.seat),
                 Style::kBold);
}

void Goldbraeu::tell(const State& s, Viewer viewer, const Texts& texts, std::string& out) {
  const Edition& e = *s.edition;
  const auto line = [&](const std::string& text) { out += text + "\n"; };
  line(calendar(s, texts) + ". " + word(texts, "start") + ": " +
       seat_text(texts, s.start_of_round()) + ".");
  for (int n = 0; n < s.businesses(); ++n) {
    const Business b = business_at(n);
    std::string text =
        name_of(s, texts, b) + ": " + word(texts, "boss") + " " +
        (s.boss_of(b) == Seat::kNone ? word(texts, "vacant") : seat_text(texts, s.boss_of(b)));
    std::string stones;
    for (int i = 0; i < s.players; ++i) {
      if (const int count = s.stones_on(b, seat_at(i)); count > 0)
        stones += (stones.empty() ? "" : ", ") + seat_text(texts, seat_at(i)) + " " +
                  std::to_string(count);
    }
    text += "; " + word(texts, "shares") + " " + (stones.empty() ? "0" : stones) + "; " +
            word(texts, "opened") + " " + std::to_string(s.opened[static_cast<size_t>(n)]) + "/" +
            std::to_string(s.setup().shares_per_business);
    if (s.is_tavern(b)) {
      std::string fields;
      for (Field field : s.terrace_of(b))
        fields += (fields.empty() ? "" : " ") + e.field_ids[field] +
                  (e.parasols.contains(field) ? "*" : "");
      text += "; " + word(texts, "supplied_by") + " " +
              name_of(s, texts, business_at(e.taverns + s.contract[static_cast<size_t>(n)])) +
              "; " + word(texts, "income") + " " + std::to_string(s.income(b)) + "; " + fields;
      if (s.drunk == n) text += "; " + word(texts, "drunk");
      if (s.waitress == n) text += "; " + word(texts, "waitress");
    } else {
      text += "; " + word(texts, "store") + " " + std::to_string(s.store(n - e.taverns));
    }
    line(text);
  }
  line(word(texts, "face_up") + ": " + face_up_text(s, texts) + ". " + word(texts, "pile") + ": " +
       std::to_string(s.pile.size()) + ".");
  const bool secret = !s.choices_are_shown();
  for (int i = 0; i < s.players; ++i) {
    const Seat seat = seat_at(i);
    std::string text = seat_text(texts, seat) + ": " + word(texts, "money") + " " +
                       money_text(s, viewer, seat) + ", " + word(texts, "stones") + " " +
                       std::to_string(s.stones(seat)) + ", " + word(texts, "figures") + " " +
                       std::to_string(s.figures(seat)) + ", " + word(texts, "hidden") + " " +
                       std::to_string(s.hidden(seat));
    if (const Choice choice = s.choice[static_cast<size_t>(i)]; choice != Choice::kNone) {
      text += ", " + (secret && !viewer.may_see(seat)
                          ? word(texts, "chosen")
                          : std::string(texts.get(
                                "action." + value_id(e, domain::kAction, static_cast<int>(choice)) +
                                ".name")));
    }
    line(text);
  }
  if (viewer.seat != Seat::kNone)
    line(word(texts, "hand") + ": " + hand_text(s, texts, viewer.seat));
}

}  // namespace goldbraeu
