#include "cli/saves.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "cli/common.h"
#include "engine/json.h"
#include "games/registry.h"
#include "store/open.h"

namespace cli {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kExtension = ".record";

std::string local_time(std::time_t time, const char* format) {
  std::tm parts{};
  localtime_r(&time, &parts);
  std::array<char, 32> text{};
  const size_t size = std::strftime(text.data(), text.size(), format, &parts);
  return {text.data(), size};
}

std::time_t written_at(const fs::path& path) {
  std::error_code problem;
  const auto time = fs::last_write_time(path, problem);
  if (problem) return 0;
  return std::chrono::system_clock::to_time_t(
      std::chrono::time_point_cast<std::chrono::system_clock::duration>(
          time - fs::file_time_type::clock::now() + std::chrono::system_clock::now()));
}

// Enough of a record for a list; whether it is sound shows when it is resumed.
bool glance(const std::string& path, SavedGame& saved) {
  const engine::Result<std::string> text = read_file(path);
  if (!text) return false;
  for (std::string_view line : engine::split(*text, '\n')) {
    const std::vector<std::string_view> fields = engine::split(line, ' ');
    int64_t number = 0;
    if (fields.size() >= 2 && fields[0] == "game") saved.game = games::find(fields[1]);
    if (fields.size() == 2 && fields[0] == "seats" && engine::parse_int(fields[1], 1, 99, number)) {
      saved.seats = static_cast<int>(number);
    }
    if (!fields.empty() && engine::parse_int(fields[0], 1, 1 << 20, number)) {
      saved.steps = static_cast<int>(number);
    }
    if (fields.size() >= 2 && fields[0] == "back" &&
        engine::parse_int(fields[1], 0, 1 << 20, number)) {
      saved.steps = static_cast<int>(number);
    }
    if (fields[0] == "end") return false;
  }
  return saved.game != nullptr && saved.seats > 0;
}

}  // namespace

std::string data_folder() {
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && *data == '/') return (fs::path(data) / "stamtafel").string();
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return (fs::path(home) / ".local/share/stamtafel").string();
  return ".";
}

std::string default_data() { return (fs::path(data_folder()) / "tables.db").string(); }

engine::Result<std::string> data_of(const std::vector<std::string>& given) {
  if (given.empty()) return default_data();
  std::string data;
  for (const std::string& one : given) {
    if (given.size() > 1 && !store::is_postgres(one)) {
      return engine::Error{
          engine::ErrorCode::kUsage,
          "--data: " + one + " is a file; only databases (postgresql://…) can be several", ""};
    }
    data += (data.empty() ? "" : ",") + one;
  }
  return data;
}

std::string new_save_path(const engine::AnyGame& game) {
  const fs::path folder = data_folder();
  const std::string name =
      std::string(game.spec().id) + "-" + local_time(std::time(nullptr), "%Y%m%d-%H%M%S");
  fs::path path = folder / (name + std::string(kExtension));
  std::error_code problem;
  for (int n = 2; fs::exists(path, problem); ++n) {
    path = folder / (name + "-" + std::to_string(n) + std::string(kExtension));
  }
  return path.string();
}

engine::Error write_save(const std::string& path, std::string_view text) {
  const fs::path folder = fs::path(path).parent_path();
  std::error_code problem;
  if (!folder.empty() && !fs::exists(folder, problem)) {
    fs::create_directories(folder, problem);
    if (problem) {
      return {engine::ErrorCode::kFile, folder.string() + ": cannot be made: " + problem.message(),
              ""};
    }
  }
  return write_file(path, text);
}

std::vector<SavedGame> unfinished_games() {
  std::vector<std::pair<std::time_t, SavedGame>> found;
  std::error_code problem;
  for (const fs::directory_entry& entry : fs::directory_iterator(data_folder(), problem)) {
    if (!entry.is_regular_file(problem) || entry.path().extension() != kExtension) continue;
    SavedGame saved;
    saved.path = entry.path().string();
    if (!glance(saved.path, saved)) continue;
    const std::time_t time = written_at(entry.path());
    saved.when = local_time(time, "%Y-%m-%d %H:%M");
    found.emplace_back(time, std::move(saved));
  }
  std::ranges::sort(found, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second.path > b.second.path;
  });
  std::vector<SavedGame> games;
  games.reserve(found.size());
  for (auto& [time, saved] : found) games.push_back(std::move(saved));
  return games;
}

std::string editions_folder() { return data_folder() + "/editions"; }

Editions editions_of(const engine::AnyGame& game) {
  Editions editions{{game.default_edition()}, {}};
  std::error_code problem;
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(editions_folder(), problem)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  for (const std::string& file : files) {
    const engine::Result<std::string> text = read_file(file);
    if (!text) continue;
    const engine::Result<engine::Json> json = engine::parse_json(*text, file);
    const engine::Json* named = json ? (*json).find("game") : nullptr;
    if (named == nullptr || named->text != game.spec().id) continue;
    const engine::Result<engine::EditionPtr> edition = game.load_edition(*text, file);
    if (!edition) {
      editions.problems.push_back(edition.error.text);
      continue;
    }
    const auto same = [&](const engine::EditionPtr& other) {
      return other->hash() == (*edition)->hash();
    };
    if (std::ranges::none_of(editions.offered, same)) editions.offered.push_back(*edition);
  }
  return editions;
}

engine::Result<engine::EditionPtr> edition_for_record(std::string_view record,
                                                      const std::string& file) {
  const engine::AnyGame* named = nullptr;
  for (std::string_view line : engine::split(record, '\n')) {
    const std::vector<std::string_view> fields = engine::split(line, ' ');
    if (fields.size() >= 2 && fields[0] == "game") {
      named = games::find(fields[1]);
      if (named == nullptr) break;
      if (!file.empty()) return find_edition(*named, file);
    }
    if (named == nullptr || fields[0] != "edition") continue;
    for (const engine::EditionPtr& edition : editions_of(*named).offered) {
      if (fields.back() == engine::hex64(edition->hash())) return edition;
    }
    break;
  }
  return engine::EditionPtr(nullptr);  // reading the record will say what is wrong with it
}

engine::Result<std::string_view> pick_record(std::string_view text, int which) {
  const std::vector<std::string_view> records = engine::split_records(text);
  const auto count = static_cast<int>(records.size());
  if (which == 0 && count == 1) return records.front();
  if (which >= 1 && which <= count) return records[static_cast<size_t>(which) - 1];
  const std::string holds =
      count == 1 ? "it holds one record" : "it holds " + std::to_string(count) + " records";
  return engine::Error{engine::ErrorCode::kUsage,
                       which == 0 ? holds + "; say which with --game N"
                                  : holds + ", there is no number " + std::to_string(which),
                       ""};
}

void add_which_record(CLI::App& command, int& which) {
  add_value(command, "--game N", which,
            "Of a file that holds several records: which one, counted from 1.")
      ->check(CLI::PositiveNumber);
}

engine::Result<engine::Reading> open_record(const std::string& file,
                                            const std::string& edition_file, int which) {
  const engine::Result<std::string> text = read_file(file);
  if (!text) return text.error;
  const std::string name = (file == "-" ? "standard input" : file) + ": ";
  engine::Result<std::string_view> record = pick_record(*text, which);
  if (!record) {
    record.error.text = name + record.error.text;
    return record.error;
  }
  const engine::Result<engine::EditionPtr> edition = edition_for_record(*record, edition_file);
  if (!edition) return edition.error;
  engine::Result<engine::Reading> reading = engine::replay_record(*record, games::find, *edition);
  if (!reading) reading.error.text = name + reading.error.text;
  if (!reading || !reading->disagreement) return reading;
  reading->disagreement.text = name + reading->disagreement.text;
  if (reading->table == nullptr) return std::move(reading->disagreement);
  return reading;
}

}  // namespace cli
