#include "lab/train.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "engine/json.h"
#include "engine/record.h"
#include "lab/played.h"

namespace lab {
namespace {

// Lessons and tests of all generations have series of their own.
constexpr uint64_t kSeriesAGeneration = 1 + bots::kFigures.size();
uint64_t lesson_series(const TrainSpec& spec, int generation) {
  return spec.series * 1'000'000 + kSeriesAGeneration * static_cast<uint64_t>(generation);
}
uint64_t test_series(const TrainSpec& spec, const Generation& generation) {
  return lesson_series(spec, generation.number) + 1 + static_cast<uint64_t>(generation.learned);
}

bots::BotSpec going_by(bots::BotSpec bot, bots::Figures figures, std::string file) {
  const std::string_view kind = bots::kFigures[static_cast<size_t>(figures)];
  bot.use(figures, std::string(kind) + ".json",
          std::make_shared<const std::string>(std::move(file)));
  return bot;
}

// Fits the figures, and says in the generation how well. The result writes their file.
using WriteFile = std::function<std::string(std::string_view learned)>;
WriteFile fit_by_duels(const TrainSpec& spec, const bots::BotSpec& teacher,
                       const std::atomic<bool>& stop, const TrainWatch& watch,
                       Generation& generation) {
  const engine::JudgementNames names = judgement_names_of(*spec.game);
  const engine::Weights& usual = judgement_of(*spec.game);
  engine::Weights start = tuned_judgement_of(*spec.game);
  if (const bots::BotSpec::File& file = teacher.file(bots::Figures::kTuned); file.text != nullptr) {
    const auto known = engine::Weights::load(names, *file.text, file.name);
    start = known ? *known : usual;
  }
  DuelReport report;
  const engine::Weights tuned = learn_by_duels(
      names, usual, start,
      {.game = spec.game,
       .edition = spec.edition,
       .player = teacher,
       .players = spec.players,
       .seeds = {World::kTune, lesson_series(spec, generation.number)},
       .blocks = spec.games,
       .threads = spec.threads},
      stop,
      [&](uint64_t done) {
        if (watch.progress) watch.progress("duels", done, spec.games);
      },
      report);
  generation.lessons = report.blocks;
  generation.fit = fmt::format("figures moved by {:.3f}", report.moved);
  return [=](std::string_view learned) { return tuned.json(names, learned); };
}

WriteFile fit_eyes(const TrainSpec& spec, const bots::BotSpec& teacher, const Lessons& lessons,
                   const std::atomic<bool>& stop, const TrainWatch& watch, Generation& generation) {
  bots::Net start = net_of(*spec.game);
  if (const bots::BotSpec::File& file = teacher.file(bots::Figures::kNet); file.text != nullptr) {
    if (auto known = bots::Net::load(*file.text, file.name)) start = std::move(*known);
  }
  NetFitReport report;
  const bots::Net net = fit_net(
      lessons.sights, spec.game->spec().max_seats, start, spec.net, stop,
      [&](uint64_t done, uint64_t all) {
        if (watch.progress) watch.progress("points", done, all);
      },
      report);
  generation.lessons = report.points;
  generation.fit = fmt::format("surprise {:.4f} (judgement {:.4f}, even {:.4f})", report.surprise,
                               report.judgement, report.even);
  return [=](std::string_view learned) { return net.json(learned); };
}

WriteFile fit(const TrainSpec& spec, const Lessons& lessons, Generation& generation) {
  if (generation.learned == bots::Figures::kPolicy) {
    const bots::PolicyShape& shape = policy_shape_of(*spec.game);
    FitReport report;
    const bots::Policy policy = fit_policy(shape, lessons.decisions, spec.policy, report);
    generation.lessons = report.lessons;
    generation.fit = fmt::format("surprise {:.3f} (even {:.3f}), agrees {:.1f} %", report.surprise,
                                 report.even, 100 * report.agreement);
    return [=, &shape](std::string_view learned) { return policy.json(shape, learned); };
  }
  const std::span<const engine::FeatureSpec> features = features_of(*spec.game);
  bots::Value best;
  ValueFitReport least;
  for (const int hidden : spec.hidden) {
    ValueFitSpec one = spec.value;
    one.hidden = hidden;
    ValueFitReport report;
    bots::Value value = spec.by == LearnBy::kCrossroads
                            ? fit_value(features, lessons.crossroads, one, report)
                            : fit_value(features, lessons.points, one, report);
    generation.fit += fmt::format("{}{} hidden: surprise {:.4f}",
                                  generation.fit.empty() ? "" : ", ", hidden, report.surprise);
    if (!best.empty() && report.surprise >= least.surprise) continue;
    best = std::move(value);
    least = report;
  }
  generation.lessons = least.points;
  generation.fit += fmt::format(" (judgement {:.4f}, even {:.4f})", least.judgement, least.even);
  return [=](std::string_view learned) { return best.json(features, learned); };
}

void test(const TrainSpec& spec, const bots::BotSpec& old, const bots::BotSpec& now,
          const std::atomic<bool>& stop, const TrainWatch& watch, Generation& generation) {
  ArenaSpec arena;
  arena.game = spec.game;
  arena.edition = edition_or_own(*spec.game, spec.edition);
  arena.variants = engine::default_variants(spec.game->spec());
  arena.players = spec.players.front();
  arena.bots = {now, old};
  arena.seeds = {World::kTune, test_series(spec, generation)};
  arena.blocks = spec.test.max_blocks;
  arena.threads = spec.threads;
  Sprt sprt(spec.test, arena.players);
  double sum = 0;
  ArenaWatch look;
  look.take = [&](const Block& block, const Clocks&) {
    sum += block_share(block);
    generation.verdict = sprt.add(block_share(block));
    ++generation.blocks;
    return generation.verdict == Sprt::Verdict::kOpen;
  };
  look.progress = [&] {
    if (watch.progress) watch.progress("test", generation.blocks, spec.test.max_blocks);
  };
  run_arena(arena, stop, look);
  generation.share = sum / static_cast<double>(std::max<uint64_t>(1, generation.blocks));
}

Lessons play(const TrainSpec& spec, const bots::BotSpec& teacher, int number,
             const std::atomic<bool>& stop, const TrainWatch& watch) {
  const Seeds seeds{World::kTune, lesson_series(spec, number)};
  const auto progress = [&](uint64_t done) {
    if (watch.progress) watch.progress("lessons", done, spec.games);
  };
  if (spec.by == LearnBy::kGames) {
    return play_lessons({.game = spec.game,
                         .edition = spec.edition,
                         .teacher = teacher,
                         .players = spec.players,
                         .seeds = seeds,
                         .games = spec.games,
                         .threads = spec.threads,
                         .decisions = spec.learns(bots::Figures::kPolicy),
                         .points = spec.learns(bots::Figures::kValue),
                         .sights = spec.learns(bots::Figures::kNet)},
                        stop, progress);
  }
  Lessons lessons;
  lessons.crossroads = play_crossroads({.game = spec.game,
                                        .edition = spec.edition,
                                        .player = teacher,
                                        .players = spec.players,
                                        .seeds = seeds,
                                        .games = spec.games,
                                        .threads = spec.threads},
                                       stop, progress);
  return lessons;
}

}  // namespace

void train(const TrainSpec& spec, const std::atomic<bool>& stop, const TrainWatch& watch) {
  bots::BotSpec teacher = spec.teacher;
  bots::BotSpec best = spec.student.value_or(teacher);
  std::deque<Lessons> remembered;
  for (int number = spec.first; number < spec.first + spec.generations && !stop; ++number) {
    if (!spec.tunes()) remembered.push_back(play(spec, teacher, number, stop, watch));
    if (stop) return;
    if (remembered.size() > static_cast<size_t>(spec.remembered)) remembered.pop_front();
    Lessons all;
    for (const Lessons& part : remembered) all.add(part);
    for (const bots::Figures figures : spec.learned) {
      Generation generation;
      generation.number = number;
      generation.learned = figures;
      generation.games = spec.games;
      const WriteFile write = spec.tunes() ? fit_by_duels(spec, teacher, stop, watch, generation)
                              : figures == bots::Figures::kNet
                                  ? fit_eyes(spec, teacher, all, stop, watch, generation)
                                  : fit(spec, all, generation);
      if (stop) return;
      test(spec, best, going_by(best, figures, write("{}")), stop, watch, generation);
      if (stop && generation.verdict == Sprt::Verdict::kOpen) return;
      generation.file = write(learned_json(spec, generation));
      if (generation.let_in()) {
        best = going_by(best, figures, generation.file);
        if (!spec.student) teacher = best;
      }
      if (watch.take) watch.take(generation);
    }
  }
}

std::string learned_json(const TrainSpec& spec, const Generation& generation) {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("rules", spec.game->spec().rules_version);
  out.member("edition", engine::hex64(edition_or_own(*spec.game, spec.edition)->hash()));
  out.member("teacher", spec.teacher.full_text());
  if (spec.by != LearnBy::kGames) out.member("by", kLearnByIds[static_cast<size_t>(spec.by)]);
  if (spec.student) out.member("student", spec.student->full_text());
  out.key("players");
  out.begin_array();
  for (const int players : spec.players) out.value(players);
  out.end_array();
  out.member("generation", generation.number);
  out.member("games", static_cast<int64_t>(generation.games));
  out.member("lessons", static_cast<int64_t>(generation.lessons));
  out.member("series", static_cast<int64_t>(spec.series));
  out.member("blocks", static_cast<int64_t>(generation.blocks));
  out.key("share");
  out.value(generation.share, 3);
  out.end_object();
  return text;
}

}  // namespace lab
