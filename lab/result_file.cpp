#include "lab/result_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace lab {
namespace {

engine::Error file_error(std::string_view what, const std::string& path) {
  return {engine::ErrorCode::kFile,
          fmt::format("can't {} '{}': {}", what, path, std::strerror(errno)), ""};
}

engine::Error read_all(int descriptor, const std::string& path, std::string& text) {
  std::array<char, 1 << 16> block;
  while (true) {
    const ssize_t count = ::read(descriptor, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return file_error("read", path);
    if (count == 0) return {};
    text.append(block.data(), static_cast<size_t>(count));
  }
}

}  // namespace

engine::Result<ReadResults> read_result_file(const std::string& path) {
  const bool standard = path == "-";
  const int descriptor = standard ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return file_error("read", path);
  std::string text;
  engine::Error error = read_all(descriptor, path, text);
  if (!standard) ::close(descriptor);
  if (error) return error;
  return read_results(text, standard ? "standard input" : path);
}

engine::Result<std::unique_ptr<ResultFile>> ResultFile::create(const std::string& path,
                                                               const ArenaHead& head) {
  const int descriptor =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor < 0 && errno == EEXIST) {
    return engine::Error{engine::ErrorCode::kUsage,
                         fmt::format("'{}' is there already: --resume goes on with it", path), ""};
  }
  if (descriptor < 0) return file_error("write", path);
  std::unique_ptr<ResultFile> file(new ResultFile(path, descriptor));
  if (engine::Error error = file->lock()) return error;
  if (engine::Error error = file->append(head_line(head))) return error;
  return file;
}

engine::Result<std::unique_ptr<ResultFile>> ResultFile::go_on(const std::string& path,
                                                              const ArenaHead& head,
                                                              ReadResults& read) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
  if (descriptor < 0 && errno == ENOENT) return create(path, head);
  if (descriptor < 0) return file_error("write", path);
  std::unique_ptr<ResultFile> file(new ResultFile(path, descriptor));
  if (engine::Error error = file->lock()) return error;
  std::string text;
  if (engine::Error error = read_all(descriptor, path, text)) return error;
  const std::string first = head_line(head);
  if (first.starts_with(text) && text != first) {  // killed before the first line was whole
    read.torn = !text.empty();
    if (::ftruncate(descriptor, 0) != 0) return file_error("write", path);
    if (engine::Error error = file->append(first)) return error;
    return file;
  }
  auto known = read_results(text, path);
  if (!known) return known.error;
  const std::string reason = difference(known->results.head, head);
  if (!reason.empty()) {
    return engine::Error{engine::ErrorCode::kUsage,
                         fmt::format("'{}' holds other results. {}", path, reason), ""};
  }
  read = std::move(*known);
  if (read.torn && ::ftruncate(descriptor, static_cast<off_t>(read.good_bytes)) != 0) {
    return file_error("write", path);
  }
  return file;
}

ResultFile::~ResultFile() {
  ::fdatasync(descriptor_);
  ::close(descriptor_);
}

engine::Error ResultFile::lock() {
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return {};
  if (errno != EWOULDBLOCK) return file_error("lock", path_);
  return {engine::ErrorCode::kFile, fmt::format("another program writes to '{}'", path_), ""};
}

engine::Error ResultFile::append(std::string_view line) {
  while (!line.empty()) {
    const ssize_t written = ::write(descriptor_, line.data(), line.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return file_error("write", path_);
    line.remove_prefix(static_cast<size_t>(written));
  }
  return {};
}

}  // namespace lab
