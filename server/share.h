// What a shared link shows (Open Graph): a title, a sentence, and a picture, from what any
// spectator may see. A private table tells nothing but its game.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/names.h"
#include "server/table.h"

namespace server {

struct Shared {
  struct Sitter {
    std::string seat;  // its id
    std::string name;  // empty: nobody sits there yet
    bool won = false;
    bool acting = false;  // it is for this seat to choose
    std::optional<int> score;
  };
  const engine::AnyGame* game = nullptr;
  bool open = false;  // tells more than its game
  store::Status status = store::Status::kGathering;
  std::vector<Sitter> sitters;
};

// Of a game alone.
inline Shared shared_of(const engine::AnyGame& game) { return {&game, false, {}, {}}; }
Shared shared_of(const Table& table, const NameOf& name_of, engine::Language language);

std::string share_title(const Shared& shared, engine::Language language);
std::string share_text(const Shared& shared, engine::Language language);

// The page with what describes it in its head. `page` and `picture`: their addresses, absolute.
std::string with_share(std::string_view html, const Shared& shared, engine::Language language,
                       std::string_view page, std::string_view picture);

inline constexpr int kShareWidth = 1200;
inline constexpr int kShareHeight = 630;
// As PNG. `board`: a photograph of the game's board, of this size, dark at its left; or nothing.
std::string share_picture(const Shared& shared, engine::Language language, std::string_view board);
// The same of a game that has begun, with the position as any spectator sees it. REQUIRES: shared
// is open.
std::string share_position(const Shared& shared, const engine::AnyTable& match,
                           engine::Language language);

}  // namespace server
