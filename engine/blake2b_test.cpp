#include "engine/blake2b.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

// As `b2sum -l 256` and Python's hashlib.blake2b(digest_size=32) say.
TEST(Blake2b, OfShortTexts) {
  EXPECT_EQ(hex(blake2b("")), "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
  EXPECT_EQ(hex(blake2b("abc")),
            "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
}

TEST(Blake2b, AroundTheEndOfABlock) {
  const auto of = [](size_t size) { return hex(blake2b(std::string(size, 'x'))); };
  EXPECT_EQ(of(127), "32afe327aece2cc8275e868be2ea929410f47bcfbac87d8197d92c972a290d3d");
  EXPECT_EQ(of(128), "164ffb7089bae6f5a62fb0795e751dc9e88eac92e1a5b2fafe93a25abf2d9c3b");
  EXPECT_EQ(of(129), "03b0758fa71d249c846c2304a2b9996e6ae66ffa7e5528f9e612e089a360fc8d");
  EXPECT_EQ(of(256), "cb9d468022b930d52da4d9b0226ef9c997e0acc119eeb08afefb8219bc53972b");
  EXPECT_EQ(of(257), "99da5101f1f947c80e6ecbf89498bea9946f231eb226e0ded7c80ec4cd723f57");
}

// The digest of the digests of all texts up to 1000 bytes, bytes of every value among them.
TEST(Blake2b, OfEveryLength) {
  std::string text, digests;
  for (int n = 0; n <= 1000; ++n) {
    digests += hex(blake2b(text));
    text += static_cast<char>((n * 7 + 3) % 256);
  }
  EXPECT_EQ(hex(blake2b(digests)),
            "89f8fa5ef31e231de32fa054cc3756a6e3aded95796fc467c524454728af8efd");
}

}  // namespace
}  // namespace engine
