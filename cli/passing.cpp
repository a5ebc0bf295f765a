#include "cli/passing.h"

namespace cli {

std::optional<engine::Action> Passing::answer(const Session& session, engine::Seat seat) const {
  const engine::AnyTable& table = session.table();
  if (!on_ || !allowed(session) || !session.human(seat) || !table.out_of_turn(seat) ||
      by_hand_ == table.steps().size())
    return std::nullopt;
  engine::Offer offer(engine::Offer::Keep::kLegal);
  table.offer(seat, offer);
  std::optional<engine::Action> only;
  for (const engine::Option& option : offer) {
    if (session.game().spec().verbs[option.action.verb].aside) continue;
    if (only) return std::nullopt;
    only = option.action;
  }
  return only;
}

}  // namespace cli
