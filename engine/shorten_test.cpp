#include "engine/shorten.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

TEST(Shorten, LongTextEndsInAnEllipsisAndCountsCharactersNotBytes) {
  EXPECT_EQ(shorten("Königin", 7), "Königin");
  EXPECT_EQ(shorten("Königin", 4), "Kön…");
  EXPECT_EQ(shorten("Königin", 3), "Kö…");
  EXPECT_EQ(shorten("abc", 0), "");
}

}  // namespace
}  // namespace engine
