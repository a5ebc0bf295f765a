// Counters of the server, in Prometheus' text form.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "server/refusal.h"
#include "store/store.h"

namespace server {

// Adds a counter or a gauge to the text.
void add_metric(std::string& out, std::string_view kind, std::string_view name, uint64_t value);

// How long something took, in buckets of milliseconds.
class Histogram {
 public:
  static constexpr std::array<double, 10> kBounds{0.5, 1, 2, 5, 10, 20, 50, 100, 500, 2000};
  void add(double milliseconds) {
    size_t i = 0;
    while (i < kBounds.size() && milliseconds > kBounds[i]) ++i;
    ++counts_[i];
    sum_ += milliseconds;
  }
  void write(std::string_view name, std::string& out) const;
  // One of several of the same name, told apart by a label (kind="bot"); their type was written.
  void write_labelled(std::string_view name, std::string_view label, std::string& out) const;

 private:
  std::array<uint64_t, kBounds.size() + 1> counts_{};
  double sum_ = 0;
};

struct Metrics {
  uint64_t http_requests = 0;
  uint64_t messages_in = 0;
  uint64_t messages_out = 0;
  uint64_t actions = 0;  // of people, bots and clocks
  uint64_t bot_actions = 0;
  uint64_t thoughts = 0;             // of bots that take time
  uint64_t hurried_thoughts = 0;     // with less time than their own, since many waited
  uint64_t house_bots_replaced = 0;  // having failed
  uint64_t time_outs = 0;
  uint64_t entries = 0;  // saved
  uint64_t tables_made = 0;
  uint64_t tables_loaded = 0;
  uint64_t store_failures = 0;
  uint64_t nodes = 1;            // servers over the same store, this one included
  uint64_t store_conflicts = 0;  // others were quicker
  uint64_t slow_texts = 0;       // made
  uint64_t letters = 0;          // delivered
  uint64_t letter_failures = 0;
  std::array<uint64_t, kCodeIds.size()> refusals{};
  Histogram save_time;

  // Gauges, filled in by the hub when it is asked.
  uint64_t clients = 0;
  uint64_t tables_in_memory = 0;
  uint64_t tables_resting = 0;
  uint64_t slow_text_bytes = 0;  // kept
  uint64_t slow_texts_waiting = 0;
  uint64_t texts_kept = 0;
  uint64_t names_kept = 0;
  uint64_t phrase_bytes = 0;
  uint64_t limits_kept = 0;     // what is remembered of people and addresses for their limits
  uint64_t tables_damaged = 0;  // found since the start
  store::Figures store;

  void count(const Refusal& refusal) { ++refusals[static_cast<size_t>(refusal.code)]; }
  std::string text() const;
};

}  // namespace server
