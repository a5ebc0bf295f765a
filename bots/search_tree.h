// The tree of a search: nodes are what has been chosen so far since the root, edges what seats may
// choose there. Worlds differ, so an edge counts how often it was there to be chosen. All of it
// lies in two blocks that never grow while a bot thinks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/types.h"

namespace bots {

class SearchTree {
 public:
  static constexpr uint32_t kNone = 0xffffffff;

  struct Edge {
    engine::Action action;
    engine::Seat seat = engine::Seat::kNone;
    uint32_t next = kNone;   // of the same node
    uint32_t child = kNone;  // made when it is first followed
    uint32_t visits = 0;
    uint32_t available = 0;
    float sum = 0;  // of the seat's shares of wins
    float prior = 0;
  };
  struct Node {
    uint32_t first = kNone;
    uint32_t visits = 0;
  };

  void reserve(size_t nodes, size_t edges) {
    nodes_.reserve(nodes);
    edges_.reserve(edges);
  }
  void clear() {
    nodes_.clear();
    edges_.clear();
    nodes_.push_back({});
  }

  static constexpr uint32_t kRoot = 0;
  Node& node(uint32_t at) { return nodes_[at]; }
  Edge& edge(uint32_t at) { return edges_[at]; }
  const Edge& edge(uint32_t at) const { return edges_[at]; }
  bool has_room(int edges) const {
    return nodes_.size() < nodes_.capacity() &&
           edges_.size() + static_cast<size_t>(edges) <= edges_.capacity();
  }
  // The edge of that seat and action at a node, or kNone.
  uint32_t find(uint32_t node, engine::Seat seat, engine::Action action) const {
    for (uint32_t at = nodes_[node].first; at != kNone; at = edges_[at].next) {
      if (edges_[at].action == action && edges_[at].seat == seat) return at;
    }
    return kNone;
  }
  // Of the edges of a node that were followed, the one that was most often; kNone: there is none.
  uint32_t likeliest(uint32_t node) const {
    uint32_t best = kNone;
    for (uint32_t at = nodes_[node].first; at != kNone; at = edges_[at].next) {
      if (edges_[at].child == kNone) continue;
      if (best == kNone || edges_[at].visits > edges_[best].visits) best = at;
    }
    return best;
  }
  // REQUIRES: has_room.
  uint32_t add(uint32_t node, engine::Seat seat, engine::Action action) {
    const auto at = static_cast<uint32_t>(edges_.size());
    edges_.push_back({action, seat, nodes_[node].first});
    nodes_[node].first = at;
    return at;
  }
  uint32_t child_of(uint32_t edge) {
    if (edges_[edge].child == kNone) {
      edges_[edge].child = static_cast<uint32_t>(nodes_.size());
      nodes_.push_back({});
    }
    return edges_[edge].child;
  }

 private:
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
};

}  // namespace bots
