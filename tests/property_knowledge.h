// Properties of what a seat knows: views, variants, events and undo tell nothing that is hidden,
// and what a seat can imagine is a game that could really be.
#pragma once

#include <map>

#include "tests/properties.h"

namespace properties {

// A world that `seat` cannot tell from the true one.
template <Game G>
typename G::State world_for(const typename G::State& truth, Seat seat, Chance chance) {
  typename G::State world = truth;
  G::reimagine(world, seat, chance);
  return world;
}

// All a client shows a viewer: the JSON view, the sentences, the board.
template <Game G>
std::string screen_of(const typename G::State& state, Viewer viewer, engine::Language language) {
  const engine::Texts& texts = any_game<G>().texts(language);
  std::string out;
  G::tell(state, viewer, texts, out);
  engine::Canvas canvas(100, 40);
  G::draw(state, viewer, texts, canvas);
  for (int y = 0; y < canvas.height(); ++y) {
    out += canvas.row(y) + "\n";
    for (int x = 0; x < canvas.width(); ++x)
      out += static_cast<char>('a' + static_cast<int>(canvas.at(x, y).style));
  }
  return out;
}

inline std::string first_difference(const std::string& a, const std::string& b) {
  size_t at = 0;
  while (at < a.size() && at < b.size() && a[at] == b[at]) ++at;
  const size_t from = at < 30 ? 0 : at - 30;
  return "'" + a.substr(from, 60) + "' and '" + b.substr(from, 60) + "'";
}

// The law of `reimagine`: nothing that `seat` (or a spectator) gets to see changes.
template <Game G>
void expect_indistinguishable(const typename G::State& truth, const typename G::State& world,
                              Seat seat, bool with_screen, const std::string& where,
                              Findings& findings) {
  for (const Viewer viewer : {Viewer::at(seat), Viewer::spectator()}) {
    const std::string a = view_of<G>(truth, viewer);
    const std::string b = view_of<G>(world, viewer);
    if (a != b)
      findings.add(where, "the view of " + name_of(viewer) + " differs: " + first_difference(a, b));
    if (!with_screen) continue;
    const std::string x = screen_of<G>(truth, viewer, engine::Language::kEnglish);
    const std::string y = screen_of<G>(world, viewer, engine::Language::kEnglish);
    if (x != y)
      findings.add(where,
                   "the screen of " + name_of(viewer) + " differs: " + first_difference(x, y));
  }
  if (G::acting(truth) != G::acting(world) || G::over(truth) != G::over(world)) {
    return findings.add(where, "who acts depends on what is hidden");
  }
  if (!G::acting(truth).contains(seat)) return;
  const Offer a = offered<G>(truth, seat, Offer::Keep::kAll);
  const Offer b = offered<G>(world, seat, Offer::Keep::kAll);
  bool same = a.size() == b.size();
  for (int i = 0; same && i < a.size(); ++i) {
    same = a[i].action == b[i].action && a[i].verdict == b[i].verdict;
  }
  if (!same) return findings.add(where, "the variants depend on what is hidden");
  if (G::prompt(truth, seat) != G::prompt(world, seat))
    findings.add(where, "the prompt depends on what is hidden");
  if (engine::asker_of<G>(truth, seat) != engine::asker_of<G>(world, seat))
    findings.add(where, "who asks depends on what is hidden");
  if (G::fallback(truth, seat) != G::fallback(world, seat)) {
    findings.add(where, "the fallback depends on what is hidden");
  }
}

template <Game G>
void check_views(const Deal& deal, Findings& findings) {
  SeatSet unlike;                               // seats that imagined another world at least once
  std::array<int, engine::kMaxSeats> hidden{};  // moments in which something was kept from the seat
  const auto look = [&](const typename G::State& truth, const Moment<G>* moment,
                        const std::string& where) {
    std::string position = view_of<G>(truth, Viewer::everything());
    position.pop_back();  // the closing brace: a view may say more than the position does
    for (int i = 0; i < deal.seats; ++i) {
      const Seat seat = engine::seat_at(i);
      if (!view_of<G>(truth, Viewer::at(seat)).starts_with(position))
        ++hidden[static_cast<size_t>(i)];
      Chance dice = moment != nullptr ? moment->dice(static_cast<uint64_t>(i)) : Chance(deal.seed);
      const typename G::State world = world_for<G>(truth, seat, dice);
      const std::string here = where + ", imagined by seat " + std::to_string(i);
      const bool with_screen = moment == nullptr || moment->step % 8 == 0;
      expect_indistinguishable<G>(truth, world, seat, with_screen, here, findings);
      if (const std::string name = broken<G>(world); !name.empty()) {
        findings.add(here, "the invariant '" + name + "' is broken");
      }
      if (!engine::same_position<G>(truth, world)) unlike.insert(seat);
    }
  };
  play<G>(
      deal, findings,
      [&](const Moment<G>& moment) { look(moment.before, &moment, moment.where()); },
      [&](const typename G::State& state) {
        look(state, nullptr, describe(G::spec(), deal) + ", at the end");
      });
  // Where all but a few answers is open, a short game may hide too little to be imagined otherwise.
  constexpr int kOften = 20;
  for (int i = 0; i < deal.seats && !findings.full(); ++i) {
    if (unlike.contains(engine::seat_at(i)) || hidden[static_cast<size_t>(i)] < kOften) continue;
    findings.add(describe(G::spec(), deal),
                 "a seat imagined nothing but the truth for a whole game");
  }
}

// Every field of a position that is kept from a seat is imagined anew: otherwise bots would know
// it.
template <Game G>
class HiddenFields {
 public:
  // Looks at the first moments of each question only; all of them say the same.
  void collect(const Deal& deal, Findings& findings) {
    play<G>(deal, findings, [&](const Moment<G>& moment) {
      if (++asked_[G::prompt(moment.before, moment.seat)] > kMoments) return;
      const engine::Json truth = json_of(moment.before, Viewer::everything());
      for (int i = 0; i < deal.seats; ++i) {
        const Seat seat = engine::seat_at(i);
        const engine::Json view = *engine::parse_json(knowledge_of<G>(moment.before, seat), "view");
        const auto world =
            world_for<G>(moment.before, seat, moment.dice(static_cast<uint64_t>(500 + i)));
        const engine::Json imagined = json_of(world, Viewer::everything());
        compare("", truth, &view, &imagined);
      }
    });
  }
  // The fields that were hidden often, and never imagined to be otherwise.
  std::string never_imagined() const {
    std::string out;
    for (const auto& [name, times] : hidden_) {
      if (times >= kOften && !changed_.contains(name)) out += name + "\n";
    }
    return out;
  }

 private:
  static constexpr int kMoments = 25;
  static constexpr int kOften = 20;
  static engine::Json json_of(const typename G::State& state, Viewer viewer) {
    return *engine::parse_json(view_of<G>(state, viewer), "view");
  }
  static std::string step(const std::string& key) {
    for (std::string_view seat : G::spec().seat_ids) {
      if (key == seat) return ".*";
    }
    return "." + key;
  }
  // A view may write a plain value where the position writes an object that has it as a member.
  static bool is_short_for(const engine::Json& view, const engine::Json& truth) {
    for (const auto& [key, value] : truth.members) {
      if (view.is_string() && value == view) return true;
    }
    return false;
  }
  // Descends to where the view differs from the truth; a field of any seat counts as the same
  // field.
  void compare(const std::string& name, const engine::Json& truth, const engine::Json* view,
               const engine::Json* imagined) {
    if (view != nullptr && (*view == truth || is_short_for(*view, truth))) return;
    if (view != nullptr && view->is_object() && truth.is_object()) {
      for (const auto& [key, value] : truth.members) {
        compare(name + step(key), value, view->find(key),
                imagined == nullptr ? nullptr : imagined->find(key));
      }
    } else if (view != nullptr && view->is_array() && view->items.size() == truth.items.size()) {
      for (size_t i = 0; i < truth.items.size(); ++i) {
        const bool there = imagined != nullptr && i < imagined->items.size();
        compare(name + "[]", truth.items[i], &view->items[i],
                there ? &imagined->items[i] : nullptr);
      }
    } else {
      ++hidden_[name];
      if (imagined == nullptr || !(*imagined == truth)) ++changed_[name];
    }
  }

  std::map<int, int> asked_;
  std::map<std::string, int> hidden_;
  std::map<std::string, int> changed_;
};

// Plays on from an imagined world, so that every component is counted after every action to the
// end.
template <Game G>
void play_on(typename G::State world, Chance& choice, const std::string& where,
             Findings& findings) {
  Events nobody_listens;
  for (int i = 0; !G::over(world); ++i) {
    if (i > kMaxDecisions) return findings.add(where, "the game never ends");
    const SeatSet acting = G::acting(world);
    if (acting.empty()) return findings.add(where, "nobody acts, but the game is not over");
    const Seat seat = random_seat(acting, choice);
    const Offer legal = offered<G>(world, seat, Offer::Keep::kLegal);
    if (legal.empty()) return findings.add(where, "nothing is allowed");
    const auto pick = static_cast<int>(choice.below(static_cast<uint32_t>(legal.size())));
    G::apply(world, seat, legal[pick].action, choice, nobody_listens);
    if (const std::string name = broken<G>(world); !name.empty()) {
      return findings.add(where, "action " + std::to_string(i + 1) +
                                     " from there breaks the invariant '" + name + "'");
    }
  }
}

// At each moment another seat imagines a world.
template <Game G>
void check_imagined_games(const Deal& deal, Findings& findings) {
  play<G>(deal, findings, [&](const Moment<G>& moment) {
    const int i = static_cast<int>(moment.step) % deal.seats;
    const Seat seat = engine::seat_at(i);
    Chance dice = moment.dice(static_cast<uint64_t>(100 + i));
    const typename G::State world = world_for<G>(moment.before, seat, dice);
    const std::string where = moment.where() + ", imagined by seat " + std::to_string(i);
    if (const std::string name = broken<G>(world); !name.empty()) {
      findings.add(where, "the invariant '" + name + "' is broken");
    } else {
      play_on<G>(world, dice, where, findings);
    }
  });
}

// What happened in an action, as a viewer is told it.
template <Game G>
std::vector<std::string> told_to(Viewer viewer, const std::vector<Event>& events) {
  std::vector<std::string> out;
  for (const Event& event : events) {
    out.push_back(any_game<G>().event_id(*any_game<G>().default_edition(), event, viewer));
  }
  return out;
}

// The same action in another world.
template <Game G>
struct Elsewhere {
  bool possible = false;
  typename G::State after;
  std::vector<Event> events;
  bool used_chance = false;

  Elsewhere(const Moment<G>& moment, const typename G::State& world) : after(world) {
    const Offer legal = offered<G>(world, moment.seat, Offer::Keep::kLegal);
    possible = legal.contains(moment.action);
    if (!possible) return;
    Chance chance = moment.chance();
    Events sink(events);
    G::apply(after, moment.seat, moment.action, chance, sink);
    used_chance = chance.used();
  }
};

// A step that can be taken back showed nobody anything: in every world a seat holds possible it
// would have seen the same. (Others than the acting seat imagine worlds in which the action is
// impossible; those they can rule out without having been shown anything.)
template <Game G>
void check_undo_is_blind(const Deal& deal, Findings& findings) {
  play<G>(deal, findings, [&](const Moment<G>& moment) {
    if (moment.used_chance || moment.revealed) return;
    for (int i = 0; i < deal.seats; ++i) {
      const Viewer viewer = Viewer::at(engine::seat_at(i));
      for (uint64_t n = 0; n < 2; ++n) {
        Chance dice = moment.dice(static_cast<uint64_t>(200 + i) + 10 * n);
        const Elsewhere<G> other(moment, world_for<G>(moment.before, viewer.seat, dice));
        if (!other.possible) continue;
        const std::string where = moment.where() + ", imagined by seat " + std::to_string(i);
        if (other.used_chance || revealing<G>(other.events)) {
          if (viewer.seat == moment.seat)
            findings.add(where, "whether it can be taken back depends on what is hidden");
          continue;
        }
        const std::string a = view_of<G>(moment.after, viewer);
        const std::string b = view_of<G>(other.after, viewer);
        if (a != b)
          findings.add(where,
                       "it can be taken back, but showed something: " + first_difference(a, b));
        if (told_to<G>(viewer, moment.events) != told_to<G>(viewer, other.events)) {
          findings.add(where, "it can be taken back, but told something");
        }
      }
    }
  });
}

// Undo itself, at a table.
template <Game G>
void check_undo(const Deal& deal, Findings& findings) {
  std::string previous;
  uint64_t previous_hash = 0;
  const auto before = [&](engine::AnyTable& table, const Moment<G>&) {
    previous = table.position_text(-1);
    previous_hash = table.hash();
  };
  const auto after = [&](engine::AnyTable& table, const Moment<G>& moment) {
    for (int i = 0; i < deal.seats; ++i) {
      const Seat seat = engine::seat_at(i);
      const bool may = table.can_undo(seat);
      if (may != (seat == moment.seat && !moment.used_chance && !moment.revealed)) {
        findings.add(moment.where(),
                     "undo is allowed to the wrong seat or after chance or a reveal");
      }
      const auto copy = table.clone();
      const engine::Error error = copy->undo(seat);
      if (may == static_cast<bool>(error))
        findings.add(moment.where(), "undo does not do what can_undo says");
      const bool as_it_was = copy->hash() == previous_hash && copy->position_text(-1) == previous &&
                             copy->steps().size() + 1 == table.steps().size();
      if (may && !as_it_was)
        findings.add(moment.where(), "undo gives another position than the one before");
      if (!may && copy->hash() != table.hash())
        findings.add(moment.where(), "a refused undo changed the table");
    }
  };
  const auto table = play_table<G>(deal, findings, before, after);
  for (size_t count = 0; count < table->steps().size(); count += 1 + count / 4) {
    const auto copy = table->clone();
    const bool failed = static_cast<bool>(copy->rewind(count));
    const uint64_t expected =
        count == 0 ? table->start_fingerprint() : table->steps()[count - 1].fingerprint;
    if (failed || copy->fingerprint() != expected) {
      findings.add(describe(G::spec(), deal),
                   "rewinding to step " + std::to_string(count) + " fails");
    }
  }
}

// All that reaches the other seats when `seat` chooses `action` while others still choose.
template <Game G>
std::string echo(const Moment<G>& moment, Seat seat, Action action, SeatSet others) {
  typename G::State next = moment.before;
  Chance chance = moment.chance();
  std::vector<Event> told;
  Events events(told);
  G::apply(next, seat, action, chance, events);
  if (!(others - G::acting(next)).empty()) return "";  // the phase is complete: all may be shown
  std::string out = "acting " + std::to_string(G::acting(next).bits());
  for (const Viewer viewer : viewers(G::seats(next))) {
    if (viewer.seat == seat) continue;
    out += "\n" + name_of(viewer) + " " + view_of<G>(next, viewer);
    for (const std::string& event : told_to<G>(viewer, told)) out += "; " + event;
    if (!G::acting(next).contains(viewer.seat)) continue;
    for (const Option& option : offered<G>(next, viewer.seat, Offer::Keep::kAll)) {
      out += " " + any_game<G>().action_id(*any_game<G>().default_edition(), option.action) + "=" +
             std::to_string(option.verdict.rule) + "." + std::to_string(option.verdict.missing);
    }
  }
  return out;
}

// Choices made at the same time stay hidden until all are in.
template <Game G>
void check_sealed_choices(const Deal& deal, Findings& findings) {
  play<G>(deal, findings, [&](const Moment<G>& moment) {
    const SeatSet acting = G::acting(moment.before);
    if (acting.size() < 2) return;
    for (Seat seat : acting) {
      std::string first;
      for (const Option& option : offered<G>(moment.before, seat, Offer::Keep::kLegal)) {
        const std::string now = echo<G>(moment, seat, option.action, acting - SeatSet(seat));
        if (first.empty()) first = now;
        if (!now.empty() && now != first) {
          findings.add(moment.where(), "what seat " + std::to_string(engine::index_of(seat)) +
                                           " chooses is seen before all have chosen: " +
                                           first_difference(first, now));
        }
      }
    }
  });
}

// Drops what is not a secret of somebody.
template <Game G>
std::vector<Event> secrets_of(const std::vector<Event>& events) {
  std::vector<Event> out;
  for (const Event& event : events) {
    if (G::spec().events[event.kind].secret != 0) out.push_back(event);
  }
  return out;
}

// What the events tell a viewer, without the order in which it learns secrets: chance may give it
// the same two cards the other way round.
template <Game G>
std::vector<std::string> gist_for(Viewer viewer, const std::vector<Event>& events) {
  const engine::AnyEdition& edition = *any_game<G>().default_edition();
  std::vector<std::string> words;
  std::vector<std::string> secrets;
  for (const Event& event : events) {
    const engine::EventSpec& spec = G::spec().events[event.kind];
    Event masked = event;
    masked.sees = {};
    words.push_back(any_game<G>().event_id(edition, masked, Viewer::spectator()));
    if (event.sees != engine::kEverybody && !viewer.may_see(event.sees)) continue;
    for (size_t i = 0; i < event.args.size(); ++i) {
      if (((spec.secret >> i) & 1) != 0) {
        secrets.push_back(any_game<G>().value_name(edition, spec.args[i], event.args[i]));
      }
    }
  }
  std::sort(secrets.begin(), secrets.end());
  words.insert(words.end(), secrets.begin(), secrets.end());
  return words;
}

// An event tells a viewer no more than its view does: where the same action in another possible
// world leads to the same view, the same is told. Where something hidden is shown in passing, that
// and what follows from it may differ, but not what only some may know.
template <Game G>
void check_events(const Deal& deal, Findings& findings) {
  play<G>(deal, findings, [&](const Moment<G>& moment) {
    for (int i = 0; i < deal.seats; ++i) {
      const Seat seat = engine::seat_at(i);
      Chance dice = moment.dice(static_cast<uint64_t>(300 + i));
      const Elsewhere<G> other(moment, world_for<G>(moment.before, seat, dice));
      if (!other.possible) continue;
      const bool shown = moment.revealed || revealing<G>(other.events);
      const std::vector<Event> here = shown ? secrets_of<G>(moment.events) : moment.events;
      const std::vector<Event> there = shown ? secrets_of<G>(other.events) : other.events;
      for (const Viewer viewer : {Viewer::at(seat), Viewer::spectator()}) {
        if (view_of<G>(moment.after, viewer) != view_of<G>(other.after, viewer)) continue;
        if (gist_for<G>(viewer, here) != gist_for<G>(viewer, there)) {
          findings.add(moment.where(), name_of(viewer) + " is told something that is hidden");
        }
      }
    }
    for (const Event& event : moment.events) {
      const engine::EventSpec& spec = G::spec().events[event.kind];
      for (const Viewer viewer : viewers(deal.seats)) {
        const bool masked =
            spec.secret != 0 && event.sees != engine::kEverybody && !viewer.may_see(event.sees);
        const std::string id = told_to<G>(viewer, {event})[0];
        if (masked != (id.find('?') != std::string::npos))
          findings.add(moment.where(), "badly masked: " + id);
      }
    }
  });
}

}  // namespace properties
