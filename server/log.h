// What the hub tells whoever runs it: one line an event. By itself nobody reads it; a server keeps
// it (log_lines.h).
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace server {

class Log {
 public:
  Log() = default;
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  virtual ~Log() = default;

  using Fields = std::initializer_list<std::pair<std::string_view, std::string>>;
  void info(std::string_view what, Fields fields = {}) const { write("info", what, fields); }
  void warn(std::string_view what, Fields fields = {}) const { write("warn", what, fields); }

  // Ids of tables are keys to them: a log shows only their beginning.
  static std::string short_id(std::string_view id) { return std::string(id.substr(0, 6)); }

 private:
  virtual void write(std::string_view /*level*/, std::string_view /*what*/,
                     Fields /*fields*/) const {}
};

}  // namespace server
