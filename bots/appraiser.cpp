#include "bots/appraiser.h"

#include "games/registry.h"

namespace bots {

std::unique_ptr<Appraiser> make_appraiser(const BotSpec& spec, const engine::AnyGame& game) {
  std::unique_ptr<Appraiser> made;
  games::AllGames::visit(game.spec().id, [&]<class G>() { made = make_appraiser<G>(spec); });
  return made;
}

}  // namespace bots
