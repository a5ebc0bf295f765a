#include "lab/train.h"

#include <algorithm>
#include <deque>

#include "engine/json.h"
#include "engine/record.h"

namespace lab {
namespace {

// Lessons and tests of all generations have series of their own.
constexpr uint64_t kSeriesAGeneration = 2;
uint64_t lesson_series(const TrainSpec& spec, int generation) {
  return spec.series * 1'000'000 + kSeriesAGeneration * static_cast<uint64_t>(generation);
}
uint64_t test_series(const TrainSpec& spec, int generation) {
  return lesson_series(spec, generation) + 1;
}

bots::BotSpec going_by(const TrainSpec& spec, std::string policy) {
  bots::BotSpec bot = spec.teacher;
  bot.use_policy("policy.json", std::make_shared<const std::string>(std::move(policy)));
  return bot;
}

void test(const TrainSpec& spec, const bots::BotSpec& old, const bots::BotSpec& now,
          const std::atomic<bool>& stop, const TrainWatch& watch, Generation& generation) {
  ArenaSpec arena;
  arena.game = spec.game;
  arena.edition = spec.game->default_edition();
  arena.variants = engine::default_variants(spec.game->spec());
  arena.players = spec.players.front();
  arena.bots = {now, old};
  arena.seeds = {World::kTune, test_series(spec, generation.number)};
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

}  // namespace

void train(const TrainSpec& spec, const std::atomic<bool>& stop, const TrainWatch& watch) {
  const bots::PolicyShape& shape = policy_shape_of(*spec.game);
  bots::BotSpec best = spec.teacher;
  std::deque<std::vector<Lesson>> remembered;
  for (int number = spec.first; number < spec.first + spec.generations && !stop; ++number) {
    Generation generation;
    generation.number = number;
    generation.games = spec.games;
    LessonSpec lessons;
    lessons.game = spec.game;
    lessons.teacher = best;
    lessons.players = spec.players;
    lessons.seeds = {World::kTune, lesson_series(spec, number)};
    lessons.games = spec.games;
    lessons.threads = spec.threads;
    remembered.push_back(play_lessons(lessons, stop, [&](uint64_t done) {
      if (watch.progress) watch.progress("lessons", done, spec.games);
    }));
    if (stop) return;
    if (remembered.size() > static_cast<size_t>(spec.remembered)) remembered.pop_front();
    std::vector<Lesson> all;
    for (const std::vector<Lesson>& part : remembered)
      all.insert(all.end(), part.begin(), part.end());
    const bots::Policy policy = fit_policy(shape, all, spec.fit, generation.fit);
    test(spec, best, going_by(spec, policy.json(shape, "{}")), stop, watch, generation);
    if (stop && generation.verdict == Sprt::Verdict::kOpen) return;
    generation.policy = policy.json(shape, learned_json(spec, generation));
    if (generation.let_in()) best = going_by(spec, generation.policy);
    if (watch.take) watch.take(generation);
  }
}

std::string learned_json(const TrainSpec& spec, const Generation& generation) {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("rules", spec.game->spec().rules_version);
  out.member("edition", engine::hex64(spec.game->default_edition()->hash()));
  out.member("teacher", spec.teacher.full_text());
  out.key("players");
  out.begin_array();
  for (const int players : spec.players) out.value(players);
  out.end_array();
  out.member("generation", generation.number);
  out.member("games", static_cast<int64_t>(generation.games));
  out.member("lessons", static_cast<int64_t>(generation.fit.lessons));
  out.member("series", static_cast<int64_t>(spec.series));
  out.member("blocks", static_cast<int64_t>(generation.blocks));
  out.key("share");
  out.value(generation.share, 3);
  out.end_object();
  return text;
}

}  // namespace lab
