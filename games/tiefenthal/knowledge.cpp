// What a seat cannot know, imagined anew (§8). The order of the piles is nowhere in a position, and
// all gains are open (R41): hidden are only the answers others have given while all choose at once.
#include "games/tiefenthal/rules.h"
#include "games/tiefenthal/tiefenthal.h"

namespace tiefenthal {

namespace {

uint8_t answer_of(engine::Action choice) {
  switch (static_cast<Verb>(choice.verb)) {
    case Verb::kNoFlip:
      return kNoFlip;
    case Verb::kKeep:
      return 0;
    case Verb::kRedraw:
      return 1;
    default:
      return choice.a;
  }
}

}  // namespace

void Tiefenthal::reimagine(State& s, Seat seat, engine::Chance& chance) {
  if (s.agenda.empty()) return;
  for (Seat other : asked_together(s)) {
    Tavern& t = s.at(other);
    if (other == seat || t.answer == kNoAnswer) continue;
    engine::Offer offer(engine::Offer::Keep::kLegal);
    options(s, other, offer);
    const auto pick = static_cast<int>(chance.below(static_cast<uint32_t>(offer.size())));
    t.answer = answer_of(offer[pick].action);
  }
}

void Tiefenthal::reopen(State& s, Seat seat) {
  if (s.agenda.empty()) return;
  for (Seat other : asked_together(s)) {
    if (other != seat) s.at(other).answer = kNoAnswer;
  }
}

}  // namespace tiefenthal
