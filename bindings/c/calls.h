// What the functions of the C interface share: the objects behind the handles, how errors are told,
// checks of what comes in, and how texts and handles go out. Every function checks what it is given
// before it does anything.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bindings/c/handles.h"
#include "bindings/c/stamtafel.h"
#include "engine/any_game.h"

namespace bindings {

using engine::AnyGame;
using engine::AnyTable;
using engine::Error;
using engine::ErrorCode;
using engine::Result;
using engine::seat_at;

// What is looked up again and again, the same for all tables of an edition.
struct Known {
  engine::ActionIndex actions;
  size_t observation = 0;
};
struct Table {
  std::unique_ptr<AnyTable> table;
  std::shared_ptr<const Known> known;
};
struct Edition {
  const AnyGame* game = nullptr;
  engine::EditionPtr edition;
};

extern Handles<Edition, Kind::kEdition> editions;
extern Handles<Table, Kind::kTable> tables;

// ---- errors ----

Error no_handle(const char* what);
Error null(const char* what);

stamtafel_status report(stamtafel_status status, const Error& what, stamtafel_error* error);
stamtafel_status report(const Error& what, stamtafel_error* error);
stamtafel_status usage(const std::string& text, stamtafel_error* error);
stamtafel_status done(stamtafel_error* error);

// ---- what comes in ----

// "goldbraeu", or "goldbraeu-v1": then of that version of the rules.
Result<const AnyGame*> game_of(const char* id);
// Of the handle of zeros: the game's own.
Result<engine::EditionPtr> edition_of(const AnyGame& game, stamtafel_edition handle);
Result<engine::TableSpec> table_spec(const AnyGame& game, int players, uint64_t seed,
                                     const char* variants, stamtafel_edition edition);
Result<engine::Texts> texts_of(const AnyTable& table, const char* language);

Error check_seat(const AnyTable& table, int seat);
Error check_acting(const AnyTable& table, int seat);
Error check_action(const engine::ActionIndex& actions, int action);
Error check_reward(stamtafel_reward reward);

// ---- what goes out ----

// In memory that stamtafel_free() frees; a zero byte ends it.
char* new_text(std::string_view text);
// Nowhere if `out` is NULL.
void give(char** out, std::string_view text);

template <class Handle>
stamtafel_status give_handle(uint64_t id, Handle* out, stamtafel_error* error) {
  if (id == 0) return usage("there are too many of these; free some", error);
  out->id = id;
  return done(error);
}
// `known` of another table of the same edition, or nullptr: then it is looked up.
stamtafel_status give_table(std::unique_ptr<AnyTable> table, std::shared_ptr<const Known> known,
                            stamtafel_table* out, stamtafel_error* error);
stamtafel_status give_table(Result<std::unique_ptr<AnyTable>> table, stamtafel_table* out,
                            stamtafel_error* error);

// Finds the table and calls body(table); the handle of no table is an error.
template <class Body>
stamtafel_status with_table(stamtafel_table handle, stamtafel_error* error, Body body) {
  Table* table = tables.find(handle.id);
  if (table == nullptr) return report(no_handle("table"), error);
  if (Error wrong = body(*table)) return report(wrong, error);
  return done(error);
}

template <class Held>
stamtafel_status free_handle(Held& handles, uint64_t id) {
  return id == 0 || handles.free(id) ? STAMTAFEL_OK : STAMTAFEL_HANDLE;
}

}  // namespace bindings
