#include "bots/signature.h"

#include <algorithm>
#include <string_view>

#include "bots/make_bot.h"
#include "engine/any_game_of.h"
#include "games/registry.h"

namespace bots {
namespace {

constexpr uint64_t kPlainGames = 40;   // for each number of players, with the default variants
constexpr uint64_t kVariedGames = 24;  // with variants drawn at random
constexpr uint64_t kGreedyGames = 1;   // all seats greedy
constexpr uint32_t kReimagineEvery = 7;

constexpr std::string_view kRandom = "random";
constexpr std::string_view kGreedy = "greedy";

// Options drawn from the game's table. A whole number stays near its lower end: the games are to be
// short.
engine::Variants draw_variants(const engine::GameSpec& spec, engine::Chance& chance) {
  constexpr int kNumbers = 8;
  engine::Variants variants;
  for (size_t i = 0; i < spec.variants.size(); ++i) {
    const engine::VariantSpec& variant = spec.variants[i];
    const int low = variant.values.empty() ? variant.low : 0;
    const int count = variant.values.empty() ? std::min(variant.high - variant.low + 1, kNumbers)
                                             : static_cast<int>(variant.values.size());
    variants.values[i] =
        static_cast<int16_t>(low + static_cast<int>(chance.below(static_cast<uint32_t>(count))));
  }
  return variants;
}

template <engine::Game G>
class Signature {
 public:
  explicit Signature(const typename G::Edition& edition) : edition_(edition) {}

  uint64_t compute() {
    const engine::GameSpec& spec = G::spec();
    uint64_t seed = 0;
    for (int seats = spec.min_seats; seats <= spec.max_seats; ++seats) {
      for (uint64_t i = 0; i < kPlainGames; ++i) {
        play(engine::default_variants(spec), seats, ++seed, kRandom);
      }
      for (uint64_t i = 0; i < kVariedGames; ++i) {
        engine::Chance chance(++seed, 0x0b7);
        play(draw_variants(spec, chance), seats, seed, kRandom);
      }
      for (uint64_t i = 0; i < kGreedyGames; ++i) {
        play(engine::default_variants(spec), seats, ++seed, kGreedy);
      }
    }
    return hash_;
  }

 private:
  using State = typename G::State;

  void play(const engine::Variants& variants, int seats, uint64_t seed, std::string_view bot) {
    engine::Chance chance(seed);
    engine::Chance own(~seed);
    const BotSpec kind = BotSpec::of(bot);
    const std::unique_ptr<Bot<G>> player = make_bot<G>(kind);
    engine::Events silent;
    State state = G::setup(edition_, variants, seats, chance, silent);
    fold(engine::hash_of<G>(state));
    for (uint32_t decision = 1; !G::over(state); ++decision) {
      const engine::Seat seat = G::acting(state).front();
      fold(G::acting(state).bits());
      fold_options(state, seat);
      if (decision % kReimagineEvery == 0) fold_imagined(state, seat, own);
      const engine::Action action =
          player->decide(Knowledge<G>(state, seat), kind.budget(), own).action();
      fold(word_of(action, engine::kAllowed));
      G::apply(state, seat, action, chance, silent);
      fold(engine::hash_of<G>(state));
    }
    fold_outcome(G::outcome(state), seats);
  }

  void fold_options(const State& state, engine::Seat seat) {
    engine::Offer offer(engine::Offer::Keep::kAll);
    G::options(state, seat, offer);
    for (const engine::Option& option : offer) fold(word_of(option.action, option.verdict));
    fold(word_of(G::fallback(state, seat), engine::kAllowed));
    fold(static_cast<uint64_t>(G::prompt(state, seat)));
  }

  void fold_imagined(const State& state, engine::Seat seat, engine::Chance& chance) {
    State world = state;
    G::reimagine(world, seat, chance);
    fold(engine::hash_of<G>(world));
    fold(static_cast<uint64_t>(
        static_cast<int64_t>(engine::Judge<G>::standard().value(world, seat))));
  }

  void fold_outcome(const engine::Outcome& outcome, int seats) {
    for (int seat = 0; seat < seats; ++seat) {
      const auto at = static_cast<size_t>(seat);
      fold(static_cast<uint64_t>(static_cast<int64_t>(outcome.score[at])));
      fold(outcome.rank[at]);
    }
    fold(outcome.winners.bits());
  }

  static uint64_t word_of(engine::Action action, engine::Verdict verdict) {
    uint64_t word = action.verb;
    for (const uint8_t byte : {action.a, action.b, action.c, verdict.rule}) word = word << 8 | byte;
    return word;
  }

  void fold(uint64_t word) { hash_ = engine::mix64(hash_ ^ word) + 0x9e3779b97f4a7c15u; }

  const typename G::Edition& edition_;
  uint64_t hash_ = 0;
};

}  // namespace

uint64_t signature(const engine::AnyGame& game) {
  uint64_t result = 0;
  games::AllGames::visit(game.spec().id, [&]<class G>() {
    const engine::EditionPtr edition = game.default_edition();
    result = Signature<G>(engine::AnyGameOf<G>::data(*edition)).compute();
  });
  return result;
}

}  // namespace bots
