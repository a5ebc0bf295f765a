// Reading and writing files, declared in common.h and out_file.h.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "cli/common.h"
#include "cli/out_file.h"

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

OutFile::~OutFile() {
  close();
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

bool OutFile::close() {
  const int descriptor = std::exchange(descriptor_, -1);
  // The last chance for a network or quota file system to say that it could not write.
  return descriptor < 0 || ::close(descriptor) == 0;
}

Error OutFile::open(const std::string& path) {
  namespace fs = std::filesystem;
  path_ = path;
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    return descriptor_ < 0 ? file_error("write", path, errno) : Error{};
  }
  // A link stays a link: what it points to is replaced.
  target_ = (fs::exists(status) ? fs::canonical(path, problem) : fs::path(path)).string();
  const std::string temporary = fmt::format("{}.new-{}", target_, ::getpid());
  const mode_t mode = fs::exists(status) ? static_cast<mode_t>(status.permissions()) : 0666;
  descriptor_ = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (descriptor_ < 0) return file_error("write", path, errno);
  temporary_ = temporary;
  return {};
}

void OutFile::write(std::string_view text) {
  constexpr size_t kBlock = 1 << 16;
  buffer_ += text;
  if (buffer_.size() >= kBlock) flush();
}

void OutFile::flush() {
  if (problem_ == 0 && !write_all(descriptor_, buffer_)) problem_ = errno;
  buffer_.clear();
}

Error OutFile::keep() {
  flush();
  if (problem_ == 0 && !temporary_.empty() && ::fsync(descriptor_) != 0) problem_ = errno;
  if (!close() && problem_ == 0) problem_ = errno;
  if (problem_ == 0 && !temporary_.empty() && std::rename(temporary_.c_str(), target_.c_str()) != 0)
    problem_ = errno;
  if (problem_ != 0) return file_error("write", path_, problem_);
  temporary_.clear();
  return {};
}

Error write_file(const std::string& path, std::string_view text) {
  if (path == "-") {
    print(text);
    return {};
  }
  OutFile file;
  if (Error error = file.open(path)) return error;
  file.write(text);
  return file.keep();
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

}  // namespace cli
