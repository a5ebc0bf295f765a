#include "engine/trial.h"

#include "engine/chance.h"

namespace engine {

Chance chance_of_trial(const AnyTable& at, uint32_t luck) { return Chance(at.fingerprint(), luck); }

Error try_move(AnyTable& table, const TriedMove& move) {
  Chance chance = chance_of_trial(table, move.luck);
  return table.act(move.seat, move.action, chance);
}

Result<std::unique_ptr<AnyTable>> trial_from(const AnyTable& match, size_t step) {
  const std::unique_ptr<AnyTable> copy = match.clone();
  if (step != copy->steps().size()) {
    if (Error error = copy->rewind(step)) return error;
  }
  return copy->game().table_at_bytes(copy->bytes(), copy->edition(), ChanceSource::of_seed(0));
}

}  // namespace engine
