#include "lab/trust.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "bots/any_bot.h"
#include "bots/cpu_clock.h"
#include "bots/told_shares.h"
#include "lab/play_game.h"
#include "lab/progress_of.h"

namespace lab {
namespace {

using engine::AnyTable;

size_t at(engine::Seat seat) { return static_cast<size_t>(engine::index_of(seat)); }

// The bots of one game at a table.
class Sitters {
 public:
  Sitters(const TrustSpec& spec, uint64_t seed) : budget_(spec.bot.budget()) {
    for (int i = 0; i < spec.players; ++i) {
      bots_.push_back(bots::make_bot(spec.bot, *spec.game, engine::seat_at(i)));
      chances_.push_back(bot_chance(seed, engine::seat_at(i)));
    }
  }
  engine::Action choose(const AnyTable& table, engine::Seat seat) {
    return bots_[at(seat)]->decide(table, budget_, chances_[at(seat)]).action();
  }

 private:
  bots::Budget budget_;
  std::vector<std::unique_ptr<bots::AnyBot>> bots_;
  std::vector<engine::Chance> chances_;
};

std::unique_ptr<AnyTable> new_table(const TrustSpec& spec, uint64_t seed) {
  return std::move(*spec.game->new_table(
      {spec.edition, spec.variants, spec.players, engine::ChanceSource::of_seed(seed)}));
}

engine::Action any_choice(const engine::Offer& offer, engine::Chance& chance) {
  return offer[static_cast<int>(chance.below(static_cast<uint32_t>(offer.size())))].action;
}

// A game with choices that were made at random.
struct PlantedGame {
  std::unique_ptr<AnyTable> table;
  uint64_t tried = 0;         // choices, for a blunder
  std::vector<int> blunders;  // which steps they were
  std::vector<int> random;    // which steps the plain ones were
  std::vector<int> losing;    // those of them that are mistakes at least
};

bool holds(const std::vector<int>& steps, int step) {
  return std::ranges::find(steps, step) != steps.end();
}

class Planter {
 public:
  explicit Planter(const TrustSpec& spec)
      : spec_(spec), reference_(bots::make_appraiser(bots::BotSpec::of("search"), *spec.game)) {}

  PlantedGame play(uint64_t seed, const std::atomic<bool>& stop) {
    PlantedGame game;
    game.table = new_table(spec_, seed);
    Sitters sitters(spec_, seed);
    engine::Chance whim(seed, 7);
    float random_from = next_moment(0, whim);
    float blunder_from = next_moment(0, whim);
    while (!game.table->over() && !stop) {
      const AnyTable& table = *game.table;
      const engine::Seat seat = table.acting().front();
      engine::Action action = sitters.choose(table, seat);
      engine::Offer offer(engine::Offer::Keep::kLegal);
      table.offer(seat, offer);
      const int step = static_cast<int>(table.steps().size()) + 1;
      const float progress = progress_of(table);
      if (offer.size() > 1 && wants(game.random) && progress >= random_from) {
        action = any_choice(offer, whim);
        game.random.push_back(step);
        if (loses(table, seat, action, bots::kMistakeFrom, ~seed)) game.losing.push_back(step);
        random_from = next_moment(game.random.size(), whim);
      } else if (offer.size() > 1 && wants(game.blunders) && progress >= blunder_from &&
                 whim.below(kSeldom) == 0) {
        // Now and then, until one loses enough.
        const engine::Action other = any_choice(offer, whim);
        ++game.tried;
        if (loses(table, seat, other, bots::kBlunderFrom, ~seed)) {
          action = other;
          game.blunders.push_back(step);
          blunder_from = next_moment(game.blunders.size(), whim);
        }
      }
      [[maybe_unused]] const engine::Error error = game.table->act(seat, action);
    }
    return game;
  }

 private:
  static constexpr uint32_t kSeldom = 4;   // one of so many decisions is tried
  static constexpr float kLatest = 0.75F;  // of a game: the last is looked for by then

  bool wants(const std::vector<int>& steps) const { return steps.size() < spec_.plants; }

  // From how far into the game on the next one is looked for: each has a part of it, and begins
  // anywhere in that.
  float next_moment(size_t done, engine::Chance& chance) const {
    constexpr uint32_t kFine = 1000;
    const float within = static_cast<float>(chance.below(kFine)) / kFine;
    return kLatest * (static_cast<float>(done) + within) / static_cast<float>(spec_.plants);
  }

  bool loses(const AnyTable& table, engine::Seat seat, engine::Action action, double much,
             uint64_t seed) {
    const bots::Appraisal found = reference_->appraise(table, seat, action, spec_.reference,
                                                       engine::mix64(seed) + table.steps().size());
    const double lost = found.with_best[at(seat)] - found.with_made[at(seat)];
    return lost >= much && lost >= bots::kSure * found.error;
  }

  const TrustSpec& spec_;
  const std::unique_ptr<bots::Appraiser> reference_;
};

// What of a game is known of one bucket.
struct OfGame {
  double won = 0;
  double looks = 0;
};

// The share of wins over all looks, with its interval by games (a ratio of sums: each game counts
// by its looks).
Estimate ratio95(const std::vector<OfGame>& games) {
  double won = 0;
  double looks = 0;
  for (const OfGame& game : games) {
    won += game.won;
    looks += game.looks;
  }
  const double share = won / looks;
  const double mean = looks / static_cast<double>(games.size());
  std::vector<double> blocks;
  for (const OfGame& game : games) {
    blocks.push_back(share + (game.won - share * game.looks) / mean);
  }
  return mean95(blocks);
}

// A position, and who won in the end.
struct Look {
  bots::SeatShares said;
  bots::SeatShares won;
  float progress;
};

double surprise_at(const std::vector<Look>& looks, const bots::ToldShares& told) {
  constexpr double kSmallest = 1e-3;  // nobody is told that something can't be
  double sum = 0;
  for (const Look& look : looks) {
    bots::SeatShares said = look.said;
    told.tell(said, look.progress);
    for (size_t seat = 0; seat < said.size(); ++seat) {
      if (look.won[seat] > 0) sum -= look.won[seat] * std::log(std::max(said[seat], kSmallest));
    }
  }
  return sum / static_cast<double>(looks.size());
}

// The two powers, each in turn, in steps that become smaller.
void fit_powers(const std::vector<Look>& looks, Reliability& result) {
  constexpr double kLeast = 0.2;
  constexpr double kMost = 5;
  constexpr double kFinest = 0.005;
  const auto surprise = [&] {
    return surprise_at(looks, {result.power_at_start, result.power_at_end});
  };
  result.surprise_with_powers = surprise();
  for (double step = 0.5; step > kFinest;) {
    bool better = false;
    for (double* power : {&result.power_at_start, &result.power_at_end}) {
      for (const double by : {step, -step}) {
        const double before = *power;
        *power = std::clamp(before + by, kLeast, kMost);
        const double now = surprise();
        if (now < result.surprise_with_powers) {
          result.surprise_with_powers = now;
          better = true;
          break;
        }
        *power = before;
      }
    }
    if (!better) step /= 2;
  }
}

}  // namespace

Reliability measure_reliability(const TrustSpec& spec, const std::atomic<bool>& stop,
                                const TrustProgress& progress) {
  Reliability result;
  const std::unique_ptr<bots::Appraiser> appraiser =
      bots::make_appraiser(bots::BotSpec::of("search"), *spec.game);
  std::array<std::vector<OfGame>, Reliability::kBuckets> by_game;
  std::vector<Look> looks;
  for (uint64_t i = 0; i < spec.games && !stop; ++i) {
    const std::vector<bots::BotSpec> seats(static_cast<size_t>(spec.players), spec.bot);
    const auto played =
        play_at_table({spec.game, spec.edition, spec.variants, seats, {}, spec.seed + i});
    const AnyTable& table = **played;
    const bots::SeatShares won = bots::shares_at_the_end(table);
    const int decisions = bots::decisions_of(table);
    const uint32_t each = bots::iterations_of_outlook(spec.iterations, decisions);
    std::array<OfGame, Reliability::kBuckets> own{};
    int seen = 0;
    [[maybe_unused]] const engine::Error error =
        bots::for_each_decision(table, [&](const AnyTable& before, int step, const engine::Step&) {
          // Evenly spread: the first of each part of the game.
          const int part = seen * kLooksAtAGame / decisions;
          const bool first = seen == 0 || part != (seen - 1) * kLooksAtAGame / decisions;
          ++seen;
          if (!first) return true;
          const bots::SeatShares said = appraiser->outlook(
              before, each, engine::mix64(spec.seed + i) + static_cast<uint64_t>(step));
          ++result.positions;
          looks.push_back({said, won, progress_of(before)});
          for (size_t seat = 0; seat < static_cast<size_t>(spec.players); ++seat) {
            const auto bucket = static_cast<size_t>(std::clamp<double>(
                said[seat] * Reliability::kBuckets, 0, Reliability::kBuckets - 1));
            own[bucket].won += won[seat];
            ++own[bucket].looks;
            ++result.buckets[bucket].looks;
            result.buckets[bucket].said += said[seat];
          }
          return true;
        });
    for (size_t b = 0; b < own.size(); ++b) {
      if (own[b].looks > 0) by_game[b].push_back(own[b]);
    }
    ++result.games;
    if (progress) progress(result.games);
  }
  for (size_t b = 0; b < result.buckets.size(); ++b) {
    Reliability::Bucket& bucket = result.buckets[b];
    if (bucket.looks == 0) continue;
    bucket.said /= static_cast<double>(bucket.looks);
    bucket.won = ratio95(by_game[b]);
  }
  if (!looks.empty()) {
    result.surprise = surprise_at(looks, {});
    fit_powers(looks, result);
  }
  result.even = std::log(spec.players);
  return result;
}

void FoundOut::add(bots::Grade grade) {
  ++choices;
  imprecise += grade >= bots::Grade::kImprecise ? 1 : 0;
  mistakes += grade >= bots::Grade::kMistake ? 1 : 0;
  blunders += grade >= bots::Grade::kBlunder ? 1 : 0;
}

Planted measure_planted(const TrustSpec& spec, const std::atomic<bool>& stop,
                        const TrustProgress& progress) {
  Planted result;
  uint64_t other_choices = 0;
  Planter planter(spec);
  for (uint64_t seed = spec.seed; result.games < spec.games && !stop; ++seed) {
    const PlantedGame game = planter.play(seed, stop);
    result.tried += game.tried;
    if (game.blunders.empty()) continue;
    const int64_t begin = bots::cpu_microseconds();
    const auto review =
        bots::review(*game.table, {spec.iterations, 0, 1}, [&](int, int) { return !stop; });
    if (!review) break;
    const double seconds = static_cast<double>(bots::cpu_microseconds() - begin) / 1e6;
    result.seconds += seconds;
    result.longest = std::max(result.longest, seconds);
    ++result.games;
    for (const bots::Review::Choice& choice : review.value.choices) {
      if (holds(game.blunders, choice.step)) {
        result.planted.add(choice.grade);
      } else if (holds(game.random, choice.step)) {
        result.random.add(choice.grade);
        if (holds(game.losing, choice.step)) result.random_losing.add(choice.grade);
      } else {
        ++result.others[static_cast<size_t>(choice.grade)];
        result.lost += choice.lost;
        ++other_choices;
      }
    }
    if (progress) progress(result.games);
  }
  if (other_choices > 0) result.lost /= static_cast<double>(other_choices);
  if (result.games > 0) result.seconds /= static_cast<double>(result.games);
  return result;
}

std::string reliability_table(const Reliability& reliability) {
  std::string out =
      fmt::format("{} games, {} positions\n\n  said        looks   said    won    95 %\n",
                  reliability.games, reliability.positions);
  for (size_t b = 0; b < reliability.buckets.size(); ++b) {
    const Reliability::Bucket& bucket = reliability.buckets[b];
    if (bucket.looks == 0) continue;
    out += fmt::format(
        "  {:>2}–{:>3} %  {:>7}  {:>5.1f}  {:>5.1f}    {}\n", 10 * b, 10 * (b + 1), bucket.looks,
        100 * bucket.said, 100 * bucket.won.mean,
        std::isfinite(bucket.won.interval.high)
            ? fmt::format("{:.0f} – {:.0f}", 100 * std::max(0.0, bucket.won.interval.low),
                          100 * std::min(1.0, bucket.won.interval.high))
            : "too few games");
  }
  return out + fmt::format(
                   "\nsurprise {:.3f} (even shares: {:.3f})\n"
                   "raised to the power {:.2f} at the start, {:.2f} at the end: {:.3f}\n",
                   reliability.surprise, reliability.even, reliability.power_at_start,
                   reliability.power_at_end, reliability.surprise_with_powers);
}

std::string planted_table(const Planted& planted) {
  const auto share = [&](uint64_t found, uint64_t of) {
    const Interval interval = wilson95(static_cast<double>(found), static_cast<double>(of));
    return fmt::format("{:>3} of {}: {:.0f} % [{:.0f} – {:.0f}]", found, of,
                       of == 0 ? 0.0 : 100.0 * static_cast<double>(found) / static_cast<double>(of),
                       100 * interval.low, 100 * interval.high);
  };
  const auto found_out = [&](const std::string& what, const FoundOut& found) {
    return fmt::format(
        "{}\n  imprecise or worse  {}\n  mistake or worse    {}\n  blunder             {}\n\n",
        what, share(found.imprecise, found.choices), share(found.mistakes, found.choices),
        share(found.blunders, found.choices));
  };
  uint64_t all = 0;
  for (const uint64_t count : planted.others) all += count;
  std::string out =
      found_out(fmt::format("planted blunders ({} random choices were tried)", planted.tried),
                planted.planted) +
      found_out("random choices, whatever they lose", planted.random) +
      found_out(fmt::format("those of them that lose {:.0f} %", 100 * bots::kMistakeFrom),
                planted.random_losing) +
      fmt::format("the bot's own choices, {} in {} games\n", all, planted.games);
  for (size_t g = 0; g < planted.others.size(); ++g) {
    out += fmt::format(
        "  {:<10} {:>6}  {:>5.1f} %\n", bots::kGrades[g], planted.others[g],
        all == 0 ? 0.0 : 100.0 * static_cast<double>(planted.others[g]) / static_cast<double>(all));
  }
  return out + fmt::format(
                   "  lost a decision: {:.2f} %, figure {}\n\n{:.1f} s a review, {:.1f} s "
                   "the longest\n",
                   100 * planted.lost, bots::figure_of(planted.lost), planted.seconds,
                   planted.longest);
}

}  // namespace lab
