#include "outside/child.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

extern char** environ;  // NOLINT: POSIX names it so

namespace outside {
namespace {

constexpr size_t kLongestLine = 1 << 20;
constexpr auto kGrace = std::chrono::milliseconds(500);  // to end by itself

engine::Error failed(std::string text) { return {engine::ErrorCode::kFile, std::move(text), ""}; }

}  // namespace

engine::Result<std::unique_ptr<Child>> Child::start(const std::string& command,
                                                    const std::atomic<bool>* give_up) {
  std::array<int, 2> sockets{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) {
    return failed(std::string("can't be started: ") + std::strerror(errno));
  }
  ::fcntl(sockets[0], F_SETFL, O_NONBLOCK);
  posix_spawn_file_actions_t files{};
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, sockets[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, sockets[1], STDOUT_FILENO);
  // A connection that somebody else holds, too, would stay open when it is closed here.
  posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
  posix_spawnattr_t attributes{};
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t signals{};  // as if there were none of ours
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  std::string shell = "sh";
  std::string flag = "-c";
  std::string line = command;
  const std::array<char*, 4> arguments{shell.data(), flag.data(), line.data(), nullptr};
  pid_t process = 0;
  const int problem =
      posix_spawn(&process, "/bin/sh", &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  ::close(sockets[1]);
  if (problem != 0) {
    ::close(sockets[0]);
    return failed(std::string("can't be started: ") + std::strerror(problem));
  }
  return std::unique_ptr<Child>(new Child(process, sockets[0], give_up));
}

Child::~Child() {
  ::close(socket_);
  const Clock::time_point until = Clock::now() + kGrace;
  while (::waitpid(process_, nullptr, WNOHANG) == 0) {
    if (Clock::now() >= until) {
      ::kill(-process_, SIGKILL);
      ::waitpid(process_, nullptr, 0);
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  ::kill(-process_, SIGKILL);  // what it has left behind
}

engine::Error Child::wait_for(short what, Clock::time_point until) const {
  constexpr std::chrono::milliseconds kLook{50};  // for whether it is given up
  while (true) {
    if (give_up_ != nullptr && *give_up_) return failed("is not waited for any more");
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    if (left.count() <= 0) return failed("doesn't answer in time");
    pollfd file{socket_, what, 0};
    const auto longest = give_up_ != nullptr ? std::min(left, kLook) : left;
    if (::poll(&file, 1, static_cast<int>(longest.count())) > 0) return {};
  }
}

engine::Error Child::write_line(std::string_view line, Clock::time_point until) {
  const std::string text = std::string(line) + "\n";
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t count = ::send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (count >= 0) {
      rest.remove_prefix(static_cast<size_t>(count));
    } else if (errno == EAGAIN) {
      if (engine::Error error = wait_for(POLLOUT, until)) return error;
    } else if (errno != EINTR) {
      return failed("has ended");
    }
  }
  return {};
}

engine::Result<std::string> Child::read_line(Clock::time_point until) {
  std::array<char, 4096> block;
  while (true) {
    if (const size_t end = buffer_.find('\n'); end != std::string::npos) {
      std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line;
    }
    if (buffer_.size() > kLongestLine) return failed("writes a line without an end");
    if (engine::Error error = wait_for(POLLIN, until)) return error;
    const ssize_t count = ::recv(socket_, block.data(), block.size(), 0);
    if (count == 0 || (count < 0 && errno == ECONNRESET)) return failed("has ended");
    if (count < 0 && errno != EAGAIN && errno != EINTR) {
      return failed(std::string("can't be heard: ") + std::strerror(errno));
    }
    if (count > 0) buffer_.append(block.data(), static_cast<size_t>(count));
  }
}

}  // namespace outside
