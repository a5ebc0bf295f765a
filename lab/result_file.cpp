#include "lab/result_file.h"

#include <fmt/format.h>

namespace lab {

engine::Result<ReadResults> read_result_file(const std::string& path) {
  const auto text = read_lines(path);
  if (!text) return text.error;
  return read_results(*text, path == "-" ? "standard input" : path);
}

engine::Result<std::unique_ptr<LineFile>> create_results(const std::string& path,
                                                         const ArenaHead& head) {
  return LineFile::create(path, head_line(head));
}

engine::Result<std::unique_ptr<LineFile>> go_on_with_results(const std::string& path,
                                                             const ArenaHead& head,
                                                             ReadResults& read) {
  std::string text;
  auto file = LineFile::go_on(path, head_line(head), text, read.torn);
  if (!file || text.empty()) return file;
  auto known = read_results(text, path);
  if (!known) return known.error;
  const std::string reason = difference(known->results.head, head);
  if (!reason.empty()) {
    return engine::Error{engine::ErrorCode::kUsage,
                         fmt::format("'{}' holds other results. {}", path, reason), ""};
  }
  read = std::move(*known);
  if (!read.torn) return file;
  if (engine::Error error = (*file)->cut(read.good_bytes)) return error;
  return file;
}

}  // namespace lab
