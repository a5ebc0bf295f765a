// Set-up (§3).
#include "games/dicebrewing/dicebrewing.h"
#include "games/dicebrewing/rules.h"

namespace dicebrewing {
namespace {

bool is_starter(const State& s, const RecipeData& recipe) {
  // R41: Sladek Pilsner is a starter with four players only, and otherwise a card like any other.
  return s.variant(Variant::kMode) == 0 &&
         (recipe.starter || (recipe.starter_four && s.seats == kMaxPlayers));
}

// R56: all backs look alike, so the deck is just what is not in the row.
void lay_out_recipes(Play& p) {
  State& s = p.s;
  s.row.fill(Recipe::kNone);
  engine::SmallVec<uint8_t, kMaxRow> starters;
  for (size_t i = 0; i < s.edition->recipes.size(); ++i) {
    if (is_starter(s, s.edition->recipes[i])) {
      starters.push_back(static_cast<uint8_t>(i));
    } else {
      s.deck.add(static_cast<Recipe>(i));
    }
  }
  for (int slot = 0; slot < s.counts().row; ++slot) {
    if (starters.empty()) {
      reveal_recipe(p, slot);
      continue;
    }
    const int at = p.chance.choose(static_cast<uint8_t>(ChanceKind::kRecipe), starters.data(),
                                   starters.size());
    const auto recipe = static_cast<Recipe>(starters.erase(at));
    s.row[static_cast<size_t>(slot)] = recipe;
    p.tell(EventKind::kRevealed, index(recipe));
  }
}

void hand_out(State& s, Seat seat) {
  Player& player = s.at(seat);
  const Edition& edition = *s.edition;
  for (size_t c = 0; c < kColours; ++c) {
    for (int i = 0; i < edition.start_dice[c]; ++i)
      put_in(player.active, Die(static_cast<Colour>(c)));
    s.supply[c] = static_cast<uint8_t>(s.supply[c] - edition.start_dice[c]);
  }
  player.seeds = edition.start_seeds;
  player.gold = edition.start_gold;
  s.seed_supply = static_cast<uint8_t>(s.seed_supply - edition.start_seeds);
}

}  // namespace

void reveal_recipe(Play& p, int slot) {
  const Recipe recipe = p.s.deck.draw(static_cast<uint8_t>(ChanceKind::kRecipe), p.chance);
  p.s.row[static_cast<size_t>(slot)] = recipe;
  p.tell(EventKind::kRevealed, index(recipe));
}

State DiceBrewing::setup(const Edition& edition, const engine::Variants& variants, int players,
                         engine::Chance& chance, engine::Events& events) {
  State s = engine::blank_state<State>(edition, variants);
  s.seats = static_cast<uint8_t>(players);
  s.round = 1;
  s.supply = edition.dice;
  s.seed_supply = edition.seeds;
  for (Player& player : s.players) {
    player.input.fill(Die::none());
    player.accelerator.fill(Die::none());
    player.discount = Die::none();
  }
  Play p{s, chance, events};
  lay_out_recipes(p);
  for (int i = 0; i < players; ++i) hand_out(s, engine::seat_at(i));
  constexpr uint8_t kSeats[]{0, 1, 2, 3};
  s.start = s.variant(Variant::kStartPlayer) != 0
                ? engine::seat_at(0)
                : engine::seat_at(
                      chance.choose(static_cast<uint8_t>(ChanceKind::kStart), kSeats, players));
  events(EventKind::kBegins, index(s.start));
  begin(p);
  return s;
}

}  // namespace dicebrewing
