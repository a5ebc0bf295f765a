// Prints the bench signature of every game, a line each. The same output is expected of every
// compiler and target.
#include "bots/signature.h"

#include <cinttypes>
#include <cstdio>

#include "games/registry.h"

int main() {
  for (const engine::AnyGame* game : games::all()) {
    const std::string_view id = game->spec().id;
    std::printf("%.*s %016" PRIx64 "\n", static_cast<int>(id.size()), id.data(),
                bots::signature(*game));
  }
  return 0;
}
