// The queue of what is to be thought over: who takes what, and what becomes of it when they are
// gone.
#include "store/work.h"

#include <future>

#include "store/postgres.h"
#include "store/testing.h"

namespace store_test {
namespace {

using store::Nodes;
using store::Work;

class Queue : public ::testing::Test {
 protected:
  void SetUp() override {
    store::PostgresOptions options;
    options.address = home_.address();
    Opened opened = open_postgres(options);
    ASSERT_NE(opened.store, nullptr) << opened.problem;
    store_ = std::move(opened.store);
    store_->nodes()->on_answers([this](const std::vector<Nodes::Answer>& more) {
      const std::lock_guard guard(mutex_);
      answers_.insert(answers_.end(), more.begin(), more.end());
    });
    ASSERT_TRUE(beat().well);
    one_ = store::open_work(home_.address(), 2);
    two_ = store::open_work(home_.address(), 3);
    ASSERT_TRUE(one_->beat({}));
    ASSERT_TRUE(two_->beat({}));
  }
  Nodes::Beat beat() {
    std::promise<Nodes::Beat> promise;
    store_->nodes()->beat({}, [&](const Nodes::Beat& beat) { promise.set_value(beat); });
    return promise.get_future().get();
  }
  bool ask(int64_t id, int kind, const std::string& task) {
    std::promise<bool> promise;
    store_->nodes()->ask({id, kind, task}, [&](bool well) { promise.set_value(well); });
    return promise.get_future().get();
  }
  std::vector<std::string> answers() {
    const std::lock_guard guard(mutex_);
    std::vector<std::string> texts;
    for (const Nodes::Answer& answer : answers_) texts.push_back(answer.text);
    return texts;
  }
  // As if their lease had run out by now.
  void expire() {
    tests::Postgres::get().run(
        "update job set until = clock_timestamp() - interval '1 second' where worker is not null",
        home_.address());
  }

  Home home_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<Work> one_, two_;
  std::mutex mutex_;
  std::vector<Nodes::Answer> answers_;
};

TEST_F(Queue, EachIsTakenByOneAndAnsweredOnce) {
  ASSERT_TRUE(ask(1, 0, "first"));
  ASSERT_TRUE(ask(2, 1, "second"));
  ASSERT_TRUE(ask(3, 2, "long"));
  const Nodes::Beat before = beat();
  EXPECT_EQ(before.workers, 5);
  EXPECT_EQ(before.waiting, (std::vector<int64_t>{1, 1, 1}));
  EXPECT_EQ(before.asked.size(), 3u);

  const std::vector<Work::Taken> first = one_->take(1, 0, 0);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].task, "first");
  EXPECT_EQ(first[0].asked, 2);
  EXPECT_EQ(first[0].threads, 5);
  const std::vector<Work::Taken> rest = two_->take(5, 5, 0);
  ASSERT_EQ(rest.size(), 2u);
  EXPECT_EQ(rest[1].task, "long");
  EXPECT_TRUE(one_->take(5, 5, 0).empty());

  ASSERT_TRUE(two_->beat({{2, 0}, {3, 17}}));
  int64_t done = 0;
  for (const Nodes::Asked& asked : beat().asked) done = std::max(done, asked.done);
  EXPECT_EQ(done, 17);
  EXPECT_TRUE(one_->answer(1, "yes"));
  EXPECT_TRUE(one_->answer(1, "no"));
  EXPECT_TRUE(eventually([&] { return answers() == std::vector<std::string>{"yes"}; }));
}

TEST_F(Queue, WhatAWorkerHadTakenComesBackWhenItIsGone) {
  ASSERT_TRUE(ask(1, 0, "first"));
  ASSERT_EQ(one_->take(1, 0, 0).size(), 1u);
  EXPECT_TRUE(two_->take(1, 0, 0).empty());
  expire();
  ASSERT_EQ(two_->take(1, 0, 0).size(), 1u);
  // It was only slow: both answer, and the first counts.
  ASSERT_TRUE(one_->answer(1, "by the first"));
  ASSERT_TRUE(two_->answer(1, "by the second"));
  EXPECT_TRUE(eventually([&] { return !answers().empty(); }));
  EXPECT_EQ(answers(), std::vector<std::string>{"by the first"});
  // In order: at once.
  ASSERT_TRUE(ask(2, 2, "long"));
  ASSERT_EQ(one_->take(0, 1, 0).size(), 1u);
  one_->leave();
  EXPECT_EQ(two_->take(0, 1, 0).size(), 1u);
  EXPECT_EQ(beat().workers, 3);
}

TEST_F(Queue, WhatNobodyWaitsForIsNotDone) {
  ASSERT_TRUE(ask(1, 0, "first"));
  ASSERT_TRUE(ask(2, 0, "second"));
  store_->nodes()->forget({1});
  EXPECT_EQ(beat().asked.size(), 1u);
  store_.reset();  // the server has gone, and what it asked for with it
  EXPECT_TRUE(one_->take(5, 5, 0).empty());
}

// The database was killed: what need not survive that hasn't.
TEST_F(Queue, IsEmptyAfterACrash) {
  ASSERT_TRUE(ask(1, 0, "first"));
  tests::Postgres::get().stop(SIGQUIT);
  tests::Postgres::get().start();
  EXPECT_TRUE(eventually([&] { return beat().well; }));
  EXPECT_TRUE(beat().asked.empty());
  EXPECT_TRUE(eventually([&] { return one_->beat({}); }));
  EXPECT_EQ(beat().workers, 2);
  EXPECT_TRUE(ask(2, 0, "second"));
  EXPECT_EQ(one_->take(1, 0, 0).size(), 1u);
}

}  // namespace
}  // namespace store_test
