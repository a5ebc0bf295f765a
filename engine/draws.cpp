#include "engine/draws.h"

namespace engine {

std::vector<DrawsOfStep> draws_of(const AnyTable& table) {
  std::vector<DrawsOfStep> all;
  const auto add = [&all](size_t step, const Script& asked) {
    if (!asked.questions().empty()) all.push_back({static_cast<int>(step), asked.questions()});
  };
  const TableSpec spec{table.edition(), table.options(), table.seats(), table.chance()};
  Chance setup = spec.chance.at(0);
  Script deal(setup);
  Chance dealt(deal);
  const Result<std::unique_ptr<AnyTable>> replay = table.game().new_table(spec, dealt);
  if (!replay || replay.value->hash() != table.start_hash()) return all;
  add(0, deal);
  for (size_t i = 0; i < table.steps().size(); ++i) {
    const Step& step = table.steps()[i];
    Chance source = table.chance().at(i + 1);
    Script asked(source);
    Chance chance(asked);
    if (replay.value->act(step.seat, step.action, chance) || replay.value->hash() != step.hash) {
      return all;
    }
    add(i + 1, asked);
  }
  return all;
}

}  // namespace engine
