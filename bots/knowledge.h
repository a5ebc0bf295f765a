// What a bot gets to decide from: never the true state, only worlds its seat cannot tell from it.
#pragma once

#include "engine/game.h"

namespace bots {

// What a seat may count on. All but kSeat is for measuring what hidden information is worth
// (`stamtafel arena --cheat`), for games that are over and for positions that somebody has made up,
// never for a table that is being played. What chance will bring nobody sees.
enum class Sees : bool { kSeat, kEverything };

template <engine::Rules G>
class Knowledge {
 public:
  using State = typename G::State;
  // REQUIRES: seat is acting in `truth`, which outlives this.
  Knowledge(const State& truth, engine::Seat seat, Sees sees = Sees::kSeat)
      : truth_(truth), seat_(seat), sees_(sees) {}

  engine::Seat seat() const { return seat_; }
  // The seat's choices: the same in every world it can imagine.
  void options(engine::Offer& offer) const { G::options(truth_, seat_, offer); }
  // A world that agrees with all the seat has seen.
  State imagine(engine::Chance& chance) const {
    State world = truth_;
    if (sees_ == Sees::kSeat) G::reimagine(world, seat_, chance);
    return world;
  }
  // The same, with what others have chosen in secret while all choose at once open again: for
  // whoever can tell better than by lot what they will choose.
  State imagine_undecided(engine::Chance& chance) const {
    State world = imagine(chance);
    if constexpr (engine::ChoosesTogether<G>) {
      if (sees_ == Sees::kSeat) G::reopen(world, seat_);
    }
    return world;
  }

 private:
  const State& truth_;
  engine::Seat seat_;
  Sees sees_;
};

}  // namespace bots
