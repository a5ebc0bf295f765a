#include "server/log_lines.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>

#include "engine/json.h"

namespace server {
namespace {

std::string time_text() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  tm parts{};
  gmtime_r(&now.tv_sec, &parts);
  std::array<char, 40> text{};
  const size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  std::snprintf(text.data() + size, text.size() - size, ".%03ldZ", now.tv_nsec / 1000000);
  return text.data();
}

}  // namespace

LogLines::LogLines(Form form, std::string file) : form_(form), name_(std::move(file)) {}

LogLines::~LogLines() {
  if (file_ != nullptr) std::fclose(file_);
}

std::string LogLines::open() {
  if (name_.empty()) return {};
  std::FILE* fresh = std::fopen(name_.c_str(), "ae");
  if (fresh == nullptr) return name_ + ": can't be written (" + std::strerror(errno) + ")";
  const std::lock_guard guard(mutex_);
  if (file_ != nullptr) std::fclose(file_);
  file_ = fresh;
  return {};
}

void LogLines::write(std::string_view level, std::string_view what, Fields fields) const {
  if (form_ == Form::kOff) return;
  std::string line;
  if (form_ == Form::kJson) {
    engine::JsonWriter out(line);
    out.begin_object();
    out.member("at", std::string_view(time_text()));
    out.member("level", level);
    out.member("what", what);
    for (const auto& [name, value] : fields) out.member(name, std::string_view(value));
    out.end_object();
  } else {
    line = time_text() + " " + std::string(level) + " " + std::string(what);
    for (const auto& [name, value] : fields) line += " " + std::string(name) + "=" + value;
  }
  line += "\n";
  const std::lock_guard guard(mutex_);
  std::FILE* out = file_ != nullptr ? file_ : stderr;
  std::fputs(line.c_str(), out);
  std::fflush(out);
}

}  // namespace server
