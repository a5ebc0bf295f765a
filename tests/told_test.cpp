// Whatever the edition's file says in numbers, the rules to read tell it: with other figures they
// tell others, and a number that no figure changes is one of the rules, not of the box.
#include <gtest/gtest.h>

#include <cctype>
#include <functional>
#include <map>
#include <set>
#include <sstream>

#include "games/registry.h"
#include "tests/golden.h"

namespace {

using engine::Json;

class Told : public testing::TestWithParam<const engine::AnyGame*> {
 protected:
  const engine::AnyGame& game() const { return *GetParam(); }
};

// All there is to read, in English, with an edition.
std::string all_texts(const engine::AnyGame& game, const engine::AnyEdition& edition) {
  const engine::Texts& texts = edition.texts(engine::Language::kEnglish);
  std::string all;
  for (const auto& [key, text] : texts.all()) all += text + "\n";
  for (const engine::Component& part : game.components(edition, texts))
    all += part.name + "\n" + part.text + "\n" + part.details + "\n";
  return all;
}

// Every number of the edition with the path that leads to it: "cards.zange.gold".
void each_number(Json& json, const std::string& path,
                 const std::function<void(Json&, const std::string&)>& visit) {
  if (json.is_integer()) return visit(json, path);
  const std::string dot = path.empty() ? "" : path + ".";
  for (auto& [name, member] : json.members) {
    if (path.empty() && (name == "version" || name == "source")) continue;
    each_number(member, dot + name, visit);
  }
  for (size_t i = 0; i < json.items.size(); ++i) {
    const Json* id = json.items[i].is_object() ? json.items[i].find("id") : nullptr;
    each_number(json.items[i], dot + (id == nullptr ? std::to_string(i) : id->text), visit);
  }
}

// Figures that change nothing anybody can read: each, with every value near its own that makes an
// edition.
std::set<std::string> untold(const engine::AnyGame& game) {
  std::set<std::string> found;
  Json edition = *engine::parse_json(game.edition_json(), "edition");
  const std::string usual = all_texts(game, *game.default_edition());
  each_number(edition, "", [&](Json& number, const std::string& path) {
    const int64_t own = number.integer;
    bool possible = false;
    bool told = false;
    for (int64_t other : {own + 1, own - 1, own + 2, own * 2}) {
      if (told || other == own) continue;
      number.integer = other;
      const auto loaded = game.load_edition(edition.dump(), "edition");
      if (!loaded || (*loaded)->hash() == game.default_edition()->hash()) continue;
      possible = true;
      told = all_texts(game, **loaded) != usual;
    }
    number.integer = own;
    if (possible && !told) found.insert(path);
  });
  return found;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// A text without what stands in braces: those are figures, values and names.
std::string without_holes(std::string_view text) {
  std::string out;
  int depth = 0;
  for (char c : text) {
    if (c == '{') ++depth;
    if (depth == 0) out += c;
    if (c == '}') --depth;
  }
  return out;
}

// The numbers a text says by itself, in digits or, in a chapter, in words; not the rulings and
// parts it cites (R12, §4.1, field M3).
std::string own_numbers(std::string_view text, bool words) {
  static const std::set<std::string, std::less<>> kWords{
      "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"};
  std::string found;
  const std::string bare = without_holes(text);
  for (size_t i = 0; i < bare.size();) {
    size_t end = i;
    while (end < bare.size() && is_word(bare[end])) ++end;
    std::string word = bare.substr(i, end - i);
    for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const bool cited = i >= 2 && bare.compare(i - 2, 2, "§") == 0;
    const bool number = !word.empty() && word.find_first_not_of("0123456789") == word.npos;
    if ((number && !cited) || (words && kWords.contains(word))) found += " " + word;
    i = std::max(end, i + 1);
  }
  return found;
}

// Chapters, rulings and variants tell in words, too; of what is said elsewhere digits are enough.
bool in_words(std::string_view key) {
  return key.starts_with("rules.") || key.starts_with("ruling.") || key.starts_with("variant.") ||
         key.starts_with("game.");
}

// Not of the box, whatever the edition: names of seats and dice, the value of a variant that is
// called by its number, and what is said below a picture, which is of the position that
// diagrams.case sets out.
bool of_no_box(std::string_view key, std::string_view numbers) {
  for (const std::string_view prefix : {"seat.", "die.", "diagram."}) {
    if (key.starts_with(prefix)) return true;
  }
  const size_t value = key.find(".value.");
  return value != key.npos && numbers == " " + std::string(key.substr(value + 7));
}

// tests/told/<game>.txt is the list of exceptions, each with its reason behind " # ". A diff shows
// a figure that was typed in, or one that nobody can read about.
class Exceptions {
 public:
  explicit Exceptions(const std::string& path) {
    std::istringstream kept(golden::read_text(path));
    for (std::string line; std::getline(kept, line);) {
      const size_t mark = line.find(kMark);
      if (mark != line.npos) reasons_[line.substr(0, mark)] = line.substr(mark + kMark.size());
    }
  }
  void heading(const std::string& text) { list_ += text + "\n"; }
  void add(const std::string& what) {
    const auto reason = reasons_.find(what);
    if (reason == reasons_.end()) unexplained_ += "\n" + what;
    list_ += what + (reason == reasons_.end() ? "" : kMark + reason->second) + "\n";
  }
  const std::string& list() const { return list_; }
  const std::string& unexplained() const { return unexplained_; }

 private:
  const std::string kMark = "  # ";
  std::map<std::string, std::string> reasons_;
  std::string list_;
  std::string unexplained_;
};

TEST_P(Told, FiguresComeFromTheEdition) {
  const std::string path =
      STAMTAFEL_SOURCE_DIR "/tests/told/" + std::string(game().spec().id) + ".txt";
  Exceptions found(path);
  found.heading("Figures of the edition that no text tells:");
  for (const std::string& figure : untold(game())) found.add("  " + figure);
  found.heading("Numbers that texts say by themselves, being of the rules and not of the box:");
  for (const auto& [key, text] : game().patterns()[0].all()) {
    const std::string numbers = own_numbers(text, in_words(key));
    if (!numbers.empty() && !of_no_box(key, numbers)) found.add("  " + key + ":" + numbers);
  }
  golden::expect_golden(path, found.list());
  EXPECT_EQ(found.unexplained(), "") << "in " << path << ": say why, behind '  # '";
}

// What English says with the edition's figures, every language says with the same ones.
TEST_P(Told, EveryLanguageTellsTheSameFigures) {
  const auto figures = [](std::string_view text) {
    std::set<std::string> all;
    for (size_t at = text.find("{$"); at != text.npos; at = text.find("{$", at + 1)) {
      all.emplace(text.substr(at, text.find_first_of("|}", at) - at));
    }
    return all;
  };
  for (const auto& [key, text] : game().patterns()[0].all()) {
    for (size_t i = 1; i < engine::kLanguages.size(); ++i)
      EXPECT_EQ(figures(game().patterns()[i].get(key)), figures(text))
          << engine::kLanguages[i] << ": " << key;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, Told, testing::ValuesIn(games::all().begin(), games::all().end()),
                         [](const auto& game) { return std::string(game.param->spec().id); });

}  // namespace
