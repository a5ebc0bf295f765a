// What a look at everything that is kept has brought.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace store {

struct Problem {
  std::string table;  // empty: of the whole, or of nobody knows whom
  std::string what;
};

struct Check {
  bool whole = false;   // everything was looked at
  int64_t entries = 0;  // whose checksums were looked at
  int64_t tables = 0;
  std::vector<Problem> problems;  // of each table the first
};

// A look at a further part of the same.
inline void add_check(const Check& more, Check& all) {
  all.whole = more.whole;
  all.entries += more.entries;
  all.tables += more.tables;
  all.problems.insert(all.problems.end(), more.problems.begin(), more.problems.end());
}

// Says the first problem of each table.
class Blame {
 public:
  explicit Blame(Check& check) : check_(check) {}
  void operator()(const std::string& table, std::string what) {
    if (blamed_.insert(table).second) check_.problems.push_back({table, std::move(what)});
  }

 private:
  Check& check_;
  std::set<std::string> blamed_;
};

}  // namespace store
