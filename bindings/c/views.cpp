// The C interface: what a seat sees, in words and in numbers.
#include <vector>

#include "bindings/c/calls.h"

// C functions stand in no namespace.
using namespace bindings;  // NOLINT(google-build-using-namespace)

namespace {

Result<engine::Viewer> viewer_of(const AnyTable& table, int viewer) {
  if (viewer == STAMTAFEL_EVERYTHING) return engine::Viewer::everything();
  if (viewer == STAMTAFEL_SPECTATOR) return engine::Viewer::spectator();
  if (Error error = check_seat(table, viewer)) return error;
  return engine::Viewer::at(seat_at(viewer));
}

std::string lines_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    if (!line.empty()) text += line + "\n";
  }
  return text;
}

}  // namespace

extern "C" {

stamtafel_status stamtafel_view(stamtafel_table table, int viewer, char** json,
                                stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (json == nullptr) return null("json");
    const Result<engine::Viewer> eyes = viewer_of(*found.table, viewer);
    if (!eyes) return eyes.error;
    give(json, found.table->view_text(*eyes));
    return {};
  });
}

stamtafel_status stamtafel_tell(stamtafel_table table, int viewer, const char* language,
                                char** lines, stamtafel_error* error) {
  return with_table(table, error, [&](const Table& found) -> Error {
    if (lines == nullptr) return null("lines");
    const Result<engine::Viewer> eyes = viewer_of(*found.table, viewer);
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
    const Result<engine::Viewer> eyes = viewer_of(*found.table, viewer);
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

}  // extern "C"
