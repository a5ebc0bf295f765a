// Reading and writing files, declared in common.h.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "cli/common.h"

namespace cli {

using engine::Error;
using engine::ErrorCode;
using engine::Result;

namespace {

// A file descriptor that is closed on every way out.
class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
  }
  bool is_open() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  // The last chance for a network or quota file system to say that it could not write.
  bool close() { return ::close(std::exchange(descriptor_, -1)) == 0; }

 private:
  int descriptor_;
};

Error file_error(std::string_view what, const std::string& path, int number) {
  return {ErrorCode::kFile, fmt::format("can't {} '{}': {}", what, path, std::strerror(number)),
          ""};
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// Devices and pipes can't be renamed onto: they are written as they are.
Error write_in_place(const std::string& path, std::string_view text) {
  File file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.is_open() || !write_all(file.get(), text) || !file.close()) {
    return file_error("write", path, errno);
  }
  return {};
}

}  // namespace

Result<std::string> read_file(const std::string& path) {
  const bool standard = path == "-";
  File file(standard ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return file_error("read", path, errno);
  std::string text;
  std::array<char, 1 << 16> block;
  while (true) {
    const ssize_t count = ::read(file.get(), block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return file_error("read", standard ? "standard input" : path, errno);
    if (count == 0) return text;
    text.append(block.data(), static_cast<size_t>(count));
  }
}

Error write_file(const std::string& path, std::string_view text) {
  if (path == "-") {
    print(text);
    return {};
  }
  namespace fs = std::filesystem;
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (fs::exists(status) && !fs::is_regular_file(status)) return write_in_place(path, text);

  // A link stays a link: what it points to is replaced.
  const fs::path target = fs::exists(status) ? fs::canonical(path, problem) : fs::path(path);
  const std::string temporary = fmt::format("{}.new-{}", target.string(), ::getpid());
  const mode_t mode = fs::exists(status) ? static_cast<mode_t>(status.permissions()) : 0666;
  File file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  if (!file.is_open()) return file_error("write", path, errno);
  if (!write_all(file.get(), text) || ::fsync(file.get()) != 0 || !file.close() ||
      std::rename(temporary.c_str(), target.c_str()) != 0) {
    const int number = errno;
    ::unlink(temporary.c_str());
    return file_error("write", path, number);
  }
  return {};
}

Error check_writable(const std::string& path) {
  if (path.empty() || path == "-") return {};
  namespace fs = std::filesystem;
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  const bool special = fs::exists(status) && !fs::is_regular_file(status);
  // A regular file is written beside its old self: what counts is the folder.
  fs::path place = fs::exists(status) ? fs::canonical(path, problem) : fs::path(path);
  if (!special) place = place.has_parent_path() ? place.parent_path() : fs::path(".");
  if (fs::is_directory(status)) return file_error("write", path, EISDIR);
  if (::access(place.c_str(), special ? W_OK : W_OK | X_OK) != 0)
    return file_error("write", path, errno);
  if (!special && !fs::is_directory(place, problem)) return file_error("write", path, ENOTDIR);
  return {};
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void print_line(std::string_view text) {
  print(text);
  print("\n");
}

void complain(std::string_view text) {
  const std::string line = "stamtafel: " + std::string(text) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace cli
