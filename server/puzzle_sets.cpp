#include "server/puzzle_sets.h"

#include "games/embedded.h"

namespace server {

std::string puzzle_texts() {
  std::string all;
  for (const std::string_view set : puzzles::embedded::sets) all += set;
  return all;
}

}  // namespace server
