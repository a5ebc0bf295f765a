#include "bots/bot_texts.h"

#include "bots/embedded.h"

namespace bots {

const engine::Texts& bot_texts(engine::Language language) {
  static const engine::TextsByLanguage all = engine::load_embedded(embedded::texts, "bots/texts");
  return all[static_cast<size_t>(language)];
}

}  // namespace bots
