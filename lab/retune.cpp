#include "lab/retune.h"

#include <algorithm>

#include "lab/train.h"

namespace lab {

uint64_t fingerprint_of_figures(std::string_view text) {
  return engine::hash_bytes(text.data(), text.size());
}

engine::Error retune(
    StudySpec& spec, const RetuneSpec& how, const std::atomic<bool>& stop,
    const std::function<void(std::string_view what, uint64_t done, uint64_t all)>& progress,
    std::vector<Retuned>& told) {
  const auto learns = [](const bots::BotSpec& bot) {
    return std::ranges::count(bot.info().learned, bots::Figures::kTuned) > 0;
  };
  const auto student = std::ranges::find_if(spec.seats, learns);
  if (student == spec.seats.end()) {
    return {engine::ErrorCode::kUsage, "--retune: none of these bots learns; quick and search do",
            ""};
  }
  // Beyond those of `train` with series that people choose.
  constexpr uint64_t kSeries = 900'000;
  TrainSpec train_spec;
  train_spec.game = spec.game;
  train_spec.players = {spec.players()};
  train_spec.learned = {bots::Figures::kTuned};
  train_spec.teacher = bots::BotSpec::of("quick");
  train_spec.student = *student;
  train_spec.games = how.duels;
  train_spec.series = kSeries + spec.seeds.series;
  train_spec.threads = spec.threads;
  if (engine::Error error = parse_hypotheses("0elo,30elo", spec.players(), train_spec.test)) {
    return error;
  }
  train_spec.test.max_blocks = how.blocks;
  TrainWatch watch;
  watch.progress = progress;
  for (size_t i = 0; i < spec.arms.size() && !stop; ++i) {
    train_spec.edition = spec.arms[i].edition;
    watch.take = [&](const Generation& generation) {
      told.push_back({i, generation.let_in(), generation.blocks, generation.share});
      if (!generation.let_in()) return;
      spec.arms[i].tuned = generation.file;
      spec.arms[i].retuned = fingerprint_of_figures(generation.file);
    };
    train(train_spec, stop, watch);
  }
  return {};
}

}  // namespace lab
