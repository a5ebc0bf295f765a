#include "cli/duration.h"

#include <string>

#include "engine/spec.h"

namespace cli {
namespace {

struct Unit {
  std::string_view name;
  std::chrono::seconds length;
};
constexpr Unit kUnits[]{{"s", std::chrono::seconds(1)},    {"min", std::chrono::minutes(1)},
                        {"h", std::chrono::hours(1)},      {"d", std::chrono::hours(24)},
                        {"w", std::chrono::hours(7 * 24)}, {"y", std::chrono::hours(365 * 24)}};

}  // namespace

engine::Result<std::chrono::milliseconds> parse_duration(std::string_view text) {
  const size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  int64_t count = 0;
  for (const Unit& unit : kUnits) {
    if (text.substr(digits) == unit.name &&
        engine::parse_int(text.substr(0, digits), 1, 10000, count)) {
      return std::chrono::milliseconds(unit.length * count);
    }
  }
  return engine::Error{
      engine::ErrorCode::kUsage,
      "'" + std::string(text) +
          "' is no length of time: a number and s, min, h, d, w or y (1y, 90d, 12h)",
      ""};
}

}  // namespace cli
