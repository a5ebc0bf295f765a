// The eleven fields of a player board (§5.1): what may lie on them, and what they give.
#include <algorithm>
#include <bit>
#include <utility>

#include "games/dicebrewing/rules.h"

namespace dicebrewing {

using engine::forbid;
using engine::kAllowed;

namespace {

// By Die::code(): the die's bit in a set of kinds; none when it is blocked. This is asked of every
// die at every decision.
constexpr std::array<uint32_t, kDieCodes> make_kind_bits() {
  std::array<uint32_t, kDieCodes> bits{};
  for (int code = 0; code < kDieCodes; ++code) {
    const Die die = Die::of_code(static_cast<uint8_t>(code));
    if (!die.blocked()) bits[static_cast<size_t>(code)] = 1u << die.kind();
  }
  return bits;
}
constexpr std::array<uint32_t, kDieCodes> kKindBits = make_kind_bits();

void add(Kit& kit, const Dice& dice, const Edition& edition) {
  for (Die die : dice) {
    const uint32_t bit = kKindBits[die.code()];
    kit.kinds |= bit;
    kit.fields |= edition.fields_for[die.code()];
    kit.total += bit != 0 ? 1 : 0;
  }
}

}  // namespace

Kit kit_of(const State& s, Seat seat) {
  Kit kit;
  add(kit, s.at(seat).active, *s.edition);
  add(kit, s.at(seat).warehouse, *s.edition);
  return kit;
}

namespace {

// S2 needs a colour that is in the supply and among the own unblocked dice (R14).
bool can_swap(const State& s, const Kit& kit) {
  for (size_t c = 0; c < static_cast<size_t>(Colour::kBlue); ++c) {
    if (s.supply[c] > 0 && kit.has(static_cast<Colour>(c))) return true;
  }
  return false;
}

// R9: can the effect give something now? A raise always can (R54).
bool can_give(const State& s, const FieldData& data) {
  switch (data.effect) {
    case Effect::kGainDie:
      return s.supply[static_cast<size_t>(data.gain)] > 0;
    case Effect::kGainSeeds:
      return s.seed_supply > 0;
    default:
      return true;
  }
}

// Has the seat a piece for this field, and would it have an effect?
Verdict has_piece(const State& s, Seat seat, const FieldData& data, const Kit& kit) {
  if (data.takes_seed) return s.at(seat).seeds > 0 ? kAllowed : forbid(Rule::kNoSeed);
  if ((kit.kinds & data.inputs) == 0) return forbid(Rule::kNoFittingDie);
  // R13: the die that lies on S1 cannot roll itself.
  if (data.effect == Effect::kReroll && kit.total < 2) return forbid(Rule::kNothingToReroll);
  if (data.effect == Effect::kSwap && !can_swap(s, kit)) return forbid(Rule::kNoColourToSwap);
  return kAllowed;
}

// All the fields for which may_place() allows a piece.
uint32_t placeable(const State& s, Seat seat, const Kit& kit) {
  const Edition& e = *s.edition;
  uint32_t fields = kit.fields | (s.at(seat).seeds > 0 ? e.seed_fields : 0u);
  if (kit.total < 2) fields &= ~uint32_t{e.reroll_fields};
  fields &= s.free_fields(seat);
  if ((fields & e.swap_fields) != 0 && !can_swap(s, kit)) fields &= ~uint32_t{e.swap_fields};
  return fields;
}

}  // namespace

Verdict may_place(const State& s, Seat seat, Field field, const Kit& kit) {
  const FieldData& data = (*s.edition)[field];
  if (!s.open(data.building)) return forbid(Rule::kBuildingClosed);
  if (s.blocked(seat, data.building)) return forbid(Rule::kBuildingBlocked);
  // R5: once a round, also when the field was accelerated and its input is gone.
  if (s.used(seat, field)) return forbid(Rule::kFieldUsed);
  if (s.locked(seat, field)) return forbid(Rule::kFieldLocked);
  return has_piece(s, seat, data, kit);
}

Verdict may_accelerate(const State& s, Seat seat, Field field, const Kit& kit) {
  const FieldData& data = (*s.edition)[field];
  if (s.input(seat, field) == Die::none()) return forbid(Rule::kNothingWaiting);
  if (s.blocked(seat, data.building)) return forbid(Rule::kBuildingBlocked);
  if (!kit.has_blue(data.accelerate_min)) return forbid(Rule::kNoAccelerator);
  return can_give(s, data) ? kAllowed : forbid(Rule::kNothingToGain);
}

Verdict may_be_accelerator(const FieldData& field, Die die) {
  if (die.blocked()) return forbid(Rule::kDieIsBlocked);
  return die.value() < field.accelerate_min ? forbid(Rule::kValueTooLow) : kAllowed;
}

namespace {

// A quick look for the usual case: one of the first pieces at hand fits somewhere. False says
// nothing, since the fields that ask for more than a piece are left out.
bool surely_can_place(const State& s, Seat seat) {
  const Edition& e = *s.edition;
  const Player& player = s.at(seat);
  const uint32_t fields =
      s.free_fields(seat) & ~(uint32_t{e.reroll_fields} | uint32_t{e.swap_fields});
  if (player.seeds > 0 && (fields & e.seed_fields) != 0) return true;
  const auto fits_somewhere = [&](Die die) { return (e.fields_for[die.code()] & fields) != 0; };
  return std::any_of(player.active.begin(), player.active.end(), fits_somewhere) ||
         std::any_of(player.warehouse.begin(), player.warehouse.end(), fits_somewhere);
}

}  // namespace

bool can_place(const State& s, Seat seat) {
  if (surely_can_place(s, seat)) return true;
  const Kit kit = kit_of(s, seat);
  if (placeable(s, seat, kit) != 0) return true;
  uint32_t fields = s.at(seat).used & s.edition->accelerable;
  for (; fields != 0; fields &= fields - 1) {
    const auto field = static_cast<Field>(std::countr_zero(fields));
    if (may_accelerate(s, seat, field, kit).allowed()) return true;
  }
  return false;
}

void offer_pieces(const State& s, Seat seat, Offer& offer) {
  const Kit kit = kit_of(s, seat);
  const bool all = offer.keeps_forbidden();
  uint32_t fields = all ? (1u << kFields) - 1 : placeable(s, seat, kit);
  for (; fields != 0; fields &= fields - 1) {
    const int f = std::countr_zero(fields);
    offer(action(Verb::kPlace, f), all ? may_place(s, seat, static_cast<Field>(f), kit) : kAllowed);
  }
  fields = s.edition->accelerable & (all ? ~0u : s.at(seat).used);
  for (; fields != 0; fields &= fields - 1) {
    const int f = std::countr_zero(fields);
    offer(action(Verb::kAccelerate, f), may_accelerate(s, seat, static_cast<Field>(f), kit));
  }
}

void place(Play& p, Field field, Die piece) {
  State& s = p.s;
  const Seat seat = s.turn;
  Player& player = s.at(seat);
  player.input[static_cast<size_t>(field)] = piece;
  player.used = static_cast<uint16_t>(player.used | 1u << index(field));
  if (piece == Die::seed()) {
    p.tell(EventKind::kPlacedSeed, index(seat), index(field));
  } else {
    p.tell(EventKind::kPlaced, index(seat), index(field), piece.number());
  }
  // R16: the blocking token on the board of whoever is left out.
  if (s.users(field) != s.counts().users) return;
  for (int i = 0; i < s.seats; ++i) {
    if (!s.used(engine::seat_at(i), field)) p.tell(EventKind::kLocked, i, index(field));
  }
}

void to_supply(State& s, Die die) {
  // R55: the supply knows colours only; +1 and guard end here.
  die == Die::seed() ? ++s.seed_supply : ++s.supply[static_cast<size_t>(die.colour())];
}

void gain_die(Play& p, Seat seat, Colour colour, bool roll_now) {
  --p.s.supply[static_cast<size_t>(colour)];
  p.tell(EventKind::kGainedDie, index(seat), index(colour));
  Die die(colour);
  if (roll_now) {
    die = die.rolled(p.face());
    p.tell(EventKind::kRolled, index(seat), die.number());
  }
  put_in(p.s.at(seat).active, die);  // R10: storing it is free
}

int gain_seeds(Play& p, Seat seat, int wanted) {
  const int given = std::min<int>(wanted, p.s.seed_supply);
  p.s.seed_supply = static_cast<uint8_t>(p.s.seed_supply - given);
  p.s.at(seat).seeds = static_cast<uint8_t>(p.s.at(seat).seeds + given);
  if (given > 0) p.tell(EventKind::kGainedSeeds, index(seat), given);
  return given;
}

// R6: the input leaves at once, the blue die stays until the field is tidied.
void accelerate(Play& p, Field field, Die die) {
  State& s = p.s;
  const Seat seat = s.turn;
  Player& player = s.at(seat);
  const FieldData& data = (*s.edition)[field];
  const Die input = std::exchange(player.input[static_cast<size_t>(field)], Die::none());
  player.accelerator[static_cast<size_t>(field)] = die;
  p.tell(EventKind::kAccelerated, index(seat), index(field), die.number());
  if (data.effect == Effect::kRaise) {
    const Die raised = input.raised();
    put_in(player.warehouse, raised);
    p.tell(EventKind::kRaised, index(seat), raised.number());
    return;
  }
  to_supply(s, input);
  switch (data.effect) {
    case Effect::kGainDie:
      gain_die(p, seat, data.gain, true);
      break;
    case Effect::kGainSeeds:
      gain_seeds(p, seat, data.seeds);
      break;
    default: {  // R12: blue and black fetch their own price
      const int gold = data.gold[static_cast<size_t>(input.colour())];
      player.gold = static_cast<int16_t>(player.gold + gold);
      p.tell(EventKind::kGainedGold, index(seat), gold);
    }
  }
}

}  // namespace dicebrewing
