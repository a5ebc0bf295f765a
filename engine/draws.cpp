#include "engine/draws.h"

namespace engine {

std::vector<DrawsOfStep> draws_of(const AnyTable& table) {
  std::vector<DrawsOfStep> all;
  const auto add = [&all](size_t step, uint64_t nth, bool counts, const Script& asked) {
    if (asked.questions().empty()) return;
    all.push_back({static_cast<int>(step), nth, !counts, asked.questions()});
  };
  const TableSpec spec{table.edition(), table.variants(), table.seats(), table.chance()};
  Chance setup = spec.chance.at(0);
  Script deal(setup);
  Chance dealt(deal);
  const Result<std::unique_ptr<AnyTable>> replay = table.game().new_table(spec, dealt);
  if (!replay || replay.value->fingerprint() != table.start_fingerprint()) return all;
  add(0, 0, true, deal);
  AnyTable& again = *replay.value;
  for (const Deed& deed : table.course()) {
    if (deed.back != nullptr) {
      if (again.rewind(deed.back->to)) return all;
      continue;
    }
    const Step& step = *deed.step;
    Chance source = table.chance().at(step.nth);
    Script asked(source);
    Chance chance(asked);
    if (again.act(step.seat, step.action, chance) ||
        again.steps().back().fingerprint != step.fingerprint)
      return all;
    add(again.steps().size(), step.nth, deed.counts, asked);
  }
  return all;
}

}  // namespace engine
