#include "lab/crossroads.h"

#include <memory>
#include <optional>

#include "bots/make_bot.h"
#include "bots/policy.h"
#include "engine/any_game_of.h"
#include "games/registry.h"
#include "lab/each_game.h"
#include "lab/play_game.h"
#include "lab/played.h"

namespace lab {
namespace {

template <bots::Learned G>
class Trip {
 public:
  using State = typename G::State;

  Trip(const CrossroadsSpec& spec, uint64_t number, const std::atomic<bool>& stop)
      : spec_(spec),
        number_(static_cast<uint32_t>(number)),
        seed_(spec.seeds.of_block(number)),
        stop_(stop) {
    const int players = spec.players[number % spec.players.size()];
    for (int i = 0; i < players; ++i) bots_.push_back(bots::make_bot<G>(spec.player));
  }

  std::vector<Crossroads> run() {
    std::vector<Crossroads> found;
    engine::Chance own = bot_chance(seed_, engine::seat_at(0), 1);
    engine::Events silent;
    engine::Chance deal(seed_, 0);
    State state =
        G::setup(engine::AnyGameOf<G>::data(*edition_or_own(*spec_.game, spec_.edition)),
                 engine::default_variants(G::spec()), static_cast<int>(bots_.size()), deal, silent);
    for (uint64_t decisions = 1; !G::over(state) && !stop_; ++decisions) {
      const engine::Seat seat = G::acting(state).front();
      engine::Chance dice = bot_chance(seed_ + decisions, seat);
      engine::Action action = choose(state, seat, dice);
      engine::Offer offer(engine::Offer::Keep::kLegal);
      G::options(state, seat, offer);
      if (offer.size() > 1 && static_cast<int>(own.below(100)) < spec_.often) {
        const engine::Action other = another(offer, action, own);
        const std::optional<Crossroads> crossroads = take(state, seat, action, other, own);
        if (crossroads) found.push_back(*crossroads);
        // On by either: the lessons should know what comes after both.
        if (own.below(2) == 0) action = other;
      }
      engine::Chance chance(seed_, decisions);
      G::apply(state, seat, action, chance, silent);
    }
    return found;
  }

 private:
  static engine::Action another(const engine::Offer& offer, engine::Action not_this,
                                engine::Chance& chance) {
    auto at = static_cast<int>(chance.below(static_cast<uint32_t>(offer.size() - 1)));
    if (offer[at].action == not_this) at = offer.size() - 1;
    return offer[at].action;
  }

  engine::Action choose(const State& state, engine::Seat seat, engine::Chance& dice) {
    const bots::Knowledge<G> knowledge(state, seat);
    return bots_[static_cast<size_t>(engine::index_of(seat))]
        ->decide(knowledge, spec_.player.budget(), dice)
        .action();
  }

  std::optional<Crossroads> take(const State& state, engine::Seat seat, engine::Action action,
                                 engine::Action other, engine::Chance& own) {
    const uint64_t luck = uint64_t{own.below(1u << 31)} << 31 | own.below(1u << 31);
    std::array<Way, 2> ways{Way{state, luck}, Way{state, luck}};
    Crossroads crossroads;
    crossroads.seat = seat;
    for (size_t i = 0; i < ways.size(); ++i) {
      step(ways[i], seat, i == 0 ? action : other);
      while (!G::over(ways[i].state) && ways[i].turns == 0 && !stop_) step(ways[i]);
      if (G::over(ways[i].state)) return std::nullopt;
      crossroads.ways[i] = standpoint_of<G>(ways[i].state, number_);
    }
    if (crossroads.ways[0].features == crossroads.ways[1].features) return std::nullopt;
    for (size_t i = 0; i < ways.size(); ++i) {
      while (!G::over(ways[i].state) && !stop_) step(ways[i]);
      if (stop_) return std::nullopt;
      const engine::Outcome outcome = G::outcome(ways[i].state);
      crossroads.ways[i].won = won_by(outcome, static_cast<int>(bots_.size()));
      crossroads.scores[i] = outcome.score;
    }
    return crossroads;
  }

  // Luck goes by turn and step of the turn: so the ways have the same dice for as long as they can.
  struct Way {
    State state;
    uint64_t luck;
    uint64_t turns = 0;
    uint64_t steps = 0;  // of the turn
  };
  void step(Way& way) {
    const engine::Seat seat = G::acting(way.state).front();
    engine::Chance dice = bot_chance(way.luck + (way.turns << 12) + way.steps, seat);
    step(way, seat, choose(way.state, seat, dice));
  }
  void step(Way& way, engine::Seat seat, engine::Action action) {
    engine::Events silent;
    engine::Chance chance(way.luck, (way.turns << 12) + way.steps);
    const engine::Turn before = G::turn(way.state);
    G::apply(way.state, seat, action, chance, silent);
    ++way.steps;
    if (engine::border(before, G::turn(way.state)) == engine::Border::kInside) return;
    ++way.turns;
    way.steps = 0;
  }

  const CrossroadsSpec& spec_;
  const uint32_t number_;
  const uint64_t seed_;
  const std::atomic<bool>& stop_;
  std::vector<std::unique_ptr<bots::Bot<G>>> bots_;
};

}  // namespace

std::vector<Crossroads> play_crossroads(const CrossroadsSpec& spec, const std::atomic<bool>& stop,
                                        const std::function<void(uint64_t done)>& progress) {
  std::vector<std::vector<Crossroads>> games(spec.games);
  each_game(spec.games, spec.threads, stop, progress, [&](uint64_t i) {
    games::AllGames::visit(spec.game->spec().id,
                           [&]<class G>() { games[i] = Trip<G>(spec, i, stop).run(); });
  });
  std::vector<Crossroads> all;
  for (const std::vector<Crossroads>& game : games) all.insert(all.end(), game.begin(), game.end());
  return all;
}

}  // namespace lab
