// A review in words and letters, for terminals: the curve, where the game turned, the choices that
// gave something away, and the sum for each seat.
#pragma once

#include <string>

#include "bots/review.h"

namespace cli {

std::string review_text(const bots::Review& review, const engine::AnyTable& table,
                        const engine::Texts& texts, const engine::Texts& words);

}  // namespace cli
