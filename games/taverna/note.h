// What the board shows beside a choice of a seat, for those who see no board (cli/notes.h).
#pragma once

#include "engine/text.h"
#include "games/taverna/state.h"

namespace taverna {

std::string note(const State& s, Seat seat, engine::Action action, const engine::Texts& texts);

}  // namespace taverna
