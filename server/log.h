// What the server tells its operator: one line an event, as JSON or for people. On standard error,
// or in a file that can be moved away and opened anew.
#pragma once

#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace server {

class Log {
 public:
  enum class Form : uint8_t { kOff, kText, kJson };
  explicit Log(Form form, std::string file = {});
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  ~Log();

  // Opens the file under its name again; what went wrong, or empty. Then the old one stays.
  std::string open();

  using Fields = std::initializer_list<std::pair<std::string_view, std::string>>;
  void info(std::string_view what, Fields fields = {}) const { write("info", what, fields); }
  void warn(std::string_view what, Fields fields = {}) const { write("warn", what, fields); }

  // Ids of tables are keys to them: a log shows only their beginning.
  static std::string short_id(std::string_view id) { return std::string(id.substr(0, 6)); }

 private:
  void write(std::string_view level, std::string_view what, Fields fields) const;
  Form form_;
  std::string name_;
  mutable std::mutex mutex_;   // threads of the store and the backups have things to tell, too
  std::FILE* file_ = nullptr;  // nullptr: standard error
};

}  // namespace server
