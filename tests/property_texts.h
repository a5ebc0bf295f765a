// Properties of a game's texts: all there, in every language alike, and nothing that isn't asked
// for.
#pragma once

#include <set>

#include "tests/properties.h"
#include "tests/typography.h"

namespace properties {

// "{0}" for a value and for a plural that goes by it, whose branches are looked into; any other
// brace as it stands.
inline std::set<std::string> placeholders(std::string_view text) {
  const auto opens_branch = [&](size_t at) {
    const std::string_view before = text.substr(0, at);
    if (before.ends_with("one ") || before.ends_with("other ")) return true;
    return before.size() > 2 && before.ends_with(' ') && before[before.size() - 3] == '=';  // "=0 "
  };
  std::set<std::string> out;
  for (size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1)) {
    if (opens_branch(at) && !text.substr(at).starts_with("{$")) continue;  // "last but one {$…}"
    const bool plural = text.substr(at).size() > 2 && text.substr(at + 2).starts_with(", plural,");
    // The forms of a figure ("|one=a coin|other=# coins") are those of the language.
    const size_t end = std::min(text.find('}', at), text.find("|one=", at));
    out.insert(std::string(text.substr(at, plural ? 2 : end - at)) + "}");
  }
  return out;
}

// The texts a game's tables ask for, each with the placeholders it may use.
class Wanted {
 public:
  Wanted(const engine::AnyGame& game, const engine::AnyEdition& edition) {
    const GameSpec& spec = game.spec();
    for (const char* key : {"game.name", "game.about", "game.time", "game.weight"}) add(key);
    for (int i = 0; i < spec.max_seats; ++i) add("seat." + std::to_string(i));
    for (const auto& verb : spec.verbs) add("verb." + std::string(verb.id), count(verb.args), 0);
    for (std::string_view prompt : spec.prompts) {
      add("prompt." + std::string(prompt));
      add("purpose." + std::string(prompt));
    }
    for (const auto& rule : spec.rules) {
      add("rule." + std::string(rule.id));
      if (rule.counts) add("missing." + std::string(rule.id), 1, 0);
      add("ruling." + std::string(rule.ruling));  // what a reason cites can be read
    }
    // What there is to read stands under headings.
    for (const char* key : {"heading.variant", "heading.ruling"}) add(key);
    for (const auto& part : game.components(edition, game.texts()[0]))
      add("heading." + std::string(part.domain));
    for (const auto& event : spec.events) {
      const std::string key = "event." + std::string(event.id);
      if (event.secret == 0) {
        add(key, count(event.args), 0);
      } else {
        add(key + ".shown", count(event.args), 0);
        add(key + ".hidden", count(event.args), event.secret);
      }
      if (!event.account.empty()) add(std::string(event.account), count(event.args), 0);
    }
    for (const auto& variant : spec.variants) {
      const std::string key = "variant." + std::string(variant.id);
      add(key + ".name");
      add(key + ".text");
      for (std::string_view value : variant.values) add(key + ".value." + std::string(value));
    }
    for (size_t i = 0; i < spec.domains.size(); ++i) {
      const auto domain = static_cast<engine::DomainId>(engine::kFirstDomain + i);
      const std::string_view pattern = spec.domains[i].text;
      const size_t star = pattern.find('*');
      if (star == std::string_view::npos) continue;
      prefixes_.insert(std::string(pattern.substr(0, star)));
      for (int value = 0; value < game.domain_size(edition, domain); ++value) {
        const std::string id = game.value_id(edition, domain, value);
        add(std::string(pattern).replace(star, 1, id));
        values_.insert(std::string(pattern.substr(0, star)) + id);
      }
    }
  }

  const std::map<std::string, std::set<std::string>>& keys() const { return keys_; }

  // The value a key is about: "card.zack" of "card.zack.text"; empty when it is about none.
  std::string value_of(const std::string& key) const {
    for (const std::string& prefix : prefixes_) {
      const std::string value = key.substr(0, key.find('.', prefix.size()));
      if (key.starts_with(prefix) && values_.contains(value)) return value;
    }
    return "";
  }
  const std::set<std::string>& values() const { return values_; }

  // Does a key stand in a group that the tables define, without being asked for by one?
  bool is_stray(const std::string& key) const {
    if (keys_.contains(key)) return false;
    for (const char* group : {"seat.", "verb.", "prompt.", "purpose.", "rule.", "missing.",
                              "ruling.", "event.", "variant."}) {
      if (key.starts_with(group)) return true;
    }
    for (const std::string& prefix : prefixes_) {
      if (!key.starts_with(prefix)) continue;
      if (!values_.contains(key.substr(0, key.find('.', prefix.size())))) return true;
    }
    return false;
  }

 private:
  template <size_t n>
  static int count(const std::array<engine::DomainId, n>& args) {
    int used = 0;
    while (used < static_cast<int>(n) && args[static_cast<size_t>(used)] != engine::kNoArg) ++used;
    return used;
  }
  void add(const std::string& key, int args = 0, int secret = 0) {
    std::set<std::string>& allowed = keys_[key];
    for (int i = 0; i < args; ++i) {
      if (((secret >> i) & 1) == 0) allowed.insert("{" + std::to_string(i) + "}");
    }
  }

  std::map<std::string, std::set<std::string>> keys_;
  std::set<std::string> prefixes_;  // "card."
  std::set<std::string> values_;    // "card.zack"
};

// What one card has (a name, a text), every card has.
inline void check_siblings(const engine::Texts& texts, const Wanted& wanted,
                           const std::string& where, Findings& findings) {
  for (const auto& [key, text] : texts.all()) {
    const std::string value = wanted.value_of(key);
    if (value.empty() || key.find('@') != std::string::npos) continue;
    const std::string group = value.substr(0, value.rfind('.') + 1);
    for (const std::string& other : wanted.values()) {
      if (!other.starts_with(group)) continue;
      const std::string sibling = other + key.substr(value.size());
      if (!texts.has(sibling)) {
        findings.add(where, "there is '" + key + "', but no '" + sibling + "'");
      }
    }
  }
}

// "card.x.text@bank=unlimited": there is such a choice, another than the standard one, and a text
// whose place it takes.
inline void check_chosen_texts(const GameSpec& spec, const engine::Texts& texts,
                               const std::string& where, Findings& findings) {
  for (const auto& [key, text] : texts.all()) {
    const size_t at = key.find('@');
    if (at == std::string::npos) continue;
    engine::Variants chosen = engine::default_variants(spec);
    const engine::Error error = engine::set_variant(spec, key.substr(at + 1), chosen);
    if (error) findings.add(where, "the text '" + key + "': " + error.text);
    if (chosen == engine::default_variants(spec))
      findings.add(where, "the text '" + key + "' is about no choice but the standard one");
    if (!texts.has(key.substr(0, at)))
      findings.add(where, "the text '" + key + "' takes the place of none");
  }
}

// A text on the screen that isn't one: the key of a missing text, or a placeholder nobody filled
// in.
inline std::string unspoken(std::string_view text) {
  const auto lower = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  for (size_t at = text.find('.'); at != std::string_view::npos; at = text.find('.', at + 1)) {
    if (at < 2 || at + 2 >= text.size()) continue;
    if (!lower(text[at - 1]) || !lower(text[at - 2]) || !lower(text[at + 1]) ||
        !lower(text[at + 2]))
      continue;
    const size_t begin = text.substr(0, at).find_last_of(" \n(\"") + 1;
    return std::string(text.substr(begin, text.find_first_of(" \n)\"", at) - begin));
  }
  for (const std::string& open : placeholders(text)) return open;
  return "";
}

// Names a figure of the edition (engine/figures.h).
inline bool names_figure(std::string_view placeholder) { return placeholder.starts_with("{$"); }

inline void check_texts(const engine::AnyGame& game, Findings& findings) {
  const Wanted wanted(game, *game.default_edition());
  const engine::Texts& english = game.patterns()[0];
  check_siblings(english, wanted, std::string(game.spec().id) + ", en", findings);
  check_chosen_texts(game.spec(), english, std::string(game.spec().id) + ", en", findings);
  for (size_t l = 0; l < engine::kLanguages.size(); ++l) {
    const engine::Texts& texts = game.patterns()[l];
    const std::string where =
        std::string(game.spec().id) + ", " + std::string(engine::kLanguages[l]);
    for (const auto& [key, text] : game.texts()[l].all()) {
      if (text.find("{$") != std::string::npos)
        findings.add(where, "the edition has no figure that '" + key + "' names");
      if (text.find("{told:") != std::string::npos)
        findings.add(where, "the game doesn't tell what '" + key + "' names");
    }
    for (const auto& [key, allowed] : wanted.keys()) {
      if (!texts.has(key) || engine::trim(texts.get(key)).empty()) {
        findings.add(where, "there is no text '" + key + "'");
        continue;
      }
      for (const std::string& used : placeholders(texts.get(key))) {
        if (!allowed.contains(used) && !names_figure(used))
          findings.add(where, "the text '" + key + "' may not use " + used);
      }
    }
    for (const auto& [key, text] : texts.all()) {
      if (wanted.is_stray(key.substr(0, key.find('@'))))
        findings.add(where, "the text '" + key + "' belongs to nothing in the game");
      if (engine::trim(text).empty()) findings.add(where, "the text '" + key + "' is empty");
      if (const std::string found = typography::misprint(static_cast<engine::Language>(l), text);
          !found.empty())
        findings.add(where, "the text '" + key + "': " + found);
      if (!english.has(key)) {
        findings.add(where, "the text '" + key + "' is not there in English");
      } else if (placeholders(text) != placeholders(english.get(key))) {
        findings.add(where, "the text '" + key + "' uses other placeholders than in English");
      }
    }
    for (const auto& [key, text] : english.all()) {
      if (!texts.has(key)) findings.add(where, "the English text '" + key + "' is missing");
    }
    for (const engine::Component& part : game.components(*game.default_edition(), texts)) {
      if (const std::string found = unspoken(part.name + " " + part.text + " " + part.details);
          !found.empty())
        findings.add(where, "what is told about '" + part.id + "' holds " + found);
    }
  }
}

// All that a game says while it is played, in every language.
template <Game G>
void check_spoken(const Deal& deal, Findings& findings) {
  const engine::AnyGame& game = any_game<G>();
  const engine::AnyEdition& edition = *game.default_edition();
  for (const Event& event : setup_events<G>(deal)) {
    const auto& texts =
        game.texts(static_cast<engine::Language>(deal.seed % engine::kLanguages.size()));
    for (const Viewer viewer : viewers(deal.seats)) {
      const std::string found = unspoken(game.event_text(edition, event, viewer, texts));
      if (!found.empty()) findings.add(describe(G::spec(), deal), "set-up says: " + found);
    }
  }
  play<G>(deal, findings, [&](const Moment<G>& moment) {
    const auto language = static_cast<engine::Language>(moment.step % engine::kLanguages.size());
    const engine::Texts& texts = game.texts(language);
    const auto listen = [&](const std::string& text, const char* what) {
      const std::string found = text.empty() ? "nothing" : unspoken(text);
      if (!found.empty()) findings.add(moment.where(), std::string(what) + " says: " + found);
    };
    for (const Option& option : offered<G>(moment.before, moment.seat, Offer::Keep::kAll)) {
      listen(game.action_text(edition, option.action, texts), "an action");
      if (!option.verdict.allowed()) listen(game.rule_text(option.verdict, texts), "a rule");
    }
    for (const Viewer viewer :
         {Viewer::at(moment.seat), Viewer::spectator(), Viewer::everything()}) {
      for (const Event& event : moment.events)
        listen(game.event_text(edition, event, viewer, texts), "an event");
      std::string told;
      G::tell(moment.after, viewer, texts, told);
      listen(told, "the table in sentences");
      engine::Canvas canvas(80, 24);
      G::draw(moment.after, viewer, texts, canvas);
      for (int y = 0; y < canvas.height(); ++y) {
        if (!canvas.row(y).empty()) listen(canvas.row(y), "the board");
      }
    }
    for (int size : {0, 1, 20}) {  // a board that doesn't fit is cut off
      engine::Canvas canvas(size, size / 2);
      G::draw(moment.after, Viewer::at(moment.seat), texts, canvas);
    }
  });
}

// The score sheet of a finished game, in every language: it adds up, and nothing that was scored
// later stands among what everybody began with.
template <Game G>
void check_score_sheet(const Deal& deal, Findings& findings) {
  engine::Scores opening{};
  bool first = true;
  const auto table = play_table<G>(
      deal, findings,
      [&](const engine::AnyTable& before, const Moment<G>&) {
        if (std::exchange(first, false)) opening = before.outcome().score;
      },
      [](const engine::AnyTable&, const Moment<G>&) {});
  for (const engine::Texts& texts : any_game<G>().texts()) {
    const std::optional<engine::ScoreSheet> sheet = table->score_sheet(texts);
    if (!sheet) return findings.add(describe(G::spec(), deal), "there is no score sheet");
    if (sheet->opening != opening)
      findings.add(describe(G::spec(), deal), "points came from nowhere");
    engine::Scores sum = sheet->opening;
    for (const engine::ScoreLine& line : sheet->lines) {
      for (size_t i = 0; i < sum.size(); ++i)
        sum[i] = static_cast<int16_t>(sum[i] + line.amounts[i]);
      const std::string found = line.text.empty() ? "nothing" : unspoken(line.text);
      if (!found.empty()) findings.add(describe(G::spec(), deal), "the score sheet says: " + found);
    }
    if (sum != table->outcome().score)
      findings.add(describe(G::spec(), deal), "the score sheet doesn't add up");
  }
}

// What of the game's tables has occurred.
struct Coverage {
  explicit Coverage(const GameSpec& spec)
      : verbs(spec.verbs.size()),
        prompts(spec.prompts.size()),
        events(spec.events.size()),
        rules(spec.rules.size()) {}
  std::vector<bool> verbs;
  std::vector<bool> prompts;
  std::vector<bool> events;
  std::vector<bool> rules;

  std::string missing(const GameSpec& spec) const {
    std::string out;
    const auto list = [&](const std::vector<bool>& seen, const char* what, auto id) {
      for (size_t i = 0; i < seen.size(); ++i) {
        if (!seen[i]) out += std::string(what) + " " + std::string(id(i)) + "\n";
      }
    };
    list(verbs, "verb", [&](size_t i) { return spec.verbs[i].id; });
    list(prompts, "prompt", [&](size_t i) { return spec.prompts[i]; });
    list(events, "event", [&](size_t i) { return spec.events[i].id; });
    for (size_t i = 0; i < rules.size(); ++i) {
      const engine::RuleSpec& rule = spec.rules[i];
      if (rule.other_editions == rules[i]) {
        out += "rule " + std::string(rule.id) + (rules[i] ? ", with our edition" : "") + "\n";
      }
    }
    return out;
  }
};

template <Game G>
void collect_coverage(const Deal& deal, Coverage& coverage, Findings& findings) {
  for (const Event& event : setup_events<G>(deal)) coverage.events[event.kind] = true;
  play<G>(deal, findings, [&](const Moment<G>& moment) {
    coverage.prompts[static_cast<size_t>(G::prompt(moment.before, moment.seat))] = true;
    for (const Option& option : offered<G>(moment.before, moment.seat, Offer::Keep::kAll)) {
      if (option.verdict.allowed()) {
        coverage.verbs[option.action.verb] = true;
      } else {
        coverage.rules[option.verdict.rule - 1u] = true;
      }
    }
    for (const Event& event : moment.events) coverage.events[event.kind] = true;
  });
}

}  // namespace properties
