#include "engine/spec.h"

#include <charconv>

namespace engine {

GameOptions default_options(const GameSpec& spec) {
  GameOptions options;
  for (size_t i = 0; i < spec.options.size(); ++i) options.values[i] = spec.options[i].fallback;
  return options;
}

namespace {

std::string allowed_values(const OptionSpec& option) {
  if (option.values.empty()) {
    return "a whole number from " + std::to_string(option.low) + " to " +
           std::to_string(option.high);
  }
  std::string text;
  for (std::string_view value : option.values) {
    if (!text.empty()) text += ", ";
    text += value;
  }
  return "one of " + text;
}

Error bad_value(const OptionSpec& option, const std::string& value) {
  return {ErrorCode::kUsage,
          "option " + std::string(option.id) + " takes " + allowed_values(option) + ", not '" +
              value + "'",
          ""};
}

}  // namespace

Error set_option(const GameSpec& spec, std::string_view assignment, GameOptions& options) {
  const size_t equals = assignment.find('=');
  if (equals == std::string_view::npos) {
    return {ErrorCode::kUsage,
            "an option is written name=value, not '" + std::string(assignment) + "'", ""};
  }
  const std::string_view name = trim(assignment.substr(0, equals));
  const std::string_view value = trim(assignment.substr(equals + 1));
  for (size_t i = 0; i < spec.options.size(); ++i) {
    const OptionSpec& option = spec.options[i];
    if (option.id != name) continue;
    for (size_t v = 0; v < option.values.size(); ++v) {
      if (option.values[v] == value) {
        options.values[i] = static_cast<int16_t>(v);
        return {};
      }
    }
    int64_t number = 0;
    if (option.values.empty() && parse_int(value, option.low, option.high, number)) {
      options.values[i] = static_cast<int16_t>(number);
      return {};
    }
    return bad_value(option, std::string(value));
  }
  std::string names;
  for (const OptionSpec& option : spec.options) {
    if (!names.empty()) names += ", ";
    names += option.id;
  }
  return {ErrorCode::kUsage,
          std::string(spec.id) + " has no option '" + std::string(name) + "'; it has: " + names,
          ""};
}

Error check_options(const GameSpec& spec, const GameOptions& options) {
  for (size_t i = 0; i < spec.options.size(); ++i) {
    const OptionSpec& option = spec.options[i];
    const int value = options.values[i];
    const int low = option.values.empty() ? option.low : 0;
    const int high =
        option.values.empty() ? option.high : static_cast<int>(option.values.size()) - 1;
    if (value < low || value > high) return bad_value(option, std::to_string(value));
  }
  return {};
}

std::string option_value(const GameSpec& spec, const GameOptions& options, size_t option) {
  const OptionSpec& row = spec.options[option];
  const int value = options.values[option];
  return row.values.empty() ? std::to_string(value)
                            : std::string(row.values[static_cast<size_t>(value)]);
}

std::string describe_options(const GameSpec& spec, const GameOptions& options) {
  std::string text;
  for (size_t i = 0; i < spec.options.size(); ++i) {
    if (options.values[i] == spec.options[i].fallback) continue;
    if (!text.empty()) text += ' ';
    text += std::string(spec.options[i].id) + "=" + option_value(spec, options, i);
  }
  return text;
}

Result<Seat> parse_seat(const GameSpec& spec, int seats, std::string_view text) {
  int64_t number = 0;
  if (parse_int(text, 0, seats - 1, number)) return seat_at(static_cast<int>(number));
  std::string names;
  for (int i = 0; i < seats; ++i) {
    const std::string_view id = spec.seat_ids[static_cast<size_t>(i)];
    if (id == text) return seat_at(i);
    names += (i > 0 ? ", " : "") + std::to_string(i) + " (" + std::string(id) + ")";
  }
  return Error{ErrorCode::kUsage,
               "there is no seat '" + std::string(text) + "' at this table; seats: " + names, ""};
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const size_t end = text.find(separator);
    const std::string_view part = trim(text.substr(0, end));
    if (!part.empty()) parts.push_back(part);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return parts;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

bool parse_int(std::string_view text, int64_t low, int64_t high, int64_t& value) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc{} && end == text.data() + text.size() && value >= low &&
         value <= high;
}

}  // namespace engine
