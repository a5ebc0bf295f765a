// Bots of a program that was built without the nets of its games (here they are taken out).
#include "bots/nets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "bots/any_bot.h"
#include "bots/net.h"
#include "games/registry.h"
#include "tests/plain_table.h"

namespace {

using bots::Choice;

std::vector<Choice> thought(const engine::AnyGame& game) {
  const auto table = tests::plain_table(game, 3);
  const engine::Seat seat = table->acting().front();
  engine::Chance chance(8);
  const bots::Decision decision =
      bots::make_bot(bots::BotSpec::of("search"), game, seat)->decide(*table, {150}, chance);
  return {decision.choices.begin(), decision.choices.end()};
}

bool same(const std::vector<Choice>& a, const std::vector<Choice>& b) {
  return std::ranges::equal(a, b, [](const Choice& one, const Choice& other) {
    return one.action == other.action && one.value == other.value && one.visits == other.visits;
  });
}

TEST(Nets, AreBuiltIn) {
  for (const engine::AnyGame* game : games::all()) {
    SCOPED_TRACE(game->spec().id);
    EXPECT_FALSE(bots::net_is_missing(*game));
    games::AllGames::visit(game->spec().id, [&]<class G>() {
      EXPECT_EQ(bots::net_text(*game), G::net_json());
      EXPECT_EQ(bots::has_net(*game), !G::net_json().empty());
    });
    EXPECT_TRUE(bots::give_net(*game, bots::net_text(*game)));  // an error: it is here already
  }
}

TEST(Nets, ThatAreGivenLaterAreThoseThatWouldHaveBeenBuiltIn) {
  int nets = 0;
  games::AllGames::for_each([&]<class G>() {
    if (!G::has_net()) return;
    ++nets;
    SCOPED_TRACE(G::spec().id);
    const engine::AnyGame& game = *games::find(G::spec().id);
    const std::vector<Choice> built_in = thought(game);
    const auto taken_out = std::exchange(bots::own_net<G>(), std::make_shared<const bots::Net>());
    EXPECT_TRUE(bots::net_is_missing(game));
    EXPECT_FALSE(same(thought(game), built_in)) << "this position shows nothing of the net";

    // What is none, or one for another game, is refused and changes nothing.
    EXPECT_TRUE(bots::give_net(game, "<html>"));
    EXPECT_TRUE(bots::give_net(game, ""));
    const engine::Error other =
        bots::give_net(game, bots::Net::zero(12, 8, G::spec().max_seats).json("{}"));
    EXPECT_NE(other.text.find("is for 12 numbers"), std::string::npos) << other.text;
    EXPECT_TRUE(bots::net_is_missing(game));

    EXPECT_EQ(bots::give_net(game, G::net_json()).text, "");
    EXPECT_FALSE(bots::net_is_missing(game));
    EXPECT_TRUE(same(thought(game), built_in));
    bots::own_net<G>() = taken_out;
  });
  EXPECT_GT(nets, 0);
}

TEST(Nets, AreForBotsThatThink) {
  EXPECT_TRUE(bots::goes_by_net(bots::BotSpec::of("search:level=newcomer")));
  EXPECT_FALSE(bots::goes_by_net(bots::BotSpec::of("greedy")));
  EXPECT_FALSE(bots::goes_by_net(bots::BotSpec::of("random")));
}

}  // namespace
