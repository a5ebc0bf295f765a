// The command as a whole: help, version, and what is no command.
#include "cli/testing.h"

namespace cli_test {
namespace {

const std::vector<std::string>& commands() {
  static const std::vector<std::string> all{
      "serve", "verify", "schema", "play",  "games",    "rules", "new",   "position",
      "try",   "record", "replay", "check", "simulate", "arena", "train", "bench"};
  return all;
}

TEST(App, HelpListsEveryCommand) {
  for (const char* flag : {"--help", "-h"}) {
    const Ran ran = stamtafel({flag});
    EXPECT_EQ(ran.code, 0);
    for (const std::string& command : commands())
      EXPECT_THAT(ran.out, HasSubstr("\n  " + command + " "));
    EXPECT_THAT(ran.out, HasSubstr("Exit codes:"));
    EXPECT_THAT(ran.err, IsEmpty());
  }
}

TEST(App, EveryCommandHasHelpWithExamplesAndExitCodes) {
  for (const std::string& command : commands()) {
    const Ran ran = stamtafel({command, "--help"});
    EXPECT_EQ(ran.code, 0) << command;
    EXPECT_THAT(ran.out, StartsWith("stamtafel " + command + ": "));
    EXPECT_THAT(ran.out, HasSubstr("Usage: stamtafel " + command));
    EXPECT_THAT(ran.out, HasSubstr("Examples:\n  stamtafel ")) << command;
    EXPECT_THAT(ran.out, HasSubstr("Exit codes:")) << command;
    EXPECT_THAT(ran.out, Not(HasSubstr("{game}"))) << command;
  }
}

TEST(App, HelpFitsEightyColumns) {
  std::vector<std::string> texts{stamtafel({"--help"}).out};
  for (const std::string& command : commands()) texts.push_back(stamtafel({command, "--help"}).out);
  for (const std::string& text : texts) {
    for (std::string_view line : engine::split(text, '\n')) {
      EXPECT_LE(engine::columns(line), 80) << line;
    }
  }
}

TEST(App, VersionIsPrinted) {
  const Ran ran = stamtafel({"--version"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, StartsWith("stamtafel "));
}

TEST(App, NoCommandPrintsTheHelpAsAnError) {
  const Ran ran = stamtafel({});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.out, IsEmpty());
  EXPECT_THAT(ran.err, HasSubstr("Usage: stamtafel COMMAND"));
}

TEST(App, AnUnknownCommandIsToldWithTheNearestOne) {
  const Ran ran = stamtafel({"simulat", game_id()});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.out, IsEmpty());
  EXPECT_THAT(ran.err,
              StartsWith("stamtafel: there is no command 'simulat'. Did you mean 'simulate'?"));
  EXPECT_THAT(stamtafel({"quuxquuxquux"}).err,
              HasSubstr("The commands: serve, site, play, learn, puzzle, games"));
}

TEST(App, AnUnknownOptionIsToldWithTheNearestOne) {
  const Ran ran = stamtafel({"new", game_id(), "--player", "3"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("unknown option '--player'. Did you mean '--players'?"));
  EXPECT_THAT(ran.err, HasSubstr("Try 'stamtafel new --help'"));
}

TEST(App, AnUnknownOptionInPlaceOfACommandIsTold) {
  const Ran ran = stamtafel({"--versoin"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("unknown option '--versoin'. Did you mean '--version'?"));
}

TEST(App, AFullDiskBehindStandardOutputIsAnError) {
  const std::vector<std::string> lines{"new " + game_id() + " --seed 1", "--help",
                                       "rules " + game_id(), "games"};
  for (const std::string& command : lines) {
    const int status = std::system(
        (quoted(STAMTAFEL_COMMAND) + " " + command + " > /dev/full 2> /dev/null").c_str());
    EXPECT_EQ(WEXITSTATUS(status), 1) << command;
  }
}

}  // namespace
}  // namespace cli_test
