// The pictures of the rules: right by the rules, named by a chapter, and said in every language.
#include "engine/diagrams.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/cases.h"
#include "games/registry.h"

namespace {

using engine::Language;
using testing::IsEmpty;

class Diagrams : public testing::TestWithParam<const engine::AnyGame*> {
 protected:
  const engine::AnyGame& game() const { return *GetParam(); }
};

// As often as it is named.
std::multiset<std::string> named_in_chapters(const engine::Texts& texts) {
  std::multiset<std::string> names;
  for (const auto& [key, text] : texts.all()) {
    if (!key.starts_with("rules.")) continue;
    for (std::string_view line : engine::split(text, '\n')) {
      if (const std::string_view name = engine::diagram_in(line); !name.empty())
        names.emplace(name);
    }
  }
  return names;
}

TEST_P(Diagrams, AreCasesThatHold) {
  const engine::CaseReport report = engine::run_case(game().diagrams(), "", games::find);
  for (const engine::CaseProblem& problem : report.problems) {
    ADD_FAILURE() << game().spec().id << "/diagrams.case: " << engine::describe(problem);
  }
}

TEST_P(Diagrams, StandOnceInTheRulesOfEveryLanguage) {
  std::multiset<std::string> drawn;
  for (const engine::Diagram& diagram : engine::diagrams_of(game(), game().default_edition())) {
    drawn.insert(diagram.id);
  }
  EXPECT_FALSE(drawn.empty());
  for (size_t i = 0; i < engine::kLanguages.size(); ++i) {
    EXPECT_EQ(named_in_chapters(game().texts(static_cast<Language>(i))), drawn)
        << engine::kLanguages[i];
  }
}

TEST_P(Diagrams, SayWhatEachPictureShows) {
  std::set<std::string> wanted;
  for (const engine::Diagram& diagram : engine::diagrams_of(game(), game().default_edition())) {
    for (size_t i = 0; i < diagram.pictures.size(); ++i)
      wanted.insert(engine::caption_key(diagram.id, i));
  }
  for (size_t i = 0; i < engine::kLanguages.size(); ++i) {
    std::set<std::string> said;
    for (const auto& [key, text] : game().texts(static_cast<Language>(i)).all()) {
      if (key.starts_with("diagram.")) said.insert(key);
    }
    EXPECT_EQ(said, wanted) << engine::kLanguages[i];
  }
}

// Whoever looks, it is somebody who may see it: nothing is drawn that a view leaves out.
TEST_P(Diagrams, AreSeenByASeatOrByASpectator) {
  for (const engine::Diagram& diagram : engine::diagrams_of(game(), game().default_edition())) {
    for (const engine::DiagramPicture& picture : diagram.pictures)
      EXPECT_FALSE(picture.viewer.all) << diagram.id;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, Diagrams,
                         testing::ValuesIn(games::all().begin(), games::all().end()),
                         [](const auto& game) { return std::string(game.param->spec().id); });

engine::EditionPtr changed(const engine::AnyGame& game, std::string_view from,
                           std::string_view to) {
  std::string json(game.edition_json());
  const size_t at = json.find(from);
  EXPECT_NE(at, std::string::npos);
  json.replace(at, from.size(), to);
  const auto loaded = game.load_edition(json, "edition");
  EXPECT_TRUE(loaded) << loaded.error.text;
  return *loaded;
}

const engine::Diagram& called(const std::vector<engine::Diagram>& diagrams, std::string_view id) {
  for (const engine::Diagram& diagram : diagrams) {
    if (diagram.id == id) return diagram;
  }
  ADD_FAILURE() << id;
  return diagrams.front();
}

TEST(DiagramsOfAnEdition, TellItsFigures) {
  const engine::AnyGame& koenig = *games::find("koenig");
  const engine::EditionPtr edition =
      changed(koenig, R"("front": [4, 3, 2, 1])", R"("front": [9, 3, 2, 1])");
  const std::vector<engine::Diagram> diagrams = engine::diagrams_of(koenig, edition);
  const engine::Diagram& toast = called(diagrams, "toast");
  EXPECT_EQ(toast.edition(), edition);
  EXPECT_THAT(toast.pictures.back().told(koenig.texts(Language::kEnglish)),
              testing::Contains("Green receives 9 silver (green goblin)."));
}

// Without a card that the picture needs the game's own edition steps in, for that diagram alone.
TEST(DiagramsOfAnEdition, AreThoseOfTheGameWhereTheyAreImpossible) {
  const engine::AnyGame& koenig = *games::find("koenig");
  const engine::EditionPtr edition = changed(koenig, R"("effect": "flip_draco", "copies": 2)",
                                             R"("effect": "flip_draco", "copies": 1)");
  const std::vector<engine::Diagram> diagrams = engine::diagrams_of(koenig, edition);
  EXPECT_EQ(called(diagrams, "toast").edition(), edition);
  EXPECT_EQ(called(diagrams, "cup").edition(), koenig.default_edition());
}

TEST(DiagramsOfAnEdition, AreNamedByALineOfTheirOwn) {
  EXPECT_THAT(engine::diagram_in("{diagram:toast}"), testing::Eq("toast"));
  EXPECT_THAT(engine::diagram_in("a toast"), IsEmpty());
  EXPECT_THAT(engine::diagram_in("{diagram:toast} and more"), IsEmpty());
}

}  // namespace
