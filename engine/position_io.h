// What the games' readers and writers of positions share.
#pragma once

#include <string_view>

#include "engine/json.h"
#include "engine/spec.h"

namespace engine {

void write_options(const GameSpec& spec, const GameOptions& options, JsonWriter& out);
// The field "options" of a position; what is left out has its default.
void read_options(const GameSpec& spec, FieldReader& in, GameOptions& options);

// A seat by its name; `none` is what stands for nobody ("" where nobody is no answer).
void write_seat(const GameSpec& spec, std::string_view key, Seat seat, std::string_view none,
                JsonWriter& out);
Seat read_seat(const GameSpec& spec, int seats, FieldReader& in, std::string_view key,
               std::string_view none);
// The seat that `id` names; an error is reported for the field.
Seat seat_named(const GameSpec& spec, int seats, FieldReader& in, std::string_view key,
                std::string_view id);

// The value below `size` whose id it is, by the game's `value_id(edition, domain, value)`; an
// unknown one is an error of the field and gives 0.
template <class Edition, class ValueId>
int value_named(const Edition& edition, DomainId domain, int size, ValueId value_id,
                FieldReader& in, std::string_view key, std::string_view id, std::string_view what) {
  for (int i = 0; i < size; ++i) {
    if (value_id(edition, domain, i) == id) return i;
  }
  in.fail(key, "names '" + std::string(id) + "', which is no " + std::string(what));
  return 0;
}

}  // namespace engine
