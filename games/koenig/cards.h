// What the action cards do: a function for each kind of card, in the order of the rules (§6).
#pragma once

#include "games/koenig/rules.h"

namespace koenig::cards {

// cards_move.cpp
void move_any(Play& p);
void split_move(Play& p);
void move_all_type(Play& p);
void pair_advance(Play& p);
void pay_to_advance(Play& p);

// cards_dice.cpp
void move_by_die(Play& p);
void fate(Play& p);
void magic_mirror(Play& p);
void arm_wrestling(Play& p);

// cards_place.cpp
void neutral_to_end(Play& p);
void john_zork_adjacent(Play& p);
void any_adjacent_zork(Play& p);
void any_behind_type(Play& p);
void split_ends(Play& p);
void gather_type(Play& p);
void swap_sarah_own(Play& p);
void permute_neutrals(Play& p);
void vote_swap(Play& p);
void shuffle_all(Play& p);
void shuffle_four(Play& p);
void three_card_monte(Play& p);
void banish(Play& p);

// cards_draco.cpp
void shift(Play& p);
void vote_move(Play& p);
void swap_neutral(Play& p);
void swap_own(Play& p);
void flip(Play& p);

// cards_money.cpp
void fine_player(Play& p);
void steal(Play& p);
void blackmail(Play& p);
void rendezvous(Play& p);
void pincer(Play& p);
void zork_neighbours_pay(Play& p);
void john_neighbours_draw(Play& p);
void swap_hands(Play& p);
void take_card(Play& p);
void own_sarah(Play& p);
void toss_coin(Play& p);
void drop_coins(Play& p);

// cards_cup.cpp
void free_toast(Play& p);
void place_cup(Play& p);
void lay_cellar(Play& p);

}  // namespace koenig::cards
