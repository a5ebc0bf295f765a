#include "server/names.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <unordered_map>

#include "server/plain_text.h"

namespace server {
namespace {

constexpr int kMaxAccents = 2;  // on one letter, beyond what is part of it

using Units = std::u16string;  // UTF-16, which ICU works with

Units units_of(std::string_view text) {
  Units units(text.size() + 1, u'\0');
  int32_t size = 0;
  UErrorCode status = U_ZERO_ERROR;
  u_strFromUTF8WithSub(units.data(), static_cast<int32_t>(units.size()), &size, text.data(),
                       static_cast<int32_t>(text.size()), 0xfffd, nullptr, &status);
  units.resize(U_SUCCESS(status) != 0 ? static_cast<size_t>(size) : 0);
  return units;
}

std::string utf8_of(const Units& units) {
  std::string text(units.size() * 3 + 1, '\0');
  int32_t size = 0;
  UErrorCode status = U_ZERO_ERROR;
  u_strToUTF8WithSub(text.data(), static_cast<int32_t>(text.size()), &size, units.data(),
                     static_cast<int32_t>(units.size()), 0xfffd, nullptr, &status);
  text.resize(U_SUCCESS(status) != 0 ? static_cast<size_t>(size) : 0);
  return text;
}

// One of ICU's functions from UTF-16 to UTF-16, asked a second time when the room was too small.
template <class Change>
Units changed(const Units& units, const Change& change) {
  Units out(2 * units.size() + 16, u'\0');
  for (int attempt = 0; attempt < 2; ++attempt) {
    UErrorCode status = U_ZERO_ERROR;
    const int32_t size = change(out.data(), static_cast<int32_t>(out.size()), &status);
    if (U_SUCCESS(status) != 0 || status == U_BUFFER_OVERFLOW_ERROR) {
      const bool enough = static_cast<size_t>(size) <= out.size();
      out.resize(static_cast<size_t>(size));
      if (enough) return out;
    } else {
      return units;
    }
  }
  return units;
}

Units normalized(const Units& units, const UNormalizer2* form) {
  return changed(units, [&](UChar* out, int32_t room, UErrorCode* status) {
    return unorm2_normalize(form, units.data(), static_cast<int32_t>(units.size()), out, room,
                            status);
  });
}

const UNormalizer2* composed() {
  UErrorCode status = U_ZERO_ERROR;
  return unorm2_getNFCInstance(&status);
}

// Small letters, plain widths and styles; invisible characters go.
const UNormalizer2* small() {
  UErrorCode status = U_ZERO_ERROR;
  return unorm2_getNFKCCasefoldInstance(&status);
}

// Unicode's list of confusable characters (UTS 39).
Units shape_of(const Units& units) {
  static const USpoofChecker* const checker = [] {
    UErrorCode status = U_ZERO_ERROR;
    return uspoof_open(&status);
  }();
  return changed(units, [&](UChar* out, int32_t room, UErrorCode* status) {
    return uspoof_getSkeleton(checker, 0, units.data(), static_cast<int32_t>(units.size()), out,
                              room, status);
  });
}

bool is_blank(char32_t code) { return u_isUWhiteSpace(static_cast<UChar32>(code)) != 0; }

bool can_be_seen(char32_t code) {
  constexpr char32_t kBlankBraille = 0x2800;
  const auto unicode = static_cast<UChar32>(code);
  switch (u_charType(unicode)) {
    case U_CONTROL_CHAR:
    case U_FORMAT_CHAR:
    case U_PRIVATE_USE_CHAR:
    case U_SURROGATE:
    case U_UNASSIGNED:
      return false;
    default:
      return code != kBlankBraille &&
             u_hasBinaryProperty(unicode, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) == 0;
  }
}

// Chooses between two pictures of the character before it; is itself none.
bool selects(char32_t code) {
  return u_hasBinaryProperty(static_cast<UChar32>(code), UCHAR_VARIATION_SELECTOR) != 0;
}

std::u32string with_single_blanks(std::u32string_view typed) {
  std::u32string name;
  for (char32_t code : typed) {
    if (selects(code)) continue;
    if (!is_blank(code)) {
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
  name = utf8_of(normalized(units_of(server::utf8_of(with_single_blanks(*valid))), composed()));
  const std::u32string characters = *characters_of(name);
  if (characters.empty() || characters.size() > kMaxName) {
    return refusal(Code::kMessage, "bad-name");
  }
  int accents = kMaxAccents;  // none on nothing, at the beginning
  for (char32_t code : characters) {
    if (!can_be_seen(code)) return refusal(Code::kMessage, "name-hidden");
    accents = is_mark(code) ? accents + 1 : 0;
    if (accents > kMaxAccents) return refusal(Code::kMessage, "name-accents");
  }
  return {};
}

Look look_of(std::string_view name) {
  // A name of a time when they were not yet looked at may hold what can't be seen.
  std::u32string seen = characters_of(name).value_or(U"");
  std::erase_if(seen, [](char32_t code) { return !can_be_seen(code); });
  const Units units = units_of(server::utf8_of(seen));
  return {utf8_of(shape_of(units)), utf8_of(shape_of(normalized(units, small())))};
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
  std::vector<std::string> people, names;
  for (const std::string& person : sitters) {
    if (person.empty()) continue;
    people.push_back(person);
    names.push_back(name_of(person));
  }
  if (names.size() > 1) names = told_apart(names);
  return
      [people = std::move(people), names = std::move(names), name_of](const std::string& person) {
        for (size_t i = 0; i < people.size(); ++i) {
          if (people[i] == person) return names[i];
        }
        std::vector<std::string> with_guest = names;
        with_guest.push_back(name_of(person));
        return told_apart(with_guest).back();
      };
}

}  // namespace server
