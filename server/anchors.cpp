#include "server/anchors.h"

#include <cassert>
#include <map>
#include <string>

#include "bots/levels.h"
#include "engine/json.h"
#include "server/embedded.h"

namespace server {
namespace {

constexpr int kHighest = 10000;

using Anchors = std::map<std::pair<std::string, std::string>, Strength>;  // by game and level

void read(std::string_view text, Anchors& anchors) {
  const engine::Result<engine::Json> json = engine::parse_json(text, "ratings.json");
  engine::Error error;
  if (!json) error = json.error;
  if (!error) {
    engine::FieldReader file(*json, "ratings", error, engine::ErrorCode::kUsage);
    const std::string game(file.string("game"));
    file.ignore("source");
    for (const auto& [level, figures] : file.object("levels").members) {
      engine::FieldReader fields(figures, "levels." + level, error, engine::ErrorCode::kUsage);
      const int rating = fields.integer("rating", 0, kHighest);
      const int uncertainty = fields.integer("uncertainty", 0, kHighest);
      fields.finish();
      if (!bots::level_bot(level)) file.fail("levels", "there is no level '" + level + "'");
      // As it is told to people: two deviations.
      anchors[{game, level}] = {static_cast<double>(rating), uncertainty / 2.0};
    }
    file.finish();
  }
  // The files are part of the program, and a test reads them.
  assert(!error);
}

}  // namespace

std::optional<Strength> anchor_of(const engine::GameSpec& game, const SeatBot& bot) {
  if (!bot.house.empty()) return std::nullopt;
  static const Anchors all = [] {
    Anchors anchors;
    for (std::string_view text : embedded::ratings) read(text, anchors);
    return anchors;
  }();
  const auto found = all.find({std::string(game.id), std::string(bots::level_of(bot.bot))});
  return found == all.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace server
