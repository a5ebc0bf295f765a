// Standing orders: how the server answers for a seat that is asked out of turn, so that nobody has
// to wait for its player. They are the player's secret: nobody else learns that there are any.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"
#include "engine/json.h"
#include "server/refusal.h"

namespace server {

// Both are the beginning of a text, word by word, with "*" for any word: `act` of an action ("cast
// ward"), `when` of an event the seat was told ("rose * elf"); an empty `when` always fits.
struct StandingOrder {
  std::string act;
  std::string when;
  friend bool operator==(const StandingOrder&, const StandingOrder&) = default;
};

// In force with an empty list: every question out of turn gets the game's default answer.
struct Orders {
  bool on = false;
  std::vector<StandingOrder> list;
  friend bool operator==(const Orders&, const Orders&) = default;
};

inline constexpr size_t kMaxOrders = 32;

// Does the text begin like the pattern?
bool fits(std::string_view pattern, std::string_view text);

// Refuses what the game has no words for; otherwise the words become those the game writes itself.
Refusal check_orders(const engine::AnyGame& game, const engine::AnyEdition& edition,
                     Orders& orders);

// The first order that fits the question and what happened, otherwise the game's default answer.
// REQUIRES: the seat is acting.
engine::Action answer_by(const Orders& orders, const engine::AnyTable& match, engine::Seat seat,
                         const std::vector<engine::Event>& happened);

// As the store keeps the list.
std::string write_order_list(const Orders& orders);
engine::Result<Orders> read_orders(bool on, std::string_view list);

// The value of "orders" in messages, with sentences.
void write_orders(const engine::AnyGame& game, const engine::AnyEdition& edition,
                  const Orders& orders, engine::Language language, engine::JsonWriter& out);

}  // namespace server
