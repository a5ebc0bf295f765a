// Names and texts of an edition's own: the member `texts` of its file, by language and then by key
// as in the game's texts (docs/editions.md). They come from outside and are read by everybody at a
// table: keys are known ones, texts are bounded and hold nothing that a screen doesn't show.
#include <map>

#include "engine/any_game.h"
#include "engine/figures.h"

namespace engine {
namespace {

constexpr size_t kLongestName = 80;
constexpr size_t kLongestText = 4000;
constexpr size_t kMostBytes = 64 << 10;  // of all texts together

// Directions, joins and other marks that change what stands around them.
bool is_unseen(char32_t code) {
  const auto within = [code](char32_t low, char32_t high) { return code >= low && code <= high; };
  return (code < 0x20 && code != '\n') || within(0x7f, 0x9f) || within(0x200b, 0x200f) ||
         within(0x2028, 0x202e) || within(0x2060, 0x206f) || code == 0xfeff || code == 0xad ||
         within(0xd800, 0xdfff) || code > 0x10ffff;
}

// The first character that may not stand in a text, as U+202E; empty: none.
std::string unseen_in(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const size_t size = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if ((lead >= 0x80 && lead < 0xc2) || lead > 0xf4 || at + size > text.size()) return "no UTF-8";
    char32_t code = size == 1 ? lead : lead & (0x7fu >> size);
    for (size_t i = 1; i < size; ++i) {
      const auto next = static_cast<unsigned char>(text[at + i]);
      if ((next & 0xc0) != 0x80) return "no UTF-8";
      code = code << 6 | (next & 0x3fu);
    }
    if (is_unseen(code)) {
      std::string name = "U+";
      for (int shift = code > 0xffff ? 20 : 12; shift >= 0; shift -= 4)
        name += "0123456789ABCDEF"[code >> shift & 15];
      return name;
    }
    at += size;
  }
  return "";
}

// The keys a text may have; whether it is a name, on one line.
using Keys = std::map<std::string, bool, std::less<>>;

class TextReader {
 public:
  TextReader(const Json& figures, const Keys& known) : figures_(figures), known_(known) {}

  // One language's texts, in groups as deep as they like.
  void read(const Json& group, const std::string& where, const std::string& prefix,
            Texts::Map& into) {
    if (!group.is_object())
      return refuse(group, where, std::string("must be an object, not ") + kind_name(group.kind));
    for (const auto& [name, value] : group.members) {
      const std::string key = prefix.empty() ? name : prefix + "." + name;
      const std::string path = where + "." + name;
      if (value.is_object()) {
        read(value, path, key, into);
      } else {
        check(value, path, key);
        into.emplace(key, value.text);
      }
      if (error) return;
    }
  }
  void refuse(const Json& at, const std::string& path, const std::string& what) {
    if (error) return;
    error = {ErrorCode::kEdition, path + " " + what, ""};
    if (at.line > 0) error.text += " (line " + std::to_string(at.line) + ")";
  }

  Error error;

 private:
  void check(const Json& value, const std::string& path, const std::string& key) {
    if (!value.is_string())
      return refuse(value, path, std::string("must be a text, not ") + kind_name(value.kind));
    const auto known = known_.find(key);
    if (known == known_.end()) {
      std::vector<std::string> all;
      for (const auto& [each, is_name] : known_) all.push_back(each);
      const std::string_view meant = nearest(key, all);
      return refuse(value, path,
                    meant.empty()
                        ? "is no text of this game"
                        : "is no text of this game; did you mean '" + std::string(meant) + "'?");
    }
    const bool name = known->second;
    const size_t longest = name ? kLongestName : kLongestText;
    bytes_ += value.text.size();
    if (value.text.empty()) return refuse(value, path, "is empty");
    if (value.text.size() > longest) {
      return refuse(value, path,
                    "is longer than " + std::to_string(longest) +
                        " bytes: " + std::to_string(value.text.size()));
    }
    if (bytes_ > kMostBytes) return refuse(value, "texts", "are more than 64 KiB in all");
    if (name && value.text.find('\n') != std::string::npos)
      return refuse(value, path, "must be on one line");
    if (const std::string bad = unseen_in(value.text); !bad.empty())
      return refuse(value, path, "holds what can't be shown: " + bad);
    const std::string told = with_figures(value.text, figures_);
    if (const size_t hole = told.find("{$"); hole != std::string::npos) {
      return refuse(value, path,
                    "names a figure that isn't in this edition: " +
                        told.substr(hole, told.find('}', hole) + 1 - hole));
    }
  }

  const Json& figures_;
  const Keys& known_;
  size_t bytes_ = 0;
};

}  // namespace

Error AnyGame::give_texts(const Json& file, AnyEdition& edition) const {
  const std::string& name = edition.name();
  if (name.size() > kLongestName || name.find('\n') != std::string::npos ||
      !unseen_in(name).empty()) {
    return {ErrorCode::kEdition, "edition must be a name on one line, of at most 80 bytes", ""};
  }
  std::array<Texts::Map, kLanguages.size()> given;
  if (const Json* texts = file.find("texts")) {
    Keys known{{"edition.name", true}, {"edition.text", false}};
    for (const auto& [key, text] : patterns().front().all())
      known.emplace(key, key.ends_with(".name"));
    for (size_t i = 0; i < spec().domains.size(); ++i) {
      const auto domain = static_cast<DomainId>(kFirstDomain + i);
      for (int value = 0; value < domain_size(edition, domain); ++value) {
        const std::string key = text_key(edition, domain, value);
        if (key.empty()) continue;
        known[key] = true;
        if (key.ends_with(".name")) known.emplace(key.substr(0, key.size() - 4) + "text", false);
      }
    }
    TextReader in(edition.figures(), known);
    if (!texts->is_object()) in.refuse(*texts, "texts", "must be an object, by language");
    for (const auto& [code, group] : texts->members) {
      const Result<Language> language = parse_language(code);
      if (!language || code.size() != 2) {
        in.refuse(group, "texts." + code, "is no language; there are en, nl, de and fr");
        break;
      }
      in.read(group, "texts." + code, "", given[static_cast<size_t>(*language)]);
    }
    if (in.error) return in.error;
  }
  // A component that only this edition has is called by its id until it is given a name. (Where the
  // game's own lacks one, that is a mistake, and shows.)
  Texts::Map unnamed;
  if (default_edition() != nullptr) {
    for (size_t i = 0; i < spec().domains.size(); ++i) {
      const auto domain = static_cast<DomainId>(kFirstDomain + i);
      for (int value = 0; value < domain_size(edition, domain); ++value) {
        const std::string key = text_key(edition, domain, value);
        if (!key.empty() && !patterns().front().has(key))
          unnamed.emplace(key, value_name(edition, domain, value));
      }
    }
  }
  // What the edition says in English only, it says in English to all: its own word, not another's.
  for (size_t i = 0; i < given.size(); ++i) {
    edition.texts_[i] = patterns()[i];
    for (const Texts::Map* map : {&unnamed, &given.front(), &given[i]}) {
      for (const auto& [key, text] : *map) edition.texts_[i].set(key, text);
    }
    const Texts texts = edition.texts_[i].with_figures(edition.figures());
    edition.texts_[i] =
        texts.with_told([&](std::string_view what) { return told(edition, what, texts); });
  }
  return {};
}

}  // namespace engine
