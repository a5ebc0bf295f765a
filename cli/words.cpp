#include "cli/words.h"

#include "cli/embedded.h"

namespace cli {

const engine::Texts& words(engine::Language language) {
  static const engine::TextsByLanguage catalogue =
      engine::load_embedded(embedded::texts, "cli/texts");
  return catalogue[static_cast<size_t>(language)];
}

}  // namespace cli
