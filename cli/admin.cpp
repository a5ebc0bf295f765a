// `stamtafel admin`: what an operator asks of a server that runs, over its socket.
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <memory>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/saves.h"

namespace cli {
namespace {

constexpr int kPatienceMs = 30000;

struct AdminFlags {
  std::string data;
  std::string socket;
  bool json = false;
  std::string what = "tables";
  std::string table, person, text;
  int minutes = -1;
  bool cancel = false;
};

// A request as JSON, sent to the socket; the answer, or what went wrong on the way.
engine::Result<engine::Json> ask_server(const std::string& path, const std::string& request) {
  const auto fail = [&](const std::string& why) {
    return engine::Error{engine::ErrorCode::kFile, path + ": " + why, ""};
  };
  sockaddr_un to{};
  to.sun_family = AF_UNIX;
  if (path.size() >= sizeof to.sun_path) return fail("too long for a socket");
  path.copy(to.sun_path, sizeof to.sun_path - 1);
  struct Closing {
    int fd;
    ~Closing() { ::close(fd); }
  } const socket{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  if (::connect(socket.fd, reinterpret_cast<sockaddr*>(&to), sizeof to) != 0) {
    return fail(errno == ENOENT || errno == ECONNREFUSED ? "no server listens there"
                                                         : std::strerror(errno));
  }
  const std::string line = request + "\n";
  if (::send(socket.fd, line.data(), line.size(), MSG_NOSIGNAL) !=
      static_cast<ssize_t>(line.size())) {
    return fail(std::strerror(errno));
  }
  std::string answer;
  while (answer.find('\n') == std::string::npos) {
    pollfd waiting{socket.fd, POLLIN, 0};
    if (::poll(&waiting, 1, kPatienceMs) <= 0) return fail("the server does not answer");
    char bytes[65536];
    const ssize_t count = ::recv(socket.fd, bytes, sizeof bytes, 0);
    if (count <= 0) return fail("the server has hung up");
    answer.append(bytes, static_cast<size_t>(count));
  }
  return engine::parse_json(answer.substr(0, answer.find('\n')), "answer");
}

std::string text_of(const engine::Json& json, std::string_view key) {
  const engine::Json* found = json.find(key);
  if (found == nullptr) return {};
  return found->is_integer() ? std::to_string(found->integer) : found->text;
}
int64_t number_of(const engine::Json& json, std::string_view key) {
  const engine::Json* found = json.find(key);
  return found == nullptr ? 0 : found->integer;
}
bool is_true(const engine::Json& json, std::string_view key) {
  const engine::Json* found = json.find(key);
  return found != nullptr && found->boolean;
}

std::string time_text(int64_t milliseconds) {
  const std::time_t seconds = milliseconds / 1000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02} UTC", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min);
}
std::string span_text(int64_t milliseconds) {
  const int64_t minutes = milliseconds / 60000;
  if (minutes < 60) return fmt::format("{} min", minutes);
  if (minutes < 48 * 60) return fmt::format("{} h {} min", minutes / 60, minutes % 60);
  return fmt::format("{} days", minutes / (24 * 60));
}

void print_status(const engine::Json& status) {
  print_line(fmt::format("{}, up {}, {}", text_of(status, "version"),
                         span_text(number_of(status, "up")),
                         is_true(status, "healthy") ? "healthy" : "NOT HEALTHY: writing fails"));
  print_line(fmt::format("{} clients, {} games going on, {} tables in memory, {} resting",
                         number_of(status, "clients"), number_of(status, "games"),
                         number_of(status, "tables_in_memory"),
                         number_of(status, "tables_resting")));
  print_line(fmt::format("data file {:.1f} MB, log {:.1f} MB",
                         static_cast<double>(number_of(status, "file_bytes")) / 1e6,
                         static_cast<double>(number_of(status, "log_bytes")) / 1e6));
  if (is_true(status, "draining")) {
    print_line("draining; ends at the latest " + time_text(number_of(status, "until")));
  }
  if (const std::string text = text_of(status, "announcement"); !text.empty()) {
    print_line("announced: " + text);
  }
}

std::string names_of(const engine::Json& row) {
  std::string names;
  if (const engine::Json* people = row.find("people")) {
    for (const engine::Json& person : people->items) {
      names += (names.empty() ? "" : ", ") + text_of(person, "name");
    }
  }
  return names;
}

void print_list(const engine::Json& answer, const std::string& what) {
  const engine::Json* rows = answer.find(what);
  if (rows == nullptr) return;
  for (const engine::Json& row : rows->items) {
    if (what == "tables") {
      print_line(fmt::format("{}  {:<12} {:<10} {:>3} watching  idle {:<12} {}",
                             text_of(row, "table"), text_of(row, "game"), text_of(row, "status"),
                             number_of(row, "watchers"), span_text(number_of(row, "idle")),
                             names_of(row)));
    } else if (what == "clients") {
      print_line(fmt::format("{:>6}  {:<22} {:<14} {}", number_of(row, "client"),
                             text_of(row, "address"), text_of(row, "person"),
                             text_of(row, "name")));
    } else if (what == "people") {
      print_line(fmt::format("{:<14} {:>3} clients  {}{}", text_of(row, "person"),
                             number_of(row, "clients"), text_of(row, "name"),
                             is_true(row, "muted") ? "  (muted)" : ""));
    } else {
      print_line(fmt::format("{:<14} until {}  {}", text_of(row, "person"),
                             time_text(number_of(row, "until")), text_of(row, "name")));
    }
  }
}

int run_admin(const AdminFlags& flags, const std::string& verb,
              const std::function<void(engine::JsonWriter&)>& members) {
  std::string request;
  engine::JsonWriter out(request);
  out.begin_object();
  out.member("do", std::string_view(verb));
  members(out);
  out.end_object();
  const std::string path = !flags.socket.empty()
                               ? flags.socket
                               : admin_socket_of(flags.data.empty() ? default_data() : flags.data);
  const engine::Result<engine::Json> answer = ask_server(path, request);
  if (!answer) return report(answer.error);
  if (flags.json) print_line((*answer).dump());
  if (text_of(*answer, "is") == "error") {
    complain(text_of(*answer, "text"));
    return kRefused;
  }
  if (flags.json) return kOk;
  if (verb == "status") print_status(*answer);
  if (verb == "list") print_list(*answer, flags.what);
  return kOk;
}

// They stand before the verb or after it: those of all.
struct NoFlags {};

}  // namespace

void add_admin(CLI::App& app, int& exit_code) {
  auto flags = std::make_shared<AdminFlags>();
  CLI::App* admin = app.add_subcommand(
      "admin",
      "look after a server that runs\n"
      "Speaks to 'stamtafel serve' on this machine through the socket it keeps beside its data "
      "file, which only its owner (and root) can open. 'serve --admin' can put it elsewhere.\n"
      "\n"
      "A drained server begins nothing new and ends by itself as soon as nobody is in the middle "
      "of a game, so that an update interrupts nobody; tables go on where they were after it. "
      "Where "
      "other servers run over the same database, it sends its people to them instead, and ends "
      "within seconds.");
  admin->require_subcommand(1);
  add_value(*admin, "--data FILE", flags->data, "The data file of the server that is meant.");
  add_value(*admin, "--socket PATH", flags->socket,
            "Its socket, where that is not beside the file.");
  admin->add_flag("--json", flags->json, "Prints the server's answer as it is.");
  const auto add = [&](const char* name, const char* about,
                       const std::function<void(engine::JsonWriter&)>& members) {
    return &add_command<NoFlags>(
        *admin, exit_code, name, about,
        [&](CLI::App& command, NoFlags&) {
          command.fallthrough();
          command.set_help_flag("--help,-h", "Prints this help and ends.");
          command.formatter(app.get_formatter());
        },
        [flags, verb = std::string(name), members](const NoFlags&) {
          return run_admin(*flags, verb == "unmute" ? "mute" : verb, members);
        });
  };
  const auto minutes = [flags](engine::JsonWriter& out) {
    if (flags->minutes >= 0) out.member("minutes", flags->minutes);
  };
  add("status", "how the server is", [](engine::JsonWriter&) {});
  add("list", "tables, clients, people or mutes",
      [flags](engine::JsonWriter& out) { out.member("what", std::string_view(flags->what)); })
      ->add_option("WHAT", flags->what, "tables, clients, people or mutes")
      ->check(CLI::IsMember({"tables", "clients", "people", "mutes"}));
  add("close", "ends a table for good; nobody has won",
      [flags](engine::JsonWriter& out) { out.member("table", std::string_view(flags->table)); })
      ->add_option("TABLE", flags->table, "Its id, or the beginning that the log shows.")
      ->required();
  CLI::App* mute = add("mute", "somebody says nothing any more, at no table",
                       [flags, minutes](engine::JsonWriter& out) {
                         out.member("person", std::string_view(flags->person));
                         minutes(out);
                       });
  add_argument(*mute, "PERSON", flags->person, "The person's id ('list people').");
  add_value(*mute, "--minutes N", flags->minutes, "For so long; for ever otherwise.")
      ->check(CLI::Range(1, 100 * 365 * 24 * 60));
  add("unmute", "and may speak again",
      [flags](engine::JsonWriter& out) {
        out.member("person", std::string_view(flags->person));
        out.member("minutes", 0);
      })
      ->add_option("PERSON", flags->person, "The person's id ('list mutes').")
      ->required();
  CLI::App* announce = add("announce", "tells all a sentence; an empty one takes it back",
                           [flags, minutes](engine::JsonWriter& out) {
                             out.member("text", std::string_view(flags->text));
                             minutes(out);
                           });
  add_argument(*announce, "TEXT", flags->text, "Up to 300 characters.");
  add_value(*announce, "--minutes N", flags->minutes, "Shown for so long (10).")
      ->check(CLI::Range(1, 7 * 24 * 60));
  CLI::App* drain = add("drain", "begins nothing new, ends when the last game pauses",
                        [flags, minutes](engine::JsonWriter& out) {
                          if (flags->cancel) out.member("on", false);
                          minutes(out);
                        });
  add_value(*drain, "--minutes N", flags->minutes, "And after so long at the latest (30).")
      ->check(CLI::Range(0, 7 * 24 * 60));
  drain->add_flag("--cancel", flags->cancel, "Goes on as if nothing had been said.");
  add_footer(*admin,
             "  stamtafel admin status\n"
             "  stamtafel admin list people\n"
             "  stamtafel admin announce 'An update comes at eight.' --minutes 60\n"
             "  stamtafel admin drain --minutes 20\n"
             "  stamtafel admin --data /var/lib/stamtafel/tables.db close mhq3v8\n",
             "  6  the server has refused it\n");
}

}  // namespace cli
