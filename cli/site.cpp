// `stamtafel site`: the page as files that any web host can serve.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "bots/nets.h"
#include "cli/common.h"
#include "cli/help.h"
#include "engine/schema.h"
#include "games/registry.h"
#include "server/alone_files.h"
#include "server/assets.h"
#include "server/puzzle_sets.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

struct SiteFlags {
  std::string folder;
  std::string alone;
};

engine::Error write(const fs::path& file, std::string_view content) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  std::ofstream out(file, std::ios::binary);
  out << content << std::flush;
  if (out) return {};
  return {engine::ErrorCode::kFile, file.string() + ": can't be written", ""};
}

// The page knows by a mark that nobody answers behind it, and finds its files beside itself.
std::string for_a_site(std::string_view page) {
  std::string text(page);
  const auto replace = [&](std::string_view from, std::string_view to) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  };
  replace("<html ", "<html data-alone ");
  replace("href=\"/", "href=\"./");
  replace("src=\"/", "src=\"./");
  return text;
}

int run_site(const SiteFlags& flags) {
  const server::AloneFiles alone(flags.alone.empty() ? server::alone_folder() : flags.alone);
  const server::Asset* page = server::find_asset("/index.html");
  if (page == nullptr || server::find_asset("/sw.js") == nullptr) {
    return report({engine::ErrorCode::kFile, "this program was built without the page", ""});
  }
  const std::string module = alone.module();
  if (module.empty()) {
    return report({engine::ErrorCode::kFile,
                   "stamtafel.wasm is missing: docs/alone.md says how to build it, --alone where "
                   "it is",
                   ""});
  }
  const fs::path folder = flags.folder;
  size_t bytes = 0;
  const auto put = [&](const fs::path& file, std::string_view content) {
    bytes += content.size();
    return write(folder / file, content);
  };
  for (const server::Asset& asset : server::assets()) {
    const std::string name(asset.path.substr(1));
    if (name.starts_with("share/")) continue;  // what links to a server show
    std::string content(asset.plain);
    if (name == "index.html") content = for_a_site(content);
    if (name == "sw.js") content = alone.service_worker(std::move(content));
    if (const engine::Error error = put(name, content)) return report(error);
  }
  if (const engine::Error error = put("alone/stamtafel.wasm", module)) return report(error);
  if (const engine::Error error = put("alone/about.json", server::AloneFiles::about())) {
    return report(error);
  }
  if (const engine::Error error = put("alone/puzzles.jsonl", server::puzzle_texts())) {
    return report(error);
  }
  for (const engine::AnyGame* game : games::all()) {
    const std::string file = std::string(game->spec().id) + ".json";
    if (const engine::Error error = put("alone/schema/" + file, engine::write_schema(*game))) {
      return report(error);
    }
    const std::string_view net = bots::net_text(*game);
    if (net.empty()) continue;
    if (const engine::Error error = put("alone/nets/" + file, net)) return report(error);
  }
  print_line(fmt::format("{}: {:.1f} MB, to be put on any web host (https, or this machine).",
                         flags.folder, static_cast<double>(bytes) / 1e6));
  return kOk;
}

}  // namespace

void add_site(CLI::App& app, int& exit_code) {
  add_command<SiteFlags>(
      app, exit_code, "site",
      "write the page as a static site, to play without a server\n"
      "Writes files that any web host can serve, also below a path of its own. The games are "
      "played in the browser, against bots, and kept there; once it was opened it works without a "
      "network, too. docs/alone.md says more.",
      [](CLI::App& command, SiteFlags& flags) {
        command.add_option("folder", flags.folder, "Where the files go.")
            ->option_text("FOLDER")
            ->required();
        add_value(command, "--alone FOLDER (default: where the program is installed or built)",
                  flags.alone, "The folder with stamtafel.wasm.");
      },
      run_site);
}

}  // namespace cli
