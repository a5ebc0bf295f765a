#include "bots/told_shares.h"

#include <gtest/gtest.h>

#include "games/registry.h"

namespace told_shares_test {
namespace {

using bots::ToldShares;
using Shares = std::array<double, 4>;

Shares told(const ToldShares& as, Shares shares, float progress = 0) {
  as.tell(shares, progress);
  return shares;
}

TEST(ToldShares, WithoutAPowerAreAsTheyWereReckoned) {
  const Shares shares{0.55, 0.2, 0.15, 0.1};
  EXPECT_EQ(told({}, shares), shares);
  EXPECT_DOUBLE_EQ(ToldShares().tell_one(0.3, 4, 0.5F), 0.3);
}

TEST(ToldShares, ArePushedFromEvenAndAddUpAgain) {
  const Shares shares = told({2, 2}, {0.4, 0.3, 0.2, 0.1});
  EXPECT_NEAR(shares[0], 16.0 / 30, 1e-9);
  EXPECT_NEAR(shares[1], 9.0 / 30, 1e-9);
  EXPECT_NEAR(shares[2], 4.0 / 30, 1e-9);
  EXPECT_NEAR(shares[3], 1.0 / 30, 1e-9);
  const Shares back = told({0.5, 0.5}, shares);
  EXPECT_NEAR(back[0], 0.4, 1e-9);
  EXPECT_NEAR(back[3], 0.1, 1e-9);
}

TEST(ToldShares, LeaveEvenAndCertainAlone) {
  const Shares even{0.25, 0.25, 0.25, 0.25};
  const Shares won{0, 1, 0, 0};
  const Shares shared{0.5, 0, 0.5, 0};
  for (const Shares& shares : {even, won, shared}) EXPECT_EQ(told({3, 3}, shares), shares);
  EXPECT_DOUBLE_EQ(ToldShares(3, 3).tell_one(0, 3, 0), 0);
  EXPECT_DOUBLE_EQ(ToldShares(3, 3).tell_one(1, 3, 0), 1);
}

TEST(ToldShares, ChangeAlongTheGame) {
  const ToldShares as(2, 1);
  EXPECT_DOUBLE_EQ(as.power(0), 2);
  EXPECT_DOUBLE_EQ(as.power(0.5F), 1.5);
  EXPECT_DOUBLE_EQ(as.power(1), 1);
  EXPECT_DOUBLE_EQ(as.power(2), 1) << "no further than the end";
}

TEST(ToldShares, OneSeatIsToldAsIfTheOthersWereEven) {
  const ToldShares as(1.7, 1.7);
  EXPECT_NEAR(as.tell_one(0.4, 4, 0), told(as, {0.4, 0.2, 0.2, 0.2})[0], 1e-9);
}

TEST(ToldShares, AnErrorGrowsWithWhatItIsAbout) {
  struct Choice {
    Shares shares{};
    float share = 0;
    float error = 0;
  };
  const ToldShares as(2, 2);
  const auto choice = [&](double share) {
    const double others = (1 - share) / 3;
    Choice made{{share, others, others, others}, static_cast<float>(share), 0.001F};
    as.tell(made, 0, 0);
    EXPECT_FLOAT_EQ(made.share, static_cast<float>(made.shares[0]));
    return made;
  };
  const Choice one = choice(0.4);
  EXPECT_NEAR(one.error, choice(0.401).share - one.share, 0.0001);
}

TEST(ToldShares, OfEveryGameAreWithinReason) {
  for (const engine::AnyGame* game : games::all()) {
    games::AllGames::visit(game->spec().id, []<class G>() {
      for (const auto from :
           {ToldShares::From::kJudgement, ToldShares::From::kValue, ToldShares::From::kNet}) {
        const ToldShares as = ToldShares::of(G::judgement_json(), from);
        for (const float progress : {0.0F, 1.0F}) {
          EXPECT_GT(as.power(progress), 0.3) << G::spec().id;
          EXPECT_LT(as.power(progress), 3.5) << G::spec().id;
        }
      }
    });
  }
}

TEST(ToldShares, AreReadByWhereTheyComeFrom) {
  constexpr std::string_view kFile =
      R"({"weights": {}, "told_shares": {"judgement": {"start": 180, "end": 120}}})";
  EXPECT_DOUBLE_EQ(ToldShares::of(kFile, ToldShares::From::kJudgement).power(0), 1.8);
  EXPECT_DOUBLE_EQ(ToldShares::of(kFile, ToldShares::From::kJudgement).power(1), 1.2);
  EXPECT_DOUBLE_EQ(ToldShares::of(kFile, ToldShares::From::kValue).power(0), 1)
      << "a value was fitted to who won";
}

}  // namespace
}  // namespace told_shares_test
