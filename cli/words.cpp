#include "cli/words.h"

#include <cassert>

#include "cli/embedded.h"

namespace cli {

const engine::Texts& words(engine::Language language) {
  static const engine::TextsByLanguage catalogue = [] {
    const std::array<std::string_view, engine::kLanguages.size()> sources{
        embedded::texts_en, embedded::texts_nl, embedded::texts_de, embedded::texts_fr};
    engine::TextsByLanguage texts;
    for (size_t i = 0; i < sources.size(); ++i) {
      auto loaded =
          engine::Texts::load(sources[i], "cli/texts/" + std::string(engine::kLanguages[i]),
                              static_cast<engine::Language>(i));
      assert(loaded && "the embedded texts are good");
      texts[i] = std::move(*loaded);
    }
    return texts;
  }();
  return catalogue[static_cast<size_t>(language)];
}

}  // namespace cli
