// The analysis board (docs/analysis.md): a position of a finished table, or one that somebody
// brings, and what becomes of it by moves that are tried. Nothing is kept: whoever asks says each
// time where it begins and what was tried since.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/trial.h"
#include "server/editions.h"
#include "server/messages.h"

namespace server {

// A position that somebody sends: its bytes in base64url (AnyTable::bytes), or its JSON as an
// object. It is read as what strangers send: errors say what is wrong with which field.
engine::Result<std::unique_ptr<engine::AnyTable>> read_position(const engine::Json& position,
                                                                const engine::AnyGame& game,
                                                                const engine::EditionPtr& edition);
// The game, and the edition by its hash ("": the one that new tables begin with).
Refusal find_box(std::string_view game, std::string_view edition, const Editions& editions,
                 const engine::AnyGame*& found, engine::EditionPtr& box);
// The seat that is meant, or the first that has to choose where none is; kNone: nobody has to.
engine::Result<engine::Seat> seat_to_choose(const engine::AnyTable& table, std::string_view named);

struct AnalysisWish {
  struct Move {
    std::string seat, action;
    uint32_t luck = 0;
  };
  static constexpr size_t kMostMoves = 256;

  std::string table;  // of a finished table the position after `step`, or
  int step = 0;
  std::string game, edition;  // of this game
  engine::Json position;      // this position
  std::vector<Move> moves;    // tried since
  std::string eyes;           // all, spectator or a seat
  std::string seat;           // whose choices are told; "": the first who has to choose
  bool whole = false;         // with the position as JSON
  engine::Language language{};
};
// Of a body that is JSON. Errors name the field.
engine::Result<AnalysisWish> read_analysis_wish(std::string_view body);

struct AnalysisAnswer {
  Refusal refused;
  std::string text;
};
// Tries the moves on `start`, which is nobody else's, and tells what came of them. `step`: how many
// steps of a game come before it. Nothing of it belongs to the home thread.
AnalysisAnswer analyse(engine::AnyTable& start, const AnalysisWish& wish, int step);

}  // namespace server
