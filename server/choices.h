// What a seat may choose from, as clients read it (docs/protocol.md §3, `state`): the question, the
// choices with what forbids them, and the rules that do.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/any_game.h"
#include "engine/json.h"
#include "server/phrases.h"

namespace server {

using Choices = std::vector<engine::Option>;
bool same_choices(const Choices& a, const Choices& b);

// All choices of a seat that has to choose, in the game's order.
Choices choices_of(const engine::AnyTable& match, engine::Seat seat);
// The value of `asked`.
void write_asked(const engine::AnyTable& match, engine::Seat seat, engine::Language language,
                 engine::JsonWriter& out);
// The value of `choices`. A choice that is among `known` is a number: its place there.
void write_choices(const engine::AnyTable& match, const Choices& choices, engine::Language language,
                   engine::JsonWriter& out, const Choices& known = {}, Phrases* phrases = nullptr);
// The value of `rules`: those that forbid some of the choices, and none of `known`.
void write_rules(const engine::AnyTable& match, const Choices& choices, engine::Language language,
                 engine::JsonWriter& out, const Choices& known = {});
// Of a choice that the rules forbid: "no" (the rule), "missing" where it counts something.
void write_why_not(const engine::AnyGame& game, engine::Verdict verdict, engine::Language language,
                   engine::JsonWriter& out);

}  // namespace server
