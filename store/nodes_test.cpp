// Several stores over one database: who is there, who drives what, and what they hear.
#include <future>

#include "store/postgres.h"
#include "store/postgres_nodes.h"
#include "store/testing.h"

namespace store_test {
namespace {

using store::Nodes;
class TwoNodes : public ::testing::Test {
 protected:
  struct Node {
    explicit Node(const std::string& address) {
      store::PostgresOptions options;
      options.address = address;
      Opened opened = open_postgres(options);
      EXPECT_NE(opened.store, nullptr) << opened.problem;
      store = std::move(opened.store);
      store->nodes()->on_news([this](const std::vector<Nodes::News>& more) {
        const std::lock_guard guard(mutex);
        news.insert(news.end(), more.begin(), more.end());
      });
    }
    Nodes::Beat beat(Nodes::Round round = {}) const {
      std::promise<Nodes::Beat> promise;
      store->nodes()->beat(std::move(round),
                           [&](const Nodes::Beat& beat) { promise.set_value(beat); });
      return promise.get_future().get();
    }
    bool drive(const std::string& table) const {
      std::promise<bool> promise;
      store->nodes()->drive(table, [&](bool ours) { promise.set_value(ours); });
      return promise.get_future().get();
    }
    // Waits for news of this.
    bool hears(const std::function<bool(const Nodes::News&)>& of) {
      return eventually([&] {
        const std::lock_guard guard(mutex);
        return std::any_of(news.begin(), news.end(), of);
      });
    }
    std::unique_ptr<Store> store;
    std::mutex mutex;
    std::vector<Nodes::News> news;
  };

  void SetUp() override {
    one_ = std::make_unique<Node>(home_.address());
    two_ = std::make_unique<Node>(home_.address());
    ASSERT_TRUE(one_->beat().well);
    ASSERT_TRUE(two_->beat().well);
  }
  static Nodes::Round about(const std::string& table, bool drives, Nodes::Company company = {}) {
    Nodes::Round round;
    round.tables.push_back({table, drives, company});
    return round;
  }

  Home home_;
  std::unique_ptr<Node> one_, two_;
};

TEST_F(TwoNodes, KnowOfEachOtherAndOfWhatTheOtherHasDone) {
  EXPECT_EQ(one_->beat().others, 1);
  EXPECT_EQ(two_->beat().others, 1);
  ASSERT_EQ(append(*one_->store, "t", 0, {{1, "a"}, {2, "b"}},
                   summary_of("t", Status::kPlaying, true, 5, {"p1", "p2"})),
            Outcome::kDone);
  EXPECT_TRUE(two_->hears([](const Nodes::News& news) {
    return news.is == Nodes::News::Is::kTable && news.id == "t" && news.n == 2 && news.listed &&
           news.people == std::vector<std::string>{"p1", "p2"};
  }));
  // Whoever has heard nothing looks.
  const Nodes::Beat beat = two_->beat(about("t", false));
  ASSERT_THAT(beat.tables, SizeIs(1));
  EXPECT_EQ(beat.tables[0].n, 2);
  one_->store->put_person({"p1", "Anna"}, [](const Result&) {});
  EXPECT_TRUE(two_->hears([](const Nodes::News& news) {
    return news.is == Nodes::News::Is::kPerson && news.id == "p1";
  }));
  {
    const std::lock_guard guard(one_->mutex);
    EXPECT_THAT(one_->news, IsEmpty()) << "what one does oneself is no news";
  }
  EXPECT_EQ(append(*two_->store, "t", 1, {{1, "late"}}), Outcome::kConflict);
}

TEST_F(TwoNodes, OneOfThemDrivesATableUntilItIsGone) {
  EXPECT_TRUE(one_->drive("t"));
  EXPECT_TRUE(one_->drive("t"));
  EXPECT_FALSE(two_->drive("t"));
  ASSERT_EQ(append(*one_->store, "t", 0, {{1, "a"}}), Outcome::kDone);
  EXPECT_FALSE(two_->beat(about("t", true)).tables[0].driven);
  EXPECT_TRUE(one_->beat(about("t", true)).tables[0].driven);
  // Given back, it is anybody's.
  Nodes::Round round;
  round.released = {"t"};
  one_->beat(round);
  EXPECT_TRUE(two_->beat(about("t", true)).tables[0].driven);
  EXPECT_FALSE(one_->drive("t"));
  two_.reset();
  EXPECT_EQ(one_->beat().others, 0);
  EXPECT_TRUE(one_->drive("t"));
}

// It says so itself: by the clock of the database, whatever its own shows.
TEST_F(TwoNodes, WhoWasNotHeardOfForSoLongHasNoLeaseAndLearnsIt) {
  ASSERT_TRUE(one_->drive("t"));
  ASSERT_EQ(append(*one_->store, "t", 0, {{1, "a"}},
                   Summary{"t", Status::kPlaying, false, true, 1, 1, "", {}}),
            Outcome::kDone);
  EXPECT_THAT(two_->beat().unattended, IsEmpty());
  tests::Postgres::get().run("update node set until = until - interval '5 seconds'",
                             home_.address());
  EXPECT_TRUE(two_->beat().fresh);  // it was late as well
  EXPECT_THAT(two_->beat().unattended, ElementsAre("t"));
  EXPECT_EQ(two_->beat().others, 0);
  EXPECT_TRUE(two_->drive("t"));
  const Nodes::Beat late = one_->beat(about("t", true));
  EXPECT_TRUE(late.well);
  EXPECT_TRUE(late.fresh);
  EXPECT_FALSE(late.tables[0].driven);
}

TEST_F(TwoNodes, KnowWhoIsWhere) {
  ASSERT_EQ(append(*one_->store, "t", 0, {{1, "a"}}), Outcome::kDone);
  Nodes::Round round = about("t", false, {5, 2});
  round.people = {"p1"};
  one_->beat(round);
  Nodes::Round asks = about("t", false, {2, 1});
  asks.sought = {"p1", "p2"};
  Nodes::Beat beat = two_->beat(asks);
  EXPECT_EQ(beat.tables[0].company, (Nodes::Company{5, 2}));
  EXPECT_THAT(beat.elsewhere, ElementsAre("p1"));
  beat = one_->beat(round);
  EXPECT_EQ(beat.tables[0].company, (Nodes::Company{2, 1}));
  one_->beat();  // they have gone
  beat = two_->beat(asks);
  EXPECT_EQ(beat.tables[0].company, Nodes::Company{});
  EXPECT_THAT(beat.elsewhere, IsEmpty());
}

TEST_F(TwoNodes, AreDeafWithoutTheDatabaseAndHearAgainAfterwards) {
  tests::Postgres::get().stop(SIGQUIT);
  EXPECT_TRUE(eventually([&] { return !two_->store->healthy(); }));
  EXPECT_FALSE(two_->beat().well);
  EXPECT_FALSE(two_->drive("t"));
  tests::Postgres::get().start();
  EXPECT_TRUE(eventually([&] { return two_->beat().well && one_->beat().well; }));
  EXPECT_TRUE(eventually([&] { return two_->store->healthy() && one_->store->healthy(); }));
  one_->beat();
  ASSERT_TRUE(
      eventually([&] { return append(*one_->store, "t", 0, {{1, "a"}}) != Outcome::kFailed; }));
  EXPECT_TRUE(two_->hears([](const Nodes::News& news) { return news.id == "t"; }));
}

TEST(News, GoesInPiecesThatFit) {
  std::vector<std::string> items;
  for (int i = 0; i < 2000; ++i) {
    items.push_back(store::news_of({Nodes::News::Is::kTable, "table" + std::to_string(i), i}));
  }
  size_t bytes = 0;
  for (const std::string& piece : store::pieces_of("me", items)) {
    EXPECT_LT(piece.size(), 8000u);
    EXPECT_TRUE(piece.starts_with("me t"));
    bytes += piece.size();
  }
  EXPECT_GT(bytes, 20000u);
}

}  // namespace
}  // namespace store_test
