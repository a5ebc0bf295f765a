// Where games are kept between two evenings: a folder of records in the user's data folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"
#include "engine/record.h"

namespace CLI {
class App;
}

namespace cli {

// $XDG_DATA_HOME/stamtafel, else ~/.local/share/stamtafel, else the current folder.
std::string data_folder();
// The file of the server's tables and people in it, unless --data names another.
std::string default_data();
// What one or several --data say, as the store takes it; without any the default. Several are
// databases.
engine::Result<std::string> data_of(const std::vector<std::string>& given);
// The operator's socket of the server with this data file.
inline std::string admin_socket_of(const std::string& data) { return data + ".admin"; }
// A file name in it that is not taken: "<folder>/<game>-<date>-<time>.record".
std::string new_save_path(const engine::AnyGame& game);
// Writes it whole or not at all, and makes the folder if need be.
engine::Error write_save(const std::string& path, std::string_view text);

struct SavedGame {
  std::string path;
  std::string when;  // "2026-11-15 21:40"
  const engine::AnyGame* game = nullptr;
  int seats = 0;
  int steps = 0;
};
// The games in the folder that were not played to the end, the latest first.
std::vector<SavedGame> unfinished_games();

// Editions to choose from when a table is set: the game's own first, then those in the folder of
// edition files that are for this game.
struct Editions {
  std::vector<engine::EditionPtr> offered;
  std::vector<std::string> problems;  // why files for this game can't be played with
};
Editions editions_of(const engine::AnyGame& game);
// Where such files are looked for: `editions` in the data folder.
std::string editions_folder();

// The edition in `file` for the game that a record names. Without a file: the one the record names,
// where it is among those to choose from; otherwise nullptr, the game's own.
engine::Result<engine::EditionPtr> edition_for_record(std::string_view record,
                                                      const std::string& file);

// Which record of a file is meant, counted from 1; 0: the only one. Errors say how many there are.
engine::Result<std::string_view> pick_record(std::string_view text, int which);
void add_which_record(CLI::App& command, int& which);

// The game of a record or a saved game ("-": standard input), as far as it agrees with the rules of
// this program; where it agrees nowhere that is an error. Errors name the file.
engine::Result<engine::Reading> open_record(const std::string& file,
                                            const std::string& edition_file, int which);

}  // namespace cli
