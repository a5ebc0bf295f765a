#include "lab/result_head.h"

#include <fmt/format.h>

#include <charconv>
#include <climits>

#include "engine/record.h"
#include "lab/play_game.h"

namespace lab {
namespace {

using engine::FieldReader;
using engine::Json;

// Takes the fingerprint of choices until there were enough of them.
class ChoicePrint final : public GameWatcher {
 public:
  bool wants_decisions() const override { return true; }
  void decided(engine::Seat, const bots::Decision& decision, int64_t) override {
    const engine::Action action = decision.action();
    hash_ = engine::hash_bytes(&action, sizeof action, hash_);
    enough_ = ++choices_ >= kChoices;
  }
  const std::atomic<bool>& enough() const { return enough_; }
  uint64_t hash() const { return hash_; }

 private:
  static constexpr int kChoices = 40;
  int choices_ = 0;
  uint64_t hash_ = 0;
  std::atomic<bool> enough_{false};
};

uint64_t plays_like(const engine::AnyGame& game, const engine::EditionPtr& edition,
                    const engine::Variants& variants, int players, bots::BotSpec bot) {
  if (bot.from_outside()) return 0;     // it needs not choose alike twice
  constexpr uint32_t kIterations = 64;  // however long it thinks in the arena
  constexpr uint64_t kSeed = 1;
  (void)bot.set_budget({.iterations = kIterations, .milliseconds = 0});
  ChoicePrint print;
  const std::vector<bots::BotSpec> seats(static_cast<size_t>(players), bot);
  (void)play_game({&game, edition, variants, seats, {}, kSeed}, &print, &print.enough());
  return print.hash();
}

std::string seeds_text(const Seeds& seeds) {
  return fmt::format("seeds to {}, series {}", kWorldIds[static_cast<size_t>(seeds.world)],
                     seeds.series);
}

Seeds read_seeds(const Json& json, engine::Error& error) {
  FieldReader in(json, "seeds", error, engine::ErrorCode::kRecord);
  Seeds seeds;
  seeds.world = static_cast<World>(read_word(in, "world", kWorldIds));
  seeds.series = read_number(in, "series", 10);
  in.finish();
  return seeds;
}

}  // namespace

uint64_t read_number(FieldReader& in, std::string_view key, int base) {
  const std::string_view text = in.string(key);
  uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (in.ok() && (problem != std::errc{} || end != text.data() + text.size())) {
    in.fail(key, "is no number");
  }
  return number;
}

// The whole numbers of a list, each in range.
std::vector<int64_t> read_list(FieldReader& in, std::string_view key, int64_t low, int64_t high) {
  std::vector<int64_t> values;
  for (const Json& item : in.array(key).items) {
    if (!item.is_integer() || item.integer < low || item.integer > high) {
      in.fail(key, "holds what can't be there");
      return {};
    }
    values.push_back(item.integer);
  }
  return values;
}

ResultHead head_of(const engine::AnyGame& game, const engine::EditionPtr& edition,
                   const engine::Variants& variants, int players,
                   const std::vector<bots::BotSpec>& bots, const Seeds& seeds) {
  const engine::EditionPtr played = edition_or_own(game, edition);
  ResultHead head;
  static_cast<WhatIsPlayed&>(head) = WhatIsPlayed::of(game, *played, variants, players);
  for (const bots::BotSpec& bot : bots) {
    head.bots.push_back(bot.full_text());
    head.plays.push_back(plays_like(game, played, variants, players, bot));
  }
  head.budget = *budget_kind(bots);
  head.seeds = seeds;
  return head;
}

std::string differs(std::string_view what, std::string_view there, std::string_view here) {
  return there == here ? "" : fmt::format("{}: {} there, {} here", what, there, here);
}

std::string difference(const ResultHead& there, const ResultHead& ours) {
  const auto list = [](const std::vector<std::string>& bots) {
    return fmt::format("{}", fmt::join(bots, ", "));
  };
  const std::string reasons[]{
      differs("Another game", there.game, ours.game),
      differs("Another version of the rules", std::to_string(there.rules_version),
              std::to_string(ours.rules_version)),
      differs("Another edition",
              fmt::format("{} ({})", there.edition, engine::hex64(there.edition_hash)),
              fmt::format("{} ({})", ours.edition, engine::hex64(ours.edition_hash))),
      differs("Other variants", "'" + there.variants + "'", "'" + ours.variants + "'"),
      differs("Another number of players", std::to_string(there.players),
              std::to_string(ours.players)),
      differs("Other bots", list(there.bots), list(ours.bots)),
      there.seeds.world == World::kTune && ours.seeds.world == World::kProve
          ? "Its seeds were tuned on, which proves nothing: prove on others, in a file of its own"
          : "",
      differs("Other seeds", seeds_text(there.seeds), seeds_text(ours.seeds))};
  for (const std::string& reason : reasons) {
    if (!reason.empty()) return reason;
  }
  for (size_t i = 0; i < ours.bots.size(); ++i) {
    if (there.plays[i] != ours.plays[i]) {
      return fmt::format("The bot '{}' plays otherwise there than here: the program was changed",
                         ours.bots[i]);
    }
  }
  return "";
}

void write_head(std::string_view kind, int format, const ResultHead& head,
                engine::JsonWriter& out) {
  out.member("stamtafel", kind);
  out.member("format", format);
  out.member("game", head.game);
  out.member("rules_version", head.rules_version);
  out.member("edition", head.edition);
  out.member("edition_hash", engine::hex64(head.edition_hash));
  out.member("variants", head.variants);
  out.member("players", head.players);
  out.key("bots");
  out.begin_array();
  for (size_t i = 0; i < head.bots.size(); ++i) {
    out.begin_object();
    out.member("bot", head.bots[i]);
    out.member("plays", engine::hex64(head.plays[i]));
    out.end_object();
  }
  out.end_array();
  out.member("budget", kBudgetIds[static_cast<size_t>(head.budget)]);
  out.key("seeds");
  out.begin_object();
  out.member("world", kWorldIds[static_cast<size_t>(head.seeds.world)]);
  out.member("series", std::to_string(head.seeds.series));
  out.end_object();
}

void read_head(std::string_view kind, int format, FieldReader& in, ResultHead& head,
               engine::Error& error) {
  if (in.string("stamtafel") != kind && in.ok()) {
    in.fail("stamtafel", "is no result of the " + std::string(kind));
  }
  in.integer("format", format, format);
  head.game = in.string("game");
  head.rules_version = in.integer("rules_version", 0, INT_MAX);
  head.edition = in.string("edition");
  head.edition_hash = read_number(in, "edition_hash", 16);
  head.variants = in.string("variants");
  head.players = in.integer("players", 2, engine::kMaxSeats);
  for (const Json& bot : in.array("bots").items) {
    FieldReader each(bot, "bots", error, engine::ErrorCode::kRecord);
    head.bots.emplace_back(each.string("bot"));
    head.plays.push_back(read_number(each, "plays", 16));
    each.finish();
  }
  head.budget = static_cast<BudgetKind>(read_word(in, "budget", kBudgetIds));
  head.seeds = read_seeds(in.object("seeds"), error);
}

}  // namespace lab
