// A bot's question for another worker: a position, whose choice it is, and how long to think.
#pragma once

#include <string>
#include <string_view>

#include "bots/any_bot.h"

namespace alone {

struct Question {
  bots::BotSpec bot;
  bots::Budget budget;
  engine::Seat seat = engine::Seat::kNone;
  uint64_t seed = 0;
};
std::string write_question(const Question& question, const engine::AnyTable& table);
// The choice and the iterations it took: "word iterations". An error: it is no question of this
// version.
engine::Result<std::string> answer_question(std::string_view text);

}  // namespace alone
