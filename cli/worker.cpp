// `stamtafel worker`: thinks for servers.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <thread>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/lab_crew.h"
#include "cli/saves.h"
#include "server/log_lines.h"
#include "server/notify.h"
#include "server/worker.h"
#include "store/open.h"

namespace cli {
namespace {

struct WorkerFlags {
  std::vector<std::string> given;  // --data
  int threads = 0;
  std::string log = "auto";
};

server::Worker* running = nullptr;  // for the signals
void end_worker(int) {
  if (running != nullptr) running->stop();
}

int run_worker(const WorkerFlags& flags) {
  const bool text = flags.log == "text" || (flags.log == "auto" && ::isatty(STDERR_FILENO) == 1);
  using Form = server::LogLines::Form;
  const server::LogLines log(flags.log == "off" ? Form::kOff : text ? Form::kText : Form::kJson);
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const int threads = flags.threads > 0 ? flags.threads : cores;
  const engine::Result<std::string> data = data_of(flags.given);
  if (!data) return report(data.error);
  server::Worker worker({*data, threads, play_for_others}, log);
  if (const std::string problem = worker.open(); !problem.empty()) {
    const bool usage = !store::is_postgres(*data);
    return report({usage ? engine::ErrorCode::kUsage : engine::ErrorCode::kFile, problem, ""});
  }
  running = &worker;
  std::signal(SIGINT, end_worker);
  std::signal(SIGTERM, end_worker);
  std::signal(SIGPIPE, SIG_IGN);
  print_line(fmt::format("Thinking for the servers over {}, with {} thread{}.",
                         store::without_password(*data), threads, threads == 1 ? "" : "s"));
  print_line("Ctrl-C ends it; what it has not finished goes to others.");
  std::fflush(stdout);
  server::notify_system("READY=1");
  worker.run();
  running = nullptr;
  server::notify_system("STOPPING=1");
  log.info("worker.done", {{"tasks", std::to_string(worker.done())}});
  return kOk;
}

}  // namespace

void add_worker(CLI::App& app, int& exit_code) {
  add_command<WorkerFlags>(
      app, exit_code, "worker",
      "think for servers over a PostgreSQL database\n"
      "Takes what strong bots, hints and reviews have to think over from a queue in the database, "
      "so that it takes no time from the servers; and, after these, blocks that `stamtafel lab` "
      "asks for with --workers. As many may run as one likes, on as many "
      "machines; each may be killed at any time, and without any the servers think for "
      "themselves.\n"
      "\n"
      "It needs the same access to the database as a server, and serves nobody.",
      [](CLI::App& command, WorkerFlags& flags) {
        add_value(command, "--data ADDRESS", flags.given,
                  "The address of the servers' database: postgresql://user@host/name. Repeated for "
                  "several, as the servers have them.")
            ->required();
        add_value(command, "--threads N", flags.threads,
                  "How many tasks it thinks over at once; by default one for each core.")
            ->check(CLI::Range(1, 1024));
        add_value(command, "--log FORM", flags.log,
                  "Log lines on standard error: text, json or off.")
            ->check(CLI::IsMember({"auto", "text", "json", "off"}));
        add_footer(command,
                   "  stamtafel worker --data postgresql://stamtafel@db.example/stamtafel\n"
                   "  stamtafel worker --data postgresql://stamtafel@db.example/stamtafel "
                   "--threads 4\n");
      },
      run_worker);
}

}  // namespace cli
