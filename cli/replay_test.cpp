#include "cli/replay_view.h"

#include "cli/app.h"
#include "cli/client_testing.h"
#include "cli/common.h"
#include "engine/record.h"

namespace cli {
namespace replay_test {

using namespace client_testing;
using engine::Language;

class ReplayTest : public GameTest {};
INSTANTIATE_TEST_SUITE_P(AllGames, ReplayTest, ::testing::ValuesIn(games::all()), name_of_game);

TEST_P(ReplayTest, GoesForwardsAndBackToTheSamePositions) {
  Session session = started(game(), people_and_bots(0, fewest()), 13);
  while (!session.table().over()) session.act_bot(session.next());
  std::vector<uint64_t> hashes{session.table().start_fingerprint()};
  for (const engine::Step& step : session.table().steps()) hashes.push_back(step.fingerprint);
  auto table = engine::read_record(session.save(), games::find);
  ASSERT_TRUE(table);
  Replay replay(std::move(*table));
  for (const int step :
       {0, 1, 5, 4, replay.steps(), replay.steps() / 2, 0, replay.steps() + 10, -3}) {
    replay.go_to(step);
    const auto expected = static_cast<size_t>(std::clamp(step, 0, replay.steps()));
    EXPECT_EQ(replay.table().fingerprint(), hashes[expected]);
  }
}

TEST_P(ReplayTest, FromASeatsEyesKeepsOthersChoicesSecret) {
  Session session = started(game(), people_and_bots(0, fewest()), 13);
  for (int i = 0; i < 20; ++i) session.act_bot(session.next());
  auto table = engine::read_record(session.save(), games::find);
  ASSERT_TRUE(table);
  Replay replay(std::move(*table));
  replay.go_to(20);
  EXPECT_NE(replay.action_text(Language::kEnglish), "");
  replay.set_viewer(engine::Viewer::spectator());
  EXPECT_EQ(replay.action_text(Language::kEnglish), "");
  for (int i = 0; i <= fewest(); ++i) replay.next_viewer();
  EXPECT_TRUE(replay.viewer().all) << "round to all-seeing again";
}

TEST_P(ReplayTest, Screen_ArrowsHomeEndJumpAndEyes) {
  Session session = started(game(), people_and_bots(0, fewest()), 13);
  while (!session.table().over()) session.act_bot(session.next());
  auto table = engine::read_record(session.save(), games::find);
  ASSERT_TRUE(table);
  Replay replay(std::move(*table));
  Match match;
  for (const Key::Kind key :
       {Key::kRight, Key::kRight, Key::kLeft, Key::kEnd, Key::kHome, Key::kTab}) {
    match.screen.press({key});
  }
  match.screen.type("7\nq");
  replay_on_screen(match.stage, replay);
  EXPECT_EQ(replay.at(), 7);
  EXPECT_TRUE(match.screen.ever("Step 2 of "));
  EXPECT_TRUE(match.screen.ever("spectator"));
  const std::string end =
      "Step " + std::to_string(replay.steps()) + " of " + std::to_string(replay.steps());
  EXPECT_TRUE(match.screen.ever(end));
}

TEST_P(ReplayTest, Command_RefusesADamagedOrForeignRecord) {
  Session session = started(game(), people_and_bots(0, fewest()), 13);
  for (int i = 0; i < 9; ++i) session.act_bot(session.next());
  std::string text = session.save();
  ASSERT_FALSE(write_file(path("good.record"), text));
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(run({"replay", "--plain", "--from", "2", "--to", "4", path("good.record")}), kOk);
  const std::string out = ::testing::internal::GetCapturedStdout();
  EXPECT_NE(out.find("\n4. "), std::string::npos);
  EXPECT_EQ(out.find("\n5. "), std::string::npos);
  EXPECT_EQ(run({"replay", "--plain", "--from", "10", path("good.record")}), kUsage);
  EXPECT_EQ(run({"replay", "--plain", "--from", "4", "--to", "3", path("good.record")}), kUsage);

  text[text.size() - 3] = text[text.size() - 3] == '0' ? '1' : '0';
  ASSERT_FALSE(write_file(path("edited.record"), text));
  EXPECT_EQ(run({"replay", "--plain", path("edited.record")}), kBadPosition);
  ASSERT_FALSE(write_file(path("foreign.record"), "stamtafel-record 1\ngame chess 1\n"));
  EXPECT_EQ(run({"replay", "--plain", path("foreign.record")}), kBadPosition);
  EXPECT_EQ(run({"replay", "--plain", path("missing.record")}), kFailed);
}

}  // namespace replay_test
}  // namespace cli
