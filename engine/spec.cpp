#include "engine/spec.h"

#include <algorithm>
#include <charconv>

namespace engine {

Variants default_variants(const GameSpec& spec) {
  return default_variants(spec, spec.rules_version);
}

Variants default_variants(const GameSpec& spec, int64_t rules_version) {
  Variants variants;
  for (size_t i = 0; i < spec.variants.size(); ++i) {
    const VariantSpec& variant = spec.variants[i];
    variants.values[i] = rules_version < variant.changed ? variant.earlier : variant.fallback;
  }
  return variants;
}

namespace {

std::string allowed_values(const VariantSpec& variant) {
  if (variant.values.empty()) {
    return "a whole number from " + std::to_string(variant.low) + " to " +
           std::to_string(variant.high);
  }
  std::string text;
  for (std::string_view value : variant.values) {
    if (!text.empty()) text += ", ";
    text += value;
  }
  return "one of " + text;
}

Error bad_value(const VariantSpec& variant, const std::string& value) {
  return {ErrorCode::kUsage,
          "variant " + std::string(variant.id) + " takes " + allowed_values(variant) + ", not '" +
              value + "'",
          ""};
}

}  // namespace

Error set_variant(const GameSpec& spec, std::string_view assignment, Variants& variants) {
  const size_t equals = assignment.find('=');
  if (equals == std::string_view::npos) {
    return {ErrorCode::kUsage,
            "a variant is written name=value, not '" + std::string(assignment) + "'", ""};
  }
  const std::string_view name = trim(assignment.substr(0, equals));
  const std::string_view value = trim(assignment.substr(equals + 1));
  for (size_t i = 0; i < spec.variants.size(); ++i) {
    const VariantSpec& variant = spec.variants[i];
    if (variant.id != name) continue;
    for (size_t v = 0; v < variant.values.size(); ++v) {
      if (variant.values[v] == value) {
        variants.values[i] = static_cast<int16_t>(v);
        return {};
      }
    }
    int64_t number = 0;
    if (variant.values.empty() && parse_int(value, variant.low, variant.high, number)) {
      variants.values[i] = static_cast<int16_t>(number);
      return {};
    }
    return bad_value(variant, std::string(value));
  }
  std::string names;
  for (const VariantSpec& variant : spec.variants) {
    if (!names.empty()) names += ", ";
    names += variant.id;
  }
  return {ErrorCode::kUsage,
          std::string(spec.id) + " has no variant '" + std::string(name) + "'; it has: " + names,
          ""};
}

Error check_variants(const GameSpec& spec, const Variants& variants) {
  for (size_t i = 0; i < spec.variants.size(); ++i) {
    const VariantSpec& variant = spec.variants[i];
    const int value = variants.values[i];
    const int low = variant.values.empty() ? variant.low : 0;
    const int high =
        variant.values.empty() ? variant.high : static_cast<int>(variant.values.size()) - 1;
    if (value < low || value > high) return bad_value(variant, std::to_string(value));
  }
  return {};
}

std::string variant_value(const GameSpec& spec, const Variants& variants, size_t variant) {
  const VariantSpec& row = spec.variants[variant];
  const int value = variants.values[variant];
  return row.values.empty() ? std::to_string(value)
                            : std::string(row.values[static_cast<size_t>(value)]);
}

std::string describe_variants(const GameSpec& spec, const Variants& variants) {
  std::string text;
  for (size_t i = 0; i < spec.variants.size(); ++i) {
    if (variants.values[i] == spec.variants[i].fallback) continue;
    if (!text.empty()) text += ' ';
    text += std::string(spec.variants[i].id) + "=" + variant_value(spec, variants, i);
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

namespace {

// Levenshtein's distance: how many letters have to be put in, taken out or changed.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view nearest(std::string_view word, const std::vector<std::string>& names) {
  constexpr size_t kLongest = 64;  // of a word somebody may have mistyped
  if (word.size() > kLongest) return {};
  std::string_view best;
  size_t best_distance = std::max<size_t>(2, word.size() / 3) + 1;
  for (const std::string& name : names) {
    const size_t d = !word.empty() && name.starts_with(word) ? 0 : distance(word, name);
    if (d < best_distance && d < name.size()) {
      best = name;
      best_distance = d;
    }
  }
  return best;
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
