// Blocks of a study for somebody elsewhere, as text: the head of the result file, the editions, and
// which blocks of which arms. Whoever plays them needs nothing else, and refuses what its program
// would play otherwise.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/study.h"

namespace lab {

// Of the study that a head is about. `known`: editions that may be among its arms, besides the
// game's own; those of a sweep are made from the first arm's. `path` is for errors: whose head.
// What comes from elsewhere starts no program, and names a file only where that is allowed.
enum class BotFiles : uint8_t { kRefused, kAllowed };
engine::Result<StudySpec> spec_of_head(const StudyHead& head,
                                       const std::vector<engine::EditionPtr>& known,
                                       const std::string& path, BotFiles files);

// The part that is the same for all tasks of a study.
std::string task_of_study(const StudySpec& spec);
// `apart`: the sums of each job are wanted, otherwise those of all of them together.
std::string write_task(const std::string& of_study, const std::vector<WantedBlocks>& jobs,
                       bool apart);

// What came of it: a line of the result file for each job, or one for all; none for a job without
// blocks.
engine::Result<std::vector<StudySums>> read_answer(const Study& study, std::string_view text);

// Plays tasks, on any thread. Keeps the studies it has seen last.
class StudyPlayer {
 public:
  explicit StudyPlayer(BotFiles files) : files_(files) {}
  // An error: it is refused, and why. Empty: it was given up.
  engine::Result<std::string> play(std::string_view task, const std::atomic<bool>& give_up);

 private:
  engine::Result<std::shared_ptr<const Study>> study_of(std::string_view head,
                                                        const engine::Json& editions);

  static constexpr size_t kKept = 4;
  const BotFiles files_;
  std::mutex mutex_;
  std::vector<std::pair<std::string, std::shared_ptr<const Study>>> studies_;  // by head
};

}  // namespace lab
