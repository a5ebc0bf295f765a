#include "lab/arena_results.h"

namespace lab {

ArenaHead head_of(const ArenaSpec& spec) {
  const engine::GameSpec& game = spec.game->spec();
  const engine::EditionPtr edition =
      spec.edition != nullptr ? spec.edition : spec.game->default_edition();
  ArenaHead head;
  head.game = std::string(game.id);
  head.rules_version = game.rules_version;
  head.edition = edition->name();
  head.edition_hash = edition->hash();
  head.variants = engine::describe_variants(game, spec.variants);
  head.players = spec.players;
  for (const bots::BotSpec& bot : spec.bots) head.bots.push_back(bot.full_text());
  head.budget = *budget_kind(spec.bots);
  head.seeds = spec.seeds;
  return head;
}

}  // namespace lab
