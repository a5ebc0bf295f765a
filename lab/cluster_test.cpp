// The cluster on paper, where it is known how queues behave.
#include "lab/cluster.h"

#include <gtest/gtest.h>

namespace {

using lab::ClusterCosts;
using lab::ClusterPlan;
using lab::ClusterResult;
using lab::run_cluster;

constexpr ClusterCosts kFree{0, 0, 0, 0, 0, 0, 0, 0, 0};

// People alone at their tables who think for so long that they come independently of each other.
ClusterPlan crowd(double load, double microseconds) {
  ClusterPlan plan;
  plan.people = 5000;
  plan.at_table = 1;
  plan.pace = 5000 * microseconds / 1e6 / load;
  plan.seconds = 200;
  plan.costs = kFree;
  return plan;
}

TEST(Cluster, AServerKeepsAQueueAsPollaczekAndKhinchineSay) {
  for (const double load : {0.5, 0.8, 0.9}) {
    ClusterPlan plan = crowd(load, 1000);
    plan.costs.request = 1000;
    const ClusterResult result = run_cluster(plan);
    EXPECT_NEAR(result.node_busy, load, 0.02);
    // Half constant, half exponential: the square of the deviation is a quarter of that of the
    // mean. A move waits twice: to be carried out, and to be told, which takes no time here.
    const double waiting = load * load * 1.25 / 2 / (1 - load);
    const double length = load + 2 * waiting;
    EXPECT_NEAR(result.node_queue, length, 0.1 * length) << load;
    EXPECT_NEAR(result.moves_per_second, 1000 * load, 30 * load);
  }
}

TEST(Cluster, BatchesGrowUntilTheDatabaseKeepsUp) {
  ClusterPlan plan = crowd(0.9, 1000);
  plan.pace /= 10;  // ten times as many as a commit for each could be
  plan.seconds = 20;
  plan.costs.sync = 1000;
  plan.costs.append = 5;
  const ClusterResult result = run_cluster(plan);
  EXPECT_NEAR(result.moves_per_second, 9000, 300);
  EXPECT_GT(result.batch, 5);
  EXPECT_LT(result.p99, 6);
}

TEST(Cluster, TwiceTheServersCarryTwiceAsManyWhoChooseAtOnce) {
  ClusterPlan plan;
  plan.people = 600;
  plan.pace = 0;
  plan.seconds = 2;
  plan.at_table = 1;
  const ClusterResult one = run_cluster(plan);
  plan.nodes = 2;
  const ClusterResult two = run_cluster(plan);
  EXPECT_NEAR(one.node_busy, 1, 0.02);
  EXPECT_NEAR(two.moves_per_second / one.moves_per_second, 2, 0.15);
}

TEST(Cluster, ASecondDatabaseTakesHalfOfTheWork) {
  ClusterPlan plan = crowd(0.8, 100);
  plan.seconds = 10;
  plan.database_cores = 1;
  plan.costs.append = 100;
  EXPECT_NEAR(run_cluster(plan).database_busy, 0.8, 0.03);
  plan.databases = 2;
  EXPECT_NEAR(run_cluster(plan).database_busy, 0.4, 0.03);
}

TEST(Cluster, OneMachineIsSharedByAll) {
  ClusterPlan plan;
  plan.people = 300;
  plan.pace = 0;
  plan.seconds = 2;
  plan.nodes = 3;
  plan.cores = 2;
  plan.costs.client = 10;
  const ClusterResult shared = run_cluster(plan);
  EXPECT_LE(3 * shared.node_busy + 4 * shared.database_busy, 2.0);
  plan.cores = 0;
  EXPECT_GT(run_cluster(plan).moves_per_second, 1.3 * shared.moves_per_second);
}

// Whoever hears of it first may move before all others have.
TEST(Cluster, AtATableItIsOnePersonsTurn) {
  ClusterPlan plan;
  plan.people = 100;
  plan.at_table = 2;
  plan.pace = 2;
  plan.nodes = 2;
  plan.seconds = 100;
  plan.costs = kFree;
  plan.costs.tell = 5000;
  EXPECT_NEAR(run_cluster(plan).moves_per_second, 50, 3);
}

TEST(Cluster, TheSameSeedTellsTheSame) {
  ClusterPlan plan;
  plan.nodes = 3;
  plan.databases = 2;
  const ClusterResult once = run_cluster(plan);
  const ClusterResult again = run_cluster(plan);
  EXPECT_EQ(once.moves, again.moves);
  EXPECT_EQ(once.p99, again.p99);
  EXPECT_NEAR(once.moves_per_second, 100, 10);  // of 1,000 people, however many servers
  plan.seed = 2;
  EXPECT_NE(run_cluster(plan).p99, once.p99);
}

}  // namespace
