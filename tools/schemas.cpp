// Writes the schema of each game to FOLDER/<game>.json; the web client's types are made from them.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "engine/schema.h"
#include "games/registry.h"

int main(int count, char** words) {
  if (count != 2) {
    std::fputs("usage: schemas FOLDER\n", stderr);
    return 2;
  }
  const std::filesystem::path folder(words[1]);
  std::filesystem::create_directories(folder);
  for (const engine::AnyGame* game : games::all()) {
    std::ofstream file(folder / (std::string(game->spec().id) + ".json"));
    file << engine::write_schema(*game, 2) << "\n";
    if (!file.flush()) return 1;
  }
  return 0;
}
