// How well the seats stand (§12): points, gold, dice and seeds by what they will still bring, and
// the recipes on offer by how much is missing to brew them. Weights and figures are in
// judgement.json.
#include <algorithm>
#include <array>
#include <bit>

#include "engine/named.h"
#include "games/dicebrewing/dicebrewing.h"
#include "games/dicebrewing/rules.h"

namespace dicebrewing {
namespace {

enum class Feature : uint8_t {
  kPoints,
  kGold,
  kDice,
  kTokens,
  kBrewed,
  kIngredients,
  kReady,
  kNext,
  kYellow,
  kBlack,
  kGreen,
  kBlue,
  kSeeds,
  kStored,
  kFirst,
};

constexpr auto kFeatures = engine::table<Feature, engine::FeatureSpec>({
    {Feature::kPoints, {"points"}},
    {Feature::kGold, {"gold"}},  // all from here on in hundredths of a point
    {Feature::kDice, {"dice"}},  // seeds, and what waits on the fields
    {Feature::kTokens, {"tokens"}},
    {Feature::kBrewed, {"brewed"}},  // recipes that the others don't get; a count
    {Feature::kIngredients, {"ingredients"}},
    {Feature::kReady, {"ready"}},  // recipes that can be brewed this round
    {Feature::kNext, {"next"}},    // those that may come next round
    // What `dice` is made of: how many, by how much of the game is left
    {Feature::kYellow, {"yellow", false, true}},
    {Feature::kBlack, {"black", false, true}},
    {Feature::kGreen, {"green", false, true}},
    {Feature::kBlue, {"blue", false, true}},
    {Feature::kSeeds, {"seeds", false, true}},
    {Feature::kStored, {"stored", false, true}},    // dice whose result is kept
    {Feature::kFirst, {"first", false, true, 50}},  // places before the last in the order
});

constexpr int kPoint = 100;
constexpr int kCounted = 5;
constexpr int kSeedsCounted = 3;

// What the features are made with.
enum class Figure : uint8_t {
  kToken,          // in hand
  kRace,           // a recipe the others don't get
  kReadyShare,     // percent of a recipe that can be brewed this round
  kNextShare,      // of the best one that may come next round
  kSecondShare,    // of the second best
  kRoundShare,     // percent of the game that a round takes
  kLeastShare,     // while there is anything to brew
  kStrangerShare,  // permille for a needed die of which there is none
  kFirstSeed,      // percent of a die, for the first, second, third … seed
  kFirstStored = kFirstSeed + kSeedsCounted,  // a stored result against a new roll, by value
  // What the first, second, third … die of a colour brings beyond its points at the end, if the
  // whole game lies ahead: a recipe asks for two or three of a colour, seldom for more. Blue dice
  // are the tools: with one a round's bad rolls are mended at the School, so they are not for sale
  // until late.
  kFirstYellow = kFirstStored + kFaces,
  kFirstBlack = kFirstYellow + kCounted,
  kFirstGreen = kFirstBlack + kCounted,
  kFirstBlue = kFirstGreen + kCounted,
};
constexpr Figure after(Figure first, int steps) {
  return static_cast<Figure>(static_cast<int>(first) + steps);
}
constexpr auto kFigures = engine::table<Figure, engine::FigureSpec>({
    {Figure::kToken, {"token"}},
    {Figure::kRace, {"race"}},
    {Figure::kReadyShare, {"ready_share"}},
    {Figure::kNextShare, {"next_share"}},
    {Figure::kSecondShare, {"second_share"}},
    {Figure::kRoundShare, {"round_share"}},
    {Figure::kLeastShare, {"least_share"}},
    {Figure::kStrangerShare, {"stranger_share"}},
    {after(Figure::kFirstSeed, 0), {"seed_1"}},
    {after(Figure::kFirstSeed, 1), {"seed_2"}},
    {after(Figure::kFirstSeed, 2), {"seed_3"}},
    {after(Figure::kFirstStored, 0), {"stored_1", 40}},
    {after(Figure::kFirstStored, 1), {"stored_2", 40}},
    {after(Figure::kFirstStored, 2), {"stored_3", 40}},
    {after(Figure::kFirstStored, 3), {"stored_4", 40}},
    {after(Figure::kFirstStored, 4), {"stored_5", 40}},
    {after(Figure::kFirstStored, 5), {"stored_6", 40}},
    {after(Figure::kFirstYellow, 0), {"yellow_1"}},
    {after(Figure::kFirstYellow, 1), {"yellow_2"}},
    {after(Figure::kFirstYellow, 2), {"yellow_3"}},
    {after(Figure::kFirstYellow, 3), {"yellow_4"}},
    {after(Figure::kFirstYellow, 4), {"yellow_5"}},
    {after(Figure::kFirstBlack, 0), {"black_1"}},
    {after(Figure::kFirstBlack, 1), {"black_2"}},
    {after(Figure::kFirstBlack, 2), {"black_3"}},
    {after(Figure::kFirstBlack, 3), {"black_4"}},
    {after(Figure::kFirstBlack, 4), {"black_5"}},
    {after(Figure::kFirstGreen, 0), {"green_1"}},
    {after(Figure::kFirstGreen, 1), {"green_2"}},
    {after(Figure::kFirstGreen, 2), {"green_3"}},
    {after(Figure::kFirstGreen, 3), {"green_4"}},
    {after(Figure::kFirstGreen, 4), {"green_5"}},
    {after(Figure::kFirstBlue, 0), {"blue_1"}},
    {after(Figure::kFirstBlue, 1), {"blue_2"}},
    {after(Figure::kFirstBlue, 2), {"blue_3"}},
    {after(Figure::kFirstBlue, 3), {"blue_4"}},
    {after(Figure::kFirstBlue, 4), {"blue_5"}},
});
using Figures = engine::FiguresBy<Figure>;

// Unblocked dice: for each colour a byte for each value, counting them.
class Pool {
 public:
  void add(Die die) {
    if (!die.blocked()) count_[static_cast<size_t>(die.colour())] += one(die.value());
  }
  void add(const Pool& other) {
    for (size_t c = 0; c < kColours; ++c) count_[c] += other.count_[c];
  }
  bool has(size_t colour, int min) const { return count_[colour] >= one(min); }
  // Takes the lowest die of at least `min`; false when there is none.
  bool take(size_t colour, int min) {
    const uint64_t fit = count_[colour] & ~(one(min) - 1);
    if (fit == 0) return false;
    count_[colour] -= one(std::countr_zero(fit) / 8);
    return true;
  }

 private:
  static constexpr uint64_t one(int value) { return uint64_t{1} << (8 * value); }

  std::array<uint64_t, kColours> count_{};
};

class Prospects {
 public:
  Prospects(const State& s, Seat seat, const Figures& figures)
      : s_(s),
        player_(s.at(seat)),
        seat_(seat),
        figures_(figures),
        gold_worth_(kPoint / s.edition->gold_per_point) {
    for (Die die : player_.warehouse) pool_.add(die);
    for (Die die : s.lifted[1]) {
      if (seat == s.turn) pool_.add(die);
    }
    ingredients_ = player_.ingredients;
    // Until the own purchase step is over the dice of the active zone can be stored.
    const bool can_store =
        s.phase < Phase::kPurchase ||
        (s.phase == Phase::kPurchase && s.place_in_order(seat) >= s.place_in_order(s.turn));
    for (Die die : player_.active) {
      ++free_[static_cast<size_t>(die.colour())];
      if (can_store) pool_.add(die);
    }
    if (!can_store) {
      for (Die die : player_.late) pool_.add(die);  // R51
    }
    count_dice();
    left_ = std::max(0, s.counts().target - s.brewed.size());
    // By rounds, not by recipes: brewing must not look as if it cost the rest of the game.
    share_ = left_ == 0 ? 0
                        : std::max(figures_[Figure::kLeastShare],
                                   100 - figures_[Figure::kRoundShare] * (s.round - 1));
  }

  void judge(engine::FeatureRow& row) {
    row[Feature::kPoints] = player_.points;
    row[Feature::kGold] = gold_worth_ * player_.gold;
    row[Feature::kDice] = dice_worth();
    row[Feature::kTokens] =
        figures_[Figure::kToken] * s_.tokens_of(seat_) * std::min(100, share_ + 30) / 100;
    int brewed = 0;
    for (const Brewed& one : s_.brewed) brewed += one.seat == seat_ ? 1 : 0;
    row[Feature::kBrewed] = brewed;
    int ingredients = 0;
    for (size_t i = 0; i < kIngredients; ++i) {
      ingredients += player_.ingredients[i] * s_.edition->ingredients[i].price * gold_worth_ *
                     std::min(100, share_ * 3) / 100 * 8 / 10;
    }
    row[Feature::kIngredients] = ingredients;
    row[Feature::kReady] = ready();
    row[Feature::kNext] = next();
    row[Feature::kYellow] = share_ * owned_[0];
    row[Feature::kBlack] = share_ * owned_[1];
    row[Feature::kGreen] = share_ * owned_[2];
    row[Feature::kBlue] = share_ * owned_[3];
    row[Feature::kSeeds] = share_ * player_.seeds;
    row[Feature::kStored] = player_.warehouse.size();
    row[Feature::kFirst] = s_.seats - 1 - s_.place_in_order(seat_);
  }

 private:
  int growth(size_t colour, size_t nth) const {
    return figures_[after(Figure::kFirstYellow, static_cast<int>(colour * kCounted + nth))];
  }
  // One die more of that colour.
  int die_worth(size_t colour) const {
    const size_t next = std::min<size_t>(owned_[colour], kCounted - 1);
    return kPoint * s_.edition->die_points[colour] + growth(colour, next) * share_ / 100;
  }
  int dice_growth(size_t colour) const {
    int sum = 0;
    for (size_t n = 0; n < owned_[colour]; ++n)
      sum += growth(colour, std::min<size_t>(n, kCounted - 1));
    return sum * share_ / 100;
  }
  void count_dice() {
    for (Die die : player_.active) ++owned_[static_cast<size_t>(die.colour())];
    for (Die die : player_.warehouse) ++owned_[static_cast<size_t>(die.colour())];
    for (const Dice& lifted : s_.lifted) {
      for (Die die : lifted) owned_[static_cast<size_t>(die.colour())] += seat_ == s_.turn ? 1 : 0;
    }
    if (player_.discount != Die::none()) ++owned_[static_cast<size_t>(Colour::kBlue)];
  }
  // Dice, seeds, and what waits on the fields.
  int dice_worth() {
    const int seed = share_ > 10 ? std::max(die_worth(0), die_worth(2)) : 0;
    int seeds = player_.seeds;
    int sum = 0;
    for (size_t f = 0; f < kFields; ++f) {
      if (player_.accelerator[f] != Die::none()) ++owned_[static_cast<size_t>(Colour::kBlue)];
      if (player_.input[f] != Die::none()) sum += waiting_worth(s_.edition->fields[f], f, seeds);
    }
    // Two fields take a seed each round, and not for everybody: more than two have to wait.
    for (int n = 0; n < seeds; ++n)
      sum += seed * figures_[after(Figure::kFirstSeed, std::min(n, kSeedsCounted - 1))] / 100;
    for (size_t c = 0; c < kColours; ++c)
      sum += owned_[c] * kPoint * s_.edition->die_points[c] + dice_growth(c);
    for (Die die : player_.warehouse) sum += figures_[after(Figure::kFirstStored, die.value() - 1)];
    return sum;
  }
  int waiting_worth(const FieldData& data, size_t field, int& seeds) {
    const Die input = player_.input[field];
    switch (data.effect) {
      case Effect::kGainDie: {
        if (data.building == Building::kSchool) ++owned_[static_cast<size_t>(Colour::kBlue)];
        const auto gain = static_cast<size_t>(data.gain);
        return s_.supply[gain] > 0 ? die_worth(gain) * 19 / 20 : 0;
      }
      case Effect::kRaise:
        ++owned_[static_cast<size_t>(input.colour())];
        raised_.add(input.raised());
        return 0;
      case Effect::kGainSeeds:
        seeds += std::min<int>(data.seeds, s_.seed_supply);
        return 0;
      case Effect::kSell:
        return gold_worth_ * data.gold[static_cast<size_t>(input.colour())];
      default:
        ++owned_[static_cast<size_t>(Colour::kBlue)];
        return 0;
    }
  }

  int bonus_worth(const Bonus& bonus) const {
    return kPoint * bonus.points + gold_worth_ * bonus.gold;
  }
  // What brewing it brings, improved as well as possible now; `extra` becomes that improvement.
  int recipe_worth(const RecipeData& recipe, Extra& extra) const {
    int worth = figures_[Figure::kRace] + kPoint * (s_.edition->brew_points + recipe.points) +
                gold_worth_ * recipe.gold + figures_[Figure::kToken] * recipe.tokens;
    if (recipe.gives_die) worth += die_worth(static_cast<size_t>(recipe.die));
    int best = 0;
    extra = Extra::kPlain;
    for (size_t e = 1; e < kExtras; ++e) {
      const Bonus& bonus = recipe.bonus[e];
      if (!bonus.printed || bonus_worth(bonus) <= best) continue;
      const bool has = e == 1 ? pool_.has(static_cast<size_t>(Colour::kBlue), bonus.min)
                              : ingredients_[e - 2] > 0;
      if (!has) continue;
      best = bonus_worth(bonus);
      extra = static_cast<Extra>(e);
    }
    return worth + best;
  }

  static bool take_all(const RecipeData& recipe, Pool& pool) {
    for (size_t c = 0; c < kColours; ++c) {
      for (size_t j = 0; j < recipe.needed[c]; ++j) {
        if (!pool.take(c, recipe.need[c][j])) return false;
      }
    }
    return true;
  }

  // Recipes for which everything lies ready, the best first; each takes its dice.
  int ready() {
    if (!may_brew_yet()) return 0;
    int sum = 0;
    for (int share = figures_[Figure::kReadyShare];; share = share * 4 / 5) {
      int best = 0;
      size_t best_slot = 0;
      Extra best_extra = Extra::kPlain;
      for (size_t slot = 0; slot < kMaxRow; ++slot) {
        if (!is_open(slot)) continue;
        const RecipeData& recipe = (*s_.edition)[s_.row[slot]];
        Pool copy = pool_;
        Extra extra;
        if (!take_all(recipe, copy)) continue;
        const int worth = recipe_worth(recipe, extra);
        if (worth <= best) continue;
        best = worth;
        best_slot = slot;
        best_extra = extra;
      }
      if (best == 0) return sum;
      sum += best * share / 100;
      done_ |= 1u << best_slot;
      const RecipeData& recipe = (*s_.edition)[s_.row[best_slot]];
      take_all(recipe, pool_);
      if (best_extra == Extra::kBlueDie)
        pool_.take(static_cast<size_t>(Colour::kBlue), recipe.bonus[1].min);
      if (best_extra >= Extra::kFirstIngredient)
        --ingredients_[static_cast<size_t>(index(best_extra) - index(Extra::kFirstIngredient))];
      for (size_t c = 0; c < kColours; ++c)
        free_[c] = static_cast<uint8_t>(free_[c] + recipe.needed[c]);
    }
  }
  // Will the seat be asked this round? Who has passed is not, unless somebody else brews: what lies
  // ready is then no more than a start for the next round.
  bool may_brew_yet() const {
    if (s_.phase != Phase::kBrew) return s_.phase != Phase::kOver;
    const int until_asked = (index(seat_) - index(s_.turn) + s_.seats) % s_.seats;
    return s_.count + until_asked < s_.seats;
  }
  bool is_open(size_t slot) const {
    return s_.row[slot] != Recipe::kNone && (done_ >> slot & 1) == 0 &&
           !s_.slot_blocked(static_cast<int>(slot));
  }

  // Recipes that could come next round: what is stored counts, what is loose is rolled again.
  int next() {
    if (left_ == 0 || s_.phase == Phase::kOver) return 0;
    pool_.add(raised_);
    int best = 0;
    int second = 0;
    for (size_t slot = 0; slot < kMaxRow; ++slot) {
      if (s_.row[slot] == Recipe::kNone || (done_ >> slot & 1) != 0) continue;
      const RecipeData& recipe = (*s_.edition)[s_.row[slot]];
      Extra extra;
      const int hope = recipe_worth(recipe, extra) * chance_of(recipe) / 1000;
      if (hope > best) {
        second = std::exchange(best, hope);
      } else {
        second = std::max(second, hope);
      }
    }
    const int time = std::min(100, 30 + 4 * share_);
    return (best * figures_[Figure::kNextShare] + second * figures_[Figure::kSecondShare]) / 100 *
           time / 100;
  }
  // Permille.
  int chance_of(const RecipeData& recipe) const {
    Pool copy = pool_;
    int chance = 1000;
    for (size_t c = 0; c < kColours; ++c) {
      int loose = free_[c];
      for (size_t j = 0; j < recipe.needed[c]; ++j) {
        const int min = recipe.need[c][j];
        if (copy.take(c, min)) continue;
        if (loose == 0) {
          chance = chance * figures_[Figure::kStrangerShare] / 1000;
          continue;
        }
        const int miss = 1000 * (min - 1) / kFaces;
        int all_miss = miss;
        for (int i = 1; i < loose && i < 4; ++i) all_miss = all_miss * miss / 1000;
        chance = chance * (1000 - all_miss) / 1000;
        --loose;
      }
    }
    return chance;
  }

  const State& s_;
  const Player& player_;
  const Seat seat_;
  const Figures figures_;
  Pool pool_;
  Pool raised_;
  std::array<uint8_t, kIngredients> ingredients_{};
  std::array<uint8_t, kColours> free_{};
  std::array<uint8_t, kColours> owned_{};
  uint32_t done_ = 0;
  const int gold_worth_;
  int left_ = 0;
  int share_ = 0;
};

}  // namespace

std::span<const engine::FeatureSpec> DiceBrewing::features() { return kFeatures; }
std::span<const engine::FigureSpec> DiceBrewing::figures() { return kFigures; }

void DiceBrewing::judge(const State& s, engine::Viewer, engine::SeatSet seats,
                        engine::Features& out) {
  const Figures figures(out);
  for (Seat seat : seats) Prospects(s, seat, figures).judge(out[seat]);
}

engine::Turn DiceBrewing::turn(const State& s) {
  return {s.round, static_cast<uint8_t>(s.phase), s.phase == Phase::kOver ? Seat::kNone : s.turn};
}

float DiceBrewing::progress(const State& s) {
  if (s.phase == Phase::kOver) return 1;
  return static_cast<float>(std::min<int>(s.brewed.size(), s.counts().target)) /
         static_cast<float>(std::max<int>(1, s.counts().target));
}

}  // namespace dicebrewing
