// Text as an edition: it is refused with the field that is wrong, or the game can be played with
// it. Inputs begin as the games' own editions and are damaged field by field, and byte by byte.
#include "fuzz/damage.h"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  return fuzz::set_flags(argc, argv, "200000");
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  const std::string_view old = fuzz::as_text(data, size);
  const uint32_t kind = seed % 8;
  std::string text;
  if (size < 100 || kind == 0) {
    text = fuzz::any_game(seed / 8).edition_json();
  } else if (kind < 7) {
    text = fuzz::damaged(old, seed);
  }
  return fuzz::put_or_mutate(text, data, size, max_size);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  for (const engine::AnyGame* game : games::all()) {
    const auto edition = game->load_edition(fuzz::as_text(data, size), "edition");
    if (!edition) {
      fuzz::require(
          edition.error.code == engine::ErrorCode::kEdition && !edition.error.text.empty(),
          "a bad edition is refused with a sentence: " + edition.error.text);
      continue;
    }
    engine::Chance chance(engine::hash_bytes(data, size));
    engine::TableSpec spec;
    spec.edition = *edition;
    const auto sizes = static_cast<uint32_t>(game->spec().max_seats - game->spec().min_seats + 1);
    spec.seats = game->spec().min_seats + static_cast<int>(chance.below(sizes));
    spec.variants = fuzz::any_variants(game->spec(), chance);
    spec.chance = engine::ChanceSource::of_seed(size);
    auto table = game->new_table(spec);
    fuzz::require(static_cast<bool>(table), "a table is dealt: " + table.error.text);
    fuzz::require((*table)->broken_invariant().empty(), "a new table keeps the invariants");
    fuzz::play_on(**table, chance, 100);
    fuzz::require_position_survives(**table);
  }
  return 0;
}
