#include "bots/analyst.h"

#include "games/registry.h"

namespace bots {

std::unique_ptr<Analyst> make_analyst(std::shared_ptr<const engine::AnyTable> table,
                                      engine::Seat seat, Sees sees) {
  std::unique_ptr<Analyst> made;
  games::AllGames::visit(table->game().spec().id,
                         [&]<class G>() { made = make_analyst<G>(table, seat, sees); });
  return made;
}

}  // namespace bots
