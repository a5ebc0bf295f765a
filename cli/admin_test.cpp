// The operator's command, against a server that runs.
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <csignal>

#include "cli/testing.h"

namespace cli_test {
namespace {

// A server that runs for the time of a test, told of its readiness as systemd would be.
class Serving {
 public:
  explicit Serving(const Folder& folder) {
    sockaddr_un here{};
    here.sun_family = AF_UNIX;
    const std::string notify = folder.at("notify");
    notify.copy(here.sun_path, sizeof here.sun_path - 1);
    const int ready = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    ::bind(ready, reinterpret_cast<sockaddr*>(&here), sizeof here);
    const std::string data = folder.at("t.db");
    process_ = ::fork();
    if (process_ == 0) {
      ::setenv("NOTIFY_SOCKET", notify.c_str(), 1);
      const int nothing = ::open("/dev/null", O_WRONLY);
      ::dup2(nothing, 1);
      ::dup2(nothing, 2);
      ::execl(STAMTAFEL_COMMAND, STAMTAFEL_COMMAND, "serve", "--port", "0", "--data", data.c_str(),
              static_cast<char*>(nullptr));
      ::_exit(127);
    }
    pollfd waiting{ready, POLLIN, 0};
    char bytes[100]{};
    if (::poll(&waiting, 1, 20000) == 1) ::recv(ready, bytes, sizeof bytes - 1, 0);
    ::close(ready);
    told = bytes;
  }
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;
  ~Serving() {
    if (process_ > 0) {
      ::kill(process_, SIGTERM);
      wait();
    }
  }
  int wait() {
    int status = 0;
    ::waitpid(process_, &status, 0);
    process_ = 0;
    return status;
  }
  std::string told;

 private:
  pid_t process_ = 0;
};

TEST(Admin, SpeaksToTheServerBesideTheDataFile) {
  const Folder folder;
  const std::string data = folder.at("t.db");
  const Ran none = stamtafel({"admin", "status", "--data", data});
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("no server listens there"));
  Serving server(folder);
  EXPECT_EQ(server.told, "READY=1");
  const Ran status = stamtafel({"admin", "status", "--data", data});
  EXPECT_EQ(status.code, 0) << status.err;
  EXPECT_THAT(status.out, HasSubstr("healthy"));
  EXPECT_THAT(status.out, HasSubstr("0 clients, 0 games going on"));
  const Ran json = stamtafel({"admin", "--json", "list", "people", "--data", data});
  EXPECT_EQ(json.out, "{\"is\":\"list\",\"people\":[]}\n");
  const Ran close = stamtafel({"admin", "close", "nothing", "--socket", data + ".admin"});
  EXPECT_EQ(close.code, 6);
  EXPECT_THAT(close.err, HasSubstr("There is no such table"));
  EXPECT_EQ(stamtafel({"admin", "mute", "nobody", "--data", data}).code, 6);
  EXPECT_EQ(stamtafel({"admin", "announce", "Closing", "--minutes", "5", "--data", data}).code, 0);
  EXPECT_EQ(stamtafel({"admin", "drain", "--data", data}).code, 0);
  const int status_of_exit = server.wait();  // nobody plays: it ends at once
  EXPECT_TRUE(WIFEXITED(status_of_exit) && WEXITSTATUS(status_of_exit) == 0);
}

TEST(Admin, BadFlagsAreExplained) {
  EXPECT_EQ(stamtafel({"admin"}).code, 2);
  EXPECT_EQ(stamtafel({"admin", "nonsense"}).code, 2);
  EXPECT_EQ(stamtafel({"admin", "list", "cats"}).code, 2);
  EXPECT_EQ(stamtafel({"admin", "close"}).code, 2);
  EXPECT_EQ(stamtafel({"admin", "drain", "--minutes", "-4"}).code, 2);
  const Ran help = stamtafel({"admin", "--help"});
  EXPECT_EQ(help.code, 0);
  for (const char* word : {"status", "list", "close", "mute", "announce", "drain", "Exit codes"}) {
    EXPECT_THAT(help.out, HasSubstr(word));
  }
}

}  // namespace
}  // namespace cli_test
