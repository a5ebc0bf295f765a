#include "lab/duels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <string>

#include "lab/arena.h"
#include "lab/each_game.h"

namespace lab {
namespace {

constexpr uint64_t kDuelBatch = 32;  // blocks between two moves of the value
constexpr double kSlowing = 25;      // batches after which moves have become clearly smaller
constexpr double kDuelByScore =
    0.5;  // of a result; the rest is the win, of which one game tells little
constexpr double kCurious = 0.3;  // of `aside` for the judgement itself
constexpr int kTilts = 2;         // of a row of weights: all of them, and the start against the end

// A row of weights along the game is moved as a whole and tilted.
constexpr std::array<std::array<double, bots::Value::kKnots>, kTilts> kShapes{
    {{1, 1, 1, 1}, {1, 1.0 / 3, -1.0 / 3, -1}}};

class Duels {
 public:
  Duels(std::span<const engine::FeatureSpec> features, const bots::Value& start,
        const DuelSpec& spec)
      : features_(features), start_(start), spec_(spec) {
    for (size_t k = 0; k < start.scale.size(); ++k) {
      if (start.scale[k] != 0) rows_.push_back(k);
    }
    figures_.resize(kTilts * (1 + rows_.size()));
  }

  bots::Value run(const std::atomic<bool>& stop, const std::function<void(uint64_t done)>& progress,
                  DuelReport& report) {
    const uint64_t batches = (spec_.blocks + kDuelBatch - 1) / kDuelBatch;
    std::vector<double> sum(figures_.size());
    double weight = 0;
    for (uint64_t batch = 0; batch < batches; ++batch) {
      std::vector<std::vector<double>> sides(kDuelBatch);
      std::vector<double> results(kDuelBatch);
      each_game(
          kDuelBatch, spec_.threads, stop,
          [&](uint64_t done) {
            if (progress) progress(batch * kDuelBatch + done);
          },
          [&](uint64_t i) {
            sides[i] = sides_of(batch * kDuelBatch + i);
            results[i] = duel(batch * kDuelBatch + i, sides[i], stop);
          });
      if (stop) break;
      const double rate =
          spec_.rate / std::pow(1 + static_cast<double>(batch) / kSlowing, 0.6) / kDuelBatch;
      for (size_t f = 0; f < figures_.size(); ++f) {
        for (uint64_t i = 0; i < kDuelBatch; ++i) figures_[f] += rate * results[i] * sides[i][f];
      }
      report.blocks += kDuelBatch;
      // The mean of the second half wavers less than where it happens to end.
      if (batch * 2 < batches) continue;
      for (size_t f = 0; f < figures_.size(); ++f) sum[f] += figures_[f];
      ++weight;
    }
    if (weight > 0) {
      for (size_t f = 0; f < figures_.size(); ++f) figures_[f] = sum[f] / weight;
    }
    for (const double figure : figures_) report.moved += figure * figure;
    report.moved = std::sqrt(report.moved / static_cast<double>(figures_.size()));
    return moved(figures_);
  }

 private:
  // To which side each figure is tried.
  std::vector<double> sides_of(uint64_t block) const {
    std::mt19937_64 random(spec_.seeds.of_block(block));
    std::vector<double> sides(figures_.size());
    for (size_t f = 0; f < sides.size(); ++f) {
      sides[f] = (random() & 1) != 0 ? 1 : -1;
      if (f < kTilts) sides[f] *= kCurious;
    }
    return sides;
  }

  bots::Value moved(const std::vector<double>& figures) const {
    bots::Value value = start_;
    for (size_t f = 0; f < figures.size(); ++f) {
      const auto& shape = kShapes[f % kTilts];
      float* row = f < kTilts ? value.judgement.data()
                              : &value.line[rows_[f / kTilts - 1] * bots::Value::kKnots];
      for (size_t knot = 0; knot < shape.size(); ++knot) {
        row[knot] += static_cast<float>(figures[f] * shape[knot]);
      }
    }
    return value;
  }
  bots::BotSpec player_with(const std::vector<double>& sides, double direction) const {
    std::vector<double> figures = figures_;
    for (size_t f = 0; f < figures.size(); ++f) figures[f] += direction * spec_.aside * sides[f];
    bots::BotSpec bot = spec_.player;
    bot.use(bots::Figures::kValue, "value.json",
            std::make_shared<const std::string>(moved(figures).json(features_, "{}")));
    return bot;
  }

  // How much better the first side did than the other: 1 would be winning all of it.
  double duel(uint64_t number, const std::vector<double>& sides,
              const std::atomic<bool>& stop) const {
    ArenaSpec arena;
    arena.game = spec_.game;
    arena.edition = spec_.game->default_edition();
    arena.variants = engine::default_variants(spec_.game->spec());
    arena.players = spec_.players[number % spec_.players.size()];
    arena.bots = {player_with(sides, 1), player_with(sides, -1)};
    arena.seeds = spec_.seeds;
    const std::optional<Block> block = play_block(arena, number, stop);
    if (!block) return 0;
    double sum = 0;
    for (const BlockGame& game : block->games) {
      const double even = 1.0 / arena.players;
      const double won = (win_share(game.outcome, arena.players, game.seat) - even) / (1 - even);
      sum += (1 - kDuelByScore) * won + kDuelByScore * lead(game, arena.players);
    }
    return sum / arena.players;
  }

  // The seat's score less the mean of the others', by all that was scored: so it is no matter what
  // a game counts in.
  static double lead(const BlockGame& game, int players) {
    double others = 0;
    double all = 1;
    for (int seat = 0; seat < players; ++seat) {
      const double score = game.outcome.score[static_cast<size_t>(seat)];
      all += std::abs(score) / players;
      if (seat != game.seat) others += score / (players - 1);
    }
    return 4 * (game.outcome.score[static_cast<size_t>(game.seat)] - others) / all;
  }

  const std::span<const engine::FeatureSpec> features_;
  const bots::Value& start_;
  const DuelSpec& spec_;
  std::vector<size_t> rows_;     // features that ever differ
  std::vector<double> figures_;  // what the value has moved by: the judgement, then the rows
};

}  // namespace

bots::Value learn_by_duels(std::span<const engine::FeatureSpec> features, const bots::Value& start,
                           const DuelSpec& spec, const std::atomic<bool>& stop,
                           const std::function<void(uint64_t done)>& progress, DuelReport& report) {
  return Duels(features, start, spec).run(stop, progress, report);
}

}  // namespace lab
