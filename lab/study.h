// What a game is like: many games in blocks, of one edition or of several on the same seeds.
//
// A block is one seed, and the bots in all rotations over the seats: game r of a block has the bot
// that sat first r seats further on, and every bot new dice of its own. The deal stays, and so do
// the dice of the game as long as the game goes the same way: what falls on a seat whoever sits
// there is luck, what falls on a bot wherever it sits is skill (luck.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bots/bot_spec.h"
#include "engine/any_game.h"
#include "engine/components.h"
#include "lab/arena_session.h"
#include "lab/helpers.h"
#include "lab/line_file.h"
#include "lab/measures.h"
#include "lab/result_head.h"
#include "lab/seeds.h"
#include "lab/study_sums.h"

namespace lab {

enum class Question : uint8_t { kBalance, kSweep, kCompare };
inline constexpr std::array<std::string_view, 3> kQuestionIds{"balance", "sweep", "compare"};

// An edition that is played, and what it is called: "spells[2].cost=3".
struct Arm {
  std::string label;
  engine::EditionPtr edition;
  // A judgement that was tuned for this edition (retune.h), by which those bots go that go by one.
  // Empty: they are as they are elsewhere.
  std::string tuned{};
  uint64_t retuned = 0;  // its fingerprint
};

struct StudySpec {
  Question question = Question::kBalance;
  const engine::AnyGame* game = nullptr;
  std::vector<Arm> arms;  // the first is what the others are compared with
  engine::Variants variants;
  std::vector<bots::BotSpec> seats;  // who sits where in the first game of a block
  Seeds seeds;
  uint64_t first_block = 0;
  uint64_t blocks = 0;
  int threads = 0;          // 0: all cores
  double write_every = 10;  // seconds between two lines of the result file

  int players() const { return static_cast<int>(seats.size()); }
};

// By what a file of a study is known: its first line.
struct StudyHead : ResultHead {
  struct OfArm {
    std::string label;
    uint64_t edition_hash = 0;
    uint64_t retuned = 0;
    friend bool operator==(const OfArm&, const OfArm&) = default;
  };
  Question question = Question::kBalance;
  std::vector<OfArm> arms;
  friend bool operator==(const StudyHead&, const StudyHead&) = default;
};
StudyHead head_of(const StudySpec& spec);
std::string difference(const StudyHead& there, const StudyHead& ours);
std::string head_line(const StudyHead& head);

// Blocks that are to be played, by arm.
using WantedBlocks = std::vector<Ranges>;

class Study {
 public:
  // REQUIRES: a number of seats the game is for, bots of one kind of budget, none from outside.
  explicit Study(const StudySpec& spec);

  const StudySpec& spec() const { return spec_; }
  const Measures& measures() const { return measures_; }
  const engine::Components& components(size_t arm) const { return *components_[arm]; }
  // The bots that differ from each other, in the order they sit.
  const std::vector<std::string>& kinds() const { return kinds_; }
  // Which of them sits where in the first game of a block.
  const std::vector<int>& kind_of_seat() const { return kind_of_; }
  StudySums no_sums() const;
  // What these blocks say; nothing when it was given up.
  std::optional<StudySums> play(const WantedBlocks& wanted, const std::atomic<bool>& give_up) const;

 private:
  struct Table;  // what playing blocks of an arm needs
  bool play_block(size_t arm, uint64_t block, Table& table, const std::atomic<bool>& give_up) const;

  StudySpec spec_;
  std::vector<std::vector<bots::BotSpec>> seats_;  // by arm
  std::vector<int> kind_of_;                       // by spec.seats
  std::vector<std::string> kinds_;
  Measures measures_;
  std::vector<std::unique_ptr<engine::Components>> components_;  // by arm
};

// A study from the first block to the last: with a result file or without, from the start or going
// on.
class StudySession {
 public:
  // Errors: of the files.
  static engine::Result<std::unique_ptr<StudySession>> open(const StudySpec& spec,
                                                            const SessionFiles& files);
  // The results of several files, which must answer the question of this study.
  static engine::Result<std::unique_ptr<StudySession>> of_files(
      const StudySpec& spec, const std::vector<std::string>& files);

  // Others that play blocks as well, from now on. nullptr: none.
  void helped_by(Helpers* helpers) { helpers_ = helpers; }
  // Why helpers refused to play; empty where none did.
  const std::string& refusal() const { return refusal_; }

  // Plays the blocks of the spec that are missing, of some arms or of all, until `enough`
  // or `stop`. `enough` is asked in the order of blocks, so its answer is the same with any number
  // of threads and helpers. Errors: of writing the file; what was played before is in it.
  engine::Error run(const std::vector<size_t>& arms, uint64_t first_block, uint64_t blocks,
                    const std::atomic<bool>& stop, const std::function<void()>& progress,
                    const std::function<bool()>& enough = nullptr);
  engine::Error run(const std::atomic<bool>& stop, const std::function<void()>& progress,
                    const std::function<bool()>& enough = nullptr);

  const Study& study() const { return study_; }
  const StudySums& sums() const { return sums_; }
  uint64_t played() const { return sums_.arms[0].blocks.size(); }
  uint64_t games() const;
  bool torn() const { return torn_; }

 private:
  explicit StudySession(const StudySpec& spec) : study_(spec), sums_(study_.no_sums()) {}
  engine::Error read(std::string_view text, const std::string& name, size_t& good_bytes);
  engine::Error write();

  Study study_;
  StudySums sums_;
  std::unique_ptr<LineFile> file_;
  std::optional<StudySums> unwritten_;
  double written_ = 0;  // when, in seconds
  bool torn_ = false;
  Helpers* helpers_ = nullptr;
  uint64_t tasks_ = 0;  // that helpers were given
  std::string refusal_;
  engine::Error error_;
};

// The head of a result file.
StudyHead read_head_of(const engine::Json& json, engine::Error& error);
engine::Result<StudyHead> read_study_head(std::string_view text, std::string_view name);

}  // namespace lab
