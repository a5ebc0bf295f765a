#include "server/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "server/bring.h"
#include "server/clocks.h"
#include "server/puzzle_sets.h"
#include "store/open.h"

namespace server {
namespace {

std::string backup_metrics(const BackupFigures& figures) {
  return fmt::format(
      "# TYPE stamtafel_backups_total counter\nstamtafel_backups_total {}\n"
      "# TYPE stamtafel_backup_failures_total counter\nstamtafel_backup_failures_total {}\n"
      "# TYPE stamtafel_backup_last_seconds gauge\nstamtafel_backup_last_seconds {}\n",
      figures.made, figures.failures, figures.last);
}

// What the look at the file brought; damage is contained, but the operator must know.
void log_check(const Log& log, const store::Check& check) {
  for (const store::Problem& problem : check.problems) {
    log.warn("data damaged", {{"table", Log::short_id(problem.table)}, {"problem", problem.what}});
  }
  log.info("data checked", {{"entries", std::to_string(check.entries)},
                            {"whole", check.whole ? "yes" : "no"},
                            {"problems", std::to_string(check.problems.size())}});
}

}  // namespace

Server::Server(ServerOptions options)
    : options_(std::move(options)), log_(options_.log, options_.log_file), net_(net_options()) {}

NetOptions Server::net_options() {
  NetOptions options = options_.net;
  // As JSON a record is a little longer, by a letter for each line.
  if (options_.settings.records) options.body = std::max(options.body, kLargestRecord * 5 / 4);
  options.hangup = [this] { reload(); };
  options.terminate = [this] { return hub_ != nullptr && hub_->leave(); };
  return options;
}

void Server::reload() {
  if (const std::string problem = log_.open(); !problem.empty()) {
    log_.warn("reload.failed", {{"why", problem}});
  }
  if (const std::string problem = net_.reload_certificate(); !problem.empty()) {
    log_.warn("reload.failed", {{"why", problem}});
  } else {
    log_.info("reloaded");
  }
}

Server::~Server() {
  // The store's last Thens find nobody; the hub goes first, its workers with it.
  hub_.reset();
  backups_.reset();
  store_.reset();
}

std::string Server::open() {
  if (std::string problem = log_.open(); !problem.empty()) return problem;
  const std::string shown = store::without_password(options_.data);
  if (store::is_postgres(options_.data) && !options_.backups.folder.empty()) {
    return shown + ": a PostgreSQL database is backed up with its own tools, not by the server";
  }
  store::OpenOptions data;
  data.data = options_.data;
  data.max_pages = options_.max_pages;
  data.deliver = [this](std::function<void()> batch) { net_.post(std::move(batch)); };
  data.tell = [this](const std::string& problem) { log_.warn("data", {{"problem", problem}}); };
  data.check_whole = options_.check_whole;
  store::Opened opened = store::open(data);
  if (opened.store == nullptr) return opened.problem;
  store_ = std::move(opened.store);
  log_check(log_, opened.check);
  if (std::string problem = net_.listen(); !problem.empty()) return problem;

  PublicSettings settings = options_.settings;
  settings.frame = options_.net.frame;
  if (!settings.now) {
    settings.now = system_now;
    settings.system_clock = true;
    settings.steady = steady_now;
  }
  settings.more_metrics = [this] {
    return net_.metrics() + (backups_ == nullptr ? "" : backup_metrics(backups_->figures()));
  };
  if (!settings.puzzles) settings.puzzles = puzzle_texts;
  settings.public_address = settings.origins.empty() ? address() : settings.origins.front();
  settings.end = [this] { net_.stop(); };
  settings.post = [this](std::function<void()> work) { net_.post(std::move(work)); };
  hub_ = std::make_unique<PublicHub>(*store_, std::move(settings), log_);
  hub_->resume();
  if (!options_.backups.folder.empty()) {
    backups_ = std::make_unique<Backups>(options_.data, options_.backups, log_);
  }
  log_.info("listening", {{"address", address()}, {"data", shown}});
  return {};
}

uint16_t Server::port() const { return net_.port(); }

std::string Server::address() const {
  const bool v6 = options_.net.bind.find(':') != std::string::npos;
  const std::string host = options_.net.bind == "0.0.0.0" || options_.net.bind == "::"
                               ? "localhost"
                               : (v6 ? "[" + options_.net.bind + "]" : options_.net.bind);
  return (options_.net.tls_cert.empty() ? "http://" : "https://") + host + ":" +
         std::to_string(port());
}

void Server::run() {
  net_.run(*hub_, [this] { hub_->stop(); });
  log_.info("stopped");
}

void Server::stop() { net_.stop(); }

}  // namespace server
