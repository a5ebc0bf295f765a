// Prints what bots choose at the beginning of a game, a line for each choice: its number, the seat,
// the action and how often it was tried. The npm package, which is given its nets later, must
// choose the same (bindings/wasm/stamtafel.test.mjs).
#include <cinttypes>
#include <cstdio>

#include "bots/any_bot.h"
#include "games/registry.h"
#include "tests/plain_table.h"

namespace {

constexpr uint64_t kSeed = 11;
constexpr int kDecisions = 16;
constexpr uint32_t kIterations = 120;

void print_choices(const engine::AnyGame& game) {
  const auto table = tests::plain_table(game, kSeed);
  const std::string id(game.spec().id);
  for (int i = 0; i < kDecisions && !table->over(); ++i) {
    const engine::Seat seat = table->acting().front();
    engine::Chance dice(kSeed, table->acted());
    const bots::Choice best = bots::make_bot(bots::BotSpec::of("search"), game, seat)
                                  ->decide(*table, {kIterations}, dice)
                                  .choices[0];
    const std::string action = game.action_id(*table->edition(), best.action);
    std::printf("%s %d %d %s, %" PRIu32 "\n", id.c_str(), i, engine::index_of(seat), action.c_str(),
                best.visits);
    if (table->act(seat, best.action)) return;
  }
}

}  // namespace

int main() {
  for (const engine::AnyGame* game : games::all()) print_choices(*game);
  return 0;
}
