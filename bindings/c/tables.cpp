// The C interface: tables, how they stand and how they ended.
#include "bindings/c/calls.h"
#include "bindings/c/vector.h"

// C functions stand in no namespace.
using namespace bindings;  // NOLINT(google-build-using-namespace)

extern "C" {

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
    write_rewards(found.table->outcome(), players, reward, rewards);
    return {};
  });
}

}  // extern "C"
