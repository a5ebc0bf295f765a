// Puzzles over the network: which there are, and each as its seat sees it.
#include "server/puzzles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/puzzle_sets.h"
#include "server/testing.h"

namespace server_test {
namespace {

TEST(Puzzles, AreServedAsTheirSeatSeesThem) {
  FreshServer server;
  Device phone(server.port);
  const auto list = engine::parse_json(phone.get("/api/puzzles").body, "list");
  ASSERT_TRUE(list) << list.error.text;
  const std::vector<bots::PuzzleSet> sets = bots::read_puzzle_sets(server::puzzle_texts());
  ASSERT_EQ((*list).find("games")->items.size(), sets.size());
  for (const bots::PuzzleSet& set : sets) {
    const std::string path = "/api/games/" + std::string(set.game->spec().id) + "/puzzles/";
    const auto body = engine::parse_json(phone.get(path + "0/de").body, "puzzle");
    ASSERT_TRUE(body) << body.error.text;
    const bots::Puzzle& puzzle = set.puzzles.front();
    const auto view =
        engine::parse_json(puzzle.table->view_text(engine::Viewer::at(puzzle.seat)), "view");
    EXPECT_EQ(*(*body).find("state")->find("view"), *view);
    EXPECT_EQ((*body).find("choices")->items.size(), puzzle.choices.size());
    EXPECT_FALSE((*body).find("state")->find("choices")->items.empty());
    EXPECT_EQ(phone.get(path + std::to_string(set.puzzles.size()) + "/de").status, 404);
    for (const char* wrong : {"-1/de", "x/de", "0/xx", "0", ""})
      EXPECT_EQ(phone.get(path + wrong).status, 404) << wrong;
  }
  EXPECT_EQ(phone.get("/api/puzzles/1").status, 404);
}

}  // namespace
}  // namespace server_test
