// The C interface: many tables at once.
#include "bindings/c/calls.h"
#include "bindings/c/vector.h"

// C functions stand in no namespace.
using namespace bindings;  // NOLINT(google-build-using-namespace)

namespace {

Handles<Vector, Kind::kVector> vectors;

template <class Body>
stamtafel_status with_vector(stamtafel_vector handle, stamtafel_error* error, Body body) {
  Vector* vector = vectors.find(handle.id);
  if (vector == nullptr) return report(no_handle("vector"), error);
  if (Error wrong = body(*vector)) return report(wrong, error);
  return done(error);
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
  Error error = check_action(vector.action_index(), action);
  if (!error) {
    error =
        vector.table(refused)->check(vector.seat(refused), vector.action_index().action(action));
  }
  error.text = "table " + std::to_string(refused) + ": " + error.text;
  return error;
}

}  // namespace

extern "C" {

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
