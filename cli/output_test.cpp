// What all commands have: --out, --quiet, help, and letters that the locale has.
#include "cli/locale.h"
#include "cli/testing.h"

namespace cli_test {
namespace {

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (static_cast<unsigned char>(c) & 0x80) == 0; });
}

TEST(Output, OutIsWhatWouldHaveBeenPrinted) {
  const Folder folder;
  const std::vector<std::vector<std::string>> commands{
      {"games", "--json"},
      {"rules", game_id(), "--lang", "de"},
      {"new", game_id(), "--seed", "1"},
      {"record", game_id(), "--seed", "1", "--seats", "random,random,random"},
      {"schema", game_id()},
  };
  for (std::vector<std::string> command : commands) {
    const std::string printed = stamtafel(command).out;
    command.insert(command.end(), {"--out", folder.at("out.txt")});
    const Ran ran = stamtafel(command);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, IsEmpty());
    EXPECT_EQ(slurp(folder.at("out.txt")), printed) << command[0];
  }
}

TEST(Output, WhatFailsLeavesTheOldFile) {
  const Folder folder;
  const std::string file = folder.file("kept.txt", "kept");
  EXPECT_EQ(stamtafel({"new", "nonsense", "--out", file}).code, 2);
  EXPECT_EQ(slurp(file), "kept");
  const Ran nowhere = stamtafel({"new", game_id(), "--out", "/no/where"});
  EXPECT_EQ(nowhere.code, 1);
  EXPECT_THAT(nowhere.err, HasSubstr("can't write '/no/where'"));
}

TEST(Output, QuietLeavesRemarksOut) {
  EXPECT_THAT(stamtafel({"new", game_id()}).err, HasSubstr("dealt from seed"));
  EXPECT_THAT(stamtafel({"new", game_id(), "--quiet"}).err, IsEmpty());
}

TEST(Output, HelpTellsAboutACommand) {
  EXPECT_EQ(stamtafel({"help", "simulate"}).out, stamtafel({"simulate", "--help"}).out);
  EXPECT_EQ(stamtafel({"help", "arena", "merge"}).out, stamtafel({"arena", "merge", "--help"}).out);
  EXPECT_EQ(stamtafel({"help"}).out, stamtafel({"--help"}).out);
  const Ran unknown = stamtafel({"help", "simulat"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("Did you mean 'simulate'?"));
}

TEST(Output, WithoutUtf8WhatPeopleReadIsAscii) {
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"games", game_id(), "--lang", "de"},
                                             {"rules", game_id(), "--lang", "fr"},
                                             {"help", "simulate"}}) {
    const Ran ran = stamtafel(command, "", "LC_ALL=C");
    EXPECT_EQ(ran.code, 0);
    EXPECT_TRUE(is_ascii(ran.out)) << command[0];
  }
  // What programs read stays what it is.
  EXPECT_EQ(stamtafel({"games", "--json", "--lang", "fr"}, "", "LC_ALL=C").out,
            stamtafel({"games", "--json", "--lang", "fr"}).out);
}

TEST(Output, PlainPlayKeepsToAsciiToo) {
  for (const engine::AnyGame* each : games::all()) {
    const Folder folder;
    for (const char* language : {"en", "nl", "de", "fr"}) {
      const Ran ran = stamtafel({"play", std::string(each->spec().id), "--plain", "--seed", "3",
                                 "--lang", language, "--save", folder.at("match")},
                                "?\ni 1\nboard\n1\n1\nhelp\nrules\nquit\n", "LC_ALL=C");
      EXPECT_EQ(ran.code, 0) << ran.err;
      EXPECT_TRUE(is_ascii(ran.out)) << each->spec().id << " " << language << "\n" << ran.out;
    }
  }
}

TEST(InAscii, SpellsLettersOut) {
  EXPECT_EQ(cli::in_ascii("Goldbräu: groß … œuf\nÉté"), "Goldbraeu: gross ... oeuf\nEte");
  EXPECT_EQ(cli::in_ascii("„so“ – «oui»"), "\"so\" - \"oui\"");
}

}  // namespace
}  // namespace cli_test
