#include "lab/study_sums.h"

#include <algorithm>
#include <climits>
#include <cstdlib>

#include "lab/result_head.h"

namespace lab {
namespace {

using engine::FieldReader;
using engine::Json;
using engine::JsonWriter;

void write_counts(JsonWriter& out, std::string_view name, const Counts& counts) {
  out.key(name);
  out.begin_array();
  for (const auto& [value, times] : counts.all()) {
    out.value(value);
    out.value(static_cast<int64_t>(times));
  }
  out.end_array();
}

Counts read_counts(FieldReader& in, std::string_view key) {
  const auto list = read_list(in, key, INT64_MIN, INT64_MAX);
  Counts counts;
  if (in.ok() && list.size() % 2 != 0) in.fail(key, "are no pairs of value and number");
  for (size_t i = 0; i + 1 < list.size(); i += 2) {
    if (list[i + 1] < 0) in.fail(key, "holds what can't be there");
    counts.add(list[i], static_cast<uint64_t>(list[i + 1]));
  }
  return counts;
}

TwinSums read_sums(FieldReader& in, std::string_view key, const Json& json) {
  TwinSums sums;
  if (in.ok() && !(json.is_string() && sums.read(json.text))) in.fail(key, "are no sums");
  return sums;
}

}  // namespace

Ranges read_ranges(FieldReader& in, std::string_view key) {
  const auto list = read_list(in, key, 0, INT64_MAX);
  Ranges ranges;
  if (in.ok() && (list.empty() || list.size() % 2 != 0)) in.fail(key, "are no ranges");
  for (size_t i = 0; i + 1 < list.size(); i += 2) {
    const auto first = static_cast<uint64_t>(list[i]);
    const auto last = static_cast<uint64_t>(list[i + 1]);
    if (in.ok() && first >= last) in.fail(key, "are no ranges");
    if (in.ok()) ranges.add(first, last);
  }
  return ranges;
}

void write_ranges(JsonWriter& out, std::string_view key, const Ranges& ranges) {
  out.key(key);
  out.begin_array();
  for (const auto& [first, last] : ranges.all()) {
    out.value(static_cast<int64_t>(first));
    out.value(static_cast<int64_t>(last));
  }
  out.end_array();
}

void Ranges::add(uint64_t first, uint64_t last) {
  ranges_.emplace_back(first, last);
  std::ranges::sort(ranges_);
  std::vector<Range> joined;
  for (const Range& range : ranges_) {
    if (joined.empty() || range.first > joined.back().second) {
      joined.push_back(range);
    } else {
      joined.back().second = std::max(joined.back().second, range.second);
    }
  }
  ranges_ = std::move(joined);
}

bool Ranges::contains(uint64_t number) const {
  return std::ranges::any_of(
      ranges_, [&](const Range& range) { return number >= range.first && number < range.second; });
}

bool Ranges::overlaps(const Ranges& other) const {
  return std::ranges::any_of(ranges_, [&](const Range& own) {
    return std::ranges::any_of(other.ranges_, [&](const Range& range) {
      return own.first < range.second && range.first < own.second;
    });
  });
}

uint64_t Ranges::size() const {
  uint64_t size = 0;
  for (const Range& range : ranges_) size += range.second - range.first;
  return size;
}

void Counts::add(int64_t value, uint64_t times) {
  int64_t coarse = 1;
  while (std::abs(value) / coarse >= kExact) coarse *= 2;
  counts_[value / coarse * coarse] += times;
}

void Counts::add(const Counts& other) {
  for (const auto& [value, times] : other.counts_) counts_[value] += times;
}

uint64_t Counts::total() const {
  uint64_t total = 0;
  for (const auto& [value, times] : counts_) total += times;
  return total;
}

int64_t Counts::quantile(int percent) const {
  const uint64_t rank = (total() * static_cast<uint64_t>(percent) + 99) / 100;
  uint64_t below = 0;
  for (const auto& [value, times] : counts_) {
    below += times;
    if (below >= std::max<uint64_t>(rank, 1)) return value;
  }
  return 0;
}

void ArmSums::add(const ArmSums& other) {
  for (const auto& [first, last] : other.blocks.all()) blocks.add(first, last);
  games += other.games;
  for (size_t i = 0; i < measures.size(); ++i) measures[i].add(other.measures[i]);
  for (size_t i = 0; i < components.size(); ++i) {
    if (!other.components[i].empty()) components[i].add(other.components[i]);
  }
  lengths.add(other.lengths);
  scores.add(other.scores);
}

void StudySums::add(const StudySums& other) {
  for (size_t i = 0; i < arms.size(); ++i) arms[i].add(other.arms[i]);
}

std::string StudySums::line() const {
  return line_of([&](JsonWriter& out) {
    out.key("arms");
    out.begin_array();
    for (size_t i = 0; i < arms.size(); ++i) {
      const ArmSums& arm = arms[i];
      if (arm.games == 0) continue;
      out.begin_object();
      out.member("arm", static_cast<int64_t>(i));
      write_ranges(out, "blocks", arm.blocks);
      out.member("games", std::to_string(arm.games));
      out.key("measures");
      out.begin_array();
      for (const TwinSums& measure : arm.measures) out.value(std::string_view(measure.text()));
      out.end_array();
      out.key("components");
      out.begin_object();
      for (size_t c = 0; c < arm.components.size(); ++c) {
        if (!arm.components[c].empty()) out.member(std::to_string(c), arm.components[c].text());
      }
      out.end_object();
      write_counts(out, "lengths", arm.lengths);
      write_counts(out, "scores", arm.scores);
      out.end_object();
    }
    out.end_array();
  });
}

engine::Error StudySums::read(const Json& line) {
  engine::Error error;
  FieldReader in(line, "", error, engine::ErrorCode::kRecord);
  StudySums more;
  for (const ArmSums& arm : arms) {
    more.arms.emplace_back();
    more.arms.back().measures.resize(arm.measures.size());
    more.arms.back().components.resize(arm.components.size());
  }
  for (const Json& item : in.array("arms").items) {
    FieldReader each(item, "arms", error, engine::ErrorCode::kRecord);
    const auto at =
        static_cast<size_t>(each.integer("arm", 0, std::max(0, static_cast<int>(arms.size()) - 1)));
    if (!each.ok()) return error;
    ArmSums& arm = more.arms[at];
    arm.blocks = read_ranges(each, "blocks");
    if (each.ok() && arm.blocks.overlaps(arms[at].blocks)) {
      each.fail("blocks", "are there already");
    }
    arm.games = read_number(each, "games", 10);
    const std::vector<Json>& measures = each.array("measures").items;
    if (each.ok() && measures.size() != arm.measures.size()) {
      each.fail("measures", "are others than those of this question");
    }
    for (size_t i = 0; each.ok() && i < measures.size(); ++i) {
      arm.measures[i] = read_sums(each, "measures", measures[i]);
    }
    for (const auto& [name, json] : each.object("components").members) {
      int64_t place = 0;
      const auto most = static_cast<int64_t>(arm.components.size()) - 1;
      if (!engine::parse_int(name, 0, most, place)) {
        each.fail("components", "are others than those of this game");
        return error;
      }
      arm.components[static_cast<size_t>(place)] = read_sums(each, "components", json);
    }
    arm.lengths = read_counts(each, "lengths");
    arm.scores = read_counts(each, "scores");
    each.finish();
  }
  in.finish();
  if (!error) add(more);
  return error;
}

}  // namespace lab
