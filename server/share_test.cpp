// What shared links show.
#include <gmock/gmock.h>
#include <zlib.h>

#include "bots/any_bot.h"
#include "games/registry.h"
#include "server/picture.h"
#include "server/share.h"
#include "server/testing.h"
#include "tests/plain_table.h"

namespace server_test {
namespace {

using server::Shared;

const std::string kPublic = ",\"public\":true";

std::string page_of(Device& device, const std::string& path) {
  const HttpAnswer answer = device.get(path);
  EXPECT_EQ(answer.status, 200);
  EXPECT_THAT(answer.header("Content-Type"), HasSubstr("text/html"));
  return answer.body;
}
std::string content_of(const std::string& page, const std::string& property) {
  const std::string mark = "property=\"" + property + "\" content=\"";
  const size_t found = page.find(mark);
  if (found == std::string::npos) return {};
  const size_t from = found + mark.size();
  return page.substr(from, page.find('"', from) - from);
}
uint32_t number_at(const std::string& bytes, size_t at) {
  uint32_t number = 0;
  for (size_t i = at; i < at + 4; ++i) number = number << 8 | static_cast<uint8_t>(bytes[i]);
  return number;
}

// Anybody may see it.
Shared being_played(const engine::AnyTable& match) {
  Shared shared = server::shared_of(match.game());
  shared.open = true;
  shared.status = store::Status::kPlaying;
  shared.sitters.resize(static_cast<size_t>(match.seats()));
  return shared;
}

TEST(Share, APrivateTableTellsItsGameAndNoMore) {
  FreshServer server;
  Player anna(server.port, "Annabella");
  const std::string id = new_table(anna, 1, 2, ",\"start\":true");
  Device anybody(server.port);
  const std::string page = page_of(anybody, "/t/" + id);
  EXPECT_THAT(content_of(page, "og:title"), HasSubstr("Draco &amp; Co"));
  EXPECT_THAT(page, Not(HasSubstr("Annabella")));
  EXPECT_THAT(content_of(page, "og:image"), HasSubstr("/share/" + game_id() + ".png"));
  // Nor does the picture that could be guessed.
  EXPECT_EQ(anybody.get("/share/" + id + ".png").body,
            anybody.get("/share/" + game_id() + ".png").body);
}

TEST(Share, APublicTableTellsWhoPlaysAsTextAndNothingElse) {
  FreshServer server(
      [](server::ServerOptions& options) { options.settings.origins = {"https://games.example"}; });
  Player anna(server.port, "A\\\"><b>&Co");
  const std::string id = new_table(anna, 2, 1, kPublic);
  Device anybody(server.port);
  const std::string page = page_of(anybody, "/t/" + id);
  EXPECT_THAT(content_of(page, "og:description"), HasSubstr("A&quot;&gt;&lt;b&gt;&amp;Co"));
  EXPECT_THAT(page, Not(HasSubstr("<b>")));
  EXPECT_THAT(content_of(page, "og:title"), HasSubstr("one seat is free"));
  EXPECT_THAT(page, HasSubstr("one seat is free</title>"));
  EXPECT_EQ(content_of(page, "og:url"), "https://games.example/t/" + id);
  const std::string picture = content_of(page, "og:image");
  EXPECT_THAT(picture, testing::StartsWith("https://games.example/share/" + id + ".png?n="));
  EXPECT_THAT(page_of(anybody, "/t/" + id + "?lang=nl"), HasSubstr("nog één plaats vrij"));
  // The page itself is whole.
  EXPECT_THAT(page, HasSubstr("</head>"));
}

TEST(Share, ATableForPeopleWithANameIsPrivateToo) {
  FreshServer server;
  Player anna(server.port, "Annabella");
  anna.watch(new_table(anna, 2, 1, kPublic));
  Device anybody(server.port);
  EXPECT_THAT(page_of(anybody, "/t/" + anna.table), HasSubstr("Annabella"));
  anna.about("door", ",\"who\":\"named\"");
  EXPECT_THAT(page_of(anybody, "/t/" + anna.table), Not(HasSubstr("Annabella")));
}

TEST(Share, WhoHasWonIsSaidWhenItIsOver) {
  FreshServer server;
  Player anna(server.port, "Annabella");
  anna.watch(new_table(anna, 1, 2, kPublic + ",\"start\":true"));
  anna.about("concede");
  Device anybody(server.port);
  const std::string page = page_of(anybody, "/replay/" + anna.table);
  EXPECT_THAT(content_of(page, "og:title"), HasSubstr("have won"));
  EXPECT_THAT(content_of(page, "og:title"), Not(HasSubstr("Annabella")));
}

TEST(Share, WhatIsNoTableIsThePageAsItIs) {
  FreshServer server;
  Device anybody(server.port);
  EXPECT_EQ(page_of(anybody, "/t/nosuchtable"), page_of(anybody, "/me"));
  EXPECT_EQ(page_of(anybody, "/t/%22%3E%3Cscript%3E"), page_of(anybody, "/me"));
  EXPECT_EQ(anybody.get("/share/nosuchtable.png").status, 404);
  EXPECT_THAT(content_of(page_of(anybody, "/rules/" + game_id()), "og:image"),
              HasSubstr(game_id() + ".png"));
}

TEST(Share, ThePictureIsAPngOfItsSize) {
  FreshServer server;
  Player anna(server.port, "Anna");
  const std::string id = new_table(anna, 1, 2, kPublic);
  Device anybody(server.port);
  const HttpAnswer answer = anybody.get("/share/" + id + ".png");
  EXPECT_EQ(answer.header("Content-Type"), "image/png");
  ASSERT_GT(answer.body.size(), 1000u);
  EXPECT_EQ(answer.body.substr(1, 3), "PNG");
  EXPECT_EQ(number_at(answer.body, 16), 1200u);
  EXPECT_EQ(number_at(answer.body, 20), 630u);
  EXPECT_EQ(metric(anybody, "slow_texts_total"), 1);
  anybody.get("/share/" + id + ".png");
  EXPECT_EQ(metric(anybody, "slow_texts_total"), 1);  // kept
}

// The picture of a game that is on is its position: it changes with what everybody sees.
TEST(Share, ThePictureOfAGameShowsThePosition) {
  FreshServer server;
  Player anna(server.port, "Anna");
  anna.watch(new_table(anna, 1, 2, kPublic));
  Device anybody(server.port);
  const auto picture = [&] { return anybody.get("/share/" + anna.table + ".png").body; };
  const std::string waiting = picture();
  anna.about("start");
  std::set<std::string> seen{waiting, picture()};
  EXPECT_EQ(seen.size(), 2u);
  for (size_t moves = 0; moves < 12; ++moves) {
    ASSERT_TRUE(anna.until([&] { return anna.my_turn(); }));
    anna.act(anna.choice(moves));
    seen.insert(picture());
  }
  EXPECT_GT(seen.size(), 5u);
  const std::string now = picture();
  EXPECT_EQ(number_at(now, 16), 1200u);
  EXPECT_EQ(number_at(now, 20), 630u);
  // The door is shut: from now on it is the game's picture, the same for every table.
  anna.about("door", ",\"who\":\"named\"");
  EXPECT_EQ(picture(), anybody.get("/share/" + game_id() + ".png").body);
}

// The part of a picture from row `y` on, as it was packed.
std::string rows_from(const std::string& png, size_t y) {
  constexpr size_t kPacked = 33;  // after the signature and the head
  constexpr uLongf kRow = server::kShareWidth * 3 + 1;
  uLongf size = kRow * server::kShareHeight;
  std::string rows(size, '\0');
  EXPECT_EQ(::uncompress(reinterpret_cast<Bytef*>(rows.data()), &size,
                         reinterpret_cast<const Bytef*>(png.data() + kPacked + 8),
                         number_at(png, kPacked)),
            Z_OK);
  return rows.substr(y * kRow);
}

// The board, too, calls people by their names; cut where they are so long that it would have no
// room for the rest.
TEST(Share, TheBoardOfThePictureNamesPeople) {
  constexpr size_t kBoard = 180;  // below the names at its head
  for (const engine::AnyGame* game : games::all()) {
    SCOPED_TRACE(game->spec().id);
    const auto match = tests::plain_table(*game);
    Shared shared = being_played(*match);
    const auto board = [&](const std::string& name) {
      for (Shared::Sitter& sitter : shared.sitters) sitter.name = name;
      return rows_from(server::share_position(shared, *match, engine::Language::kEnglish), kBoard);
    };
    EXPECT_NE(board("Anna"), board("Bert"));
    EXPECT_EQ(board("Annabella of the inn"), board("Annabella at the inn"));
  }
}

// In every game, whatever a spectator can't know makes no difference to a single point.
TEST(Share, ThePictureShowsNothingHidden) {
  for (const engine::AnyGame* game : games::all()) {
    SCOPED_TRACE(game->spec().id);
    const auto match = tests::plain_table(*game);
    Shared shared = being_played(*match);
    engine::Chance chance(11);
    int compared = 0;
    for (int steps = 0; steps < 40 && !match->over(); ++steps) {
      const engine::Seat seat = match->acting().front();
      ASSERT_FALSE(
          match->act(seat, bots::choose(bots::BotSpec::of("random"), *match, seat, chance)));
      if (steps % 10 != 0 || match->over()) continue;
      // What one seat imagines of the others' secrets looks the same to a spectator.
      const auto other = match->imagine(engine::seat_at(0), engine::ChanceSource{});
      EXPECT_EQ(server::share_position(shared, *match, engine::Language::kEnglish),
                server::share_position(shared, *other, engine::Language::kEnglish));
      ++compared;
    }
    EXPECT_GE(compared, 3);
  }
}

TEST(Picture, WordsThatAreTooLongAreCutAndLinesBroken) {
  using server::Picture;
  EXPECT_GT(Picture::width_of("wide", 30), Picture::width_of("i", 30));
  EXPECT_THAT(Picture::lines_of("one two three", 20, Picture::width_of("one two", 20) + 1, 3),
              ElementsAre("one two", "three"));
  EXPECT_THAT(Picture::lines_of("one two three", 20, 1, 2), ElementsAre("one", "two three"));
  Picture narrow(60, 40, {0, 0, 0});
  Picture wide(60, 40, {0, 0, 0});
  narrow.write("\xff\xc3 broken\xf0", 0, 30, 20, 50, {255, 255, 255});  // not UTF-8
  wide.write("a name that goes on and on", 0, 30, 20, 1000, {255, 255, 255});
  EXPECT_NE(narrow.png(), wide.png());
}

}  // namespace
}  // namespace server_test
