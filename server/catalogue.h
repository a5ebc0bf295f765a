// What the server tells about its games, the same for everybody.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/editions.h"
#include "server/settings.h"

namespace server {

// A game as one object: names, rules_version, min_seats, max_seats, seats, the edition, which is
// the first of those `offered`, and all of them, variants, lessons. The command line prints the
// same.
void write_game(const engine::AnyGame& game, const std::vector<engine::EditionPtr>& offered,
                engine::Language language, engine::JsonWriter& out);
// GET /api/games
std::string write_catalogue(const Settings& settings, const Editions& editions,
                            engine::Language language);
// GET /api/games/<id>/texts/<lang>; components are told with the figures of the edition.
std::string write_texts(const engine::AnyGame& game, const engine::AnyEdition& edition,
                        engine::Language language);

}  // namespace server
