// What a reader has been told of a table's position: so the next news need only say what has
// changed since (docs/protocol.md §3, `change`). It is made of what that reader may see, and of
// nothing else.
#pragma once

#include <array>
#include <string>

#include "engine/describe_difference.h"
#include "server/choices.h"
#include "server/messages.h"

namespace server {

struct Told {
  // Members of `state` beside view, choices and rules; those that are missing are empty.
  enum Member : uint8_t { kStep, kOver, kActing, kAsked, kUndo, kClocks, kOutcome, kBoard };
  static constexpr std::array<const char*, 8> kNames{"step", "over",   "acting",  "asked",
                                                     "undo", "clocks", "outcome", "board"};

  engine::Seat seat = engine::Seat::kNone;
  engine::Language language{};
  bool board = false;
  engine::EditionPtr edition;  // the names of the view's parts are its own
  engine::FlatView view;
  Choices choices;     // the last ones there were,
  bool asked = false;  // and whether they are those of now
  std::array<std::string, kNames.size()> members;

  // Can that reader go on from here?
  bool is_of(const Reader& reader) const;
  // Can a change lead from here to the scene? It names choices and members by the edition's names,
  // and can't take a member of the state away. REQUIRES: there is a match.
  bool leads_to(const Scene& scene) const;
  bool same_as(const Told& other) const;
};

// The whole value of "state".
void write_state(const Scene& scene, const Reader& reader, engine::JsonWriter& out);
// The member "state", or "change" for somebody who knows what `before` holds. Returns what they
// know then: nullptr before the deal.
ToldPtr tell_state(const Scene& scene, const Reader& reader, const Told* before,
                   engine::JsonWriter& out);

}  // namespace server
