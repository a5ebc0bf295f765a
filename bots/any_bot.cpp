#include "bots/any_bot.h"

#include <string>

#include "bots/choose.h"
#include "engine/any_game_of.h"
#include "games/registry.h"

namespace bots {

engine::Result<BotKind> parse_bot(std::string_view id) {
  std::string known;
  for (size_t i = 0; i < kBotIds.size(); ++i) {
    if (kBotIds[i] == id) return static_cast<BotKind>(i);
    if (i > 0) known += ", ";
    known += kBotIds[i];
  }
  return engine::Error{engine::ErrorCode::kUsage,
                       "there is no bot '" + std::string(id) + "'; the bots are: " + known, ""};
}

engine::Action choose(BotKind bot, const engine::AnyTable& table, engine::Seat seat,
                      engine::Chance& chance) {
  engine::Action action = table.fallback(seat);
  games::AllGames::visit(table.game().spec().id, [&]<class G>() {
    const auto& typed = static_cast<const engine::TableOf<G>&>(table);
    action = choose<G>(bot, Knowledge<G>(typed.state(), seat), chance);
  });
  return action;
}

}  // namespace bots
