// A position of Dice Brewing: a plain value, canonical byte by byte.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "engine/bag.h"
#include "engine/small_vec.h"
#include "engine/spec.h"
#include "games/dicebrewing/edition.h"
#include "games/dicebrewing/types.h"

namespace dicebrewing {

using Dice = engine::SmallVec<Die, kMaxDice>;  // sorted

// What a turn waits for (§4). Rolling, tidying and the change of season ask nobody.
enum class Phase : uint8_t {
  kArrangeWindow,
  kArrange,
  kPurchase,
  kLastStore,
  kBrewWindow,
  kBrew,
  kOver,
};

// The rest of a choice that was begun; never more than one is open.
enum class Ask : uint8_t {
  kNone,
  kInputDie,     // a: field
  kAccelerator,  // a: field
  kReroll,
  kSwapColour,
  kSwapRolled,   // a: colour
  kSwapOwn,      // a: colour, b: value of the rolled die
  kDiscountDie,  // a: ingredient
  kTargetSeat,   // a: token
  kTargetDie,    // a: token, b: seat
  kTargetBuilding,
  kTargetRecipe,
  kBrewDice,     // a: recipe, b: extra
  kTokenReward,  // a: recipe, b: extra
};

struct Player {
  int16_t gold;
  int16_t points;
  uint16_t used;  // fields used this round, as bits
  uint8_t seeds;
  uint8_t passed;             // out of phase 1 for good
  uint8_t blocked;            // buildings blocked by action tokens, as bits
  uint8_t bought_ingredient;  // this round
  uint8_t bought_token;       // this round
  Die discount;               // on the market card
  std::array<Die, kFields> input;
  std::array<Die, kFields> accelerator;
  std::array<uint8_t, kIngredients> ingredients;
  std::array<uint8_t, kTokens> tokens;  // bought; without hidden tokens: all
  std::array<uint8_t, kTokens> won;     // with hidden tokens: those that came as a reward
  Dice active;
  Dice warehouse;
  // R51: dice of the active zone that an opponent's token put or rolled there after the own
  // purchase step.
  engine::SmallVec<Die, 2 * kMaxCopies> late;
};

struct Brewed {
  Recipe recipe = Recipe::kNone;
  Seat seat = Seat::kNone;
  Extra extra = Extra::kPlain;
  friend constexpr bool operator==(const Brewed&, const Brewed&) = default;
};

struct Position {
  engine::Variants variants;
  std::array<Player, kMaxPlayers> players;
  std::array<uint8_t, kColours> supply;
  std::array<uint8_t, kTokens> removed;  // action tokens played
  std::array<Recipe, kMaxRow> row;
  std::array<uint8_t, kFaces> rolled;  // S2: the supply dice by value, until the swap is decided
  std::array<Dice, 2> lifted;          // dice in hand during S1 or a brew, by the zone they left
  engine::Bag<Recipe, kMaxRecipes> deck;
  engine::SmallVec<Brewed, kMaxRecipes> brewed;  // in order
  uint8_t seed_supply;
  uint8_t blocked_slots;  // of the row, as bits
  uint8_t seats;
  uint8_t round;
  Seat start;  // of round 1
  Phase phase;
  Seat turn;
  uint8_t count;         // pieces placed, or declines or passes in a row
  uint8_t credit_spent;  // of the ones, in the present purchase step
  Ask ask;
  uint8_t ask_a;
  uint8_t ask_b;
};

inline constexpr int kLongestGame = 99;  // rounds, when no cap was chosen (R43)

struct State : Position {
  const Edition* edition;

  Player& at(Seat seat) { return players[static_cast<size_t>(engine::index_of(seat))]; }
  const Player& at(Seat seat) const { return players[static_cast<size_t>(engine::index_of(seat))]; }
  int variant(Variant variant) const { return variants.values[static_cast<size_t>(variant)]; }
  bool hidden_tokens() const { return variant(Variant::kHiddenTokens) != 0; }
  bool window_prompt(Seat seat) const {
    return variants.values[static_cast<size_t>(Variant::kWindowPrompt) +
                           static_cast<size_t>(engine::index_of(seat))] == 0;
  }
  const CountData& counts() const { return edition->counts[seats]; }

  // --- order and season (R40) ---
  Seat holder() const { return engine::next_seat(start, seats, round - 1); }
  int place_in_order(Seat seat) const {
    return (engine::index_of(seat) - engine::index_of(holder()) + seats) % seats;
  }
  Season season() const { return round % 2 == 1 ? Season::kWinter : Season::kSummer; }
  bool last_round() const { return brewed.size() >= counts().target; }
  int round_cap() const {
    constexpr int kCaps[]{kLongestGame, 20, 30, 40};
    return kCaps[variant(Variant::kRoundCap)];
  }

  // --- fields ---
  bool open(Building building) const {
    return round >= edition->opens[static_cast<size_t>(building)];
  }
  bool market_open() const { return round >= edition->market_opens; }
  bool black_market_open() const { return round >= edition->black_market_opens; }
  bool used(Seat seat, Field field) const {
    return (at(seat).used >> static_cast<int>(field) & 1) != 0;
  }
  // Where `seat` may put a piece this round, if it has one that fits: fields that are open, not
  // blocked by a token, not used yet and not locked.
  uint16_t free_fields(Seat seat) const {
    const Player& player = at(seat);
    const uint32_t open_now = edition->open_fields[std::min<size_t>(round, kLastOpening)];
    uint32_t taken = player.used;
    for (int b = 0; player.blocked >> b != 0; ++b) {
      if ((player.blocked >> b & 1) != 0) taken |= edition->fields_of[static_cast<size_t>(b)];
    }
    return static_cast<uint16_t>(open_now & ~taken & ~full_fields());
  }
  // R16: fields that as many players as may have used this round.
  uint32_t full_fields() const {
    // Empty places use nothing, so there are always four sets; at least n of them:
    static_assert(kMaxPlayers == 4);
    const uint32_t a = players[0].used;
    const uint32_t b = players[1].used;
    const uint32_t c = players[2].used;
    const uint32_t d = players[3].used;
    switch (counts().users) {
      case 1:
        return a | b | c | d;
      case 2:
        return (a & b) | (c & d) | ((a | b) & (c | d));
      case 3:
        return (a & b & (c | d)) | (c & d & (a | b));
      default:
        return a & b & c & d;
    }
  }
  int users(Field field) const {
    int count_users = 0;
    for (int i = 0; i < seats; ++i) count_users += used(engine::seat_at(i), field) ? 1 : 0;
    return count_users;
  }
  // R16: locked for `seat`, because as many others as may have used it this round.
  bool locked(Seat seat, Field field) const {
    return !used(seat, field) && users(field) >= counts().users;
  }
  Die input(Seat seat, Field field) const { return at(seat).input[static_cast<size_t>(field)]; }
  Die accelerator(Seat seat, Field field) const {
    return at(seat).accelerator[static_cast<size_t>(field)];
  }
  bool blocked(Seat seat, Building building) const {
    return (at(seat).blocked >> static_cast<int>(building) & 1) != 0;
  }
  // R25: the die that waits there to be raised; none where nothing waits.
  Die waiting(Seat seat, Field field) const {
    const Die die = input(seat, field);
    return die == Die::seed() ? Die::none() : die;
  }

  // --- dice ---
  const Dice& zone(Seat seat, Zone which) const {
    return which == Zone::kActive ? at(seat).active : at(seat).warehouse;
  }
  Dice& zone(Seat seat, Zone which) {
    return which == Zone::kActive ? at(seat).active : at(seat).warehouse;
  }

  // --- stocks ---
  int held(Seat seat, Token token) const {
    const auto i = static_cast<size_t>(token);
    return at(seat).tokens[i] + at(seat).won[i];
  }
  bool has_tokens(Seat seat) const {
    constexpr std::array<uint8_t, kTokens> kNone{};
    return at(seat).tokens != kNone || at(seat).won != kNone;
  }
  int tokens_of(Seat seat) const {
    int sum = 0;
    for (int i = 0; i < kTokens; ++i) sum += held(seat, static_cast<Token>(i));
    return sum;
  }
  int stock(Token token) const {
    const auto i = static_cast<size_t>(token);
    int left = edition->tokens[i].copies - removed[i];
    for (int seat = 0; seat < seats; ++seat) left -= held(engine::seat_at(seat), token);
    return left;
  }
  int token_stock() const {
    int sum = 0;
    for (int i = 0; i < kTokens; ++i) sum += stock(static_cast<Token>(i));
    return sum;
  }
  int stock(Ingredient ingredient) const {
    const auto i = static_cast<size_t>(ingredient);
    int left = edition->ingredients[i].copies;
    for (int seat = 0; seat < seats; ++seat)
      left -= players[static_cast<size_t>(seat)].ingredients[i];
    return left;
  }

  // --- recipes ---
  bool slot_blocked(int slot) const { return (blocked_slots >> slot & 1) != 0; }
  int slot_of(Recipe recipe) const {
    for (int slot = 0; slot < kMaxRow; ++slot) {
      if (row[static_cast<size_t>(slot)] == recipe) return slot;
    }
    return -1;
  }
};

}  // namespace dicebrewing
