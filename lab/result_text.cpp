#include "lab/result_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <climits>

#include "engine/json.h"
#include "engine/record.h"

namespace lab {
namespace {

constexpr std::string_view kKind = "arena";
constexpr int kFormat = 1;
constexpr int kDecimals = 6;

using engine::FieldReader;
using engine::Json;
using engine::JsonWriter;

template <class Write>
std::string line_of(Write write) {
  std::string text;
  JsonWriter out(text);
  out.begin_object();
  write(out);
  out.end_object();
  return text + "\n";
}

void write_seats(JsonWriter& out, std::string_view name, const auto& values, int players) {
  out.key(name);
  out.begin_array();
  for (int seat = 0; seat < players; ++seat) {
    out.value(static_cast<int64_t>(values[static_cast<size_t>(seat)]));
  }
  out.end_array();
}

// --- reading ---

uint64_t read_number(FieldReader& in, std::string_view key, int base) {
  const std::string_view text = in.string(key);
  uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (in.ok() && (problem != std::errc{} || end != text.data() + text.size())) {
    in.fail(key, "is no number");
  }
  return number;
}

double read_decimal(FieldReader& in, std::string_view key) {
  const Json& json = in.any(key);
  if (json.is_integer()) return static_cast<double>(json.integer);
  double number = 0;
  const char* end = json.text.data() + json.text.size();
  const bool good = json.kind == Json::Kind::kDecimal &&
                    std::from_chars(json.text.data(), end, number).ptr == end;
  if (in.ok() && !good) in.fail(key, "is no number");
  return number;
}

template <size_t N>
size_t read_word(FieldReader& in, std::string_view key,
                 const std::array<std::string_view, N>& words) {
  const std::string_view text = in.string(key);
  const auto found = std::ranges::find(words, text);
  if (in.ok() && found == words.end()) in.fail(key, "is unknown");
  return static_cast<size_t>(found == words.end() ? 0 : found - words.begin());
}

// The whole numbers of a list, each in range.
std::vector<int64_t> read_list(FieldReader& in, std::string_view key, int64_t low, int64_t high) {
  std::vector<int64_t> values;
  for (const Json& item : in.array(key).items) {
    if (!item.is_integer() || item.integer < low || item.integer > high) {
      in.fail(key, "holds what can't be there");
      return {};
    }
    values.push_back(item.integer);
  }
  return values;
}

SprtSpec read_sprt(const Json& json, engine::Error& error) {
  FieldReader in(json, "sprt", error, engine::ErrorCode::kRecord);
  SprtSpec sprt;
  sprt.h0 = read_decimal(in, "h0");
  sprt.h1 = read_decimal(in, "h1");
  sprt.alpha = read_decimal(in, "alpha");
  sprt.beta = read_decimal(in, "beta");
  sprt.max_blocks = static_cast<uint64_t>(in.integer("max_blocks", 1, INT_MAX));
  in.finish();
  const auto inside = [](double value) { return value > 0 && value < 1; };
  if (in.ok() && !(inside(sprt.h0) && inside(sprt.h1) && sprt.h0 < sprt.h1 && inside(sprt.alpha) &&
                   inside(sprt.beta))) {
    in.fail("h0", "is no hypothesis of a test");
  }
  return sprt;
}

Seeds read_seeds(const Json& json, engine::Error& error) {
  FieldReader in(json, "seeds", error, engine::ErrorCode::kRecord);
  Seeds seeds;
  seeds.world = static_cast<World>(read_word(in, "world", kWorldIds));
  seeds.series = read_number(in, "series", 10);
  in.finish();
  return seeds;
}

ArenaHead read_head(const Json& json, engine::Error& error) {
  FieldReader in(json, "", error, engine::ErrorCode::kRecord);
  ArenaHead head;
  if (in.string("stamtafel") != kKind && in.ok()) in.fail("stamtafel", "is no result of the arena");
  in.integer("format", kFormat, kFormat);
  head.game = in.string("game");
  head.rules_version = in.integer("rules_version", 0, INT_MAX);
  head.edition = in.string("edition");
  head.edition_hash = read_number(in, "edition_hash", 16);
  head.variants = in.string("variants");
  head.players = in.integer("players", 2, engine::kMaxSeats);
  for (const Json& bot : in.array("bots").items) {
    FieldReader each(bot, "bots", error, engine::ErrorCode::kRecord);
    head.bots.emplace_back(each.string("bot"));
    head.plays.push_back(read_number(each, "plays", 16));
    each.finish();
  }
  if (in.ok() && head.bots.size() < 2) in.fail("bots", "are fewer than two");
  head.budget = static_cast<BudgetKind>(read_word(in, "budget", kBudgetIds));
  head.seeds = read_seeds(in.object("seeds"), error);
  if (in.has("sprt")) head.sprt = read_sprt(in.object("sprt"), error);
  head.cheat = in.boolean_or("cheat", false);
  in.finish();
  return head;
}

BlockGame read_game(const Json& json, int players, engine::Error& error) {
  FieldReader in(json, "games", error, engine::ErrorCode::kRecord);
  BlockGame game;
  game.seat = in.integer("seat", 0, players - 1);
  game.decisions = static_cast<uint32_t>(in.integer("decisions", 0, INT_MAX));
  const auto scores = read_list(in, "scores", INT16_MIN, INT16_MAX);
  const auto ranks = read_list(in, "ranks", 1, players);
  const auto winners = read_list(in, "winners", 0, players - 1);
  in.finish();
  const auto count = static_cast<size_t>(players);
  if (in.ok() && (scores.size() != count || ranks.size() != count)) {
    in.fail("scores", "are not one for each seat, nor are the ranks");
  }
  if (!in.ok()) return game;
  for (size_t seat = 0; seat < count; ++seat) {
    game.outcome.score[seat] = static_cast<int16_t>(scores[seat]);
    game.outcome.rank[seat] = static_cast<uint8_t>(ranks[seat]);
  }
  for (int64_t seat : winners) {
    game.outcome.winners.insert(engine::seat_at(static_cast<int>(seat)));
  }
  return game;
}

Block read_block(const Json& json, const ArenaHead& head, engine::Error& error) {
  FieldReader in(json, "", error, engine::ErrorCode::kRecord);
  const int last = static_cast<int>(head.bots.size()) - 1;
  Block block;
  block.number = static_cast<uint64_t>(in.integer("block", 0, INT_MAX));
  block.seed = read_number(in, "seed", 16);
  block.pairing.candidate = in.integer("candidate", 0, last);
  block.pairing.other = in.integer("against", 0, last);
  for (const Json& game : in.array("games").items) {
    block.games.push_back(read_game(game, head.players, error));
  }
  in.finish();
  if (in.ok() && block.games.size() != static_cast<size_t>(head.players)) {
    in.fail("games", "are not one for each seat of the candidate");
  }
  if (in.ok() && block.seed != head.seeds.of_block(block.number)) {
    in.fail("seed", "is not that of this block");
  }
  return block;
}

void read_clocks(const Json& json, ArenaResults& results, engine::Error& error) {
  FieldReader in(json, "", error, engine::ErrorCode::kRecord);
  const std::vector<Json>& items = in.array("clock").items;
  in.finish();
  if (in.ok() && items.size() != results.clocks.size()) in.fail("clock", "is not one for each bot");
  Clocks clocks;
  for (const Json& item : items) {
    FieldReader of(item, "clock", error, engine::ErrorCode::kRecord);
    DecisionClock::Counts counts;
    counts.decisions = read_number(of, "decisions", 10);
    counts.iterations = read_number(of, "iterations", 10);
    counts.searching = read_number(of, "searching_us", 10);
    const auto buckets = read_list(of, "buckets", 0, DecisionClock::kMaxBucket);
    const auto times = read_list(of, "times", 0, INT64_MAX);
    of.finish();
    if (of.ok() && buckets.size() != times.size()) of.fail("times", "are not one for each bucket");
    if (!of.ok()) return;
    for (size_t i = 0; i < buckets.size(); ++i) {
      counts.buckets[static_cast<int>(buckets[i])] += static_cast<uint64_t>(times[i]);
    }
    clocks.emplace_back(counts);
  }
  if (in.ok()) results.add(clocks);
}

}  // namespace

std::string head_line(const ArenaHead& head) {
  return line_of([&](JsonWriter& out) {
    out.member("stamtafel", kKind);
    out.member("format", kFormat);
    out.member("game", head.game);
    out.member("rules_version", head.rules_version);
    out.member("edition", head.edition);
    out.member("edition_hash", engine::hex64(head.edition_hash));
    out.member("variants", head.variants);
    out.member("players", head.players);
    out.key("bots");
    out.begin_array();
    for (size_t i = 0; i < head.bots.size(); ++i) {
      out.begin_object();
      out.member("bot", head.bots[i]);
      out.member("plays", engine::hex64(head.plays[i]));
      out.end_object();
    }
    out.end_array();
    out.member("budget", kBudgetIds[static_cast<size_t>(head.budget)]);
    out.key("seeds");
    out.begin_object();
    out.member("world", kWorldIds[static_cast<size_t>(head.seeds.world)]);
    out.member("series", std::to_string(head.seeds.series));
    out.end_object();
    if (head.cheat) out.member("cheat", true);
    if (!head.sprt) return;
    out.key("sprt");
    out.begin_object();
    const std::pair<std::string_view, double> numbers[]{{"h0", head.sprt->h0},
                                                        {"h1", head.sprt->h1},
                                                        {"alpha", head.sprt->alpha},
                                                        {"beta", head.sprt->beta}};
    for (const auto& [name, value] : numbers) {
      out.key(name);
      out.value(value, kDecimals);
    }
    out.member("max_blocks", static_cast<int64_t>(head.sprt->max_blocks));
    out.end_object();
  });
}

std::string block_line(const Block& block) {
  return line_of([&](JsonWriter& out) {
    out.member("block", static_cast<int64_t>(block.number));
    out.member("seed", engine::hex64(block.seed));
    out.member("candidate", block.pairing.candidate);
    out.member("against", block.pairing.other);
    out.key("games");
    out.begin_array();
    const int players = static_cast<int>(block.games.size());
    for (const BlockGame& game : block.games) {
      out.begin_object();
      out.member("seat", game.seat);
      out.member("decisions", static_cast<int64_t>(game.decisions));
      write_seats(out, "scores", game.outcome.score, players);
      write_seats(out, "ranks", game.outcome.rank, players);
      out.key("winners");
      out.begin_array();
      for (const engine::Seat seat : game.outcome.winners) out.value(engine::index_of(seat));
      out.end_array();
      out.end_object();
    }
    out.end_array();
  });
}

std::string clock_line(const Clocks& clocks) {
  return line_of([&](JsonWriter& out) {
    out.key("clock");
    out.begin_array();
    for (const DecisionClock& clock : clocks) {
      const DecisionClock::Counts& counts = clock.counts();
      out.begin_object();
      out.member("decisions", std::to_string(counts.decisions));
      out.member("iterations", std::to_string(counts.iterations));
      out.member("searching_us", std::to_string(counts.searching));
      out.key("buckets");
      out.begin_array();
      for (const auto& [bucket, count] : counts.buckets) out.value(bucket);
      out.end_array();
      out.key("times");
      out.begin_array();
      for (const auto& [bucket, count] : counts.buckets) out.value(static_cast<int64_t>(count));
      out.end_array();
      out.end_object();
    }
    out.end_array();
  });
}

engine::Result<ReadResults> read_results(std::string_view text, std::string_view name) {
  ReadResults read;
  int number = 0;
  const auto wrong = [&](std::string_view what) {
    return engine::Error{engine::ErrorCode::kRecord,
                         fmt::format("{}, line {}: {}", name, number, what), ""};
  };
  while (read.good_bytes < text.size()) {
    ++number;
    const size_t end = text.find('\n', read.good_bytes);
    if (end == std::string_view::npos) {
      read.torn = true;
      break;
    }
    const auto json = engine::parse_json(text.substr(read.good_bytes, end - read.good_bytes), "");
    if (!json) return wrong("it is no JSON");
    engine::Error error;
    if (number == 1) {
      read.results.head = read_head(*json, error);
      read.results.clocks.resize(read.results.head.bots.size());
    } else if ((*json).is_object() && (*json).find("clock") != nullptr) {
      read_clocks(*json, read.results, error);
    } else {
      read.results.blocks.push_back(read_block(*json, read.results.head, error));
    }
    if (error) return wrong(error.text);
    read.good_bytes = end + 1;
  }
  if (read.good_bytes == 0) return wrong("it holds no results");
  return read;
}

}  // namespace lab
