// The table to look at (§14): the square with its terraces, the businesses beside it, the players.
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

// The players' marks on roofs, in seat order: told apart without colour too.
constexpr std::array<std::string_view, kMaxPlayers> kMarks{"●", "■", "▲", "◇"};
constexpr std::string_view kStones = "▪";
constexpr std::string_view kFigures = "♟";
constexpr std::string_view kHidden = "▯";

std::string_view mark(Seat seat) { return kMarks[static_cast<size_t>(index(seat))]; }

std::string seat_text(const Texts& texts, Seat seat) {
  return std::string(texts.get("seat." + std::to_string(index(seat))));
}
// A business of an edition of the user's own may have no text: its id is shown.
std::string text_or_id(const Texts& texts, std::string_view kind, const std::string& id,
                       std::string_view form) {
  const std::string key = std::string(kind) + "." + id + "." + std::string(form);
  return texts.has(key) ? std::string(texts.get(key)) : id;
}
const std::string& id_of(const State& s, Business b) {
  return s.edition->business_ids[static_cast<size_t>(index(b))];
}
std::string name_of(const State& s, const Texts& texts, Business b) {
  return text_or_id(texts, "business", id_of(s, b), "name");
}
std::string short_name(const State& s, const Texts& texts, Business b) {
  return text_or_id(texts, "business", id_of(s, b), "short");
}
std::string card_name(const State& s, const Texts& texts, Card card) {
  if (is_share(card)) return short_name(s, texts, business_of(card));
  return text_or_id(texts, "card", value_id(*s.edition, domain::kCard, index(card)), "name");
}
std::string word(const Texts& texts, std::string_view key) {
  return std::string(texts.get("board." + std::string(key)));
}

std::string label(const Texts& texts, std::string_view key) {
  return word(texts, key) + word(texts, "colon");
}

Style boss_style(const State& s, Business b) {
  const Seat boss = s.boss_of(b);
  return boss == Seat::kNone ? Style::kNeutral : engine::seat_style(index(boss));
}

// The first glyphs of a text.
std::string shortened(std::string_view text, int glyphs) {
  size_t size = 0;
  while (size < text.size() && glyphs-- > 0) {
    ++size;
    while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) ++size;
  }
  return std::string(text.substr(0, size));
}

// The square: a field is three columns wide and a line high, with room for fences between fields,
// unless the canvas is too small for that.
class Square {
 public:
  Square(const State& s, const Texts& texts, Canvas& canvas, int lines)
      : s_(s),
        e_(*s.edition),
        texts_(texts),
        canvas_(canvas),
        high_(2 * e_.rows <= lines ? 2 : 1),
        wide_(e_.columns > 8 ? 3 : 4) {
    owner_.fill(Business::kNone);
    for (int t = 0; t < e_.taverns; ++t) {
      for (Field field : s.terrace_of(business_at(t))) owner_[field] = business_at(t);
    }
    at_.assign(static_cast<size_t>(e_.rows * e_.columns), -1);
    for (Field field : e_.all)
      at_[static_cast<size_t>(e_.row_of[field] * e_.columns + e_.column_of[field])] = field;
  }

  int width() const { return x_of(e_.columns); }
  int height() const { return y_of(e_.rows); }

  void draw() {
    for (int column = 0; column < e_.columns; ++column) {
      canvas_.put(x_of(column) + 1, 0, static_cast<char32_t>(U'A' + column), Style::kDim);
    }
    for (int row = 0; row < e_.rows; ++row) {
      canvas_.put(0, y_of(row), static_cast<char32_t>(U'1' + row), Style::kDim);
      for (int column = 0; column < e_.columns; ++column) draw_field(row, column);
    }
    for (int row = 0; row < e_.rows && high_ == 2; ++row) {
      for (int column = 0; column < e_.columns; ++column) draw_fences(row, column);
    }
  }

 private:
  int x_of(int column) const { return 2 + wide_ * column; }
  int y_of(int row) const { return 1 + high_ * row; }
  int field_at(int row, int column) const {
    if (row >= e_.rows || column >= e_.columns) return -1;
    return at_[static_cast<size_t>(row * e_.columns + column)];
  }

  void draw_field(int row, int column) {
    const int x = x_of(column);
    const int y = y_of(row);
    const int field = field_at(row, column);
    if (field < 0) {
      canvas_.write(x, y, "≈≈≈", Style::kDim);
      return;
    }
    const Business owner = owner_[static_cast<size_t>(field)];
    if (owner == Business::kNone) {
      canvas_.put(x + 1, y, U'·', Style::kDim);
    } else {
      canvas_.write(x, y, shortened(short_name(s_, texts_, owner), 2), boss_style(s_, owner));
    }
    if (e_.parasols.contains(static_cast<Field>(field))) {
      canvas_.put(x + 2, y, U'☂', Style::kBad);
    } else if (e_.start_fields.contains(static_cast<Field>(field))) {
      canvas_.put(x + 2, y, U'⌂', boss_style(s_, owner));
    }
  }

  // R5: a fence stands between two fields of different owners.
  bool fence(int a, int b) const {
    return a >= 0 && b >= 0 && owner_[static_cast<size_t>(a)] != owner_[static_cast<size_t>(b)];
  }
  bool fence_right_of(int row, int column) const {
    return row < e_.rows && fence(field_at(row, column), field_at(row, column + 1));
  }
  bool fence_below(int row, int column) const {
    return column < e_.columns && fence(field_at(row, column), field_at(row + 1, column));
  }
  void draw_fences(int row, int column) {
    constexpr std::array<char32_t, 16> kCrossing{U' ', U'╵', U'╷', U'│', U'╴', U'┘', U'┐', U'┤',
                                                 U'╶', U'└', U'┌', U'├', U'─', U'┴', U'┬', U'┼'};
    const int x = x_of(column);
    const int y = y_of(row);
    const bool up = fence_right_of(row, column);
    const bool left = fence_below(row, column);
    if (left) canvas_.write(x, y + 1, shortened("───", wide_ - 1), Style::kPlain);
    if (wide_ < 4) return;
    if (up) canvas_.put(x + 3, y, U'│', Style::kPlain);
    if (row + 1 == e_.rows || column + 1 == e_.columns) return;
    const bool down = fence_right_of(row + 1, column);
    const bool right = fence_below(row, column + 1);
    const auto crossing =
        static_cast<size_t>((up ? 1 : 0) + (down ? 2 : 0) + (left ? 4 : 0) + (right ? 8 : 0));
    if (crossing != 0) canvas_.put(x + 3, y + 1, kCrossing[crossing], Style::kPlain);
  }

  const State& s_;
  const Edition& e_;
  const Texts& texts_;
  Canvas& canvas_;
  int high_;
  int wide_;
  std::array<Business, kMaxFields> owner_;
  std::vector<int> at_;
};

int purse_of(const State& s, int brewery) {
  int purse = 0;
  for (int t = 0; t < s.edition->taverns; ++t) {
    if (s.contract[static_cast<size_t>(t)] == brewery) purse += s.income(business_at(t)) / 2;
  }
  return purse;
}

// "●Krug  ☺ ●2 ■1 (+1) 3/6  12 Mayer": boss, chip, stones on the roof, own hidden shares, shares
// opened, income, contract or store.
void draw_business(const State& s, Viewer viewer, const Texts& texts, Canvas& canvas, int x, int y,
                   Business b) {
  const Seat boss = s.boss_of(b);
  canvas.write(x, y, boss == Seat::kNone ? "·" : mark(boss), boss_style(s, b));
  canvas.write(x + 1, y, shortened(short_name(s, texts, b), 6), boss_style(s, b));
  if (s.is_tavern(b) && s.drunk == index(b)) canvas.put(x + 8, y, U'☹', Style::kBad);
  if (s.is_tavern(b) && s.waitress == index(b)) canvas.put(x + 8, y, U'☺', Style::kGood);
  for (int i = 0; i < s.players; ++i) {
    const int stones = s.stones_on(b, seat_at(i));
    if (stones == 0) continue;
    canvas.write(x + 10 + 3 * i, y,
                 std::string(kMarks[static_cast<size_t>(i)]) + std::to_string(stones),
                 engine::seat_style(i));
  }
  if (viewer.seat != Seat::kNone && s.held(viewer.seat, b) > 0) {
    canvas.write(x + 22, y, "(+" + std::to_string(s.held(viewer.seat, b)) + ")",
                 engine::seat_style(index(viewer.seat)));
  }
  const int opened = s.opened[static_cast<size_t>(index(b))];
  const int all = s.setup().shares_per_business;
  canvas.write(x + 27, y, std::to_string(opened) + "/" + std::to_string(all),
               opened == all - 1 ? Style::kBad : Style::kDim);
  const int brewery = index(b) - s.edition->taverns;
  const std::string amount = std::to_string(s.is_tavern(b) ? s.income(b) : purse_of(s, brewery));
  canvas.write(x + 34 - engine::columns(amount), y, amount, Style::kGood);
  if (s.is_tavern(b)) {
    const Business supplier =
        business_at(s.edition->taverns + s.contract[static_cast<size_t>(index(b))]);
    canvas.write(x + 35, y, short_name(s, texts, supplier), boss_style(s, supplier));
  } else {
    canvas.write(x + 35, y, word(texts, "store") + " " + std::to_string(s.store(brewery)),
                 Style::kDim);
  }
}

// "●Mayer ■2◇1 3/6 18": boss, stones, shares opened, purse. What it leaves out is seen elsewhere:
// own hidden shares in the hand, the store by the contracts of the taverns.
constexpr int kBriefWidth = 22;
void draw_briefly(const State& s, const Texts& texts, Canvas& canvas, int x, int y, Business b) {
  const Seat boss = s.boss_of(b);
  canvas.write(x, y, boss == Seat::kNone ? "·" : mark(boss), boss_style(s, b));
  canvas.write(x + 1, y, shortened(short_name(s, texts, b), 4), boss_style(s, b));
  int end = x + 6;
  for (int i = 0; i < s.players; ++i) {
    const int stones = s.stones_on(b, seat_at(i));
    if (stones == 0) continue;
    end = canvas.write(end, y, std::string(kMarks[static_cast<size_t>(i)]) + std::to_string(stones),
                       engine::seat_style(i));
  }
  const int opened = s.opened[static_cast<size_t>(index(b))];
  const int all = s.setup().shares_per_business;
  canvas.write(x + 15, y, std::to_string(opened) + "/" + std::to_string(all),
               opened == all - 1 ? Style::kBad : Style::kDim);
  const std::string purse = std::to_string(purse_of(s, index(b) - s.edition->taverns));
  canvas.write(x + kBriefWidth - 1 - engine::columns(purse), y, purse, Style::kGood);
}

// One below the other; where the lines don't suffice, two breweries share one.
void draw_businesses(const State& s, Viewer viewer, const Texts& texts, Canvas& canvas, int x,
                     int lines) {
  const int taverns = s.edition->taverns;
  const bool briefly = s.businesses() > lines;
  for (int n = 0; n < s.businesses(); ++n) {
    const int brewery = n - taverns;
    if (brewery < 0 || !briefly) {
      draw_business(s, viewer, texts, canvas, x, n, business_at(n));
    } else {
      draw_briefly(s, texts, canvas, x + brewery % 2 * kBriefWidth, taverns + brewery / 2,
                   business_at(n));
    }
  }
}

std::string money_text(const State& s, Viewer viewer, Seat seat) {
  const bool open = s.variant(Variant::kMoneyVisible) == 0 || s.over != 0 || viewer.may_see(seat);
  return open ? std::to_string(s.money_of(seat)) : "?";
}

// "●Yellow 125 ▪12♟4▯2"
void draw_player(const State& s, Viewer viewer, const Texts& texts, Canvas& canvas, int x, int y,
                 Seat seat) {
  const Style style = engine::seat_style(index(seat));
  x = canvas.write(x, y, std::string(mark(seat)) + seat_text(texts, seat), style);
  x = canvas.write(x + 1, y, money_text(s, viewer, seat), Style::kBold);
  canvas.write(x + 1, y,
               std::string(kStones) + std::to_string(s.stones(seat)) + std::string(kFigures) +
                   std::to_string(s.figures(seat)) + std::string(kHidden) +
                   std::to_string(s.hidden(seat)));
}

std::string choice_text(const State& s, Viewer viewer, const Texts& texts, Seat seat) {
  const Choice choice = s.choice[static_cast<size_t>(index(seat))];
  if (choice == Choice::kNone) return {};
  if (!s.choices_are_shown() && !viewer.may_see(seat)) return word(texts, "chosen");
  return word(texts, "do_" + value_id(*s.edition, domain::kAction, static_cast<int>(choice)));
}

// Who has chosen what; without any choice, what the signs in the players' line stand for.
void draw_choices(const State& s, Viewer viewer, const Texts& texts, Canvas& canvas, int x, int y) {
  const bool any = std::any_of(s.choice.begin(), s.choice.end(),
                               [](Choice choice) { return choice != Choice::kNone; });
  if (!any) {
    canvas.write(x, y,
                 std::string(kStones) + " " + word(texts, "stones") + "  " + std::string(kFigures) +
                     " " + word(texts, "figures") + "  " + std::string(kHidden) + " " +
                     word(texts, "hidden"),
                 Style::kDim);
    return;
  }
  for (int i = 0; i < s.players; ++i) {
    const std::string text = choice_text(s, viewer, texts, seat_at(i));
    if (text.empty()) continue;
    x = 1 + canvas.write(x, y, std::string(mark(seat_at(i))) + text, engine::seat_style(i));
  }
}

constexpr int kWholeName = 0;

// With whole names, or short ones of so many letters at most.
std::string hand_text(const State& s, const Texts& texts, Seat seat, int letters) {
  std::string text;
  for (int n = 0; n < s.businesses(); ++n) {
    const Business b = business_at(n);
    const int held = s.held(seat, b);
    if (held == 0) continue;
    text += (text.empty() ? "" : ", ") + (held > 1 ? std::to_string(held) + "× " : "") +
            (letters == kWholeName ? name_of(s, texts, b)
                                   : shortened(short_name(s, texts, b), letters));
  }
  return text.empty() ? "–" : text;
}

std::string face_up_text(const State& s, const Texts& texts) {
  std::string text;
  for (Card card : s.face_up)
    text += (text.empty() ? "" : " | ") +
            (card == Card::kNone ? std::string("–") : card_name(s, texts, card));
  return text;
}

std::string calendar(const State& s, const Texts& texts) {
  if (s.round == 0) return std::string(texts.get("game.name"));
  const int week = (s.round - 1) / s.edition->rounds_per_week + 1;
  const int day = (s.round - 1) % s.edition->rounds_per_week + 1;
  std::string text = word(texts, "week") + " " + std::to_string(week) + ", " + word(texts, "day") +
                     " " + std::to_string(day);
  const bool payday = s.over == 0 && s.agenda.begin()->item == Item::kPaydayPay;
  return payday ? text + " · " + word(texts, "payday") : text;
}

// What lies for sale, with its price once it is known, and what the viewer hides.
void draw_cards(const State& s, Viewer viewer, const Texts& texts, Canvas& canvas, int y) {
  int x = 0;
  // While nothing lies there yet, the long hands of the deal have the line.
  if (s.round > 0) {
    x = canvas.write(x, y, label(texts, "face_up"), Style::kDim);
    x = canvas.write(x, y, face_up_text(s, texts)) + 2;
  }
  x = canvas.write(x, y, word(texts, "pile") + " " + std::to_string(s.pile.size()), Style::kDim);
  if (for_sale(s)) {
    x = canvas.write(x + 2, y, word(texts, "price") + " " + std::to_string(price(s)), Style::kDim);
  }
  if (viewer.seat == Seat::kNone) return;
  const bool own_line = canvas.height() > y + 1;
  x = own_line ? 0 : x + 2;
  std::string hand;
  for (const int letters : {own_line ? kWholeName : 6, 6, 4, 2}) {
    hand = label(texts, "hand") + hand_text(s, texts, viewer.seat, letters);
    if (x + engine::columns(hand) <= canvas.width()) break;
  }
  canvas.write(x, own_line ? y + 1 : y, hand, engine::seat_style(index(viewer.seat)));
}

}  // namespace

void Goldbraeu::draw(const State& s, Viewer viewer, const Texts& texts, Canvas& canvas) {
  constexpr int kLinesBelow = 3;
  Square square(s, texts, canvas, canvas.height() - kLinesBelow);
  square.draw();
  const int right = square.width() + 2;
  const int below =
      std::min(std::max(square.height() - 1, s.businesses()), canvas.height() - kLinesBelow);
  draw_businesses(s, viewer, texts, canvas, right, below);

  int x = canvas.write(0, below, calendar(s, texts), Style::kBold);
  const Seat start = s.start_of_round();
  canvas.write(x + 2, below, "▶" + std::string(mark(start)) + seat_text(texts, start),
               engine::seat_style(index(start)));
  draw_choices(s, viewer, texts, canvas, right, below);
  for (int i = 0; i < s.players; ++i) {
    draw_player(s, viewer, texts, canvas, i * (engine::kBoardWidth / s.players), below + 1,
                seat_at(i));
  }
  draw_cards(s, viewer, texts, canvas, below + 2);
}

namespace {

std::string told_business(const State& s, const Texts& texts, Business b) {
  const Edition& e = *s.edition;
  const auto n = static_cast<size_t>(index(b));
  std::string text =
      name_of(s, texts, b) + word(texts, "colon") + word(texts, "boss") + " " +
      (s.boss_of(b) == Seat::kNone ? word(texts, "vacant") : seat_text(texts, s.boss_of(b)));
  std::string stones;
  for (int i = 0; i < s.players; ++i) {
    const int count = s.stones_on(b, seat_at(i));
    if (count == 0) continue;
    stones +=
        (stones.empty() ? "" : ", ") + seat_text(texts, seat_at(i)) + " " + std::to_string(count);
  }
  text += word(texts, "semicolon") + word(texts, "shares") + " " + (stones.empty() ? "0" : stones) +
          word(texts, "semicolon") + word(texts, "opened") + " " + std::to_string(s.opened[n]) +
          "/" + std::to_string(s.setup().shares_per_business);
  if (s.is_brewery(b)) {
    return text + word(texts, "semicolon") + word(texts, "store") + " " +
           std::to_string(s.store(index(b) - e.taverns));
  }
  std::string fields;
  for (Field field : s.terrace_of(b)) {
    fields +=
        (fields.empty() ? "" : " ") + e.field_ids[field] + (e.parasols.contains(field) ? "*" : "");
  }
  text += word(texts, "semicolon") + word(texts, "supplied_by") + " " +
          name_of(s, texts, business_at(e.taverns + s.contract[n])) + word(texts, "semicolon") +
          word(texts, "income") + " " + std::to_string(s.income(b)) + word(texts, "semicolon") +
          fields;
  if (s.drunk == index(b)) text += word(texts, "semicolon") + word(texts, "drunk");
  if (s.waitress == index(b)) text += word(texts, "semicolon") + word(texts, "waitress");
  return text;
}

std::string told_player(const State& s, Viewer viewer, const Texts& texts, Seat seat) {
  const std::string chosen = choice_text(s, viewer, texts, seat);
  return seat_text(texts, seat) + word(texts, "colon") + word(texts, "money") + " " +
         money_text(s, viewer, seat) + ", " + word(texts, "stones") + " " +
         std::to_string(s.stones(seat)) + ", " + word(texts, "figures") + " " +
         std::to_string(s.figures(seat)) + ", " + word(texts, "hidden") + " " +
         std::to_string(s.hidden(seat)) + (chosen.empty() ? "" : ", " + chosen);
}

// Who wants to be boss where, and what a veto or a counter takes of whoever is asked; which share
// was drawn.
std::string told_question(const State& s, Viewer viewer, const Texts& texts) {
  if (s.over != 0) return {};
  const auto& top = s.agenda.top();
  if (top.item == Item::kKeepOrOpen) {
    const bool seen = s.drawn_is_known != 0 || viewer.may_see(seat_at(top.a));
    return seen ? texts.format("tell.drawn", card_name(s, texts, s.drawn)) : std::string();
  }
  if (top.item != Item::kVeto && top.item != Item::kCounter) return {};
  const bool veto = top.item == Item::kVeto;
  const Business b = business_at(top.b);
  const Seat nominee = seat_at(top.a);
  const std::string who =
      veto ? texts.format("tell.nominee", seat_text(texts, nominee), name_of(s, texts, b))
           : texts.format("tell.rival", seat_text(texts, s.boss_of(b)), name_of(s, texts, b));
  const Seat asked = veto ? s.boss_of(b) : nominee;
  const int cards = viewer.seat == asked ? cards_to_answer(s, asked) : -1;
  if (cards < 0) return who;
  const std::string key = std::string("tell.") + (veto ? "veto" : "counter");
  return who + word(texts, "semicolon") +
         (cards == 0 ? std::string(texts.get(key + "_free"))
                     : texts.format(key, std::to_string(cards)));
}

}  // namespace

void Goldbraeu::tell(const State& s, Viewer viewer, const Texts& texts, std::string& out) {
  const auto line = [&](const std::string& text) { out += text + "\n"; };
  line(calendar(s, texts) + ". " + label(texts, "start") + seat_text(texts, s.start_of_round()) +
       ".");
  for (int n = 0; n < s.businesses(); ++n) line(told_business(s, texts, business_at(n)));
  line(label(texts, "face_up") + face_up_text(s, texts) + ". " + label(texts, "pile") +
       std::to_string(s.pile.size()) + "." +
       (for_sale(s) ? " " + label(texts, "price") + std::to_string(price(s)) + "." : ""));
  for (int i = 0; i < s.players; ++i) line(told_player(s, viewer, texts, seat_at(i)));
  if (viewer.seat != Seat::kNone) {
    line(label(texts, "hand") + hand_text(s, texts, viewer.seat, kWholeName));
  }
  if (const std::string question = told_question(s, viewer, texts); !question.empty())
    line(question + ".");
}

namespace {

// A share by the business's whole name.
std::string whole_card_name(const State& s, const Texts& texts, Card card) {
  return is_share(card) ? name_of(s, texts, business_of(card)) : card_name(s, texts, card);
}

// Who is boss there now, and whether a hidden share has to be opened for it (R13).
std::string nomination_note(const State& s, Seat seat, Business b, const Texts& texts) {
  const Seat boss = s.boss_of(b);
  std::string note = boss == Seat::kNone ? std::string(texts.get("note.vacant"))
                                         : texts.format("note.instead", seat_text(texts, boss));
  if (s.stones_on(b, seat) == 0) note += ", " + texts.format("note.opens", "1");
  return note;
}

std::string field_note(const State& s, Field field, const Texts& texts) {
  std::string note;
  if (s.edition->parasols.contains(field)) note = texts.get("note.parasol");
  for (int t = 0; t < s.edition->taverns; ++t) {
    if (!s.terrace_of(business_at(t)).contains(field)) continue;
    if (!note.empty()) note += ", ";
    note += texts.format("note.from", name_of(s, texts, business_at(t)));
  }
  return note;
}

}  // namespace

std::string Goldbraeu::note(const State& s, Seat seat, engine::Action action, const Texts& texts) {
  const auto costs = [&] { return texts.format("note.price", std::to_string(price(s))); };
  switch (static_cast<Verb>(action.verb)) {
    case Verb::kBuy: {
      const Card card = s.face_up[action.a];
      return card == Card::kNone ? "" : whole_card_name(s, texts, card) + ", " + costs();
    }
    case Verb::kDraw:
      return costs();
    case Verb::kNominate:
      return nomination_note(s, seat, business_at(action.a), texts);
    case Verb::kContract: {
      const uint8_t now = s.contract[action.a];
      return texts.format("note.now_from",
                          name_of(s, texts, business_at(s.edition->taverns + now)));
    }
    case Verb::kTake:
      return field_note(s, action.a, texts);
    case Verb::kVeto:
    case Verb::kCounter: {
      const int cards = cards_to_answer(s, seat);
      return cards < 0 ? "" : texts.format("note.opens", std::to_string(cards));
    }
    case Verb::kMove: {
      const auto chip = static_cast<Chip>(s.agenda.top().b);
      return name_of(s, texts, business_at(chip_target(s, chip, action.a)));
    }
    default:
      return "";
  }
}

}  // namespace goldbraeu
