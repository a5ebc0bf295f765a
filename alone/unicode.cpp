// A browser knows Unicode; it is asked.
#include "server/unicode.h"

#include "alone/page.h"

namespace server::unicode {
namespace {

// The order in web/src/alone/unicode.ts.
enum class What : int32_t { kMark, kHidden, kSelector, kBlank, kAssigned };
enum class Form : int32_t { kComposed, kSmall };

bool is(char32_t character, What what) {
  return page_character(static_cast<uint32_t>(character), static_cast<int32_t>(what)) != 0;
}

std::string in_form(std::string_view text, Form form) {
  uint32_t size = 0;
  char* const out =
      page_form(text.data(), static_cast<uint32_t>(text.size()), static_cast<int32_t>(form), &size);
  return std::string(alone::Given(out, size).view());
}

}  // namespace

bool is_mark(char32_t character) { return is(character, What::kMark); }
bool is_hidden(char32_t character) { return is(character, What::kHidden); }
bool is_selector(char32_t character) { return is(character, What::kSelector); }
bool is_blank(char32_t character) { return is(character, What::kBlank); }
bool is_assigned(char32_t character) { return is(character, What::kAssigned); }

std::string composed(std::string_view text) { return in_form(text, Form::kComposed); }
std::string small(std::string_view text) { return in_form(text, Form::kSmall); }
// Nobody is here who could pass for somebody else.
std::string shape(std::string_view text) { return std::string(text); }

}  // namespace server::unicode
