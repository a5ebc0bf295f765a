// The contract of a game: a struct of functions over a plain value. Bots and the lab are templates
// over it and inline the rules; AnyGame (any_game.h) carries it to everything else.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "engine/canvas.h"
#include "engine/chance.h"
#include "engine/event.h"
#include "engine/json.h"
#include "engine/small_vec.h"
#include "engine/spec.h"
#include "engine/text.h"
#include "engine/types.h"

namespace engine {

// The archives of a description (describe_out.h, describe_in.h, observe.h).
class Out;
class In;
class KeyOut;
class TensorOut;

// How a game ended, or stands. Equal ranks share a place; `winners` may be empty (nobody wins) or
// hold several seats.
struct Outcome {
  std::array<int16_t, kMaxSeats> score{};
  std::array<uint8_t, kMaxSeats> rank{};  // 1 = best
  SeatSet winners;
};

// Whose eyes: a seat, a spectator (who knows what all may know), or the all-knowing writer of
// positions.
struct Viewer {
  Seat seat = Seat::kNone;
  bool all = false;

  static constexpr Viewer everything() { return {Seat::kNone, true}; }
  static constexpr Viewer spectator() { return {Seat::kNone, false}; }
  static constexpr Viewer at(Seat seat) { return {seat, false}; }
  constexpr bool may_see(Seat owner) const {
    return all || (owner == seat && owner != Seat::kNone);
  }
  constexpr bool may_see(SeatSet owners) const { return all || owners.contains(seat); }
};

template <class G>
concept Described = requires(Out& out, In& in, KeyOut& key, TensorOut& tensor, typename G::State& s,
                             const typename G::State& cs, const typename G::Edition& e) {
  { G::describe(out, cs) };
  { G::describe(in, s) };
  { G::describe(key, cs) };
  { G::describe(tensor, cs) };
  { e.lexicon };
};
template <class G>
concept WritesByHand =
    requires(typename G::State& s, const typename G::State& cs, const typename G::Edition& e,
             const Json& json, JsonWriter& writer) {
      { G::write(cs, Viewer{}, writer) };
      { G::read(json, e, s) } -> std::same_as<Error>;
    };

// G is a game.
//
// State      derives from G::Position, adds one pointer to its edition and nothing else. A
//            Position is trivially copyable, has no padding and no pointer, and equal positions are
//            equal bytes: so memcmp compares, hash_bytes fingerprints, on every target alike.
// setup      deals a new game. All randomness comes from `chance`.
// acting     the seats that have a choice to make now: one in ordinary turns, several when all
//            choose at once. Empty exactly when the game is over. It depends on public facts only.
// options    calls offer for every conceivable choice of `seat`, with its verdict; the same for a
//            seat whatever is hidden from it. At least one is allowed. REQUIRES: seat is in
//            acting().
// apply      carries out an allowed choice, and all that follows without a choice.
// prompt     what `seat` is asked: index into spec().prompts.
// out_of_turn
//            is what `seat` is asked a reaction in somebody else's turn, or something a reaction
//            goes on to ask? Then its player may leave the answer to standing orders. Always false
//            unless spec().asks_out_of_turn.
// fallback   the answer given for a seat that stays silent; always allowed.
// outcome    as it stands; final when over().
// reimagine  replaces all that `seat` cannot know by a random possibility that agrees with what it
//            has seen. View and options of `seat` stay byte-identical.
// describe   every field of a position, with its name, its form and who may see it: for archives
//            that write, that read, and the two of what a seat observes (position.h).
//            Edition::lexicon is filled when an edition is loaded.
//            (Or, by hand: write, the position as the viewer may see it, one JSON object, and read,
//            its inverse for Viewer::everything().)
// broken_invariant  the first invariant (index into spec().invariants) a position breaks, or -1.
// evaluate   how well `seat` stands, for one-step bots: higher is better; about 100 a point.
// draw       the board on a canvas, at least kBoardWidth x kBoardHeight.
// about      (only where texts alone don't say it) sentences made of the figures of a component.
// tell       the whole table in sentences, one line each, for plain terminals and screen readers.
template <class G>
concept Game =
    (Described<G> || WritesByHand<G>) &&
    requires(typename G::State& s, const typename G::State& cs, const typename G::Edition& e,
             typename G::Edition& new_edition, Chance& chance, Events& events, Offer& offer,
             const GameOptions& options, const Json& json, JsonWriter& writer, const Texts& texts,
             Canvas& canvas, std::string& text) {
      { G::spec() } -> std::same_as<const GameSpec&>;
      { G::edition_json() } -> std::convertible_to<std::string_view>;
      { G::texts_json(Language::kEnglish) } -> std::convertible_to<std::string_view>;
      { G::load_edition(json, new_edition) } -> std::same_as<Error>;
      { G::domain_size(e, DomainId{}) } -> std::same_as<int>;
      { G::value_id(e, DomainId{}, 0) } -> std::convertible_to<std::string>;

      { G::setup(e, options, 2, chance, events) } -> std::same_as<typename G::State>;
      { G::acting(cs) } -> std::same_as<SeatSet>;
      { G::options(cs, Seat{}, offer) };
      { G::apply(s, Seat{}, Action{}, chance, events) };
      { G::prompt(cs, Seat{}) } -> std::same_as<int>;
      { G::out_of_turn(cs, Seat{}) } -> std::same_as<bool>;
      { G::fallback(cs, Seat{}) } -> std::same_as<Action>;
      { G::over(cs) } -> std::same_as<bool>;
      { G::outcome(cs) } -> std::same_as<Outcome>;
      { G::reimagine(s, Seat{}, chance) };
      { G::broken_invariant(cs) } -> std::same_as<int>;
      { G::evaluate(cs, Seat{}) } -> std::same_as<int32_t>;
      { G::seats(cs) } -> std::same_as<int>;
      { G::options_of(cs) } -> std::same_as<const GameOptions&>;
      { G::draw(cs, Viewer{}, texts, canvas) };
      { G::tell(cs, Viewer{}, texts, text) };
      requires std::is_trivially_copyable_v<typename G::State>;
      requires std::has_unique_object_representations_v<typename G::Position>;
      requires std::derived_from<typename G::State, typename G::Position>;
    };

template <class G>
uint64_t hash_of(const typename G::State& state) {
  const typename G::Position& position = state;
  return hash_bytes(&position, sizeof position);
}

template <class G>
bool same_position(const typename G::State& a, const typename G::State& b) {
  const typename G::Position& x = a;
  const typename G::Position& y = b;
  return std::memcmp(&x, &y, sizeof x) == 0;
}

}  // namespace engine
