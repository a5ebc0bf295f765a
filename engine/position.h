// A position and what is made of its description: text, bytes, views and their differences, what a
// seat observes.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/describe_binary.h"
#include "engine/describe_difference.h"
#include "engine/describe_json.h"
#include "engine/fingerprint.h"
#include "engine/observe.h"

namespace engine {

// The position as the viewer may see it, one JSON object; read_position is the inverse for
// Viewer::everything().
template <class G>
void write_position(const typename G::State& state, Viewer viewer, JsonWriter& writer) {
  JsonOut out(state.edition->lexicon, viewer, writer);
  writer.begin_object();
  G::describe(out, state);
  writer.end_object();
}

// Of what the position says (AnyTable::fingerprint).
template <class G>
uint64_t fingerprint_of(const typename G::State& state) {
  Fingerprint fingerprint;
  JsonWriter writer(fingerprint);
  write_position<G>(state, Viewer::everything(), writer);
  return fingerprint.hash();
}

template <class G>
Error read_position(const Json& json, const typename G::Edition& edition,
                    typename G::State& state) {
  state = typename G::State{};
  state.edition = &edition;
  JsonIn in(edition.lexicon, json);
  if (in.ok()) G::describe(in, state);
  in.finish();
  return in.error();
}

// The bytes of a position, without saying of which rules and edition.
template <class G>
std::string pack_position(const typename G::State& state) {
  BinaryOut out(state.edition->lexicon);
  G::describe(out, state);
  return out.bytes();
}
template <class G>
Error unpack_position(std::string_view bytes, const typename G::Edition& edition,
                      typename G::State& state) {
  state = typename G::State{};
  state.edition = &edition;
  BinaryIn in(edition.lexicon, bytes);
  G::describe(in, state);
  in.finish();
  return in.error();
}

// Is all of it inside what the description allows: ranges, seats, order where there is none?
template <class G>
bool is_sound(const typename G::State& state) {
  typename G::State back;
  return !unpack_position<G>(pack_position<G>(state), *state.edition, back) &&
         same_position<G>(state, back);
}

// The name of the first invariant a position breaks; empty: it could be. The first of every game is
// that the position is sound, so that its own (G::broken_invariant) need not say which values there
// are.
inline constexpr std::string_view kSound = "sound";
template <class G>
std::string_view broken_invariant(const typename G::State& state) {
  if (!is_sound<G>(state)) return kSound;
  const int broken = G::broken_invariant(state);
  return broken < 0 ? std::string_view{} : G::spec().invariants[static_cast<size_t>(broken)];
}

template <class G>
FlatView flat_view(const typename G::State& state, Viewer viewer) {
  FlatView view;
  JsonWriter writer(view.text);
  FlatOut out(state.edition->lexicon, viewer, writer, view);
  writer.begin_object();
  G::describe(out, state);
  writer.end_object();
  return view;
}

// 64 bits over what a seat knows.
template <class G>
uint64_t observation_key(const typename G::State& state, Seat seat) {
  KeyOut out(state.edition->lexicon, seat);
  G::describe(out, state);
  return out.key();
}

// What a seat knows as numbers; returns how many there are, which depends on the edition alone.
template <class G>
size_t observe(const typename G::State& state, Seat seat, std::span<float> out) {
  std::fill(out.begin(), out.end(), 0.0f);
  TensorOut tensor(state.edition->lexicon, seat, out);
  G::describe(tensor, state);
  return tensor.size();
}
// The same for many positions of one edition, which have one layout: what isn't there is passed
// over, and only what isn't 0 is written; where, is noted from `written` on, until what is
// returned. REQUIRES: `out` is all 0; it and what `written` points to are as large as the layout
// says.
template <class G>
ObservationLayout observation_layout(const typename G::State& state) {
  ObservationLayout layout;
  TensorOut tensor(state.edition->lexicon, seat_at(0), {});
  tensor.note_layout(layout);
  G::describe(tensor, state);
  tensor.finish();
  return layout;
}
// A game's description once more, all of it in one function: each game has one (position.cpp).
template <class G>
void describe_quickly(QuickTensorOut& out, const typename G::State& state);
template <class G>
uint32_t* observe(const typename G::State& state, Seat seat, const ObservationLayout& layout,
                  std::span<float> out, uint32_t* written) {
  QuickTensorOut tensor(state.edition->lexicon, seat, out, layout, written);
  describe_quickly<G>(tensor, state);
  return tensor.finish();
}
template <class G>
std::vector<std::string> observation_names(const typename G::State& state) {
  std::vector<std::string> names;
  TensorOut tensor(state.edition->lexicon, seat_at(0), {});
  tensor.note_names(names);
  G::describe(tensor, state);
  return names;
}

// The words of a description (describe.h), for the files that are one.
namespace forms {
using engine::by_seat;
using engine::by_word;
using engine::flag;
using engine::heap;
using engine::Held;
using engine::Leaf;
using engine::list;
using engine::number;
using engine::seat_at;
using engine::set_of;
using engine::tally;
using engine::word;
}  // namespace forms

}  // namespace engine
