#include "lab/duels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <string>

#include "lab/arena.h"
#include "lab/each_game.h"
#include "lab/played.h"

namespace lab {
namespace {

constexpr uint64_t kDuelBatch = 16;    // blocks between two moves of the judgement
constexpr double kSlowing = 25;        // batches after which moves have become clearly smaller
constexpr double kDuelByScore = 0.75;  // of a result; the rest is the win, which tells less
constexpr int kTilts = 2;              // of weights along the game: all, and start against end

// The weights of a feature along the game are moved as a whole and tilted.
constexpr std::array<std::array<double, engine::kQuarters>, kTilts> kShapes{
    {{1, 1, 1, 1}, {1, 1.0 / 3, -1.0 / 3, -1}}};

class Duels {
 public:
  Duels(const engine::JudgementNames& names, const engine::Weights& usual,
        const engine::Weights& start, const DuelSpec& spec)
      : names_(names), start_(start), spec_(spec) {
    for (size_t k = 0; k < names.features.size(); ++k) {
      const engine::FeatureSpec& feature = names.features[k];
      if (feature.learned && feature.usual == 0) continue;
      double size = std::max(1.0, 1000.0 * feature.usual);
      for (size_t quarter = 0; quarter < engine::kQuarters; ++quarter) {
        size = std::max<double>(size, std::abs(usual.weight(k, quarter)));
      }
      rows_.push_back(k);
      sizes_.push_back(size);
    }
    for (size_t i = 0; i < names.figures.size(); ++i) {
      sizes_.push_back(std::max({1.0, std::abs(static_cast<double>(usual.figures()[i])),
                                 static_cast<double>(names.figures[i].usual)}));
    }
    moves_.resize(kTilts * rows_.size() + names.figures.size());
  }

  engine::Weights run(const std::atomic<bool>& stop,
                      const std::function<void(uint64_t done)>& progress, DuelReport& report) {
    const uint64_t batches = (spec_.blocks + kDuelBatch - 1) / kDuelBatch;
    std::vector<double> sum(moves_.size());
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
          spec_.rate / std::sqrt(1 + static_cast<double>(batch) / kSlowing) / kDuelBatch;
      for (size_t f = 0; f < moves_.size(); ++f) {
        for (uint64_t i = 0; i < kDuelBatch; ++i) moves_[f] += rate * results[i] * sides[i][f];
      }
      report.blocks += kDuelBatch;
      // The mean of the second half wavers less than where it happens to end.
      if (batch * 2 < batches) continue;
      for (size_t f = 0; f < moves_.size(); ++f) sum[f] += moves_[f];
      ++weight;
    }
    if (weight > 0) {
      for (size_t f = 0; f < moves_.size(); ++f) moves_[f] = sum[f] / weight;
    }
    for (const double move : moves_) report.moved += move * move;
    report.moved = std::sqrt(report.moved / static_cast<double>(moves_.size()));
    return moved(moves_);
  }

 private:
  // To which side each figure is tried.
  std::vector<double> sides_of(uint64_t block) const {
    std::mt19937_64 random(spec_.seeds.of_block(block));
    std::vector<double> sides(moves_.size());
    for (double& side : sides) side = (random() & 1) != 0 ? 1 : -1;
    return sides;
  }

  engine::Weights moved(const std::vector<double>& moves) const {
    engine::Weights weights = start_;
    for (size_t row = 0; row < rows_.size(); ++row) {
      const size_t k = rows_[row];
      for (size_t quarter = 0; quarter < engine::kQuarters; ++quarter) {
        double by = 0;
        for (size_t tilt = 0; tilt < kTilts; ++tilt) {
          by += moves[row * kTilts + tilt] * kShapes[tilt][quarter];
        }
        const auto more = static_cast<int32_t>(std::lround(by * sizes_[row]));
        weights.set_weight(k, quarter, start_.weight(k, quarter) + more);
      }
    }
    for (size_t i = 0; i < names_.figures.size(); ++i) {
      const double by = moves[kTilts * rows_.size() + i] * sizes_[rows_.size() + i];
      weights.set_figure(i, start_.figures()[i] + static_cast<int32_t>(std::lround(by)));
    }
    return weights;
  }
  bots::BotSpec player_with(const std::vector<double>& sides, double direction) const {
    std::vector<double> moves = moves_;
    for (size_t f = 0; f < moves.size(); ++f) moves[f] += direction * spec_.aside * sides[f];
    bots::BotSpec bot = spec_.player;
    bot.use(bots::Figures::kTuned, "tuned.json",
            std::make_shared<const std::string>(moved(moves).json(names_, "{}")));
    return bot;
  }

  // How much better the first side did than the other: 1 would be winning all of it.
  double duel(uint64_t number, const std::vector<double>& sides,
              const std::atomic<bool>& stop) const {
    ArenaSpec arena;
    arena.game = spec_.game;
    arena.edition = edition_or_own(*spec_.game, spec_.edition);
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

  const engine::JudgementNames names_;
  const engine::Weights& start_;
  const DuelSpec& spec_;
  std::vector<double> sizes_;  // what is about one of each weight, then of each figure
  std::vector<size_t> rows_;   // features whose weights are tuned
  std::vector<double> moves_;  // of the weights by their shapes, then of the figures
};

}  // namespace

engine::Weights learn_by_duels(const engine::JudgementNames& names, const engine::Weights& usual,
                               const engine::Weights& start, const DuelSpec& spec,
                               const std::atomic<bool>& stop,
                               const std::function<void(uint64_t done)>& progress,
                               DuelReport& report) {
  return Duels(names, usual, start, spec).run(stop, progress, report);
}

}  // namespace lab
