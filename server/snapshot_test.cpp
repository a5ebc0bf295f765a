// What snapshots cost at tables of every game, in bytes.
#include "server/snapshot.h"

#include <gtest/gtest.h>

#include "bots/any_bot.h"
#include "games/registry.h"
#include "server/table.h"

namespace server {
namespace {

constexpr int64_t kMoment = 1'000'000;

struct Cost {
  int64_t actions = 0;
  int64_t snapshots = 0;
  int64_t bytes = 0;           // of all entries but snapshots
  int64_t snapshot_bytes = 0;  // the rest
};

std::string player_at(engine::Seat seat) { return "p" + std::to_string(engine::index_of(seat)); }

std::unique_ptr<Table> table_of_people(const engine::AnyGame& game) {
  Head head;
  head.game = &game;
  head.variants = engine::default_variants(game.spec());
  head.secret = "00ff";
  head.host = engine::seat_at(0);
  for (int i = 0; i < game.spec().min_seats + 1; ++i) {
    Chair chair;
    chair.kind = SeatKind::kPerson;
    chair.person = player_at(engine::seat_at(i));
    head.chairs.push_back(chair);
  }
  auto table = Table::create("costs", head, kMoment);
  EXPECT_TRUE(table) << table.error.text;
  EXPECT_FALSE((*table)->start(player_at(engine::seat_at(0)), std::nullopt, kMoment));
  return std::move(*table);
}

void save_and_count(Table& table, Cost& cost) {
  for (const store::Entry& entry : table.take_unsaved()) {
    const bool snapshot = entry.text.starts_with("snapshot");
    cost.snapshots += snapshot ? 1 : 0;
    (snapshot ? cost.snapshot_bytes : cost.bytes) += static_cast<int64_t>(entry.text.size());
  }
}

Cost played(const engine::AnyGame& game) {
  Cost cost;
  engine::Chance chance(1, 1);
  const std::unique_ptr<Table> table = table_of_people(game);
  while (table->status() == store::Status::kPlaying) {
    const engine::Seat seat = table->match()->acting().front();
    const std::string action =
        game.action_id(*table->match()->edition(),
                       bots::choose(bots::BotSpec::of("random"), *table->match(), seat, chance));
    EXPECT_EQ(table->act(player_at(seat), table->n(), {action}, kMoment).done, 1) << action;
    ++cost.actions;
    save_and_count(*table, cost);
  }
  return cost;
}

// They are for updates alone: what is written for them must not be more than for the game itself.
TEST(Snapshot, CostsLessThanTheGameInEveryGame) {
  for (const engine::AnyGame* game : games::all()) {
    const Cost cost = played(*game);
    const std::string id(game->spec().id);
    RecordProperty(id + "_bytes_an_action", std::to_string(cost.bytes / cost.actions));
    RecordProperty(id + "_bytes_a_snapshot", std::to_string(cost.snapshot_bytes / cost.snapshots));
    EXPECT_GE(cost.snapshots, cost.actions / 32) << id;
    EXPECT_LT(cost.snapshot_bytes, cost.bytes) << id;
  }
}

}  // namespace
}  // namespace server
