// The component data: cards, money, toast schedules, the model of falling coins. Read from
// edition.json, or from a file of the user's own.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/edition_reader.h"
#include "engine/lexicon.h"
#include "games/koenig/types.h"

namespace koenig {

// Every deck fits: 74 cards and room for a designer's own.
inline constexpr int kMaxCards = 96;
inline constexpr int kMaxSchedule = 4;

struct CardData {
  std::string id;
  Effect effect{};
  uint8_t copies = 0;
  bool hidden_shuffle = false;  // left out by the variant hidden_shuffle_cards
  Type type = Type::kNone;
  Direction direction{};
  Hero hero = Hero::kNone;
  bool to_first = false;  // neutral_to_end: which ends may be chosen
  bool to_last = false;
  uint8_t steps = 0;
  uint8_t forward = 0;
  uint8_t backward = 0;
  uint8_t count = 0;
  uint8_t gold = 0;
  uint8_t silver = 0;
  uint8_t places = 0;   // arm_wrestling: the first so many places
  uint8_t lose_on = 0;  // arm_wrestling: a roll of at most this loses
};

// What a toast pays (+) or charges (-), in silver: front[i] is for place i+1, back[i] for place
// H-i.
struct Schedule {
  std::array<int8_t, kMaxSchedule> front{};
  std::array<int8_t, kMaxSchedule> back{};
};

struct Edition {
  int gold_in_silver = 3;
  int silver_in_box = 95;  // all coins together
  int gold_coins = 25;
  int start_gold = 1;
  int hand_size = 5;
  int die_faces = 6;
  std::array<Type, kHeroes> type_of{};
  // Made of type_of: how many heroes of a type there are, by the number of players.
  std::array<std::array<uint8_t, kTypes>, kMaxPlayers + 1> heroes_of_type{};
  Schedule normal, full, empty, full_mirrored, empty_mirrored, empty_cap2;
  int zork_factor = 2;
  std::array<uint16_t, kHeroes + 1> drop_hit_permille{};  // by number of cards in the ring
  std::array<uint16_t, 5> toss_permille{};                // by distance from Draco
  std::vector<CardData> cards;
  // The card that gets the 74th copy, by variant card74 (R1).
  std::array<Card, 2> card74{Card::kNone, Card::kNone};
  engine::Lexicon lexicon;  // of all the rest

  const CardData& operator[](Card card) const { return cards[static_cast<size_t>(card)]; }
};

// Errors name the field.
engine::Error load_edition(const engine::Json& json, Edition& edition,
                           engine::EditionNotes* notes = nullptr);

// The figures that the text of a card names, in its order: those its effect takes, and what the
// edition says for all.
std::vector<int> figures_of(const Edition& edition, const CardData& card);

extern const std::array<std::string_view, kEffects> kEffectIds;  // cards.cpp
extern const std::array<std::string_view, kTypes> kTypeIds;
extern const std::array<std::string_view, kMaxPlayers> kColourIds;

}  // namespace koenig
