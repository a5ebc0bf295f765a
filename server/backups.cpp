#include "server/backups.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <vector>

#include "store/data.h"

namespace server {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr auto kAfterFailure = std::chrono::minutes(10);

// tables-20261116-235959.db, in universal time: the order of the names is that of time.
constexpr const char* kForm = "tables-%Y%m%d-%H%M%S.db";
constexpr size_t kLength = 25;

std::string name_for(std::time_t time) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  std::array<char, kLength + 1> text{};
  std::strftime(text.data(), text.size(), kForm, &parts);
  return text.data();
}

// Whether it is a name of ours, and the time in it.
bool read_name(const std::string& name, std::time_t& time) {
  std::tm parts{};
  const char* end = name.size() == kLength ? ::strptime(name.c_str(), kForm, &parts) : nullptr;
  if (end == nullptr || *end != '\0') return false;
  time = ::timegm(&parts);
  return true;
}

// Oldest first. Other files in the folder are none of ours.
std::vector<fs::path> backups_in(const std::string& folder) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    std::time_t time = 0;
    if (read_name(entry.path().filename().string(), time)) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

Backups::Backups(std::string file, BackupOptions options, const Log& log)
    : file_(std::move(file)), options_(std::move(options)), log_(log) {
  thread_ = std::thread([this] { keep_on(); });
}

Backups::~Backups() {
  {
    const std::lock_guard guard(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

milliseconds Backups::until_first() const {
  const std::vector<fs::path> there = backups_in(options_.folder);
  std::time_t newest = 0;
  if (there.empty() || !read_name(there.back().filename().string(), newest)) return {};
  const auto age = std::chrono::seconds(std::time(nullptr) - newest);
  return std::clamp(options_.every - std::chrono::duration_cast<milliseconds>(age), milliseconds(0),
                    options_.every);
}

void Backups::keep_on() {
  milliseconds wait = until_first();
  std::unique_lock guard(mutex_);
  while (!wake_.wait_for(guard, wait, [this] { return stop_.load(); })) {
    guard.unlock();
    const bool done = back_up();
    guard.lock();
    wait = done ? options_.every : std::min<milliseconds>(options_.every, kAfterFailure);
  }
}

bool Backups::back_up() {
  std::error_code ignored;
  fs::create_directories(options_.folder, ignored);
  const std::time_t now = std::time(nullptr);
  const std::string to = (fs::path(options_.folder) / name_for(now)).string();
  const store::Copied copied = store::back_up(file_, to, true, [this] { return !stop_.load(); });
  if (stop_) return true;
  if (!copied.problem.empty()) {
    ++failures_;
    log_.warn("backup failed", {{"problem", copied.problem}});
    return false;
  }
  ++made_;
  log_.info("backup made", {{"file", to}, {"bytes", std::to_string(copied.bytes)}});
  if (!copied.check.problems.empty()) {
    ++failures_;
    log_.warn("backup of a damaged file; older ones are kept",
              {{"file", to},
               {"table", Log::short_id(copied.check.problems.front().table)},
               {"problem", copied.check.problems.front().what}});
    return true;
  }
  last_ = now;
  remove_old();
  return true;
}

void Backups::remove_old() const {
  const std::vector<fs::path> there = backups_in(options_.folder);
  const auto keep = static_cast<size_t>(options_.keep);
  for (size_t i = 0; i + keep < there.size(); ++i) {
    std::error_code error;
    fs::remove(there[i], error);
    if (error) log_.warn("old backup stays", {{"problem", error.message()}});
  }
}

}  // namespace server
