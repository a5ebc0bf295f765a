// What may be said at a table, by whom and how much; and that a long list of it ends no table.
#include <gmock/gmock.h>

#include "server/chat.h"
#include "server/testing.h"

namespace server_test {
namespace {

using server::Chat;
using server::ServerOptions;

// A line as long as lines may be: 500 characters of four bytes.
std::string long_line() {
  std::string line;
  for (int i = 0; i < 500; ++i) line += "\xf0\x9f\x8d\xba";
  return line;
}

Json say(Player& player, const std::string& text) {
  return player.about("say", ",\"text\":\"" + text + "\"");
}

// 2,412 lines made the `table` message larger than what may wait for a client: everybody who opened
// the table was dropped, for ever.
TEST(Chat, AVisitorCantEndATable) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, ",\"start\":true"));
  Player visitor(server.port, "Visitor");
  visitor.watch(anna.table);
  const std::string line = long_line();
  int said = 0;
  for (int i = 0; i < 2412; ++i) said += refused(say(visitor, line)).empty() ? 1 : 0;
  EXPECT_EQ(said, Chat::kGuestLines);
  EXPECT_EQ(refused(say(anna, "Cheers!")), "");
  Player again(anna);
  EXPECT_EQ(text_of(again.watch(anna.table), "is"), "table");
  EXPECT_EQ(text_of(again.act(again.choice()), "is"), "news");
}

TEST(Chat, AllVisitorsTogetherAreBoundedToo) {
  Chat chat;
  chat.sat("friend");
  int said = 0;
  for (int person = 0; person < 1000; ++person) {
    const std::string id = "p" + std::to_string(person);
    if (chat.may_say(id)) continue;
    chat.said(id);
    ++said;
  }
  EXPECT_EQ(said, Chat::kGuestsLines);
  for (int i = said; i < Chat::kLines; ++i) {
    ASSERT_FALSE(chat.may_say("friend"));
    chat.said("friend");
  }
  EXPECT_EQ(chat.may_say("friend").key, "chat-full");
}

// Words of the house: the same limits, the same mute, and nothing that isn't among them.
TEST(Chat, EmotesAreChat) {
  const Folder folder;
  TestServer server(folder.at("t.db"),
                    [](ServerOptions& options) { options.settings.chat = {2, 1}; });
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2));
  Player bram(server.port, "Bram");
  bram.watch(anna.table);
  const auto emote = [](Player& player, const std::string& id) {
    return player.about("say", ",\"emote\":\"" + id + "\"");
  };
  const Json news = emote(bram, "cheers");
  EXPECT_EQ(refused(news), "");
  const Json& item = news.find("items")->items.front();
  EXPECT_EQ(text_of(item, "is"), "say");
  EXPECT_EQ(text_of(item, "emote"), "cheers");
  EXPECT_EQ(item.find("text"), nullptr);
  EXPECT_EQ(refused(emote(bram, "drunk")), "message");
  EXPECT_EQ(refused(say(bram, "x")), "");
  EXPECT_EQ(refused(emote(bram, "cheers")), "too-fast");
  EXPECT_EQ(refused(anna.about("mute", ",\"person\":\"" + id_of(bram) + "\"")), "");
  server.time += 5000;
  EXPECT_EQ(refused(emote(bram, "cheers")), "forbidden");
}

TEST(Chat, IsLimitedByPersonAndByTable) {
  FreshServer server([](ServerOptions& options) {
    options.settings.chat = {3, 1};
    options.settings.table_chat = {5, 1};
  });
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2));
  Player tab(anna);
  tab.watch(anna.table);
  Player bram(server.port, "Bram");
  bram.watch(anna.table);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(refused(say(i % 2 == 0 ? anna : tab, "x")), "");
  EXPECT_EQ(refused(say(tab, "x")), "too-fast");
  for (int i = 0; i < 2; ++i) EXPECT_EQ(refused(say(bram, "x")), "");
  EXPECT_EQ(refused(say(bram, "x")), "too-fast");  // the table's
  server.time += 1000;
  EXPECT_EQ(refused(say(anna, "x")), "");
}

// The newest part comes with the table, older ones when they are asked for: together exactly all.
TEST(Chat, ALongListComesInParts) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2));
  const std::string line = long_line();
  constexpr int kSaid = 600;
  for (int i = 0; i < kSaid; ++i) ASSERT_EQ(refused(say(anna, line)), "");
  Player bram(server.port, "Bram");
  const Json table = bram.watch(anna.table);
  EXPECT_EQ(text_of(table, "is"), "table");
  EXPECT_LT(table.dump().size(), 400u * 1024);
  int64_t first = number_of(table, "log_from");
  EXPECT_GT(first, 1);
  ASSERT_FALSE(bram.numbers.empty());
  EXPECT_EQ(bram.numbers.front(), first);
  EXPECT_EQ(bram.numbers.back(), number_of(table, "n"));
  while (first > 1) {
    const Json part = bram.about("log", ",\"before\":" + std::to_string(first));
    ASSERT_EQ(text_of(part, "is"), "log") << part.dump();
    EXPECT_LT(part.dump().size(), 300u * 1024);
    int64_t number = number_of(part, "from");
    ASSERT_LT(number, first);
    for (const Json& item : part.find("items")->items) EXPECT_EQ(number_of(item, "n"), number++);
    EXPECT_EQ(number, first);
    first = number_of(part, "from");
  }
  const Json none = bram.about("log", ",\"before\":1");
  EXPECT_TRUE(none.find("items")->items.empty());
  EXPECT_EQ(refused(bram.about("log")), "message");
  EXPECT_EQ(refused(bram.about("log", ",\"before\":0")), "message");
  // Who comes back after so much is shown the table anew; after less, just what is missing.
  EXPECT_EQ(text_of(bram.about("watch", ",\"from\":1"), "is"), "table");
  bram.n = kSaid - 100;
  const Json missed = bram.about("watch", ",\"from\":" + std::to_string(bram.n));
  EXPECT_EQ(text_of(missed, "is"), "news");
  EXPECT_EQ(bram.n, anna.n);
}

TEST(Chat, TheHostMutesAPerson) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 2, 1));
  Player bram(server.port, "Bram");
  bram.watch(anna.table);
  const std::string bram_id = id_of(bram);
  const std::string mute_bram = ",\"person\":\"" + id_of(bram) + "\"";
  EXPECT_EQ(refused(anna.about("mute", mute_bram)), "unknown");  // hasn't been heard of
  EXPECT_EQ(refused(say(bram, "buy my coins")), "");
  EXPECT_EQ(refused(bram.about("mute", ",\"person\":\"" + id_of(anna) + "\"")), "forbidden");
  EXPECT_EQ(refused(anna.about("mute", ",\"person\":\"" + id_of(anna) + "\"")), "forbidden");
  EXPECT_EQ(text_of(anna.about("mute", mute_bram), "is"), "news");
  EXPECT_EQ(at(anna.known, "chat.muted")->items.size(), 1u);
  EXPECT_EQ(text_of(at(anna.known, "chat.muted")->items[0], "name"), "Bram");
  EXPECT_EQ(refused(say(bram, "buy!")), "forbidden");
  // Taking a seat doesn't help, nor does a table that has been away.
  bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"");
  EXPECT_EQ(refused(say(bram, "buy!")), "forbidden");
  server.time += 120000;
  while (metric(bram.device, "tables_in_memory") > 0) std::this_thread::yield();
  EXPECT_EQ(refused(say(bram, "buy!")), "forbidden");
  EXPECT_EQ(text_of(anna.about("mute", mute_bram + ",\"on\":false"), "is"), "news");
  EXPECT_TRUE(at(anna.known, "chat.muted")->items.empty());
  EXPECT_EQ(refused(say(bram, "sorry")), "");
}

TEST(Chat, ForFriendsOnlyIsForThoseWhoHaveASeatOrHadOne) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 2, 1, ",\"chat\":\"friends\""));
  EXPECT_EQ(text_of(*anna.known.find("chat"), "who"), "friends");
  Player bram(server.port, "Bram");
  bram.watch(anna.table);
  EXPECT_EQ(refused(say(anna, "hello")), "");
  EXPECT_EQ(refused(say(bram, "hello")), "forbidden");
  bram.about("sit", ",\"seat\":\"" + seat_name(1) + "\"");
  EXPECT_EQ(refused(say(bram, "hello")), "");
  bram.about("leave");
  EXPECT_EQ(refused(say(bram, "still here")), "");
  Player cees(server.port, "Cees");
  cees.watch(anna.table);
  EXPECT_EQ(refused(say(cees, "hello")), "forbidden");
  EXPECT_EQ(refused(cees.about("chat", ",\"who\":\"all\"")), "forbidden");
  EXPECT_EQ(text_of(anna.about("chat", ",\"who\":\"all\""), "is"), "news");
  EXPECT_EQ(refused(say(cees, "hello")), "");
  EXPECT_EQ(refused(anna.about("chat", ",\"who\":\"nobody\"")), "message");
}

}  // namespace
}  // namespace server_test
