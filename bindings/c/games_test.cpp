// Games, their names and their editions.
#include <cstdint>
#include <string>

#include "testing.h"

namespace c_testing {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(C, VersionsAndGames) {
  EXPECT_EQ(stamtafel_c_version(), STAMTAFEL_C_VERSION);
  EXPECT_STRNE(stamtafel_version(), "");
  ASSERT_EQ(stamtafel_game_count(), 5u);
  for (size_t i = 0; i < stamtafel_game_count(); ++i) {
    const std::string info = text_of([&](char** out, stamtafel_error* e) {
      return stamtafel_game_info(stamtafel_game_id(i), out, e);
    });
    EXPECT_THAT(info, HasSubstr("\"id\":\"" + std::string(stamtafel_game_id(i)) + "-v"));
    EXPECT_THAT(info, AnyOf(HasSubstr("\"net\":\"here\""), HasSubstr("\"net\":\"none\"")));
    // Here all nets are built in.
    const Failed no = failure_of(
        [&](stamtafel_error* e) { return stamtafel_net_give(stamtafel_game_id(i), "{}", e); });
    EXPECT_EQ(no.status, STAMTAFEL_USAGE);
    EXPECT_THAT(no.text, HasSubstr("has it already"));
  }
  EXPECT_EQ(
      failure_of([](stamtafel_error* e) { return stamtafel_net_give("chess", "{}", e); }).status,
      STAMTAFEL_USAGE);
  EXPECT_EQ(failure_of([](stamtafel_error* e) {
              return stamtafel_net_give("koenig", nullptr, e);
            }).status,
            STAMTAFEL_USAGE);
  EXPECT_EQ(stamtafel_game_id(5), nullptr);
  EXPECT_EQ(stamtafel_game_id(SIZE_MAX), nullptr);
}

TEST(C, GamesAreNamedWithTheVersionOfTheirRulesOrWithout) {
  stamtafel_table table{};
  const auto refused = [&](const char* game) {
    return failure_of([&](stamtafel_error* e) {
      return stamtafel_table_new(game, 3, 1, nullptr, kUsual, &table, e);
    });
  };
  EXPECT_EQ(refused("goldbraeu-v1").status, STAMTAFEL_OK);
  stamtafel_table_free(table);
  EXPECT_THAT(refused("goldbraeu-v7").text, HasSubstr("goldbraeu-v1"));
  EXPECT_THAT(refused("goldbrau").text, HasSubstr("Did you mean 'goldbraeu'?"));
  for (const char* game : {"", "-v1", "goldbraeu-v", "goldbraeu-v-1", "v1", "koenig-v1-v1"})
    EXPECT_EQ(refused(game).status, STAMTAFEL_USAGE) << game;
}

TEST(C, EditionsAreCheckedAndBelongToTheirGame) {
  stamtafel_edition edition{};
  EXPECT_EQ(failure_of([&](stamtafel_error* e) {
              return stamtafel_edition_load("koenig", "{", &edition, e);
            }).status,
            STAMTAFEL_EDITION);
  EXPECT_EQ(failure_of([&](stamtafel_error* e) {
              return stamtafel_edition_load("koenig", "{}", &edition, e);
            }).status,
            STAMTAFEL_EDITION);
  const std::string own = text_of(
      [&](char** out, stamtafel_error* e) { return stamtafel_game_edition("koenig", out, e); });
  must([&](stamtafel_error* e) {
    return stamtafel_edition_load("koenig", own.c_str(), &edition, e);
  });
  stamtafel_table table{};
  EXPECT_THAT(failure_of([&](stamtafel_error* e) {
                return stamtafel_table_new("taverna", 3, 1, nullptr, edition, &table, e);
              }).text,
              HasSubstr("an edition of koenig"));
  must([&](stamtafel_error* e) {
    return stamtafel_table_new("koenig", 3, 1, nullptr, edition, &table, e);
  });
  EXPECT_EQ(stamtafel_edition_free(edition), STAMTAFEL_OK);
  play(table, 30, 1);  // the table keeps it
  const std::string text = text_of(
      [&](char** out, stamtafel_error* e) { return stamtafel_tell(table, 0, "nl", out, e); });
  EXPECT_FALSE(text.empty());
  stamtafel_table_free(table);
}

}  // namespace
}  // namespace c_testing
