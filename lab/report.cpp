#include "lab/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lab {
namespace {

// Gathers the games of one seat or one kind of bot.
class Tally {
 public:
  void add(const engine::Outcome& outcome, int seat) {
    ++games_;
    if (outcome.winners.contains(engine::seat_at(seat))) wins_ += 1.0 / outcome.winners.size();
    const int64_t score = outcome.score[static_cast<size_t>(seat)];
    sum_ += score;
    squares_ += score * score;
  }
  bool empty() const { return games_ == 0; }
  Standing standing(std::string name) const {
    Standing standing;
    standing.name = std::move(name);
    standing.games = games_;
    standing.wins = wins_;
    standing.share = wilson95(wins_, static_cast<double>(games_));
    if (games_ == 0) return standing;
    const auto games = static_cast<double>(games_);
    standing.score_mean = static_cast<double>(sum_) / games;
    if (games_ == 1) return standing;
    const double spread =
        static_cast<double>(squares_) - standing.score_mean * static_cast<double>(sum_);
    standing.score_deviation = std::sqrt(std::max(0.0, spread) / (games - 1));
    return standing;
  }

 private:
  uint64_t games_ = 0;
  double wins_ = 0;
  int64_t sum_ = 0;  // whole numbers: the same whatever the order
  int64_t squares_ = 0;
};

std::string seat_name(const engine::GameSpec& game, int seat) {
  const auto at = static_cast<size_t>(seat);
  return at < game.seat_ids.size() ? std::string(game.seat_ids[at]) : std::to_string(seat);
}

void summarize_standings(const Simulation& simulation, Summary& summary) {
  std::vector<Tally> by_seat(simulation.spec.seats.size());
  std::vector<std::pair<bots::BotSpec, Tally>> by_bot;  // the weakest first
  for (const bots::BotSpec& bot : simulation.spec.seats) {
    if (std::ranges::find(by_bot, bot, &std::pair<bots::BotSpec, Tally>::first) == by_bot.end())
      by_bot.emplace_back(bot, Tally());
  }
  std::ranges::sort(by_bot, {}, [](const auto& entry) {
    return std::pair(entry.first.index(), entry.first.text());
  });
  for (const GameResult& game : simulation.games) {
    for (int seat = 0; seat < summary.seats; ++seat) {
      by_seat[static_cast<size_t>(seat)].add(game.outcome, seat);
      const bots::BotSpec& bot = bot_at(simulation.spec, game.shift, seat);
      std::ranges::find(by_bot, bot, &std::pair<bots::BotSpec, Tally>::first)
          ->second.add(game.outcome, seat);
    }
    if (game.outcome.winners.empty()) ++summary.no_winner;
    if (game.outcome.winners.size() > 1) ++summary.shared_wins;
  }
  for (int seat = 0; seat < summary.seats; ++seat) {
    summary.by_seat.push_back(
        by_seat[static_cast<size_t>(seat)].standing(seat_name(simulation.spec.game->spec(), seat)));
  }
  for (const auto& [bot, tally] : by_bot) {
    if (!tally.empty()) summary.by_bot.push_back(tally.standing(bot.text()));
  }
}

void summarize_lengths(const Simulation& simulation, Summary& summary) {
  if (simulation.games.empty()) return;
  std::vector<uint32_t> lengths;
  uint64_t sum = 0;
  for (const GameResult& game : simulation.games) {
    lengths.push_back(game.decisions);
    sum += game.decisions;
  }
  std::sort(lengths.begin(), lengths.end());
  summary.decisions_mean = static_cast<double>(sum) / static_cast<double>(lengths.size());
  summary.decisions_min = lengths.front();
  summary.decisions_max = lengths.back();
  for (size_t i = 0; i < Summary::kPercents.size(); ++i) {
    const size_t rank = (lengths.size() * static_cast<size_t>(Summary::kPercents[i]) + 99) / 100;
    summary.decisions_quantiles[i] = lengths[std::max<size_t>(rank, 1) - 1];
  }
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

void write_standings(const std::vector<Standing>& standings, engine::JsonWriter& out) {
  out.begin_array(false);
  for (const Standing& s : standings) {
    out.begin_object();
    out.member("name", s.name);
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

// A field of a CSV file (RFC 4180).
std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (char letter : text) {
    if (letter == '"') quoted += '"';
    quoted += letter;
  }
  return quoted + '"';
}

}  // namespace

Summary summarize(const Simulation& simulation) {
  const SimulationSpec& spec = simulation.spec;
  Summary summary;
  summary.game = std::string(spec.game->spec().id);
  summary.variants = engine::describe_variants(spec.game->spec(), spec.variants);
  summary.edition = (spec.edition != nullptr ? spec.edition : spec.game->default_edition())->name();
  summary.seed = spec.seed;
  summary.seats = static_cast<int>(spec.seats.size());
  summary.games = simulation.games.size();
  summary.asked_for = spec.games;
  summary.seconds = simulation.seconds;
  if (simulation.seconds > 0) {
    summary.games_per_second = static_cast<double>(summary.games) / simulation.seconds;
  }
  summarize_standings(simulation, summary);
  summarize_lengths(simulation, summary);
  if (simulation.event_counts) {
    summary.event_counts = event_rows(*simulation.event_counts, *spec.game, *spec.edition);
  }
  return summary;
}

std::string summary_table(const Summary& summary) {
  std::string out;
  auto line = std::back_inserter(out);
  fmt::format_to(line, "{}, {} players", summary.game, summary.seats);
  if (!summary.variants.empty()) fmt::format_to(line, ", {}", summary.variants);
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
                 100.0 / summary.seats, percent(summary.no_winner), percent(summary.shared_wins));
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
  out.member("game", summary.game);
  out.member("edition", summary.edition);
  out.member("variants", summary.variants);
  out.member("seats", summary.seats);
  // As text: seeds use all 64 bits, and many readers of JSON keep only 53.
  out.member("seed", std::to_string(summary.seed));
  out.member("games", static_cast<int64_t>(summary.games));
  out.member("asked_for", static_cast<int64_t>(summary.asked_for));
  number("seconds", summary.seconds);
  number("games_per_second", summary.games_per_second);
  out.member("no_winner", static_cast<int64_t>(summary.no_winner));
  out.member("shared_wins", static_cast<int64_t>(summary.shared_wins));
  out.key("bots");
  write_standings(summary.by_bot, out);
  out.key("by_seat");
  write_standings(summary.by_seat, out);
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

std::string games_csv(const Simulation& simulation) {
  const SimulationSpec& spec = simulation.spec;
  const int seats = static_cast<int>(spec.seats.size());
  std::string out = "game,seed,decisions,winners";
  auto line = std::back_inserter(out);
  for (int seat = 0; seat < seats; ++seat) {
    const std::string name = seat_name(spec.game->spec(), seat);
    for (const char* column : {"bot", "score", "rank"}) {
      out += ',' + csv_field(name + '_' + column);
    }
  }
  out += '\n';
  for (const GameResult& game : simulation.games) {
    std::string winners;
    for (const engine::Seat seat : game.outcome.winners) {
      if (!winners.empty()) winners += ' ';
      winners += seat_name(spec.game->spec(), engine::index_of(seat));
    }
    fmt::format_to(line, "{},{},{},{}", game.seed - spec.seed, game.seed, game.decisions,
                   csv_field(winners));
    for (int seat = 0; seat < seats; ++seat) {
      const std::string bot = bot_at(spec, game.shift, seat).text();
      const auto at = static_cast<size_t>(seat);
      fmt::format_to(line, ",{},{},{}", csv_field(bot), game.outcome.score[at],
                     game.outcome.rank[at]);
    }
    out += '\n';
  }
  return out;
}

}  // namespace lab
