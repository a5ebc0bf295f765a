#include "server/unicode.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

namespace server::unicode {
namespace {

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

bool has(char32_t character, UProperty property) {
  return u_hasBinaryProperty(static_cast<UChar32>(character), property) != 0;
}

}  // namespace

bool is_mark(char32_t character) {
  const int8_t type = u_charType(static_cast<UChar32>(character));
  return type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK;
}

bool is_hidden(char32_t character) {
  return u_charType(static_cast<UChar32>(character)) == U_FORMAT_CHAR ||
         has(character, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

bool is_selector(char32_t character) { return has(character, UCHAR_VARIATION_SELECTOR); }

bool is_blank(char32_t character) { return u_isUWhiteSpace(static_cast<UChar32>(character)) != 0; }

bool is_assigned(char32_t character) {
  switch (u_charType(static_cast<UChar32>(character))) {
    case U_CONTROL_CHAR:
    case U_PRIVATE_USE_CHAR:
    case U_SURROGATE:
    case U_UNASSIGNED:
      return false;
    default:
      return true;
  }
}

std::string composed(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  return utf8_of(normalized(units_of(text), unorm2_getNFCInstance(&status)));
}

std::string small(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  return utf8_of(normalized(units_of(text), unorm2_getNFKCCasefoldInstance(&status)));
}

// Unicode's list of confusable characters (UTS 39).
std::string shape(std::string_view text) {
  static const USpoofChecker* const checker = [] {
    UErrorCode status = U_ZERO_ERROR;
    return uspoof_open(&status);
  }();
  const Units units = units_of(text);
  return utf8_of(changed(units, [&](UChar* out, int32_t room, UErrorCode* status) {
    return uspoof_getSkeleton(checker, 0, units.data(), static_cast<int32_t>(units.size()), out,
                              room, status);
  }));
}

}  // namespace server::unicode
