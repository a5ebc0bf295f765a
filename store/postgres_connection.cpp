#include "store/postgres_connection.h"

#include <poll.h>

#include <algorithm>
#include <array>

namespace store {
namespace {

constexpr uint32_t kInt8 = 20;  // PostgreSQL's numbers of its types
constexpr uint32_t kText = 25;
constexpr int kBinary = 1;

template <class Number>
void put(std::string& bytes, Number number) {
  for (int shift = static_cast<int>(sizeof number) * 8 - 8; shift >= 0; shift -= 8) {
    bytes += static_cast<char>(static_cast<uint64_t>(number) >> shift);
  }
}

int64_t number_in(const char* bytes, int size) {
  int64_t number = size > 1 && (bytes[0] & 0x80) != 0 ? -1 : 0;
  for (int i = 0; i < size; ++i) {
    number =
        static_cast<int64_t>(static_cast<uint64_t>(number) << 8 | static_cast<uint8_t>(bytes[i]));
  }
  return number;
}

// One dimension, no nulls.
std::string array_head(uint32_t type, size_t size) {
  std::string bytes;
  put(bytes, int32_t{size == 0 ? 0 : 1});
  put(bytes, int32_t{0});
  put(bytes, type);
  if (size > 0) {
    put(bytes, static_cast<int32_t>(size));
    put(bytes, int32_t{1});
  }
  return bytes;
}

template <class Texts>
std::string array_of(const Texts& texts) {
  std::string bytes = array_head(kText, texts.size());
  for (std::string_view text : texts) {
    put(bytes, static_cast<int32_t>(text.size()));
    bytes += text;
  }
  return bytes;
}

// libpq ends its sentences with a line of their own.
std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

// Where each thing must be seen to and where a hang would hurt, whatever the role's own settings.
// Every statement has one good plan, which need not be looked for each time.
constexpr const char* kSettings = R"sql(
set client_encoding = 'UTF8';
set client_min_messages = warning;
set default_transaction_isolation = 'read committed';
set plan_cache_mode = force_generic_plan;
set statement_timeout = '10s';
set idle_in_transaction_session_timeout = '10s';
set tcp_keepalives_idle = 10;
set tcp_keepalives_interval = 5;
set tcp_keepalives_count = 3;
do $$ begin
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', false);
  end if;
end $$;
)sql";

}  // namespace

void Values::add(int64_t number) {
  std::string bytes;
  put(bytes, number);
  push(std::move(bytes));
}

void Values::add(const std::vector<int64_t>& numbers) {
  std::string bytes = array_head(kInt8, numbers.size());
  for (int64_t number : numbers) {
    put(bytes, int32_t{sizeof number});
    put(bytes, number);
  }
  push(std::move(bytes));
}

void Values::add(const std::vector<std::string_view>& texts) { push(array_of(texts)); }
void Values::add(const std::vector<std::string>& texts) { push(array_of(texts)); }

bool Rows::well() const {
  const ExecStatusType status = PQresultStatus(result_.get());
  return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
}

std::string Rows::state() const {
  const char* state = PQresultErrorField(result_.get(), PG_DIAG_SQLSTATE);
  return state == nullptr ? "" : state;
}

std::string Rows::problem() const { return one_line(PQresultErrorMessage(result_.get())); }

int64_t Rows::integer(int row, int column) const {
  return number_in(PQgetvalue(result_.get(), row, column), PQgetlength(result_.get(), row, column));
}

std::string Rows::text(int row, int column) const {
  return {PQgetvalue(result_.get(), row, column),
          static_cast<size_t>(PQgetlength(result_.get(), row, column))};
}

std::vector<std::string> Rows::texts(int row, int column) const {
  const char* bytes = PQgetvalue(result_.get(), row, column);
  std::vector<std::string> texts;
  if (number_in(bytes, 4) == 0) return texts;
  texts.resize(static_cast<size_t>(number_in(bytes + 12, 4)));
  bytes += 20;
  for (std::string& text : texts) {
    const int64_t size = number_in(bytes, 4);
    text.assign(bytes + 4, static_cast<size_t>(size));
    bytes += 4 + size;
  }
  return texts;
}

std::unique_ptr<Connection> Connection::open(const Options& options, std::string& problem) {
  // What the address says itself comes later, and counts.
  const std::array<const char*, 8> keys{
      "connect_timeout",  "tcp_user_timeout",     "keepalives_idle", "keepalives_interval",
      "application_name", "target_session_attrs", "dbname",          nullptr};
  const std::array<const char*, 8> values{
      "10",   "10000", "10", "5", options.name.c_str(), "read-write", options.address.c_str(),
      nullptr};
  PGconn* link = PQconnectStartParams(keys.data(), values.data(), 1);
  if (link == nullptr) {
    problem = "no memory for a connection";
    return nullptr;
  }
  // Remarks beside the answers would go to standard error.
  PQsetNoticeProcessor(link, [](void*, const char*) {}, nullptr);
  std::unique_ptr<Connection> connection(new Connection(link, options.patience));
  const auto fail = [&](const std::string& why) {
    problem = why;
    return nullptr;
  };
  if (!connection->connect(Clock::now() + options.connect)) return fail(connection->problem());
  if (PQsetnonblocking(link, 1) != 0) return fail(connection->problem());
  if (const std::string why = connection->run(kSettings); !why.empty()) return fail(why);
  if (PQenterPipelineMode(link) != 1) return fail(one_line(PQerrorMessage(link)));
  if (!connection->prepare(options.statements, problem)) return nullptr;
  return connection;
}

bool Connection::connect(Clock::time_point until) {
  PostgresPollingStatusType step = PGRES_POLLING_WRITING;
  while (PQstatus(link_.get()) != CONNECTION_BAD && step != PGRES_POLLING_OK &&
         step != PGRES_POLLING_FAILED) {
    if (!wait(step == PGRES_POLLING_WRITING, until)) return false;
    step = PQconnectPoll(link_.get());
  }
  if (PQstatus(link_.get()) == CONNECTION_OK) return true;
  lose(one_line(PQerrorMessage(link_.get())));
  return false;
}

bool Connection::prepare(const std::vector<Sql>& statements, std::string& problem) {
  bool sent = true;
  for (const Sql& sql : statements) {
    sent = sent && PQsendPrepare(link_.get(), sql.name, sql.text, 0, nullptr) == 1;
  }
  if (!sent || !sync()) lose(one_line(PQerrorMessage(link_.get())));
  for (const Sql& sql : statements) {
    const std::optional<Rows> prepared = answer();
    if (!prepared || !prepared->well()) {
      problem = prepared ? std::string(sql.name) + ": " + prepared->problem() : this->problem();
      return false;
    }
  }
  if (synced()) return true;
  problem = this->problem();
  return false;
}

bool Connection::wait(bool to_write, Clock::time_point until) {
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    pollfd socket{PQsocket(link_.get()), static_cast<short>(to_write ? POLLIN | POLLOUT : POLLIN),
                  0};
    const int ready = left <= 0 ? 0 : ::poll(&socket, 1, static_cast<int>(left));
    if (ready > 0) return true;
    if (ready < 0 && errno == EINTR) continue;
    lose("the database does not answer");
    return false;
  }
}

bool Connection::flush(Clock::time_point until) {
  int left = 1;
  while ((left = PQflush(link_.get())) == 1) {
    if (!wait(true, until)) return false;
    if (PQconsumeInput(link_.get()) == 0) break;
  }
  if (left == 0) return true;
  lose(one_line(PQerrorMessage(link_.get())));
  return false;
}

bool Connection::next(PGresult*& result, Clock::time_point until) {
  if (!lost_.empty()) return false;
  while (PQisBusy(link_.get()) == 1) {
    if (!wait(PQflush(link_.get()) == 1, until)) return false;
    if (PQconsumeInput(link_.get()) == 0) break;
  }
  if (PQstatus(link_.get()) == CONNECTION_OK && PQisBusy(link_.get()) == 0) {
    result = PQgetResult(link_.get());
    if (PQstatus(link_.get()) == CONNECTION_OK) return true;
    PQclear(result);
  }
  lose(one_line(PQerrorMessage(link_.get())));
  return false;
}

void Connection::lose(std::string why) {
  if (lost_.empty()) lost_ = why.empty() ? "the connection is lost" : std::move(why);
}

bool Connection::send(const Sql& sql, const Values& values) {
  if (!lost_.empty()) return false;
  std::vector<const char*> bytes;
  std::vector<int> sizes;
  for (const std::string& value : values.values_) {
    bytes.push_back(value.data());
    sizes.push_back(static_cast<int>(value.size()));
  }
  const std::vector<int> formats(bytes.size(), kBinary);
  const int sent = PQsendQueryPrepared(link_.get(), sql.name, static_cast<int>(bytes.size()),
                                       bytes.data(), sizes.data(), formats.data(), kBinary);
  if (sent == 0) lose(one_line(PQerrorMessage(link_.get())));
  return sent == 1;
}

bool Connection::sync() {
  if (!lost_.empty()) return false;
  if (PQpipelineSync(link_.get()) == 1) return flush(Clock::now() + patience_);
  lose(one_line(PQerrorMessage(link_.get())));
  return false;
}

std::optional<Rows> Connection::answer() {
  const Clock::time_point until = Clock::now() + patience_;
  PGresult* result = nullptr;
  if (!next(result, until) || result == nullptr) {
    lose("an answer is missing");
    return std::nullopt;
  }
  Rows rows(result);
  PGresult* end = nullptr;
  if (!next(end, until)) return std::nullopt;
  if (end != nullptr) {
    PQclear(end);
    lose("one answer too many");
    return std::nullopt;
  }
  return rows;
}

bool Connection::synced() {
  PGresult* result = nullptr;
  if (!next(result, Clock::now() + patience_)) return false;
  const bool there = result != nullptr && PQresultStatus(result) == PGRES_PIPELINE_SYNC;
  PQclear(result);
  if (!there) lose("the answers are out of step");
  return there;
}

std::optional<Rows> Connection::ask(const Sql& sql, const Values& values) {
  if (!send(sql, values) || !sync()) return std::nullopt;
  std::optional<Rows> rows = answer();
  if (!rows || !synced()) return std::nullopt;
  return rows;
}

std::optional<Rows> Connection::ask_once(const std::string& text) {
  if (!lost_.empty()) return std::nullopt;
  if (PQsendQueryParams(link_.get(), text.c_str(), 0, nullptr, nullptr, nullptr, nullptr,
                        kBinary) == 0) {
    lose(one_line(PQerrorMessage(link_.get())));
  }
  if (!sync()) return std::nullopt;
  std::optional<Rows> rows = answer();
  if (!rows || !synced()) return std::nullopt;
  return rows;
}

std::string Connection::run(const std::string& text, std::string* state) {
  if (!lost_.empty()) return lost_;
  const bool pipeline = PQpipelineStatus(link_.get()) != PQ_PIPELINE_OFF;
  if (pipeline) PQexitPipelineMode(link_.get());
  if (PQsendQuery(link_.get(), text.c_str()) == 0) lose(one_line(PQerrorMessage(link_.get())));
  std::string problem;
  const Clock::time_point until = Clock::now() + patience_;
  PGresult* result = nullptr;
  while (next(result, until) && result != nullptr) {
    const Rows rows(result);
    if (rows.well() || !problem.empty()) continue;
    problem = rows.problem();
    if (state != nullptr) *state = rows.state();
  }
  if (pipeline && lost_.empty()) PQenterPipelineMode(link_.get());
  return lost_.empty() ? problem : lost_;
}

bool Connection::alive() {
  if (!lost_.empty()) return false;
  if (PQconsumeInput(link_.get()) == 1 && PQstatus(link_.get()) == CONNECTION_OK) return true;
  lose(one_line(PQerrorMessage(link_.get())));
  return false;
}

std::string Connection::problem() const { return lost_; }

std::vector<std::string> Connection::notifications() {
  std::vector<std::string> payloads;
  if (!alive()) return payloads;
  while (PGnotify* told = PQnotifies(link_.get())) {
    payloads.emplace_back(told->extra);
    PQfreemem(told);
  }
  return payloads;
}

}  // namespace store
