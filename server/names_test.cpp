// Names that nobody can see, read or tell apart.
#include "server/names.h"

#include <algorithm>

#include "server/plain_text.h"
#include "server/testing.h"
#include "tests/matchers.h"

namespace server {
namespace {

using namespace matchers;

std::string key_of(std::string_view typed) {
  std::string name;
  return read_name(typed, name).key;
}
std::string kept(std::string_view typed) {
  std::string name;
  const Refusal refused = read_name(typed, name);
  return refused ? "refused: " + refused.key : name;
}

TEST(Names, AreKeptComposedWithSingleBlanks) {
  EXPECT_EQ(kept("  Anna \t van\u00a0 \u3000 Dijk\n"), "Anna van Dijk");
  EXPECT_EQ(kept("Zoe\u0308"), "Zoë");
  EXPECT_EQ(kept("Nguyễn Thị"), "Nguyễn Thị");
  EXPECT_EQ(kept("सीता"), "सीता");
  EXPECT_EQ(kept("น้ำฝน"), "น้ำฝน");
  EXPECT_EQ(kept("王小明"), "王小明");
  EXPECT_EQ(kept("🍺 Bram"), "🍺 Bram");
  EXPECT_EQ(kept("I \u2764\ufe0f beer"), "I \u2764 beer");
  // 24 characters, however they were typed.
  std::string twice;
  for (int i = 0; i < 24; ++i) twice += "e\u0301";
  EXPECT_EQ((*characters_of(kept(twice))).size(), 24u);
}

TEST(Names, WithoutLengthOrUtf8AreRefused) {
  for (const std::string& bad : {std::string(), std::string(" \u2003 "), std::string(25, 'x'),
                                 std::string("\xff"), std::string(5000, ' ') + "a"}) {
    EXPECT_EQ(key_of(bad), "bad-name");
  }
}

TEST(Names, WithWhatNobodySeesAreRefused) {
  for (std::string_view hidden :
       {"\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e", "\u2066", "\u061c", "\u3164",
        "\uffa0", "\u115f", "\u034f", "\u2800", "\ue000", "\U000e0041", "\U0010fffd", "\u0378",
        "\ufdd0", "\x1b"}) {
    EXPECT_EQ(key_of("An" + std::string(hidden) + "na"), "name-hidden") << hidden;
    EXPECT_EQ(key_of(hidden), "name-hidden") << hidden;
  }
}

TEST(Names, WithPilesOfAccentsAreRefused) {
  EXPECT_EQ(kept("A\u0323\u0302\u0301b"), kept("Ậ\u0301b"));
  EXPECT_EQ(key_of("Z\u0300\u0301\u0302"), "name-accents");
  EXPECT_EQ(key_of("\u0301Anna"), "name-accents");
  EXPECT_EQ(key_of("b \u0300\u0301\u0302"), "name-accents");
}

TEST(Names, ThatLookTheSameAreAlike) {
  const std::vector<std::pair<std::string_view, std::string_view>> same{
      {"Anna", "anna"},
      {"Anna", "ANNA"},
      {"Anna", "Аnnа"},  // Cyrillic А and а
      {"Boris", "Вoris"} /* Cyrillic В */,
      {"Nora", "Νοra"},  // Greek Ν and ο
      {"Otto", "0tto"},
      {"Illya", "I1lya"},
      {"Marn", "Mam"},  // rn and m
      {"Anna", "Ａｎｎａ"},
      {"Anna", "𝐀𝐧𝐧𝐚"},
      {"Weiß", "WEISS"},
      {"Anna", "An\u200bna"},
      {"Zoë", "Zoe\u0308"},
  };
  for (const auto& [a, b] : same) EXPECT_TRUE(alike(look_of(a), look_of(b))) << a << " " << b;
  for (const auto& [a, b] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"Anna", "Anne"}, {"Zoë", "Zoe"}, {"Lia", "Ila"}, {"Jan", "Jan 2"}, {"Bo", "Во!"}}) {
    EXPECT_FALSE(alike(look_of(a), look_of(b))) << a << " " << b;
  }
}

TEST(Names, AtOneTableAreToldApart) {
  const std::vector<std::string> names{"Anna", "Bram", "АNNА", "Anna (2)", "anna", "Bram (2)"};
  EXPECT_THAT(told_apart(names),
              ElementsAre("Anna", "Bram", "АNNА (2)", "Anna (2) (2)", "anna (3)", "Bram (2)"));
  const std::vector<std::string> own{"Anna", "Anna (2)", "Anna"};
  EXPECT_THAT(told_apart(own), ElementsAre("Anna", "Anna (2)", "Anna (3)"));
}

TEST(Names, OfACrowdAreToldApartWithoutCountingThroughIt) {
  const std::vector<std::string> crowd(20000, "Anna");
  EXPECT_EQ(told_apart(crowd).back(), "Anna (20000)");
}

TEST(Names, ThatLookTheSameAreToldApartInEverythingATableSends) {
  using namespace server_test;
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 2, 1, ",\"public\":true"));
  Player twin(server.port, "\u0410nn\u0430");  // Cyrillic first and last
  twin.watch(anna.table);
  EXPECT_EQ(text_of(twin.about("say", ",\"text\":\"hello\""), "is"), "news");
  EXPECT_NE(twin.socket->texts.back().find("\u0410nn\u0430 (2)"), std::string::npos);
  EXPECT_EQ(text_of(twin.about("sit", ",\"seat\":\"" + seat_name(1) + "\""), "is"), "news");
  const auto seat = [&](size_t which) {
    return text_of(*twin.known.find("seats")->items[which].find("person"), "name");
  };
  EXPECT_EQ(seat(0), "Anna");
  EXPECT_EQ(seat(1), "\u0410nn\u0430 (2)");
  EXPECT_NE(anna.device.get("/api/tables").body.find("\u0410nn\u0430 (2)"), std::string::npos);
}

TEST(PlainLine, LeavesOutWhatTurnsOrClimbsIntoItsSurroundings) {
  EXPECT_EQ(plain_line("\u2066a\u202eb\u200fc\ufeff\u200bd\u00ade", 24), "abcde");
  EXPECT_EQ(plain_line("می\u200cخواهم 👨\u200d👩 \u2764\ufe0f", 24),
            "می\u200cخواهم 👨\u200d👩 \u2764\ufe0f");
  std::string pile = "Z";
  for (int i = 0; i < 100; ++i) pile += "\u0301";
  EXPECT_EQ(plain_line(pile + "a", 24), "Z\u0301\u0301\u0301\u0301a");
  EXPECT_EQ(plain_line("\u200b\u2060", 24), std::nullopt);
}

}  // namespace
}  // namespace server
