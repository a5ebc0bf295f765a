// A table from a record (docs/record-format.md): a game that was played elsewhere, to be looked at
// again, or to be played on against bots. The record is carried out action by action, and refused
// with its line where that can't be done. Whoever brings one knows its chance, past and to come,
// and may have chosen it: so such a table is nobody's but theirs, is never rated, doesn't count for
// figures, and what is still to come of an unfinished one is drawn here.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/table.h"

namespace server {

// The largest record. The longest games of the five take a sixth of it, remarks included.
inline constexpr size_t kLargestRecord = 256 << 10;
// Going back is replaying: a record of nothing else would keep a worker busy for minutes.
inline constexpr size_t kMostDeeds = 4000;
inline constexpr size_t kMostBacks = 100;

// POST /api/tables with a record.
struct BringWish {
  enum class Sitter : uint8_t {
    kMe,
    kBot,
    kOther,  // somebody elsewhere: only where the game is over
  };
  struct Seat {
    Sitter who = Sitter::kOther;
    SeatBot bot{};
  };
  std::string record;
  std::vector<Seat> seats;  // none: as the record says, and what it doesn't say as is usual
};
engine::Result<BringWish> read_bring_wish(const engine::Json& body, const HouseBots& house);

// Who sits where, as a remark of a record that can be brought; no names are in it.
std::string write_sitters(const Table& table);

// What the table is to be besides.
struct BringTo {
  std::string id;
  std::string secret;
  std::string person;          // who brings it
  engine::EditionPtr edition;  // that the record names; nullptr: it isn't known here
  int64_t now = 0;
};
// Takes as long as playing the game again: something for a worker. Errors: kUsage where the wish is
// wrong, otherwise the record is.
engine::Result<std::unique_ptr<Table>> bring_table(const BringWish& wish, BringTo to,
                                                   const engine::FindGame& find_game);

}  // namespace server
