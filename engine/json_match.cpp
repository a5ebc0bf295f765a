#include "engine/json_match.h"

#include <algorithm>

#include "engine/spec.h"

namespace engine {
namespace {

using Kind = Json::Kind;

constexpr std::string_view kNoField = "no such field";

bool is_operator(std::string_view key) { return key.starts_with('$'); }

// The number of the entry in "$2", or -1.
int64_t entry_of(std::string_view key) {
  int64_t index = -1;
  return parse_int(key.substr(1), 0, 100'000, index) ? index : -1;
}

bool holds_operators(const Json& pattern) {
  return pattern.is_object() && !pattern.members.empty() && is_operator(pattern.members[0].first);
}

LineError bad_pattern(const Json& pattern, const std::string& why) { return {pattern.line, why}; }

LineError check_operator(std::string_view key, const Json& operand) {
  const std::string name(key);
  if (key == "$contains" || key == "$excludes" || key == "$any_order") {
    if (!operand.is_array()) return bad_pattern(operand, name + " takes a list");
    if (operand.items.empty() && key != "$any_order") {
      return bad_pattern(operand, name + " with an empty list says nothing");
    }
    for (const Json& item : operand.items) {
      if (LineError error = check_pattern(item)) return error;
    }
    return {};
  }
  if (key == "$size" || key == "$at_least" || key == "$at_most") {
    return operand.is_integer() ? LineError{}
                                : bad_pattern(operand, name + " takes a whole number");
  }
  if (key == "$absent") {
    const bool good = operand.kind == Kind::kBool && operand.boolean;
    return good ? LineError{} : bad_pattern(operand, "$absent takes true");
  }
  if (key == "$not" || entry_of(key) >= 0) return check_pattern(operand);
  return bad_pattern(operand,
                     "unknown operator '" + name +
                         "'; there are $contains, $excludes, $any_order, $size, $at_least, "
                         "$at_most, $not, $absent and $0, $1, …");
}

class Matcher {
 public:
  explicit Matcher(std::vector<Mismatch>& out) : out_(out) {}

  void match(const Json& pattern, const Json& found, const Json* whole, const std::string& path) {
    if (holds_operators(pattern)) {
      for (const auto& [key, operand] : pattern.members) apply(key, operand, found, path);
    } else if (pattern.is_object()) {
      match_members(pattern, found, whole, path);
    } else if (pattern.is_array()) {
      match_items(pattern, found, path);
    } else if (!(pattern == found)) {
      differ(pattern, path, pattern.dump(), found.dump());
    }
  }

 private:
  void differ(const Json& pattern, const std::string& path, std::string expected,
              std::string found) {
    out_.push_back(
        {pattern.line, path.empty() ? "." : path, std::move(expected), std::move(found)});
  }

  static bool matches(const Json& pattern, const Json& found) {
    std::vector<Mismatch> differences;
    Matcher(differences).match(pattern, found, nullptr, "");
    return differences.empty();
  }

  void match_members(const Json& pattern, const Json& found, const Json* whole,
                     const std::string& path) {
    if (!found.is_object()) return differ(pattern, path, pattern.dump(), found.dump());
    for (const auto& [key, expected] : pattern.members) {
      const std::string place = path.empty() ? key : path + "." + key;
      const Json* member = found.find(key);
      const Json* original = whole == nullptr ? nullptr : whole->find(key);
      if (holds_operators(expected) && expected.members[0].first == "$absent") {
        if (member != nullptr) differ(expected, place, "absent", member->dump());
        if (whole != nullptr && original == nullptr) {
          differ(expected, place, "absent from the view only", "absent from the position too");
        }
      } else if (member == nullptr) {
        differ(expected, place, expected.dump(), std::string(kNoField));
      } else {
        match(expected, *member, original, place);
      }
    }
  }

  void match_items(const Json& pattern, const Json& found, const std::string& path) {
    if (!found.is_array() || found.items.size() != pattern.items.size()) {
      return differ(pattern, path, pattern.dump(), found.dump());
    }
    // Lists of plain values are short and best seen whole; of objects, the differing field is told.
    const bool plain =
        std::none_of(pattern.items.begin(), pattern.items.end(),
                     [](const Json& item) { return item.is_object() || item.is_array(); });
    if (plain) {
      if (!(pattern == found)) differ(pattern, path, pattern.dump(), found.dump());
      return;
    }
    for (size_t i = 0; i < pattern.items.size(); ++i) {
      match(pattern.items[i], found.items[i], nullptr, path + "[" + std::to_string(i) + "]");
    }
  }

  void apply(const std::string& key, const Json& operand, const Json& found,
             const std::string& path) {
    const auto fail = [&](const Json& expected) {
      differ(operand, path, key.substr(1) + " " + expected.dump(), found.dump());
    };
    if (key == "$size") {
      const size_t size = found.is_array() ? found.items.size() : found.members.size();
      const bool counts = found.is_array() || found.is_object();
      if (!counts || static_cast<int64_t>(size) != operand.integer) {
        differ(operand, path, "size " + operand.dump(),
               counts ? "size " + std::to_string(size) + ": " + found.dump() : found.dump());
      }
    } else if (key == "$at_least") {
      if (!found.is_integer() || found.integer < operand.integer) fail(operand);
    } else if (key == "$at_most") {
      if (!found.is_integer() || found.integer > operand.integer) fail(operand);
    } else if (key == "$not") {
      if (matches(operand, found)) fail(operand);
    } else if (key == "$absent") {
      fail(operand);  // only a member can be absent, and match_members() looks after those
    } else if (const int64_t entry = entry_of(key); entry >= 0) {
      const std::string place = path + "[" + std::to_string(entry) + "]";
      if (found.is_array() && static_cast<size_t>(entry) < found.items.size()) {
        match(operand, found.items[static_cast<size_t>(entry)], nullptr, place);
      } else {
        differ(operand, place, operand.dump(), "no such entry in " + found.dump());
      }
    } else {
      apply_to_list(key, operand, found, path);
    }
  }

  void apply_to_list(const std::string& key, const Json& operand, const Json& found,
                     const std::string& path) {
    if (!found.is_array()) {
      return differ(operand, path, key.substr(1) + " " + operand.dump(), found.dump());
    }
    std::vector<const Json*> left;
    left.reserve(found.items.size());
    for (const Json& item : found.items) left.push_back(&item);
    bool complete = true;
    for (const Json& wanted : operand.items) {
      const auto fits = [&](const Json* item) { return matches(wanted, *item); };
      const auto at = std::find_if(left.begin(), left.end(), fits);
      if (key == "$excludes") {
        if (at != left.end()) differ(wanted, path, "no " + wanted.dump(), found.dump());
      } else if (at == left.end()) {
        complete = false;
        differ(wanted, path, "an entry " + wanted.dump(), found.dump());
      } else {
        left.erase(at);
      }
    }
    if (key == "$any_order" && complete && !left.empty()) {
      differ(operand, path, "in any order " + operand.dump(), found.dump());
    }
  }

  std::vector<Mismatch>& out_;
};

}  // namespace

LineError check_pattern(const Json& pattern) {
  if (pattern.is_array()) {
    for (const Json& item : pattern.items) {
      if (LineError error = check_pattern(item)) return error;
    }
  }
  if (!pattern.is_object()) return {};
  if (pattern.members.empty()) return bad_pattern(pattern, "an empty pattern says nothing");
  const bool operators = holds_operators(pattern);
  for (const auto& [key, operand] : pattern.members) {
    if (is_operator(key) != operators) {
      return bad_pattern(operand, "names with $ and without don't go together in one object");
    }
    if (operators && key == "$absent" && pattern.members.size() > 1) {
      return bad_pattern(operand, "$absent stands alone");
    }
    if (LineError error = operators ? check_operator(key, operand) : check_pattern(operand))
      return error;
  }
  return {};
}

void match_json(const Json& pattern, const Json& found, const Json* whole,
                std::vector<Mismatch>& mismatches) {
  Matcher(mismatches).match(pattern, found, whole, "");
}

}  // namespace engine
