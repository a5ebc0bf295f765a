#include "bots/registry.h"

namespace bots {

std::span<const BotInfo* const> all_bots() { return AllBots::kInfos; }

}  // namespace bots
