// A position of Goldbräu: a plain value, canonical byte by byte.
#pragma once

#include <array>

#include "engine/bag.h"
#include "engine/small_vec.h"
#include "engine/spec.h"
#include "games/goldbraeu/edition.h"
#include "games/goldbraeu/types.h"

namespace goldbraeu {

enum class Item : uint8_t {
  kHide,       // decision of all at once: two dealt shares stay hidden
  kPlaceBoss,  // decision of seat a
  kRoundBegin,
  kChoose,      // decision of all at once: expand, boss or buy
  kExpand,      // decision of seat a, b actions left
  kBoss,        // decision of seat a, b actions left
  kVeto,        // decision of the boss: seat a nominates itself at business b
  kCounter,     // decision of seat a
  kBuy,         // decision of seat a
  kKeepOrOpen,  // decision of seat a: the drawn share
  kMoveChip,    // decision of seat a: chip b
  kRoundEnd,
  kPaydayOpen,  // decision of seat a
  kPaydayPay,
};

template <class T>
using PerSeat = std::array<T, kMaxPlayers>;
template <class T>
using PerBusiness = std::array<T, kMaxBusinesses>;

struct Position {
  std::array<Fields, kMaxTaverns> terrace;
  engine::Variants variants;
  PerSeat<int16_t> money;
  uint16_t new_bosses;  // bits of the businesses whose boss was appointed this round (R22)
  uint16_t refused;     // where the player at turn was refused this turn (R21)
  uint8_t players;
  Seat first_start;
  uint8_t round;  // 0: set-up
  uint8_t drunk;  // tavern
  uint8_t waitress;
  Card drawn;              // the share waiting for keep or open; it lies in its buyer's hand (R59)
  uint8_t drawn_is_known;  // it came from the known bottom of the pile (R60)
  uint8_t over;
  PerBusiness<Seat> boss;
  PerBusiness<PerSeat<uint8_t>> shares;       // stones on the roof
  PerBusiness<uint8_t> opened;                // shares opened so far, purged ones included
  std::array<uint8_t, kMaxTaverns> contract;  // brewery, counted from 0
  PerSeat<PerBusiness<uint8_t>> hand;         // hidden shares
  PerSeat<PerBusiness<uint8_t>> known;        // of these, what everybody can infer (R60)
  PerSeat<Choice> choice;
  PerSeat<std::array<Card, 2>> hidden_pick;  // answers of kHide
  std::array<Card, 2> face_up;
  engine::Agenda<Item, 16> agenda;
  engine::Bag<Card, kMaxCards> pile;
  uint8_t specials_gone;  // drunk and waitress cards out of the game: low and high half byte
  uint8_t padding[5];
};

struct State : Position {
  const Edition* edition;

  const PlayerSetup& setup() const { return edition->players[players]; }
  int variant(Variant variant) const { return variants.values[static_cast<size_t>(variant)]; }
  int businesses() const { return edition->businesses(); }
  bool is_tavern(Business b) const { return index(b) < edition->taverns; }
  bool is_brewery(Business b) const { return !is_tavern(b); }

  Seat start_of_round() const {
    return engine::next_seat(first_start, players, round == 0 ? 0 : round - 1);
  }
  // R52: it stands with the player who leads the week's last round.
  Seat payday_figure() const {
    const int week = round == 0 ? 1 : (round - 1) / edition->rounds_per_week + 1;
    return engine::next_seat(first_start, players, week * edition->rounds_per_week - 1);
  }
  // All action cards lie open: from the reveal to the end of the round.
  bool choices_are_shown() const { return over == 0 && agenda.begin()->item == Item::kRoundEnd; }
  bool payday_round() const { return round % edition->rounds_per_week == 0; }

  // --- a player's pieces ---
  int16_t& money_of(Seat seat) { return money[static_cast<size_t>(index(seat))]; }
  int money_of(Seat seat) const { return money[static_cast<size_t>(index(seat))]; }
  int stones(Seat seat) const {
    int left = setup().stones;
    for (int b = 0; b < businesses(); ++b)
      left -= shares[static_cast<size_t>(b)][static_cast<size_t>(index(seat))];
    return left;
  }
  int figures(Seat seat) const {
    int left = setup().figures;
    for (int b = 0; b < businesses(); ++b) left -= boss[static_cast<size_t>(b)] == seat ? 1 : 0;
    return left;
  }
  int hidden(Seat seat) const {
    int count = 0;
    for (int b = 0; b < businesses(); ++b)
      count += hand[static_cast<size_t>(index(seat))][static_cast<size_t>(b)];
    return count;
  }
  uint8_t& held(Seat seat, Business b) {
    return hand[static_cast<size_t>(index(seat))][static_cast<size_t>(index(b))];
  }
  int held(Seat seat, Business b) const {
    return hand[static_cast<size_t>(index(seat))][static_cast<size_t>(index(b))];
  }
  uint8_t& known_held(Seat seat, Business b) {
    return known[static_cast<size_t>(index(seat))][static_cast<size_t>(index(b))];
  }

  // --- a business ---
  Seat boss_of(Business b) const { return boss[static_cast<size_t>(index(b))]; }
  uint8_t& stones_on(Business b, Seat seat) {
    return shares[static_cast<size_t>(index(b))][static_cast<size_t>(index(seat))];
  }
  int stones_on(Business b, Seat seat) const {
    return shares[static_cast<size_t>(index(b))][static_cast<size_t>(index(seat))];
  }
  int stones_on(Business b) const {
    int all = 0;
    for (int i = 0; i < players; ++i)
      all += shares[static_cast<size_t>(index(b))][static_cast<size_t>(i)];
    return all;
  }
  bool complete(Business b) const {
    return opened[static_cast<size_t>(index(b))] == setup().shares_per_business;
  }
  int contracts_of(int brewery) const {
    int count = 0;
    for (int t = 0; t < edition->taverns; ++t)
      count += contract[static_cast<size_t>(t)] == brewery ? 1 : 0;
    return count;
  }
  int store(int brewery) const {
    return edition->shields[static_cast<size_t>(brewery)] - contracts_of(brewery);
  }

  // --- the square ---
  Fields terrace_of(Business t) const { return terrace[static_cast<size_t>(index(t))]; }
  Fields owned() const {
    Fields all;
    for (int t = 0; t < edition->taverns; ++t) all = all | terrace[static_cast<size_t>(t)];
    return all;
  }
  int income(Business t) const;
};

}  // namespace goldbraeu
