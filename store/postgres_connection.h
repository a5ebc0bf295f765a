// A connection to PostgreSQL through libpq: statements prepared when it is opened, values and
// results in binary, many statements in one round trip (pipeline mode), and no wait without end.
#pragma once

#include <libpq-fe.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace store {

using Clock = std::chrono::steady_clock;

// A statement by its name, and what it says.
struct Sql {
  const char* name;
  const char* text;
};

// The values of a statement, from $1 on.
class Values {
 public:
  template <class... Each>
  static Values of(const Each&... each) {
    Values values;
    (values.add(each), ...);
    return values;
  }
  void add(std::string_view text) { push(std::string(text)); }
  void add(const std::string& text) { push(text); }
  void add(const char* text) { push(text); }
  void add(int64_t number);
  void add(int number) { add(int64_t{number}); }
  void add(bool yes) { push(std::string(1, yes ? '\1' : '\0')); }
  void add(const std::vector<int64_t>& numbers);
  void add(const std::vector<std::string_view>& texts);
  void add(const std::vector<std::string>& texts);

 private:
  friend class Connection;
  void push(std::string bytes) { values_.push_back(std::move(bytes)); }
  std::vector<std::string> values_;
};

// What a statement gave: rows, or an error.
class Rows {
 public:
  explicit Rows(PGresult* result) : result_(result, PQclear) {}
  bool well() const;
  std::string state() const;  // the five letters that say what kind of error it is
  std::string problem() const;
  int size() const { return PQntuples(result_.get()); }
  bool null(int row, int column) const { return PQgetisnull(result_.get(), row, column) == 1; }
  int64_t integer(int row, int column) const;  // of any width, and booleans
  std::string text(int row, int column) const;
  std::vector<std::string> texts(int row, int column) const;

 private:
  std::unique_ptr<PGresult, void (*)(PGresult*)> result_;
};

class Connection {
 public:
  struct Options {
    std::string address;                   // postgresql://…
    std::string name;                      // as the database's list of connections shows it
    std::chrono::milliseconds connect{};   // patience until it is there
    std::chrono::milliseconds patience{};  // with each answer
    std::vector<Sql> statements;
  };
  // nullptr: `problem` says why.
  static std::unique_ptr<Connection> open(const Options& options, std::string& problem);

  // More statements. False: problem.
  bool prepare(const std::vector<Sql>& statements, std::string& problem);
  // One statement that was prepared, at once. nullopt: the connection is lost.
  std::optional<Rows> ask(const Sql& sql, const Values& values);
  // The same for one that was not, and has no values.
  std::optional<Rows> ask_once(const std::string& text);
  // Several in one round trip: each is sent, then sync(), then the answers come in their order.
  bool send(const Sql& sql, const Values& values);
  bool sync();
  std::optional<Rows> answer();
  bool synced();
  // Statements without values, as the database's own shell takes them. What is wrong, or nothing;
  // `state` gets what kind of error that is.
  std::string run(const std::string& text, std::string* state = nullptr);

  // False: nothing more comes through it. Looks for a farewell that has arrived.
  bool alive();
  std::string problem() const;
  // What was told on the channels it listens to (NOTIFY) and has arrived.
  std::vector<std::string> notifications();
  int socket() const { return PQsocket(link_.get()); }
  int version() const { return PQserverVersion(link_.get()); }

 private:
  Connection(PGconn* link, std::chrono::milliseconds patience)
      : link_(link, PQfinish), patience_(patience) {}
  bool connect(Clock::time_point until);
  bool wait(bool to_write, Clock::time_point until);
  bool flush(Clock::time_point until);
  // The next result, or nullptr for the end of one; false: lost.
  bool next(PGresult*& result, Clock::time_point until);
  void lose(std::string why);

  std::unique_ptr<PGconn, void (*)(PGconn*)> link_;
  std::chrono::milliseconds patience_;
  std::string lost_;  // why nothing comes any more; empty: it does
};

}  // namespace store
