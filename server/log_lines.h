// The log of a server: lines of JSON or for people, on standard error, or in a file that can be
// moved away and opened anew.
#pragma once

#include <cstdint>
#include <cstdio>
#include <mutex>

#include "server/log.h"

namespace server {

class LogLines final : public Log {
 public:
  enum class Form : uint8_t { kOff, kText, kJson };
  explicit LogLines(Form form, std::string file = {});
  ~LogLines() override;

  // Opens the file under its name again; what went wrong, or empty. Then the old one stays.
  std::string open();

 private:
  void write(std::string_view level, std::string_view what, Fields fields) const override;
  Form form_;
  std::string name_;
  mutable std::mutex mutex_;   // threads of the store and the backups have things to tell, too
  std::FILE* file_ = nullptr;  // nullptr: standard error
};

}  // namespace server
