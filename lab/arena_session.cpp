#include "lab/arena_session.h"

#include <fmt/format.h>

#include <algorithm>

#include "lab/arena_report.h"
#include "lab/statistics.h"
#include "lab/wall_clock.h"

namespace lab {
namespace {

constexpr double kClocksEvery = 60;  // seconds

}  // namespace

engine::Result<std::unique_ptr<ArenaSession>> ArenaSession::open(const ArenaSpec& spec,
                                                                 const SessionFiles& files) {
  std::unique_ptr<ArenaSession> session(new ArenaSession(spec));
  if (engine::Error error = session->check_apart(files.apart_from)) return error;
  session->results_.head = head_of(spec);
  session->results_.clocks.resize(spec.bots.size());
  session->unwritten_.resize(spec.bots.size());
  if (spec.sprt) session->sprt_.emplace(*spec.sprt, spec.players);
  if (files.result.empty()) return session;

  ReadResults read;
  auto file = files.resume ? go_on_with_results(files.result, session->results_.head, read)
                           : create_results(files.result, session->results_.head);
  if (!file) return file.error;
  session->file_ = std::move(*file);
  session->torn_ = read.torn;
  session->found_ = read.results.blocks.size();
  // In order, as the SPRT wants them: a merged file may have been gone on with.
  std::ranges::sort(read.results.blocks, {}, &Block::place);
  for (const Block& block : read.results.blocks) {
    session->known_.insert(block.place());
    session->know(block);
  }
  session->results_.add(read.results.clocks);
  return session;
}

engine::Error ArenaSession::check_apart(const std::vector<std::string>& files) const {
  for (const std::string& path : files) {
    const auto read = read_result_file(path);
    if (!read) return read.error;
    const ArenaResults& played = read.value.results;
    // A seed is that of its world, series and block (Seeds::of_block), which reading has checked.
    if (played.head.seeds != spec_.seeds) continue;
    for (const Block& block : played.blocks) {
      if (!wants(block.number)) continue;
      return {
          engine::ErrorCode::kUsage,
          fmt::format("the seed of block {} was played on in {} (to {}): what was chosen by it "
                      "can't be proved on it. Take another --series.",
                      block.number, path, kWorldIds[static_cast<size_t>(played.head.seeds.world)]),
          ""};
    }
  }
  return {};
}

bool ArenaSession::wants(uint64_t number) const {
  return number >= spec_.first_block && number - spec_.first_block < spec_.blocks;
}

void ArenaSession::know(const Block& block) {
  const bool gap = !results_.blocks.empty() && block.place() < results_.blocks.back().place();
  results_.blocks.push_back(block);
  if (wants(block.number)) ++played_;
  if (block.pairing != spec_.pairings()[0]) return;
  shares_.push_back(block_share(block));
  if (sprt_ && gap) {
    sprt_ = sprt_of(results_);  // it counts blocks in the order of their numbers
  } else if (sprt_) {
    sprt_->add(shares_.back());
  }
}

bool ArenaSession::take(const Block& block, const Clocks& clocks) {
  know(block);
  results_.add(clocks);
  for (size_t i = 0; i < clocks.size(); ++i) unwritten_[i].add(clocks[i]);
  if (file_ != nullptr) {
    error_ = file_->append(block_line(block));
    if (!error_ && wall_seconds() - clocks_written_ >= kClocksEvery) error_ = write_clocks();
  }
  return !error_ && !(sprt_ && sprt_->verdict() != Sprt::Verdict::kOpen);
}

engine::Error ArenaSession::write_clocks() {
  clocks_written_ = wall_seconds();
  const bool any = std::ranges::any_of(
      unwritten_, [](const DecisionClock& clock) { return clock.counts().decisions != 0; });
  if (file_ == nullptr || !any) return {};
  const std::string line = clock_line(unwritten_);
  unwritten_.assign(unwritten_.size(), DecisionClock());
  return file_->append(line);
}

bool ArenaSession::complete() const {
  return (sprt_ && sprt_->verdict() != Sprt::Verdict::kOpen) || played_ >= wanted();
}

engine::Error ArenaSession::run(const std::atomic<bool>& stop,
                                const std::function<void()>& progress) {
  if (complete()) return {};
  clocks_written_ = wall_seconds();
  ArenaWatch watch;
  watch.has = [this](uint64_t number, Pairing pairing) {
    return known_.contains({number, pairing});
  };
  watch.take = [this](const Block& block, const Clocks& clocks) { return take(block, clocks); };
  watch.progress = progress;
  run_arena(spec_, stop, watch);
  if (!error_) error_ = write_clocks();
  return error_;
}

std::string ArenaSession::estimate() const {
  const Estimate share = share95(shares_, spec_.players);
  std::string text =
      fmt::format("{} wins {:.1f} % [{:.1f} – {:.1f}]", spec_.bots[0].text(), 100 * share.mean,
                  100 * share.interval.low, 100 * share.interval.high);
  if (sprt_) {
    text += fmt::format(", LLR {:+.2f} in {:+.2f} … {:+.2f}", sprt_->llr(), sprt_->lower(),
                        sprt_->upper());
  }
  return text;
}

}  // namespace lab
