// Editions that can't be: what games/<id>/wrong_editions.txt lists, and ours with any value of
// another kind.
#include "games/registry.h"
#include "tests/documentation.h"
#include "tests/editions.h"

namespace wrong_editions {
namespace {

// A line is `path = value | words`; without words the refusal names the path.
editions::Damage damage_of(std::string_view line) {
  const size_t sign = line.find('=');
  EXPECT_NE(sign, std::string_view::npos) << line;
  const size_t bar = line.find('|', sign);
  const std::string_view path = engine::trim(line.substr(0, sign));
  const std::string_view words =
      bar == std::string_view::npos ? path : engine::trim(line.substr(bar + 1));
  return {path, engine::trim(line.substr(sign + 1, bar - sign - 1)), words};
}

class WrongEditionTest : public ::testing::TestWithParam<const engine::AnyGame*> {};
INSTANTIATE_TEST_SUITE_P(AllGames, WrongEditionTest, ::testing::ValuesIn(games::all()),
                         [](const auto& game) { return std::string(game.param->spec().id); });

TEST_P(WrongEditionTest, IsRefusedByTheNameOfTheField) {
  const std::string text = tests::text_of_file(
      STAMTAFEL_SOURCE_DIR "/games/" + std::string(GetParam()->spec().id) + "/wrong_editions.txt");
  std::vector<editions::Damage> list;
  for (std::string_view line : engine::split(text, '\n')) {
    if (!line.empty() && line.front() != '#') list.push_back(damage_of(line));
  }
  EXPECT_GE(list.size(), 20u);
  games::AllGames::visit(GetParam()->spec().id,
                         [&]<class G>() { editions::expect_refused<G>(list); });
}

TEST_P(WrongEditionTest, EveryValueOfTheWrongKindIsNoticed) {
  games::AllGames::visit(GetParam()->spec().id,
                         []<class G>() { editions::expect_wrong_kinds_noticed<G>(); });
}

}  // namespace
}  // namespace wrong_editions
