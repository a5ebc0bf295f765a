// Lessons over HTTP: whole, in every language, and through the learner's eyes alone.
#include <gmock/gmock.h>

#include "engine/lessons.h"
#include "server/testing.h"

namespace server_test {
namespace {

TEST(Lessons, TheCatalogueListsThemAndEachIsThereInEveryLanguage) {
  FreshServer server;
  Device phone(server.port);
  const Json catalogue = phone.get("/api/games?lang=nl").json();
  const Json& game = catalogue.find("games")->items.front();
  const Json* lessons = game.find("lessons");
  ASSERT_NE(lessons, nullptr);
  ASSERT_FALSE(lessons->items.empty());
  const engine::AnyGame& any = *games::find(text_of(game, "id"));
  const std::vector<engine::Lesson> all = engine::lessons_of(any);
  ASSERT_EQ(lessons->items.size(), all.size());
  EXPECT_EQ(text_of(lessons->items.front(), "title"), all.front().title(engine::Language::kDutch));
  for (size_t l = 0; l < engine::kLanguages.size(); ++l) {
    const HttpAnswer answer =
        phone.get("/api/games/" + text_of(game, "id") + "/lessons/" +
                  std::string(all.front().id()) + "/" + std::string(engine::kLanguages[l]));
    EXPECT_EQ(answer.status, 200);
    const Json lesson = answer.json();
    ASSERT_EQ(lesson.find("moments")->items.size(), all.front().moments.size());
    for (size_t i = 0; i < all.front().moments.size(); ++i) {
      const Json& moment = lesson.find("moments")->items[i];
      const engine::LessonMoment& same = all.front().moments[i];
      EXPECT_EQ(text_of(moment, "say"), all.front().step_of(same).say[l]);
      // Nothing that the learner's seat may not see.
      const auto view =
          engine::parse_json(same.table->view_text(engine::Viewer::at(same.learner)), "view");
      EXPECT_EQ(*moment.find("state")->find("view"), *view) << i;
    }
  }
}

TEST(Lessons, UnknownOnesAreRefused) {
  FreshServer server;
  Device phone(server.port);
  for (const char* path :
       {"/api/games/koenig/lessons/nothing/en", "/api/games/koenig/lessons",
        "/api/games/koenig/lessons/the-first-toast", "/api/games/koenig/lessons/the-first-toast/xx",
        "/api/games/chess/lessons/the-first-toast/en"}) {
    EXPECT_EQ(phone.get(path).status, 404) << path;
  }
}

}  // namespace
}  // namespace server_test
