// The table to look at (§13): the five taverns, the customers, the players, the castle and the
// viewer's own cards.
#include <algorithm>
#include <vector>

#include "games/taverna/rules.h"
#include "games/taverna/taverna.h"

namespace taverna {

using engine::Canvas;
using engine::Style;
using engine::Texts;
using engine::Viewer;

namespace {

std::string first_letters(const std::string& text, int letters) {
  size_t end = 0;
  while (end < text.size() && letters-- > 0) {
    ++end;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
  }
  return text.substr(0, end);
}

class Board {
 public:
  Board(const State& s, Viewer viewer, const Texts& texts, Canvas& canvas)
      : s_(s), viewer_(viewer), texts_(texts), canvas_(canvas) {}

  void draw() {
    draw_title();
    for (int t = 0; t < kTaverns; ++t) draw_tavern(t);
    draw_row();
    const int top = kTavernRows + 2;
    for (int i = 0; i < s_.players; ++i) draw_player(engine::seat_at(i), top + i);
    draw_cards(top);
  }

 private:
  static constexpr int kTavernRows = 6;

  std::string get(const std::string& key) const { return std::string(texts_.get(key)); }
  std::string text(const std::string& group, std::string_view id) const {
    return get(group + std::string(id));
  }
  std::string seat_text(Seat seat) const { return get("seat." + std::to_string(index(seat))); }
  std::string letter(People people) const {
    return text("board.letter.", kPeopleIds[static_cast<size_t>(people)]);
  }
  std::string short_symbol(int symbol) const {
    return text("board.symbol.", kSymbolIds[static_cast<size_t>(symbol)]);
  }
  int column() const { return std::max(16, canvas_.width() / kTaverns); }

  void draw_title() {
    if (s_.over != 0) {
      canvas_.write(0, 0, get("board.over"), Style::kTitle);
      return;
    }
    int x = 0;
    if (s_.round == 0) {
      x = canvas_.write(0, 0, get("board.setup"), Style::kTitle);
    } else {
      x = canvas_.write(
          0, 0,
          texts_.format("board.round", std::to_string(s_.round), std::to_string(s_.count().turns)),
          Style::kTitle);
      x = canvas_.write(x + 2, 0, seat_text(s_.active), engine::seat_style(index(s_.active)));
    }
    for (const auto& [people, mark] : {std::pair{s_.king, "♚ "}, {s_.queen, "♛ "}}) {
      if (people == People::kNone) continue;
      x = canvas_.write(x + 2, 0, mark, Style::kBold);
      x = canvas_.write(x, 0, text("people.", kPeopleIds[static_cast<size_t>(people)]));
    }
    if (s_.phase != Phase::kPicked && s_.phase != Phase::kPost) return;
    canvas_.write(x + 2, 0,
                  texts_.format("board.plays", text("customer.", (*s_.edition)[s_.card].id)),
                  Style::kDim);
  }

  // Tables: their colour above, who sits there below it.
  void draw_tavern(int t) {
    const auto tavern = static_cast<size_t>(t);
    const int x = t * column();
    const bool here = s_.tavern == t;
    const bool shut = s_.closed == t;
    std::string name = text("tavern.", s_.edition->taverns[tavern].id);
    if (engine::columns(name) > column() - 1)
      name = text("board.tavern.", s_.edition->taverns[tavern].id);
    canvas_.write(x, 1, name, here ? Style::kTitle : shut ? Style::kBad : Style::kBold);
    for (int i = 0; i < s_.board(t).tables; ++i) {
      const Place place = place_of(t, i);
      const People seated = s_.at_place(place);
      const bool fits = seated == s_.colour(place);
      canvas_.write(x + 2 * i, 2, letter(s_.colour(place)),
                    seated == People::kNone ? Style::kPlain : Style::kDim);
      canvas_.write(x + 2 * i, 3, seated == People::kNone ? "·" : letter(seated),
                    seated == People::kNone ? Style::kDim
                    : fits                  ? Style::kGood
                                            : Style::kBold);
    }
    draw_deeds(t, x);
    std::vector<Mark> guilds;
    for (int i = 0; i < kGuilds; ++i) {
      if (!s_.symbols_in(t).contains(static_cast<Symbol>(i))) continue;
      const bool printed = s_.edition->taverns[tavern].guild == static_cast<Symbol>(i);
      guilds.push_back({short_symbol(i), printed ? Style::kPlain : Style::kBold});
    }
    if (s_.privilege_there[tavern] != 0) guilds.push_back({"✉", Style::kGood});
    draw_marks(guilds, x, 5);
    std::vector<Mark> dignitaries;
    for (size_t d = 0; d < kDignitaries; ++d) {
      if (s_.dignitary[d] != t) continue;
      const bool spent = s_.activated.contains(static_cast<Dignitary>(d));
      dignitaries.push_back(
          {text("board.dignitary.", kDignitaryIds[d]), spent ? Style::kDim : Style::kTitle});
    }
    draw_marks(dignitaries, x, kTavernRows);
  }
  struct Mark {
    std::string text;
    Style style;
  };
  // Side by side within the tavern's column; where they need more room, by their first letters.
  void draw_marks(const std::vector<Mark>& marks, int x, int y) {
    const auto width = [&](int letters) {
      int all = -1;
      for (const Mark& mark : marks) all += 1 + std::min(engine::columns(mark.text), letters);
      return all;
    };
    int letters = column() - 1;
    while (letters > 1 && width(letters) > column() - 1) --letters;
    for (const Mark& mark : marks)
      x = canvas_.write(x, y, first_letters(mark.text, letters), mark.style) + 1;
  }
  // A free deed shows its price, a sold one its owner.
  void draw_deeds(int t, int x) {
    for (int i = 0; i < s_.board(t).deeds; ++i) {
      const Seat owner = s_.deed[static_cast<size_t>(t)][static_cast<size_t>(i)];
      if (owner == Seat::kNone) {
        const DeedData& deed = s_.board(t).deed[static_cast<size_t>(i)];
        x = canvas_.write(x, 4, "$" + std::to_string(deed.price), Style::kDim) + 1;
      } else {
        x = canvas_.write(x, 4, get("board.seat." + std::to_string(index(owner))),
                          engine::seat_style(index(owner))) +
            1;
      }
    }
  }

  std::string customer_label(Customer customer) const {
    const CustomerData& card = (*s_.edition)[customer];
    std::string label = letter(card.first);
    if (card.second != People::kNone) label += "/" + letter(card.second);
    bool first = true;
    for (int i = 0; i < kSymbols; ++i) {
      if (!card.symbols.contains(static_cast<Symbol>(i))) continue;
      label += (first ? " " : "+") + short_symbol(i);
      first = false;
    }
    return label;
  }
  void draw_row() {
    int x = canvas_.write(0, kTavernRows + 1, get("board.row"), Style::kTitle) + 1;
    for (int i = 0; i < s_.edition->row; ++i) {
      const Customer customer = s_.row[static_cast<size_t>(i)];
      x = canvas_.write(x, kTavernRows + 1, std::to_string(i + 1) + " ", Style::kDim);
      x = canvas_.write(x, kTavernRows + 1,
                        customer == Customer::kNone ? "—" : customer_label(customer)) +
          2;
    }
  }

  void draw_player(Seat seat, int y) {
    const bool acts = Taverna::acting(s_).contains(seat);
    const Style style = engine::seat_style(index(seat));
    int x = canvas_.write(0, y, acts ? "►" : " ", Style::kTitle);
    canvas_.write(x, y, seat_text(seat).substr(0, 8), style);
    const auto number = [&](int at, const std::string& value, const char* mark, Style look) {
      const int pad = std::max(0, 3 - engine::columns(value));
      canvas_.write(at + pad, y, value, look);
      canvas_.write(at + 3, y, mark, Style::kDim);
    };
    number(9, std::to_string(State::at(s_.points, seat)), "★", Style::kBold);
    const bool open = s_.open_coins() || viewer_.may_see(seat);
    number(14,
           open                    ? std::to_string(s_.coins_of(seat))
           : s_.coins_of(seat) > 0 ? "?"
                                   : "0",
           "$", Style::kPlain);
    number(18, std::to_string(State::at(s_.privileges, seat)), "✉", Style::kPlain);
    x = 23;
    for (int i = 0; i < kPeoples; ++i) {
      const bool chosen = people_at(i) == s_.king || people_at(i) == s_.queen;
      x = canvas_.write(x, y, letter(people_at(i)), Style::kDim);
      x = canvas_.write(x, y, std::to_string(s_.level_of(seat, people_at(i))),
                        chosen ? Style::kTitle : Style::kPlain) +
          1;
    }
    x = canvas_.write(36, y, "♠", Style::kDim);
    canvas_.write(
        x, y,
        std::to_string(s_.hand_size(seat)) + "+" + std::to_string(State::at(s_.cast, seat).size()));
    x = canvas_.write(41, y, "♦", Style::kDim);
    canvas_.write(x, y, std::to_string(s_.favours_of(seat)));
  }

  // --- favours at the castle, and what the viewer holds ---
  template <class Each>
  std::string joined(Each each) const {
    std::string all;
    each([&](const std::string& item) { all += (all.empty() ? "" : ", ") + item; });
    return all.empty() ? "—" : all;
  }
  // With its cost, and the mark of those that also work in others' turns.
  std::string spell_text(const SpellData& spell) const {
    return get("spell." + spell.id + ".name") + " $" + std::to_string(spell.cost) +
           (spell.lightning ? "↯" : "");
  }
  // In a word where there is little room.
  std::string favour_text(int favour, bool tall) const {
    const std::string id(kFavourIds[static_cast<size_t>(favour)]);
    return tall ? get("favour." + id + ".name") : get("board.favour." + id);
  }
  void draw_cards(int top) {
    const bool tall = canvas_.height() >= top + s_.players + 5;
    const int x = tall ? 0 : 45;
    const int width = std::max(8, canvas_.width() - x);
    int y = tall ? top + s_.players : top;
    const auto paragraph = [&](const std::string& label, const std::string& value, int most) {
      std::vector<std::string> lines = engine::wrap(label + " " + value, width);
      const auto room = static_cast<size_t>(std::clamp(canvas_.height() - y, 0, most));
      if (lines.size() > room && room > 0) {  // what is cut off is said to be
        lines.resize(room);
        lines.back() = engine::wrap(lines.back(), width - 2).front() + " …";
      }
      for (size_t i = 0; i < lines.size() && i < room; ++i)
        canvas_.write(x, y++, lines[i], i == 0 ? Style::kPlain : Style::kDim);
    };
    const Seat seat = viewer_.all ? s_.active : viewer_.seat;
    if (seat != Seat::kNone) {
      paragraph(get("board.hand"), joined([&](auto add) {
                  for (int card : State::at(s_.hand, seat)) add(spell_text(s_.edition->of(card)));
                }),
                3);
      const std::string favours = joined([&](auto add) {
        for (int kind = 0; kind < kFavours; ++kind) {
          for (int i = 0; i < State::at(s_.face_up, seat)[static_cast<size_t>(kind)]; ++i)
            add(favour_text(kind, tall));
        }
      });
      if (State::at(s_.face_up, seat) != std::array<uint8_t, kFavours>{})
        paragraph(get("board.favours"), favours, 1);
    }
    paragraph(get("board.castle"), joined([&](auto add) {
                for (Favour favour : s_.display) add(favour_text(index(favour), tall));
              }),
              3);
  }

  const State& s_;
  Viewer viewer_;
  const Texts& texts_;
  Canvas& canvas_;
};

}  // namespace

void Taverna::draw(const State& s, Viewer viewer, const Texts& texts, Canvas& canvas) {
  Board(s, viewer, texts, canvas).draw();
}

}  // namespace taverna
