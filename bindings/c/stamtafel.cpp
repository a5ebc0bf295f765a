// The C interface over AnyGame, AnyTable and AnyBot. Every function checks what it is given before
// it does anything; what goes wrong is told by report().
#include "bindings/c/stamtafel.h"

#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include "bindings/c/handles.h"
#include "bindings/c/vector.h"
#include "bots/any_bot.h"
#include "engine/record.h"
#include "games/registry.h"

namespace {

using bindings::Kind;
using bindings::Vector;
using engine::AnyGame;
using engine::AnyTable;
using engine::Error;
using engine::ErrorCode;
using engine::Result;
using engine::Seat;
using engine::seat_at;
using engine::Viewer;

// What is looked up again and again, the same for all tables of an edition.
struct Known {
  engine::ActionIndex actions;
  size_t observation = 0;
};
struct Table {
  std::unique_ptr<AnyTable> table;
  std::shared_ptr<const Known> known;
};
struct Bot {
  const AnyGame* game = nullptr;
  bots::BotSpec spec;
  Seat seat = Seat::kNone;
  std::unique_ptr<bots::AnyBot> bot;
};
struct Edition {
  const AnyGame* game = nullptr;
  engine::EditionPtr edition;
};

bindings::Handles<Edition, Kind::kEdition> editions;
bindings::Handles<Table, Kind::kTable> tables;
bindings::Handles<Bot, Kind::kBot> bots_made;
bindings::Handles<Vector, Kind::kVector> vectors;

// ---- errors ----

// A handle of nothing, among the codes of the engine: nothing here opens a file.
constexpr ErrorCode kHandle = ErrorCode::kFile;
Error no_handle(const char* what) {
  return {kHandle, std::string("this is the handle of no ") + what, ""};
}
Error null(const char* what) { return {ErrorCode::kUsage, std::string(what) + " is NULL", ""}; }

// As much as there is room for, in whole characters.
template <size_t n>
void copy_text(const std::string& text, char (&out)[n]) {
  size_t size = std::min(text.size(), n - 1);
  if (size < text.size()) {
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) --size;
  }
  std::memcpy(out, text.data(), size);
  out[size] = '\0';
}

stamtafel_status status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kNone:
      return STAMTAFEL_OK;
    case ErrorCode::kIllegal:
      return STAMTAFEL_ILLEGAL;
    case ErrorCode::kTurn:
      return STAMTAFEL_TURN;
    case ErrorCode::kPosition:
      return STAMTAFEL_POSITION;
    case ErrorCode::kEdition:
      return STAMTAFEL_EDITION;
    case ErrorCode::kRecord:
      return STAMTAFEL_RECORD;
    case ErrorCode::kOutdated:
      return STAMTAFEL_OUTDATED;
    case ErrorCode::kChance:
      return STAMTAFEL_CHANCE;
    case kHandle:
      return STAMTAFEL_HANDLE;
    case ErrorCode::kUsage:
      break;
  }
  return STAMTAFEL_USAGE;
}

stamtafel_status report(stamtafel_status status, const Error& what, stamtafel_error* error) {
  if (error != nullptr) {
    error->status = status;
    error->missing = what.missing;
    copy_text(what.rule, error->rule);
    copy_text(what.text, error->text);
  }
  return status;
}
stamtafel_status report(const Error& what, stamtafel_error* error) {
  return report(status_of(what.code), what, error);
}
stamtafel_status usage(const std::string& text, stamtafel_error* error) {
  return report(Error{ErrorCode::kUsage, text, ""}, error);
}
stamtafel_status done(stamtafel_error* error) { return report(Error{}, error); }

// ---- what comes in ----

// "goldbraeu", or "goldbraeu-v1": then of that version of the rules.
Result<const AnyGame*> game_of(const char* id) {
  if (id == nullptr) return null("the game");
  const std::string_view text(id);
  const size_t dash = text.rfind("-v");
  int64_t version = 0;
  const bool versioned = dash != std::string_view::npos &&
                         engine::parse_int(text.substr(dash + 2), 0, 1 << 20, version);
  Result<const AnyGame*> game = games::look_up(versioned ? text.substr(0, dash) : text);
  if (game && versioned && version != game.value->spec().rules_version) {
    return Error{ErrorCode::kUsage,
                 "there is no '" + std::string(text) + "' here: the rules are those of " +
                     std::string(game.value->spec().id) + "-v" +
                     std::to_string(game.value->spec().rules_version),
                 ""};
  }
  return game;
}

// Of the handle of zeros: the game's own.
Result<engine::EditionPtr> edition_of(const AnyGame& game, stamtafel_edition handle) {
  if (handle.id == 0) return game.default_edition();
  const Edition* edition = editions.find(handle.id);
  if (edition == nullptr) return no_handle("edition");
  if (edition->game != &game) {
    return Error{ErrorCode::kUsage,
                 "this is an edition of " + std::string(edition->game->spec().id) + ", not of " +
                     std::string(game.spec().id),
                 ""};
  }
  return edition->edition;
}

Error read_variants(const AnyGame& game, const char* text, engine::Variants& variants) {
  variants = engine::default_variants(game.spec());
  for (const std::string_view part : engine::split(text != nullptr ? text : "", ' ')) {
    if (part.empty()) continue;
    if (Error error = engine::set_variant(game.spec(), part, variants)) return error;
  }
  return {};
}

Error check_seat(const AnyTable& table, int seat) {
  if (seat >= 0 && seat < table.seats()) return {};
  return {ErrorCode::kUsage,
          "there is no seat " + std::to_string(seat) + ": they are numbered from 0 to " +
              std::to_string(table.seats() - 1),
          ""};
}

Error check_acting(const AnyTable& table, int seat) {
  if (Error error = check_seat(table, seat)) return error;
  if (table.acting().contains(seat_at(seat))) return {};
  return {ErrorCode::kTurn, "seat " + std::to_string(seat) + " has nothing to choose now", ""};
}

Result<Viewer> viewer_of(const AnyTable& table, int viewer) {
  if (viewer == STAMTAFEL_EVERYTHING) return Viewer::everything();
  if (viewer == STAMTAFEL_SPECTATOR) return Viewer::spectator();
  if (Error error = check_seat(table, viewer)) return error;
  return Viewer::at(seat_at(viewer));
}

Result<engine::Texts> texts_of(const AnyTable& table, const char* language) {
  const Result<engine::Language> found =
      engine::parse_language(language != nullptr ? language : "en");
  if (!found) return found.error;
  return table.game().texts_at(table, *found);
}

Error check_action(const Known& known, int action) {
  if (action >= 0 && action < known.actions.size()) return {};
  return {ErrorCode::kUsage,
          "there is no action " + std::to_string(action) + ": they are numbered from 0 to " +
              std::to_string(known.actions.size() - 1),
          ""};
}

Error check_reward(stamtafel_reward reward) {
  if (reward >= STAMTAFEL_REWARD_WIN && reward <= STAMTAFEL_REWARD_SCORE) return {};
  return {ErrorCode::kUsage, "there is no reward " + std::to_string(static_cast<int>(reward)), ""};
}

// ---- what goes out ----

char* new_text(std::string_view text) {
  char* out = static_cast<char*>(std::malloc(text.size() + 1));
  if (out == nullptr) std::abort();
  std::memcpy(out, text.data(), text.size());
  out[text.size()] = '\0';
  return out;
}
void give(char** out, std::string_view text) {
  if (out != nullptr) *out = new_text(text);
}

std::string lines_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    if (!line.empty()) text += line + "\n";
  }
  return text;
}

std::shared_ptr<const Known> known_of(const AnyTable& table) {
  return std::make_shared<const Known>(
      Known{table.game().action_index(*table.edition()), table.observe(seat_at(0), {})});
}

template <class Handle>
stamtafel_status give_handle(uint64_t id, Handle* out, stamtafel_error* error) {
  if (id == 0) return usage("there are too many of these; free some", error);
  out->id = id;
  return done(error);
}
stamtafel_status give_table(std::unique_ptr<AnyTable> table, std::shared_ptr<const Known> known,
                            stamtafel_table* out, stamtafel_error* error) {
  if (known == nullptr) known = known_of(*table);
  return give_handle(tables.add(std::make_unique<Table>(Table{std::move(table), std::move(known)})),
                     out, error);
}
stamtafel_status give_table(Result<std::unique_ptr<AnyTable>> table, stamtafel_table* out,
                            stamtafel_error* error) {
  if (!table) return report(table.error, error);
  return give_table(std::move(*table), nullptr, out, error);
}

// Finds the table and calls body(table); the handle of no table is an error.
template <class Body>
stamtafel_status with_table(stamtafel_table handle, stamtafel_error* error, Body body) {
  Table* table = tables.find(handle.id);
  if (table == nullptr) return report(no_handle("table"), error);
  if (Error wrong = body(*table)) return report(wrong, error);
  return done(error);
}
template <class Body>
stamtafel_status with_vector(stamtafel_vector handle, stamtafel_error* error, Body body) {
  Vector* vector = vectors.find(handle.id);
  if (vector == nullptr) return report(no_handle("vector"), error);
  if (Error wrong = body(*vector)) return report(wrong, error);
  return done(error);
}

template <class Held>
stamtafel_status free_handle(Held& handles, uint64_t id) {
  return id == 0 || handles.free(id) ? STAMTAFEL_OK : STAMTAFEL_HANDLE;
}

Result<engine::TableSpec> table_spec(const AnyGame& game, int players, uint64_t seed,
                                     const char* variants, stamtafel_edition edition) {
  engine::TableSpec spec;
  spec.seats = players;
  spec.chance = engine::ChanceSource::of_seed(seed);
  Result<engine::EditionPtr> found = edition_of(game, edition);
  if (!found) return found.error;
  spec.edition = *found;
  if (Error error = read_variants(game, variants, spec.variants)) return error;
  return spec;
}

Error no_table(size_t n, const Vector& vector) {
  return {ErrorCode::kUsage,
          "there is no table " + std::to_string(n) + ": they are numbered from 0 to " +
              std::to_string(vector.tables() - 1),
          ""};
}

// Why the vector refuses one of these, in the words of the table in question.
Error check_actions(const Vector& vector, size_t first, size_t count, const int32_t* actions) {
  if (actions == nullptr) return null("the list of actions");
  if (first > vector.tables() || count > vector.tables() - first)
    return no_table(first + count - 1, vector);
  const size_t refused = vector.first_refused(first, {actions, count});
  if (refused == vector.tables()) return {};
  const int32_t action = actions[refused - first];
  Error error = check_action({vector.action_index()}, action);
  if (!error) {
    error =
        vector.table(refused)->check(vector.seat(refused), vector.action_index().action(action));
  }
  error.text = "table " + std::to_string(refused) + ": " + error.text;
  return error;
}

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
  out.end_object();
}

}  // namespace

extern "C" {

int stamtafel_c_version(void) { return STAMTAFEL_C_VERSION; }
const char* stamtafel_version(void) { return STAMTAFEL_VERSION; }
void stamtafel_free(void* text) { std::free(text); }

// ---- games and editions ----

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

// ---- tables ----

stamtafel_status stamtafel_table_new(const char* game, int players, uint64_t seed,
                                     const char* variants, stamtafel_edition edition,
                                     stamtafel_table* table, stamtafel_error* error) {
  const Result<const AnyGame*> found = game_of(game);
  if (!found) return report(found.error, error);
  if (table == nullptr) return report(null("table"), error);
  const Result<engine::TableSpec> spec = table_spec(**found, players, seed, variants, edition);
  if (!spec) return report(spec.error, error);
  return give_table(found.value->new_table(*spec), table, error);
}

stamtafel_status stamtafel_table_at(const char* game, const char* position, uint64_t seed,
                                    stamtafel_edition edition, stamtafel_table* table,
                                    stamtafel_error* error) {
  const Result<const AnyGame*> found = game_of(game);
  if (!found) return report(found.error, error);
  if (position == nullptr) return report(null("position"), error);
  if (table == nullptr) return report(null("table"), error);
  const Result<engine::EditionPtr> with = edition_of(**found, edition);
  if (!with) return report(with.error, error);
  const Result<engine::Json> json = engine::parse_json(position, "position");
  if (!json) return report(STAMTAFEL_POSITION, json.error, error);
  return give_table(found.value->table_at(*json, *with, engine::ChanceSource::of_seed(seed)), table,
                    error);
}

stamtafel_status stamtafel_table_at_bytes(const char* game, const void* bytes, size_t size,
                                          uint64_t seed, stamtafel_edition edition,
                                          stamtafel_table* table, stamtafel_error* error) {
  const Result<const AnyGame*> found = game_of(game);
  if (!found) return report(found.error, error);
  if (bytes == nullptr) return report(null("bytes"), error);
  if (table == nullptr) return report(null("table"), error);
  const Result<engine::EditionPtr> with = edition_of(**found, edition);
  if (!with) return report(with.error, error);
  return give_table(found.value->table_at_bytes({static_cast<const char*>(bytes), size}, *with,
                                                engine::ChanceSource::of_seed(seed)),
                    table, error);
}

stamtafel_status stamtafel_table_copy(stamtafel_table table, stamtafel_table* copy,
                                      stamtafel_error* error) {
  const Table* found = tables.find(table.id);
  if (found == nullptr) return report(no_handle("table"), error);
  if (copy == nullptr) return report(null("copy"), error);
  return give_table(found->table->clone(), found->known, copy, error);
}

stamtafel_status stamtafel_table_imagine(stamtafel_table table, int seat, uint64_t seed,
                                         stamtafel_table* imagined, stamtafel_error* error) {
  const Table* found = tables.find(table.id);
  if (found == nullptr) return report(no_handle("table"), error);
  if (imagined == nullptr) return report(null("imagined"), error);
  if (const Error wrong = check_seat(*found->table, seat)) return report(wrong, error);
  return give_table(found->table->imagine(seat_at(seat), engine::ChanceSource::of_seed(seed)),
                    found->known, imagined, error);
}

stamtafel_status stamtafel_table_free(stamtafel_table table) {
  return free_handle(tables, table.id);
}

stamtafel_status stamtafel_table_facts(stamtafel_table table, stamtafel_facts* facts,
                                       stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (facts == nullptr) return null("facts");
    const AnyTable& at = *found.table;
    *facts = {at.seats(),
              at.over() ? 1 : 0,
              at.acting().bits(),
              engine::index_of(at.acting().front()),
              at.steps().size(),
              found.known->actions.size(),
              found.known->observation};
    return {};
  });
}

stamtafel_status stamtafel_fingerprint(stamtafel_table table, uint64_t* fingerprint,
                                       stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (fingerprint == nullptr) return null("fingerprint");
    *fingerprint = found.table->fingerprint();
    return {};
  });
}

const char* stamtafel_table_game(stamtafel_table table) {
  const Table* found = tables.find(table.id);
  return found != nullptr ? found->table->game().spec().id.data() : nullptr;
}

stamtafel_status stamtafel_table_outcome(stamtafel_table table, stamtafel_outcome* outcome,
                                         stamtafel_error* error) {
  static_assert(STAMTAFEL_MAX_SEATS == engine::kMaxSeats);
  return with_table(table, error, [&](const Table& found) -> Error {
    if (outcome == nullptr) return null("outcome");
    const engine::Outcome known = found.table->outcome();
    for (size_t i = 0; i < STAMTAFEL_MAX_SEATS; ++i) {
      outcome->score[i] = known.score[i];
      outcome->rank[i] = known.rank[i];
    }
    outcome->winners = known.winners.bits();
    return {};
  });
}

stamtafel_status stamtafel_rewards(stamtafel_table table, stamtafel_reward reward, float* rewards,
                                   size_t room, stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (rewards == nullptr) return null("rewards");
    if (Error wrong = check_reward(reward)) return wrong;
    const int players = found.table->seats();
    if (room < static_cast<size_t>(players)) {
      return {ErrorCode::kUsage,
              "there are " + std::to_string(players) + " rewards; there is room for " +
                  std::to_string(room),
              ""};
    }
    bindings::write_rewards(found.table->outcome(), players, reward, rewards);
    return {};
  });
}

// ---- choices ----

stamtafel_status stamtafel_options(stamtafel_table table, int seat, int forbidden_too,
                                   stamtafel_option* options, size_t room, size_t* count,
                                   stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (count == nullptr) return null("count");
    if (options == nullptr && room > 0) return null("options");
    if (Error wrong = check_seat(*found.table, seat)) return wrong;
    engine::Offer offer(forbidden_too != 0 ? engine::Offer::Keep::kAll
                                           : engine::Offer::Keep::kLegal);
    found.table->offer(seat_at(seat), offer);
    *count = 0;
    for (const engine::Option& option : offer) {
      if (*count < room) {
        options[*count] = {found.known->actions.index(option.action), option.verdict.rule,
                           option.verdict.missing};
      }
      ++*count;
    }
    return {};
  });
}

stamtafel_status stamtafel_rule(stamtafel_table table, int rule, int missing, const char* language,
                                char** id, char** sentence, stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    const AnyGame& game = found.table->game();
    const auto rules = static_cast<int>(game.spec().rules.size());
    if (rule < 1 || rule > rules) {
      return {ErrorCode::kUsage,
              "there is no rule " + std::to_string(rule) + ": they are numbered from 1 to " +
                  std::to_string(rules),
              ""};
    }
    if (missing < 0 || missing > 255)
      return {ErrorCode::kUsage, "no more than 255 can be missing", ""};
    const Result<engine::Texts> texts = texts_of(*found.table, language);
    if (!texts) return texts.error;
    const engine::Verdict verdict{static_cast<uint8_t>(rule), static_cast<uint8_t>(missing)};
    give(id, game.rule_id(verdict));
    give(sentence, game.rule_text(verdict, *texts));
    return {};
  });
}

stamtafel_status stamtafel_question(stamtafel_table table, int seat, const char* language,
                                    char** id, char** sentence, stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (Error wrong = check_acting(*found.table, seat)) return wrong;
    const Result<engine::Texts> texts = texts_of(*found.table, language);
    if (!texts) return texts.error;
    const auto prompt = static_cast<size_t>(found.table->prompt(seat_at(seat)));
    const std::string name(found.table->game().spec().prompts[prompt]);
    give(id, name);
    give(sentence, texts.value.get("prompt." + name));
    return {};
  });
}

stamtafel_status stamtafel_action(stamtafel_table table, int action, const char* language,
                                  char** id, char** sentence, stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (Error wrong = check_action(*found.known, action)) return wrong;
    const Result<engine::Texts> texts = texts_of(*found.table, language);
    if (!texts) return texts.error;
    const AnyGame& game = found.table->game();
    const engine::Action meant = found.known->actions.action(action);
    give(id, game.action_id(*found.table->edition(), meant));
    if (sentence != nullptr)
      give(sentence, game.action_text(*found.table->edition(), meant, *texts));
    return {};
  });
}

stamtafel_status stamtafel_action_number(stamtafel_table table, const char* text, int* action,
                                         stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (text == nullptr) return null("the action's text");
    if (action == nullptr) return null("action");
    const Result<engine::Action> parsed =
        found.table->game().parse_action(*found.table->edition(), text);
    if (!parsed) return parsed.error;
    const int number = found.known->actions.index(*parsed);
    if (number < 0) {
      return {ErrorCode::kUsage, "'" + std::string(text) + "' is out of the range of its verb", ""};
    }
    *action = number;
    return {};
  });
}

stamtafel_status stamtafel_act(stamtafel_table table, int seat, int action,
                               stamtafel_error* error) {
  return with_table(table, error, [&](Table& found) -> Error {
    if (Error wrong = check_seat(*found.table, seat)) return wrong;
    if (Error wrong = check_action(*found.known, action)) return wrong;
    return found.table->act(seat_at(seat), found.known->actions.action(action));
  });
}

stamtafel_status stamtafel_act_text(stamtafel_table table, int seat, const char* text,
                                    stamtafel_error* error) {
  return with_table(table, error, [&](Table& found) -> Error {
    if (text == nullptr) return null("the action's text");
    if (Error wrong = check_seat(*found.table, seat)) return wrong;
    const Result<engine::Action> action =
        found.table->game().parse_action(*found.table->edition(), text);
    if (!action) return action.error;
    return found.table->act(seat_at(seat), *action);
  });
}

stamtafel_status stamtafel_fallback(stamtafel_table table, int seat, int* action,
                                    stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (action == nullptr) return null("action");
    if (Error wrong = check_acting(*found.table, seat)) return wrong;
    *action = found.known->actions.index(found.table->fallback(seat_at(seat)));
    return {};
  });
}

stamtafel_status stamtafel_undo(stamtafel_table table, int seat, stamtafel_error* error) {
  return with_table(table, error, [&](Table& found) -> Error {
    if (Error wrong = check_seat(*found.table, seat)) return wrong;
    return found.table->undo(seat_at(seat));
  });
}

// ---- what a seat sees ----

stamtafel_status stamtafel_view(stamtafel_table table, int viewer, char** json,
                                stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (json == nullptr) return null("json");
    const Result<Viewer> eyes = viewer_of(*found.table, viewer);
    if (!eyes) return eyes.error;
    give(json, found.table->view_text(*eyes));
    return {};
  });
}

stamtafel_status stamtafel_tell(stamtafel_table table, int viewer, const char* language,
                                char** lines, stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (lines == nullptr) return null("lines");
    const Result<Viewer> eyes = viewer_of(*found.table, viewer);
    if (!eyes) return eyes.error;
    const Result<engine::Texts> texts = texts_of(*found.table, language);
    if (!texts) return texts.error;
    give(lines, found.table->tell(*eyes, *texts));
    return {};
  });
}

stamtafel_status stamtafel_told(stamtafel_table table, int step, int viewer, const char* language,
                                char** lines, stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (lines == nullptr) return null("lines");
    const auto steps = static_cast<int64_t>(found.table->steps().size());
    if (step < -1 || step >= steps) {
      return {ErrorCode::kUsage,
              "there is no step " + std::to_string(step) + ": there are " + std::to_string(steps),
              ""};
    }
    const Result<Viewer> eyes = viewer_of(*found.table, viewer);
    if (!eyes) return eyes.error;
    const Result<engine::Texts> texts = texts_of(*found.table, language);
    if (!texts) return texts.error;
    give(lines, lines_of(found.table->told(step, *eyes, *texts)));
    return {};
  });
}

stamtafel_status stamtafel_bytes(stamtafel_table table, void** bytes, size_t* size,
                                 stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (bytes == nullptr) return null("bytes");
    if (size == nullptr) return null("size");
    const std::string packed = found.table->bytes();
    *bytes = new_text(packed);
    *size = packed.size();
    return {};
  });
}

stamtafel_status stamtafel_observe(stamtafel_table table, int seat, float* numbers, size_t room,
                                   stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (numbers == nullptr) return null("numbers");
    if (Error wrong = check_seat(*found.table, seat)) return wrong;
    const size_t needed = found.known->observation;
    if (room < needed) {
      return {ErrorCode::kUsage,
              "an observation is " + std::to_string(needed) + " numbers; there is room for " +
                  std::to_string(room),
              ""};
    }
    found.table->observe(seat_at(seat), {numbers, needed});
    return {};
  });
}

stamtafel_status stamtafel_observation_names(stamtafel_table table, char** lines,
                                             stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (lines == nullptr) return null("lines");
    give(lines, lines_of(found.table->observation_names()));
    return {};
  });
}

stamtafel_status stamtafel_observation_key(stamtafel_table table, int seat, uint64_t* key,
                                           stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (key == nullptr) return null("key");
    if (Error wrong = check_seat(*found.table, seat)) return wrong;
    *key = found.table->key(seat_at(seat));
    return {};
  });
}

// ---- bots ----

stamtafel_status stamtafel_bot_names(char** lines, stamtafel_error* error) {
  if (lines == nullptr) return report(null("lines"), error);
  std::string text;
  for (const bots::BotInfo* bot : bots::all_bots()) text += std::string(bot->id) + "\n";
  give(lines, text);
  return done(error);
}

stamtafel_status stamtafel_bot_new(const char* bot, const char* game, int seat, stamtafel_bot* made,
                                   stamtafel_error* error) {
  if (bot == nullptr) return report(null("the bot's name"), error);
  if (made == nullptr) return report(null("made"), error);
  const Result<const AnyGame*> found = game_of(game);
  if (!found) return report(found.error, error);
  const Result<bots::BotSpec> spec = bots::BotSpec::parse(bot);
  if (!spec) return report(spec.error, error);
  const int seats = found.value->spec().max_seats;
  if (seat < 0 || seat >= seats) {
    return usage("there is no seat " + std::to_string(seat) + ": they are numbered from 0 to " +
                     std::to_string(seats - 1),
                 error);
  }
  return give_handle(
      bots_made.add(std::make_unique<Bot>(
          Bot{*found, *spec, seat_at(seat), bots::make_bot(*spec, **found, seat_at(seat))})),
      made, error);
}

stamtafel_status stamtafel_bot_free(stamtafel_bot bot) { return free_handle(bots_made, bot.id); }

stamtafel_status stamtafel_bot_decide(stamtafel_bot bot, stamtafel_table table, uint32_t iterations,
                                      uint32_t milliseconds, uint64_t seed,
                                      stamtafel_choice* choices, size_t room, size_t* count,
                                      stamtafel_error* error) {
  Bot* player = bots_made.find(bot.id);
  if (player == nullptr) return report(no_handle("bot"), error);
  return with_table(table, error, [&](const Table& found) -> Error {
    if (count == nullptr) return null("count");
    if (choices == nullptr && room > 0) return null("choices");
    if (&found.table->game() != player->game) {
      return {ErrorCode::kUsage,
              "this is a bot for " + std::string(player->game->spec().id) + ", the table plays " +
                  std::string(found.table->game().spec().id),
              ""};
    }
    if (Error wrong = check_acting(*found.table, engine::index_of(player->seat))) return wrong;
    const bots::Budget budget = iterations == 0 && milliseconds == 0
                                    ? player->spec.budget()
                                    : bots::Budget{iterations, milliseconds};
    engine::Chance dice(seed, found.table->acted());
    const bots::Decision decision = player->bot->decide(*found.table, budget, dice);
    *count = 0;
    for (const bots::Choice& choice : decision.choices) {
      if (*count < room) {
        choices[*count] = {found.known->actions.index(choice.action), choice.value, choice.visits};
      }
      ++*count;
    }
    return {};
  });
}

// ---- records ----

stamtafel_status stamtafel_record(stamtafel_table table, int remarks, char** text,
                                  stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (text == nullptr) return null("text");
    give(text, engine::write_record(
                   *found.table, remarks != 0 ? engine::Remarks::kEvents : engine::Remarks::kNone));
    return {};
  });
}

stamtafel_status stamtafel_replay(const char* text, stamtafel_edition edition,
                                  stamtafel_table* table, stamtafel_error* error) {
  if (text == nullptr) return report(null("text"), error);
  if (table == nullptr) return report(null("table"), error);
  engine::EditionPtr with;
  if (edition.id != 0) {
    const Edition* found = editions.find(edition.id);
    if (found == nullptr) return report(no_handle("edition"), error);
    with = found->edition;
    // A record of another game can't be read with it.
    const AnyGame* wanted = found->game;
    const auto find = [wanted](std::string_view id) {
      return id == wanted->spec().id ? wanted : nullptr;
    };
    return give_table(engine::read_record(text, find, with), table, error);
  }
  return give_table(engine::read_record(text, games::find), table, error);
}

// ---- many tables ----

stamtafel_status stamtafel_vector_new(const char* game, int players, size_t count, uint64_t seed,
                                      const char* variants, stamtafel_edition edition,
                                      stamtafel_reward reward, stamtafel_vector* vector,
                                      stamtafel_error* error) {
  constexpr size_t kMost = size_t{1} << 20;
  const Result<const AnyGame*> found = game_of(game);
  if (!found) return report(found.error, error);
  if (vector == nullptr) return report(null("vector"), error);
  if (count < 1 || count > kMost)
    return usage("a vector has 1 to " + std::to_string(kMost) + " tables", error);
  if (const Error wrong = check_reward(reward)) return report(wrong, error);
  const Result<engine::TableSpec> spec = table_spec(**found, players, seed, variants, edition);
  if (!spec) return report(spec.error, error);
  // Players and variants are checked by setting up one.
  if (const auto one = found.value->new_table(*spec); !one) return report(one.error, error);
  return give_handle(vectors.add(Vector::make(**found, *spec, count, reward)), vector, error);
}

stamtafel_status stamtafel_vector_free(stamtafel_vector vector) {
  return free_handle(vectors, vector.id);
}

stamtafel_status stamtafel_vector_sizes(stamtafel_vector vector, size_t* count, int* players,
                                        int* actions, size_t* observation, stamtafel_error* error) {
  return with_vector(vector, error, [&](const Vector& found) -> Error {
    if (count != nullptr) *count = found.tables();
    if (players != nullptr) *players = found.players();
    if (actions != nullptr) *actions = found.actions();
    if (observation != nullptr) *observation = found.observation();
    return {};
  });
}

stamtafel_status stamtafel_vector_bind(stamtafel_vector vector, const stamtafel_buffers* buffers,
                                       stamtafel_error* error) {
  return with_vector(vector, error, [&](Vector& found) -> Error {
    if (buffers == nullptr) return null("buffers");
    found.bind(*buffers);
    return {};
  });
}

stamtafel_status stamtafel_vector_check(stamtafel_vector vector, size_t first, size_t count,
                                        const int32_t* actions, stamtafel_error* error) {
  return with_vector(vector, error, [&](const Vector& found) {
    return check_actions(found, first, count, actions);
  });
}

stamtafel_status stamtafel_vector_step(stamtafel_vector vector, size_t first, size_t count,
                                       const int32_t* actions, stamtafel_error* error) {
  return with_vector(vector, error, [&](Vector& found) -> Error {
    if (Error wrong = check_actions(found, first, count, actions)) return wrong;
    found.step(first, {actions, count});
    return {};
  });
}

stamtafel_status stamtafel_vector_reset(stamtafel_vector vector, uint64_t seed,
                                        stamtafel_error* error) {
  return with_vector(vector, error, [&](Vector& found) -> Error {
    found.reset(seed);
    return {};
  });
}

stamtafel_status stamtafel_vector_seed(stamtafel_vector vector, size_t table, uint64_t* seed,
                                       uint64_t* games, stamtafel_error* error) {
  return with_vector(vector, error, [&](const Vector& found) -> Error {
    if (table >= found.tables()) return no_table(table, found);
    if (seed != nullptr) *seed = found.seed(table);
    if (games != nullptr) *games = found.games(table);
    return {};
  });
}

stamtafel_status stamtafel_vector_table(stamtafel_vector vector, size_t table,
                                        stamtafel_table* copy, stamtafel_error* error) {
  const Vector* found = vectors.find(vector.id);
  if (found == nullptr) return report(no_handle("vector"), error);
  if (copy == nullptr) return report(null("copy"), error);
  if (table >= found->tables()) return report(no_table(table, *found), error);
  return give_table(found->table(table), nullptr, copy, error);
}

}  // extern "C"
