// `stamtafel verify`: proves that the chance of a finished table was fair.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/saves.h"
#include "engine/record.h"
#include "games/registry.h"
#include "server/fair.h"

namespace cli {
namespace {

struct VerifyFlags {
  std::string file;
  std::string commitment;
  int game = 0;
};

engine::Error bad(const std::string& text) { return {engine::ErrorCode::kRecord, text, ""}; }

// Where chance was drawn anew, the proof is of what came after.
std::optional<engine::ChanceKey> last_key(const engine::ChanceSource& chance) {
  if (!chance.anew.empty()) return chance.anew.back().key;
  if (chance.kind != engine::ChanceSource::Kind::kKey) return std::nullopt;
  return chance.key;
}

engine::Error check(const engine::AnyTable& table, const server::Proof& proof,
                    const std::string& seen) {
  if (server::commitment(proof.table, proof.secret) != proof.commitment) {
    return bad("the secret is not the one that was committed to");
  }
  if (!seen.empty() && seen != proof.commitment) {
    return bad("the commitment is not the one that was shown at the table");
  }
  for (const server::Word& word : proof.words) {
    if (proof.rules == server::WordRules::kPublic || word.commitment.empty() || word.missing()) {
      continue;
    }
    if (server::word_commitment(proof.table, word.seat, word.text) != word.commitment) {
      return bad("the word of " + word.seat + " is not the one that was committed to");
    }
  }
  const std::optional<engine::ChanceKey> key = last_key(table.chance());
  if (!key || *key != server::chance_key(proof.rules, proof.table, proof.secret, proof.words)) {
    return bad("the key does not come from the secret and the words");
  }
  if (!table.chance().anew.empty() && table.acted() < table.chance().anew.back().from) {
    return bad("all of the game came from a record: there is nothing to be proven of its chance");
  }
  return {};
}

void print_words(const server::Proof& proof) {
  for (const server::Word& word : proof.words) {
    if (!word.text.empty()) {
      print_line(fmt::format("word        {}: {}", word.seat, word.text));
    } else if (word.missing()) {
      print_line(fmt::format("missing     {}: committed to {}, but did not open it", word.seat,
                             word.commitment));
    } else {
      print_line(fmt::format("no word     {}", word.seat));
    }
  }
}

// What the record alone can't show.
void print_unproven(const server::Proof& proof, const std::string& seen) {
  if (seen.empty()) {
    print_line(
        "Not proven: that the secret was fixed before the words. Who kept the commitment from "
        "before the start proves it with --commitment.");
  }
  if (proof.rules == server::WordRules::kPublic) {
    print_line(
        "Not proven: that nobody chose a word to fit. At this table words were public, and who "
        "knew the secret and spoke last could have.");
  } else if (std::none_of(proof.words.begin(), proof.words.end(),
                          [](const server::Word& word) { return !word.text.empty(); })) {
    print_line("Not proven: that the server did not choose the key. No player's word is in it.");
  }
}

// "Taken back after something was shown: 3 steps (green 2, purple 1)."
void print_taken_back(const engine::AnyTable& table) {
  const engine::SeenSteps seen = table.seen_and_taken_back();
  if (seen.count == 0) return print_line("Nothing was taken back after something was shown.");
  std::string who;
  for (size_t i = 0; i < seen.by.size(); ++i) {
    if (seen.by[i] == 0) continue;
    who += fmt::format("{}{} {}", who.empty() ? "" : ", ", table.game().spec().seat_ids[i],
                       seen.by[i]);
  }
  print_line(fmt::format("Taken back after something was shown: {} {} ({}).", seen.count,
                         seen.count == 1 ? "step" : "steps", who.empty() ? "nobody named" : who));
}

int run_verify(const VerifyFlags& flags) {
  const auto file = read_file(flags.file);
  if (!file) return report(file.error);
  auto text = pick_record(*file, flags.game);
  if (!text) {
    text.error.text = flags.file + ": " + text.error.text;
    return report(text.error);
  }
  auto table = engine::read_record(*text, games::find);
  if (!table) {
    table.error.text = flags.file + ": " + table.error.text;
    return report(table.error);
  }
  server::Proof proof;
  if (!server::read_proof(*text, proof)) {
    return report(bad(flags.file + ": the record is sound, but holds no proof of its chance (it is "
                                   "not of a finished table on a server)"));
  }
  if (engine::Error error = check(**table, proof, flags.commitment)) {
    error.text = flags.file + ": " + error.text;
    return report(error);
  }
  print_line(fmt::format("commitment  {}", proof.commitment));
  print_line(fmt::format("secret      {}", proof.secret));
  print_words(proof);
  print_line(fmt::format("key         {}", server::hex(*last_key(table.value->chance()))));
  const std::vector<engine::ChanceSource::Anew>& anew = table.value->chance().anew;
  const uint64_t before = anew.empty() ? 0 : anew.back().from - 1;
  print_line(
      fmt::format("Fair: the secret is the one committed to, the key follows from it and "
                  "the words, and all {} actions follow from the key.",
                  table.value->acted() - before));
  if (!anew.empty()) {
    print_line(fmt::format(
        "The game came from a record: nothing is proven of its deal and its first {} actions.",
        before));
  }
  print_taken_back(**table);
  if (!table.value->start_position().empty()) {
    print_line(fmt::format(
        "The record begins in the middle of the game, after {} actions: nothing is proven of them.",
        table.value->chance().first));
  } else if (const uint64_t first = table.value->chance().first; first != 0) {
    print_line(fmt::format(
        "The game was dealt anew after {} actions: nothing is proven of them, or of the need.",
        first));
  }
  print_unproven(proof, flags.commitment);
  return kOk;
}

}  // namespace

void add_verify(CLI::App& app, int& exit_code) {
  add_command<VerifyFlags>(
      app, exit_code, "verify",
      "prove that the dice and cards of a finished table were fair\n"
      "Reads the record of a table that was played on a server, checks that the secret it opens is "
      "the one the server had committed to before the first card, that the key was made from it "
      "and the words the players had committed to, and replays the whole game with that key, steps "
      "that were taken back included. Says what the record alone can't prove. docs/fair-chance.md "
      "describes how.",
      [](CLI::App& command, VerifyFlags& flags) {
        add_argument(command, "RECORD", flags.file,
                     "The file with the record; - is standard input.");
        add_which_record(command, flags.game);
        add_value(command, "--commitment HEX", flags.commitment,
                  "The commitment as it was shown at the table before the start. Without it the "
                  "one in the record is believed.");
        add_footer(
            command,
            "  stamtafel verify game.record\n"
            "  curl -s http://localhost:8080/api/tables/TABLE/record | stamtafel verify -\n");
      },
      run_verify);
}

}  // namespace cli
