// The table to look at (§14): what can be had in the middle, the own tavern, the others in brief;
// and the same in sentences (tell.cpp).
#include <algorithm>
#include <ranges>

#include "engine/shorten.h"
#include "games/tiefenthal/rules.h"
#include "games/tiefenthal/screen.h"
#include "games/tiefenthal/tiefenthal.h"

namespace tiefenthal {

using engine::Canvas;
using engine::Style;
using engine::Texts;
using engine::Viewer;

std::string Words::reward(const Reward& reward) const {
  const std::string amount = std::to_string(reward.amount);
  switch (reward.effect) {
    case Effect::kGainCard:
      return short_card(reward.card);
    case Effect::kDucats:
      return amount + unit("ducat");
    case Effect::kBeer:
      return amount + unit("beer");
    case Effect::kSchnapps:
      return amount + unit("schnapps");
    case Effect::kMonastery:
      return "→" + amount;
    case Effect::kReputation:
      return "☆" + amount;
    case Effect::kBan:
      return "✗";
    case Effect::kCrown:
      return (reward.amount > 1 ? amount : "") + "♛";
    default:
      return "";
  }
}

std::string Words::face(int face) {
  return engine::to_utf8(static_cast<char32_t>(U'⚀' + face - 1));
}

std::string Words::faces(int accepts) {
  std::string all;
  for (int i = 1; i <= kFaces; ++i) {
    if ((accepts >> i & 1) != 0) all += (all.empty() ? "" : "/") + face(i);
  }
  return all;
}

// What a person wants and pays: "⚂:5d".
std::string Words::person(Card card) const {
  const CardData& data = e_[card];
  return face(data.die) + ":" + std::to_string(data.pays) + unit("ducat");
}

namespace {

// One row of text in several styles, written from left to right.
class Row {
 public:
  Row(Canvas& canvas, int y, int x = 0) : canvas_(canvas), x_(x), y_(y) {}
  Row& add(const std::string& text, Style style = Style::kPlain) {
    x_ = canvas_.write(x_, y_, text, style);
    return *this;
  }
  Row& to(int x) {
    x_ = std::max(x, x_ + 1);
    return *this;
  }
  void next() {
    x_ = 0;
    ++y_;
  }
  int x() const { return x_; }
  int y() const { return y_; }

 private:
  Canvas& canvas_;
  int x_;
  int y_;
};

class Board {
 public:
  Board(const State& s, Viewer viewer, const Texts& texts, Canvas& canvas)
      : s_(s), words_(*s.edition, texts), texts_(texts), canvas_(canvas), own_(own_seat(viewer)) {}

  void draw() {
    draw_header();
    draw_guests();
    draw_staff_piles();
    draw_monastery();
    if (!s_.start_cards.empty()) {
      draw_start_cards();
    } else {
      draw_tavern();
    }
    draw_others();
  }

 private:
  // Onlookers see the tavern of whose turn it is.
  Seat own_seat(Viewer viewer) const {
    if (viewer.seat != Seat::kNone && index(viewer.seat) < s_.players) return viewer.seat;
    if (s_.agenda.empty()) return engine::seat_at(0);
    const engine::SeatSet acting = Tiefenthal::acting(s_);
    return acting.size() == 1 ? acting.front() : s_.start;
  }

  void draw_header() {
    Row row(canvas_, 0);
    row.add(texts_.format("board.round", std::to_string(s_.round), std::to_string(s_.rounds())),
            Style::kTitle);
    row.to(row.x() + 2).add(texts_.format("board.mug", words_.seat(s_.start)));
    std::string prices;
    for (const NoblePrice& price : s_.edition->noble_prices) {
      prices += (prices.empty() ? "" : " ") + std::to_string(price.nobles) +
                "♛=" + std::to_string(price.beer) + words_.unit("beer");
    }
    row.to(row.x() + 2)
        .add(texts_.format("board.nobles", std::to_string(s_.nobles)) + "  " + prices);
    if (s_.winter()) {
      row.to(row.x() + 2)
          .add(texts_.format("board.schnapps_left", std::to_string(s_.schnapps_left())));
    }
  }

  // Five places side by side: who it is, and below it cost, die, pay, points and bonus.
  void draw_guests() {
    const int places = s_.edition->display + 1;
    const int width = std::max(1, canvas_.width() / places);
    for (int slot = 0; slot < places; ++slot) {
      const Card guest = s_.guest_at(slot);
      if (guest == Card::kNone) continue;
      const CardData& data = s_.data(guest);
      const std::string pile =
          slot == 0 && s_.open_pile > 0 ? " ×" + std::to_string(s_.open_pile) : "";
      canvas_.write(slot * width, 1,
                    engine::shorten(words_.card(guest), width - 1 - engine::columns(pile)) + pile,
                    Style::kBold);
      std::string figures = std::to_string(data.price) + words_.unit("beer") + " " +
                            words_.person(guest) + " " + std::to_string(data.points) +
                            words_.unit("point");
      figures += data.white_reputation > 0 ? "☆" : " ";
      if (data.bonus.effect != Effect::kNothing) figures += "+" + words_.reward(data.bonus);
      canvas_.write(slot * width, 2, engine::shorten(figures, width - 1));
    }
  }

  void draw_staff_piles() {
    const int kinds = s_.staff_kinds();
    const int width = std::max(1, canvas_.width() / kinds);
    for (int i = 0; i < kinds; ++i) {
      const int left = s_.supply[static_cast<size_t>(i)];
      canvas_.write(i * width, 3,
                    words_.staff(card_at(i)) + " " + std::to_string(s_.data(card_at(i)).price) +
                        words_.unit("ducat") + "×" + std::to_string(left),
                    left > 0 ? Style::kPlain : Style::kDim);
    }
  }

  // Where the rewards are, and who stands where.
  void draw_monastery() {
    Row row(canvas_, 4);
    row.add(std::string(texts_.get("board.monastery")), Style::kTitle);
    for (int space = 0; space <= s_.edition->monastery_last; ++space) {
      const Reward& reward = s_.edition->monastery[s_.winter() ? 1 : 0][static_cast<size_t>(space)];
      bool stood_on = false;
      for (int i = 0; i < s_.players; ++i) {
        if (s_.at(engine::seat_at(i)).monastery != space) continue;
        if (!stood_on) row.add(" ");
        row.add("●", engine::seat_style(i));
        stood_on = true;
      }
      if (reward.effect == Effect::kNothing) continue;
      row.add((stood_on ? "" : " ") + std::to_string(space) + ":" + words_.reward(reward),
              reward.effect == Effect::kCrown ? Style::kBold : Style::kPlain);
    }
  }

  void draw_start_cards() {
    int y = 5;
    for (uint8_t card : s_.start_cards) {
      Row row(canvas_, y++);
      row.add(words_.start_card(card), Style::kBold)
          .add(words_.colon() + words_.start_card_contents(card));
    }
  }

  void draw_tavern() {
    const Tavern& t = s_.at(own_);
    draw_purse(t);
    draw_tables(t, 6, 2);
    draw_dice(t);
    draw_tiles(t);
    draw_deck(t);
  }
  void draw_purse(const Tavern& t) {
    Row row(canvas_, 5);
    row.add(words_.seat(own_), engine::seat_style(index(own_)));
    row.add("  " + words_.amount(s_.points(own_), "board.points"), Style::kBold);
    row.add("  " + words_.amount(t.ducats, "board.ducats") + "  " +
            words_.amount(t.beer, "board.beers") + "  ♙" + std::to_string(t.bar_guests));
    if (!s_.winter()) return;
    row.add("  " + std::to_string(t.schnapps) + words_.unit("schnapps"));
    if (in_play(s_, Part::kReputation)) {
      row.add(std::string("  ☆") + (t.host_flipped != 0 ? "B" : "A") +
              std::to_string(t.reputation));
    }
    if (in_play(s_, Part::kGuestBook)) row.add("  ✎" + std::to_string(std::popcount(t.signatures)));
    for (int i = 0; i < kEntertainers; ++i) {
      const Side side = t.sides[static_cast<size_t>(i)];
      if (side == Side::kNone) continue;
      const bool used = (t.entertained >> i & 1) != 0;
      row.add(" " + words_.short_entertainer(i) + (side == Side::kA ? " A" : " B"),
              used ? Style::kDim : Style::kPlain);
    }
  }
  // The tables by number; who was served is dimmed. Names are as long as the room for all of them
  // allows.
  void draw_tables(const Tavern& t, int first, int rows) {
    constexpr int kFewest = 3;  // a row
    constexpr int kWidest = 30;
    const int a_row = std::max(kFewest, (t.tables.size() + rows - 1) / rows);
    const int width = std::min(canvas_.width() / a_row, kWidest);
    for (int i = 0; i < t.tables.size(); ++i) {
      const Card card = t.tables[i];
      const bool done = card == Card::kNone || (t.served >> i & 1) != 0;
      canvas_.write(i % a_row * width, first + i / a_row, table_text(t, i, width - 1),
                    done ? Style::kDim : Style::kBold);
    }
  }
  // "3 Farmhand ⚂:3d"; without the name where there is no room for it.
  std::string table_text(const Tavern& t, int i, int width) const {
    const Card card = t.tables[i];
    const std::string number = std::to_string(i + 1) + " ";
    if (card == Card::kNone) return number + "–";
    const std::string stacked =
        card == Card::kNoble && t.nobles > 1 ? "×" + std::to_string(t.nobles) : "";
    const std::string figures = stacked + " " + words_.person(card);
    const int room = width - engine::columns(number + figures);
    constexpr int kLeast = 3;
    if (room < kLeast) return engine::shorten(number + stacked + words_.person(card), width);
    return number + engine::shorten(words_.card(card), room) + figures;
  }
  // The dice, and what the spaces for them yield now.
  void draw_dice(const Tavern& t) {
    Row row(canvas_, 8);
    words_dice(row, t.dice);
    if (!t.coaster.empty()) {
      row.add(" " + std::string(texts_.get("board.coaster")));
      for (uint8_t face : t.coaster) row.add(" " + Words::face(face), Style::kBold);
    }
    row.add("  ");
    const auto space = [&](Tile tile, const std::string& yield, bool used) {
      row.add(words_.short_tile(tile) + " " + yield + "  ", used ? Style::kDim : Style::kPlain);
    };
    space(Tile::kCashbox, std::to_string(s_.value(t, Tile::kCashbox)) + words_.unit("ducat"),
          t.cashbox_used != 0);
    space(Tile::kBarrel, std::to_string(s_.value(t, Tile::kBarrel)) + words_.unit("beer"),
          t.barrel_used != 0);
    space(Tile::kSupplier,
          Words::faces((*s_.edition)[Tile::kSupplier].accepts) + ":" +
              std::to_string(s_.delivery(t)) + words_.unit("beer"),
          false);
    space(Tile::kMonk,
          Words::faces((*s_.edition)[Tile::kMonk].accepts) + ":→" +
              std::to_string(s_.value(t, Tile::kMonk)),
          false);
    if (const int free = s_.dishwashers(t); free > 0)
      row.add("+1×" + std::to_string(free), Style::kGood);
  }
  void words_dice(Row& row, const engine::SmallVec<Die, kMaxDice>& dice) {
    for (Die die : dice) {
      row.add(Words::face(face_of(die)) + " ",
              is_white(die) ? Style::kBold : engine::seat_style(index(own_)));
    }
  }
  // A tick for what is upgraded, the price for what is not.
  void draw_tiles(const Tavern& t) {
    Row row(canvas_, 9);
    for (int i = 0; i < kTileCount; ++i) {
      const Tile tile = tile_at(i);
      const bool flipped = t.flipped(tile);
      const std::string price = std::to_string((*s_.edition)[tile].cost) + words_.unit("ducat");
      row.add(words_.short_tile(tile) + " " + (flipped ? "✓" : price) + " ",
              flipped ? Style::kGood : Style::kDim);
    }
  }
  // The staff of this evening and what is known of the deck.
  void draw_deck(const Tavern& t) {
    Row row(canvas_, 10);
    for (int i = 0; i < kStaffKinds; ++i) {
      const int count = t.staff[static_cast<size_t>(i)];
      if (count > 0)
        row.add(words_.staff(card_at(i)) + "×" + std::to_string(count) + " ", Style::kGood);
    }
    row.add("▤" + std::to_string(t.deck.draw_size()) + "/" +
            std::to_string(t.deck.discards().size()));
    std::string names;
    for (Card card : std::views::reverse(t.deck.known_top()))
      names += (names.empty() ? "" : ", ") + words_.card(card);
    if (!names.empty()) row.add(" " + texts_.format("board.top", names));
  }

  // Two to a row where there is no more room, else one or two rows of tables below each.
  void draw_others() {
    const int rows = std::clamp((canvas_.height() - 11) / (s_.players - 1) - 1, 0, 2);
    const bool roomy = rows > 0;
    int n = 0;
    for (int step = 1; step < s_.players; ++step) {
      const Seat seat = engine::next_seat(own_, s_.players, step);
      const Tavern& t = s_.at(seat);
      const int y = roomy ? 11 + (1 + rows) * n : 11 + n / 2;
      Row row(canvas_, y, roomy ? 0 : n % 2 * (canvas_.width() / 2));
      ++n;
      row.add(words_.seat(seat), engine::seat_style(index(seat)));
      row.add(" " + std::to_string(s_.points(seat)) + words_.unit("point"), Style::kBold);
      row.add(" " + std::to_string(t.ducats) + words_.unit("ducat") + " " + std::to_string(t.beer) +
              words_.unit("beer"));
      row.add(" ✓" + std::to_string(std::popcount(t.upgraded)) + " ♙" +
              std::to_string(t.bar_guests));
      if (s_.winter()) row.add(" " + std::to_string(t.schnapps) + words_.unit("schnapps"));
      row.add(" ▤" + std::to_string(t.deck.draw_size()) + "/" +
              std::to_string(t.deck.discards().size()) + " ");
      for (Die die : t.dice) {
        row.add(Words::face(face_of(die)),
                is_white(die) ? Style::kPlain : engine::seat_style(index(seat)));
      }
      if (!t.coaster.empty()) row.add("|");
      for (uint8_t face : t.coaster) row.add(Words::face(face), Style::kDim);
      if (roomy) draw_tables(t, y + 1, rows);
    }
  }

  const State& s_;
  Words words_;
  const Texts& texts_;
  Canvas& canvas_;
  Seat own_;
};

}  // namespace

void Tiefenthal::draw(const State& s, Viewer viewer, const Texts& texts, Canvas& canvas) {
  Board(s, viewer, texts, canvas).draw();
}

}  // namespace tiefenthal
