// A record: options, chance and actions. Replays a table exactly, on any machine, and proves it by
// a fingerprint of the position after every action. The text format is docs/record-format.md.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/any_game.h"

namespace engine {

// With remarks, what happened stands in English under each action (readers skip these lines).
enum class Remarks : uint8_t { kNone, kEvents };
std::string write_record(const AnyTable& table, Remarks remarks = Remarks::kNone);

// Replays a record. `find_game` looks a game up by id; `edition` is the edition to use (nullptr:
// the game's own); it must be the one the record names. Errors name the line.
Result<std::unique_ptr<AnyTable>> read_record(
    std::string_view text, const std::function<const AnyGame*(std::string_view)>& find_game,
    EditionPtr edition = nullptr);

std::string hex64(uint64_t value);

}  // namespace engine
