// A bot by name, with settings: "greedy", "search:ms=100,level=master". What can be written there
// is what the registry (registry.h) knows; the rest is refused with what would be right.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.h"

namespace bots {

class Crew;  // crew.h

inline constexpr size_t kMaxSettings = 12;

struct SettingSpec {
  std::string_view id;
  std::span<const std::string_view> words = {};  // by value; empty: a whole number
  int32_t fallback = 0;
  int32_t low = 0;  // of a whole number
  int32_t high = 0;
  bool inside = false;  // for whoever runs the program alone (Outside::kAllowed)
};

// Learned figures: what a seat likes at a glance (policy.h), who may hope for how much by named
// features (value.h), the judgement tuned by play (tuned.h), who may hope for how much by all that
// a seat observes (net.h).
enum class Figures : uint8_t { kPolicy, kValue, kTuned, kNet };
inline constexpr std::array<std::string_view, 4> kFigures{"policy", "value", "tuned",
                                                          "net"};  // settings

// What is known of a bot without making one.
struct BotInfo {
  std::string_view id;
  // It chooses in microseconds, where it is asked; others think on threads of their own.
  bool at_once = false;
  // The learned figures it goes by: the game's, or those of a file.
  std::span<const Figures> learned = {};
  std::span<const SettingSpec> settings = {};
};

// How long a bot may think: so many iterations, which can be repeated exactly, or so much time of
// the processor; with both, whichever ends first. Without either it is up to the bot.
struct Budget {
  uint32_t iterations = 0;
  uint32_t milliseconds = 0;
  Crew* crew = nullptr;  // for a bot that can do several things at once; nullptr: one by one
};

// The settings by which any bot that can think for longer or shorter is told its budget.
inline constexpr std::string_view kIterationsSetting = "iterations";
inline constexpr std::string_view kMillisecondsSetting = "ms";

// All there are, in the order of the registry; the weakest first.
std::span<const BotInfo* const> all_bots();
// "random, greedy"
std::string bot_names();

// May a text name what is no part of this program: a bot by the command that starts it
// ("exec:./mybot,ms=100"), learned figures by their file ("search:policy=mine.json")? Only one that
// whoever runs the program has written: never what came from a client or stands in a file.
enum class Outside : bool { kRefused, kAllowed };
inline constexpr std::string_view kOutsideId = "exec";

class BotSpec {
 public:
  // The first there is, with its fallbacks.
  BotSpec() : BotSpec(0) {}
  // With its fallbacks. REQUIRES: there are as many.
  explicit BotSpec(size_t bot);
  static engine::Result<BotSpec> parse(std::string_view text, Outside outside = Outside::kRefused);
  // REQUIRES: text is right. For names that stand in the program.
  static BotSpec of(std::string_view text);

  const BotInfo& info() const;
  std::string_view id() const { return info().id; }
  size_t index() const { return bot_; }
  // What starts a bot from outside; empty for all others. Those that make bots of names
  // (make_bot.h, any_bot.h) can't make it, outside/outside_bot.h can.
  const std::string& command() const { return command_; }
  bool from_outside() const { return !command_.empty(); }
  // "search:ms=100": with the settings that differ from their fallbacks. Reads back to the same.
  std::string text() const;
  // The same with all settings: what a result is about, also when fallbacks change.
  std::string full_text() const;
  // REQUIRES: the bot has that setting.
  int32_t setting(std::string_view id) const;
  // By its settings: iterations where they are given, otherwise time.
  Budget budget() const;
  // Another budget, of iterations or of time; a bot without such settings stays as it is. An error
  // says what would be right.
  engine::Error set_budget(const Budget& budget);

  // Learned figures of its own instead of the game's: a file's name, empty: the game's. Who let
  // the text name one reads it and says what stands there: this part of the program doesn't know
  // files.
  struct File {
    std::string name;
    std::shared_ptr<const std::string> text;
    friend bool operator==(const File&, const File&) = default;
  };
  const File& file(Figures figures) const { return files_[static_cast<size_t>(figures)]; }
  bool names_files() const;
  void use(Figures figures, std::string name, std::shared_ptr<const std::string> text) {
    files_[static_cast<size_t>(figures)] = {std::move(name), std::move(text)};
  }

  friend bool operator==(const BotSpec&, const BotSpec&) = default;

 private:
  const SettingSpec* find(std::string_view id, size_t& at) const;
  engine::Error set(std::string_view assignment, Outside outside);
  std::string text(bool full) const;

  size_t bot_ = 0;  // of all there are; one more: from outside
  std::string command_;
  std::array<int32_t, kMaxSettings> settings_{};
  std::array<File, kFigures.size()> files_;
};

// "greedy,search:ms=100,level=master,random": a list in which settings are separated as bots are.
// What has no name of a bot before its "=" is a setting of the bot before it.
std::vector<std::string_view> split_bots(std::string_view list);
engine::Result<std::vector<BotSpec>> parse_bots(std::string_view list,
                                                Outside outside = Outside::kRefused);

}  // namespace bots
