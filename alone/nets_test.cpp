#include "alone/nets.h"

#include <gtest/gtest.h>

#include <string>

#include "games/registry.h"

namespace alone {
namespace {

bool missing = true;

// What was asked for and what was done, in order.
struct Page {
  std::string did;
  Nets nets{[](const engine::AnyGame&) { return missing; },
            [this](const engine::AnyGame& game) {
              (did += "bring ") += game.spec().id;
              did += '\n';
            }};
  void want(const engine::AnyGame& game, const char* what) {
    nets.when_here(game, [this, what] { (did += what) += '\n'; });
  }
  void came(const engine::AnyGame& game) {
    for (const Nets::Job& job : nets.came(game)) job();
  }
};

TEST(Nets, AreAskedForOnceAndWaitedFor) {
  const engine::AnyGame& game = *games::all()[0];
  const engine::AnyGame& other = *games::all()[1];
  const std::string bring = "bring " + std::string(game.spec().id) + "\n";
  const std::string bring_other = "bring " + std::string(other.spec().id) + "\n";
  missing = true;
  Page page;
  page.want(game, "a");
  page.want(game, "b");
  EXPECT_EQ(page.did, bring);
  page.want(other, "c");
  EXPECT_EQ(page.did, bring + bring_other);
  missing = false;
  page.came(game);
  EXPECT_EQ(page.did, bring + bring_other + "a\nb\n");
  page.want(game, "d");
  page.came(other);
  EXPECT_EQ(page.did, bring + bring_other + "a\nb\nd\nc\n");
}

TEST(Nets, ThatCannotBeHadAreDoneWithoutAndAskedForAgain) {
  const engine::AnyGame& game = *games::all()[0];
  const std::string bring = "bring " + std::string(game.spec().id) + "\n";
  missing = true;
  Page page;
  page.want(game, "a");
  page.came(game);
  EXPECT_EQ(page.did, bring + "a\n");
  page.want(game, "b");  // nobody waits a second time
  page.want(game, "c");  // and it is asked for by one after the other
  EXPECT_EQ(page.did, bring + "a\nb\n" + bring + "c\n");
  missing = false;
  page.came(game);
  page.want(game, "d");
  EXPECT_EQ(page.did, bring + "a\nb\n" + bring + "c\nd\n");
}

}  // namespace
}  // namespace alone
