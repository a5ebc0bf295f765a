// One study on several processes: ranks under mpirun, and workers that take from a database. The
// same to the last digit, also when some of them are killed.
#include <sys/prctl.h>

#include "cli/testing.h"
#include "tests/postgres.h"

namespace cli_test {
namespace {

using Words = std::vector<std::string>;

Words study(const std::string& result, const std::string& blocks, Words more = {}) {
  Words words{"lab",  "balance",  "koenig", "--bots", "greedy", "-n",
              blocks, "--result", result,   "--csv",  "-q"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// A program that is started and can be killed; it ends with the test.
class Started {
 public:
  Started(const Words& words, const std::string& out) {
    pid_ = ::fork();
    if (pid_ != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::setpgid(0, 0);
    if (std::freopen(out.c_str(), "w", stdout) == nullptr) ::_exit(99);
    if (std::freopen((out + ".err").c_str(), "w", stderr) == nullptr) ::_exit(99);
    std::vector<char*> pointers;
    for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    ::execvp(pointers[0], pointers.data());
    ::_exit(99);
  }
  Started(const Started&) = delete;
  Started& operator=(const Started&) = delete;
  ~Started() {
    if (pid_ > 0) kill(SIGKILL);
  }
  void kill(int signal) {
    ::kill(pid_, signal);
    if (signal == SIGKILL) wait();
  }
  int wait() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t pid_ = -1;
};

// One machine is several here: more ranks than it has cores, and as whoever runs the tests.
Words under_mpirun(int ranks, const Words& words) {
  Words all{"env",
            "OMPI_ALLOW_RUN_AS_ROOT=1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
            "LANG=C.UTF-8",
            "LC_ALL=",
            "mpirun",
            "--oversubscribe",
            "--bind-to",
            "none",
            "-n",
            std::to_string(ranks),
            STAMTAFEL_COMMAND};
  all.insert(all.end(), words.begin(), words.end());
  return all;
}

// The ranks of a run are children of its mpirun; those with this result file.
std::vector<pid_t> ranks_of(const std::string& result) {
  std::vector<pid_t> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::string command = slurp(entry.path() / "cmdline");
    const size_t end = command.find('\0');
    if (end == std::string::npos || command.substr(0, end) != STAMTAFEL_COMMAND) continue;
    if (command.find(result) != std::string::npos) found.push_back(std::stoi(name));
  }
  std::ranges::sort(found);
  return found;
}

// Until the file has a line of results.
bool until_played(const std::string& result) {
  for (int i = 0; i < 3000; ++i) {
    const std::string text = slurp(result);
    if (std::ranges::count(text, '\n') > 1) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

// Of a study of one edition that was cut off: the blocks from the first on.
int blocks_in(const std::string& result) {
  std::string text = slurp(result);
  const std::string key = "\"blocks\":[";
  int end = 0;
  for (size_t at = text.find(key); at != std::string::npos; at = text.find(key, at)) {
    at += key.size();
    EXPECT_EQ(std::atoi(text.c_str() + at), end);
    end = std::atoi(text.c_str() + text.find(',', at) + 1);
  }
  return end;
}

TEST(LabCrew, FourRanksFindWhatOneThreadDoes) {
  const Folder folder;
  const Ran one = stamtafel(study(folder.at("one"), "40", {"--threads", "1"}));
  EXPECT_EQ(one.code, 0) << one.err;
  EXPECT_EQ(stamtafel(study(folder.at("two"), "40", {"--threads", "2"})).out, one.out);
  Started ranks(under_mpirun(4, study(folder.at("four"), "40", {"--threads", "1"})),
                folder.at("out"));
  EXPECT_EQ(ranks.wait(), 0) << slurp(folder.at("out.err"));
  EXPECT_EQ(slurp(folder.at("out")), one.out);
  EXPECT_EQ(stamtafel({"lab", "show", folder.at("four"), "--csv"}).out, one.out);
}

TEST(LabCrew, AKilledRankCostsItsOpenBlocksOnly) {
  const Folder folder;
  const std::string result = folder.at("result");
  {
    Started run(under_mpirun(3, study(result, "100000", {"--threads", "1"})), folder.at("out"));
    ASSERT_TRUE(until_played(result)) << slurp(folder.at("out.err"));
    const std::vector<pid_t> ranks = ranks_of(result);
    ASSERT_EQ(ranks.size(), 3u);
    ::kill(ranks[2], SIGKILL);
    EXPECT_NE(run.wait(), 0);  // mpirun ends the others; the first writes what there is
  }
  const int blocks = blocks_in(result);
  ASSERT_GT(blocks, 0);
  const Ran shown = stamtafel({"lab", "show", result, "--csv"});
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_EQ(stamtafel(study(folder.at("one"), std::to_string(blocks), {"--threads", "1"})).out,
            shown.out);
  // What is there is not played again, and four others play the rest.
  const std::string more = std::to_string(blocks + 20);
  Started rest(under_mpirun(4, study(result, more, {"--resume", "--threads", "1"})),
               folder.at("rest"));
  EXPECT_EQ(rest.wait(), 0) << slurp(folder.at("rest.err"));
  EXPECT_EQ(stamtafel(study(folder.at("all"), more)).out, slurp(folder.at("rest")));
}

TEST(LabCrew, WorkersMayComeAndGo) {
  const Folder folder;
  const std::string data = tests::Postgres::get().fresh();
  const Ran one = stamtafel(study(folder.at("one"), "60", {"--threads", "1"}));
  EXPECT_EQ(one.code, 0) << one.err;
  const Words worker{STAMTAFEL_COMMAND, "worker", "--data", data, "--threads", "1"};
  auto first = std::make_unique<Started>(worker, folder.at("first"));
  Started run({STAMTAFEL_COMMAND, "lab", "balance", "koenig", "--bots", "greedy", "-n", "60",
               "--csv", "-q", "--threads", "1", "--workers", data},
              folder.at("out"));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  Started second(worker, folder.at("second"));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  first->kill(SIGKILL);
  EXPECT_EQ(run.wait(), 0) << slurp(folder.at("out.err"));
  EXPECT_EQ(slurp(folder.at("out")), one.out);
  second.kill(SIGTERM);
  EXPECT_EQ(second.wait(), 0);
  EXPECT_THAT(slurp(folder.at("second.err")), HasSubstr("worker.done"));
}

TEST(LabCrew, SaysWhatIsWrong) {
  EXPECT_THAT(stamtafel({"lab", "balance", "koenig", "--workers", "here.db"}).err,
              HasSubstr("takes the address of a PostgreSQL database"));
}

}  // namespace
}  // namespace cli_test
