#include "cli/notes.h"

#include "engine/any_game_of.h"
#include "games/dicebrewing/note.h"
#include "games/goldbraeu/note.h"
#include "games/koenig/note.h"
#include "games/registry.h"
#include "games/taverna/note.h"
#include "games/tiefenthal/note.h"

namespace cli {
namespace {

// Found in the namespace of the game, where there is one.
template <class State>
std::string own_note(const State& state, engine::Seat seat, engine::Action action,
                     const engine::Texts& texts) {
  if constexpr (requires { note(state, seat, action, texts); }) {
    return note(state, seat, action, texts);
  } else {
    return "";
  }
}

}  // namespace

std::string note_of(const engine::AnyTable& table, engine::Seat seat, engine::Action action,
                    const engine::Texts& texts) {
  std::string text;
  games::AllGames::visit(table.game().spec().id, [&]<class G>() {
    text = own_note(static_cast<const engine::TableOf<G>&>(table).state(), seat, action, texts);
  });
  return text;
}

}  // namespace cli
