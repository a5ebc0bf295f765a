// `stamtafel record`: bots play a game and it is written down; or a record is checked.
#include "engine/record.h"

#include <fmt/format.h>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/saves.h"
#include "games/registry.h"
#include "lab/play_game.h"

namespace cli {
namespace {

struct RecordFlags {
  TableFlags table;
  std::string seats;
  std::string verify;
  bool remarks = false;
};

int verify(std::string_view record, const std::string& name, const RecordFlags& flags) {
  const auto edition = edition_for_record(record, flags.table.edition_file);
  if (!edition) return report(edition.error);
  auto reading = engine::replay_record(record, games::find, *edition);
  if (!reading) reading->disagreement = std::move(reading.error);
  if (engine::Error& wrong = reading->disagreement) {
    wrong.text = name + ": " + wrong.text;
    return report(wrong);
  }
  const engine::AnyTable& played = *reading->table;
  print_line(fmt::format("{}: good. {}, {} players, {} actions, {}", name, played.game().spec().id,
                         played.seats(), played.steps().size(),
                         played.over()           ? "played to the end"
                         : reading->says_its_end ? "not finished"
                                                 : "not finished, or cut off after a line: a "
                                                   "record of format 1 or 2 can't tell"));
  if (!reading->made_with.empty()) print_line(reading->made_with + " All of it agrees.");
  return kOk;
}

// All that the file holds. The exit code is that of the first that isn't good.
int verify_all(const RecordFlags& flags) {
  const auto text = read_file(flags.verify);
  if (!text) return report(text.error);
  const std::string name = flags.verify == "-" ? "standard input" : flags.verify;
  const std::vector<std::string_view> records = engine::split_records(*text);
  if (records.size() == 1) return verify(records.front(), name, flags);
  int exit_code = kOk;
  for (size_t i = 0; i < records.size(); ++i) {
    const int code = verify(records[i], fmt::format("{}, record {}", name, i + 1), flags);
    if (exit_code == kOk) exit_code = code;
  }
  return exit_code;
}

int run_record(const RecordFlags& flags) {
  if (!flags.verify.empty()) {
    if (!flags.table.game.empty())
      return report(usage("--verify takes no GAME: the record names it"));
    return verify_all(flags);
  }
  if (flags.table.game.empty()) return report(usage("GAME is missing (or --verify FILE)"));
  const auto game = find_game(flags.table.game);
  if (!game) return report(game.error);
  auto seats = find_bots(**game, flags.seats);
  if (!seats) return report(seats.error);
  const auto table = table_spec(**game, flags.table, static_cast<int>(seats.value.size()));
  if (!table) return report(table.error);
  if (seats.value.empty()) {
    seats.value.assign(static_cast<size_t>(table.value.seats), bots::BotSpec::of("greedy"));
  }
  const auto played = lab::play_at_table(
      {*game, table.value.edition, table.value.variants, *seats, {}, table.value.chance.seed});
  if (!played) return report(played.error);
  const auto remarks = flags.remarks ? engine::Remarks::kEvents : engine::Remarks::kNone;
  print(engine::write_record(*played.value, remarks));
  return kOk;
}

}  // namespace

void add_record(CLI::App& app, int& exit_code) {
  add_command<RecordFlags>(
      app, exit_code, "record",
      "let bots play a game and write its record; or check a record\n"
      "A record is text: variants, seed and every action, with a fingerprint of the position "
      "after it. It replays exactly, on any machine (`stamtafel replay`). docs/record-format.md "
      "describes it.\n"
      "\n"
      "With --verify a record is replayed and every fingerprint compared: one that is cut off or "
      "edited is refused with the line and what is wrong there (exit code 4); one of a game that "
      "isn't finished says so in its last line. One of other rules or another edition is good if "
      "it replays all the same; otherwise the line and the reason are "
      "told, and how far it agrees (exit code 5). Of a file with several records, one after the "
      "other, each is checked.",
      [](CLI::App& command, RecordFlags& flags) {
        command.add_option("GAME", flags.table.game, "The game to play (not with --verify).");
        add_value(command, "--seats BOT,BOT,…", flags.seats,
                  "The bots, seat by seat: " + bots::bot_names() +
                      ", or exec:COMMAND (docs/bot-protocol.md). Default: greedy on every seat.");
        flags.table.add_table(command);
        command.add_flag(
            "--remarks", flags.remarks,
            "Writes below each action, in English, what happened. Readers skip these lines.");
        add_value(command, "--verify FILE|-", flags.verify,
                  "Checks this record instead; - is standard input.");
        add_footer(command,
                   "  stamtafel record {game} --seats greedy,random,random --seed 1 --remarks\n"
                   "  stamtafel record {game} --players 4 --out evening.record\n"
                   "  stamtafel record --verify evening.record\n");
      },
      run_record);
}

}  // namespace cli
