#include "engine/position_io.h"

namespace engine {

void write_options(const GameSpec& spec, const GameOptions& options, JsonWriter& out) {
  out.key("options");
  out.begin_object();
  for (size_t i = 0; i < spec.options.size(); ++i) {
    out.member(spec.options[i].id, option_value(spec, options, i));
  }
  out.end_object();
}

void read_options(const GameSpec& spec, FieldReader& in, GameOptions& options) {
  options = default_options(spec);
  for (const auto& [name, json] : in.object("options").members) {
    const std::string text = json.is_integer() ? std::to_string(json.integer) : json.text;
    if (const Error error = set_option(spec, name + "=" + text, options)) {
      return in.fail("options", "are wrong: " + error.text);
    }
  }
}

void write_seat(const GameSpec& spec, std::string_view key, Seat seat, std::string_view none,
                JsonWriter& out) {
  out.member(key, seat == Seat::kNone ? none : spec.seat_ids[static_cast<size_t>(index_of(seat))]);
}

Seat seat_named(const GameSpec& spec, int seats, FieldReader& in, std::string_view key,
                std::string_view id) {
  const Result<Seat> seat = parse_seat(spec, seats, id);
  if (!seat) in.fail(key, "is wrong: " + seat.error.text);
  return seat ? *seat : seat_at(0);
}

Seat read_seat(const GameSpec& spec, int seats, FieldReader& in, std::string_view key,
               std::string_view none) {
  const std::string_view id = in.string(key);
  if (!in.ok() || (!none.empty() && id == none)) return Seat::kNone;
  return seat_named(spec, seats, in, key, id);
}

}  // namespace engine
