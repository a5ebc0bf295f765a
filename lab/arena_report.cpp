#include "lab/arena_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>

#include "engine/json.h"
#include "engine/record.h"
#include "lab/played.h"
#include "lab/rating.h"
#include "lab/result_text.h"

namespace lab {
namespace {

// Gathers the blocks of one pairing.
struct PairTally {
  std::vector<double> shares, ranks, margins;  // block means
  std::vector<double> by_seat;                 // sums

  void add(const Block& block, int players) {
    double rank = 0;
    double ahead = 0;
    by_seat.resize(static_cast<size_t>(players));
    for (const BlockGame& game : block.games) {
      by_seat[static_cast<size_t>(game.seat)] += win_share(game.outcome, players, game.seat);
      rank += fair_rank(game.outcome, players, game.seat);
      ahead += margin(game.outcome, players, game.seat);
    }
    const auto games = static_cast<double>(block.games.size());
    shares.push_back(block_share(block));
    ranks.push_back(rank / games);
    margins.push_back(ahead / games);
  }

  PairRow row(Pairing pairing, int players) const {
    PairRow row;
    row.pairing = pairing;
    row.blocks = shares.size();
    row.games = row.blocks * static_cast<uint64_t>(players);
    row.share = share95(shares, players);
    row.rank = mean95(ranks);
    row.margin = mean95(margins);
    for (double sum : by_seat) {
      row.share_by_seat.push_back(sum / static_cast<double>(row.blocks));
    }
    return row;
  }
};

// "12 µs", "3.4 ms".
std::string time_text(double microseconds) {
  if (microseconds < 1000) return fmt::format("{:.0f} µs", microseconds);
  if (microseconds < 100'000) return fmt::format("{:.1f} ms", microseconds / 1000);
  return fmt::format("{:.0f} ms", microseconds / 1000);
}

// Half of an interval: "± 2.3".
std::string half_text(const Estimate& estimate, int decimals) {
  const double half = (estimate.interval.high - estimate.interval.low) / 2;
  return std::isfinite(half) ? fmt::format("± {:.{}f}", half, decimals) : "± ?";
}

// The bots as one would write them, without the settings that are so anyway.
std::vector<std::string> short_names(const std::vector<std::string>& bots) {
  std::vector<std::string> names;
  for (const std::string& bot : bots) {
    const auto known = bots::BotSpec::parse(bot, bots::Outside::kAllowed);  // for its name alone
    names.push_back(known ? known.value.text() : bot);
  }
  return names;
}

const std::string& of_bot(const std::vector<std::string>& names, int bot) {
  return names[static_cast<size_t>(bot)];
}

void write_pairs(const ArenaReport& report, const std::vector<std::string>& names,
                 std::string& out) {
  size_t first = 9;
  size_t second = 7;
  for (const PairRow& row : report.pairs) {
    first = std::max(first, of_bot(names, row.pairing.candidate).size());
    second = std::max(second, of_bot(names, row.pairing.other).size());
  }
  auto line = std::back_inserter(out);
  fmt::format_to(line, "{:<{}}  {:<{}}  {:>6}  {:>7}  {:>7}  {:<15}  {:>11}  {:>15}\n", "candidate",
                 first, "against", second, "blocks", "games", "wins", "95 % interval", "mean rank",
                 "margin");
  for (const PairRow& row : report.pairs) {
    fmt::format_to(
        line,
        "{:<{}}  {:<{}}  {:>6}  {:>7}  {:>5.1f} %  {:>5.1f} – {:>5.1f} %  {:>4.2f} {}  {:>+7.2f} "
        "{}\n",
        of_bot(names, row.pairing.candidate), first, of_bot(names, row.pairing.other), second,
        row.blocks, row.games, 100 * row.share.mean, 100 * row.share.interval.low,
        100 * row.share.interval.high, row.rank.mean, half_text(row.rank, 2), row.margin.mean,
        half_text(row.margin, 2));
  }
}

void write_bots(const ArenaReport& report, const std::vector<std::string>& names,
                std::string& out) {
  size_t width = 3;
  for (const std::string& name : names) width = std::max(width, name.size());
  auto line = std::back_inserter(out);
  fmt::format_to(line, "{:<{}}  {:>10}  {:>9}  {:>9}  {:>12}\n", "bot", width, "decisions",
                 "time p50", "time p99", "iterations/s");
  for (size_t i = 0; i < report.bots.size(); ++i) {
    const BotRow& row = report.bots[i];
    fmt::format_to(
        line, "{:<{}}  {:>10}  {:>9}  {:>9}  {:>12}\n", names[i], width, row.decisions,
        time_text(row.p50), time_text(row.p99),
        row.iterations_per_second > 0 ? fmt::format("{:.0f}", row.iterations_per_second) : "–");
  }
}

void write_ratings(const ArenaReport& report, const std::vector<std::string>& names,
                   std::string& out) {
  std::vector<size_t> order(names.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, {},
                    [&](size_t bot) { return std::pair(-report.bots[bot].rating.mean, bot); });
  size_t width = 3;
  for (const std::string& name : names) width = std::max(width, name.size());
  auto line = std::back_inserter(out);
  fmt::format_to(line, "{:<{}}  {:>6}  {}\n", "bot", width, "Elo", "95 % interval");
  for (size_t bot : order) {
    const Estimate& rating = report.bots[bot].rating;
    fmt::format_to(line, "{:<{}}  {:>+6.0f}  {:>+6.0f} – {:>+6.0f}\n", names[bot], width,
                   rating.mean, rating.interval.low, rating.interval.high);
  }
  out += '\n';
}

void write_sprt(const ArenaReport& report, std::string& out) {
  const SprtSpec& spec = *report.head.sprt;
  const Sprt& sprt = *report.sprt;
  auto line = std::back_inserter(out);
  const auto elo = [&](double share) { return elo_of_share(share, report.head.players); };
  fmt::format_to(line, "SPRT of H0: {:.2f} % ({:+.0f} Elo) against H1: {:.2f} % ({:+.0f} Elo): ",
                 100 * spec.h0, elo(spec.h0), 100 * spec.h1, elo(spec.h1));
  switch (sprt.verdict()) {
    case Sprt::Verdict::kH0:
      out += "H0 is taken";
      break;
    case Sprt::Verdict::kH1:
      out += "H1 is taken";
      break;
    case Sprt::Verdict::kOpen:
      out += sprt.blocks() >= spec.max_blocks ? "undecided at the cap" : "not decided yet";
  }
  fmt::format_to(line, " after {} blocks, LLR {:+.2f} in {:+.2f} … {:+.2f}\n\n", sprt.blocks(),
                 sprt.llr(), sprt.lower(), sprt.upper());
}

// As ratings see it.
std::vector<RatedGame> rated_games(const ArenaResults& results) {
  std::vector<RatedGame> games;
  const auto players = static_cast<size_t>(results.head.players);
  for (const Block& block : results.blocks) {
    for (const BlockGame& game : block.games) {
      RatedGame rated{block.number, std::vector<int>(players, block.pairing.other), {}};
      rated.bots[static_cast<size_t>(game.seat)] = block.pairing.candidate;
      rated.places.assign(game.outcome.rank.begin(),
                          game.outcome.rank.begin() + results.head.players);
      games.push_back(std::move(rated));
    }
  }
  return games;
}

void number(engine::JsonWriter& out, std::string_view name, double value, int decimals) {
  out.key(name);
  if (std::isfinite(value)) {
    out.value(value, decimals);
  } else {
    out.null();
  }
}

void write_estimate(engine::JsonWriter& out, std::string_view name, const Estimate& estimate) {
  out.key(name);
  out.begin_object();
  number(out, "mean", estimate.mean, 5);
  number(out, "low", estimate.interval.low, 5);
  number(out, "high", estimate.interval.high, 5);
  out.end_object();
}

}  // namespace

Sprt sprt_of(const ArenaResults& results) {
  std::map<uint64_t, double> shares;
  for (const Block& block : results.blocks) shares[block.number] = block_share(block);
  Sprt sprt(*results.head.sprt, results.head.players);
  for (const auto& [number, share] : shares) sprt.add(share);
  return sprt;
}

ArenaReport report_of(const ArenaResults& results) {
  ArenaReport report;
  report.head = results.head;
  const int players = results.head.players;
  report.even = 1.0 / players;
  std::map<Pairing, PairTally> pairs;
  for (const Block& block : results.blocks) pairs[block.pairing].add(block, players);
  for (const auto& [pairing, tally] : pairs) {
    report.pairs.push_back(tally.row(pairing, players));
    report.blocks += report.pairs.back().blocks;
    report.games += report.pairs.back().games;
  }
  for (const DecisionClock& clock : results.clocks) {
    report.bots.push_back({clock.counts().decisions,
                           clock.quantile(50),
                           clock.quantile(99),
                           clock.iterations_per_second(),
                           {}});
  }
  if (results.head.bots.size() > 2) {
    const std::vector<Estimate> ratings =
        rate(rated_games(results), static_cast<int>(results.head.bots.size()));
    for (size_t i = 0; i < ratings.size(); ++i) report.bots[i].rating = ratings[i];
  }
  if (results.head.sprt) report.sprt = sprt_of(results);
  return report;
}

std::string arena_table(const ArenaReport& report) {
  const ArenaHead& head = report.head;
  std::string out;
  auto line = std::back_inserter(out);
  fmt::format_to(line, "{}, {} players", head.game, head.players);
  if (!head.variants.empty()) fmt::format_to(line, ", {}", head.variants);
  fmt::format_to(line, ": {} blocks of {} games, seeds to {} (series {})\n", report.blocks,
                 head.players, kWorldIds[static_cast<size_t>(head.seeds.world)], head.seeds.series);
  if (head.cheat) {
    out += "The candidate sees everything: this tells what hidden information is worth.\n";
  }
  if (report.blocks == 0) return out;
  out += '\n';
  const std::vector<std::string> names = short_names(head.bots);
  write_pairs(report, names, out);
  fmt::format_to(line, "even: {:.1f} % wins, mean rank {:.2f}\n\n", 100 * report.even,
                 (head.players + 1) / 2.0);
  if (report.sprt) write_sprt(report, out);
  if (names.size() > 2) write_ratings(report, names, out);
  write_bots(report, names, out);
  return out;
}

std::string arena_json(const ArenaReport& report, int indent) {
  const ArenaHead& head = report.head;
  std::string text;
  engine::JsonWriter out(text, indent);
  out.begin_object();
  write_played(head, out);
  out.member("budget", kBudgetIds[static_cast<size_t>(head.budget)]);
  if (head.cheat) out.member("cheat", true);
  out.member("world", kWorldIds[static_cast<size_t>(head.seeds.world)]);
  out.member("series", std::to_string(head.seeds.series));
  out.member("blocks", static_cast<int64_t>(report.blocks));
  out.member("games", static_cast<int64_t>(report.games));
  number(out, "even", report.even, 5);
  out.key("pairs");
  out.begin_array(false);
  for (const PairRow& row : report.pairs) {
    out.begin_object();
    out.member("candidate", of_bot(head.bots, row.pairing.candidate));
    out.member("against", of_bot(head.bots, row.pairing.other));
    out.member("blocks", static_cast<int64_t>(row.blocks));
    out.member("games", static_cast<int64_t>(row.games));
    write_estimate(out, "wins", row.share);
    write_estimate(out, "rank", row.rank);
    write_estimate(out, "margin", row.margin);
    out.key("wins_by_seat");
    out.begin_array();
    for (double share : row.share_by_seat) out.value(share, 5);
    out.end_array();
    out.end_object();
  }
  out.end_array();
  out.key("bots");
  out.begin_array(false);
  for (size_t i = 0; i < report.bots.size(); ++i) {
    const BotRow& row = report.bots[i];
    out.begin_object();
    out.member("bot", head.bots[i]);
    out.member("decisions", static_cast<int64_t>(row.decisions));
    number(out, "p50_us", row.p50, 1);
    number(out, "p99_us", row.p99, 1);
    number(out, "iterations_per_second", row.iterations_per_second, 0);
    if (report.bots.size() > 2) write_estimate(out, "elo", row.rating);
    out.end_object();
  }
  out.end_array();
  if (report.sprt) {
    out.key("sprt");
    out.begin_object();
    number(out, "h0", head.sprt->h0, 6);
    number(out, "h1", head.sprt->h1, 6);
    number(out, "alpha", head.sprt->alpha, 6);
    number(out, "beta", head.sprt->beta, 6);
    out.member("max_blocks", static_cast<int64_t>(head.sprt->max_blocks));
    out.member("verdict", Sprt::kVerdictIds[static_cast<size_t>(report.sprt->verdict())]);
    out.member("blocks", static_cast<int64_t>(report.sprt->blocks()));
    number(out, "llr", report.sprt->llr(), 4);
    number(out, "lower", report.sprt->lower(), 4);
    number(out, "upper", report.sprt->upper(), 4);
    out.end_object();
  }
  out.end_object();
  return text;
}

}  // namespace lab
