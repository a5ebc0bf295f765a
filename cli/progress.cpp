#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "cli/output.h"

namespace cli {
namespace {

constexpr double kSilence = 1.0;       // nobody wants a bar for less
constexpr double kBarInterval = 0.1;   // on a terminal
constexpr double kLineInterval = 5.0;  // in a log
constexpr int kBarWidth = 24;

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void to_stderr(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

Progress::Progress(std::string what, uint64_t total)
    : Progress(std::move(what), total, ::isatty(STDERR_FILENO) != 0, steady_seconds, to_stderr) {}

Progress::Progress(std::string what, uint64_t total, bool terminal, Clock clock, Sink sink)
    : what_(std::move(what)),
      total_(total),
      terminal_(terminal),
      clock_(std::move(clock)),
      sink_(std::move(sink)),
      start_(clock_()) {}

void Progress::update(uint64_t done, const std::string& note) {
  const double seconds = clock_() - start_;
  const double interval = terminal_ ? kBarInterval : kLineInterval;
  if (quiet() || seconds < kSilence || (shown_ && seconds - last_shown_ < interval)) return;
  last_shown_ = seconds;
  shown_ = true;
  const std::string text = line(done, seconds) + (note.empty() ? "" : "; " + note);
  // \r and "erase to the end of the line": the bar stays on one line.
  sink_(terminal_ ? "\r" + bar(done) + text + "\033[K" : text + "\n");
}

void Progress::finish() {
  if (terminal_ && shown_) sink_("\r\033[K");
}

std::string Progress::line(uint64_t done, double seconds) const {
  const double rate = static_cast<double>(done) / seconds;
  std::string text =
      fmt::format("{} of {} {}, {} {}/s", done, total_, what_, count_text(rate), what_);
  if (rate > 0 && done < total_) {
    text += fmt::format(", {} left", duration_text(static_cast<double>(total_ - done) / rate));
  }
  return text;
}

std::string Progress::bar(uint64_t done) const {
  const double share = total_ == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(total_);
  const int full = std::clamp(static_cast<int>(share * kBarWidth), 0, kBarWidth);
  std::string text = "[";
  for (int i = 0; i < kBarWidth; ++i) text += i < full ? '#' : '.';
  return text + fmt::format("] {:3.0f} % ", share * 100);
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<uint64_t>(std::llround(std::max(0.0, seconds)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string count_text(double count) {
  if (count < 10'000) return fmt::format("{:.0f}", count);
  if (count < 1'000'000) return fmt::format("{:.1f} k", count / 1'000);
  return fmt::format("{:.2f} M", count / 1'000'000);
}

}  // namespace cli
