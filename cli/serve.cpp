// `stamtafel serve`: tables in the browser.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <thread>

#include "cli/common.h"
#include "cli/duration.h"
#include "cli/help.h"
#include "cli/saves.h"
#include "server/alone_files.h"
#include "server/notify.h"
#include "server/server.h"
#include "store/open.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr int kFirstPort = 8080;
constexpr int kPortsToTry = 10;

struct ServeFlags {
  int port = -1;  // none given: the first free one from 8080 on
  std::string bind = "127.0.0.1";
  std::vector<std::string> given;  // --data
  std::string data;
  std::string tls_cert;
  std::string tls_key;
  std::string log = "auto";
  std::vector<std::string> origins;
  std::vector<std::string> editions;  // "GAME=FILE"
  bool own_editions = false;
  bool no_records = false;
  std::vector<std::string> bots;  // "NAME=exec:COMMAND"
  int bot_programs = 0;
  std::string log_file;
  std::string admin;  // empty: beside the data file
  std::string alone;  // empty: where it usually is
  int hops = 0;
  bool open = false;
  bool check = false;
  std::string backup;
  std::string every = "1d";
  int keep = 7;
  std::vector<std::string> notify_hosts;
  bool notify_own_network = false;
  std::string mail_relay;
  std::string mail_from;
  std::string mail_login;
  std::string authorities;
  int64_t notify_after = 0;
  bool unlimited = false;
  int64_t rest_after = 0;
};

server::LogLines::Form log_form(const std::string& wanted) {
  if (wanted == "off") return server::LogLines::Form::kOff;
  if (wanted == "json") return server::LogLines::Form::kJson;
  if (wanted == "text") return server::LogLines::Form::kText;
  return ::isatty(STDERR_FILENO) == 1 ? server::LogLines::Form::kText
                                      : server::LogLines::Form::kJson;
}

// Each client is an open file. How many there may be besides our own.
size_t allow_many_files() {
  constexpr rlim_t kOwn = 64;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1000;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur - std::min(limit.rlim_cur / 2, kOwn);
}

void open_browser(const std::string& address) {
  const std::string command = "xdg-open '" + address + "' >/dev/null 2>&1 &";
  if (std::system(command.c_str()) != 0) complain("no browser could be opened");
}

// What --edition names, loaded and checked.
engine::Result<server::Editions::Offered> read_editions(const std::vector<std::string>& wanted) {
  server::Editions::Offered offered;
  for (const std::string& text : wanted) {
    const size_t is = text.find('=');
    if (is == 0 || is == std::string::npos || is + 1 == text.size()) {
      return engine::Error{engine::ErrorCode::kUsage,
                           fmt::format("--edition takes GAME=FILE, not '{}'", text), ""};
    }
    const std::string id = text.substr(0, is);
    const auto game = find_game(id);
    if (!game) return game.error;
    const std::string file = text.substr(is + 1);
    const auto edition = find_edition(**game, file == "standard" ? "" : file);
    if (!edition) return edition.error;
    for (const engine::EditionPtr& other : offered[id]) {
      if (other->hash() == (*edition)->hash()) {
        return engine::Error{engine::ErrorCode::kUsage,
                             fmt::format("--edition {}: it is offered twice", text), ""};
      }
    }
    for (const std::string& warning : (*edition)->warnings())
      complain(fmt::format("{}: {}", file, warning));
    offered[id].push_back(*edition);
  }
  return offered;
}

engine::Result<std::vector<server::HouseBot>> read_house_bots(
    const std::vector<std::string>& wanted) {
  std::vector<server::HouseBot> bots;
  for (const std::string& text : wanted) {
    auto bot = server::read_house_bot(text, bots);
    if (!bot) return bot.error;
    bots.push_back(std::move(*bot));
  }
  return bots;
}

engine::Error misused(const std::string& text) { return {engine::ErrorCode::kUsage, text, ""}; }

// How "your move" goes out.
engine::Result<server::PostOffice> read_office(const ServeFlags& flags) {
  server::PostOffice office;
  for (const std::string& several : flags.notify_hosts) {
    for (std::string_view text : engine::split(several, ',')) {
      const auto rule = server::read_host_rule(engine::trim(text));
      if (!rule) {
        return misused(fmt::format(
            "--notify-hosts: '{}' is no host (hooks.example, *.example, hooks.example:8443, "
            "http://127.0.0.1:9000 or *)",
            text));
      }
      office.hosts.push_back(*rule);
    }
  }
  office.own_network = flags.notify_own_network;
  office.dialing.authorities = flags.authorities;
  if (flags.mail_relay.empty() != flags.mail_from.empty()) {
    return misused("--mail-relay and --mail-from go together");
  }
  if (flags.mail_relay.empty()) return office;
  const auto relay = server::read_mail_relay(flags.mail_relay);
  if (!relay) {
    return misused(fmt::format("--mail-relay: '{}' is none (smtp://host, smtps://host:465)",
                               flags.mail_relay));
  }
  const auto from = server::read_mail_address(flags.mail_from);
  if (!from) return misused(fmt::format("--mail-from: '{}' is no mail address", flags.mail_from));
  office.relay = *relay;
  office.relay.from = *from;
  if (flags.mail_login.empty()) return office;
  const auto login = read_file(flags.mail_login);
  if (!login) return login.error;
  const std::string_view line = engine::trim(engine::split(*login, '\n').front());
  const size_t colon = line.find(':');
  if (colon == 0 || colon == std::string_view::npos) {
    return misused(flags.mail_login + ": its first line must be USER:PASSWORD");
  }
  office.relay.user = line.substr(0, colon);
  office.relay.password = line.substr(colon + 1);
  return office;
}

server::ServerOptions options_of(const ServeFlags& flags) {
  server::ServerOptions options;
  options.data = flags.data;
  options.check_whole = flags.check;
  options.backups.folder = flags.backup;
  options.backups.every = *parse_duration(flags.every);
  options.backups.keep = flags.keep;
  options.log = log_form(flags.log);
  options.net.admin =
      flags.admin == "none" ? ""
      : !flags.admin.empty()
          ? flags.admin
          : admin_socket_of(store::is_postgres(flags.data) ? default_data() : flags.data);
  options.net.bind = flags.bind;
  options.net.tls_cert = flags.tls_cert;
  options.net.tls_key = flags.tls_key;
  options.net.catch_signals = true;
  options.settings.version = std::string("stamtafel ") + STAMTAFEL_VERSION;
  options.log_file = flags.log_file;
  options.net.hops = flags.hops;
  options.settings.origins = flags.origins;
  options.settings.alone = flags.alone.empty() ? server::alone_folder() : flags.alone;
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  options.settings.workers = std::max(1, cores - 1);
  options.settings.house_programs = flags.bot_programs > 0 ? flags.bot_programs : cores;
  if (flags.notify_after > 0) options.settings.notify_after = flags.notify_after;
  if (flags.rest_after > 0) options.settings.rest_after = flags.rest_after;
  if (flags.unlimited) {
    options.settings.lift_limits();
    options.net.gate.lift_limits();
  }
  return options;
}

int run_serve(ServeFlags flags) {
  if (flags.tls_cert.empty() != flags.tls_key.empty()) {
    return report({engine::ErrorCode::kUsage, "--tls-cert and --tls-key go together", ""});
  }
  if (const auto every = parse_duration(flags.every); !every) return report(every.error);
  const auto editions = read_editions(flags.editions);
  if (!editions) return report(editions.error);
  const auto bots = read_house_bots(flags.bots);
  if (!bots) return report(bots.error);
  const auto office = read_office(flags);
  if (!office) return report(office.error);
  const engine::Result<std::string> data = data_of(flags.given);
  if (!data) return report(data.error);
  flags.data = *data;
  if (flags.given.empty()) {
    std::error_code error;
    fs::create_directories(fs::path(flags.data).parent_path(), error);
  }
  const size_t files = allow_many_files();
  const bool any = flags.port < 0;
  std::string problem;
  for (int i = 0; i < (any ? kPortsToTry : 1); ++i) {
    server::ServerOptions options = options_of(flags);
    options.settings.editions = *editions;
    options.settings.house_bots = *bots;
    options.settings.own_editions = flags.own_editions;
    options.settings.records = !flags.no_records;
    if (flags.own_editions) {
      options.net.body = std::max(options.net.body, server::Editions::kLargestFile + 1024);
    }
    options.settings.office = *office;
    // The gate makes room before the system refuses.
    server::GateLimits& gate = options.net.gate;
    gate.connections = std::min(gate.connections, files);
    gate.reserve = std::min(gate.reserve, gate.connections / 8);
    options.net.port = static_cast<uint16_t>(any ? kFirstPort + i : flags.port);
    const bool has_module = server::AloneFiles(options.settings.alone).there();
    server::Server server(std::move(options));
    problem = server.open();
    if (!problem.empty()) {
      if (problem.find("can't listen") == std::string::npos) break;
      continue;
    }
    print_line(fmt::format("Stamtafel is open at {}", server.address()));
    print_line("Ctrl-C closes it; the tables are kept.");
    if (!has_module)
      print_line("Left out: \"Play here, alone\" (docs/alone.md says how to build it).");
    std::fflush(stdout);
    if (flags.open) open_browser(server.address());
    server::notify_system("READY=1");
    server.run();
    server::notify_system("STOPPING=1");
    return kOk;
  }
  return report({engine::ErrorCode::kFile, problem, ""});
}

}  // namespace

void add_serve(CLI::App& app, int& exit_code) {
  add_command<ServeFlags>(
      app, exit_code, "serve",
      "open tables in the browser, for friends and bots\n"
      "Serves the page to play on and keeps the tables in one file. Whoever opens the address can "
      "make a table, send its link to friends, and sit down; bots fill the other seats. Tables go "
      "on where they were after a restart.\n"
      "\n"
      "Only this machine can reach it unless --bind says otherwise: 0.0.0.0 opens it to the whole "
      "network. docs/protocol.md describes how programs talk to it.",
      [](CLI::App& command, ServeFlags& flags) {
        add_value(command, "--port N (default: the first free one from 8080 on)", flags.port,
                  "The port; 0 takes any free one.")
            ->check(CLI::Range(0, 65535));
        add_value(command, "--alone FOLDER", flags.alone,
                  "The folder with stamtafel.wasm, which lets people play on their device "
                  "alone. By default where the program is installed or built.");
        add_value(command, "--bind ADDRESS", flags.bind, "The address to listen on.");
        add_value(command, "--data FILE|ADDRESS", flags.given,
                  "The file in which tables and people are kept; made when it isn't there. By "
                  "default stamtafel/tables.db in the user's data folder. Or the address of a "
                  "PostgreSQL database: postgresql://user@host/name. May be repeated for several "
                  "databases, over which tables are spread.");
        add_value(command, "--tls-cert FILE", flags.tls_cert,
                  "Serves https with this certificate (PEM, with its chain).");
        add_value(command, "--tls-key FILE", flags.tls_key, "The certificate's private key (PEM).");
        add_value(command, "--origin URL", flags.origins,
                  "Another address under which the page is reached (https://games.example), "
                  "behind a proxy that changes the host. May be repeated.")
            ->allow_extra_args(false);
        add_value(
            command, "--edition GAME=FILE", flags.editions,
            "New tables of GAME begin with this component data instead of the game's own (a "
            "JSON file; `stamtafel edition GAME --print` prints the game's own). Repeated for "
            "the same game, it offers several: whoever makes a table chooses among them, and "
            "gets the first one unasked; GAME=standard is the game's own. Tables that began "
            "with other data keep it.")
            ->allow_extra_args(false);
        command.add_flag("--own-editions", flags.own_editions,
                         "Whoever makes a table may bring an edition of their own for it (a file "
                         "of at most 128 KiB, checked like any other). Its names and texts are "
                         "shown to everybody at the table.");
        command.add_flag("--no-records", flags.no_records,
                         "Nobody may bring a game that was played elsewhere as a record. Otherwise "
                         "they may, within limits: to look at it again, or to play on against "
                         "bots. Such tables are marked, and never rated.");
        add_value(command, "--bot NAME=exec:COMMAND", flags.bots,
                  "A program of your own that people find among the opponents by this name, told "
                  "as a bot of the house (docs/bot-protocol.md): 'Brave=exec:./mybot "
                  "--brave,ms=200'. It runs with the rights of this server, and only you can name "
                  "one. Where it fails a regular plays on for it. May be repeated.")
            ->allow_extra_args(false);
        add_value(command, "--bot-programs N (default: one for each core)", flags.bot_programs,
                  "How many such programs run at a time, at most.")
            ->check(CLI::Range(1, 1024));
        add_value(command, "--proxy [N]", flags.hops,
                  "Proxies of your own stand before it, one or N: limits look at the address that "
                  "the first of them saw (X-Forwarded-For), cookies at whether it spoke TLS "
                  "(X-Forwarded-Proto).")
            ->expected(0, 1)
            ->default_str("1")
            ->check(CLI::Range(1, 16));
        add_value(command, "--log FORM", flags.log,
                  "Log lines on standard error: text, json or off.")
            ->check(CLI::IsMember({"auto", "text", "json", "off"}));
        add_value(command, "--log-file FILE", flags.log_file,
                  "Log lines go to the end of this file instead. SIGHUP opens it anew, and reads "
                  "certificate and key again.");
        command.add_flag(
            "--check", flags.check,
            "Looks at the whole file before anything is served; otherwise for a second. "
            "What is found goes to the log. Damaged tables are closed, all others go on.");
        add_value(command, "--backup FOLDER", flags.backup,
                  "Makes backups of the file in this folder while it runs: tables-DATE-TIME.db, "
                  "checked, readable by their owner only.");
        add_value(command, "--every TIME (default: 1d)", flags.every,
                  "How often: 30min, 12h, 1d, 1w.");
        add_value(command, "--keep N (default: 7)", flags.keep,
                  "How many backups stay; older ones are removed when a sound one is made.")
            ->check(CLI::Range(1, 10000));
        add_value(command, "--admin PATH", flags.admin,
                  "The socket for 'stamtafel admin'; only its owner can open it. By default "
                  "beside the data file, with .admin after its name (of a database: where the "
                  "file would be by default); 'none' for no socket.");
        add_value(command, "--notify-hosts HOST[,HOST…]", flags.notify_hosts,
                  "People may give a webhook on these hosts, to which \"your move\" goes "
                  "while they are away: hooks.example (https), *.example, "
                  "hooks.example:8443, http://127.0.0.1:9000, or * for every public host. "
                  "May be repeated. Without it there are no webhooks.")
            ->allow_extra_args(false);
        command.add_flag("--notify-own-network", flags.notify_own_network,
                         "Hosts of --notify-hosts may lead to addresses that are not public.");
        add_value(command, "--mail-relay URL", flags.mail_relay,
                  "People may give a mail address, to which \"your move\" goes through this "
                  "relay: smtp://host[:25] (with TLS when it offers it) or smtps://host[:465].");
        add_value(command, "--mail-from ADDRESS", flags.mail_from,
                  "The address that mail comes from.");
        add_value(command, "--mail-login FILE", flags.mail_login,
                  "A file whose first line is USER:PASSWORD for the relay.");
        add_value(command, "--notify-authorities FILE", flags.authorities,
                  "Certificate authorities to believe instead of the system's (PEM), for "
                  "webhooks and the relay.");
        command
            .add_option("--notify-after", flags.notify_after,
                        "Milliseconds somebody must be away, for tests.")
            ->group("");
        command.add_flag("--open", flags.open, "Opens the page in the browser.");
        command
            .add_flag("--no-limits", flags.unlimited,
                      "Lets clients send as much as they like, for load tests.")
            ->group("");
        command
            .add_option("--rest-after", flags.rest_after,
                        "Milliseconds after which an idle table leaves the memory, for load tests.")
            ->group("");
        add_footer(command,
                   "  stamtafel serve --open\n"
                   "  stamtafel serve --bind 0.0.0.0 --port 8080\n"
                   "  stamtafel serve --data tables.db --backup backups --every 1d --keep 7\n"
                   "  stamtafel serve --edition {game}=my-edition.json --edition {game}=standard\n"
                   "  stamtafel serve --data friends.db --tls-cert cert.pem --tls-key key.pem\n");
      },
      run_serve);
}

}  // namespace cli
