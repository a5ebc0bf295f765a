// The contract of a game: a struct of functions over a plain value, in three parts. Bots and the
// lab are templates over *Rules* and *Judgement* and inline them; AnyGame (any_game.h) carries
// rules and *Face* to everything else.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "engine/canvas.h"
#include "engine/chance.h"
#include "engine/edition_reader.h"
#include "engine/event.h"
#include "engine/json.h"
#include "engine/judgement.h"
#include "engine/small_vec.h"
#include "engine/spec.h"
#include "engine/text.h"
#include "engine/types.h"
#include "engine/viewer.h"

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

// Why a seat is asked, where there is more to say than that it is its turn.
struct Asker {
  Seat seat = Seat::kNone;   // whose doing it is; kNone: the course of play asks
  DomainId domain = kNoArg;  // of the component that asks (a card, a spell); kNoArg: none does
  uint8_t value = 0;
  friend constexpr bool operator==(const Asker&, const Asker&) = default;
};

// A state with nothing in it yet.
template <class State, class Edition>
State blank_state(const Edition& edition, const Variants& variants) {
  State state{};
  state.edition = &edition;
  state.variants = variants;
  return state;
}

// Places by what the seats have: more is better, equals share a place, and all on the first win.
template <class Merit, size_t n>
void rank_seats(const std::array<Merit, n>& merit, int seats, Outcome& outcome) {
  for (int i = 0; i < seats; ++i) {
    int rank = 1;
    for (int j = 0; j < seats; ++j)
      rank += merit[static_cast<size_t>(j)] > merit[static_cast<size_t>(i)] ? 1 : 0;
    outcome.rank[static_cast<size_t>(i)] = static_cast<uint8_t>(rank);
    if (rank == 1) outcome.winners.insert(seat_at(i));
  }
}

// The rules: all that playing on needs, and so all that a playout or a search of plain random games
// needs.
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
// fallback   the answer given for a seat that stays silent; always allowed.
// outcome    as it stands; final when over().
// reimagine  replaces all that `seat` cannot know by a random possibility that agrees with what it
//            has seen. View and options of `seat` stay byte-identical.
template <class G>
concept Rules =
    requires(typename G::State& s, const typename G::State& cs, const typename G::Edition& e,
             Chance& chance, Events& events, Offer& offer, const Variants& variants) {
      { G::setup(e, variants, 2, chance, events) } -> std::same_as<typename G::State>;
      { G::seats(cs) } -> std::same_as<int>;
      { G::acting(cs) } -> std::same_as<SeatSet>;
      { G::options(cs, Seat{}, offer) };
      { G::apply(s, Seat{}, Action{}, chance, events) };
      { G::fallback(cs, Seat{}) } -> std::same_as<Action>;
      { G::over(cs) } -> std::same_as<bool>;
      { G::outcome(cs) } -> std::same_as<Outcome>;
      { G::reimagine(s, Seat{}, chance) };
      requires std::is_trivially_copyable_v<typename G::State>;
      requires std::has_unique_object_representations_v<typename G::Position>;
      requires std::derived_from<typename G::State, typename G::Position>;
    };

// Games in which several choose at once, in secret, may say how to ask them again:
//
// reopen     what other seats than `seat` have chosen, and nobody has seen yet, counts as not yet
//            chosen. View and options of `seat` stay as they are, but for who is waited for.
template <class G>
concept ChoosesTogether = Rules<G> && requires(typename G::State& s) { G::reopen(s, Seat{}); };

// The face: how a game is named, written, read, drawn and told.
//
// spec       its tables of names.
// prompt     what `seat` is asked: index into spec().prompts. REQUIRES: seat is in acting().
// describe   every field of a position, with its name, its form and who may see it: for archives
//            that write, that read, and the two of what a seat observes (position.h).
//            Edition::lexicon is filled when an edition is loaded.
// broken_invariant  the first invariant (index into spec().invariants) that a position breaks whose
//            values are all inside its description, or -1.
// draw       the board on a canvas, at least kBoardWidth x kBoardHeight.
// tell       the whole table in sentences, one line each, for plain terminals and screen readers.
// amounts    (only where the text of a component names figures of the edition) what {0}, {1}, … of
//            it are: `card.zange.text` with "{0} gold".
// score_parts  (only where a position shows them) what the score of a seat consists of, as it
//            stands; the rest of the score sheet follows from the events (EventSpec::account).
// about      (only where texts alone don't say it) sentences made of the figures of a component.
// details    (only where there is more to tell than a card or board has room for) what the rules to
//            read say of a component besides: how many there are, what it costs, when it is used.
// told       (only where a chapter lists what the edition has) the sentences for {told:what}.
// diagrams   (only where the rules have pictures) their case file (diagrams.h).
// lessons    (only where there are some) their files, in order (lessons.h).
// out_of_turn  (only where spec() says that seats are asked so) is what `seat` is asked a reaction
//            in somebody else's turn, or something a reaction goes on to ask? Then its player may
//            leave the answer to standing orders.
// asker      (only where others or components ask) whose doing it is that `seat` is asked, and by
//            which component: by what the seat may know. REQUIRES: seat is in acting().
template <class G>
concept Face = requires(typename G::State& s, const typename G::State& cs,
                        const typename G::Edition& e, typename G::Edition& new_edition,
                        EditionNotes& notes, const Json& json, const Texts& texts, Canvas& canvas,
                        std::string& text, Out& out, In& in, KeyOut& key, TensorOut& tensor) {
  { G::spec() } -> std::same_as<const GameSpec&>;
  { G::prompt(cs, Seat{}) } -> std::same_as<int>;
  { G::edition_json() } -> std::convertible_to<std::string_view>;
  { G::load_edition(json, new_edition, &notes) } -> std::same_as<Error>;
  { G::texts() } -> std::convertible_to<TextFiles>;
  { G::domain_size(e, DomainId{}) } -> std::same_as<int>;
  { G::value_id(e, DomainId{}, 0) } -> std::convertible_to<std::string>;
  { G::variants_of(cs) } -> std::same_as<const Variants&>;
  { G::describe(out, cs) };
  { G::describe(in, s) };
  { G::describe(key, cs) };
  { G::describe(tensor, cs) };
  { e.lexicon };
  { G::broken_invariant(cs) } -> std::same_as<int>;
  { G::draw(cs, Viewer{}, texts, canvas) };
  { G::tell(cs, Viewer{}, texts, text) };
};

// A game may also say what its board shows beside a choice, for those who see no board:
//
// note       of a choice of `seat`, in a few words: a price, a colour, who would be replaced; empty
//            where there is nothing to add.
template <class G>
concept Notes = requires(const typename G::State& s, const Texts& texts) {
  { G::note(s, Seat{}, Action{}, texts) } -> std::same_as<std::string>;
};

// The judgement: who stands how well, for bots (judgement.h).
//
// features   the names of what is counted.
// figures    (may be missing) the names of what they are made with, in the same file.
// judgement_json  their weights.
// tuned_json  (only where one was learned) another such file, tuned by play, for bots that go by it
//            (bots/tuned.h); empty: none yet.
// judge      fills in every feature of `seats`, as far as the viewer may count on it; for
//            Viewer::everything(), of the position as it lies.
// policy_json, value_json, net_json  (only where such were learned) their figures (bots/policy.h,
//            value.h, net.h); empty: none yet.
// has_net    is there a net_json? It may be left out of a program, to be given later (bots/nets.h).
// turn       whose turn it is: where it changes, a turn has ended.
// progress   from 0, set-up, to 1, the end; an estimate where the rules don't say how long games
//            are.
template <class G>
concept Judgement = requires(const typename G::State& cs, Features& features) {
  { G::features() } -> std::convertible_to<std::span<const FeatureSpec>>;
  { G::judgement_json() } -> std::convertible_to<std::string_view>;
  { G::judge(cs, Viewer{}, SeatSet{}, features) };
  { G::turn(cs) } -> std::same_as<Turn>;
  { G::progress(cs) } -> std::same_as<float>;
};

// What a table can be set up for.
template <class G>
concept Game = Rules<G> && Face<G>;

template <class G>
bool asked_out_of_turn(const typename G::State& state, Seat seat) {
  if constexpr (requires { G::out_of_turn(state, seat); }) {
    return G::out_of_turn(state, seat);
  } else {
    return false;
  }
}

template <class G>
Asker asker_of(const typename G::State& state, Seat seat) {
  if constexpr (requires { G::asker(state, seat); }) {
    return G::asker(state, seat);
  } else {
    return {};
  }
}

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
