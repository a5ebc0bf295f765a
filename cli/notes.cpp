#include "cli/notes.h"

#include "engine/any_game_of.h"
#include "games/registry.h"

namespace cli {

std::string note_of(const engine::AnyTable& table, engine::Seat seat, engine::Action action,
                    const engine::Texts& texts) {
  std::string text;
  games::AllGames::visit(table.game().spec().id, [&]<class G>() {
    if constexpr (engine::Notes<G>) {
      text = G::note(static_cast<const engine::TableOf<G>&>(table).state(), seat, action, texts);
    }
  });
  return text;
}

}  // namespace cli
