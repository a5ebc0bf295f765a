// Bots from outside: programs that get a line of JSON for each choice of their seat and answer with
// one (docs/bot-protocol.md). They see what their seat may see, and nothing else of us.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "bots/any_bot.h"

namespace outside {

// Told once about a bot that is given up: "the bot 'exec:./mybot' has ended; …".
using Complain = std::function<void(const std::string& text)>;
// "stamtafel: …" to standard error.
void complain_to_stderr(const std::string& text);

// Any bot, from outside or ours, for one seat of one game. One from outside is started at its first
// choice; if it ends, doesn't answer in time or answers nonsense, that is told, and the bot
// `greedy` plays on for it as long as this object lives.
std::unique_ptr<bots::AnyBot> make_bot(const bots::BotSpec& spec, const engine::AnyGame& game,
                                       engine::Seat seat,
                                       const Complain& complain = complain_to_stderr);

}  // namespace outside
