#include "bindings/c/calls.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "games/registry.h"

namespace bindings {

Handles<Edition, Kind::kEdition> editions;
Handles<Table, Kind::kTable> tables;

namespace {

// A handle of nothing, among the codes of the engine: nothing here opens a file.
constexpr ErrorCode kHandle = ErrorCode::kFile;

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

Error read_variants(const AnyGame& game, const char* text, engine::Variants& variants) {
  variants = engine::default_variants(game.spec());
  for (const std::string_view part : engine::split(text != nullptr ? text : "", ' ')) {
    if (part.empty()) continue;
    if (Error error = engine::set_variant(game.spec(), part, variants)) return error;
  }
  return {};
}

std::shared_ptr<const Known> known_of(const AnyTable& table) {
  return std::make_shared<const Known>(
      Known{table.game().action_index(*table.edition()), table.observe(seat_at(0), {})});
}

}  // namespace

Error no_handle(const char* what) {
  return {kHandle, std::string("this is the handle of no ") + what, ""};
}
Error null(const char* what) { return {ErrorCode::kUsage, std::string(what) + " is NULL", ""}; }

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

Result<engine::Texts> texts_of(const AnyTable& table, const char* language) {
  const Result<engine::Language> found =
      engine::parse_language(language != nullptr ? language : "en");
  if (!found) return found.error;
  return table.game().texts_at(table, *found);
}

Error check_action(const engine::ActionIndex& actions, int action) {
  if (action >= 0 && action < actions.size()) return {};
  return {ErrorCode::kUsage,
          "there is no action " + std::to_string(action) + ": they are numbered from 0 to " +
              std::to_string(actions.size() - 1),
          ""};
}

Error check_reward(stamtafel_reward reward) {
  if (reward >= STAMTAFEL_REWARD_WIN && reward <= STAMTAFEL_REWARD_SCORE) return {};
  return {ErrorCode::kUsage, "there is no reward " + std::to_string(static_cast<int>(reward)), ""};
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

}  // namespace bindings
