// Names of people: what may be one, and which two can't be told apart by the eye.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/refusal.h"

namespace server {

inline constexpr size_t kMaxName = 24;

// What was typed, as it is kept: composed (NFC), with single blanks and none around it. Refused:
// what isn't 1 to 24 characters of UTF-8, what can't be seen, and accents in piles.
Refusal read_name(std::string_view typed, std::string& name);

// What a name looks like, so that two names that look the same compare equal: without regard to
// case, to the width and style of letters, and to letters of different alphabets with one shape
// (Unicode's list of confusables). "АNNА" in Cyrillic and "Anna" are alike, "I1lya" and "Illya"
// too.
struct Look {
  std::string shape;   // as written: capital I, small l and 1 are one
  std::string folded;  // in small letters
  friend bool operator==(const Look&, const Look&) = default;
};
Look look_of(std::string_view name);
inline bool alike(const Look& a, const Look& b) {
  return a.shape == b.shape || a.folded == b.folded;
}

// The names as they are shown together, in the same order: whoever comes after somebody with a name
// that looks the same gets a number, "Anna (2)".
std::vector<std::string> told_apart(std::span<const std::string> names);

// The names at one table, by person: those who sit there are told apart in the order of seats, and
// anybody else from them. An empty id: nobody sits there.
using NameOf = std::function<std::string(const std::string&)>;
NameOf names_at(const std::vector<std::string>& sitters, const NameOf& name_of);

}  // namespace server
