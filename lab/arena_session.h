// A run of the arena from the first block to the verdict: with a result file or without, from the
// start or going on.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "lab/result_file.h"

namespace lab {

struct SessionFiles {
  std::string result;  // empty: none
  bool resume = false;
  // Result files whose seeds are not to be played on: those that something was chosen by.
  std::vector<std::string> apart_from;
};

class ArenaSession {
 public:
  // Errors: of the files; a seed that one of `apart_from` has played.
  static engine::Result<std::unique_ptr<ArenaSession>> open(const ArenaSpec& spec,
                                                            const SessionFiles& files);

  // Plays what is missing, until all is played, the SPRT has its verdict, or `stop`. Errors: of
  // writing the file; what was played before is in it. `progress`: as in ArenaWatch.
  engine::Error run(const std::atomic<bool>& stop, const std::function<void()>& progress);

  const ArenaResults& results() const { return results_; }
  // Blocks of all pairings, and how many of them there are.
  uint64_t wanted() const { return spec_.blocks * spec_.pairings().size(); }
  uint64_t played() const { return played_; }
  // Nothing is left to play.
  bool complete() const;
  // How many blocks the file held before, and whether its last line was torn off.
  uint64_t found() const { return found_; }
  bool torn() const { return torn_; }
  // "search wins 56.2 % [51.0 – 61.3]", and where the SPRT stands. While it runs: in `progress`.
  std::string estimate() const;

 private:
  explicit ArenaSession(const ArenaSpec& spec) : spec_(spec) {}
  engine::Error check_apart(const std::vector<std::string>& files) const;
  // Is it one of the blocks to be played?
  bool wants(uint64_t number) const;
  void know(const Block& block);
  bool take(const Block& block, const Clocks& clocks);
  engine::Error write_clocks();

  ArenaSpec spec_;
  ArenaResults results_;
  std::set<std::pair<uint64_t, Pairing>> known_;  // before this run
  uint64_t played_ = 0;
  uint64_t found_ = 0;
  bool torn_ = false;
  std::unique_ptr<LineFile> file_;
  std::optional<Sprt> sprt_;
  std::vector<double> shares_;  // of the first pairing
  Clocks unwritten_;
  double clocks_written_ = 0;  // when, in seconds
  engine::Error error_;
};

}  // namespace lab
