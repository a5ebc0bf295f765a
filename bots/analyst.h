// A position thought over for as long as somebody looks at it: the search goes on where it left
// off, and says at any time what it thinks so far. For the analysis board (docs/analysis.md).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "bots/knowledge.h"
#include "bots/likely_line.h"
#include "engine/any_game.h"

namespace bots {

struct AnalysedChoice {
  engine::Action action;
  float share = 0;                                // of the wins that the seat may hope for
  float error = 0;                                // the standard error of it
  uint32_t visits = 0;                            // how often it was tried
  std::array<float, engine::kMaxSeats> shares{};  // of all seats
  std::vector<Move> line;                         // how it will probably go on after it
  friend bool operator==(const AnalysedChoice&, const AnalysedChoice&) = default;
};

struct Analysis {
  static constexpr size_t kChoices = 5;

  uint32_t iterations = 0;
  std::array<float, engine::kMaxSeats> shares{};  // what all may hope for, as it stands
  // Those it tried most, by their share; what it tried a tenth as often stands below. Never empty.
  std::vector<AnalysedChoice> choices;
  friend bool operator==(const Analysis&, const Analysis&) = default;
};

// What is shown of it: after a first look, then whenever it has thought four times as long.
inline constexpr uint32_t kFirstLook = 1000;
inline constexpr uint32_t kMostIterations = 256'000;
constexpr uint32_t next_look(uint32_t iterations) {
  uint32_t at = kFirstLook;
  while (at <= iterations) at *= 4;
  return at;
}

class Analyst {
 public:
  virtual ~Analyst() = default;

  // So many more iterations, and no longer than so many microseconds of the processor (0: no
  // limit). Returns how many there were.
  virtual uint32_t think(uint32_t iterations, int64_t microseconds) = 0;
  virtual uint32_t iterations() const = 0;
  virtual Analysis look() const = 0;
};

// All its luck comes from the position, as far as it is seen: the same position is always thought
// over alike. REQUIRES: a registered game, the seat is acting.
std::unique_ptr<Analyst> make_analyst(std::shared_ptr<const engine::AnyTable> table,
                                      engine::Seat seat, Sees sees);

// The same for one game: compiled once for each (instance.cpp.in).
template <class G>
std::unique_ptr<Analyst> make_analyst(std::shared_ptr<const engine::AnyTable> table,
                                      engine::Seat seat, Sees sees);

}  // namespace bots
