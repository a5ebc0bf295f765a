// What a game says about searching it: the member `search` of its judgement.json.
#pragma once

#include <string_view>

namespace bots {

struct SearchSettings {
  // A playout ends after so many turns, or so many decisions where that is given; then the
  // judgement speaks. Both 0: it goes on to the end of the game.
  int turns = 1;
  int decisions = 0;
  int greedy = 50;    // percent of the prior at the root that the choice of `greedy` gets
  int epsilon = 15;   // percent of the decisions of a playout that are made at random
  int explore = 150;  // percent: how far it looks beyond what seems best
};

// As the file says; what it leaves out, as above. REQUIRES: the file is good (it is embedded).
SearchSettings read_search_settings(std::string_view judgement_json);

}  // namespace bots
