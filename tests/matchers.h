// The matchers that our tests use, under their own names: `using namespace matchers`.
#pragma once

#include <gmock/gmock.h>

namespace matchers {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

}  // namespace matchers
