// The ring of heroes as a line of places: place 1 beside Draco on his favourite side, the last
// place beside him on the other (§3.1, §3.2).
#include <algorithm>

#include "games/koenig/rules.h"

namespace koenig {

bool move_to(Play& p, Hero hero, int place) {
  auto& line = p.s.line;
  const int from = p.s.place_of(hero);
  Hero* seats = line.begin();
  if (place < from) {
    std::copy_backward(seats + place - 1, seats + from - 1, seats + from);
  } else {
    std::copy(seats + from, seats + place, seats + from - 1);
  }
  seats[place - 1] = hero;
  if (place != from) p.tell(EventKind::kMoved, index(hero), from, place);
  return place != from;
}

bool reseat(Play& p, const engine::SmallVec<Hero, kMaxHeroes>& line) {
  const bool changes = line != p.s.line;
  for (int place = 1; place <= line.size(); ++place) {
    const Hero hero = line[place - 1];
    if (hero != p.s.at(place)) p.tell(EventKind::kSits, index(hero), place);
  }
  p.s.line = line;
  return changes;
}

bool move_forward(Play& p, Hero hero, int steps) {
  return move_to(p, hero, std::max(1, p.s.place_of(hero) - steps));
}

bool move_back(Play& p, Hero hero, int steps) {
  return move_to(p, hero, std::min(p.s.H(), p.s.place_of(hero) + steps));
}

bool move(Play& p, Hero hero, Direction direction, int steps) {
  return direction == Direction::kForward ? move_forward(p, hero, steps)
                                          : move_back(p, hero, steps);
}

bool put_beside(Play& p, Hero hero, Side side, Hero anchor) {
  const int from = p.s.place_of(hero);
  int place = p.s.place_of(anchor);
  if (from < place) --place;  // the anchor moves up when the hero is taken out
  return move_to(p, hero, side == Side::kInFront ? place : place + 1);
}

void swap_heroes(Play& p, Hero a, Hero b) {
  std::swap(p.s.line[p.s.place_of(a) - 1], p.s.line[p.s.place_of(b) - 1]);
  p.tell(EventKind::kSwapped, index(a), index(b));
}

// R29: Draco moves, the heroes keep their seats; places are counted from his new one.
void shift_draco(Play& p, int over) {
  auto& line = p.s.line;
  const int turn = ((over % p.s.H()) + p.s.H()) % p.s.H();
  std::rotate(line.begin(), line.begin() + turn, line.end());
  p.tell(EventKind::kDracoMoved, index(p.s.at(1)));
}

// R30: two cards of the ring change seats: line[p+1..H], hero, line[1..p-1].
void swap_draco(Play& p, Hero hero) {
  auto& line = p.s.line;
  const int place = p.s.place_of(hero);
  std::rotate(line.begin(), line.begin() + place - 1, line.end());  // hero, behind, in front
  std::rotate(line.begin(), line.begin() + 1, line.begin() + 1 + (p.s.H() - place));
  p.tell(EventKind::kDracoSwapped, index(hero));
}

void flip_draco(Play& p) {
  p.s.draco_hand = p.s.draco_hand == Hand::kRight ? Hand::kLeft : Hand::kRight;
  std::reverse(p.s.line.begin(), p.s.line.end());
  p.tell(EventKind::kDracoTurned, static_cast<int>(p.s.draco_hand));
}

bool shuffle_places(Play& p, const engine::SmallVec<uint8_t, kMaxHeroes>& places) {
  engine::SmallVec<uint8_t, 2 * kHeroes> heroes;  // half empty: see SmallVec::erase
  for (uint8_t place : places) heroes.push_back(static_cast<uint8_t>(p.s.at(place)));
  std::sort(heroes.begin(), heroes.end());
  engine::SmallVec<Hero, kMaxHeroes> line = p.s.line;
  for (uint8_t place : places) {
    const int drawn =
        p.chance.choose(static_cast<uint8_t>(ChanceKind::kBrawl), heroes.data(), heroes.size());
    line[place - 1] = static_cast<Hero>(heroes.erase(drawn));
  }
  p.tell(EventKind::kBrawl, places.size());
  return reseat(p, line);
}

bool sits_beside_sarah(const State& s, Seat seat) {
  const int place = s.place_of(Hero::kSarah);
  if (place == 0) return false;
  for (int beside : {place - 1, place + 1}) {
    if (beside >= 1 && beside <= s.H() && s.owner(s.at(beside)) == seat) return true;
  }
  return false;
}

}  // namespace koenig
