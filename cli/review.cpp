// `stamtafel review`: a finished game looked at again by the search.
#include "bots/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/review_text.h"
#include "cli/saves.h"
#include "cli/words.h"

namespace cli {
namespace {

struct ReviewFlags {
  TableFlags table;
  std::string file;
  int game = 0;
  uint64_t iterations = bots::kReviewIterations;
  uint64_t milliseconds = 0;
  uint64_t seed = 1;
  bool json = false;
};

int run_review(const ReviewFlags& flags) {
  const auto language = find_language(flags.table);
  if (!language) return report(language.error);
  auto reading = open_record(flags.file, flags.table.edition_file, flags.game);
  if (!reading) return report(reading.error, flags.json);
  if (reading->disagreement) return report(reading->disagreement, flags.json);
  const engine::AnyTable& table = *reading->table;
  Progress progress("decisions", static_cast<uint64_t>(bots::decisions_of(table)));
  const InterruptGuard guard;
  const auto review =
      bots::review(table, {flags.iterations, static_cast<uint32_t>(flags.milliseconds), flags.seed},
                   [&](int done, int) {
                     progress.update(static_cast<uint64_t>(done));
                     return !guard.asked();
                   });
  progress.finish();
  if (guard.asked()) {
    complain("stopped before the review was done");
    return kInterrupted;
  }
  if (!review) return report(review.error, flags.json);
  const engine::Texts texts = table.game().texts_at(table, *language);
  if (flags.json) {
    auto json = engine::parse_json(bots::write_review(*review, table), "review");
    bots::add_texts(*json, table, texts);
    print_line(json->dump(2));
    return kOk;
  }
  print_text(review_text(*review, table, texts, words(*language)));
  return kOk;
}

}  // namespace

void add_review(CLI::App& app, int& exit_code) {
  add_command<ReviewFlags>(
      app, exit_code, "review",
      "look at a finished game again: what was won and lost where\n"
      "The search goes through a record and says for every choice what it gave away, in share of "
      "wins, and what would have been better; how the hopes of everybody rose and fell, and how "
      "much of the result was play and how much luck. Choices are judged by what could be known "
      "when they were made. docs/review.md says how the figures come about, and how far they can "
      "be trusted.\n"
      "\n"
      "The same record, iterations and seed give the same review on every machine.",
      [](CLI::App& command, ReviewFlags& flags) {
        add_argument(command, "FILE", flags.file,
                     "The record of a finished game; - is standard input.");
        add_which_record(command, flags.game);
        flags.table.add_edition(command);
        flags.table.add_language(command);
        add_count(command, "--iterations", flags.iterations, 1, 1'000'000'000'000,
                  fmt::format("How much is searched, over all decisions together. Default: {}.",
                              bots::kReviewIterations));
        add_count(command, "--ms", flags.milliseconds, 1, 24 * 3600 * 1000,
                  "Instead: so many milliseconds of the processor, over all decisions together.");
        add_count(command, "--seed", flags.seed, 0, 1u << 31,
                  "Other worlds are imagined with another seed. Default: 1.");
        command.add_flag("--json", flags.json, "Prints everything as JSON.");
        add_footer(command,
                   "  stamtafel review game.record\n"
                   "  stamtafel review game.record --ms 10000 --lang de\n"
                   "  stamtafel review game.record --json --out review.json\n",
                   "  130  stopped by Ctrl-C\n");
      },
      run_review);
}

}  // namespace cli
