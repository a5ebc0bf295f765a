// Figures of an edition over values: which editions that makes, and which of them meets a wish.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/study.h"
#include "lab/study_report.h"

namespace lab {

inline constexpr size_t kMaxArms = 200;

// "spells.fools_gold.coins=2..6", "start.coins=1..9:2", "start.coins=3,5". The figure is looked up
// in the edition: where a list stands in the path, an item by its id or by its place ("spells[2]").
// Errors say what is not there, and what is.
engine::Result<Varied> parse_varied(std::string_view text, const engine::AnyEdition& edition);

// An edition with other figures. Errors: the game's reader refuses it.
engine::Result<engine::EditionPtr> with_figure(const engine::AnyGame& game,
                                               const engine::AnyEdition& edition,
                                               const std::vector<std::pair<std::string, int>>& set);

// The edition as it is, and then every combination of the values, the last figure fastest. Errors:
// more than kMaxArms, an edition that can't be.
engine::Result<std::vector<Arm>> arms_of(const engine::AnyGame& game,
                                         const engine::EditionPtr& edition,
                                         const std::vector<Varied>& varied);
// The edition whose label this is: of an arm that was written to a file.
engine::Result<engine::EditionPtr> edition_of_label(const engine::AnyGame& game,
                                                    const engine::EditionPtr& edition,
                                                    std::string_view label);
// The figures by which arms of these labels were made.
std::vector<Varied> varied_of_labels(const std::vector<std::string>& labels);

// "seat_advantage=0", "turns=30", "order_1=25%".
struct Wish {
  size_t measure = 0;
  double value = 0;
};
engine::Result<Wish> parse_wish(std::string_view text, const Measures& measures);

// Finds the arm whose measure is nearest to the wish, by a race: all arms play the same blocks;
// after each round whoever is further from the wish than the nearest one, by more than chance
// explains (both 95 % intervals together, as if the seeds were not the same: a cautious bound), is
// out, and the others play as many blocks again. Values are those that were named, whole numbers;
// nothing is assumed about the shape of the response. (O. Maron and A. Moore, Hoeffding Races,
// 1994; M. Birattari et al., A Racing Algorithm, 2002.) It ends with one arm, or when those that
// are left have played all blocks.
struct Race {
  std::vector<size_t> left;  // arms, the nearest first
  uint64_t rounds = 0;
};
engine::Error race(StudySession& session, const Wish& wish, const std::atomic<bool>& stop,
                   const std::function<void()>& progress, Race& race);

}  // namespace lab
