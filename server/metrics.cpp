#include "server/metrics.h"

#include <fmt/format.h>

namespace server {

namespace {
constexpr auto* add = add_metric;
}  // namespace

void add_metric(std::string& out, std::string_view kind, std::string_view name, uint64_t value) {
  out += fmt::format("# TYPE stamtafel_{0} {1}\nstamtafel_{0} {2}\n", name, kind, value);
}

void Histogram::write(std::string_view name, std::string& out) const {
  out += fmt::format("# TYPE stamtafel_{} histogram\n", name);
  write_labelled(name, "", out);
}

void Histogram::write_labelled(std::string_view name, std::string_view label,
                               std::string& out) const {
  const std::string more = label.empty() ? "" : fmt::format("{},", label);
  const std::string alone = label.empty() ? "" : fmt::format("{{{}}}", label);
  uint64_t total = 0;
  for (size_t i = 0; i < kBounds.size(); ++i) {
    total += counts_[i];
    out += fmt::format("stamtafel_{}_bucket{{{}le=\"{}\"}} {}\n", name, more, kBounds[i] / 1000.0,
                       total);
  }
  total += counts_.back();
  out += fmt::format("stamtafel_{}_bucket{{{}le=\"+Inf\"}} {}\n", name, more, total);
  out += fmt::format("stamtafel_{0}_sum{3} {1}\nstamtafel_{0}_count{3} {2}\n", name, sum_ / 1000.0,
                     total, alone);
}

std::string Metrics::text() const {
  std::string out;
  add(out, "counter", "http_requests_total", http_requests);
  add(out, "counter", "messages_in_total", messages_in);
  add(out, "counter", "messages_out_total", messages_out);
  add(out, "counter", "actions_total", actions);
  add(out, "counter", "bot_actions_total", bot_actions);
  add(out, "counter", "thoughts_total", thoughts);
  add(out, "counter", "hurried_thoughts_total", hurried_thoughts);
  add(out, "counter", "house_bots_replaced_total", house_bots_replaced);
  add(out, "counter", "time_outs_total", time_outs);
  add(out, "counter", "entries_saved_total", entries);
  add(out, "counter", "tables_made_total", tables_made);
  add(out, "counter", "tables_loaded_total", tables_loaded);
  add(out, "counter", "store_failures_total", store_failures);
  add(out, "counter", "store_conflicts_total", store_conflicts);
  add(out, "gauge", "nodes", nodes);
  add(out, "gauge", "clients", clients);
  add(out, "gauge", "tables_in_memory", tables_in_memory);
  add(out, "gauge", "tables_resting", tables_resting);
  add(out, "counter", "slow_texts_total", slow_texts);
  add(out, "counter", "letters_total", letters);
  add(out, "counter", "letter_failures_total", letter_failures);
  add(out, "gauge", "slow_text_bytes", slow_text_bytes);
  add(out, "gauge", "slow_texts_waiting", slow_texts_waiting);
  add(out, "gauge", "texts_kept", texts_kept);
  add(out, "gauge", "names_kept", names_kept);
  add(out, "gauge", "phrase_bytes", phrase_bytes);
  add(out, "gauge", "limits_kept", limits_kept);
  add(out, "gauge", "tables_damaged", tables_damaged);
  add(out, "gauge", "store_file_bytes", static_cast<uint64_t>(store.file_bytes));
  add(out, "gauge", "store_log_bytes", static_cast<uint64_t>(store.log_bytes));
  add(out, "counter", "store_checkpoints_total", store.checkpoints);
  add(out, "counter", "store_checkpoint_failures_total", store.checkpoint_failures);
  if (store.databases > 0) {
    add(out, "gauge", "databases", static_cast<uint64_t>(store.databases));
    add(out, "gauge", "databases_lost", static_cast<uint64_t>(store.databases_lost));
  }
  out += "# TYPE stamtafel_refusals_total counter\n";
  for (size_t i = 1; i < kCodeIds.size(); ++i) {
    out += fmt::format("stamtafel_refusals_total{{code=\"{}\"}} {}\n", kCodeIds[i], refusals[i]);
  }
  save_time.write("save_seconds", out);
  return out;
}

}  // namespace server
