#include "engine/text.h"

#include "engine/json.h"

namespace engine {
namespace {

// Returns the first member that is neither a text nor a group of texts, or nullptr; `bad` is its
// key.
const Json* flatten(const Json& group, const std::string& prefix, Texts::Map& out,
                    std::string& bad) {
  for (const auto& [name, value] : group.members) {
    const std::string key = prefix.empty() ? name : prefix + "." + name;
    if (value.is_string()) {
      out.emplace(key, value.text);
    } else if (!value.is_object()) {
      bad = key;
      return &value;
    } else if (const Json* found = flatten(value, key, out, bad); found != nullptr) {
      return found;
    }
  }
  return nullptr;
}

}  // namespace

Result<Language> parse_language(std::string_view code) {
  for (size_t i = 0; i < kLanguages.size(); ++i) {
    const std::string_view id = kLanguages[i];
    if (code == id ||
        (code.size() > 2 && code.starts_with(id) && (code[2] == '_' || code[2] == '-'))) {
      return static_cast<Language>(i);
    }
  }
  return Error{ErrorCode::kUsage,
               "unknown language '" + std::string(code) + "'; there are en, nl, de and fr", ""};
}

Result<Texts> Texts::load(std::string_view json, std::string_view what) {
  Result<Json> parsed = parse_json(json, what);
  if (!parsed) return parsed.error;
  const auto refuse = [&](const Json& found, const std::string& subject, const char* wanted) {
    return Error{ErrorCode::kUsage,
                 std::string(what) + ":" + std::to_string(found.line) + ": " + subject +
                     " must be " + wanted + ", not " + kind_name(found.kind),
                 ""};
  };
  if (!parsed->is_object()) return refuse(*parsed, "a catalogue of texts", "an object");
  Texts texts;
  std::string bad;
  if (const Json* misfit = flatten(*parsed, "", texts.texts_, bad); misfit != nullptr) {
    return refuse(*misfit, "the text '" + bad + "'", "a string");
  }
  return texts;
}

const std::string* Texts::find(std::string_view key) const {
  const auto found = texts_.find(key);
  return found == texts_.end() ? nullptr : &found->second;
}

std::string_view Texts::get(std::string_view key) const {
  const std::string* text = find(key);
  return text == nullptr ? key : std::string_view(*text);
}

std::string Texts::fill(std::string_view pattern, const std::string* values, size_t count) {
  std::string out;
  size_t copied = 0;  // what stands between the values is copied in one piece
  for (size_t at = pattern.find('{'); at != std::string_view::npos;
       at = pattern.find('{', at + 1)) {
    if (at + 2 >= pattern.size() || pattern[at + 2] != '}') continue;
    const size_t index = static_cast<size_t>(pattern[at + 1] - '0');
    if (index >= count) continue;
    out.append(pattern, copied, at - copied);
    out += values[index];
    copied = at + 3;
  }
  out.append(pattern, copied);
  return out;
}

}  // namespace engine
