// Properties of the rules: a game ends, keeps its invariants, offers what can be done and refuses
// the rest; it is the same game as a table, as text and as a record.
#pragma once

#include <algorithm>

#include "engine/action_index.h"
#include "engine/record.h"
#include "tests/properties.h"

namespace properties {

// Everything said of one seat's choices in the contract of a game.
template <Game G>
void check_choices(const Moment<G>& moment, Seat seat, Findings& findings) {
  const std::string where =
      moment.where() + ", choices of seat " + std::to_string(engine::index_of(seat));
  const Offer all = offered<G>(moment.before, seat, Offer::Keep::kAll);
  const Offer legal = offered<G>(moment.before, seat, Offer::Keep::kLegal);
  const engine::ActionIndex actions(G::spec(), [&](engine::DomainId domain) {
    return G::domain_size(*moment.before.edition, domain);
  });
  int allowed = 0;
  for (const Option& option : all) {
    if (const int index = actions.index(option.action);
        index < 0 || actions.action(index) != option.action) {
      findings.add(where, "a variant has no index of its own");
    }
    if (std::ranges::count(all.actions(), option.action) != 1)
      findings.add(where, "an option stands twice");
    if (option.action.verb >= G::spec().verbs.size())
      findings.add(where, "a variant has an unknown verb");
    if (option.verdict.rule > G::spec().rules.size()) {
      findings.add(where, "a verdict names an unknown rule");
      continue;
    }
    if (!option.verdict.allowed()) {
      if (G::spec().rules[option.verdict.rule - 1u].counts != (option.verdict.missing > 0))
        findings.add(where, "a rule that counts says how much is missing, and no other does");
      continue;
    }
    if (allowed >= legal.size() || legal[allowed].action != option.action) {
      findings.add(where, "the allowed among all are not the allowed");
      return;
    }
    ++allowed;
  }
  if (allowed == 0) findings.add(where, "nothing is allowed");
  if (allowed != legal.size())
    findings.add(where, "the allowed among all are fewer than the allowed");
  if (!legal.contains(G::fallback(moment.before, seat)))
    findings.add(where, "the fallback is not allowed");
  const int prompt = G::prompt(moment.before, seat);
  if (prompt < 0 || prompt >= static_cast<int>(G::spec().prompts.size())) {
    findings.add(where, "the prompt " + std::to_string(prompt) + " is not in the table");
  }
  const engine::Asker asker = engine::asker_of<G>(moment.before, seat);
  const bool component = asker.domain != engine::kNoArg;
  if (asker.seat != Seat::kNone && engine::index_of(asker.seat) >= G::seats(moment.before))
    findings.add(where, "somebody asks who isn't at the table");
  if (component && (asker.domain < engine::kFirstDomain ||
                    asker.value >= G::domain_size(*moment.before.edition, asker.domain)))
    findings.add(where, "a component asks that the game doesn't have");
  if (component && asker.seat == Seat::kNone)
    findings.add(where, "a component asks on nobody's behalf");
  if (engine::asked_out_of_turn<G>(moment.before, seat) && !G::spec().reactions.asked)
    findings.add(where, "it is asked out of turn, but the game says it never asks so");
}

template <Game G>
void check_outcome(const typename G::State& state, const std::string& where, Findings& findings) {
  const engine::Outcome outcome = G::outcome(state);
  const int seats = G::seats(state);
  for (int i = 0; i < seats; ++i) {
    const int rank = outcome.rank[static_cast<size_t>(i)];
    if (rank < 1 || rank > seats)
      findings.add(where, "a rank is not from 1 to the number of seats");
  }
  for (Seat seat : outcome.winners) {
    const int index = engine::index_of(seat);
    if (index >= seats) {
      findings.add(where, "somebody who isn't at the table wins");
    } else if (outcome.rank[static_cast<size_t>(index)] != 1) {
      findings.add(where, "a winner is not ranked first");
    }
  }
}

template <Game G>
void check_course(const Deal& deal, Findings& findings) {
  const auto each = [&](const Moment<G>& moment) {
    if (const std::string name = broken<G>(moment.before); !name.empty()) {
      findings.add(moment.where(), "before it the invariant '" + name + "' is broken");
    }
    if (const std::string name = broken<G>(moment.after); !name.empty()) {
      findings.add(moment.where(), "after it the invariant '" + name + "' is broken");
    }
    const SeatSet acting = G::acting(moment.before);
    if (!(acting - SeatSet::first(deal.seats)).empty())
      findings.add(moment.where(), "a seat acts that isn't there");
    for (Seat seat : acting) check_choices<G>(moment, seat, findings);
    check_outcome<G>(moment.after, moment.where(), findings);

    typename G::State again = moment.before;
    Chance chance = moment.chance();
    Events nobody_listens;
    G::apply(again, moment.seat, moment.action, chance, nobody_listens);
    if (!engine::same_position<G>(again, moment.after)) {
      findings.add(moment.where(),
                   "done again, without anybody listening, it comes out differently");
    }
    if (G::seats(moment.after) != deal.seats || G::variants_of(moment.after) != deal.variants) {
      findings.add(moment.where(), "the number of seats or the variants have changed");
    }
  };
  play<G>(deal, findings, each, [&](const typename G::State& state) {
    if (!G::acting(state).empty())
      findings.add(describe(G::spec(), deal), "somebody acts after the end");
  });
}

// Every allowed variant of every seat at every step.
template <Game G>
void check_every_option(const Deal& deal, Findings& findings) {
  play<G>(deal, findings, [&](const Moment<G>& moment) {
    const typename G::State kept = moment.before;
    for (Seat seat : G::acting(moment.before)) {
      for (const Option& option : offered<G>(moment.before, seat, Offer::Keep::kLegal)) {
        typename G::State next = moment.before;
        Chance chance = moment.chance();
        std::vector<Event> told;
        Events events(told);
        G::apply(next, seat, option.action, chance, events);
        const std::string name = broken<G>(next);
        if (name.empty() && G::over(next) == G::acting(next).empty()) continue;
        Moment<G> other = moment;
        other.seat = seat;
        other.action = option.action;
        findings.add(other.where(), name.empty() ? "over, or nobody acts, but not both"
                                                 : "the invariant '" + name + "' is broken");
      }
    }
    if (!engine::same_position<G>(kept, moment.before))
      findings.add(moment.where(), "trying it changed the original");
  });
}

// What AnyTable must answer to an action that may not be done; it must change nothing.
inline void expect_refused(engine::AnyTable& table, Seat seat, Action action,
                           engine::ErrorCode code, std::string_view rule, const std::string& text,
                           const std::string& where, Findings& findings) {
  const uint64_t hash = table.hash();
  const size_t steps = table.steps().size();
  const size_t events = table.events().size();
  for (const engine::Error& error : {table.check(seat, action), table.act(seat, action)}) {
    if (error.code != code || error.rule != rule || error.text.empty() ||
        (!text.empty() && error.text != text)) {
      findings.add(where, "the table should refuse '" +
                              table.game().action_id(*table.edition(), action) + "' with '" +
                              std::string(rule) + "', but says: " + error.rule + ": " + error.text);
    }
  }
  if (table.hash() != hash || table.steps().size() != steps || table.events().size() != events) {
    findings.add(where, "a refused action changed the table");
  }
}

template <Game G>
void check_refusals(const Deal& deal, Findings& findings) {
  using engine::ErrorCode;
  const engine::Texts& english = any_game<G>().texts(engine::Language::kEnglish);
  const auto before = [&](engine::AnyTable& table, const Moment<G>& moment) {
    const std::string where = moment.where();
    for (Seat seat : table.acting()) {
      Offer all(Offer::Keep::kAll);
      table.offer(seat, all);
      for (const Option& option : all) {
        if (option.verdict.allowed()) continue;
        expect_refused(table, seat, option.action, ErrorCode::kIllegal,
                       any_game<G>().rule_id(option.verdict),
                       any_game<G>().rule_text(option.verdict, english), where, findings);
      }
      Chance dice = moment.dice(1);
      for (int i = 0; i < 4; ++i) {  // a neighbour of something offered, and any 32 bits
        Action odd = all[static_cast<int>(dice.below(static_cast<uint32_t>(all.size())))].action;
        if (i < 2) {
          odd.a = static_cast<uint8_t>(odd.a + 1 + dice.below(3));
        } else {
          odd = {static_cast<uint8_t>(dice.below(256)), static_cast<uint8_t>(dice.below(256)),
                 static_cast<uint8_t>(dice.below(256)), static_cast<uint8_t>(dice.below(256))};
        }
        if (all.contains(odd)) continue;
        expect_refused(table, seat, odd, ErrorCode::kIllegal, "not_a_choice", "", where, findings);
      }
    }
    for (int i = -1; i <= deal.seats; ++i) {
      if (table.acting().contains(engine::seat_at(i))) continue;
      expect_refused(table, engine::seat_at(i), moment.action, ErrorCode::kTurn, "", "", where,
                     findings);
    }
  };
  const auto table =
      play_table<G>(deal, findings, before, [](engine::AnyTable&, const Moment<G>&) {});
  if (table->over()) {
    expect_refused(*table, engine::seat_at(0), Action{}, ErrorCode::kTurn, "", "the game is over",
                   describe(G::spec(), deal), findings);
  }
}

// Every variant survives its text form.
template <Game G>
void check_actions_as_text(const Deal& deal, Findings& findings) {
  const engine::AnyEdition& edition = *any_game<G>().default_edition();
  play<G>(deal, findings, [&](const Moment<G>& moment) {
    for (Seat seat : G::acting(moment.before)) {
      for (const Option& option : offered<G>(moment.before, seat, Offer::Keep::kAll)) {
        const std::string id = any_game<G>().action_id(edition, option.action);
        const engine::Result<Action> parsed = any_game<G>().parse_action(edition, id);
        if (!parsed) {
          findings.add(moment.where(), parsed.error.text);
        } else if (*parsed != option.action) {
          findings.add(moment.where(), "'" + id + "' is read as another action");
        }
      }
    }
  });
}

inline void check_record(const engine::AnyTable& table, const std::string& where,
                         Findings& findings) {
  const engine::AnyGame& game = table.game();
  const auto find = [&](std::string_view id) { return id == game.spec().id ? &game : nullptr; };
  for (const engine::Remarks remarks : {engine::Remarks::kNone, engine::Remarks::kEvents}) {
    const std::string text = engine::write_record(table, remarks);
    const auto again = engine::read_record(text, find);
    if (!again) {
      findings.add(where, "the record is refused: " + again.error.text);
    } else if (again.value->hash() != table.hash() ||
               engine::write_record(*again.value, remarks) != text) {
      findings.add(where, "the record replays to another table");
    }
  }
}

// Goes on for a while, taking steps back now and then: chance never comes twice.
inline void waver(engine::AnyTable& table, const Deal& deal, Findings& findings) {
  const std::string where = describe(table.game().spec(), deal) + ", taken back";
  Chance choice(deal.seed, 7);
  uint64_t used = table.acted();
  for (int i = 0; i < 30 && !table.over(); ++i) {
    const Seat seat = random_seat(table.acting(), choice);
    Offer legal(Offer::Keep::kLegal);
    table.offer(seat, legal);
    const auto pick = static_cast<int>(choice.below(static_cast<uint32_t>(legal.size())));
    if (table.act(seat, legal[pick].action)) findings.add(where, "refused");
    if (table.steps().back().nth != ++used) findings.add(where, "chance comes twice");
    if (choice.below(4) != 0) continue;
    const size_t steps = table.steps().size();
    const size_t to = steps - 1 - choice.below(static_cast<uint32_t>(std::min<size_t>(steps, 5)));
    const uint64_t expected =
        to == 0 ? table.start_fingerprint() : table.steps()[to - 1].fingerprint;
    if (table.rewind(to, seat) || table.fingerprint() != expected) {
      findings.add(where, "can't be taken back");
    }
  }
}

// The record of the whole game, of its first half, of one with steps taken back, and one that
// begins at a position in its middle.
template <Game G>
void check_records(const Deal& deal, Findings& findings) {
  const auto ignore = [](engine::AnyTable&, const Moment<G>&) {};
  const auto table = play_table<G>(deal, findings, ignore, ignore);
  check_record(*table, describe(G::spec(), deal), findings);

  const auto middle = table->clone();
  if (const engine::Error error = middle->rewind(table->steps().size() / 2)) {
    return findings.add(describe(G::spec(), deal), "can't be rewound: " + error.text);
  }
  check_record(*middle, describe(G::spec(), deal) + ", half", findings);
  waver(*middle, deal, findings);
  check_record(*middle, describe(G::spec(), deal) + ", taken back", findings);
  engine::ChanceKey key{};
  key[0] = static_cast<uint8_t>(deal.seed);
  auto later = any_game<G>().table_at(*engine::parse_json(middle->position_text(), "position"),
                                      nullptr, engine::ChanceSource::of_key(key));
  if (!later) return findings.add(describe(G::spec(), deal), "half: " + later.error.text);
  Chance choice(deal.seed);
  for (int i = 0; i < 30 && !(*later)->over(); ++i) {
    const Seat seat = random_seat((*later)->acting(), choice);
    Offer legal(Offer::Keep::kLegal);
    (*later)->offer(seat, legal);
    const auto pick = static_cast<int>(choice.below(static_cast<uint32_t>(legal.size())));
    if ((*later)->act(seat, legal[pick].action))
      findings.add(describe(G::spec(), deal), "half: refused");
  }
  check_record(**later, describe(G::spec(), deal) + ", from a position", findings);
}

}  // namespace properties
