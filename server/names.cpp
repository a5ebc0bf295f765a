#include "server/names.h"

#include <algorithm>
#include <unordered_map>

#include "server/plain_text.h"
#include "server/unicode.h"

namespace server {
namespace {

constexpr int kMaxAccents = 2;  // on one letter, beyond what is part of it

bool can_be_seen(char32_t code) {
  constexpr char32_t kBlankBraille = 0x2800;
  return code != kBlankBraille && unicode::is_assigned(code) && !unicode::is_hidden(code);
}

std::u32string with_single_blanks(std::u32string_view typed) {
  std::u32string name;
  for (char32_t code : typed) {
    if (unicode::is_selector(code)) continue;
    if (!unicode::is_blank(code)) {
      name += code;
    } else if (!name.empty() && name.back() != U' ') {
      name += U' ';
    }
  }
  if (!name.empty() && name.back() == U' ') name.pop_back();
  return name;
}

}  // namespace

Refusal read_name(std::string_view typed, std::string& name) {
  // Composed or not, nothing that long can be a name; nor shall it be looked at for long.
  constexpr size_t kMostBytes = 1024;
  const std::optional<std::u32string> valid =
      typed.size() > kMostBytes ? std::nullopt : characters_of(typed);
  if (!valid) return refusal(Code::kMessage, "bad-name");
  name = unicode::composed(utf8_of(with_single_blanks(*valid)));
  const std::u32string characters = *characters_of(name);
  if (characters.empty() || characters.size() > kMaxName) {
    return refusal(Code::kMessage, "bad-name");
  }
  int accents = kMaxAccents;  // none on nothing, at the beginning
  for (char32_t code : characters) {
    if (!can_be_seen(code)) return refusal(Code::kMessage, "name-hidden");
    accents = unicode::is_mark(code) ? accents + 1 : 0;
    if (accents > kMaxAccents) return refusal(Code::kMessage, "name-accents");
  }
  return {};
}

Look look_of(std::string_view name) {
  // A name of a time when they were not yet looked at may hold what can't be seen.
  std::u32string seen = characters_of(name).value_or(U"");
  std::erase_if(seen, [](char32_t code) { return !can_be_seen(code); });
  const std::string text = utf8_of(seen);
  return {unicode::shape(text), unicode::shape(unicode::small(text))};
}

std::vector<std::string> told_apart(std::span<const std::string> names) {
  // How many have come so far with this look: a crowd of one name is counted on, not through.
  std::unordered_map<std::string, int> shapes, folded;
  std::vector<std::string> shown;
  for (const std::string& name : names) {
    const Look plain = look_of(name);
    int number = std::max(shapes[plain.shape], folded[plain.folded]) + 1;
    std::string attempt = name;
    Look look = plain;
    const auto numbered = [&] {
      attempt = name + " (" + std::to_string(number) + ")";
      look = look_of(attempt);
    };
    if (number > 1) numbered();
    // Somebody's own name may end in such a number.
    while (number > 1 && (shapes.contains(look.shape) || folded.contains(look.folded))) {
      ++number;
      numbered();
    }
    shapes[plain.shape] = folded[plain.folded] = number;
    shapes.try_emplace(look.shape, 1);
    folded.try_emplace(look.folded, 1);
    shown.push_back(std::move(attempt));
  }
  return shown;
}

NameOf names_at(const std::vector<std::string>& sitters, const NameOf& name_of) {
  std::vector<std::string> people = sitters;
  std::erase(people, std::string());
  // Most news name nobody, and to tell names apart takes longer than all the rest of them.
  return [people = std::move(people), names = std::vector<std::string>(),
          name_of](const std::string& person) mutable {
    if (names.empty()) {
      for (const std::string& sitter : people) names.push_back(name_of(sitter));
      if (names.size() > 1) names = told_apart(names);
    }
    for (size_t i = 0; i < people.size(); ++i) {
      if (people[i] == person) return names[i];
    }
    std::vector<std::string> with_guest = names;
    with_guest.push_back(name_of(person));
    return told_apart(with_guest).back();
  };
}

}  // namespace server
