#include "cli/common.h"

#include "cli/progress.h"
#include "cli/testing.h"

namespace cli_test {
namespace {

TEST(Files, WhatIsWrittenIsRead) {
  const Folder folder;
  const std::string path = folder.at("x");
  const std::string text("a\0b\n", 4);
  EXPECT_FALSE(cli::write_file(path, text));
  EXPECT_EQ(*cli::read_file(path), text);
  EXPECT_FALSE(cli::write_file(path, "other"));
  EXPECT_EQ(*cli::read_file(path), "other");
  EXPECT_EQ(folder.size(), 1u);
}

TEST(Files, ALinkStaysALinkAndRightsStay) {
  const Folder folder;
  const std::string path = folder.file("x", "old");
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(path, folder.at("link"));
  EXPECT_FALSE(cli::write_file(folder.at("link"), "new"));
  EXPECT_TRUE(fs::is_symlink(folder.at("link")));
  EXPECT_EQ(*cli::read_file(path), "new");
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST(Files, ErrorsNameTheFileAndTheReason) {
  EXPECT_EQ(cli::read_file("/no/where").error.text,
            "can't read '/no/where': No such file or directory");
  EXPECT_EQ(cli::write_file("/no/where", "x").text,
            "can't write '/no/where': No such file or directory");
  EXPECT_EQ(cli::write_file("/dev/full", "x").text,
            "can't write '/dev/full': No space left on device");
  EXPECT_EQ(cli::write_file("/dev/full", "x").code, engine::ErrorCode::kFile);
  EXPECT_THAT(cli::write_file("/tmp", "x").text, HasSubstr("Is a directory"));
}

TEST(Nearest, FindsTheSlipOfThePenAndTheBeginning) {
  const std::vector<std::string> names{"simulate", "position", "play", "replay"};
  EXPECT_EQ(cli::nearest("simulat", names), "simulate");
  EXPECT_EQ(cli::nearest("pos", names), "position");
  EXPECT_EQ(cli::nearest("paly", names), "play");
  EXPECT_EQ(cli::nearest("quuxquux", names), "");
  EXPECT_EQ(cli::nearest("", names), "");
}

TEST(ExitCodes, EveryKindOfErrorHasOne) {
  using engine::ErrorCode;
  const std::pair<ErrorCode, int> codes[]{{ErrorCode::kNone, 0},     {ErrorCode::kFile, 1},
                                          {ErrorCode::kUsage, 2},    {ErrorCode::kChance, 2},
                                          {ErrorCode::kIllegal, 3},  {ErrorCode::kTurn, 3},
                                          {ErrorCode::kPosition, 4}, {ErrorCode::kRecord, 4},
                                          {ErrorCode::kOutdated, 5}, {ErrorCode::kEdition, 4}};
  for (const auto& [code, exit] : codes) EXPECT_EQ(cli::exit_code_for({code, "", ""}), exit);
}

// A progress whose clock is turned by hand.
struct Watched {
  explicit Watched(bool terminal)
      : progress(
            "games", 1000, terminal, [this] { return now; },
            [this](const std::string& text) { texts.push_back(text); }) {}
  double now = 100;
  std::vector<std::string> texts;
  cli::Progress progress;
};

TEST(Progress, IsSilentForTheFirstSecond) {
  Watched watched(true);
  watched.now = 100.9;
  watched.progress.update(900);
  watched.progress.finish();
  EXPECT_THAT(watched.texts, IsEmpty());
}

TEST(Progress, PlainLinesInAPipeNowAndThen) {
  Watched watched(false);
  for (int i = 0; i <= 120; ++i) {
    watched.now = 100 + 0.1 * i;
    watched.progress.update(static_cast<uint64_t>(5 * i));
  }
  watched.progress.finish();
  EXPECT_THAT(watched.texts, ElementsAre("50 of 1000 games, 50 games/s, 19 s left\n",
                                         "300 of 1000 games, 50 games/s, 14 s left\n",
                                         "550 of 1000 games, 50 games/s, 9 s left\n"));
}

TEST(Progress, ABarOnATerminalIsWipedAway) {
  Watched watched(true);
  watched.now = 102;
  watched.progress.update(500);
  watched.now = 102.05;
  watched.progress.update(510);
  watched.progress.finish();
  EXPECT_THAT(
      watched.texts,
      ElementsAre(
          "\r[############............]  50 % 500 of 1000 games, 250 games/s, 2 s left\033[K",
          "\r\033[K"));
}

TEST(Progress, NothingDoneYetHasNoTimeLeft) {
  Watched watched(false);
  watched.now = 102;
  watched.progress.update(0);
  EXPECT_THAT(watched.texts, ElementsAre("0 of 1000 games, 0 games/s\n"));
}

TEST(Progress, DurationsAndCountsAreReadable) {
  EXPECT_EQ(cli::duration_text(0.4), "0 s");
  EXPECT_EQ(cli::duration_text(59.4), "59 s");
  EXPECT_EQ(cli::duration_text(200), "3 min 20 s");
  EXPECT_EQ(cli::duration_text(7500), "2 h 5 min");
  EXPECT_EQ(cli::count_text(1234), "1234");
  EXPECT_EQ(cli::count_text(12345), "12.3 k");
  EXPECT_EQ(cli::count_text(12'345'678), "12.35 M");
}

}  // namespace
}  // namespace cli_test
