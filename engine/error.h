// Errors at the edges are values with a sentence a user understands.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace engine {

enum class ErrorCode : uint8_t {
  kNone,
  kUsage,     // an unknown name, variant, seat, language; a malformed action
  kIllegal,   // the rules forbid it: `rule` says which
  kTurn,      // it is not this seat's turn to choose
  kPosition,  // a position that cannot be: `rule` names the broken invariant
  kEdition,
  kRecord,
  kOutdated,  // a sound record of other rules or another edition, which part from ours
  kChance,    // a scripted outcome misfits or is missing
  kFile,
};

// Empty (false) when all is well.
struct [[nodiscard]] Error {
  ErrorCode code = ErrorCode::kNone;
  std::string text;
  std::string rule;
  uint8_t missing = 0;  // of what that rule counts

  explicit operator bool() const { return code != ErrorCode::kNone; }
};

template <class T>
struct [[nodiscard]] Result {
  T value{};
  Error error;

  Result(T v) : value(std::move(v)) {}      // NOLINT: a value or an error is a result
  Result(Error e) : error(std::move(e)) {}  // NOLINT
  explicit operator bool() const { return !error; }
  T& operator*() { return value; }
  const T& operator*() const { return value; }
  T* operator->() { return &value; }
};

}  // namespace engine
