// The program in a real terminal, driven through tmux: what only shows there (the screen itself, a
// resize, Ctrl-C, terminals without UTF-8 or colours).
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>

#include "cli/client_testing.h"
#include "cli/common.h"
#include "engine/record.h"
#include "tests/matchers.h"

namespace cli {
namespace terminal_test {

using namespace client_testing;
using namespace matchers;

// On the screen whenever the table is, whatever the choices are.
constexpr const char* kTable = " What happened ";

std::string output_of(const std::string& command) {
  std::string out;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return out;
  std::array<char, 4096> block{};
  for (size_t count; (count = fread(block.data(), 1, block.size(), pipe)) > 0;)
    out.append(block.data(), count);
  pclose(pipe);
  return out;
}

// A tmux server of our own with one window; it ends with the object.
class Terminal {
 public:
  // Every server has a name of its own: the one before may still be on its way out.
  Terminal() {
    static int count = 0;
    const std::string name = std::to_string(getpid()) + "-" + std::to_string(++count);
    tmux_ = "tmux -u -f /dev/null -L stamtafel-test-" + name + " ";
  }
  ~Terminal() { output_of(tmux_ + "kill-server"); }

  // The shell stays after the command, so that its exit code can be read.
  void start(int width, int height, const std::string& environment, const std::string& arguments) {
    output_of("env -u TMUX " + tmux_ + "new-session -d -x " + std::to_string(width) + " -y " +
              std::to_string(height) + " \"env " + environment + " " STAMTAFEL_COMMAND " " +
              arguments + "; echo EXIT \\$?; sleep 600\"");
  }
  void press(const std::string& keys) { output_of(tmux_ + "send-keys " + keys); }
  void resize(int width, int height) {
    output_of(tmux_ + "resize-window -x " + std::to_string(width) + " -y " +
              std::to_string(height));
  }
  std::string screen() { return output_of(tmux_ + "capture-pane -p"); }
  std::string coloured_screen() { return output_of(tmux_ + "capture-pane -p -e"); }

  // Waits until the text shows; a failure shows the screen instead.
  ::testing::AssertionResult shows(const std::string& text) {
    std::string seen;
    for (int i = 0; i < kPatience; ++i) {
      seen = screen();
      if (seen.find(text) != std::string::npos) return ::testing::AssertionSuccess();
      std::this_thread::sleep_for(kPause);
    }
    return ::testing::AssertionFailure() << "'" << text << "' did not come up on\n" << seen;
  }
  // Leaves the table, so that nothing is written to the test's folder any more.
  ::testing::AssertionResult leave() {
    press("q");
    if (auto shown = shows("Leave the table?"); !shown) return shown;
    press("Enter");
    return shows("EXIT 0");
  }
  // Presses keys and waits until something has come of it.
  ::testing::AssertionResult answers(const std::string& keys) {
    const std::string before = screen();
    press(keys);
    for (int i = 0; i < kPatience; ++i) {
      if (screen() != before) return ::testing::AssertionSuccess();
      std::this_thread::sleep_for(kPause);
    }
    return ::testing::AssertionFailure() << "nothing came of '" << keys << "' on\n" << before;
  }

 private:
  static constexpr int kPatience = 600;
  static constexpr std::chrono::milliseconds kPause{50};

  std::string tmux_;
};

class TerminalTest : public GameTest {
 protected:
  void SetUp() override {
    ASSERT_EQ(output_of("tmux -V").find("tmux "), 0u) << "these tests need tmux";
    GameTest::SetUp();
  }
  std::string environment(const std::string& more = "LC_ALL=C.UTF-8") const {
    return more + " XDG_DATA_HOME=" + folder_.string();
  }
  std::string play(const std::string& more = "") const {
    return "play " + std::string(game().spec().id) + " --lang en --seed 5 --speed instant --save " +
           path("match.record") + " " + more;
  }
};
INSTANTIATE_TEST_SUITE_P(AllGames, TerminalTest, ::testing::ValuesIn(games::all()), name_of_game);

TEST_P(TerminalTest, PlaysSurvivesResizesAndQuitsWithTheGameKept) {
  Terminal terminal;
  terminal.start(80, 24, environment(), play());
  ASSERT_TRUE(terminal.shows(kTable));
  EXPECT_THAT(terminal.screen(),
              HasSubstr(std::string(game().texts(engine::Language::kEnglish).get("game.name"))));
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(terminal.answers("1"));
    ASSERT_TRUE(terminal.shows(kTable));
  }
  terminal.resize(60, 20);
  ASSERT_TRUE(terminal.shows("too small"));
  terminal.resize(120, 40);
  ASSERT_TRUE(terminal.shows(kTable));
  terminal.press("r");
  ASSERT_TRUE(terminal.shows("The rules of"));
  terminal.press("q");
  ASSERT_TRUE(terminal.shows(kTable));
  ASSERT_TRUE(terminal.leave());
  EXPECT_THAT(terminal.screen(), HasSubstr("--resume"));
  const auto record = read_file(path("match.record"));
  ASSERT_TRUE(record);
  EXPECT_TRUE(engine::read_record(*record, games::find));
}

TEST_P(TerminalTest, KeysThatTerminfoDoesNotKnowPlayNoMove) {
  Terminal terminal;
  terminal.start(80, 24, environment("TERM=xterm LC_ALL=C.UTF-8"), play());
  ASSERT_TRUE(terminal.shows("Enter choose"));
  const std::string before = terminal.screen();
  const std::string step = before.substr(before.find(" step "), sizeof " step 00");
  // End, Home, Insert, F5, F12 with Shift, Alt with 1, and a click: \e[<0;1;1M.
  for (const char* bytes : {"1b 5b 34 7e", "1b 5b 31 7e", "1b 5b 32 7e", "1b 5b 31 35 7e",
                            "1b 5b 32 34 3b 32 7e", "1b 31", "1b 5b 3c 30 3b 31 3b 31 4d"})
    terminal.press(std::string("-H ") + bytes);
  terminal.press("h");
  ASSERT_TRUE(terminal.shows("Choosing"));
  terminal.press("q");
  ASSERT_TRUE(terminal.shows("Enter choose"));
  EXPECT_THAT(terminal.screen(), HasSubstr(step));
  ASSERT_TRUE(terminal.leave());
}

TEST_P(TerminalTest, MenuStartsAGameWithThreeTimesEnter) {
  Terminal terminal;
  terminal.start(80, 24, environment(), "play --lang en --speed instant");
  ASSERT_TRUE(terminal.shows("What shall we play?"));
  terminal.press("Enter");
  ASSERT_TRUE(terminal.shows("Start the game"));
  terminal.press("Enter");
  ASSERT_TRUE(terminal.shows(kTable));
  ASSERT_TRUE(terminal.answers("Enter"));
  ASSERT_TRUE(terminal.leave());
}

TEST_P(TerminalTest, TooSmallFromTheStart_LeavingIsAUsageError) {
  Terminal terminal;
  terminal.start(60, 20, environment(), play());
  ASSERT_TRUE(terminal.shows("too small: 60"));
  terminal.press("q");
  ASSERT_TRUE(terminal.shows("EXIT 2"));
}

TEST_P(TerminalTest, CtrlCKeepsTheGameAndGivesTheTerminalBack) {
  Terminal terminal;
  terminal.start(80, 24, environment(), play());
  ASSERT_TRUE(terminal.shows(kTable));
  ASSERT_TRUE(terminal.answers("1"));
  terminal.press("C-c");
  ASSERT_TRUE(terminal.shows("EXIT 130"));
  EXPECT_THAT(terminal.screen(), HasSubstr(path("match.record")));
  EXPECT_TRUE(std::filesystem::exists(path("match.record")));
}

TEST_P(TerminalTest, WithoutUtf8EverythingIsAscii) {
  Terminal terminal;
  terminal.start(80, 24, environment("LC_ALL=C"), play());
  ASSERT_TRUE(terminal.shows(kTable));
  const std::string screen = terminal.screen();
  for (const char c : screen) ASSERT_EQ(static_cast<unsigned char>(c) & 0x80, 0) << screen;
  EXPECT_THAT(screen, HasSubstr("-- "));
  ASSERT_TRUE(terminal.leave());
}

TEST_P(TerminalTest, WithoutColoursNoColourIsUsed) {
  Terminal terminal;
  terminal.start(80, 24, environment("LC_ALL=C.UTF-8 NO_COLOR=1"), play());
  ASSERT_TRUE(terminal.shows(kTable));
  // SGR 30 to 38 set a colour.
  EXPECT_THAT(terminal.coloured_screen(), Not(::testing::ContainsRegex("\\[([0-9]+;)*3[0-8][;m]")));
  EXPECT_THAT(terminal.coloured_screen(), HasSubstr("\x1b[7m"));
  ASSERT_TRUE(terminal.leave());
}

TEST_P(TerminalTest, UnknownTerminalFallsBackToPlainLines) {
  Terminal terminal;
  // ncurses itself loses some memory when it does not know the terminal.
  terminal.start(120, 100, environment("ASAN_OPTIONS=detect_leaks=0 TERM=nonsense LC_ALL=C.UTF-8"),
                 play());
  ASSERT_TRUE(terminal.shows("playing in plain lines"));
  ASSERT_TRUE(terminal.shows("1. "));
  terminal.press("quit Enter");
  ASSERT_TRUE(terminal.shows("EXIT 0"));
}

TEST_P(TerminalTest, ReplayStepsForwardsAndBack) {
  Session session = started(game(), people_and_bots(0, fewest()), 13);
  while (!session.table().over()) session.act_bot(session.next());
  ASSERT_FALSE(write_file(path("match.record"), session.save()));
  Terminal terminal;
  terminal.start(80, 24, environment("TERM=xterm LC_ALL=C.UTF-8"),
                 "replay --lang en " + path("match.record"));
  ASSERT_TRUE(terminal.shows("Step 0 of "));
  terminal.press("Right Right Right");
  ASSERT_TRUE(terminal.shows("Step 3 of "));
  terminal.press("Left");
  ASSERT_TRUE(terminal.shows("Step 2 of "));
  terminal.press("-H 1b 5b 34 7e");  // End, as xterm's terminfo doesn't know it
  ASSERT_TRUE(terminal.shows("Step " + std::to_string(session.table().steps().size()) + " of "));
  terminal.press("Tab");
  ASSERT_TRUE(terminal.shows("spectator"));
  terminal.press("q");
  ASSERT_TRUE(terminal.shows("EXIT 0"));
}

}  // namespace terminal_test
}  // namespace cli
