#include "lab/seeds.h"

#include "engine/small_vec.h"

namespace lab {
namespace {

constexpr int kWorldBit = 63;

}  // namespace

uint64_t Seeds::of_block(uint64_t block) const {
  const uint64_t numbers[]{series, block};
  const uint64_t mixed = engine::hash_bytes(numbers, sizeof numbers);
  return mixed >> 1 | static_cast<uint64_t>(world) << kWorldBit;
}

World world_of(uint64_t seed) { return static_cast<World>(seed >> kWorldBit); }

}  // namespace lab
