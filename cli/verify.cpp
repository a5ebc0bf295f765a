// `stamtafel verify`: proves that the chance of a finished table was fair.
#include <fmt/format.h>

#include <memory>

#include "cli/common.h"
#include "cli/help.h"
#include "engine/record.h"
#include "games/registry.h"
#include "server/fair.h"

namespace cli {
namespace {

struct VerifyFlags {
  std::string file;
  std::string commitment;
};

engine::Error bad(const std::string& text) { return {engine::ErrorCode::kRecord, text, ""}; }

engine::Error check(const engine::AnyTable& table, const server::Proof& proof,
                    const std::string& seen) {
  if (server::commitment(proof.table, proof.secret) != proof.commitment) {
    return bad("the secret is not the one that was committed to");
  }
  if (!seen.empty() && seen != proof.commitment) {
    return bad("the commitment is not the one that was shown at the table");
  }
  const engine::ChanceSource& chance = table.chance();
  if (chance.kind != engine::ChanceSource::Kind::kKey ||
      chance.key != server::chance_key(proof.table, proof.secret, proof.words)) {
    return bad("the key does not come from the secret and the words");
  }
  return {};
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
  const auto text = read_file(flags.file);
  if (!text) return report(text.error);
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
  for (const auto& [seat, word] : proof.words) {
    print_line(fmt::format("word        {}: {}", seat, word));
  }
  print_line(fmt::format("key         {}", server::hex(table.value->chance().key)));
  print_line(
      fmt::format("Fair: the secret is the one committed to, the key follows from it and "
                  "the words, and all {} steps follow from the key.",
                  table.value->acted()));
  print_taken_back(**table);
  return kOk;
}

}  // namespace

void add_verify(CLI::App& app, int& exit_code) {
  auto flags = std::make_shared<VerifyFlags>();
  CLI::App* command = app.add_subcommand(
      "verify",
      "prove that the dice and cards of a finished table were fair\n"
      "Reads the record of a table that was played on a server, checks that the secret it opens is "
      "the one the server had committed to before the first card, that the key was made from it "
      "and the players' words, and replays the whole game with that key. docs/protocol.md "
      "describes how.");
  command->add_option("RECORD", flags->file, "The file with the record; - is standard input.")
      ->required();
  command
      ->add_option("--commitment", flags->commitment,
                   "The commitment as it was shown at the table before the start. Without it the "
                   "one in the record is believed.")
      ->option_text("HEX");
  add_footer(*command,
             "  stamtafel verify game.record\n"
             "  curl -s http://localhost:8080/api/tables/TABLE/record | stamtafel verify -\n");
  command->callback([flags, &exit_code] { exit_code = run_verify(*flags); });
}

}  // namespace cli
