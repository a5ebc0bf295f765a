// `stamtafel serve`, or another command that stays, as a child of a test.
#pragma once

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace server_test {

class Process {
 public:
  explicit Process(const std::vector<std::string>& more, std::vector<std::string> before = {}) {
    std::vector<std::string> words = std::move(before);
    words.insert(words.end(), {STAMTAFEL_COMMAND, "serve", "--no-limits"});
    if (std::find(more.begin(), more.end(), "--log") == more.end()) {
      words.insert(words.end(), {"--log", "off"});
    }
    if (std::find(more.begin(), more.end(), "--port") == more.end()) {
      words.insert(words.end(), {"--port", "0"});
    }
    words.insert(words.end(), more.begin(), more.end());
    start(words, "the tables are kept.");
    const size_t colon = said.rfind(":", said.find('\n'));
    if (colon != std::string::npos) port = static_cast<uint16_t>(std::atoi(&said[colon + 1]));
  }
  // Any program, until it has said this.
  struct Whole {
    std::vector<std::string> words;
    std::string_view mark;
  };
  explicit Process(Whole whole) { start(whole.words, whole.mark); }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() {
    if (child_ > 0) end(SIGKILL);
    ::close(out_);
  }
  void signal(int signal) const { ::kill(child_, signal); }
  // The exit code, or minus the signal.
  int end(int signal) {
    if (signal != 0) ::kill(child_, signal);
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  std::string said;
  uint16_t port = 0;

 private:
  void start(std::vector<std::string>& words, std::string_view mark) {
    int out[2];
    if (::pipe2(out, O_CLOEXEC) != 0) return;
    child_ = ::fork();
    if (child_ == 0) {
      ::dup2(out[1], STDOUT_FILENO);
      ::dup2(out[1], STDERR_FILENO);
      std::vector<char*> raw;
      for (std::string& word : words) raw.push_back(word.data());
      raw.push_back(nullptr);
      ::execv(raw[0], raw.data());
      ::_exit(127);
    }
    ::close(out[1]);
    out_ = out[0];
    read_until(mark);
  }
  void read_until(std::string_view mark) {
    char byte = 0;
    while (said.find(mark) == std::string::npos && ::read(out_, &byte, 1) == 1) said += byte;
  }
  pid_t child_ = 0;
  int out_ = -1;
};

}  // namespace server_test
