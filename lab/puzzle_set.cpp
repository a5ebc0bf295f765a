// Of what a hunt has found: the set that is kept, and a second look at it.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "bots/appraiser.h"
#include "lab/each_game.h"
#include "lab/puzzles.h"

namespace lab {

std::vector<bots::Puzzle> choose_puzzles(const std::vector<bots::Puzzle>& found, size_t wanted) {
  constexpr int kParts = 4;  // of a game
  std::map<std::string, int> crowd;
  const auto kinds = [](const bots::Puzzle& puzzle) {
    return std::array<std::string, 5>{
        fmt::format("players {}", puzzle.table->seats()),
        fmt::format("part {}", std::min(puzzle.progress * kParts / 100, kParts - 1)),
        "asked " + puzzle.asked, fmt::format("level {}", puzzle.level),
        fmt::format("seat {}", engine::index_of(puzzle.seat))};
  };
  std::vector<bots::Puzzle> chosen;
  std::vector<bool> taken(found.size(), false);
  while (chosen.size() < std::min(wanted, found.size())) {
    size_t best = found.size();
    int least = 0;
    for (size_t i = 0; i < found.size(); ++i) {
      if (taken[i]) continue;
      int crowded = 0;
      for (const std::string& kind : kinds(found[i])) crowded += crowd[kind];
      if (best != found.size() && crowded >= least) continue;
      best = i;
      least = crowded;
    }
    taken[best] = true;
    for (const std::string& kind : kinds(found[best])) ++crowd[kind];
    chosen.push_back(found[best]);
  }
  return chosen;
}

namespace {

std::string written(const engine::AnyGame& game, const bots::PuzzleHead& head,
                    const std::vector<bots::Puzzle>& puzzles) {
  std::string text = bots::puzzle_head(game, head);
  for (const bots::Puzzle& puzzle : puzzles) text += bots::write_puzzle(puzzle);
  return text;
}

}  // namespace

std::string puzzle_file(const PuzzleHunt& hunt, const std::string& command,
                        const std::vector<bots::Puzzle>& puzzles) {
  return written(*hunt.game, {command, {kPuzzleLadder.begin(), kPuzzleLadder.end()}}, puzzles);
}

std::string kept_file(const bots::PuzzleSet& set, const PuzzleRecheck& recheck,
                      const std::string& command) {
  return written(*set.game, {set.command + "; " + command, set.ladder}, recheck.held);
}

PuzzleRecheck recheck_puzzles(const bots::PuzzleSet& set, const PuzzleHunt& hunt,
                              const std::atomic<bool>& stop,
                              const std::function<void(uint64_t done)>& progress) {
  const auto share = [](const bots::SeatShares& shares, engine::Seat seat) {
    return shares[static_cast<size_t>(engine::index_of(seat))];
  };
  struct One {
    bool done = false, wanted = false;
    double difference = 0, error = 0;
  };
  std::vector<One> all(set.puzzles.size());
  each_game(set.puzzles.size(), hunt.threads, stop, progress, [&](uint64_t i) {
    const bots::Puzzle& puzzle = set.puzzles[i];
    const auto appraiser = bots::make_appraiser(bots::BotSpec::of("search"), *set.game);
    const bots::Appraisal found = appraiser->appraise(
        *puzzle.table, puzzle.seat, puzzle.second().action, hunt.deep, hunt.seeds.of_block(i));
    all[i] = {true, puzzle.is_right(found.best),
              share(found.with_best, puzzle.seat) - share(found.with_made, puzzle.seat),
              found.error};
  });
  PuzzleRecheck result;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!all[i].done) continue;
    ++result.puzzles;
    result.said += set.puzzles[i].margin();
    if (!all[i].wanted) continue;
    ++result.wanted;
    result.margin += all[i].difference;
    const bool ahead = all[i].difference > 2 * all[i].error && all[i].difference > 0;
    result.ahead += ahead ? 1 : 0;
    if (ahead) result.held.push_back(set.puzzles[i]);
    result.much += ahead && all[i].difference >= hunt.margin ? 1 : 0;
  }
  if (result.wanted > 0) result.margin /= static_cast<double>(result.wanted);
  if (result.puzzles > 0) result.said /= static_cast<double>(result.puzzles);
  return result;
}

std::string recheck_table(const PuzzleRecheck& recheck) {
  const auto row = [&](uint64_t count) {
    const auto all = static_cast<double>(recheck.puzzles);
    const Interval interval = wilson95(static_cast<double>(count), all);
    return fmt::format("{:>4} of {}: {:.0f} % [{:.0f} – {:.0f}]", count, recheck.puzzles,
                       recheck.puzzles == 0 ? 0.0 : 100 * static_cast<double>(count) / all,
                       100 * interval.low, 100 * interval.high);
  };
  return fmt::format(
      "a right choice is wanted again   {}\nclearly ahead of the second      {}\n"
      "ahead by the margin              {}\nahead by {:.1f} % of the wins (the set says {:.1f} "
      "%)\n",
      row(recheck.wanted), row(recheck.ahead), row(recheck.much), 100 * recheck.margin,
      100 * recheck.said);
}

std::string hunt_table(const HuntCounts& counts, const std::vector<bots::Puzzle>& puzzles) {
  const auto row = [&](std::string_view what, uint64_t count) {
    return fmt::format("{:<34} {:>8}  {:>7.2f} of 1000\n", what, count,
                       counts.decisions == 0 ? 0.0
                                             : 1000 * static_cast<double>(count) /
                                                   static_cast<double>(counts.decisions));
  };
  std::string out = fmt::format("{} games\n", counts.games);
  out += row("decisions with a choice", counts.decisions);
  out += row("few good choices at first sight", counts.screened);
  out += row("missed by a weak bot", counts.missed);
  out += row("and far from its choice", counts.glanced);
  out += row("puzzles", counts.puzzles);
  std::map<std::string, std::map<std::string, int>> kinds;
  for (const bots::Puzzle& puzzle : puzzles) {
    ++kinds["players"][std::to_string(puzzle.table->seats())];
    ++kinds["level"][std::to_string(puzzle.level)];
    ++kinds["asked"][puzzle.asked];
    ++kinds["part of the game"][fmt::format("{}/4", std::min(puzzle.progress / 25, 3) + 1)];
  }
  for (const auto& [kind, values] : kinds) {
    out += kind + ":";
    for (const auto& [value, count] : values) out += fmt::format(" {} ×{}", value, count);
    out += "\n";
  }
  return out;
}

}  // namespace lab
