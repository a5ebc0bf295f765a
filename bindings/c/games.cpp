// The C interface: versions, games and editions.
#include <cstdlib>

#include "bindings/c/calls.h"
#include "bots/nets.h"
#include "games/registry.h"

// C functions stand in no namespace.
using namespace bindings;  // NOLINT(google-build-using-namespace)

namespace {

void write_info(const AnyGame& game, engine::JsonWriter& out) {
  const engine::GameSpec& spec = game.spec();
  out.begin_object();
  out.member("game", spec.id);
  out.member("id", std::string(spec.id) + "-v" + std::to_string(spec.rules_version));
  out.member("rules_version", spec.rules_version);
  out.member("min_players", spec.min_seats);
  out.member("max_players", spec.max_seats);
  out.key("seats");
  out.begin_array();
  for (const std::string_view seat : spec.seat_ids) out.value(seat);
  out.end_array();
  out.key("names");
  out.begin_object();
  for (size_t i = 0; i < engine::kLanguages.size(); ++i) {
    out.member(engine::kLanguages[i],
               game.texts(static_cast<engine::Language>(i)).get("game.name"));
  }
  out.end_object();
  out.key("variants");
  out.begin_array();
  const engine::Variants usual = engine::default_variants(spec);
  for (size_t i = 0; i < spec.variants.size(); ++i) {
    const engine::VariantSpec& variant = spec.variants[i];
    out.begin_object();
    out.member("id", variant.id);
    if (variant.values.empty()) {
      out.member("low", variant.low);
      out.member("high", variant.high);
    } else {
      out.key("values");
      out.begin_array();
      for (const std::string_view value : variant.values) out.value(value);
      out.end_array();
    }
    out.member("default", engine::variant_value(spec, usual, i));
    out.end_object();
  }
  out.end_array();
  out.key("verbs");
  out.begin_array();
  for (const engine::VerbSpec& verb : spec.verbs) {
    out.begin_object();
    out.member("id", verb.id);
    out.key("args");
    out.begin_array();
    for (const engine::DomainId domain : verb.args) {
      if (domain == engine::kNoArg) continue;
      out.value(domain == engine::kNumber    ? std::string_view("number")
                : domain == engine::kSeatArg ? std::string_view("seat")
                                             : spec.domains[domain - engine::kFirstDomain].id);
    }
    out.end_array();
    out.end_object();
  }
  out.end_array();
  out.key("rules");
  out.begin_array();
  for (const engine::RuleSpec& rule : spec.rules) {
    out.begin_object();
    out.member("id", rule.id);
    out.member("ruling", rule.ruling);
    out.end_object();
  }
  out.end_array();
  out.member("net", std::string_view(!bots::has_net(game)         ? "none"
                                     : bots::net_is_missing(game) ? "missing"
                                                                  : "here"));
  out.end_object();
}

}  // namespace

extern "C" {

int stamtafel_c_version(void) { return STAMTAFEL_C_VERSION; }
const char* stamtafel_version(void) { return STAMTAFEL_VERSION; }
void stamtafel_free(void* text) { std::free(text); }

size_t stamtafel_game_count(void) { return games::all().size(); }

// The ids of the specs are literals: zero bytes end them.
const char* stamtafel_game_id(size_t n) {
  return n < games::all().size() ? games::all()[n]->spec().id.data() : nullptr;
}

stamtafel_status stamtafel_game_info(const char* game, char** json, stamtafel_error* error) {
  const Result<const AnyGame*> found = game_of(game);
  if (!found) return report(found.error, error);
  if (json == nullptr) return report(null("json"), error);
  std::string text;
  engine::JsonWriter writer(text);
  write_info(**found, writer);
  give(json, text);
  return done(error);
}

stamtafel_status stamtafel_game_edition(const char* game, char** json, stamtafel_error* error) {
  const Result<const AnyGame*> found = game_of(game);
  if (!found) return report(found.error, error);
  if (json == nullptr) return report(null("json"), error);
  give(json, found.value->edition_json());
  return done(error);
}

stamtafel_status stamtafel_edition_load(const char* game, const char* json,
                                        stamtafel_edition* edition, stamtafel_error* error) {
  const Result<const AnyGame*> found = game_of(game);
  if (!found) return report(found.error, error);
  if (json == nullptr) return report(null("json"), error);
  if (edition == nullptr) return report(null("edition"), error);
  Result<engine::EditionPtr> loaded = found.value->load_edition(json, "edition");
  if (!loaded) return report(loaded.error, error);
  return give_handle(editions.add(std::make_unique<Edition>(Edition{*found, std::move(*loaded)})),
                     edition, error);
}

stamtafel_status stamtafel_edition_text(stamtafel_edition edition, char** json, uint64_t* hash,
                                        stamtafel_error* error) {
  const Edition* found = editions.find(edition.id);
  if (found == nullptr) return report(no_handle("edition"), error);
  give(json, found->edition->text());
  if (hash != nullptr) *hash = found->edition->hash();
  return done(error);
}

stamtafel_status stamtafel_edition_free(stamtafel_edition edition) {
  return free_handle(editions, edition.id);
}

}  // extern "C"
