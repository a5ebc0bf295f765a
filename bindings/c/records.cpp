// The C interface: records.
#include "bindings/c/calls.h"
#include "engine/record.h"
#include "games/registry.h"

// C functions stand in no namespace.
using namespace bindings;  // NOLINT(google-build-using-namespace)

extern "C" {

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

}  // extern "C"
