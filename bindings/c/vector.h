// Many tables of one game that are played at the same time, for learning: bare states, nothing
// virtual in a step. What the caller sees stands in rows of the caller's memory.
#pragma once

#include <memory>
#include <span>

#include "bindings/c/stamtafel.h"
#include "engine/any_game.h"

namespace bindings {

// The rewards of the seats for how a game ended, or stands.
void write_rewards(const engine::Outcome& outcome, int players, stamtafel_reward kind, float* out);

class Vector {
 public:
  // REQUIRES: a registered game, a spec that AnyGame::new_table takes.
  static std::unique_ptr<Vector> make(const engine::AnyGame& game, const engine::TableSpec& spec,
                                      size_t tables, stamtafel_reward reward);
  virtual ~Vector() = default;

  virtual size_t tables() const = 0;
  virtual int players() const = 0;
  virtual int actions() const = 0;
  virtual size_t observation() const = 0;

  virtual void reset(uint64_t seed) = 0;
  virtual void bind(const stamtafel_buffers& buffers) = 0;
  // The first table from `first` on at which the action given is not allowed; their number: none.
  virtual size_t first_refused(size_t first, std::span<const int32_t> actions) const = 0;
  // REQUIRES: all are allowed.
  virtual void step(size_t first, std::span<const int32_t> actions) = 0;

  // Of the game that is being played at a table.
  virtual uint64_t seed(size_t table) const = 0;
  virtual uint64_t games(size_t table) const = 0;
  virtual engine::Seat seat(size_t table) const = 0;
  virtual std::unique_ptr<engine::AnyTable> table(size_t table) const = 0;
  virtual const engine::ActionIndex& action_index() const = 0;
};

}  // namespace bindings
