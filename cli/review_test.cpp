// `stamtafel review` and `stamtafel trust`.
#include <gtest/gtest.h>

#include "bots/review.h"
#include "cli/testing.h"
#include "cli/words.h"
#include "engine/json.h"
#include "engine/record.h"

namespace cli_test {
namespace review_test {

TEST(Review, TellsEveryGameAndEveryLanguage) {
  const Folder folder;
  for (const engine::AnyGame* each : games::all()) {
    const std::string path = record_in(folder, std::string(each->spec().id));
    for (size_t i = 0; i < engine::kLanguages.size(); ++i) {
      if (each != &game() && i != 1) continue;  // the words are the same for every game
      const Ran ran = stamtafel(
          {"review", path, "--iterations", "1000", "--lang", std::string(engine::kLanguages[i])});
      ASSERT_EQ(ran.code, 0) << ran.err;
      const engine::Texts& words = cli::words(static_cast<engine::Language>(i));
      for (const char* key : {"review.curve", "review.turns", "review.faults", "review.seats",
                              "review.column.luck", "review.grade.blunder", "review.note"}) {
        EXPECT_NE(ran.out.find(words.get(key)), std::string::npos) << each->spec().id << key;
      }
      EXPECT_EQ(ran.out.find("review."), std::string::npos) << "a text is missing: " << ran.out;
    }
  }
}

TEST(Review, JsonIsWhatTheLibrarySaysAndTheSameAgain) {
  const Folder folder;
  const std::string path = record_in(folder, game_id());
  const std::vector<std::string> line{"review", path, "--iterations", "5000",
                                      "--seed", "3",  "--json"};
  const Ran ran = stamtafel(line);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(stamtafel(line).out, ran.out);
  const auto json = engine::parse_json(ran.out, "review");
  ASSERT_TRUE(json) << json.error.text;
  const auto table = engine::read_record(slurp(path), games::find);
  ASSERT_TRUE(table);
  const auto review = bots::review(**table, {5000, 0, 3});
  ASSERT_TRUE(review);
  auto expected = engine::parse_json(bots::write_review(*review, **table), "review");
  bots::add_texts(*expected, **table, (*table)->texts(engine::Language::kEnglish));
  EXPECT_EQ(*json, *expected);
}

TEST(Review, RefusesWhatIsNoFinishedGame) {
  const Folder folder;
  const std::string path = record_in(folder, game_id());
  std::string text = slurp(path);
  const auto table = engine::read_record(text, games::find);
  ASSERT_FALSE((*table)->rewind((*table)->steps().size() / 2));
  const Ran unfinished =
      stamtafel({"review", folder.file("half.record", engine::write_record(**table))});
  EXPECT_EQ(unfinished.code, 2);
  EXPECT_NE(unfinished.err.find("isn't over"), std::string::npos) << unfinished.err;
  EXPECT_EQ(unfinished.out, "");

  const Ran missing = stamtafel({"review", folder.at("none.record")});
  EXPECT_NE(missing.code, 0);
  EXPECT_NE(missing.err.find("none.record"), std::string::npos) << missing.err;

  const Ran damaged = stamtafel({"review", folder.file("bad.record", text.substr(0, 200))});
  EXPECT_NE(damaged.code, 0);
  EXPECT_NE(damaged.err.find("bad.record"), std::string::npos) << damaged.err;

  const Ran nonsense = stamtafel({"review", path, "--iterations", "many"});
  EXPECT_EQ(nonsense.code, 2);
  const Ran language = stamtafel({"review", path, "--lang", "xx"});
  EXPECT_EQ(language.code, 2);
}

TEST(Review, CtrlCEndsItWithoutHalfAReview) {
  const Folder folder;
  const Ran ran =
      interrupted(folder, {"review", record_in(folder, game_id()), "--iterations", "1e9"});
  EXPECT_EQ(ran.code, 130);
  EXPECT_EQ(ran.out, "");
}

TEST(TrustCommand, PrintsBothTables) {
  const std::vector<std::string> line{"trust",  game_id(),      "-n",   "2",      "--bot",
                                      "greedy", "--iterations", "2000", "--seed", "1"};
  const Ran shares = stamtafel(line);
  ASSERT_EQ(shares.code, 0) << shares.err;
  EXPECT_NE(shares.out.find("2 games, 16 positions"), std::string::npos) << shares.out;
  EXPECT_NE(shares.out.find("surprise"), std::string::npos);
  const Ran blunders = stamtafel({"trust", game_id(), "-n", "1", "--bot", "greedy", "--iterations",
                                  "2000", "--seed", "1", "--blunders", "--reference", "1000"});
  ASSERT_EQ(blunders.code, 0) << blunders.err;
  for (const char* part : {"planted blunders (", " of 1: ", "random choices, whatever they lose",
                           "the bot's own choices, ", " in 1 games", " s the longest"}) {
    EXPECT_NE(blunders.out.find(part), std::string::npos) << part << blunders.out;
  }
  EXPECT_EQ(stamtafel({"trust", game_id(), "--bot", "greedy,random"}).code, 2);
  EXPECT_EQ(stamtafel({"trust", "chess"}).code, 2);
}

}  // namespace review_test
}  // namespace cli_test
