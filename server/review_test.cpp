// Reviews of finished tables: asked for, made on the workers, kept in the store.
#include "server/testing.h"

namespace server_test {
namespace review_test {

void few(server::ServerOptions& options) { options.settings.review_iterations = 2000; }

// A table of the player and two bots that is over.
std::string finished(Player& player) {
  const std::string id = new_table(player, 1, 2, ",\"start\":true");
  player.watch(id);
  while (player.until([&] { return player.over() || player.my_turn(); }) && !player.over()) {
    EXPECT_EQ(refused(player.act(player.choice())), "");
  }
  EXPECT_TRUE(player.over());
  return id;
}

Json made(Device& device, const std::string& path) {
  for (int i = 0; i < 600; ++i) {
    const HttpAnswer answer = device.get(path);
    const Json json = answer.json();
    if (json.find("made") == nullptr || json.find("made")->boolean) return json;
    EXPECT_EQ(answer.status, 202) << "it is under way";
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return {};
}

TEST(Reviews, AreMadeOnceWhenAskedForAndKept) {
  const Folder folder;
  std::string id;
  std::string first;
  {
    TestServer server(folder.at("data.db"), few);
    Player anna(server.port, "Anna");
    id = finished(anna);
    const std::string path = "/api/tables/" + id + "/review";
    const HttpAnswer none = anna.device.get(path);
    EXPECT_EQ(none.status, 200);
    EXPECT_FALSE(none.json().find("made")->boolean) << "looking at it makes none";
    EXPECT_EQ(none.json().find("all"), nullptr);

    const HttpAnswer begun = anna.device.post(path, "{}");
    EXPECT_EQ(begun.status, 202) << begun.body;
    EXPECT_GT(number_of(begun.json(), "all"), 10);
    const Json review = made(anna.device, path);
    ASSERT_NE(review.find("choices"), nullptr) << review.dump();
    EXPECT_EQ(text_of(review, "table"), id);
    EXPECT_EQ(review.find("seats")->items.size(), 3u);
    for (const Json& choice : review.find("choices")->items) {
      EXPECT_NE(text_of(*choice.find("made"), "text"), "");
    }
    first = review.dump();
    // Whoever asks for it again is given the same, in their language.
    EXPECT_EQ(anna.device.post(path, "{}").json().dump(), first);
    const Json german = anna.device.get(path + "?lang=de").json();
    EXPECT_EQ(german.find("choices")->items.size(), review.find("choices")->items.size());
    EXPECT_NE(german.dump(), first);
  }
  TestServer server(folder.at("data.db"), few);
  Player bert(server.port, "Bert");
  EXPECT_EQ(bert.device.get("/api/tables/" + id + "/review").json().dump(), first)
      << "another day, another person: nothing is made anew";
}

TEST(Reviews, AreOfFinishedGamesOnly) {
  const Folder folder;
  TestServer server(folder.at("data.db"), few);
  Player anna(server.port, "Anna");
  const std::string id = new_table(anna, 1, 2, ",\"start\":true");
  anna.watch(id);
  const std::string path = "/api/tables/" + id + "/review";
  for (const HttpAnswer& answer : {anna.device.get(path), anna.device.post(path, "{}")}) {
    EXPECT_EQ(answer.status, 409) << answer.body;
    EXPECT_EQ(answer.body.find("choices"), std::string::npos);
  }
  EXPECT_EQ(anna.device.post("/api/tables/nonesuch/review", "{}").status, 404);
  EXPECT_EQ(anna.device.post("/api/tables/" + id + "/luck", "{}").status, 404);
  // Conceded is over, but not by the rules: there is no end to reckon with.
  EXPECT_EQ(refused(anna.about("concede")), "");
  if (!anna.until([&] { return anna.over(); })) return;
  const HttpAnswer conceded = anna.device.post(path, "{}");
  EXPECT_EQ(conceded.status, 409) << conceded.body;
}

// One worker: who reviews gives way to bots after every decision.
TEST(Reviews, BotsGoOnPlayingMeanwhile) {
  const Folder folder;
  TestServer server(folder.at("data.db"), [](server::ServerOptions& options) {
    options.settings.review_iterations = 1'000'000;
    options.settings.workers = 1;
  });
  Player anna(server.port, "Anna");
  const std::string path = "/api/tables/" + finished(anna) + "/review";
  EXPECT_EQ(anna.device.post(path, "{}").status, 202);
  anna.watch(new_table(anna, 1, 2, ",\"start\":true", "search:ms=5"));
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(anna.until([&] { return anna.my_turn(); }));
    EXPECT_EQ(refused(anna.act(anna.choice())), "");
  }
  EXPECT_EQ(anna.device.get(path).status, 202) << "it is far from done";
}

}  // namespace review_test
}  // namespace server_test
