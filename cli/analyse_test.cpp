// `stamtafel analyse`: the analysis board in plain lines.
#include <gtest/gtest.h>

#include "cli/testing.h"
#include "cli/words.h"
#include "engine/base64url.h"
#include "engine/record.h"

namespace cli_test {
namespace analyse_test {

size_t count(const std::string& text, std::string_view part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Analyse, ShowsEveryGameWithLinesThatGrow) {
  const Folder folder;
  for (const engine::AnyGame* each : games::all()) {
    const std::string path = record_in(folder, std::string(each->spec().id));
    const Ran ran = stamtafel({"analyse", path, "--step", "6", "--iterations", "1500"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("After step 6"), std::string::npos);
    EXPECT_LT(ran.out.find("1000 iterations"), ran.out.find("1500 iterations"));
    EXPECT_NE(ran.out.find(" % ± "), std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find("analyse."), std::string::npos) << "a text is missing: " << ran.out;
  }
}

TEST(Analyse, SpeaksEveryLanguage) {
  const Folder folder;
  const std::string path = record_in(folder, game_id());
  for (size_t i = 0; i < engine::kLanguages.size(); ++i) {
    const Ran ran = stamtafel({"analyse", path, "--iterations", "100", "--lang",
                               std::string(engine::kLanguages[i]), "--eyes", "spectator"},
                              "help\nback\nforward\nluck\nstep 9999\n");
    ASSERT_EQ(ran.code, 0) << ran.err;
    const engine::Texts& words = cli::words(static_cast<engine::Language>(i));
    for (const char* key : {"analyse.welcome", "analyse.help", "analyse.nothing_back",
                            "analyse.nothing_forward", "analyse.no_chance"}) {
      EXPECT_NE(ran.out.find(words.get(key)), std::string::npos) << key << ran.out;
    }
  }
}

TEST(Analyse, MovesAreTriedAndGoneBackFrom) {
  const Folder folder;
  const std::string path = record_in(folder, game_id());
  const auto match = engine::read_record(slurp(path), games::find);
  ASSERT_TRUE(match);
  const std::string link = "/analysis?game=" + game_id();
  const Ran ran = stamtafel({"analyse", path, "--step", "3", "--iterations", "100"},
                            "link\n1\nlink\nback\nlink\nforward\nlink\nstep 3\nlink\nquit\n");
  ASSERT_EQ(ran.code, 0) << ran.err;
  std::vector<std::string> links;
  for (size_t at = ran.out.find(link); at != std::string::npos; at = ran.out.find(link, at + 1))
    links.push_back(ran.out.substr(at, ran.out.find('\n', at) - at));
  ASSERT_EQ(links.size(), 5u) << ran.out;
  EXPECT_NE(links[0], links[1]);
  EXPECT_EQ(links[2], links[0]) << "back";
  EXPECT_EQ(links[3], links[1]) << "and forth, with the same luck";
  EXPECT_EQ(links[4], links[0]) << "of the game itself";
  // What the link holds is the position of the game.
  const std::string bytes = links[0].substr(links[0].rfind('=') + 1);
  const auto read = engine::from_base64url(bytes);
  ASSERT_TRUE(read);
  const auto table =
      game().table_at_bytes(*read, (*match)->edition(), engine::ChanceSource::of_seed(0));
  ASSERT_TRUE(table) << table.error.text;
  EXPECT_EQ((*table)->fingerprint(), (*match)->steps()[2].fingerprint);
}

TEST(Analyse, APositionIsAllItNeeds) {
  const Folder folder;
  const std::string path = folder.file("position.json", new_table()->position_text());
  const Ran ran = stamtafel({"analyse", path, "--iterations", "100", "--eyes", seat_name({})},
                            "step 4\nnonsense\n");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(count(ran.out, cli::words(engine::Language::kEnglish).get("analyse.no_game")), 1u);
  EXPECT_NE(ran.out.find("by what this seat knows"), std::string::npos);
}

TEST(Analyse, SaysWhatIsWrong) {
  const Folder folder;
  const std::string path = record_in(folder, game_id());
  const std::string position = folder.file("position.json", new_table()->position_text());
  EXPECT_EQ(stamtafel({"analyse", "-"}).code, 2);
  EXPECT_EQ(stamtafel({"analyse", folder.at("nothing")}).code, 1);
  EXPECT_EQ(stamtafel({"analyse", path, "--step", "99999"}).code, 2);
  EXPECT_EQ(stamtafel({"analyse", position, "--step", "1"}).code, 2);
  EXPECT_EQ(stamtafel({"analyse", path, "--eyes", "pink"}).code, 2);
  EXPECT_EQ(stamtafel({"analyse", folder.file("bad.json", "{\"game\": ")}).code, 4);
  EXPECT_EQ(stamtafel({"analyse", folder.file("none.json", "{}")}).code, 4);
  EXPECT_EQ(stamtafel({"analyse", folder.file("no.record", "hello")}).code, 4);
}

}  // namespace analyse_test
}  // namespace cli_test
