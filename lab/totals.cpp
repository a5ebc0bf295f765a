#include "lab/totals.h"

#include <algorithm>
#include <bit>

namespace lab {
namespace {

constexpr uint32_t kSteps = Histogram::kExact / 2;  // bins for each doubling above kExact

size_t bin_of(uint32_t value) {
  if (value < Histogram::kExact) return value;
  const int shift = std::bit_width(value) - std::bit_width(Histogram::kExact - 1);
  return static_cast<size_t>(shift) * kSteps + (value >> shift);
}

uint32_t least_in(size_t bin) {
  if (bin < Histogram::kExact) return static_cast<uint32_t>(bin);
  const size_t shift = bin / kSteps - 1;
  return static_cast<uint32_t>((bin - shift * kSteps) << shift);
}

}  // namespace

void Tally::add(const engine::Outcome& outcome, int seat) {
  ++games;
  if (outcome.winners.contains(engine::seat_at(seat)))
    wins += kWin / static_cast<uint64_t>(outcome.winners.size());
  const int64_t score = outcome.score[static_cast<size_t>(seat)];
  sum += score;
  squares += score * score;
}

void Tally::add(const Tally& other) {
  games += other.games;
  wins += other.wins;
  sum += other.sum;
  squares += other.squares;
}

void Histogram::add(uint32_t value) {
  const size_t bin = bin_of(value);
  if (bin >= bins_.size()) bins_.resize(bin + 1);
  ++bins_[bin];
  ++count_;
  sum_ += value;
  least_ = std::min(least_, value);
  most_ = std::max(most_, value);
}

uint32_t Histogram::quantile(int percent) const {
  const uint64_t rank = std::max<uint64_t>((count_ * static_cast<uint64_t>(percent) + 99) / 100, 1);
  uint64_t seen = 0;
  size_t bin = 0;
  while ((seen += bins_[bin]) < rank) ++bin;
  return std::clamp(least_in(bin), least_, most_);
}

void Totals::add(const engine::Outcome& outcome, uint32_t decision_count, int seats, int shift) {
  by_seat.resize(static_cast<size_t>(seats));
  by_sitter.resize(static_cast<size_t>(seats));
  ++games;
  for (int seat = 0; seat < seats; ++seat) {
    by_seat[static_cast<size_t>(seat)].add(outcome, seat);
    by_sitter[static_cast<size_t>((seat - shift + seats) % seats)].add(outcome, seat);
  }
  if (outcome.winners.empty()) ++no_winner;
  if (outcome.winners.size() > 1) ++shared_wins;
  decisions.add(decision_count);
}

}  // namespace lab
