// Parts of the JSON that several subcommands print about a table.
#pragma once

#include "engine/any_game.h"

namespace cli {

// "game", "rules_version", "edition": {"name", "hash"}: what was played by, or is told of.
void write_rules(const engine::AnyGame& game, const engine::AnyEdition& edition,
                 engine::JsonWriter& out);
// The same, then "position", or what a viewer may see of it as "view".
void write_position(const engine::AnyTable& table, const engine::Viewer& viewer,
                    engine::JsonWriter& out);
// "acting": [{"seat", "prompt", "options": [{"action", "allowed", "rule", "reason"}]}]. A viewer at
// a seat gets the options of its own seat only.
void write_acting(const engine::AnyTable& table, const engine::Viewer& viewer,
                  engine::JsonWriter& out);
// "over", "scores": {"green": 3}, "winners": ["green"]. Scores may be hidden, like money behind a
// screen: until the end a viewer at a seat gets none.
void write_outcome(const engine::AnyTable& table, const engine::Viewer& viewer,
                   engine::JsonWriter& out);

}  // namespace cli
