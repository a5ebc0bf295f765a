#include "lab/line_file.h"

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

engine::Result<std::string> read_lines(const std::string& path) {
  const bool standard = path == "-";
  const int descriptor = standard ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return file_error("read", path);
  std::string text;
  engine::Error error = read_all(descriptor, path, text);
  if (!standard) ::close(descriptor);
  if (error) return error;
  return text;
}

engine::Result<std::unique_ptr<LineFile>> LineFile::create(const std::string& path,
                                                           std::string_view head) {
  const int descriptor =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor < 0 && errno == EEXIST) {
    return engine::Error{engine::ErrorCode::kUsage,
                         fmt::format("'{}' is there already: --resume goes on with it", path), ""};
  }
  if (descriptor < 0) return file_error("write", path);
  std::unique_ptr<LineFile> file(new LineFile(path, descriptor));
  if (engine::Error error = file->lock()) return error;
  if (engine::Error error = file->append(head)) return error;
  return file;
}

engine::Result<std::unique_ptr<LineFile>> LineFile::go_on(const std::string& path,
                                                          std::string_view head, std::string& text,
                                                          bool& torn) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
  if (descriptor < 0 && errno == ENOENT) return create(path, head);
  if (descriptor < 0) return file_error("write", path);
  std::unique_ptr<LineFile> file(new LineFile(path, descriptor));
  if (engine::Error error = file->lock()) return error;
  if (engine::Error error = read_all(descriptor, path, text)) return error;
  if (head.starts_with(text) && text != head) {  // killed before the first line was whole
    torn = !text.empty();
    text.clear();
    if (engine::Error error = file->cut(0)) return error;
    if (engine::Error error = file->append(head)) return error;
  }
  return file;
}

engine::Result<std::unique_ptr<LineFile>> LineFile::open(const std::string& path, bool resume,
                                                         std::string_view head, const Read& read,
                                                         bool& torn) {
  if (!resume) return create(path, head);
  std::string text;
  auto file = go_on(path, head, text, torn);
  if (!file || text.empty()) return file;
  size_t good_bytes = 0;
  if (engine::Error error = read(text, good_bytes)) return error;
  torn = good_bytes < text.size();
  if (torn) {
    if (engine::Error error = (*file)->cut(good_bytes)) return error;
  }
  return file;
}

LineFile::~LineFile() {
  ::fdatasync(descriptor_);
  ::close(descriptor_);
}

engine::Error LineFile::lock() {
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return {};
  if (errno != EWOULDBLOCK) return file_error("lock", path_);
  return {engine::ErrorCode::kFile, fmt::format("another program writes to '{}'", path_), ""};
}

engine::Error LineFile::append(std::string_view line) {
  while (!line.empty()) {
    const ssize_t written = ::write(descriptor_, line.data(), line.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return file_error("write", path_);
    line.remove_prefix(static_cast<size_t>(written));
  }
  return {};
}

engine::Error LineFile::cut(size_t bytes) {
  if (::ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) return file_error("write", path_);
  return {};
}

}  // namespace lab
