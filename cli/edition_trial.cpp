#include "cli/edition_trial.h"

#include <fmt/format.h>

#include <algorithm>

namespace cli {
namespace {

constexpr int kGamesPerCount = 20;
constexpr int kMostSteps = 20000;  // a game that takes longer doesn't end

struct Tried {
  int games = 0;
  int unfinished = 0;
  int level = 0;           // games in which all had the same score
  std::vector<bool> verb;  // somebody could do it once
};

void play(const engine::AnyGame& game, engine::TableSpec spec, uint64_t seed, Tried& tried) {
  spec.chance = engine::ChanceSource::of_seed(seed);
  const auto table = game.new_table(spec);
  if (!table) return;
  engine::Chance choice(seed, 1u << 20);
  int steps = 0;
  while (!(*table)->over() && steps++ < kMostSteps) {
    const engine::Seat seat = (*table)->acting().front();
    engine::Offer offer(engine::Offer::Keep::kLegal);
    (*table)->offer(seat, offer);
    for (const engine::Option& option : offer) tried.verb[option.action.verb] = true;
    const auto index = choice.below(static_cast<uint32_t>(offer.size()));
    if ((*table)->act(seat, offer[index].action)) return;
  }
  ++tried.games;
  if (!(*table)->over()) {
    ++tried.unfinished;
    return;
  }
  const engine::Outcome outcome = (*table)->outcome();
  const auto scores = std::span(outcome.score).first(static_cast<size_t>(spec.seats));
  const bool level =
      std::adjacent_find(scores.begin(), scores.end(), std::not_equal_to<>()) == scores.end();
  tried.level += level ? 1 : 0;
}

Tried tried_with(const engine::AnyGame& game, const engine::EditionPtr& edition) {
  Tried tried;
  tried.verb.resize(game.spec().verbs.size());
  engine::TableSpec spec;
  spec.edition = edition;
  spec.variants = engine::default_variants(game.spec());
  for (spec.seats = game.spec().min_seats; spec.seats <= game.spec().max_seats; ++spec.seats) {
    for (uint64_t seed = 1; seed <= kGamesPerCount; ++seed) play(game, spec, seed, tried);
  }
  return tried;
}

}  // namespace

Trial try_edition(const engine::AnyGame& game, const engine::EditionPtr& edition) {
  const Tried own = tried_with(game, edition);
  const Tried standard = tried_with(game, game.default_edition());
  Trial trial;
  trial.games = own.games;
  std::vector<std::string_view> never;
  for (size_t verb = 0; verb < own.verb.size(); ++verb) {
    if (standard.verb[verb] && !own.verb[verb]) never.push_back(game.spec().verbs[verb].id);
  }
  if (!never.empty()) {
    trial.warnings.push_back(
        fmt::format("in {} games at random nobody could ever do this, as they could with the "
                    "standard edition: {}",
                    own.games, fmt::join(never, ", ")));
  }
  if (own.unfinished > standard.unfinished) {
    trial.warnings.push_back(fmt::format("{} of {} games at random had no end after {} choices",
                                         own.unfinished, own.games, kMostSteps));
  }
  if (2 * own.level > own.games && 2 * standard.level <= standard.games) {
    trial.warnings.push_back(fmt::format(
        "in {} of {} games at random all players ended with the same score", own.level, own.games));
  }
  return trial;
}

}  // namespace cli
