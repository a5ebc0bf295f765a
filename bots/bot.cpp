#include "bots/bot.h"

namespace bots {

std::vector<engine::Event> heard_by(engine::Seat seat, const engine::GameSpec& spec,
                                    std::span<const engine::Event> events) {
  std::vector<engine::Event> heard(events.begin(), events.end());
  for (engine::Event& event : heard) {
    const uint8_t secret = event.sees.contains(seat) ? 0 : spec.events[event.kind].secret;
    for (size_t i = 0; i < event.args.size(); ++i) {
      if ((secret >> i & 1) != 0) event.args[i] = 0;
    }
  }
  return heard;
}

}  // namespace bots
