// Properties of what is read from files. Positions survive JSON byte by byte; damaged positions and
// editions are refused, or are positions and editions in their own right.
#pragma once

#include "tests/properties.h"
#include "tests/property_knowledge.h"

namespace properties {

template <Game G>
engine::Result<std::unique_ptr<engine::AnyTable>> table_at(const engine::Json& json) {
  return any_game<G>().table_at(json, nullptr, engine::ChanceSource::of_seed(1));
}

template <Game G>
void check_position(const typename G::State& state, int indent, const std::string& where,
                    Findings& findings) {
  std::string text;
  engine::JsonWriter writer(text, indent);
  engine::write_position<G>(state, Viewer::everything(), writer);
  const engine::Result<engine::Json> json = engine::parse_json(text, "position");
  if (!json) return findings.add(where, "the position is no JSON: " + json.error.text);
  const auto table = table_at<G>(*json);
  if (!table) return findings.add(where, "the position is refused: " + table.error.text);
  if (table.value->hash() != engine::hash_of<G>(state))
    findings.add(where, "the position is read as another");
  const std::string again = table.value->position_text(indent);
  if (again != text)
    findings.add(where, "the position is written differently: " + first_difference(text, again));
}

template <Game G>
void check_positions(const Deal& deal, Findings& findings) {
  play<G>(
      deal, findings,
      [&](const Moment<G>& moment) {
        check_position<G>(moment.before, moment.step % 3 == 0 ? 2 : -1, moment.where(), findings);
        for (const Viewer viewer : viewers(deal.seats)) {
          const auto view = engine::parse_json(view_of<G>(moment.before, viewer), "view");
          if (!view || !view.value.is_object())
            findings.add(moment.where(), "a view is no JSON object");
        }
      },
      [&](const typename G::State& state) {
        check_position<G>(state, 2, describe(G::spec(), deal) + ", at the end", findings);
      });
}

// A damaged position or edition.
struct Damage {
  engine::Json json;
  std::string what;
  bool must_be_refused = false;  // as a position; otherwise it may be one in its own right
};

inline size_t count_nodes(const engine::Json& json) {
  size_t count = 1;
  for (const engine::Json& item : json.items) count += count_nodes(item);
  for (const auto& [name, value] : json.members) count += count_nodes(value);
  return count;
}

// Node number n of a JSON tree, counted down to 0 in file order; nullptr when there are fewer.
// `path` becomes its path.
inline engine::Json* find_node(engine::Json& json, size_t& n, std::string& path) {
  if (n-- == 0) return &json;
  for (size_t i = 0; i < json.items.size(); ++i) {
    if (engine::Json* found = find_node(json.items[i], n, path); found != nullptr) {
      path = "[" + std::to_string(i) + "]" + path;
      return found;
    }
  }
  for (auto& [name, value] : json.members) {
    if (engine::Json* found = find_node(value, n, path); found != nullptr) {
      path = "." + name + path;
      return found;
    }
  }
  return nullptr;
}

using Mutation = bool (*)(engine::Json& node);  // false: does not apply here

struct MutationRow {
  const char* what;
  bool must_be_refused;
  Mutation apply;
};

inline bool set_integer(engine::Json& node, int64_t value) {
  if (!node.is_integer() || node.integer == value) return false;
  node.integer = value;
  return true;
}

inline constexpr MutationRow kMutations[] = {
    {"is of another type", true,
     [](engine::Json& node) {
       engine::Json other = engine::Json::of(int64_t{1});
       if (!node.is_object()) {
         other = engine::Json::object();
         other.set("no", engine::Json::of("thing"));
       }
       node = other;
       return true;
     }},
    {"is null", false,
     [](engine::Json& node) {
       if (node.kind == engine::Json::Kind::kNull) return false;
       node = engine::Json{};
       return true;
     }},
    {"is a decimal", true,
     [](engine::Json& node) {
       if (!node.is_integer()) return false;
       node.kind = engine::Json::Kind::kDecimal;
       node.text = "0.5";
       return true;
     }},
    {"has an unknown field", true,
     [](engine::Json& node) {
       if (!node.is_object()) return false;
       node.set("no_such_field", engine::Json::of(int64_t{0}));
       return true;
     }},
    {"names something unknown", true,
     [](engine::Json& node) {
       if (!node.is_string()) return false;
       node.text = "no_such_thing";
       return true;
     }},
    {"is far too large", true,
     [](engine::Json& node) { return set_integer(node, int64_t{1} << 40); }},
    {"is far too small", true,
     [](engine::Json& node) { return set_integer(node, -(int64_t{1} << 40)); }},
    {"is negative", false, [](engine::Json& node) { return set_integer(node, -1); }},
    {"is zero", false, [](engine::Json& node) { return set_integer(node, 0); }},
    {"is 255", false, [](engine::Json& node) { return set_integer(node, 255); }},
    {"is one more", false, [](engine::Json& node) { return set_integer(node, node.integer + 1); }},
    {"is the opposite", false,
     [](engine::Json& node) {
       node.boolean = !node.boolean;
       return node.kind == engine::Json::Kind::kBool;
     }},
    {"lists its first item twice", false,
     [](engine::Json& node) {
       if (node.items.empty()) return false;
       node.items.insert(node.items.begin(), engine::Json(node.items.front()));
       return true;
     }},
    {"lists its last item a hundred times", false,
     [](engine::Json& node) {
       if (node.items.empty()) return false;
       node.items.resize(node.items.size() + 100, engine::Json(node.items.back()));
       return true;
     }},
    {"lacks its last item", false,
     [](engine::Json& node) {
       if (node.items.empty()) return false;
       node.items.pop_back();
       return true;
     }},
    {"lists in the opposite order", false,
     [](engine::Json& node) {
       std::reverse(node.items.begin(), node.items.end());
       return node.items.size() > 1;
     }},
    {"is empty", false,
     [](engine::Json& node) {
       if (node.items.empty() && node.members.empty()) return false;
       node.items.clear();
       node.members.clear();
       return true;
     }},
    {"lacks its first field", false,
     [](engine::Json& node) {
       if (node.members.empty()) return false;
       node.members.erase(node.members.begin());
       return true;
     }},
    {"lacks its last field", false,
     [](engine::Json& node) {
       if (node.members.empty()) return false;
       node.members.pop_back();
       return true;
     }},
};

// Applies a mutation to node number `node`. False: it does not apply there.
inline bool damage(const engine::Json& whole, size_t node, const MutationRow& row, Damage& out) {
  out.json = whole;
  out.must_be_refused = row.must_be_refused;
  std::string path;
  engine::Json* found = find_node(out.json, node, path);
  out.what = (path.empty() ? "all of it" : path.substr(1)) + " " + row.what;
  return found != nullptr && row.apply(*found);
}

// A damaged position is refused with a sentence; or it is a position like any other: it is written
// and read back, and can be played to its end.
template <Game G>
void check_damage(const Damage& damage, Chance& choice, const std::string& where,
                  Findings& findings) {
  const auto table = table_at<G>(damage.json);
  if (!table) {
    if (table.error.code != engine::ErrorCode::kPosition || table.error.text.empty()) {
      findings.add(where,
                   damage.what + ", and the error is none of a position: " + table.error.text);
    }
    return;
  }
  if (damage.must_be_refused)
    return findings.add(where, damage.what + ", yet the position is accepted");
  const auto& state = static_cast<const engine::TableOf<G>&>(*table.value).state();
  check_position<G>(state, -1, where + " when " + damage.what, findings);
  play_on<G>(state, choice, where + " when " + damage.what, findings);
}

// Tries every mutation on every node of a few positions of the game; `share` of them where there
// are too many.
template <Game G>
void check_damaged_positions(const Deal& deal, uint32_t positions, uint32_t share,
                             Findings& findings) {
  play<G>(deal, findings, [&](const Moment<G>& moment) {
    Chance dice = moment.dice(400);
    if (dice.below(200) >= positions) return;
    const engine::Json json =
        *engine::parse_json(view_of<G>(moment.before, Viewer::everything()), "position");
    const size_t nodes = count_nodes(json);
    Damage damaged;
    for (size_t node = 0; node < nodes; ++node) {
      for (const MutationRow& row : kMutations) {
        if (dice.below(share) != 0 || !damage(json, node, row, damaged)) continue;
        check_damage<G>(damaged, dice, moment.where(), findings);
        if (findings.full()) return;
      }
    }
  });
}

// A damaged edition is refused with a sentence, or can be played with to the end.
template <Game G>
void check_damaged_editions(uint32_t share, Findings& findings) {
  const engine::Json json = *engine::parse_json(G::edition_json(), "edition");
  const size_t nodes = count_nodes(json);
  Chance dice(nodes);
  Damage damaged;
  for (size_t node = 0; node < nodes; ++node) {
    for (const MutationRow& row : kMutations) {
      if (dice.below(share) != 0 || !damage(json, node, row, damaged)) continue;
      const std::string where = std::string(G::spec().id) + ", an edition in which " + damaged.what;
      const auto edition = any_game<G>().load_edition(damaged.json.dump(), "edition");
      if (!edition) {
        if (edition.error.code != engine::ErrorCode::kEdition || edition.error.text.empty()) {
          findings.add(where, "the error is none of an edition: " + edition.error.text);
        }
        continue;
      }
      for (int seats = G::spec().min_seats; seats <= G::spec().max_seats; ++seats) {
        const std::vector<Deal> choice = deals(G::spec(), seats, 1, node);
        const Deal& deal = choice[dice.below(static_cast<uint32_t>(choice.size()))];
        engine::TableSpec spec{*edition, deal.variants, seats,
                               engine::ChanceSource::of_seed(deal.seed)};
        const auto table = any_game<G>().new_table(spec);
        if (!table) {
          findings.add(where, "no table: " + table.error.text);
          continue;
        }
        const auto& state = static_cast<const engine::TableOf<G>&>(*table.value).state();
        if (const std::string name = broken<G>(state); !name.empty()) {
          findings.add(where, "a new table breaks the invariant '" + name + "'");
          continue;
        }
        play_on<G>(state, dice, where, findings);
      }
      if (findings.full()) return;
    }
  }
}

}  // namespace properties
