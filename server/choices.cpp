#include "server/choices.h"

#include <algorithm>

namespace server {

using engine::JsonWriter;
using engine::Seat;

namespace {

bool same(const engine::Option& a, const engine::Option& b) {
  return a.action == b.action && a.verdict == b.verdict;
}

// Finds choices in a list; those that are in the same order as there at once.
class Places {
 public:
  explicit Places(const Choices& list) : list_(list) {}
  // -1: it isn't there.
  int of(const engine::Option& choice) {
    if (next_ < list_.size() && same(list_[next_], choice)) return static_cast<int>(next_++);
    if (sorted_.empty()) sort();
    const auto found = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair(key(choice), 0u));
    if (found == sorted_.end() || found->first != key(choice)) return -1;
    next_ = found->second + 1;
    return static_cast<int>(found->second);
  }

 private:
  static uint64_t key(const engine::Option& choice) { return Phrases::of(choice).what; }
  void sort() {
    for (uint32_t i = 0; i < list_.size(); ++i) sorted_.emplace_back(key(list_[i]), i);
    std::sort(sorted_.begin(), sorted_.end());
  }
  const Choices& list_;
  size_t next_ = 0;
  std::vector<std::pair<uint64_t, uint32_t>> sorted_;  // made when it is needed
};

void write_choice(const engine::AnyTable& match, const engine::Option& choice,
                  engine::Language language, JsonWriter& out) {
  const engine::AnyGame& game = match.game();
  const engine::AnyEdition& edition = *match.edition();
  const engine::Action action = choice.action;
  const engine::VerbSpec& verb = game.spec().verbs[action.verb];
  out.begin_object();
  out.member("action", std::string_view(game.action_id(edition, action)));
  out.member("verb", verb.id);
  out.key("args");
  out.begin_array();
  for (int i = 0; i < 3 && verb.args[static_cast<size_t>(i)] != engine::kNoArg; ++i) {
    out.value(std::string_view(
        game.value_name(edition, verb.args[static_cast<size_t>(i)], action.arg(i))));
  }
  out.end_array();
  out.member("text", std::string_view(game.action_text(edition, action, match.texts(language))));
  write_why_not(game, choice.verdict, language, out);
  out.end_object();
}

// The rules that forbid something, in the order of the choices.
std::vector<uint8_t> forbidding(const Choices& choices) {
  std::vector<uint8_t> rules;
  for (const engine::Option& choice : choices) {
    if (choice.verdict.allowed()) continue;
    if (std::find(rules.begin(), rules.end(), choice.verdict.rule) == rules.end())
      rules.push_back(choice.verdict.rule);
  }
  return rules;
}

// Whose doing it is that somebody is asked, and which component asks.
void write_asker(const engine::AnyTable& match, const engine::Asker& asker, JsonWriter& out) {
  if (asker.seat == Seat::kNone) return;
  const engine::AnyGame& game = match.game();
  out.key("by");
  out.begin_object();
  out.member("seat", game.spec().seat_ids[static_cast<size_t>(engine::index_of(asker.seat))]);
  if (asker.domain != engine::kNoArg) {
    out.member("domain",
               game.spec().domains[static_cast<size_t>(asker.domain - engine::kFirstDomain)].id);
    out.member("id",
               std::string_view(game.value_name(*match.edition(), asker.domain, asker.value)));
  }
  out.end_object();
}

}  // namespace

bool same_choices(const Choices& a, const Choices& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

Choices choices_of(const engine::AnyTable& match, Seat seat) {
  engine::Offer offer(engine::Offer::Keep::kAll);
  match.offer(seat, offer);
  Choices choices;
  choices.reserve(static_cast<size_t>(offer.size()));
  for (const engine::Option& choice : offer) choices.push_back(choice);
  return choices;
}

void write_asked(const engine::AnyTable& match, Seat seat, engine::Language language,
                 JsonWriter& out) {
  const std::string_view prompt =
      match.game().spec().prompts[static_cast<size_t>(match.prompt(seat))];
  out.begin_object();
  out.member("prompt", prompt);
  out.member("text", match.texts(language).get("prompt." + std::string(prompt)));
  if (match.out_of_turn(seat)) out.member("out_of_turn", true);
  write_asker(match, match.asker(seat), out);
  out.end_object();
}

void write_choices(const engine::AnyTable& match, const Choices& choices, engine::Language language,
                   JsonWriter& out, const Choices& known, Phrases* phrases) {
  Places places(known);
  const auto write = [&](const engine::Option& choice) {
    if (phrases == nullptr) return write_choice(match, choice, language, out);
    out.written(phrases->text(match.edition(), language, Phrases::of(choice),
                              [&](JsonWriter& to) { write_choice(match, choice, language, to); }));
  };
  out.begin_array(false);
  for (const engine::Option& choice : choices) {
    const int place = known.empty() ? -1 : places.of(choice);
    if (place >= 0) {
      out.value(place);
    } else {
      write(choice);
    }
  }
  out.end_array();
}

void write_rules(const engine::AnyTable& match, const Choices& choices, engine::Language language,
                 JsonWriter& out, const Choices& known) {
  const std::vector<uint8_t> before = forbidding(known);
  out.begin_object();
  for (const uint8_t number : forbidding(choices)) {
    if (std::find(before.begin(), before.end(), number) != before.end()) continue;
    const engine::RuleSpec& rule = match.game().spec().rules[number - 1u];
    out.key(rule.id);
    out.begin_object();
    out.member("ruling", rule.ruling);
    out.member("text", match.texts(language).get("rule." + std::string(rule.id)));
    out.end_object();
  }
  out.end_object();
}

void write_why_not(const engine::AnyGame& game, engine::Verdict verdict, engine::Language language,
                   JsonWriter& out) {
  if (verdict.allowed()) return;
  out.member("no", game.rule_id(verdict));
  if (verdict.missing > 0)
    out.member("missing", std::string_view(game.missing_text(verdict, game.texts(language))));
}

}  // namespace server
