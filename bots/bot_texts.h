// What bots are called and how their advice is put (bots/texts), for terminal, page and protocol.
#pragma once

#include "engine/text.h"

namespace bots {

// level.<id>.name, level.<id>.text (levels.h); advice.* (advice_words.h)
const engine::Texts& bot_texts(engine::Language language);

}  // namespace bots
