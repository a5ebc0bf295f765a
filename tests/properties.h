// What the properties of all games are checked with: random games with fixed seeds, and a list of
// what was found wrong. Each check is a template over the contract and knows no game; it returns
// its findings so that tests can also show that a mistake is found (properties_self_test.cpp).
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "engine/any_game_of.h"

namespace properties {

using engine::Action;
using engine::Chance;
using engine::Event;
using engine::Events;
using engine::Game;
using engine::GameSpec;
using engine::Offer;
using engine::Option;
using engine::Seat;
using engine::SeatSet;
using engine::Variants;
using engine::Viewer;

// No game takes longer; one that does never ends.
inline constexpr int kMaxDecisions = 20000;

class Findings {
 public:
  void add(const std::string& where, const std::string& what) {
    if (++count_ <= kKept) text_ += where + ": " + what + "\n";
  }
  bool empty() const { return count_ == 0; }
  bool full() const { return count_ >= kKept; }
  std::string text() const {
    return count_ <= kKept ? text_ : text_ + "and " + std::to_string(count_ - kKept) + " more\n";
  }

 private:
  static constexpr int kKept = 5;
  int count_ = 0;
  std::string text_;
};

// Number of games times STAMTAFEL_SOAK: the long run is the same program. (0.1 is a short one, for
// slow builds with sanitizers.)
inline int soaked(int games) {
  const char* factor = std::getenv("STAMTAFEL_SOAK");
  return factor == nullptr ? games : std::max(1, static_cast<int>(games * std::atof(factor)));
}

template <Game G>
const engine::AnyGameOf<G>& any_game() {
  static const engine::AnyGameOf<G> game;
  return game;
}

template <Game G>
const typename G::Edition& edition() {
  return engine::AnyGameOf<G>::data(*any_game<G>().default_edition());
}

// One game to be played.
struct Deal {
  int seats = 0;
  Variants variants;
  uint64_t seed = 0;
};

inline std::string describe(const GameSpec& spec, const Deal& deal) {
  return std::string(spec.id) + ", " + std::to_string(deal.seats) + " seats, seed " +
         std::to_string(deal.seed) + ", variants '" +
         engine::describe_variants(spec, deal.variants) + "'";
}

// The default variants, each variant at each of its other values, then random combinations.
inline std::vector<Deal> deals(const GameSpec& spec, int seats, int count, uint64_t seed) {
  std::vector<Deal> out;
  const Variants defaults = engine::default_variants(spec);
  const auto add = [&](const Variants& variants) {
    out.push_back({seats, variants, seed + out.size()});
  };
  add(defaults);
  Chance chance(seed, static_cast<uint64_t>(seats));
  Variants mixed = defaults;
  const auto values = [](const engine::VariantSpec& variant) {
    std::vector<int16_t> list{variant.low, variant.high};
    if (variant.values.empty()) return list;
    list.resize(variant.values.size());
    for (size_t v = 0; v < list.size(); ++v) list[v] = static_cast<int16_t>(v);
    return list;
  };
  for (size_t i = 0; i < spec.variants.size(); ++i) {
    for (int16_t value : values(spec.variants[i])) {
      Variants variants = defaults;
      variants.values[i] = value;
      if (variants != defaults) add(variants);
    }
  }
  while (static_cast<int>(out.size()) < count) {
    for (size_t i = 0; i < spec.variants.size(); ++i) {
      const std::vector<int16_t> list = values(spec.variants[i]);
      mixed.values[i] = list[chance.below(static_cast<uint32_t>(list.size()))];
    }
    add(mixed);
  }
  return out;
}

// Every `stride`-th of the deals, beginning with number `first`: a dear check spreads the variants
// over the numbers of players.
inline std::vector<Deal> every(const std::vector<Deal>& deals, size_t stride, size_t first) {
  std::vector<Deal> out;
  for (size_t i = first % stride; i < deals.size(); i += stride) out.push_back(deals[i]);
  return out;
}

// One decision of a random game, seen by a check.
template <Game G>
struct Moment {
  using State = typename G::State;
  const Deal& deal;
  State before;
  State after = before;
  Seat seat = Seat::kNone;
  Action action{};
  uint64_t step = 0;  // 1 for the first action
  bool used_chance = false;
  bool revealed = false;
  std::vector<Event> events{};

  Chance chance() const { return Chance(deal.seed, step); }  // that of the action, anew
  Chance dice(uint64_t number) const {
    return Chance(deal.seed ^ 0x5eed5eedu, step * 1000 + number);
  }
  std::string where() const {
    return describe(G::spec(), deal) + ", step " + std::to_string(step) + " (seat " +
           std::to_string(engine::index_of(seat)) + ": " +
           any_game<G>().action_id(*any_game<G>().default_edition(), action) + ")";
  }
};

template <Game G>
Offer offered(const typename G::State& state, Seat seat, Offer::Keep keep) {
  Offer offer(keep);
  G::options(state, seat, offer);
  return offer;
}

inline Seat random_seat(SeatSet seats, Chance& chance) {
  auto at = seats.begin();
  for (uint32_t i = chance.below(static_cast<uint32_t>(seats.size())); i > 0; --i) ++at;
  return *at;
}

// A random choice among the allowed. Chance alone would hardly ever see a game in which nobody ever
// does a certain thing, or all do it to the same seat: so in half of the games the players have a
// taste, the same for all, which the more stubborn of them follow whenever they can.
inline Action pick(const Offer& legal, uint64_t seed, Chance& chance) {
  const auto any = [&] {
    return legal[static_cast<int>(chance.below(static_cast<uint32_t>(legal.size())))].action;
  };
  const auto taste = [&](Action action) {
    const uint64_t whole = std::bit_cast<uint32_t>(action);
    return engine::mix64(seed ^ (uint64_t{action.verb} + 1) << 40) / 2 +
           engine::mix64(seed ^ (whole + 1) << 8) / 2;
  };
  Action best = any();
  if (seed % 4 == 2) {
    for (int i = 0; i < 3; ++i)
      best = std::max(best, any(), [&](Action a, Action b) { return taste(a) < taste(b); });
  } else if (seed % 4 == 3) {
    for (const Option& option : legal) {
      if (taste(option.action) > taste(best)) best = option.action;
    }
  }
  return best;
}

// The name of the broken invariant; empty when none is. That a position is sound costs ten times
// what its own invariants do, so it is asked of every eighth.
template <Game G>
std::string broken(const typename G::State& state) {
  constexpr uint64_t kEvery = 8;
  if (engine::hash_of<G>(state) % kEvery == 0) {
    return std::string(engine::broken_invariant<G>(state));
  }
  const int broken = G::broken_invariant(state);
  return broken < 0 ? "" : std::string(G::spec().invariants[static_cast<size_t>(broken)]);
}

template <Game G>
bool revealing(const std::vector<Event>& events) {
  for (const Event& event : events) {
    if (G::spec().events[event.kind].reveals) return true;
  }
  return false;
}

// What is told at set-up.
template <Game G>
std::vector<Event> setup_events(const Deal& deal) {
  std::vector<Event> told;
  Events events(told);
  Chance chance(deal.seed, 0);
  G::setup(edition<G>(), deal.variants, deal.seats, chance, events);
  return told;
}

// Plays a whole game at random; calls each(moment) for every decision and last(state) at the end.
// Stops early when the game can't go on, which is a finding.
template <Game G, class Each, class Last>
void play(const Deal& deal, Findings& findings, Each each, Last last) {
  Chance deal_chance(deal.seed, 0);
  Events nobody_listens;
  Moment<G> moment{deal,
                   G::setup(edition<G>(), deal.variants, deal.seats, deal_chance, nobody_listens)};
  Chance choice(deal.seed, 1u << 30);
  while (!G::over(moment.before)) {
    const SeatSet acting = G::acting(moment.before);
    if (acting.empty())
      return findings.add(moment.where(), "nobody acts, but the game is not over");
    if (++moment.step > kMaxDecisions)
      return findings.add(describe(G::spec(), deal), "the game never ends");
    moment.seat = random_seat(acting, choice);
    const Offer legal = offered<G>(moment.before, moment.seat, Offer::Keep::kLegal);
    if (legal.empty())
      return findings.add(moment.where(), "the seat that acts has no allowed choice");
    moment.action = pick(legal, deal.seed, choice);
    moment.events.clear();
    Events events(moment.events);
    Chance chance = moment.chance();
    moment.after = moment.before;
    G::apply(moment.after, moment.seat, moment.action, chance, events);
    moment.used_chance = chance.used();
    moment.revealed = revealing<G>(moment.events);
    each(moment);
    if (findings.full()) return;
    moment.before = moment.after;
  }
  last(moment.before);
}

template <Game G, class Each>
void play(const Deal& deal, Findings& findings, Each each) {
  play<G>(deal, findings, each, [](const typename G::State&) {});
}

// A table with its own record of things, as clients have it.
template <Game G>
std::unique_ptr<engine::AnyTable> table_of(const Deal& deal) {
  engine::TableSpec spec;
  spec.seats = deal.seats;
  spec.variants = deal.variants;
  spec.chance = engine::ChanceSource::of_seed(deal.seed);
  return std::move(any_game<G>().new_table(spec).value);
}

// The same game at a table: calls before(table, seat, action) and after(table) around every action.
template <Game G, class Before, class After>
std::unique_ptr<engine::AnyTable> play_table(const Deal& deal, Findings& findings, Before before,
                                             After after) {
  std::unique_ptr<engine::AnyTable> table = table_of<G>(deal);
  play<G>(deal, findings, [&](const Moment<G>& moment) {
    before(*table, moment);
    if (const engine::Error error = table->act(moment.seat, moment.action)) {
      findings.add(moment.where(), "the table refuses what is allowed: " + error.text);
    }
    if (table->hash() != engine::hash_of<G>(moment.after))
      findings.add(moment.where(), "table and game differ");
    after(*table, moment);
  });
  return table;
}

template <Game G>
std::string view_of(const typename G::State& state, Viewer viewer) {
  std::string out;
  engine::JsonWriter writer(out);
  engine::write_position<G>(state, viewer, writer);
  return out;
}

// What the seat knows: its view without what follows from it by the rules (a position that cannot
// be has a view, but no rules), and what that leaves out although whoever followed the game knows
// it.
template <Game G>
std::string knowledge_of(const typename G::State& state, Seat seat) {
  std::string text;
  engine::JsonWriter writer(text);
  engine::JsonOut out(state.edition->lexicon, Viewer::at(seat), writer);
  out.also_left_out();
  out.without_explained();
  writer.begin_object();
  G::describe(out, state);
  writer.end_object();
  return text;
}

// The seats of a deal, and the spectator.
inline std::vector<Viewer> viewers(int seats) {
  std::vector<Viewer> out{Viewer::spectator()};
  for (int i = 0; i < seats; ++i) out.push_back(Viewer::at(engine::seat_at(i)));
  return out;
}

inline std::string name_of(Viewer viewer) {
  return viewer.all                   ? "everything"
         : viewer.seat == Seat::kNone ? "the spectator"
                                      : "seat " + std::to_string(engine::index_of(viewer.seat));
}

}  // namespace properties
