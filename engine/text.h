// One catalogue of texts a game and language, shared by terminal and browser.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "engine/error.h"

namespace engine {

class Json;
struct GameSpec;
struct Variants;

enum class Language : uint8_t { kEnglish, kDutch, kGerman, kFrench };
inline constexpr std::array<std::string_view, 4> kLanguages{"en", "nl", "de", "fr"};

// The language of a code such as "nl", or of a locale such as "nl_BE.UTF-8".
Result<Language> parse_language(std::string_view code);

// Texts by dotted key ("card.guenstling.name"), read from a nested JSON object of strings.
//
// A text may hold {0}, {1}, ... for values, and what goes by a number as ICU writes it:
//   {0, plural, one {# coin} other {# coins}}
// Of the branches the exact one (=0) is taken before the language's (one, other); # is the number.
// Branches hold values, but no plural of their own.
class Texts {
 public:
  static Result<Texts> load(std::string_view json, std::string_view what,
                            Language language = Language::kEnglish);

  bool has(std::string_view key) const { return find(key) != nullptr; }
  const std::string* find(std::string_view key) const;
  // A missing text shows its key: visible, searchable, and caught by the property suite.
  std::string_view get(std::string_view key) const;
  // With values and plurals filled in.
  template <class... Args>
  std::string format(std::string_view key, const Args&... args) const {
    const std::array<std::string, sizeof...(Args)> values{std::string(args)...};
    return fill(get(key), values.data(), values.size());
  }
  std::string fill(std::string_view pattern, const std::string* values, size_t count) const;

  using Map = std::map<std::string, std::string, std::less<>>;
  const Map& all() const { return texts_; }
  // The figures of an edition in the place of those that are named (figures.h); in the chapters
  // of the rules those of our own making are marked.
  Texts with_figures(const Json& edition) const;
  // What is said where something else than the standard was chosen: "card.x.text@bank=unlimited"
  // takes the place of "card.x.text".
  Texts with_variants(const GameSpec& spec, const Variants& variants) const;
  // Sentences in the place of what is named so: {told:rounds}. None: it stays as it is.
  Texts with_told(const std::function<std::string(std::string_view what)>& tell) const;
  // Adds the texts of another catalogue.
  void include(const Texts& other) { texts_.insert(other.texts_.begin(), other.texts_.end()); }
  // Adds a text, or puts it in the place of the one there is.
  void set(std::string_view key, std::string_view text) { texts_[std::string(key)] = text; }

 private:
  Map texts_;
  Language language_ = Language::kEnglish;
};

// A file, and a catalogue, for each language, in the order of Language.
using TextFiles = std::array<std::string_view, kLanguages.size()>;
using TextsByLanguage = std::array<Texts, kLanguages.size()>;
// Those that are part of the program, and so are good; `folder` is where they come from.
TextsByLanguage load_embedded(const TextFiles& texts, std::string_view folder);

// For the text of HTML and SVG, and for attributes in double quotes.
std::string escaped(std::string_view text);

}  // namespace engine
