// Who the bots at a table are: guests of the house with a name and a face of their own, so that a
// table of bots isn't a list of colours. A name is the same in every language; the face is the
// client's to draw. How well a bot plays is not a matter of who it is: all bots of a table may be
// of one kind, and each must still be somebody else.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "engine/small_vec.h"
#include "engine/types.h"

namespace bots {

struct Character {
  std::string_view id;
  std::string_view name;
};
inline constexpr std::array<Character, engine::kMaxSeats> kCharacters{{{"bruno", "Bruno"},
                                                                       {"greta", "Greta"},
                                                                       {"kaspar", "Kaspar"},
                                                                       {"lotte", "Lotte"},
                                                                       {"odile", "Odile"},
                                                                       {"pim", "Pim"}}};

// The same for everybody who looks at the table, whenever; another one at each of its seats.
inline const Character& character_at(std::string_view table, int seat) {
  uint64_t rest = engine::hash_bytes(table.data(), table.size());
  std::array<size_t, kCharacters.size()> order{0, 1, 2, 3, 4, 5};
  for (size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[rest % left]);
    rest /= left;
  }
  return kCharacters[order[static_cast<size_t>(seat)]];
}

}  // namespace bots
