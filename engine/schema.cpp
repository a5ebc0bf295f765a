#include "engine/schema.h"

#include "engine/describe_schema.h"

namespace engine {
namespace {

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

// The ids of each domain.
void write_domains(const AnyGame& game, JsonWriter& out) {
  const GameSpec& spec = game.spec();
  const AnyEdition& edition = *game.default_edition();
  out.key("domains");
  out.begin_object();
  for (size_t i = 0; i < spec.domains.size(); ++i) {
    const auto domain = static_cast<DomainId>(kFirstDomain + i);
    const int size = game.domain_size(edition, domain);
    std::vector<std::string> values;
    values.reserve(static_cast<size_t>(size));
    for (int value = 0; value < size; ++value)
      values.push_back(game.value_id(edition, domain, value));
    write_list(spec.domains[i].id, values, out);
  }
  out.end_object();
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
  out.key("variants");
  out.begin_object();
  for (const VariantSpec& variant : spec.variants) {
    out.key(variant.id);
    if (variant.values.empty()) {
      out.begin_object();
      out.member("low", static_cast<int>(variant.low));
      out.member("high", static_cast<int>(variant.high));
      out.end_object();
    } else {
      out.begin_array();
      for (std::string_view value : variant.values) out.value(value);
      out.end_array();
    }
  }
  out.end_object();
}

// The form of positions as the viewer gets them. Any dealt position will do.
Json form_of(const AnyGame& game, Viewer viewer) {
  TableSpec spec;
  spec.variants = default_variants(game.spec());
  spec.seats = game.spec().min_seats;
  const Result<std::unique_ptr<AnyTable>> table = game.new_table(spec);
  if (!table) return Json::object();
  SchemaOut out((*table)->lexicon(), viewer);
  (*table)->describe(out);
  return out.schema();
}

}  // namespace

std::string write_schema(const AnyGame& game, int indent) {
  const GameSpec& spec = game.spec();
  std::string text;
  JsonWriter out(text, indent);
  out.begin_object();
  out.member("game", spec.id);
  out.member("rules_version", spec.rules_version);
  write_list("seats", {spec.seat_ids.begin(), spec.seat_ids.end()}, out);
  write_domains(game, out);
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
  const auto write_verbs = [&](std::string_view key, bool VerbSpec::* which) {
    std::vector<std::string> verbs;
    for (const VerbSpec& verb : spec.verbs) {
      if (verb.*which) verbs.emplace_back(verb.id);
    }
    write_list(key, verbs, out);
  };
  write_verbs("reactions", &VerbSpec::reacts);
  write_verbs("ends", &VerbSpec::ends);
  write_verbs("asides", &VerbSpec::aside);
  out.member("view", form_of(game, Viewer::spectator()));
  out.member("position", form_of(game, Viewer::everything()));
  out.end_object();
  return text;
}

}  // namespace engine
