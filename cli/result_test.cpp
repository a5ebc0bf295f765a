// The end of a game: the score sheet on the screen and in lines.
#include "cli/result.h"

#include <set>

#include "cli/client_testing.h"
#include "cli/words.h"

namespace cli {
namespace result_test {

using namespace client_testing;
using engine::Language;

class ResultTest : public GameTest {
 protected:
  Session finished(int seats) const {
    Session session = started(game(), people_and_bots(0, seats), 21);
    while (!session.table().over()) session.act_bot(session.next());
    return session;
  }
};
INSTANTIATE_TEST_SUITE_P(AllGames, ResultTest, ::testing::ValuesIn(games::all()), name_of_game);

// "   Toasts: 12; debts: -2" adds up to its seat's score.
int sum_of(const std::string& line) {
  int sum = 0;
  for (size_t at = 0; at != std::string::npos && at < line.size();) {
    const size_t end = std::min(line.find("; ", at), line.size());
    const size_t colon = line.rfind(": ", end);
    sum += std::stoi(line.substr(colon + 2, end - colon - 2));
    at = end + 2;
  }
  return sum;
}

TEST_P(ResultTest, LinesTakeEveryScoreApart) {
  const Session session = finished(game().spec().max_seats);
  const engine::AnyTable& table = session.table();
  const std::vector<std::string> lines =
      result_lines(table, game().texts(Language::kEnglish), words(Language::kEnglish));
  size_t at = 0;
  for (const Standing& place : standings(table)) {
    ASSERT_LT(at, lines.size());
    EXPECT_TRUE(lines[at].ends_with(": " + std::to_string(place.score))) << lines[at];
    ++at;
    if (!lines[at].starts_with("   ")) {
      EXPECT_EQ(place.score, 0);
      continue;
    }
    EXPECT_EQ(sum_of(lines[at]), place.score) << lines[at];
    ++at;
  }
  EXPECT_EQ(at + 1, lines.size());
}

TEST_P(ResultTest, TheScreenShowsEveryLineOfTheSheetSomewhere) {
  const Session session = finished(game().spec().max_seats);
  for (const std::string_view code : engine::kLanguages) {
    const Language language = *engine::parse_language(code);
    const engine::Texts& texts = game().texts(language);
    const auto sheet = session.table().score_sheet(texts);
    ASSERT_TRUE(sheet);
    std::set<std::string> seen;
    ResultPane pane;
    for (int scroll = 0; scroll <= static_cast<int>(sheet->lines.size()); ++scroll) {
      Surface surface(80, 8);
      pane.scroll = scroll;
      pane.draw(surface, {0, 0, 79, 8}, session.table(), texts, words(language));
      for (const Standing& place : standings(session.table()))
        EXPECT_NE(surface.row(2).find(std::to_string(place.score)), std::string::npos);
      for (int y = 3; y < 8; ++y) seen.insert(surface.row(y).substr(0, 20));
    }
    for (const engine::ScoreLine& line : sheet->lines) {
      Surface row(80, 1);
      row.write(1, 0, line.text);
      const std::string begin = row.row(0).substr(0, 20);
      EXPECT_TRUE(std::ranges::any_of(
          seen, [&](const std::string& other) { return other.starts_with(begin); }))
          << code << ": " << line.text;
    }
  }
}

}  // namespace result_test
}  // namespace cli
