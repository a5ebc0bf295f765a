// How well a seat stands, for bots that look one step ahead (§14).
#include "games/tiefenthal/rules.h"
#include "games/tiefenthal/tiefenthal.h"

namespace tiefenthal {

int32_t Tiefenthal::evaluate(const State& s, Seat seat) { return 100 * s.points(seat); }

}  // namespace tiefenthal
