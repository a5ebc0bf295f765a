// A PostgreSQL of the tests' own: made in a temporary folder, on a socket there and on no port,
// whatever other databases the machine has. It ends with the process that started it, however that
// ends.
#pragma once

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "store/postgres_connection.h"
#include "tests/folder.h"

namespace tests {

class Postgres {
 public:
  // The one of this process; started by the first who asks. REQUIRES: from the main thread, since
  // the database ends with the thread that started it.
  static Postgres& get() {
    static Postgres postgres;
    return postgres;
  }
  Postgres(const Postgres&) = delete;
  Postgres& operator=(const Postgres&) = delete;
  ~Postgres() { stop(SIGQUIT); }

  // An address under which there is nothing yet: a schema of its own.
  std::string fresh() {
    const std::string schema = "s" + std::to_string(++schemas_);
    run("create schema " + schema);
    return address() + "&options=-csearch_path%3D" + schema;
  }
  std::string address() const {
    return "postgresql:///postgres?user=test&host=" + folder_.at("run");
  }
  // As the database's own shell would.
  void run(const std::string& sql, const std::string& where = "") {
    std::string problem;
    const auto connection = store::Connection::open({where.empty() ? address() : where,
                                                     "test",
                                                     std::chrono::seconds(20),
                                                     std::chrono::seconds(20),
                                                     {}},
                                                    problem);
    ASSERT_NE(connection, nullptr) << problem;
    EXPECT_EQ(connection->run(sql), "");
  }

  // SIGQUIT: at once, as when it crashes. SIGINT: in order.
  void stop(int signal) {
    if (process_ <= 0) return;
    ::kill(process_, signal);
    ::waitpid(process_, nullptr, 0);
    process_ = 0;
  }
  void start() {
    process_ = run_program({"postgres", "-D", folder_.at("data"), "-k", folder_.at("run")}, "log");
    std::string problem = "it did not start";
    for (int i = 0; i < 1000; ++i) {
      if (store::Connection::open(
              {address(), "test", std::chrono::seconds(5), std::chrono::seconds(5), {}}, problem))
        return;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "postgres: " << problem;
  }
  pid_t process() const { return process_; }
  // Also by TCP, on these addresses, to those who come from this network.
  void listen(const std::string& addresses, const std::string& network) {
    stop(SIGINT);
    std::ofstream(folder_.at("data") + "/pg_hba.conf", std::ios::app)
        << "host all all " << network << " trust\n";
    std::ofstream(folder_.at("data") + "/postgresql.conf", std::ios::app)
        << "listen_addresses = '" << addresses << "'\nmax_connections = 200\n";
    start();
  }
  const std::string& socket_folder() const { return run_folder_; }

 private:
  Postgres() {
    if (::geteuid() == 0) {  // whose databases PostgreSQL refuses to run
      const passwd* nobody = ::getpwnam("nobody");
      user_ = nobody->pw_uid;
      group_ = nobody->pw_gid;
      EXPECT_EQ(::chown(folder_.at("").c_str(), user_, group_), 0);
    }
    const pid_t maker =
        run_program({"initdb", "-D", folder_.at("data"), "-U", "test", "-A", "trust", "-E", "UTF8",
                     "--locale=C", "--no-sync", "--no-instructions"},
                    "initdb.log");
    int status = -1;
    ::waitpid(maker, &status, 0);
    EXPECT_EQ(status, 0) << "initdb: is the package postgresql-15 installed?";
    std::filesystem::create_directory(folder_.at("run"));
    if (::geteuid() == 0 && ::chown(folder_.at("run").c_str(), user_, group_) != 0) ::abort();
    // Nobody pulls the plug of a test.
    std::ofstream(folder_.at("data") + "/postgresql.conf", std::ios::app)
        << "listen_addresses = ''\nshared_buffers = 16MB\nmax_connections = 60\n"
           "autovacuum = off\nlog_min_messages = fatal\nfsync = off\n";
    start();
  }

  static std::string program(const std::string& name) {
    namespace fs = std::filesystem;
    for (int version = 20; version >= 13; --version) {
      const std::string path = "/usr/lib/postgresql/" + std::to_string(version) + "/bin/" + name;
      if (fs::exists(path)) return path;
    }
    return name;
  }
  pid_t run_program(std::vector<std::string> words, const std::string& log) const {
    const std::string path = program(words.front());
    const std::string output = folder_.at(log);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child != 0) return child;
    if (::geteuid() == 0 &&
        (::setgroups(0, nullptr) != 0 || ::setgid(group_) != 0 || ::setuid(user_) != 0)) {
      ::_exit(126);
    }
    // After the change of the user, which would undo it.
    ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
    if (::getppid() != parent || ::chdir("/") != 0) ::_exit(126);
    const int fd = ::open(output.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(fd, 1);
    ::dup2(fd, 2);
    ::execvp(path.c_str(), arguments.data());
    ::_exit(127);
  }

  Folder folder_;
  const std::string run_folder_ = folder_.at("run");
  uid_t user_ = 0;
  gid_t group_ = 0;
  pid_t process_ = 0;
  int schemas_ = 0;
};

}  // namespace tests
