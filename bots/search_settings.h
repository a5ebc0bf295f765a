// What a game says about searching it: the member `search` of its judgement.json.
#pragma once

#include <array>
#include <string_view>

#include "bots/bot_spec.h"

namespace bots {

struct SearchSettings {
  // A playout ends after so many turns, or so many decisions where that is given; then the
  // judgement speaks. Both 0: it goes on to the end of the game.
  int turns = 1;
  int decisions = 0;
  int greedy = 50;    // percent of the prior at the root that the choice of `greedy` gets
  int epsilon = 15;   // percent of the decisions of a playout that are made at random
  int explore = 150;  // percent: how far it looks beyond what seems best
  int wide = 8;       // choices that a decision of a playout looks at, without a policy
  // What the game's policy is asked for, where it has one. 0: nothing, 1: what to look at first,
  // 2: how to play on as well.
  int glance = 2;
};

// The same as settings of the bot, to try others than the game's: "search:turns=2,epsilon=0".
inline constexpr int kAsTheGameSays = -1;
struct SearchSetting {
  std::string_view id;
  int SearchSettings::* member;
  int low;
  int high;
};
inline constexpr std::array<SearchSetting, 7> kSearchSettings{{
    {"turns", &SearchSettings::turns, 0, 100},
    {"decisions", &SearchSettings::decisions, 0, 10'000},
    {"greedy", &SearchSettings::greedy, 0, 100},
    {"epsilon", &SearchSettings::epsilon, 0, 100},
    {"explore", &SearchSettings::explore, 1, 10'000},
    {"wide", &SearchSettings::wide, 1, 100},
    {"glance", &SearchSettings::glance, 0, 2},
}};

// As the file says; what it leaves out, as above. REQUIRES: the file is good (it is embedded).
SearchSettings read_search_settings(std::string_view judgement_json);
// The same with what the bot's settings say instead.
SearchSettings read_search_settings(std::string_view judgement_json, const BotSpec& bot);

}  // namespace bots
