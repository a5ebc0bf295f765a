// The games there are. A new game is a new folder under games/ and its two lines here.
#pragma once

#include <string_view>
#include <tuple>
#include <vector>

#include "engine/any_game.h"
#include "games/dicebrewing/dicebrewing.h"
#include "games/goldbraeu/goldbraeu.h"
#include "games/koenig/koenig.h"
#include "games/taverna/taverna.h"
#include "games/tiefenthal/tiefenthal.h"

namespace games {

template <class... G>
  requires((engine::Game<G> && engine::Judgement<G>) && ...)
struct GameList {
  // Calls visit.template operator()<G>() for the game of that id; false when there is none.
  template <class Visit>
  static bool visit(std::string_view id, Visit&& visit) {
    return ((G::spec().id == id && (visit.template operator()<G>(), true)) || ...);
  }
  template <size_t n>
  using At = std::tuple_element_t<n, std::tuple<G...>>;

  template <class Visit>
  static void for_each(Visit&& visit) {
    (visit.template operator()<G>(), ...);
  }
};

#ifdef STAMTAFEL_ONLY  // one of them alone: docs/alone.md
using AllGames = GameList<STAMTAFEL_ONLY>;
#else
using AllGames = GameList<koenig::Koenig, goldbraeu::Goldbraeu, tiefenthal::Tiefenthal,
                          dicebrewing::DiceBrewing, taverna::Taverna>;
#endif

const std::vector<const engine::AnyGame*>& all();
// nullptr when there is no game of that id.
const engine::AnyGame* find(std::string_view id);
// The same; the error says which there are, and which was probably meant.
engine::Result<const engine::AnyGame*> look_up(std::string_view id);

}  // namespace games
