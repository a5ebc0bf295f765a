#include "store/sqlite_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace store {

FileLock::FileLock(const std::string& file)
    : fd_(::open((file + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
  if (fd_ < 0) {
    problem_ = file + ".lock: " + std::strerror(errno);
  } else if (::flock(fd_, LOCK_EX | LOCK_NB) != 0) {
    std::array<char, 32> holder{};
    const ssize_t size = ::pread(fd_, holder.data(), holder.size() - 1, 0);
    problem_ = "it is in use by another server";
    if (size > 0) problem_ += " (process " + std::string(holder.data()) + ")";
  } else if (::ftruncate(fd_, 0) == 0) {
    const std::string pid = std::to_string(::getpid());
    // Only a hint for the message above.
    [[maybe_unused]] const ssize_t written = ::pwrite(fd_, pid.data(), pid.size(), 0);
  }
}

FileLock::~FileLock() {
  if (fd_ >= 0) ::close(fd_);
}

OwnFiles::OwnFiles() : before_(::umask(0077)) {}
OwnFiles::~OwnFiles() { ::umask(before_); }

Database open_database(const std::string& file, OpenAs as, const std::string& vfs,
                       std::string& problem) {
  constexpr std::array<int, 3> kFlags{SQLITE_OPEN_READONLY, SQLITE_OPEN_READWRITE,
                                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE};
  sqlite3* raw = nullptr;
  const int result =
      sqlite3_open_v2(file.c_str(), &raw, kFlags[static_cast<size_t>(as)] | SQLITE_OPEN_NOMUTEX,
                      vfs.empty() ? nullptr : vfs.c_str());
  Database db(raw);
  if (result != SQLITE_OK) {
    problem = raw == nullptr ? "out of memory" : sqlite3_errmsg(raw);
    return nullptr;
  }
  sqlite3_busy_timeout(raw, kBusyTimeout);
  return db;
}

int64_t size_of(const std::string& path) {
  struct stat info{};
  return ::stat(path.c_str(), &info) == 0 ? info.st_size : 0;
}

}  // namespace store
