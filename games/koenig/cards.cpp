// The action cards by group, in the order of the rules (§6).
#include "games/koenig/rules.h"

namespace koenig {

void resolve_card(Play& p) {
  const Effect effect = p.s.card().effect;
  if (effect < Effect::kDieForwardAny) return play_move_card(p);
  if (effect < Effect::kNeutralToEnd) return play_dice_card(p);
  if (effect < Effect::kShiftDraco) return play_place_card(p);
  if (effect < Effect::kFinePlayer) return play_draco_card(p);
  if (effect < Effect::kFreeToast) return play_money_card(p);
  return play_cup_card(p);
}

}  // namespace koenig
