#include "server/alone_files.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "bots/nets.h"
#include "engine/json.h"
#include "games/registry.h"

namespace server {
namespace {

namespace fs = std::filesystem;

constexpr const char* kModule = "stamtafel.wasm";
constexpr const char* kPuzzles = "puzzles.jsonl";

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream content;
  content << in.rdbuf();
  return in ? content.str() : std::string();
}

}  // namespace

std::string AloneFiles::version() const {
  if (folder_.empty()) return {};
  std::error_code error;
  const fs::path file = fs::path(folder_) / kModule;
  const auto size = fs::file_size(file, error);
  if (error) return {};
  const auto time = fs::last_write_time(file, error).time_since_epoch().count();
  return error ? std::string() : std::to_string(size) + "-" + std::to_string(time);
}

std::string AloneFiles::module() const { return content_of(fs::path(folder_) / kModule); }

std::string AloneFiles::brotli() const {
  return content_of(fs::path(folder_) / (std::string(kModule) + ".br"));
}

std::string AloneFiles::about() {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.key("files");
  out.begin_array();
  out.value(std::string_view(kModule));
  out.value(std::string_view(kPuzzles));
  for (const engine::AnyGame* game : games::all()) {
    const std::string file = "/" + std::string(game->spec().id) + ".json";
    out.value(std::string_view("schema" + file));
    if (!bots::net_text(*game).empty()) out.value(std::string_view("nets" + file));
  }
  out.end_array();
  out.end_object();
  return text;
}

std::string AloneFiles::service_worker(std::string text) const {
  constexpr std::string_view kPlace = "@alone@";
  if (const size_t at = text.find(kPlace); at != std::string::npos) {
    text.replace(at, kPlace.size(), version());
  }
  return text;
}

std::string alone_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return {};
  const fs::path bin = program.parent_path();
  // As packages have it, and beside build/release/bin.
  for (const fs::path& folder : {bin / "../share/stamtafel/alone", bin / "../../wasm/alone"}) {
    if (fs::exists(folder / kModule, error)) return fs::weakly_canonical(folder, error).string();
  }
  return {};
}

}  // namespace server
