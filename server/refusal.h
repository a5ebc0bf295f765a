// Why a request is not carried out: the codes of docs/protocol.md §4, and a sentence by key.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"
#include "engine/json.h"

namespace server {

enum class Code : uint8_t {
  kNone,
  kMessage,
  kPerson,
  kForbidden,
  kUnknown,
  kState,
  kTaken,
  kStale,
  kTurn,
  kIllegal,
  kSize,
  kTooFast,
  kStorage,
  kProtocol,
  kDamaged,
};
inline constexpr std::array<std::string_view, 15> kCodeIds{
    "",     "message", "person", "forbidden", "unknown", "state",    "taken",  "stale",
    "turn", "illegal", "size",   "too-fast",  "storage", "protocol", "damaged"};
inline constexpr std::array<int, 15> kHttpStatus{200, 400, 401, 403, 404, 409, 409, 409,
                                                 409, 409, 413, 429, 503, 400, 500};

// Empty (false) when all is well.
struct [[nodiscard]] Refusal {
  Code code = Code::kNone;
  std::string key;                // of the sentence, in server/texts
  std::vector<std::string> args;  // for {0}, {1}, ...
  // Of an action that the rules forbid:
  const engine::AnyGame* game = nullptr;
  std::string action;
  std::string rule;
  uint8_t missing = 0;                   // of what that rule counts
  engine::EditionPtr edition = nullptr;  // of the table; nullptr: the game's own

  explicit operator bool() const { return code != Code::kNone; }
};

inline Refusal refusal(Code code, const char* key) { return {code, key, {}, nullptr, "", ""}; }

// The server's own sentences.
const engine::Texts& texts(engine::Language language);
// A person's name as others see it. Nobody has none but who has been forgotten.
inline std::string shown_name(std::string name, engine::Language language) {
  return name.empty() ? std::string(texts(language).get("forgotten")) : std::move(name);
}
// What a level of bots (bots/levels.h) is called.
inline std::string_view level_name(std::string_view level, engine::Language language) {
  return texts(language).get("level-" + std::string(level));
}
std::string sentence(const Refusal& refusal, engine::Language language);
// "code", "action", "rule", "ruling", "text": members of an object that is open.
void write_refusal(const Refusal& refusal, engine::Language language, engine::JsonWriter& out);

}  // namespace server
