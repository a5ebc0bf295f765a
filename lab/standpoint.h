// A point of a game as a search's leaf sees it, for whoever learns from how the game went on.
#pragma once

#include <vector>

#include "bots/value.h"
#include "engine/game.h"

namespace lab {

// A point of a game, and how the game ended.
struct Standpoint {
  uint32_t game = 0;
  float progress = 0;
  int players = 0;
  std::vector<int32_t> features;  // of all seats, one after the other
  bots::Value::Judged judged{};
  bots::Value::Shares won{};  // a shared win is divided
};

template <bots::Valued G>
Standpoint standpoint_of(const typename G::State& state, uint32_t game) {
  const int seats = G::seats(state);
  engine::Features features(engine::Judge<G>::standard().weights().figures());
  G::judge(state, engine::Viewer::everything(), engine::SeatSet::first(seats), features);
  Standpoint point;
  point.game = game;
  point.progress = G::progress(state);
  point.players = seats;
  point.judged = bots::ValueOf<G>::judged(features, seats, point.progress);
  for (size_t s = 0; s < static_cast<size_t>(seats); ++s) {
    const auto& values = features.rows[s].values;
    point.features.insert(point.features.end(), values.begin(),
                          values.begin() + static_cast<long>(G::features().size()));
  }
  return point;
}

// A shared win is divided; where nobody wins, all share it.
inline bots::Value::Shares won_by(const engine::Outcome& outcome, int seats) {
  bots::Value::Shares won{};
  const engine::SeatSet winners =
      outcome.winners.empty() ? engine::SeatSet::first(seats) : outcome.winners;
  for (const engine::Seat seat : winners) {
    won[static_cast<size_t>(engine::index_of(seat))] = 1 / static_cast<float>(winners.size());
  }
  return won;
}

}  // namespace lab
