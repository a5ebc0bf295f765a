// Text as a position: it is refused with a sentence, or it is a position that can be played on
// from. Inputs begin as real positions and are damaged field by field, and byte by byte.
#include "bots/analyst.h"
#include "fuzz/damage.h"

namespace {

std::string sample(uint64_t seed) {
  engine::Chance chance(seed, 2);
  const auto table = fuzz::any_table(fuzz::any_game(seed), seed);
  fuzz::play_on(*table, chance, static_cast<int>(chance.below(250)));
  return table->position_text(-1);
}

// The analysis board does so with whatever position a stranger sends.
void think_over(std::shared_ptr<const engine::AnyTable> table) {
  if (table->over()) return;
  for (const bots::Sees sees : {bots::Sees::kSeat, bots::Sees::kEverything}) {
    const auto analyst = bots::make_analyst(table, table->acting().front(), sees);
    analyst->think(16, 0);
    fuzz::require(!analyst->look().choices.empty(), "there is a choice to think about");
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  return fuzz::set_flags(argc, argv, "12000");
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  const std::string_view old = fuzz::as_text(data, size);
  const uint32_t kind = seed % 8;
  const std::string text = size < 100 || kind == 0 ? sample(seed / 8)
                           : kind < 6              ? fuzz::damaged(old, seed)
                                                   : "";
  return fuzz::put_or_mutate(text, data, size, max_size);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto json = engine::parse_json(fuzz::as_text(data, size), "position");
  if (!json) return 0;
  for (const engine::AnyGame* game : games::all()) {
    auto table = game->table_at(*json, nullptr, engine::ChanceSource::of_seed(size));
    if (!table) {
      fuzz::require(table.error.code == engine::ErrorCode::kPosition && !table.error.text.empty(),
                    "a bad position is refused with a sentence");
      continue;
    }
    fuzz::require_position_survives(*table.value);
    engine::Chance choice(engine::hash_bytes(data, size));
    const auto copy = table.value->clone();
    fuzz::play_on(*copy, choice, choice.below(8) == 0 ? 400 : 40);
    if (choice.below(8) == 0) think_over(std::move(*table));
  }
  return 0;
}
