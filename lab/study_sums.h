// What the blocks of a study add up to, arm by arm. (An arm is an edition: a study of balance has
// one, a sweep one for each value, a comparison two.) Whole numbers only, and as much memory for
// any number of games.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/json.h"
#include "lab/twin_sums.h"

namespace lab {

// Numbers of blocks: [first, last).
class Ranges {
 public:
  using Range = std::pair<uint64_t, uint64_t>;

  void add(uint64_t first, uint64_t last);
  bool contains(uint64_t number) const;
  bool overlaps(const Ranges& other) const;
  uint64_t size() const;
  const std::vector<Range>& all() const { return ranges_; }
  friend bool operator==(const Ranges&, const Ranges&) = default;

 private:
  std::vector<Range> ranges_;  // in order, with gaps between them
};

// As a list: first, one past the last, … Reading refuses an empty one.
void write_ranges(engine::JsonWriter& out, std::string_view key, const Ranges& ranges);
Ranges read_ranges(engine::FieldReader& in, std::string_view key);

// How often each number came up. Those beyond ±kExact are rounded to 12 binary digits.
class Counts {
 public:
  static constexpr int64_t kExact = 4096;
  using Map = std::map<int64_t, uint64_t>;

  void add(int64_t value, uint64_t times = 1);
  void add(const Counts& other);
  const Map& all() const { return counts_; }
  uint64_t total() const;
  // The nearest rank. REQUIRES: something was counted.
  int64_t quantile(int percent) const;
  friend bool operator==(const Counts&, const Counts&) = default;

 private:
  Map counts_;
};

struct ArmSums {
  Ranges blocks;
  uint64_t games = 0;
  // By Measures; the second ratio is that of arm 0 in the same blocks.
  std::vector<TwinSums> measures;
  // By kind of bot and component (kind * components + component): wins of the seats that took it,
  // and of those that could have and did not.
  std::vector<TwinSums> components;
  Counts lengths;  // of games, in decisions
  Counts scores;   // of all seats

  void add(const ArmSums& other);
  friend bool operator==(const ArmSums&, const ArmSums&) = default;
};

struct StudySums {
  std::vector<ArmSums> arms;

  void add(const StudySums& other);
  // Of the arms that have blocks: a line of the result file.
  std::string line() const;
  // Adds what a line holds. REQUIRES: as many arms, measures and components as there are.
  engine::Error read(const engine::Json& line);
  friend bool operator==(const StudySums&, const StudySums&) = default;
};

}  // namespace lab
