// How it will probably go on, as a tree of a search has it.
#pragma once

#include <vector>

#include "bots/search_tree.h"

namespace bots {

// A choice on the way from one position to a later one.
struct Move {
  engine::Seat seat = engine::Seat::kNone;
  engine::Action action;
  friend bool operator==(const Move&, const Move&) = default;
};

inline constexpr size_t kLikelyMoves = 4;
inline constexpr uint32_t kTrodden = 12;  // that often at least was gone a way that is shown

// From a node on; empty where nothing is known, and for SearchTree::kNone.
inline std::vector<Move> likely_line(const SearchTree& tree, uint32_t node) {
  std::vector<Move> line;
  while (node != SearchTree::kNone && line.size() < kLikelyMoves) {
    const uint32_t at = tree.likeliest(node);
    if (at == SearchTree::kNone || tree.edge(at).visits < kTrodden) break;
    line.push_back({tree.edge(at).seat, tree.edge(at).action});
    node = tree.edge(at).child;
  }
  return line;
}

}  // namespace bots
