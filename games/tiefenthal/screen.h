// The words that the board and the sentences share.
#pragma once

#include <bit>
#include <string>

#include "engine/canvas.h"
#include "engine/text.h"
#include "games/tiefenthal/rules.h"

namespace tiefenthal {

class Words {
 public:
  Words(const Edition& edition, const engine::Texts& texts) : e_(edition), texts_(texts) {}

  std::string seat(Seat seat) const { return get("seat." + std::to_string(index(seat))); }
  std::string card(Card card) const { return get("card." + e_[card].id); }
  std::string short_card(Card card) const { return get("board.short." + e_[card].id); }
  std::string tile(Tile tile) const {
    return get("tile." + std::string(kTileIds[static_cast<size_t>(tile)]));
  }
  std::string entertainer(int i) const {
    return get("entertainer." + std::string(kEntertainerIds[static_cast<size_t>(i)]) + ".name");
  }
  // The same, in few columns.
  std::string staff(Card card) const { return get("board.staff." + e_[card].id); }
  std::string short_tile(Tile tile) const {
    return get("board.tile." + std::string(kTileIds[static_cast<size_t>(tile)]));
  }
  std::string short_entertainer(int i) const {
    return get("board.entertainer." + std::string(kEntertainerIds[static_cast<size_t>(i)]));
  }
  std::string start_card(int card) const {
    return get("start_card." + e_.start_cards[static_cast<size_t>(card)].id);
  }
  std::string start_card_contents(int card) const {
    const StartCard& start = e_.start_cards[static_cast<size_t>(card)];
    std::string names;
    for (Card staff : start.cards) names += (names.empty() ? "" : ", ") + this->card(staff);
    if (start.ducats > 0) names += ", " + amount(start.ducats, "board.ducats");
    return names;
  }
  std::string colon() const { return get("board.colon"); }
  // "d" for ducats, "b" for beer, …
  std::string unit(std::string_view what) const { return get("board.unit." + std::string(what)); }
  // "2 ducats", "1 ducat".
  std::string amount(int count, std::string_view key) const {
    return texts_.format(key, std::to_string(count));
  }
  std::string reward(const Reward& reward) const;
  std::string reward_in_words(const Reward& reward) const;
  std::string person(Card card) const;
  static std::string face(int face);
  static std::string faces(int accepts);  // bit f: the face f

 private:
  std::string get(const std::string& key) const { return std::string(texts_.get(key)); }

  const Edition& e_;
  const engine::Texts& texts_;
};

}  // namespace tiefenthal
