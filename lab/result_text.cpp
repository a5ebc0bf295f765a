#include "lab/result_text.h"

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

void write_seats(JsonWriter& out, std::string_view name, const auto& values, int players) {
  out.key(name);
  out.begin_array();
  for (int seat = 0; seat < players; ++seat) {
    out.value(static_cast<int64_t>(values[static_cast<size_t>(seat)]));
  }
  out.end_array();
}

// --- reading ---

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

ArenaHead read_arena_head(const Json& json, engine::Error& error) {
  FieldReader in(json, "", error, engine::ErrorCode::kRecord);
  ArenaHead head;
  read_head(kKind, kFormat, in, head, error);
  if (in.ok() && head.bots.size() < 2) in.fail("bots", "are fewer than two");
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
    write_head(kKind, kFormat, head, out);
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
  const auto line = [&](const Json& json, bool is_first) {
    engine::Error error;
    if (is_first) {
      read.results.head = read_arena_head(json, error);
      read.results.clocks.resize(read.results.head.bots.size());
    } else if (json.is_object() && json.find("clock") != nullptr) {
      read_clocks(json, read.results, error);
    } else {
      read.results.blocks.push_back(read_block(json, read.results.head, error));
    }
    return error;
  };
  if (engine::Error error = each_line(text, name, read.good_bytes, line)) return error;
  read.torn = read.good_bytes < text.size();
  return read;
}

}  // namespace lab
