// The sequential test of two hypotheses about the candidate's share of wins: it plays until one of
// them is far likelier than the other, and the errors of doing so are bounded beforehand.
//
// It is the generalised SPRT of fishtest, for blocks of any number of games: block means are a
// multinomial variable; for each hypothesis take its likeliest distribution whose mean is that of
// the hypothesis, and compare. (With two players and no ties: the pentanomial test, with three
// values.) A. Wald, Sequential Analysis, 1947; M. Van den Bergh, Comments on Normalized Elo, 2020.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "engine/error.h"

namespace lab {

struct SprtSpec {
  double h0 = 0;  // shares of wins, h0 < h1
  double h1 = 0;
  double alpha = 0.05;      // how often h1 is taken though h0 holds, at most
  double beta = 0.05;       // the other way round
  uint64_t max_blocks = 0;  // then it is left undecided

  friend bool operator==(const SprtSpec&, const SprtSpec&) = default;
};

// "50,55": shares of wins in percent; "0elo,20elo": the share a bot of that many Elo more has
// against copies of the other. To the millionth.
engine::Error parse_hypotheses(std::string_view text, int players, SprtSpec& spec);

// One bot against n - 1 that are alike: its odds are 10^(elo/400) to n - 1.
double share_of_elo(double elo, int players);
double elo_of_share(double share, int players);

class Sprt {
 public:
  enum class Verdict : uint8_t { kOpen, kH0, kH1 };
  static constexpr std::array<std::string_view, 3> kVerdictIds{"open", "h0", "h1"};

  // REQUIRES: 0 < h0 < h1 < 1, games in a block.
  Sprt(const SprtSpec& spec, int games);

  // The next block mean. After the verdict nothing counts any more: it is that of the first moment.
  Verdict add(double block_share);

  Verdict verdict() const { return verdict_; }
  uint64_t blocks() const { return blocks_; }  // that counted
  double llr() const { return llr_; }          // log of the likelihood ratio, h1 to h0
  double lower() const { return lower_; }      // h0 is taken here
  double upper() const { return upper_; }

 private:
  double log_likelihood_ratio() const;

  SprtSpec spec_;
  int games_;
  std::map<int, double> counts_;  // by the block's wins in kWin
  uint64_t blocks_ = 0;
  double llr_ = 0;
  double lower_;
  double upper_;
  Verdict verdict_ = Verdict::kOpen;
};

}  // namespace lab
