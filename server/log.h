// What the server tells its operator: one line an event, as JSON or for people.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace server {

class Log {
 public:
  enum class Form : uint8_t { kOff, kText, kJson };
  explicit Log(Form form) : form_(form) {}

  using Fields = std::initializer_list<std::pair<std::string_view, std::string>>;
  void info(std::string_view what, Fields fields = {}) const { write("info", what, fields); }
  void warn(std::string_view what, Fields fields = {}) const { write("warn", what, fields); }

  // Ids of tables are keys to them: a log shows only their beginning.
  static std::string short_id(std::string_view id) { return std::string(id.substr(0, 6)); }

 private:
  void write(std::string_view level, std::string_view what, Fields fields) const;
  Form form_;
};

}  // namespace server
