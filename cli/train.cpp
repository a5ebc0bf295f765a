// `stamtafel train`: teaches a game's learned figures from a bot's games with itself.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "lab/train.h"

namespace cli {
namespace {

struct TrainFlags {
  std::string game;
  std::vector<int> players;
  std::string teacher = "search";
  uint32_t iterations = 500;
  uint64_t games = 200;
  int generations = 4;
  int first = 1;
  uint64_t series = 1;
  std::string sprt = "0elo,30elo";
  uint64_t blocks = 400;
  std::string out;
  std::string log;
  std::vector<std::string> learn{std::string(bots::kFigures[0])};
  std::string student;
  std::vector<int> hidden{0};
  int epochs = 0;
  bool others = false;
  std::string by = "games";
  int threads = 0;
};

engine::Result<lab::TrainSpec> train_spec(const TrainFlags& flags) {
  const auto game = find_game(flags.game);
  if (!game) return game.error;
  lab::TrainSpec spec;
  spec.game = *game;
  const engine::GameSpec& rules = (**game).spec();
  spec.players = flags.players;
  if (spec.players.empty()) spec.players = {rules.min_seats, rules.max_seats};
  for (const int players : spec.players) {
    if (players < rules.min_seats || players > rules.max_seats) {
      return usage(fmt::format("--players: {} is for {} to {} players", rules.id, rules.min_seats,
                               rules.max_seats));
    }
  }
  auto teacher = find_bots(**game, flags.teacher);
  if (!teacher) return teacher.error;
  if (teacher->size() != 1) return usage("--teacher names one bot, as search");
  spec.teacher = teacher->front();
  spec.by = static_cast<lab::LearnBy>(std::ranges::find(lab::kLearnByIds, flags.by) -
                                      lab::kLearnByIds.begin());
  const bool tunes = std::ranges::count(flags.learn, "tuned") != 0;
  if (tunes && flags.learn.size() > 1) return usage("--learn tuned: it is taught by itself");
  const bool looks = flags.learn == std::vector<std::string>{"net"};
  const bool from_decisions = !tunes && !looks && spec.by == lab::LearnBy::kGames;
  if (from_decisions || (!tunes && !looks && flags.student.empty())) {
    if (engine::Error error = spec.teacher.set_budget({flags.iterations, 0})) return error;
    if (spec.teacher.budget().iterations == 0) {
      return usage("--teacher names a bot that searches, as search");
    }
  }
  spec.games = flags.games;
  spec.series = flags.series;
  spec.first = flags.first;
  spec.generations = flags.generations;
  for (const std::string& kind : flags.learn) {
    spec.learned.push_back(static_cast<bots::Figures>(std::ranges::find(bots::kFigures, kind) -
                                                      bots::kFigures.begin()));
    if (!from_decisions && spec.learned.back() == bots::Figures::kPolicy) {
      return usage(fmt::format("--by {} teaches a value: say --learn value", flags.by));
    }
  }
  if (!flags.student.empty()) {
    auto student = find_bots(**game, flags.student);
    if (!student) return student.error;
    if (student->size() != 1) return usage("--student names one bot, as quick");
    spec.student = student->front();
    if (engine::Error error = spec.student->set_budget({flags.iterations, 0})) return error;
    for (const bots::Figures kind : spec.learned) {
      if (std::ranges::count(spec.student->info().learned, kind) != 0) continue;
      return usage(fmt::format("--student: {} goes by no {}", spec.student->id(),
                               bots::kFigures[static_cast<size_t>(kind)]));
    }
  }
  if (tunes) {
    if (std::ranges::count(spec.teacher.info().learned, bots::Figures::kTuned) == 0) {
      return usage(fmt::format("--learn tuned: {} goes by no tuned judgement; --teacher quick does",
                               spec.teacher.id()));
    }
    if (engine::Error error = spec.teacher.set_budget({flags.iterations, 0})) return error;
  }
  if (looks) {
    if (!spec.student &&
        std::ranges::count(spec.teacher.info().learned, bots::Figures::kNet) == 0) {
      return usage(
          fmt::format("--learn net: {} goes by no net; --student search does", spec.teacher.id()));
    }
    if (engine::Error error = spec.teacher.set_budget({flags.iterations, 0})) return error;
  }
  if (flags.epochs != 0) spec.policy.epochs = spec.value.epochs = spec.net.epochs = flags.epochs;
  if (looks && flags.hidden.front() > 0) {
    spec.net.hidden = flags.hidden.front();
    if (flags.hidden.size() > 1 || spec.net.hidden % bots::Net::kBlock != 0) {
      return usage(
          fmt::format("--hidden: a net has a multiple of {} units, as 32", bots::Net::kBlock));
    }
  }
  spec.policy.others = flags.others;
  spec.hidden = flags.hidden;
  spec.threads = flags.threads;
  if (engine::Error error = lab::parse_hypotheses(flags.sprt, spec.players.front(), spec.test))
    return error;
  spec.test.max_blocks = flags.blocks;
  return spec;
}

std::string line_of(const lab::Generation& generation) {
  return fmt::format(
      "generation {}, {}: {} lessons, {}; {:.1f} % of the wins against the one before in {} "
      "blocks: {}\n",
      generation.number, bots::kFigures[static_cast<size_t>(generation.learned)],
      generation.lessons, generation.fit, 100 * generation.share, generation.blocks,
      generation.let_in() ? "let in" : "not let in");
}

// Of several kinds each has its file in a folder.
std::string out_of(const TrainFlags& flags, bots::Figures learned) {
  if (flags.learn.size() < 2) return flags.out;
  return fmt::format("{}/{}.json", flags.out, bots::kFigures[static_cast<size_t>(learned)]);
}

int run_train(const TrainFlags& flags) {
  const auto spec = train_spec(flags);
  if (!spec) return report(spec.error);
  std::vector<std::string> files{flags.log};
  for (const bots::Figures learned : spec.value.learned) files.push_back(out_of(flags, learned));
  for (const std::string& file : files) {
    if (const engine::Error error = check_writable(file)) return report(error);
  }
  const InterruptGuard guard;
  std::optional<Progress> progress;
  std::string current;
  std::string log;
  size_t tried = 0;
  int exit_code = kOk;
  lab::TrainWatch watch;
  watch.progress = [&](std::string_view what, uint64_t done, uint64_t all) {
    if (current != what) {
      if (progress) progress->finish();
      current = what;
      progress.emplace(what == "lessons" ? "games" : what == "points" ? "points" : "blocks", all);
    }
    progress->update(done);
  };
  watch.take = [&](const lab::Generation& generation) {
    if (progress) progress->finish();
    current.clear();
    ++tried;
    print(line_of(generation));
    log += line_of(generation);
    if (!flags.log.empty()) {
      if (const engine::Error error = write_file(flags.log, log)) exit_code = report(error);
    }
    const std::string file =
        out_of(flags, generation.learned) + (generation.let_in() ? "" : ".tried");
    if (const engine::Error error = write_file(file, generation.file)) exit_code = report(error);
  };
  lab::train(*spec, guard.asked(), watch);
  if (progress) progress->finish();
  const size_t all = static_cast<size_t>(spec.value.generations) * spec.value.learned.size();
  if (tried == all) return exit_code;
  complain(fmt::format("stopped after {} of {} tries", tried, all));
  return exit_code == kOk ? static_cast<int>(kInterrupted) : exit_code;
}

}  // namespace

void add_train(CLI::App& app, int& exit_code) {
  add_command<TrainFlags>(
      app, exit_code, "train",
      "teach a game's learned figures from a bot's games with itself\n"
      "In each generation the teacher plays itself. The policy (which says at a glance what to do: "
      "the bot `quick`, and what `search` looks at first) learns from its decisions, the value "
      "(who may hope for how much) from who won; the judgement is tuned by play itself. Then the "
      "teacher with the new figures plays the one before until the sequential test knows. Only "
      "what "
      "won the test is let in, and the next generation goes by it.\n"
      "\n"
      "All games are dealt from seeds for tuning: prove what comes out with `stamtafel arena "
      "--prove`. Ctrl-C ends it; what was let in last is on disk, and can teach on.",
      [](CLI::App& command, TrainFlags& flags) {
        add_argument(command, "GAME", flags.game, "Which game: `stamtafel games` lists them.");
        add_value(command, "--players N,N,…", flags.players,
                  "For how many players lessons are played, in turn; the test is for the "
                  "first. Default: the fewest and the most the game is for.")
            ->delimiter(',');
        add_value(command, "--teacher BOT", flags.teacher,
                  "Who teaches; `search:policy=FILE` goes by that policy first. Default: search.");
        add_value(command, "--iterations N", flags.iterations,
                  "Its budget, for lessons and test. Default: 500.")
            ->check(CLI::Range(uint32_t{10}, uint32_t{1'000'000}));
        add_count(command, "-n,--games", flags.games, 5, 10'000'000,
                  "Games of a generation's lessons. Default: 200.");
        add_value(command, "--generations N", flags.generations, "How many. Default: 4.")
            ->check(CLI::Range(1, 1000));
        add_value(command, "--first N", flags.first,
                  "The number of the first: go on with the next where a run ended, so that no "
                  "seed is used twice. Default: 1.")
            ->check(CLI::Range(1, 100'000));
        add_value(command, "--series N", flags.series, "Which series of seeds. Default: 1.");
        add_value(command, "--sprt H0,H1", flags.sprt,
                  "The two hypotheses of the test, as in `arena`. Default: 0elo,30elo.");
        add_value(command, "--blocks N", flags.blocks,
                  "At most so many blocks of a test; then nothing is let in. Default: 400.")
            ->check(CLI::Range(uint64_t{2}, uint64_t{1'000'000}));
        add_value(command, "--epochs N", flags.epochs,
                  "How often the lessons are gone through. Default: 12 for a policy, 30 for "
                  "a value, 6 for a net.")
            ->check(CLI::Range(1, 1000));
        add_value(command, "--learn policy|value|tuned|net|…", flags.learn,
                  "What is taught: the policy, the value, or one after the other from the "
                  "same lessons; or the tuned judgement, from -n blocks that the teacher, a fast "
                  "one like quick, plays with two judgements a little to either side of the one "
                  "there is; or the net, from tens of thousands of games of such a fast teacher. "
                  "Default: policy.")
            ->delimiter(',')
            ->check(CLI::IsMember({"policy", "value", "tuned", "net"}));
        add_value(command, "--hidden N,N,…", flags.hidden,
                  "Hidden units of a value's net; 0: weights alone. Of several the one that "
                  "predicts best is taken. Default: 0. Of a net: 8, 16, …, default 32.")
            ->delimiter(',')
            ->check(CLI::Range(0, bots::Value::kMaxHidden));
        add_value(command, "--student BOT", flags.student,
                  "Who plays the test with what was learned, if not the teacher, as `quick`.");
        add_value(command, "--by games|crossroads", flags.by,
                  "What a value learns from: `games`, from who won; `crossroads`, from two "
                  "ways that are taken from the same position and played to the end by the "
                  "teacher, which with --student may be any bot. Default: games.")
            ->check(CLI::IsMember({"games", "crossroads"}));
        command.add_flag("--others", flags.others,
                         "Learn from what happens to the others as well: a slower policy.");
        add_value(command, "-o,--out FILE", flags.out,
                  "Where figures that were let in are written; a folder if both kinds are "
                  "taught. What was not let in is kept beside it, with `.tried` behind its "
                  "name.")
            ->required();
        add_value(command, "--log FILE", flags.log,
                  "What is printed, generation by generation, as well.");
        add_value(command, "--threads N", flags.threads,
                  "How many threads. Default: one for each core.")
            ->check(CLI::Range(1, 1024));
        add_quiet(command);
        add_footer(
            command,
            "  stamtafel train {game} -o policy.json --generations 6\n"
            "  stamtafel train {game} -o new.json --teacher search:policy=old.json --first 7\n"
            "  stamtafel train {game} -o value.json --learn value --by crossroads \\\n"
            "    --teacher greedy --student search -n 500\n"
            "  stamtafel train {game} -o tuned.json --learn tuned --teacher quick:effort=60 \\\n"
            "    --student search -n 1e4\n"
            "  stamtafel train {game} -o net.json --learn net --teacher quick \\\n"
            "    --student search -n 3e4 --generations 1\n",
            "  130  stopped by Ctrl-C, with what there was\n");
      },
      run_train, Results::kOwn);
}

}  // namespace cli
