// `stamtafel serve` as a child of a program that loads, soaks or attacks it, in a folder of its
// own.
#pragma once

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "server/test_client.h"

namespace load {

inline int64_t now_us() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1'000'000 + time.tv_nsec / 1000;
}

inline void use_core(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  sched_setaffinity(0, sizeof set, &set);
}

inline void allow_many_files() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

class Child {
 public:
  // `core` < 0: wherever it likes. `data`: a database instead of a file of its own.
  Child(std::string server, std::vector<std::string> flags, int core = -1, std::string data = "")
      : server_(std::move(server)), flags_(std::move(flags)), core_(core), data_(std::move(data)) {
    std::string name = (std::filesystem::temp_directory_path() / "stamtafel-load-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    start();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (child_ > 0) end(SIGTERM);
    std::filesystem::remove_all(folder_);
  }

  // The first time on any free port, after that on the same.
  void start() {
    int out[2];
    if (::pipe(out) != 0) std::exit(1);
    child_ = ::fork();
    if (child_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // it doesn't outlive whoever started it
      if (core_ >= 0) use_core(core_);
      ::dup2(out[1], STDOUT_FILENO);
      std::vector<std::string> words{"stamtafel", "serve", "--log",  "off",
                                     "--data",    data(),  "--port", std::to_string(port)};
      words.insert(words.end(), flags_.begin(), flags_.end());
      std::vector<char*> raw;
      for (std::string& word : words) raw.push_back(word.data());
      raw.push_back(nullptr);
      ::execv(server_.c_str(), raw.data());
      ::_exit(127);
    }
    ::close(out[1]);
    std::string said;
    char byte = 0;
    while (said.find("kept.") == std::string::npos && ::read(out[0], &byte, 1) == 1) said += byte;
    ::close(out[0]);
    const size_t colon = said.rfind(':', said.find('\n'));
    if (colon == std::string::npos) {
      std::fprintf(stderr, "%s did not start\n", server_.c_str());
      std::exit(1);
    }
    port = static_cast<uint16_t>(std::atoi(&said[colon + 1]));
  }
  // 0, or what it ended with instead.
  int end(int signal) {
    ::kill(child_, signal);
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = 0;
    return status;
  }
  bool runs() const { return child_ > 0 && ::waitpid(child_, nullptr, WNOHANG) == 0; }

  // Resident memory in KB.
  int64_t memory() const {
    std::FILE* file = std::fopen(("/proc/" + std::to_string(child_) + "/status").c_str(), "r");
    char line[256];
    int64_t value = 0;
    while (file != nullptr && std::fgets(line, sizeof line, file) != nullptr) {
      if (std::string_view(line).starts_with("VmRSS:")) value = std::atoll(line + 6);
    }
    if (file != nullptr) std::fclose(file);
    return value;
  }
  // Seconds of processor time used.
  double cpu() const {
    std::FILE* file = std::fopen(("/proc/" + std::to_string(child_) + "/stat").c_str(), "r");
    unsigned long user = 0;
    unsigned long system = 0;
    if (file != nullptr) {
      if (std::fscanf(file, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
                      &system) != 2) {
        user = system = 0;
      }
      std::fclose(file);
    }
    return static_cast<double>(user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  }
  int64_t metric(const std::string& name) const {
    server_test::Device device(port);
    const std::string text = device.get("/metrics").body;
    const std::string mark = "\nstamtafel_" + name + " ";
    const size_t found = text.find(mark);
    return found == std::string::npos ? 0 : std::atoll(text.c_str() + found + mark.size());
  }
  std::string data() const { return data_.empty() ? folder_ + "/t.db" : data_; }
  // In KB; 0 when there is none.
  int64_t file_size(const std::string& ending) const {
    std::error_code error;
    const auto size = std::filesystem::file_size(data() + ending, error);
    return error ? 0 : static_cast<int64_t>(size / 1024);
  }

  uint16_t port = 0;

 private:
  std::string server_;
  std::vector<std::string> flags_;
  int core_;
  std::string data_;
  std::string folder_;
  pid_t child_ = 0;
};

}  // namespace load
