// What the board shows beside a choice of a seat, for those who see no board (cli/notes.h).
#pragma once

#include "engine/text.h"
#include "games/koenig/state.h"

namespace koenig {

std::string note(const State& s, Seat seat, engine::Action action, const engine::Texts& texts);

}  // namespace koenig
