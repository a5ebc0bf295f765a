#include "bots/nets.h"

#include <algorithm>

#include "bots/net.h"
#include "engine/any_game_of.h"
#include "games/registry.h"

namespace bots {
namespace {

// How many numbers a seat observes with the game's own edition.
template <engine::Game G>
int observed(const engine::AnyGame& game) {
  engine::Chance chance(1);
  engine::Events silent;
  const typename G::State state =
      G::setup(engine::AnyGameOf<G>::data(*game.default_edition()),
               engine::default_variants(G::spec()), G::spec().min_seats, chance, silent);
  return static_cast<int>(engine::observe<G>(state, engine::seat_at(0), {}));
}

}  // namespace

bool has_net(const engine::AnyGame& game) {
  bool has = false;
  games::AllGames::visit(game.spec().id, [&]<class G>() { has = G::has_net(); });
  return has;
}

std::string_view net_text(const engine::AnyGame& game) {
  std::string_view text;
  games::AllGames::visit(game.spec().id, [&]<class G>() { text = G::net_json(); });
  return text;
}

bool net_is_missing(const engine::AnyGame& game) {
  bool missing = false;
  games::AllGames::visit(game.spec().id,
                         [&]<class G>() { missing = G::has_net() && own_net<G>()->empty(); });
  return missing;
}

bool goes_by_net(const BotSpec& bot) {
  return std::ranges::find(bot.info().learned, Figures::kNet) != bot.info().learned.end();
}

engine::Error give_net(const engine::AnyGame& game, std::string_view text) {
  const std::string id(game.spec().id);
  if (!net_is_missing(game)) {
    return {engine::ErrorCode::kUsage, id + ": has no net, or has it already", ""};
  }
  const std::string name = id + "/net.json";
  engine::Result<Net> net = Net::load(text, name);
  if (!net) return net.error;
  engine::Error error;
  games::AllGames::visit(id, [&]<class G>() {
    if (const int numbers = observed<G>(game); numbers != (*net).inputs()) {
      error = {engine::ErrorCode::kEdition,
               name + ": is for " + std::to_string((*net).inputs()) +
                   " numbers, but a seat observes " + std::to_string(numbers),
               ""};
      return;
    }
    own_net<G>() = std::make_shared<const Net>(std::move(*net));
  });
  return error;
}

}  // namespace bots
