// The nets of the games' own bots (net.h), where a program is built without them: as WebAssembly,
// where whoever plays one game should not have to fetch those of all. It is given them as texts
// when they are wanted; until then, and where there is none to be had, bots go by the judgement.
#pragma once

#include <string_view>

#include "bots/bot_spec.h"
#include "engine/any_game.h"

namespace bots {

// Do bots of this game that think go by one?
bool has_net(const engine::AnyGame& game);
// As it is built in; empty: there is none, or it isn't.
std::string_view net_text(const engine::AnyGame& game);
// Is there one that isn't here?
bool net_is_missing(const engine::AnyGame& game);
// Would this bot go by one?
bool goes_by_net(const BotSpec& bot);
// For bots that are made from now on. REQUIRES: nobody makes one meanwhile, on any thread. An
// error: it isn't missing, or this is none for the game.
engine::Error give_net(const engine::AnyGame& game, std::string_view text);

}  // namespace bots
