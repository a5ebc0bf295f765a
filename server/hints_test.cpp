// "What would you do?": who may ask, what they are told, and that nobody else notices.
#include "server/hints.h"

#include "server/testing.h"

namespace server_test {
namespace {

// Anna and Bram at a table with a bot, playing.
struct Pair {
  Pair(TestServer& server, const std::string& more)
      : anna(server.port, "Anna"), bram(server.port, "Bram") {
    const std::string id = new_table(anna, 2, 1, more);
    anna.watch(id);
    bram.watch(id);
    bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"");
    anna.about("start");
    bram.until([&] { return text_of(bram.known, "status") == "playing"; });
  }
  // Plays on until one of the two has several choices.
  Player& asked() {
    for (;;) {
      for (Player* player : {&anna, &bram}) {
        if (!player->my_turn()) continue;
        if (player->choice(0) != player->choice(1)) return *player;
        player->act(player->choice());
      }
      anna.until([&] { return anna.n >= bram.n; });
      bram.until([&] { return bram.n >= anna.n; });
    }
  }
  Player& other() { return &asked() == &anna ? bram : anna; }

  Player anna, bram;
};

// Plays on until there are several choices.
void until_asked(Player& player) {
  player.until([&] { return player.my_turn(); });
  while (player.choice(0) == player.choice(1)) {
    player.act(player.choice());
    player.until([&] { return player.my_turn(); });
  }
}

TEST(Hints, WhoPlaysAgainstBotsIsToldTheBestThreeAndWhy) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  EXPECT_EQ(text_of(anna.known, "hints"), "alone");
  until_asked(anna);
  const int64_t n = anna.n;
  const Json hint = anna.about("hint");
  ASSERT_EQ(text_of(hint, "is"), "hint") << hint.dump();
  EXPECT_EQ(number_of(hint, "n"), n);
  EXPECT_GT(number_of(hint, "iterations"), 0);
  const Json& choices = *hint.find("choices");
  ASSERT_GE(choices.items.size(), 2u);
  ASSERT_LE(choices.items.size(), 3u);
  for (const Json& choice : choices.items) {
    bool offered = false;
    for (const Json& known : at(anna.known, "state.choices")->items)
      offered = offered || text_of(known, "action") == text_of(choice, "action");
    EXPECT_TRUE(offered) << choice.dump();
    EXPECT_FALSE(text_of(choice, "text").empty());
    EXPECT_FALSE(choice.find("why")->items.empty());
    EXPECT_EQ(choice.find("shares")->members.size(), 3u);
  }
  EXPECT_NE(hint.find("losses"), nullptr);
  EXPECT_EQ(hint.find("much")->text, "0.053") << "of three";
  EXPECT_EQ(text_of(anna.act(text_of(choices.items[0], "action")), "is"), "news");
}

TEST(Hints, AreRefusedWhereTheyWereNotAgreed) {
  FreshServer server;
  Pair pair(server, "");
  EXPECT_EQ(text_of(pair.anna.known, "hints"), "no");
  EXPECT_EQ(refused(pair.asked().about("hint")), "forbidden");
  // Nor does it help that the other one has left.
  Player& asked = pair.asked();
  Player& other = pair.other();
  other.about("leave");
  EXPECT_EQ(refused(asked.about("hint")), "forbidden");
}

TEST(Hints, AreForWhoeverIsToChoose) {
  FreshServer server;
  Pair pair(server, ",\"hints\":true");
  EXPECT_EQ(text_of(pair.bram.known, "hints"), "agreed");
  Player guest(server.port, "Gast");
  guest.watch(pair.anna.table);
  EXPECT_EQ(refused(guest.about("hint")), "forbidden");
  Player& asked = pair.asked();
  Player& other = pair.other();
  EXPECT_EQ(text_of(asked.about("hint"), "is"), "hint");
  ASSERT_FALSE(other.my_turn());
  EXPECT_EQ(refused(other.about("hint")), "turn");
  EXPECT_EQ(refused(asked.about("hint", ",\"more\":1")), "message");
  asked.table = "nosuchtable";
  EXPECT_EQ(refused(asked.about("hint")), "unknown");
}

TEST(Hints, AreKnownToTheTableAfterARestart) {
  const Folder folder;
  std::string id;
  {
    TestServer server(folder.at("t.db"));
    Pair pair(server, ",\"hints\":true");
    id = pair.anna.table;
  }
  TestServer again(folder.at("t.db"));
  Player guest(again.port, "Gast");
  guest.watch(id);
  EXPECT_EQ(text_of(guest.known, "hints"), "agreed");
}

TEST(Hints, AreOneAtATimeAndNotTooMany) {
  const Folder folder;
  TestServer server(folder.at("t.db"),
                    [](server::ServerOptions& options) { options.settings.hints = {2, 0.001}; });
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  until_asked(anna);
  const int64_t first = anna.send("{\"do\":\"hint\",\"table\":\"" + anna.table + "\"");
  EXPECT_EQ(refused(anna.about("hint")), "too-fast") << "one is being thought over";
  EXPECT_EQ(text_of(anna.answer(first), "is"), "hint");
  EXPECT_EQ(text_of(anna.about("hint"), "is"), "hint");
  EXPECT_EQ(refused(anna.about("hint")), "too-fast");
}

// What the other seat and a guest get is the same whether somebody has asked or not: the same
// messages, with the next numbers (Player sees to that), and nothing besides.
TEST(Hints, NobodyElseNotices) {
  FreshServer server;
  Pair pair(server, ",\"hints\":true");
  Player guest(server.port, "Gast");
  guest.watch(pair.anna.table);
  Player& asked = pair.asked();
  Player& other = pair.other();
  guest.until([&] { return guest.n >= asked.n; });
  // All that comes up to a word that is said, without its numbers.
  const auto heard = [&](Player& player, size_t from) {
    player.until([&] { return player.n >= asked.n; });
    std::string all;
    for (size_t i = from; i < player.socket->texts.size(); ++i) {
      for (const char c : player.socket->texts[i]) {
        if (c < '0' || c > '9') all += c;
      }
    }
    return all;
  };
  const auto evening = [&](bool asks) {
    const size_t others = other.socket->texts.size();
    const size_t guests = guest.socket->texts.size();
    const int64_t n = asked.n;
    for (int i = 0; asks && i < 3; ++i) EXPECT_EQ(text_of(asked.about("hint"), "is"), "hint");
    EXPECT_EQ(asked.n, n);
    asked.about("say", ",\"text\":\"Proost\"");
    EXPECT_EQ(asked.n, n + 1);
    return heard(other, others) + heard(guest, guests);
  };
  evening(false);  // who has come is told by then
  const std::string before = evening(false);
  EXPECT_NE(before.find("Proost"), std::string::npos);
  EXPECT_EQ(evening(true), before);
}

}  // namespace
}  // namespace server_test
