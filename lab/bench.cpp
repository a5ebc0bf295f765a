#include "lab/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <iterator>
#include <limits>

#include "bots/make_bot.h"
#include "bots/playout.h"
#include "bots/signature.h"
#include "engine/any_game_of.h"
#include "engine/record.h"
#include "games/registry.h"

namespace lab {
namespace {

// Makes the compiler believe that somebody looks at the value.
template <class T>
void do_not_optimize(const T& value) {
  asm volatile("" : : "m"(value) : "memory");
}

// Processor time, not the clock on the wall: other programs don't disturb the figures (much).
double seconds_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Nanoseconds that one unit of `work` takes; each call of work() returns how many it did.
template <class Work>
double nanoseconds(const BenchSpec& spec, Work&& work) {
  double best = std::numeric_limits<double>::max();
  for (int repeat = 0; repeat < spec.repeats; ++repeat) {
    uint64_t units = 0;
    const double begin = seconds_now();
    double elapsed = 0;
    do {
      units += work();
      elapsed = seconds_now() - begin;
    } while (elapsed < spec.seconds);
    best = std::min(best, 1e9 * elapsed / static_cast<double>(units));
  }
  return best;
}

template <engine::Game G>
class Bench {
 public:
  Bench(const typename G::Edition& edition, int seats, const BenchSpec& spec)
      : edition_(edition), seats_(seats), spec_(spec) {}

  BenchRow run() {
    collect_positions();
    row_.seats = seats_;
    row_.decisions_per_second = 1e9 / playout_ns();
    row_.games_per_second = row_.decisions_per_second / row_.decisions_per_game;
    row_.copy_ns = copy_ns();
    row_.options_ns = options_ns();
    row_.reimagine_ns = reimagine_ns();
    row_.view_us = view_ns() / 1000;
    row_.greedy_us = greedy_ns() / 1000;
    return row_;
  }

 private:
  using State = typename G::State;

  State deal(engine::Chance& chance) const {
    engine::Events silent;
    return G::setup(edition_, engine::default_variants(G::spec()), seats_, chance, silent);
  }

  // Some positions spread over random games, and how long and wide such games are.
  void collect_positions() {
    constexpr int kGames = 500;
    constexpr size_t kPositions = 512;
    constexpr uint64_t kEvery = 61;  // prime: no position of the games is favoured
    engine::Chance chance(1);
    engine::Offer offer(engine::Offer::Keep::kLegal);
    uint64_t decisions = 0;
    uint64_t choices = 0;
    for (int game = 0; game < kGames; ++game) {
      for (State state = deal(chance); !G::over(state); ++decisions) {
        if (decisions % kEvery == 0 && positions_.size() < kPositions) positions_.push_back(state);
        bots::random_step<G>(state, offer, chance);
        choices += static_cast<uint64_t>(offer.size());
      }
    }
    row_.decisions_per_game = static_cast<double>(decisions) / kGames;
    row_.branching = static_cast<double>(choices) / static_cast<double>(decisions);
  }

  double playout_ns() const {
    engine::Chance chance(1);
    return nanoseconds(spec_, [&] {
      uint64_t decisions = 0;
      for (int game = 0; game < 64; ++game) {
        State state = deal(chance);
        decisions += bots::playout<G>(state, chance);
        do_not_optimize(state);
      }
      return decisions;
    });
  }

  double copy_ns() const {
    return nanoseconds(spec_, [&] {
      for (const State& position : positions_) {
        State copy = position;
        do_not_optimize(copy);
      }
      return positions_.size();
    });
  }

  double options_ns() const {
    engine::Offer offer(engine::Offer::Keep::kLegal);
    return nanoseconds(spec_, [&] {
      for (const State& position : positions_) {
        offer.clear();
        G::options(position, G::acting(position).front(), offer);
        do_not_optimize(offer);
      }
      return positions_.size();
    });
  }

  double reimagine_ns() const {
    engine::Chance chance(1);
    return nanoseconds(spec_, [&] {
      for (const State& position : positions_) {
        State world = position;
        G::reimagine(world, G::acting(position).front(), chance);
        do_not_optimize(world);
      }
      return positions_.size();
    });
  }

  double view_ns() const {
    std::string text;
    return nanoseconds(spec_, [&] {
      for (const State& position : positions_) {
        text.clear();
        engine::JsonWriter writer(text);
        engine::write_position<G>(position, engine::Viewer::at(G::acting(position).front()),
                                  writer);
        do_not_optimize(text);
      }
      return positions_.size();
    });
  }

  double greedy_ns() const {
    engine::Chance chance(1);
    const auto greedy = bots::make_bot<G>(bots::BotSpec::of("greedy"));
    return nanoseconds(spec_, [&] {
      uint64_t decisions = 0;
      engine::Events silent;
      for (State state = deal(chance); !G::over(state); ++decisions) {
        const engine::Seat seat = G::acting(state).front();
        const engine::Action action =
            greedy->decide(bots::Knowledge<G>(state, seat), {}, chance).action();
        G::apply(state, seat, action, chance, silent);
      }
      return decisions;
    });
  }

  const typename G::Edition& edition_;
  const int seats_;
  const BenchSpec spec_;
  std::vector<State> positions_;
  BenchRow row_;
};

}  // namespace

GameBench bench_game(const engine::AnyGame& game, const BenchSpec& spec) {
  GameBench bench;
  bench.played =
      WhatIsPlayed::of(game, *game.default_edition(), engine::default_variants(game.spec()), 0);
  bench.signature = bots::signature(game);
  bench.state_bytes = game.state_size();
  const engine::EditionPtr edition = game.default_edition();
  games::AllGames::visit(game.spec().id, [&]<class G>() {
    for (int seats = game.spec().min_seats; seats <= game.spec().max_seats; ++seats) {
      bench.rows.push_back(Bench<G>(engine::AnyGameOf<G>::data(*edition), seats, spec).run());
    }
  });
  return bench;
}

std::string bench_table(const std::vector<GameBench>& benches) {
  std::string out;
  auto line = std::back_inserter(out);
  for (const GameBench& bench : benches) {
    fmt::format_to(line, "{}: state {} bytes, bench signature {}\n", bench.played.game,
                   bench.state_bytes, engine::hex64(bench.signature));
    fmt::format_to(line,
                   "{:>7}  {:>11}  {:>8}  {:>14}  {:>9}  {:>7}  {:>10}  {:>12}  {:>7}  {:>9}\n",
                   "players", "decisions/s", "games/s", "decisions/game", "branching", "copy ns",
                   "variants ns", "reimagine ns", "view µs", "greedy µs");
    for (const BenchRow& row : bench.rows) {
      fmt::format_to(line,
                     "{:>7}  {:>9.2f} M  {:>8.0f}  {:>14.1f}  {:>9.2f}  {:>7.1f}  {:>10.1f}  "
                     "{:>12.1f}  {:>7.2f}  {:>9.1f}\n",
                     row.seats, row.decisions_per_second / 1e6, row.games_per_second,
                     row.decisions_per_game, row.branching, row.copy_ns, row.options_ns,
                     row.reimagine_ns, row.view_us, row.greedy_us);
    }
  }
  return out;
}

std::string bench_json(const std::vector<GameBench>& benches, int indent) {
  std::string text;
  engine::JsonWriter out(text, indent);
  out.begin_array(false);
  for (const GameBench& bench : benches) {
    out.begin_object();
    write_rules(bench.played, out);
    out.member("signature", engine::hex64(bench.signature));
    out.member("state_bytes", static_cast<int64_t>(bench.state_bytes));
    out.key("by_players");
    out.begin_array(false);
    for (const BenchRow& row : bench.rows) {
      const auto number = [&](std::string_view name, double value, int decimals) {
        out.key(name);
        out.value(value, decimals);
      };
      out.begin_object();
      out.member("players", row.seats);
      number("decisions_per_second", row.decisions_per_second, 0);
      number("games_per_second", row.games_per_second, 0);
      number("decisions_per_game", row.decisions_per_game, 2);
      number("branching", row.branching, 3);
      number("copy_ns", row.copy_ns, 2);
      number("options_ns", row.options_ns, 2);
      number("reimagine_ns", row.reimagine_ns, 1);
      number("view_us", row.view_us, 3);
      number("greedy_us", row.greedy_us, 2);
      out.end_object();
    }
    out.end_array();
    out.end_object();
  }
  out.end_array();
  return text;
}

}  // namespace lab
