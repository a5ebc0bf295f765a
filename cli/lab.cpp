// `stamtafel lab`: what a seat, a card and a figure are worth.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/lab_cluster.h"
#include "cli/lab_crew.h"
#include "cli/lab_puzzles.h"
#include "cli/progress.h"
#include "lab/dataset.h"
#include "lab/retune.h"
#include "lab/study.h"
#include "lab/study_report.h"
#include "lab/study_task.h"
#include "lab/sweep.h"

namespace cli {
namespace {

enum class ReportForm : uint8_t { kText, kHtml, kCsv, kJson };

constexpr uint64_t kRetuneDuels = 1000;
constexpr uint64_t kRetuneBlocks = 400;  // of the test that lets a value in, at most

struct StudyFlags {
  TableFlags table;
  std::string bots = "greedy";
  uint64_t blocks = 0;  // 0: the default
  uint64_t first_block = 0;
  uint32_t iterations = 0;
  uint32_t milliseconds = 0;
  uint64_t series = 1;
  bool prove = false;
  int threads = 0;
  std::string until;
  std::string workers;  // postgresql://…
  lab::SessionFiles files;
  std::vector<std::string> vary;  // of a sweep
  std::string aim;                // of a sweep
  bool retune = false;            // of a sweep
  uint64_t duels = kRetuneDuels;
  std::vector<std::string> editions;  // of a comparison
  std::vector<std::string> results;   // of `show` and `merge`
  bool html = false;
  bool csv = false;
  bool json = false;

  ReportForm form() const {
    return html   ? ReportForm::kHtml
           : csv  ? ReportForm::kCsv
           : json ? ReportForm::kJson
                  : ReportForm::kText;
  }
};

constexpr int kMostLabBlocks = 1'000'000'000;
constexpr uint64_t kLabBlocks = 1000;
constexpr uint64_t kDatasetGames = 100;

// Round the table until all seats are taken.
engine::Result<std::vector<bots::BotSpec>> sitters(const engine::AnyGame& game,
                                                   const StudyFlags& flags, int players) {
  auto bots = find_bots(game, flags.bots);
  if (!bots) return bots;
  if (bots->size() > static_cast<size_t>(players)) {
    return cli::usage(fmt::format("--bots names {} bots for {} players", bots->size(), players));
  }
  for (bots::BotSpec& bot : *bots) {
    if (bot.from_outside())
      return cli::usage("the lab is for the program's own bots; `arena` takes others");
    if (flags.iterations == 0 && flags.milliseconds == 0) continue;
    if (engine::Error error = bot.set_budget({flags.iterations, flags.milliseconds})) return error;
  }
  const auto kind = lab::budget_kind(*bots);
  if (!kind) return kind.error;
  std::vector<bots::BotSpec> seats;
  for (size_t i = 0; i < static_cast<size_t>(players); ++i) {
    seats.push_back((*bots)[i % bots->size()]);
  }
  return seats;
}

engine::Result<lab::StudySpec> study_spec(const StudyFlags& flags, lab::Question question) {
  const auto game = find_game(flags.table.game);
  if (!game) return game.error;
  const auto table = table_spec(**game, flags.table);
  if (!table) return table.error;
  lab::StudySpec spec;
  spec.question = question;
  spec.game = *game;
  spec.variants = table.value.variants;
  auto seats = sitters(**game, flags, table.value.seats);
  if (!seats) return seats.error;
  spec.seats = std::move(*seats);
  spec.seeds = {flags.prove ? lab::World::kProve : lab::World::kTune, flags.series};
  spec.first_block = flags.first_block;
  spec.blocks = flags.blocks != 0 ? flags.blocks : kLabBlocks;
  spec.threads = flags.threads;
  const engine::EditionPtr edition =
      table.value.edition != nullptr ? table.value.edition : (*game)->default_edition();
  spec.arms.push_back({edition->name(), edition});
  return spec;
}

// "half_width<0.5%", "half_width(turns)<0.2".
struct Until {
  size_t measure = lab::Measures::kSeatAdvantage;
  double half_width = 0;
};
engine::Result<Until> parse_until(std::string_view text, const lab::Measures& measures) {
  const auto wrong = [&] {
    return cli::usage(
        fmt::format("--until takes half_width<0.5%, or half_width(MEASURE)<NUMBER: '{}'", text));
  };
  Until until;
  constexpr std::string_view kWord = "half_width";
  const size_t less = text.find('<');
  if (!text.starts_with(kWord) || less == std::string_view::npos) return wrong();
  std::string_view of = engine::trim(text.substr(kWord.size(), less - kWord.size()));
  if (!of.empty()) {
    if (of.size() < 2 || of.front() != '(' || of.back() != ')') return wrong();
    const auto measure = measures.find(of.substr(1, of.size() - 2));
    if (!measure) return measure.error;
    until.measure = *measure;
  }
  std::string_view number = engine::trim(text.substr(less + 1));
  const bool percent = number.ends_with('%');
  if (percent) number = engine::trim(number.substr(0, number.size() - 1));
  const char* end = number.data() + number.size();
  const auto [read, problem] = std::from_chars(number.data(), end, until.half_width);
  if (problem != std::errc{} || read != end || !(until.half_width > 0)) return wrong();
  if (percent) until.half_width /= 100;
  return until;
}

std::string shell_word(const std::string& word) {
  const bool plain = word.find_first_not_of(
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                         "0123456789._-/=,:") == std::string::npos;
  if (plain && !word.empty()) return word;
  std::string out = "'";
  for (const char letter : word)
    out += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return out + "'";
}

// What repeats a study exactly.
std::string command_of(const lab::StudySpec& spec, const StudyFlags& flags, uint64_t blocks) {
  std::string command =
      fmt::format("stamtafel lab {} {}", lab::kQuestionIds[static_cast<size_t>(spec.question)],
                  spec.game->spec().id);
  for (const std::string& edition : flags.editions) command += ' ' + shell_word(edition);
  fmt::format_to(std::back_inserter(command), " --players {}", spec.players());
  std::string bots;
  for (const bots::BotSpec& bot : spec.seats) bots += (bots.empty() ? "" : ",") + bot.text();
  command += " --bots " + shell_word(bots);
  for (const std::string_view variant :
       engine::split(engine::describe_variants(spec.game->spec(), spec.variants), ' ')) {
    if (!variant.empty()) command += " --variants " + shell_word(std::string(variant));
  }
  if (!flags.table.edition_file.empty())
    command += " --edition " + shell_word(flags.table.edition_file);
  for (const std::string& vary : flags.vary) command += " --vary " + shell_word(vary);
  if (!flags.aim.empty()) command += " --aim " + shell_word(flags.aim);
  if (flags.retune)
    fmt::format_to(std::back_inserter(command), " --retune --duels {}", flags.duels);
  fmt::format_to(std::back_inserter(command), " -n {}", blocks);
  if (spec.first_block != 0)
    fmt::format_to(std::back_inserter(command), " --from {}", spec.first_block);
  if (spec.seeds.world == lab::World::kProve) command += " --prove";
  if (spec.seeds.series != 1) {
    fmt::format_to(std::back_inserter(command), " --series {}", spec.seeds.series);
  }
  return command;
}

void print_document(const lab::Document& document, ReportForm form) {
  switch (form) {
    case ReportForm::kText:
      print(lab::document_text(document));
      return;
    case ReportForm::kHtml:
      print(lab::document_html(document));
      break;
    case ReportForm::kCsv:
      print(lab::document_csv(document));
      break;
    case ReportForm::kJson:
      print_line(lab::document_json(document));
      break;
  }
  print_beside(lab::document_text(document));
}

// "beginning +1.2 % ± 0.4".
std::string so_far(const lab::StudySession& session) {
  const lab::Measured now = session.sums().arms[0].measures[lab::Measures::kSeatAdvantage].first();
  if (!now.known()) return "";
  return fmt::format("beginning {:+.1f} ± {:.1f} points", 100 * now.mean, 100 * now.half_width());
}

int run_study(const StudyFlags& flags, const lab::StudySpec& spec, lab::Told told, Crew& crew) {
  const auto language = find_language(flags.table);
  if (!language) return report(language.error);
  told.language = *language;
  if (flags.files.resume && flags.files.result.empty())
    return report(cli::usage("--resume goes on with a file: name it with --result"));
  const lab::Measures measures = lab::Study(spec).measures();
  engine::Result<Until> until(Until{});
  if (!flags.until.empty()) until = parse_until(flags.until, measures);
  if (!until) return report(until.error);
  engine::Result<lab::Wish> wish(lab::Wish{});
  if (!flags.aim.empty()) wish = lab::parse_wish(flags.aim, measures);
  if (!wish) return report(wish.error);
  auto opened = lab::StudySession::open(spec, flags.files);
  if (!opened) return report(opened.error);
  lab::StudySession& session = **opened;
  if (session.torn())
    remark(fmt::format("the last line of '{}' was torn off: its blocks are played again",
                       flags.files.result));
  session.helped_by(crew.helpers());

  const uint64_t before = session.played();
  Progress progress("blocks", spec.blocks > before ? spec.blocks - before : 0);
  const InterruptGuard guard;
  const auto show = [&] { progress.update(session.played() - before, so_far(session)); };
  engine::Error failed;
  bool enough = false;
  if (!flags.aim.empty()) {
    lab::Race race;
    failed = lab::race(session, *wish, guard.asked(), show, race);
    enough = !guard.asked();
    told.aim = {wish.value.measure, wish.value.value, race.left, race.rounds};
  } else {
    failed = session.run(guard.asked(), show, [&] {
      if (flags.until.empty()) return false;
      // Of all editions, where there are several.
      enough = enough || std::ranges::all_of(session.sums().arms, [&](const lab::ArmSums& arm) {
                 return arm.measures[until->measure].first().half_width() < until->half_width;
               });
      return enough;
    });
  }
  progress.finish();
  if (!session.refusal().empty()) {
    remark("some who were to help did not, and their blocks were played here: " +
           session.refusal());
  }
  told.command = command_of(spec, flags, flags.aim.empty() ? session.played() : spec.blocks);
  print_document(lab::study_document(session.study(), session.sums(), told), flags.form());
  if (failed) return report(failed);
  const bool complete = enough || session.played() >= spec.blocks;
  if (complete) return kOk;
  complain(fmt::format("stopped after {} of {} blocks", session.played(), spec.blocks));
  return kInterrupted;
}

int run_balance(const StudyFlags& flags, Crew& crew) {
  const auto spec = study_spec(flags, lab::Question::kBalance);
  if (!spec) return report(spec.error);
  return run_study(flags, *spec, {}, crew);
}

// The bots learn each edition; nothing when that was interrupted.
engine::Result<std::optional<lab::Told::Retune>> retune(const StudyFlags& flags,
                                                        lab::StudySpec& spec) {
  const InterruptGuard guard;
  std::optional<Progress> progress;
  std::string current;
  std::vector<lab::Retuned> found;
  const auto show = [&](std::string_view what, uint64_t done, uint64_t all) {
    const std::string now = fmt::format("edition {} of {}: {}", found.size() + 1, spec.arms.size(),
                                        what == "lessons" ? "games" : what);
    if (current != now) {
      if (progress) progress->finish();
      progress.emplace(what == "lessons" ? "games" : "blocks", all);
    }
    current = now;
    progress->update(done, now);
  };
  const engine::Error error =
      lab::retune(spec, {flags.duels, kRetuneBlocks}, guard.asked(), show, found);
  if (progress) progress->finish();
  if (error) return error;
  if (found.size() < spec.arms.size()) {
    complain(
        fmt::format("stopped when {} of {} editions were learned", found.size(), spec.arms.size()));
    return std::optional<lab::Told::Retune>();
  }
  lab::Told::Retune told{flags.duels, 0};
  for (const lab::Retuned& one : found) {
    told.let_in += one.let_in ? 1 : 0;
    remark(fmt::format("{}: what was learned takes {:.1f} % of the wins in {} blocks, {}",
                       spec.arms[one.arm].label, 100 * one.share, one.blocks,
                       one.let_in ? "and is let in" : "and is not let in"));
  }
  return std::optional(told);
}

int run_sweep(const StudyFlags& flags, Crew& crew) {
  auto spec = study_spec(flags, lab::Question::kSweep);
  if (!spec) return report(spec.error);
  lab::Told told;
  const engine::EditionPtr edition = spec->arms[0].edition;
  for (const std::string& text : flags.vary) {
    auto varied = lab::parse_varied(text, *edition);
    if (!varied) return report(varied.error);
    if (std::ranges::find(told.varied, varied->path, &lab::Varied::path) != told.varied.end()) {
      return report(cli::usage("--vary names '" + varied->path + "' twice"));
    }
    told.varied.push_back(std::move(*varied));
  }
  auto arms = lab::arms_of(*spec->game, edition, told.varied);
  if (!arms) return report(arms.error);
  spec->arms = std::move(*arms);
  if (flags.retune) {
    const auto retuned = retune(flags, *spec);
    if (!retuned) return report(retuned.error);
    if (!*retuned) return kInterrupted;
    told.retuned = **retuned;
  }
  return run_study(flags, *spec, std::move(told), crew);
}

// "standard" is the game's own.
engine::Result<engine::EditionPtr> named_edition(const engine::AnyGame& game,
                                                 const std::string& name) {
  if (name == "standard") return game.default_edition();
  return find_edition(game, name);
}

int run_compare(const StudyFlags& flags, Crew& crew) {
  auto spec = study_spec(flags, lab::Question::kCompare);
  if (!spec) return report(spec.error);
  spec->arms.clear();
  for (const std::string& name : flags.editions) {
    auto edition = named_edition(*spec->game, name);
    if (!edition) return report(edition.error);
    spec->arms.push_back({name, std::move(*edition)});
  }
  if (spec->arms[0].edition->hash() == spec->arms[1].edition->hash()) {
    return report(cli::usage("both editions say the same: there is nothing to compare"));
  }
  return run_study(flags, *spec, {}, crew);
}

// With whoever helps; or, of the others under mpirun, helping the first.
template <int (*run)(const StudyFlags& flags, Crew& crew)>
int with_crew(const StudyFlags& flags) {
  auto crew = Crew::gather(flags.workers);
  if (!crew) return report(crew.error);
  if (!crew.value->leads()) return crew.value->help(flags.threads);
  return run(flags, *crew.value);
}

// --- files ---

// The question a file answers, as far as its first line and the editions at hand tell.
engine::Result<lab::StudySpec> spec_of_file(const StudyFlags& flags, lab::Told& told) {
  const std::string& path = flags.results[0];
  if (path == "-")
    return cli::usage("a result is read twice, and standard input can't be: name a file");
  const auto text = lab::read_lines(path);
  if (!text) return text.error;
  const auto head = lab::read_study_head(*text, path);
  if (!head) return head.error;
  const auto game = find_game(head.value.game);
  if (!game) return game.error;
  std::vector<engine::EditionPtr> known;
  for (const std::string& name : flags.editions) {
    auto edition = named_edition(**game, name);
    if (!edition) return edition.error;
    known.push_back(std::move(*edition));
  }
  auto spec = lab::spec_of_head(*head, known, path, lab::BotFiles::kRefused);
  if (spec && spec.value.question == lab::Question::kSweep) {
    std::vector<std::string> labels;
    for (size_t i = 1; i < spec.value.arms.size(); ++i) labels.push_back(spec.value.arms[i].label);
    told.varied = lab::varied_of_labels(labels);
  }
  return spec;
}

int run_lab_show(const StudyFlags& flags) {
  const auto language = find_language(flags.table);
  if (!language) return report(language.error);
  lab::Told told;
  told.language = *language;
  const auto spec = spec_of_file(flags, told);
  if (!spec) return report(spec.error);
  const auto session = lab::StudySession::of_files(*spec, flags.results);
  if (!session) return report(session.error);
  if (session.value->torn()) remark("the last line of a file is torn off and left out");
  StudyFlags as_asked;
  if (spec.value.question == lab::Question::kCompare) {
    for (const lab::Arm& arm : spec.value.arms) as_asked.editions.push_back(arm.label);
  }
  for (const lab::Varied& varied : told.varied) {
    as_asked.vary.push_back(fmt::format("{}={}", varied.path, fmt::join(varied.values, ",")));
  }
  told.command = command_of(*spec, as_asked, session.value->played());
  print_document(lab::study_document(session.value->study(), session.value->sums(), told),
                 flags.form());
  return kOk;
}

int run_lab_merge(const StudyFlags& flags) {
  lab::Told told;
  const auto spec = spec_of_file(flags, told);
  if (!spec) return report(spec.error);
  const auto session = lab::StudySession::of_files(*spec, flags.results);
  if (!session) return report(session.error);
  print(lab::head_line(lab::head_of(*spec)) + session.value->sums().line());
  remark(fmt::format("{} blocks of {} files", session.value->played(), flags.results.size()));
  return kOk;
}

// --- datasets ---

int run_dataset(const StudyFlags& flags) {
  if (lab::Ranks::several()) return report(cli::usage("a dataset is made on one machine"));
  const auto study = study_spec(flags, lab::Question::kBalance);
  if (!study) return report(study.error);
  lab::DatasetSpec spec;
  spec.game = study.value.game;
  spec.edition = study.value.arms[0].edition;
  spec.variants = study.value.variants;
  spec.seats = study.value.seats;
  spec.seeds = study.value.seeds;
  spec.first_game = study.value.first_block;
  spec.games = flags.blocks != 0 ? flags.blocks : kDatasetGames;
  spec.threads = flags.threads;
  Progress progress("games", spec.games);
  const InterruptGuard guard;
  const uint64_t games = lab::write_dataset(
      spec, guard.asked(), [](std::string_view bytes) { print(bytes); },
      [&](uint64_t done) { progress.update(done); });
  progress.finish();
  if (games == spec.games) return kOk;
  complain(fmt::format("stopped after {} of {} games", games, spec.games));
  return kInterrupted;
}

// --- the command line ---

void add_paper(CLI::App& command, StudyFlags& flags) {
  CLI::Option* html = command.add_flag(
      "--html", flags.html, "Writes the report as one HTML file, with plots (see --out).");
  CLI::Option* csv = command.add_flag("--csv", flags.csv, "The tables as comma-separated values.");
  command.add_flag("--json", flags.json, "The report as JSON.")->excludes(html)->excludes(csv);
  csv->excludes(html);
  flags.table.add_language(command);
}

// Who plays on which seeds.
void add_play_of(CLI::App& command, StudyFlags& flags, const std::string& count,
                 const std::string& first) {
  add_value(command, "--bots BOT,…", flags.bots,
            "Who plays, as many as there are seats or fewer, who then sit round the table in "
            "turn: " +
                bots::bot_names() + "; with their settings. Default: greedy.");
  add_count(command, "-n", flags.blocks, 1, kMostLabBlocks, count);
  CLI::Option* iterations =
      add_value(command, "--iterations N", flags.iterations,
                "The budget of a decision for all bots that have one: so many iterations.")
          ->check(CLI::Range(1, 100'000'000));
  add_value(command, "--ms N", flags.milliseconds, "The same in milliseconds of processor time.")
      ->check(CLI::Range(1, 60'000))
      ->excludes(iterations);
  command.add_flag("--prove", flags.prove, "Plays on seeds for proving (docs/arena.md).");
  add_value(command, "--series N", flags.series, "Which series of seeds. Default: 1.");
  add_value(command, "--from N", flags.first_block, first)->check(CLI::Range(0, kMostLabBlocks));
  add_value(command, "--threads N", flags.threads, "How many threads. Default: one for each core.")
      ->check(CLI::Range(1, 1024));
  flags.table.add_players(command);
}

void add_study(CLI::App& command, StudyFlags& flags) {
  add_play_of(command, flags,
              "How many blocks: deals, each played once for each seat. Default: 1000.",
              "The number of the first block: another machine can play others of the same series. "
              "Default: 0.");
  add_value(command, "--result FILE", flags.files.result,
            "Keeps what is found in this file while it goes on. One that is there is not "
            "touched, except with --resume.");
  command.add_flag("--resume", flags.files.resume,
                   "Goes on with the file of --result: blocks it holds are not played again.");
  add_value(command, "--workers ADDRESS", flags.workers,
            "Workers (`stamtafel worker`) play as well: those that take from the queue in this "
            "database, postgresql://user@host/name. They may come and go.");
  add_paper(command, flags);
}

CLI::Option* add_until(CLI::App& command, StudyFlags& flags) {
  return add_value(command, "--until WIDTH", flags.until,
                   "Ends as soon as the 95 % interval of a measure is as narrow as this: "
                   "half_width<0.5% (of the advantage of beginning), or half_width(turns)<0.2. Of "
                   "several editions all must be. -n is the most there may be.");
}

constexpr const char* kStopped = "  130  stopped by Ctrl-C, with what there was\n";

void add_balance(CLI::App& lab, int& exit_code) {
  add_command<StudyFlags>(
      lab, exit_code, "balance",
      "tell whether a game is fair, what decides it, and what is worth taking\n"
      "Plays blocks: one deal, once for each seat, everybody one seat further on each time. Tells "
      "the advantage of each place in the turn order, how long games are, how much there is to "
      "decide, how often the lead changes and how early the winner is known, how much of winning "
      "is "
      "the deal and how much the player, and for everything one can take how much more often those "
      "win who took it than those who could have and did not. All with 95 % intervals from "
      "independent blocks. docs/lab.md explains the measures.\n"
      "\n"
      "Name different bots to see what skill is worth: --bots greedy,random.",
      [](CLI::App& command, StudyFlags& flags) {
        flags.table.add_game(command);
        add_study(command, flags);
        add_until(command, flags);
        flags.table.add_edition(command);
        add_footer(command,
                   "  stamtafel lab balance {game}\n"
                   "  stamtafel lab balance {game} --bots random -n 1e4 --until 'half_width<0.5%'\n"
                   "  stamtafel lab balance {game} --html --out balance.html\n",
                   kStopped);
      },
      with_crew<run_balance>);
}

void add_sweep(CLI::App& lab, int& exit_code) {
  add_command<StudyFlags>(
      lab, exit_code, "sweep",
      "vary figures of the edition and tell what that changes\n"
      "Every combination of values is an edition; all play the same seeds as the edition as it is, "
      "and what changes is told measure by measure, from the differences of blocks. One figure "
      "gives "
      "curves, two give maps (--html). `stamtafel edition GAME --doc` lists the figures there "
      "are.\n"
      "\n"
      "With --aim the values race for a wish: those that are further from it than chance explains "
      "drop out, the rest play on, up to -n blocks.",
      [](CLI::App& command, StudyFlags& flags) {
        flags.table.add_game(command);
        add_value(command, "--vary PATH=VALUES", flags.vary,
                  "A figure and its values: start.coins=2..6, =1..9:2 in steps, =3,5 these. "
                  "May be repeated.")
            ->required();
        CLI::Option* aim =
            add_value(command, "--aim MEASURE=VALUE", flags.aim,
                      "Finds the value at which a measure is as wanted: seat_advantage=0, "
                      "order_1=25%, turns=30.");
        command.add_flag("--retune", flags.retune,
                         "The bots learn each edition before they play it, by duels; what they "
                         "learned counts where it beats the bot as it is. For bots that go by a "
                         "value: quick and search.");
        add_count(command, "--duels", flags.duels, 32, 1'000'000,
                  "With --retune: so many blocks of duels for each edition. Default: 1000.");
        add_study(command, flags);
        add_until(command, flags)->excludes(aim);
        flags.table.add_edition(command);
        add_footer(
            command,
            "  stamtafel lab sweep taverna --vary start.coins=1..5 --bots random -n 200\n"
            "  stamtafel lab sweep taverna --vary start.coins=1..9:2 --aim winning_score=40\n",
            kStopped);
      },
      with_crew<run_sweep>);
}

void add_compare(CLI::App& lab, int& exit_code) {
  add_command<StudyFlags>(
      lab, exit_code, "compare",
      "compare two editions of a game, measure by measure\n"
      "Both play the same seeds. A change holds when it is more than chance explains, corrected "
      "for "
      "looking at many measures at once (Benjamini-Hochberg, 5 %).",
      [](CLI::App& command, StudyFlags& flags) {
        flags.table.add_game(command);
        add_argument(command, "EDITION", flags.editions,
                     "Two files; `standard` is the game's own edition.")
            ->expected(2);
        add_study(command, flags);
        add_until(command, flags);
        add_footer(command, "  stamtafel lab compare {game} standard mine.json -n 500\n", kStopped);
      },
      with_crew<run_compare>);
}

void add_dataset(CLI::App& lab, int& exit_code) {
  add_command<StudyFlags>(
      lab, exit_code, "dataset",
      "write decisions of games for learning elsewhere\n"
      "Of every decision in which there was a choice: what the seat knew as numbers, what it could "
      "choose and how much the bot made of each, and how the game ended. The file is binary "
      "(docs/lab.md); examples/dataset.py reads it and makes .npz and Parquet files.",
      [](CLI::App& command, StudyFlags& flags) {
        flags.table.add_game(command);
        add_play_of(command, flags, "How many games. Default: 100.",
                    "The number of the first game. Default: 0.");
        flags.table.add_edition(command);
        add_footer(command, "  stamtafel lab dataset {game} --bots random -n 10 --out games.data\n",
                   kStopped);
      },
      run_dataset);
}

void add_files(CLI::App& command, StudyFlags& flags) {
  add_argument(command, "FILE", flags.results, "Result files.");
  add_value(command, "--edition FILE…", flags.editions,
            "Edition files the results are about, where it is not the game's own. May be "
            "repeated.");
}

void add_lab_show(CLI::App& lab, int& exit_code) {
  add_command<StudyFlags>(
      lab, exit_code, "show",
      "write the report of result files\n"
      "Of one file, or of several that answer the same question as if they were one.",
      [](CLI::App& command, StudyFlags& flags) {
        add_files(command, flags);
        add_paper(command, flags);
        add_footer(command, "  stamtafel lab show balance.jsonl --html --out balance.html\n");
      },
      run_lab_show);
}

void add_lab_merge(CLI::App& lab, int& exit_code) {
  add_command<StudyFlags>(
      lab, exit_code, "merge",
      "put result files of several machines together\n"
      "Let each machine play blocks of its own (--from, -n) of the same series. Files about "
      "another "
      "question, game, version, edition, number of players, other bots or seeds are refused with "
      "the "
      "reason, and so are blocks that two of them hold.",
      [](CLI::App& command, StudyFlags& flags) {
        add_files(command, flags);
        add_footer(command, "  stamtafel lab merge one.jsonl two.jsonl --out both.jsonl\n");
      },
      run_lab_merge);
}

}  // namespace

void add_lab(CLI::App& app, int& exit_code) {
  CLI::App* lab =
      app.add_subcommand("lab",
                         "find out what a seat, a card and a figure are worth\n"
                         "Many games between bots, in blocks on given seeds: the same to the last "
                         "digit with any number "
                         "of threads, however often they were interrupted. docs/lab.md tells how.");
  lab->require_subcommand(1);
  add_balance(*lab, exit_code);
  add_sweep(*lab, exit_code);
  add_compare(*lab, exit_code);
  add_dataset(*lab, exit_code);
  add_lab_puzzles(*lab, exit_code);
  add_lab_cluster(*lab, exit_code);
  add_lab_show(*lab, exit_code);
  add_lab_merge(*lab, exit_code);
}

}  // namespace cli
