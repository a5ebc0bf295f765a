// Texts that name figures of an edition by where they stand in its file, so that with an edition of
// one's own they tell that edition's:
//
//   {$money.gold_in_silver}             a number; below zero with a real minus sign
//   {$toast.normal.back.1|size}         without its sign
//   {$toast.normal.front}               a list: "4, 3, 2, 1"
//   {$market.ingredients.fruits.price}  in a list, the item with this id
//   {$taverns.count}                    of a list, how many items it has
//   {$guests.#.points|most}             of all items of a list the most; so |least and |sum
//   {$coins.silver+coins.gold*3}        what follows from several
//   {$seeds|one=a seed|other=# seeds}   the form that goes with the number
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "engine/json.h"

namespace engine {

// A figure whose source in the edition's file is `house` (of our own making, since neither the
// rulebook nor anything public gives it) can be marked for those who read the rules.
enum class HouseMark : uint8_t { kNone, kStar };
inline constexpr std::string_view kHouseMark = "*";

// What the edition doesn't have stays as it is: visible, and caught by the property suite.
std::string with_figures(std::string_view text, const Json& edition,
                         HouseMark mark = HouseMark::kNone);

// The ids of components whose source names figures of our own; they live as long as the edition.
std::set<std::string_view> with_house_figures(const Json& edition);

}  // namespace engine
