#include "engine/base64.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

// RFC 4648, section 10.
TEST(Base64, WritesWhatTheStandardShows) {
  EXPECT_EQ(to_base64(""), "");
  EXPECT_EQ(to_base64("f"), "Zg==");
  EXPECT_EQ(to_base64("fo"), "Zm8=");
  EXPECT_EQ(to_base64("foo"), "Zm9v");
  EXPECT_EQ(to_base64("foobar"), "Zm9vYmFy");
}

TEST(Base64, ReadsBackEveryByte) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) {
    bytes += static_cast<char>(i);
    EXPECT_EQ(from_base64(to_base64(bytes)), bytes);
  }
}

TEST(Base64, RefusesWhatWasNeverWritten) {
  for (const char* text : {"Z", "Zg", "Zg=", "Zh==", "Zm9=", "=m9v", "Zg==Zg==", "Zm v", "Zm-_"})
    EXPECT_FALSE(from_base64(text)) << text;
}

}  // namespace
}  // namespace engine
