#include "bindings/c/vector.h"

#include <algorithm>
#include <vector>

#include "engine/any_game_of.h"
#include "engine/position.h"
#include "games/registry.h"

namespace bindings {
namespace {

using engine::index_of;
using engine::mix64;
using engine::seat_at;

static_assert(STAMTAFEL_MAX_OPTIONS == engine::Offer::kCapacity);

template <engine::Game G>
class VectorOf final : public Vector {
 public:
  using State = typename G::State;

  VectorOf(const engine::AnyGame& game, const engine::TableSpec& spec, size_t tables,
           stamtafel_reward reward)
      : game_(game),
        edition_(spec.edition),
        variants_(spec.variants),
        players_(spec.seats),
        reward_(reward),
        index_(game.action_index(*spec.edition)),
        rows_(tables) {
    reset(spec.chance.seed);
    layout_ = engine::observation_layout<G>(rows_[0].state);
  }

  size_t tables() const override { return rows_.size(); }
  int players() const override { return players_; }
  int actions() const override { return index_.size(); }
  size_t observation() const override { return layout_.size(); }
  uint64_t seed(size_t table) const override { return rows_[table].seed; }
  uint64_t games(size_t table) const override { return rows_[table].games; }
  engine::Seat seat(size_t table) const override { return rows_[table].seat; }
  const engine::ActionIndex& action_index() const override { return index_; }

  void reset(uint64_t seed) override {
    seed_ = seed;
    for (size_t i = 0; i < rows_.size(); ++i) {
      rows_[i].games = 0;
      deal(i);
      clear_reward(i);
      show(i, false);
    }
  }

  void bind(const stamtafel_buffers& buffers) override {
    to_ = buffers;
    const size_t n = rows_.size();
    if (to_.observation != nullptr) {
      std::fill_n(to_.observation, n * layout_.size(), 0.0f);
      written_.resize(n * layout_.size());
    }
    if (to_.mask != nullptr) std::fill_n(to_.mask, n * static_cast<size_t>(index_.size()), 0);
    if (to_.legal != nullptr) std::fill_n(to_.legal, n * STAMTAFEL_MAX_OPTIONS, -1);
    for (size_t i = 0; i < n; ++i) {
      rows_[i].written = 0;
      clear_reward(i);
      show(i, false);
    }
  }

  size_t first_refused(size_t first, std::span<const int32_t> actions) const override {
    for (size_t i = 0; i < actions.size(); ++i) {
      if (rows_[first + i].place_of(actions[i]) < 0) return first + i;
    }
    return rows_.size();
  }

  void step(size_t first, std::span<const int32_t> actions) override {
    engine::Events nobody;
    for (size_t i = 0; i < actions.size(); ++i) {
      const size_t table = first + i;
      Row& row = rows_[table];
      engine::Chance chance(row.seed, ++row.steps);
      const engine::Action action = row.offer[row.place_of(actions[i])].action;
      G::apply(row.state, row.seat, action, chance, nobody);
      const bool done = G::over(row.state);
      clear_reward(table);
      if (done) {
        if (float* reward = at(to_.reward, table, static_cast<size_t>(players_)))
          write_rewards(G::outcome(row.state), players_, reward_, reward);
        ++row.games;
        deal(table);
      }
      show(table, done);
    }
  }

  std::unique_ptr<engine::AnyTable> table(size_t table) const override {
    const Row& row = rows_[table];
    return std::make_unique<engine::TableOf<G>>(
        game_, edition_, engine::ChanceSource::of_seed(mix64(row.seed + row.steps)), row.state,
        std::vector<engine::Event>{}, false);
  }

 private:
  // One table.
  struct Row {
    State state;
    uint64_t seed = 0;   // of this game
    uint64_t steps = 0;  // of this game
    uint64_t games = 0;  // finished here
    engine::Seat seat = engine::Seat::kNone;
    engine::Offer offer{engine::Offer::Keep::kLegal};
    size_t written = 0;                    // how many numbers of the observation aren't 0
    int32_t legal[STAMTAFEL_MAX_OPTIONS];  // the numbers of what is offered

    int place_of(int32_t action) const {
      for (int i = 0; i < offer.size(); ++i) {
        if (legal[i] == action) return i;
      }
      return -1;
    }
  };

  template <class T>
  static T* at(T* rows, size_t row, size_t width) {
    return rows != nullptr ? rows + row * width : nullptr;
  }

  void deal(size_t table) {
    Row& row = rows_[table];
    row.seed = mix64(mix64(mix64(seed_) + table) + row.games);
    row.steps = 0;
    engine::Chance chance(row.seed, 0);
    engine::Events nobody;
    row.state =
        G::setup(engine::AnyGameOf<G>::data(*edition_), variants_, players_, chance, nobody);
  }

  void clear_reward(size_t table) {
    if (float* reward = at(to_.reward, table, static_cast<size_t>(players_)))
      std::fill_n(reward, players_, 0.0f);
  }

  // Who chooses next, and among what; writes the row. What was written before is taken back place
  // by place: rows are much wider than what stands in them.
  void show(size_t table, bool done) {
    Row& row = rows_[table];
    const int before = row.offer.size();
    uint8_t* mask = at(to_.mask, table, static_cast<size_t>(index_.size()));
    if (mask != nullptr) {
      for (int i = 0; i < before; ++i) mask[row.legal[i]] = 0;
    }
    row.seat = G::acting(row.state).front();
    row.offer.clear();
    G::options(row.state, row.seat, row.offer);
    const int count = row.offer.size();
    for (int i = 0; i < count; ++i) row.legal[i] = index_.known(row.offer[i].action);
    if (int32_t* legal = at(to_.legal, table, STAMTAFEL_MAX_OPTIONS)) {
      std::copy_n(row.legal, count, legal);
      for (int i = count; i < before; ++i) legal[i] = -1;
    }
    if (mask != nullptr) {
      for (int i = 0; i < count; ++i) mask[row.legal[i]] = 1;
    }
    if (to_.count != nullptr) to_.count[table] = count;
    if (to_.seat != nullptr) to_.seat[table] = index_of(row.seat);
    if (to_.done != nullptr) to_.done[table] = done ? 1 : 0;
    if (float* numbers = at(to_.observation, table, layout_.size())) {
      uint32_t* written = &written_[table * layout_.size()];
      for (size_t i = 0; i < row.written; ++i) numbers[written[i]] = 0;
      uint32_t* end =
          engine::observe<G>(row.state, row.seat, layout_, {numbers, layout_.size()}, written);
      row.written = static_cast<size_t>(end - written);
    }
  }

  const engine::AnyGame& game_;
  engine::EditionPtr edition_;
  engine::Variants variants_;
  int players_;
  stamtafel_reward reward_;
  engine::ActionIndex index_;
  engine::ObservationLayout layout_;
  uint64_t seed_ = 0;
  std::vector<Row> rows_;
  std::vector<uint32_t> written_;  // which these are, a row for each table
  stamtafel_buffers to_{};
};

}  // namespace

void write_rewards(const engine::Outcome& outcome, int players, stamtafel_reward kind, float* out) {
  const auto winners = static_cast<float>(outcome.winners.size());
  for (int i = 0; i < players; ++i) {
    const auto at = static_cast<size_t>(i);
    if (kind == STAMTAFEL_REWARD_SCORE) {
      out[i] = outcome.score[at];
    } else if (kind == STAMTAFEL_REWARD_WIN) {
      out[i] = outcome.winners.contains(seat_at(i)) ? 1.0f / winners : 0.0f;
    } else {  // those behind, less those before: the same as sharing the places of equals
      int ahead_of = 0;
      for (int j = 0; j < players; ++j) {
        const int theirs = outcome.rank[static_cast<size_t>(j)];
        ahead_of += (theirs > outcome.rank[at] ? 1 : 0) - (theirs < outcome.rank[at] ? 1 : 0);
      }
      out[i] = static_cast<float>(ahead_of) / static_cast<float>(std::max(1, players - 1));
    }
  }
}

std::unique_ptr<Vector> Vector::make(const engine::AnyGame& game, const engine::TableSpec& spec,
                                     size_t tables, stamtafel_reward reward) {
  std::unique_ptr<Vector> made;
  games::AllGames::visit(game.spec().id, [&]<class G>() {
    made = std::make_unique<VectorOf<G>>(game, spec, tables, reward);
  });
  return made;
}

}  // namespace bindings
