#include "lab/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "lab/csv.h"
#include "lab/played.h"

namespace lab {
namespace {

Standing standing_of(std::string name, const Tally& tally) {
  Standing standing;
  standing.name = std::move(name);
  standing.games = tally.games;
  standing.wins = static_cast<double>(tally.wins) / Tally::kWin;
  const auto games = static_cast<double>(tally.games);
  standing.share = wilson95(standing.wins, games);
  if (tally.games == 0) return standing;
  standing.score_mean = static_cast<double>(tally.sum) / games;
  if (tally.games == 1) return standing;
  const double spread =
      static_cast<double>(tally.squares) - standing.score_mean * static_cast<double>(tally.sum);
  standing.score_deviation = std::sqrt(std::max(0.0, spread) / (games - 1));
  return standing;
}

std::string seat_name(const engine::GameSpec& game, int seat) {
  const auto at = static_cast<size_t>(seat);
  return at < game.seat_ids.size() ? std::string(game.seat_ids[at]) : std::to_string(seat);
}

void summarize_standings(const Simulation& simulation, Summary& summary) {
  const Totals& totals = simulation.totals;
  if (totals.games == 0) return;
  for (size_t seat = 0; seat < totals.by_seat.size(); ++seat) {
    summary.by_seat.push_back(standing_of(
        seat_name(simulation.spec.game->spec(), static_cast<int>(seat)), totals.by_seat[seat]));
  }
  std::vector<std::pair<bots::BotSpec, Tally>> by_bot;  // the weakest first
  for (size_t i = 0; i < totals.by_sitter.size(); ++i) {
    const bots::BotSpec& bot = simulation.spec.seats[i];
    auto found = std::ranges::find(by_bot, bot, &std::pair<bots::BotSpec, Tally>::first);
    if (found == by_bot.end()) found = by_bot.emplace(found, bot, Tally());
    found->second.add(totals.by_sitter[i]);
  }
  std::ranges::sort(by_bot, {}, [](const auto& entry) {
    return std::pair(entry.first.index(), entry.first.text());
  });
  for (const auto& [bot, tally] : by_bot) summary.by_bot.push_back(standing_of(bot.text(), tally));
}

void summarize_lengths(const Histogram& decisions, Summary& summary) {
  if (decisions.count() == 0) return;
  summary.decisions_mean =
      static_cast<double>(decisions.sum()) / static_cast<double>(decisions.count());
  summary.decisions_min = decisions.least();
  summary.decisions_max = decisions.most();
  for (size_t i = 0; i < Summary::kPercents.size(); ++i)
    summary.decisions_quantiles[i] = decisions.quantile(Summary::kPercents[i]);
}

double share_of(const Standing& standing) {
  return standing.games == 0 ? 0 : standing.wins / static_cast<double>(standing.games);
}

void write_standings(const std::vector<Standing>& standings, std::string_view title,
                     std::string& out) {
  size_t width = title.size();
  for (const Standing& standing : standings) width = std::max(width, standing.name.size());
  auto line = std::back_inserter(out);
  fmt::format_to(line, "{:<{}}  {:>9}  {:>10}  {:>7}  {:<15}  {:>8}  {:>8}\n", title, width,
                 "games", "wins", "share", "95 % interval", "score", "± sd");
  for (const Standing& s : standings) {
    fmt::format_to(
        line, "{:<{}}  {:>9}  {:>10.1f}  {:>5.1f} %  {:>5.1f} – {:>5.1f} %  {:>8.2f}  {:>8.2f}\n",
        s.name, width, s.games, s.wins, 100 * share_of(s), 100 * s.share.low, 100 * s.share.high,
        s.score_mean, s.score_deviation);
  }
}

// `of`: what each is about, "bot" or "seat".
void write_standings(const std::vector<Standing>& standings, std::string_view of,
                     engine::JsonWriter& out) {
  out.begin_array(false);
  for (const Standing& s : standings) {
    out.begin_object();
    out.member(of, s.name);
    out.member("games", static_cast<int64_t>(s.games));
    const auto number = [&](std::string_view name, double value, int decimals) {
      out.key(name);
      out.value(value, decimals);
    };
    number("wins", s.wins, 3);
    number("share", share_of(s), 5);
    number("low", s.share.low, 5);
    number("high", s.share.high, 5);
    number("score_mean", s.score_mean, 4);
    number("score_deviation", s.score_deviation, 4);
    out.end_object();
  }
  out.end_array();
}

}  // namespace

Summary summarize(const Simulation& simulation) {
  const SimulationSpec& spec = simulation.spec;
  Summary summary;
  const engine::EditionPtr edition = edition_or_own(*spec.game, spec.edition);
  summary.played =
      WhatIsPlayed::of(*spec.game, *edition, spec.variants, static_cast<int>(spec.seats.size()));
  summary.seed = spec.seed;
  summary.games = simulation.totals.games;
  summary.asked_for = spec.games;
  summary.seconds = simulation.seconds;
  if (simulation.seconds > 0) {
    summary.games_per_second = static_cast<double>(summary.games) / simulation.seconds;
  }
  summary.shared_wins = simulation.totals.shared_wins;
  summary.no_winner = simulation.totals.no_winner;
  summarize_standings(simulation, summary);
  summarize_lengths(simulation.totals.decisions, summary);
  if (simulation.event_counts) {
    summary.event_counts = event_rows(*simulation.event_counts, *spec.game, *edition);
  }
  return summary;
}

std::string summary_table(const Summary& summary) {
  std::string out;
  auto line = std::back_inserter(out);
  const WhatIsPlayed& played = summary.played;
  fmt::format_to(line, "{}, {} players", played.game, played.players);
  if (!played.variants.empty()) fmt::format_to(line, ", {}", played.variants);
  fmt::format_to(line, ": {} games", summary.games);
  if (summary.games < summary.asked_for) {
    fmt::format_to(line, " (stopped; {} were asked for)", summary.asked_for);
  }
  fmt::format_to(line, " in {:.1f} s, {:.0f} games/s, seed {}\n", summary.seconds,
                 summary.games_per_second, summary.seed);
  if (summary.games == 0) return out;
  out += '\n';
  write_standings(summary.by_bot, "bot", out);
  out += '\n';
  write_standings(summary.by_seat, "seat", out);
  const auto percent = [&](uint64_t games) {
    return 100.0 * static_cast<double>(games) / static_cast<double>(summary.games);
  };
  fmt::format_to(line, "\nfair share {:.1f} %, no winner {:.1f} %, shared wins {:.1f} %\n",
                 100.0 / played.players, percent(summary.no_winner), percent(summary.shared_wins));
  fmt::format_to(line, "decisions per game: mean {:.1f}, min {}, max {}; ", summary.decisions_mean,
                 summary.decisions_min, summary.decisions_max);
  for (size_t i = 0; i < Summary::kPercents.size(); ++i) {
    fmt::format_to(line, "{}{} %: {}", i == 0 ? "" : ", ", Summary::kPercents[i],
                   summary.decisions_quantiles[i]);
  }
  out += '\n';
  if (!summary.event_counts.empty()) out += '\n' + event_table(summary.event_counts);
  return out;
}

std::string summary_json(const Summary& summary, int indent) {
  std::string text;
  engine::JsonWriter out(text, indent);
  const auto number = [&](std::string_view name, double value) {
    out.key(name);
    out.value(value, 3);
  };
  out.begin_object();
  write_played(summary.played, out);
  // As text: seeds use all 64 bits, and many readers of JSON keep only 53.
  out.member("seed", std::to_string(summary.seed));
  out.member("games", static_cast<int64_t>(summary.games));
  out.member("asked_for", static_cast<int64_t>(summary.asked_for));
  number("seconds", summary.seconds);
  number("games_per_second", summary.games_per_second);
  out.member("no_winner", static_cast<int64_t>(summary.no_winner));
  out.member("shared_wins", static_cast<int64_t>(summary.shared_wins));
  out.key("bots");
  write_standings(summary.by_bot, "bot", out);
  out.key("seats");
  write_standings(summary.by_seat, "seat", out);
  out.key("decisions");
  out.begin_object();
  number("mean", summary.decisions_mean);
  out.member("min", static_cast<int64_t>(summary.decisions_min));
  out.member("max", static_cast<int64_t>(summary.decisions_max));
  for (size_t i = 0; i < Summary::kPercents.size(); ++i) {
    out.member(fmt::format("p{:02}", Summary::kPercents[i]),
               static_cast<int64_t>(summary.decisions_quantiles[i]));
  }
  out.end_object();
  if (!summary.event_counts.empty()) {
    out.key("events");
    write_event_rows(summary.event_counts, out);
  }
  out.end_object();
  return text;
}

std::string csv_head(const SimulationSpec& spec) {
  std::string out = "game,seed,decisions,winners";
  for (size_t seat = 0; seat < spec.seats.size(); ++seat) {
    const std::string name = seat_name(spec.game->spec(), static_cast<int>(seat));
    for (const char* column : {"bot", "score", "rank"}) {
      out += ',' + csv_field(name + '_' + column);
    }
  }
  return out + '\n';
}

std::string csv_row(const SimulationSpec& spec, const GameResult& game) {
  std::string winners;
  for (const engine::Seat seat : game.outcome.winners) {
    if (!winners.empty()) winners += ' ';
    winners += seat_name(spec.game->spec(), engine::index_of(seat));
  }
  std::string out = fmt::format("{},{},{},{}", game.seed - spec.seed, game.seed, game.decisions,
                                csv_field(winners));
  auto line = std::back_inserter(out);
  for (size_t seat = 0; seat < spec.seats.size(); ++seat) {
    const std::string bot = bot_at(spec, game.shift, static_cast<int>(seat)).text();
    fmt::format_to(line, ",{},{},{}", csv_field(bot), game.outcome.score[seat],
                   game.outcome.rank[seat]);
  }
  return out + '\n';
}

}  // namespace lab
