// A position of Der König der Diebe: a plain value, canonical byte by byte.
#pragma once

#include <array>

#include "engine/bag.h"
#include "engine/small_vec.h"
#include "engine/spec.h"
#include "games/koenig/edition.h"
#include "games/koenig/hands.h"
#include "games/koenig/types.h"

namespace koenig {

enum class Item : uint8_t {
  kReturnHero,  // decision: the hero banished a round ago takes a seat
  kChooseCard,  // decision
  kAsk,         // decision of seat b: a = Prompt; one parameter of the card in play
  kVote,        // decision of all: a = Prompt
  kFinishCard,
  kToastChoice,  // decision
  kDraw,
  kTurnEnd,
};

inline constexpr uint8_t kNoPick = 255;

// Answers to the questions of the card in play, dice included.
using Picks = engine::SmallVec<uint8_t, 12>;

struct Position {
  engine::Variants variants;
  int16_t bank;
  std::array<int16_t, kMaxPlayers> wealth;
  int16_t turn;        // turns begun
  int16_t final_turn;  // the turn in which the final phase began; 0: it has not
  uint8_t players;
  Seat start;
  Seat active;
  Seat cup;              // the wooden cup; kNone: in the centre
  uint8_t cup_received;  // its holder got it in this very turn
  Hand draco_hand;
  uint8_t enthusiasm;  // Begeisterung was played this turn
  uint8_t exhaustions;
  Card cellar;  // beside Draco
  Card in_play;
  Seat sarah_owner;
  uint8_t over;
  std::array<Hero, kMaxPlayers> away;  // the hero that seat banished
  std::array<Ballot, kMaxPlayers> ballots;
  engine::SmallVec<Hero, kMaxHeroes> line;  // place 1 first
  engine::Agenda<Item, 6> agenda;
  Picks picks;
  Hands hands;
  engine::Bag<Card, kMaxCards> pile;
  engine::SmallVec<Card, kMaxCards> discards;  // the last one on top
  engine::SmallVec<Card, kMaxCards>
      recycled;                        // what the pile was last made of; empty: the first deck
  engine::SmallVec<Card, 20> removed;  // unseen by all (deck_size)
};

struct State : Position {
  const Edition* edition;

  // --- who and where ---
  int H() const { return line.size(); }
  Hero at(int place) const { return line[place - 1]; }
  int place_of(Hero hero) const { return line.find(hero) + 1; }  // 0: not at the table
  bool present(Hero hero) const { return line.contains(hero); }
  Seat owner(Hero hero) const {
    if (is_character(hero)) return engine::seat_at(static_cast<int>(hero) / 2);
    return hero == Hero::kSarah ? sarah_owner : Seat::kNone;
  }
  Type type(Hero hero) const { return edition->type_of[static_cast<size_t>(hero)]; }
  // Heroes at the table: all there are but those who are away. REQUIRES: not Type::kNone.
  int count_of(Type wanted) const {
    int count = edition->heroes_of_type[players][static_cast<size_t>(wanted)];
    for (Hero hero : away) count -= hero != Hero::kNone && type(hero) == wanted ? 1 : 0;
    return count;
  }
  int own_heroes(Seat seat) const {
    int count = sarah_owner == seat ? 3 : 2;
    for (Hero hero : away) count -= hero != Hero::kNone && owner(hero) == seat ? 1 : 0;
    return count;
  }

  // --- money and variants ---
  int16_t& money(Seat seat) { return wealth[static_cast<size_t>(engine::index_of(seat))]; }
  int money(Seat seat) const { return wealth[static_cast<size_t>(engine::index_of(seat))]; }
  int variant(Variant variant) const { return variants.values[static_cast<size_t>(variant)]; }
  bool bank_limited() const { return variant(Variant::kBank) == 0; }
  int gold() const { return edition->gold_in_silver; }
  // The one richest player (R12); kNone when several share it.
  Seat richest() const;

  // --- the course of play ---
  const CardData& card() const { return (*edition)[in_play]; }
  uint8_t pick(int i) const { return picks[i]; }
  Hero hero_pick(int i) const { return static_cast<Hero>(picks[i]); }
  Seat seat_pick(int i) const { return engine::seat_at(picks[i]); }
  bool final_phase() const { return final_turn != 0; }
};

}  // namespace koenig
