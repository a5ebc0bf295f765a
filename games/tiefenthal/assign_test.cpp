// The best use of dice, compared with trying everything.
#include "games/tiefenthal/assign.h"

#include <algorithm>

#include "games/tiefenthal/test_table.h"

namespace tiefenthal::assign_test {

struct Space {
  int face = 0;  // 0: any
  int gain = 0;
};

int by_trying(const std::vector<Space>& spaces, std::vector<bool>& used,
              const std::vector<Die>& dice, size_t die, int dishwashers) {
  if (die == dice.size()) return 0;
  int best = by_trying(spaces, used, dice, die + 1, dishwashers);
  for (size_t i = 0; i < spaces.size(); ++i) {
    const int by = spaces[i].face == 0 ? 0 : spaces[i].face - face_of(dice[die]);
    if (used[i] || by < 0 || by > dishwashers) continue;
    used[i] = true;
    best =
        std::max(best, spaces[i].gain + by_trying(spaces, used, dice, die + 1, dishwashers - by));
    used[i] = false;
  }
  return best;
}

TEST(TiefenthalAssign, IsAsGoodAsTryingEverything) {
  engine::Chance chance(7);
  const auto random = [&](int low, int high) {
    return low + static_cast<int>(chance.below(static_cast<uint32_t>(high - low + 1)));
  };
  for (int round = 0; round < 2000; ++round) {
    std::vector<Space> spaces;
    Spaces table;
    for (int n = random(0, 5); n > 0; --n) {
      spaces.push_back({random(1, 6), random(0, 7)});
      table.add(spaces.back().face, spaces.back().gain);
    }
    for (int n = random(0, 2); n > 0; --n) {
      spaces.push_back({0, random(0, 4)});
      table.add(Spaces::kAny, spaces.back().gain);
    }
    std::vector<Die> dice;
    engine::SmallVec<Die, kMaxDice> hand;
    for (int n = random(0, 5); n > 0; --n) {
      dice.push_back(white_die(random(1, 6)));
      hand.insert_sorted(dice.back());
    }
    const int dishwashers = random(0, 4);
    std::vector<bool> used(spaces.size());
    const int expected = by_trying(spaces, used, dice, 0, dishwashers);
    Income income(table, hand, dishwashers);
    EXPECT_LE(income.low(), expected) << "round " << round;
    EXPECT_GE(income.high(), expected) << "round " << round;
    for (int amount = 0; amount <= 36; ++amount) {  // what any order of questions learns is right
      Income asked(table, hand, dishwashers);
      EXPECT_EQ(asked.at_least(amount), amount <= expected) << "round " << round;
      EXPECT_EQ(asked.at_least(amount + 1), amount + 1 <= expected) << "round " << round;
    }
    EXPECT_EQ(income.exactly(), expected) << "round " << round;
    EXPECT_EQ(income.low(), income.high()) << "round " << round;
  }
}

}  // namespace tiefenthal::assign_test
