// The source of randomness. A state holds none: chance is a parameter of set-up and of every
// action. One concrete type, fed in blocks of words by a fast generator (playouts), by a
// cryptographic stream (tables of people), or answered from a script (cases, examples, bug
// reports).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

using ChanceKey = std::array<uint8_t, 32>;
class Chance;

// Outcomes given by name, used up in order. The first outcome that does not fit (unknown name, or a
// card that isn't there) and one that is missing become an error; ask for it after each action.
class Script {
 public:
  // Translates an outcome's name to its value; -1 for a name that doesn't exist, kAnyValue for
  // kAny.
  using Parse = std::function<int(uint8_t kind, std::string_view name)>;
  using Name = std::function<std::string(uint8_t kind, int value)>;
  Script(std::vector<std::string> outcomes, Parse parse, Name name)
      : outcomes_(std::move(outcomes)), parse_(std::move(parse)), name_(std::move(name)) {}
  // Lets `source` answer, exactly as it would have without the script, and remembers what was asked
  // and what came.
  explicit Script(Chance& source) : source_(&source) {}

  // A question that was asked: what was possible, and how heavy each weighed against the others.
  struct Candidate {
    uint8_t value = 0;
    uint32_t weight = 0;
  };
  struct Question {
    uint8_t kind = 0;
    std::vector<Candidate> candidates;  // each value once
    std::vector<Candidate> listed;      // as asked: the number drawn counts through these
    int outcome = -1;                   // what came, where a source answered
  };

  // The outcome that fits every question: the first candidate is taken.
  static constexpr std::string_view kAny = "any";
  static constexpr int kAnyValue = -2;

  const std::vector<Question>& questions() const { return questions_; }
  int left() const { return static_cast<int>(outcomes_.size()) - used_; }
  std::string_view next() const { return outcomes_[static_cast<size_t>(used_)]; }
  const std::string& error() const { return error_; }

  // The index of the scripted outcome among the candidate values. No weights: equally likely.
  int answer(uint8_t kind, std::span<const uint8_t> candidates,
             std::span<const uint16_t> weights = {});

 private:
  void remember(uint8_t kind, std::span<const uint8_t> candidates,
                std::span<const uint16_t> weights);
  std::string list(uint8_t kind, std::span<const uint8_t> candidates) const;

  Chance* source_ = nullptr;
  std::vector<std::string> outcomes_;
  Parse parse_;
  Name name_;
  std::vector<Question> questions_;
  int used_ = 0;
  std::string error_;
};

class Chance {
 public:
  // The fast generator. Tables and records key it by (seed, number of the action), so that one
  // player's extra draw never shifts another's, and a replay can begin anywhere.
  explicit Chance(uint64_t seed, uint64_t step = 0);
  // ChaCha20 (RFC 8439) keyed by a secret, one nonce for each step.
  Chance(const ChanceKey& key, uint64_t step);
  explicit Chance(Script& script) : script_(&script) {}

  // A number from 0 to n-1, each equally likely (exactly: words that would favour some are
  // dropped).
  uint32_t below(uint32_t n) {
    uint64_t product = static_cast<uint64_t>(word()) * n;
    if (static_cast<uint32_t>(product) < n) [[unlikely]] {
      const uint32_t threshold = (0u - n) % n;
      while (static_cast<uint32_t>(product) < threshold) {
        product = static_cast<uint64_t>(word()) * n;
      }
    }
    return static_cast<uint32_t>(product >> 32);
  }

  // The questions a game asks. `kind` says what is decided (the game's table of chances), so that a
  // script can answer by name.
  int roll(uint8_t kind, int faces) {  // a die: 1..faces
    if (script_ != nullptr) [[unlikely]]
      return scripted_roll(kind, faces);
    return 1 + static_cast<int>(below(static_cast<uint32_t>(faces)));
  }
  int choose(uint8_t kind, const uint8_t* items, int count) {  // the index of one of the items
    if (script_ != nullptr) [[unlikely]]
      return scripted(kind, {items, static_cast<size_t>(count)});
    return static_cast<int>(below(static_cast<uint32_t>(count)));
  }
  int weighted(uint8_t kind, std::span<const uint16_t> weights);  // the index, by weight

  // Has anything been decided by this source yet?
  bool used() const { return used_; }

 private:
  static constexpr int kBlock = 16;

  uint32_t word() {
    if (position_ == kBlock) refill();
    return block_[position_++];
  }
  void refill();
  int scripted(uint8_t kind, std::span<const uint8_t> candidates,
               std::span<const uint16_t> weights = {});
  int scripted_roll(uint8_t kind, int faces);

  enum class Source : uint8_t { kFast, kStream };

  uint64_t state_ = 0;
  Script* script_ = nullptr;
  uint8_t position_ = kBlock;
  Source source_ = Source::kFast;
  bool used_ = false;
  std::array<uint32_t, kBlock> block_;
  std::array<uint32_t, kBlock> chacha_;
};

// The ChaCha20 block function of RFC 8439: 16 words in, 16 words of key stream out.
std::array<uint32_t, 16> chacha20_block(const std::array<uint32_t, 16>& input);

}  // namespace engine
