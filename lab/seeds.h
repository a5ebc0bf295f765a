// Where the deals of blocks come from. There are two worlds of seeds, which share none: whatever is
// chosen (a bot's settings, weights, a variant of a search) is chosen on seeds for tuning, and
// proved on seeds that nothing was chosen on.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace lab {

enum class World : uint8_t { kTune, kProve };
inline constexpr std::array<std::string_view, 2> kWorldIds{"tune", "prove"};

struct Seeds {
  World world = World::kTune;
  uint64_t series = 1;  // another series is another deal of every block

  // Of the block with this number. The highest bit is the world, the rest is mixed from all three:
  // so the worlds are disjoint, and no seed is used twice in practice (1 in 10^9 for 10^5 blocks).
  uint64_t of_block(uint64_t block) const;

  friend bool operator==(const Seeds&, const Seeds&) = default;
};

// Which world a seed belongs to.
World world_of(uint64_t seed);

}  // namespace lab
