// The words of the terminal client itself, in every language (cli/texts/).
#pragma once

#include "engine/text.h"

namespace cli {

const engine::Texts& words(engine::Language language);

}  // namespace cli
