#include "server/phrases.h"

#include <algorithm>

namespace server {

Phrases::Meaning Phrases::of(const engine::Option& choice) {
  const engine::Action& action = choice.action;
  Meaning meaning;
  for (const uint8_t part :
       {action.verb, action.a, action.b, action.c, choice.verdict.rule, choice.verdict.missing}) {
    meaning.what = meaning.what << 8 | part;
  }
  return meaning;
}

Phrases::Meaning Phrases::of(const engine::Event& event, bool hidden) {
  Meaning meaning;
  for (const int16_t arg : event.args) {
    meaning.what = meaning.what << 16 | static_cast<uint16_t>(arg);
  }
  meaning.kind = 1u << 16 | (hidden ? 1u << 8 : 0u) | event.kind;
  return meaning;
}

std::string& Phrases::place(const engine::EditionPtr& edition, engine::Language language,
                            const Meaning& meaning) {
  if (bytes_ >= kMost) {
    books_.clear();
    bytes_ = 0;
  }
  auto book = std::find_if(books_.begin(), books_.end(), [&](const Book& one) {
    return one.edition == edition && one.language == language;
  });
  if (book == books_.end()) {
    if (books_.size() >= kMostBooks) {
      for (const auto& [known, text] : books_.front().texts) bytes_ -= text.size() + kOverhead;
      books_.erase(books_.begin());
    }
    books_.push_back({edition, language, {}});
    book = books_.end() - 1;
  }
  return book->texts[meaning];
}

}  // namespace server
