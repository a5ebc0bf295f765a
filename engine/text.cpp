#include "engine/text.h"

#include <cassert>
#include <optional>
#include <utility>
#include <vector>

#include "engine/figures.h"
#include "engine/json.h"
#include "engine/spec.h"

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

constexpr std::string_view kHoles = "{0}{1}{2}{3}{4}{5}{6}{7}{8}{9}";

// {0, plural, =0 {nothing} one {# coin} other {# coins}}, from the comma on.
struct Plural {
  std::vector<std::pair<std::string_view, std::string_view>> branches;
  size_t end = 0;  // behind its last brace
};

// nullopt: it is none.
std::optional<Plural> read_plural(std::string_view pattern, size_t at) {
  constexpr std::string_view kBegin = ", plural,";
  if (!pattern.substr(at).starts_with(kBegin)) return std::nullopt;
  at += kBegin.size();
  Plural plural;
  while (true) {
    at = pattern.find_first_not_of(' ', at);
    if (at == std::string_view::npos) return std::nullopt;
    if (pattern[at] == '}') break;
    const size_t open = pattern.find('{', at);
    if (open == std::string_view::npos) return std::nullopt;
    std::string_view name = pattern.substr(at, open - at);
    name = name.substr(0, name.find(' '));
    size_t close = open + 1;
    for (int depth = 1; close < pattern.size(); ++close) {
      if (pattern[close] == '{') ++depth;
      if (pattern[close] == '}' && --depth == 0) break;
    }
    if (close >= pattern.size()) return std::nullopt;
    plural.branches.emplace_back(name, pattern.substr(open + 1, close - open - 1));
    at = close + 1;
  }
  if (plural.branches.empty()) return std::nullopt;
  plural.end = at + 1;
  return plural;
}

// "one" is 1, and in French 0 as well; "other" is the last resort.
std::string_view branch_for(const Plural& plural, std::string_view value, Language language) {
  const bool one = value == "1" || value == "-1" || (value == "0" && language == Language::kFrench);
  std::string_view chosen = plural.branches.back().second;
  for (const auto& [name, text] : plural.branches) {
    if (name.starts_with('=') && name.substr(1) == value) return text;
    if (name == (one ? "one" : "other")) chosen = text;
  }
  return chosen;
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

Result<Texts> Texts::load(std::string_view json, std::string_view what, Language language) {
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
  texts.language_ = language;
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

std::string Texts::fill(std::string_view pattern, const std::string* values, size_t count) const {
  std::string out;
  size_t copied = 0;  // what stands between the values is copied in one piece
  for (size_t at = pattern.find('{'); at != std::string_view::npos;
       at = pattern.find('{', at + 1)) {
    if (at + 2 >= pattern.size()) break;
    const size_t index = static_cast<size_t>(pattern[at + 1] - '0');
    if (index >= count || index > 9) continue;
    const std::string& value = values[index];
    size_t end = at + 3;
    std::string filled;
    if (pattern[at + 2] == '}') {
      filled = value;
    } else if (const std::optional<Plural> plural = read_plural(pattern, at + 2)) {
      end = plural->end;
      const std::string_view hole = kHoles.substr(3 * index, 3);
      for (const char c : branch_for(*plural, value, language_)) {
        c == '#' ? filled += hole : filled += c;
      }
      filled = fill(filled, values, count);
    } else {
      continue;
    }
    out.append(pattern, copied, at - copied);
    out += filled;
    // "Green plays Whack!": a name's own mark ends the sentence.
    if (end < pattern.size() && pattern[end] == '.' && (out.ends_with('!') || out.ends_with('?')))
      ++end;
    copied = end;
    at = end - 1;
  }
  out.append(pattern, copied);
  return out;
}

Texts Texts::with_figures(const Json& edition) const {
  Texts told = *this;
  for (auto& [key, text] : told.texts_) {
    const bool to_read = key.starts_with("rules.");
    text = engine::with_figures(text, edition, to_read ? HouseMark::kStar : HouseMark::kNone);
  }
  return told;
}

Texts Texts::with_told(const std::function<std::string(std::string_view what)>& tell) const {
  constexpr std::string_view kOpen = "{told:";
  Texts told = *this;
  for (auto& [key, text] : told.texts_) {
    for (size_t open = 0; (open = text.find(kOpen, open)) != std::string::npos;) {
      const size_t name = open + kOpen.size();
      const size_t close = text.find('}', name);
      if (close == std::string::npos) break;
      const std::string sentences = tell(std::string_view(text).substr(name, close - name));
      if (!sentences.empty()) text.replace(open, close + 1 - open, sentences);
      open = sentences.empty() ? close : open + sentences.size();
    }
  }
  return told;
}

Texts Texts::with_variants(const GameSpec& spec, const Variants& variants) const {
  Texts told = *this;
  for (size_t i = 0; i < spec.variants.size(); ++i) {
    if (variants.values[i] == spec.variants[i].fallback) continue;
    const std::string chosen =
        "@" + std::string(spec.variants[i].id) + "=" + variant_value(spec, variants, i);
    for (const auto& [key, text] : texts_) {
      if (key.ends_with(chosen)) told.texts_[key.substr(0, key.size() - chosen.size())] = text;
    }
  }
  return told;
}

TextsByLanguage load_embedded(const TextFiles& texts, std::string_view folder) {
  TextsByLanguage all;
  for (size_t i = 0; i < all.size(); ++i) {
    Result<Texts> loaded = Texts::load(
        texts[i], std::string(folder) + "/" + std::string(kLanguages[i]), static_cast<Language>(i));
    assert(loaded && "the embedded texts are good");
    all[i] = std::move(*loaded);
  }
  return all;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += letter;
    }
  }
  return out;
}

}  // namespace engine
