#include "games/tiefenthal/rules.h"
#include "games/tiefenthal/tiefenthal.h"

namespace tiefenthal {
void Tiefenthal::draw(const State&, engine::Viewer, const engine::Texts&, engine::Canvas&) {}
void Tiefenthal::tell(const State&, engine::Viewer, const engine::Texts&, std::string&) {}
}  // namespace tiefenthal
