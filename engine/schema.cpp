#include "engine/schema.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/shape.h"

namespace engine {
namespace {

constexpr int kMaxSteps = 3000;
constexpr size_t kPlainGames = 8;  // with the default options, for each number of seats

std::string_view domain_name(const GameSpec& spec, DomainId domain) {
  if (domain == kNumber) return "number";
  if (domain == kSeatArg) return "seat";
  return spec.domains[domain - kFirstDomain].id;
}

template <class Args>
void write_args(const GameSpec& spec, const Args& args, JsonWriter& out) {
  out.begin_array();
  for (DomainId domain : args) {
    if (domain == kNoArg) break;
    out.value(domain_name(spec, domain));
  }
  out.end_array();
}

void write_list(std::string_view key, const std::vector<std::string>& values, JsonWriter& out) {
  out.key(key);
  out.begin_array();
  for (const std::string& value : values) out.value(std::string_view(value));
  out.end_array();
}

Vocabulary vocabulary_of(const AnyGame& game) {
  const GameSpec& spec = game.spec();
  Vocabulary words;
  words.emplace_back("seat", std::vector<std::string>(spec.seat_ids.begin(), spec.seat_ids.end()));
  const AnyEdition& edition = *game.default_edition();
  for (size_t i = 0; i < spec.domains.size(); ++i) {
    const auto domain = static_cast<DomainId>(kFirstDomain + i);
    const int size = game.domain_size(edition, domain);
    std::vector<std::string> values;
    values.reserve(static_cast<size_t>(size));
    for (int value = 0; value < size; ++value) {
      values.push_back(game.value_id(edition, domain, value));
    }
    words.emplace_back(spec.domains[i].id, std::move(values));
  }
  return words;
}

void write_verbs(const GameSpec& spec, JsonWriter& out) {
  out.key("verbs");
  out.begin_object();
  for (const VerbSpec& verb : spec.verbs) {
    out.key(verb.id);
    write_args(spec, verb.args, out);
  }
  out.end_object();
}

void write_event_table(const GameSpec& spec, JsonWriter& out) {
  out.key("events");
  out.begin_object();
  for (const EventSpec& event : spec.events) {
    out.key(event.id);
    out.begin_object();
    out.key("args");
    write_args(spec, event.args, out);
    if (event.secret != 0) {
      out.key("secret");
      out.begin_array();
      for (int i = 0; i < 4; ++i) {
        if (((event.secret >> i) & 1) != 0) out.value(i);
      }
      out.end_array();
    }
    out.end_object();
  }
  out.end_object();
}

void write_options(const GameSpec& spec, JsonWriter& out) {
  out.key("options");
  out.begin_object();
  for (const OptionSpec& option : spec.options) {
    out.key(option.id);
    if (option.values.empty()) {
      out.begin_object();
      out.member("low", static_cast<int>(option.low));
      out.member("high", static_cast<int>(option.high));
      out.end_object();
    } else {
      out.begin_array();
      for (std::string_view value : option.values) out.value(value);
      out.end_array();
    }
  }
  out.end_object();
}

// Every option at each of its values (of a number: lowest and highest), one at a time.
std::vector<GameOptions> variants(const GameSpec& spec) {
  std::vector<GameOptions> all(kPlainGames, default_options(spec));
  for (size_t i = 0; i < spec.options.size(); ++i) {
    const OptionSpec& option = spec.options[i];
    std::vector<int16_t> values{option.low, option.high};
    if (!option.values.empty()) {
      values.clear();
      for (size_t v = 0; v < option.values.size(); ++v) values.push_back(static_cast<int16_t>(v));
    }
    for (int16_t value : values) {
      GameOptions options = default_options(spec);
      options.values[i] = value;
      if (options != all.front()) all.push_back(options);
    }
  }
  return all;
}

void look(const AnyTable& table, Viewer viewer, Shape& shape) {
  if (const Result<Json> view = parse_json(table.view_text(viewer), "view")) shape.learn(*view);
}

// What playing tells.
struct Learned {
  Shape views;
  std::vector<bool> reacting;  // verbs that were offered out of turn
};

void listen(const AnyTable& table, Seat seat, std::vector<bool>& verbs) {
  if (!table.out_of_turn(seat)) return;
  Offer offer(Offer::Keep::kAll);  // what is rarely allowed, too
  table.offer(seat, offer);
  for (const Option& option : offer) verbs[option.action.verb] = true;
}

void learn_from_game(const AnyGame& game, const TableSpec& spec, Learned& learned) {
  const Result<std::unique_ptr<AnyTable>> dealt = game.new_table(spec);
  if (!dealt) return;  // an option that is not for this number of seats
  AnyTable& table = *dealt.value;
  Chance chance(spec.chance.seed, 1u << 20);
  for (int step = 0; step < kMaxSteps && !table.over(); ++step) {
    // Every position, through changing eyes: what is rare may be there for one step only.
    look(table, Viewer::at(seat_at(step % (table.seats() + 1) - 1)), learned.views);
    const SeatSet acting = table.acting();
    Seat seat = acting.front();
    for (Seat other : acting) {
      if (chance.below(2) == 0) seat = other;
    }
    listen(table, seat, learned.reacting);
    Offer offer(Offer::Keep::kLegal);
    table.offer(seat, offer);
    const auto pick = static_cast<int>(chance.below(static_cast<uint32_t>(offer.size())));
    if (table.act(seat, offer[pick].action)) return;
  }
  for (int i = -1; i < table.seats(); ++i) look(table, Viewer::at(seat_at(i)), learned.views);
}

Learned learn(const AnyGame& game) {
  const GameSpec& spec = game.spec();
  Learned learned{{}, std::vector<bool>(spec.verbs.size())};
  uint64_t seed = 1;
  for (const GameOptions& options : variants(spec)) {
    for (int seats = spec.min_seats; seats <= spec.max_seats; ++seats) {
      TableSpec table;
      table.options = options;
      table.seats = seats;
      table.chance = ChanceSource::of_seed(seed++);
      learn_from_game(game, table, learned);
    }
  }
  return learned;
}

}  // namespace

std::string write_schema(const AnyGame& game, int indent) {
  const GameSpec& spec = game.spec();
  const Vocabulary words = vocabulary_of(game);
  std::string text;
  JsonWriter out(text, indent);
  out.begin_object();
  out.member("game", spec.id);
  out.member("rules_version", spec.rules_version);
  write_list("seats", words.front().second, out);
  out.key("domains");
  out.begin_object();
  for (size_t i = 1; i < words.size(); ++i) write_list(words[i].first, words[i].second, out);
  out.end_object();
  write_verbs(spec, out);
  write_event_table(spec, out);
  write_list("prompts", {spec.prompts.begin(), spec.prompts.end()}, out);
  out.key("rules");
  out.begin_object();
  for (const RuleSpec& rule : spec.rules) out.member(rule.id, rule.ruling);
  out.end_object();
  out.key("chances");
  out.begin_object();
  for (const ChanceSpec& chance : spec.chances) {
    out.member(chance.id, domain_name(spec, chance.domain));
  }
  out.end_object();
  write_options(spec, out);
  const Learned learned = learn(game);
  std::vector<std::string> reactions;
  for (size_t i = 0; i < spec.verbs.size(); ++i) {
    if (learned.reacting[i]) reactions.emplace_back(spec.verbs[i].id);
  }
  write_list("reactions", reactions, out);
  out.key("view");
  learned.views.write_schema(words, out);
  out.end_object();
  return text;
}

}  // namespace engine
