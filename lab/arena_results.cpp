#include "lab/arena_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/record.h"
#include "lab/play_game.h"

namespace lab {
namespace {

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

uint64_t plays_like(const ArenaSpec& spec, bots::BotSpec bot) {
  if (bot.from_outside()) return 0;     // it needs not choose alike twice
  constexpr uint32_t kIterations = 64;  // however long it thinks in the arena
  constexpr uint64_t kSeed = 1;
  (void)bot.set_budget({.iterations = kIterations, .milliseconds = 0});
  ChoicePrint print;
  const std::vector<bots::BotSpec> seats(static_cast<size_t>(spec.players), bot);
  (void)play_game({spec.game, spec.edition, spec.variants, seats, {}, kSeed}, &print,
                  &print.enough());
  return print.hash();
}

bool same_games(const Block& a, const Block& b) {
  return std::ranges::equal(a.games, b.games, [](const BlockGame& x, const BlockGame& y) {
    return x.seat == y.seat && x.decisions == y.decisions && x.outcome.score == y.outcome.score &&
           x.outcome.rank == y.outcome.rank && x.outcome.winners == y.outcome.winners;
  });
}

std::string sprt_text(const std::optional<SprtSpec>& sprt) {
  if (!sprt) return "no SPRT";
  return fmt::format("SPRT of {:.4f} % and {:.4f} %, errors {} and {}, at most {} blocks",
                     100 * sprt->h0, 100 * sprt->h1, sprt->alpha, sprt->beta, sprt->max_blocks);
}

std::string seeds_text(const Seeds& seeds) {
  return fmt::format("seeds to {}, series {}", kWorldIds[static_cast<size_t>(seeds.world)],
                     seeds.series);
}

}  // namespace

ArenaHead head_of(const ArenaSpec& spec) {
  const engine::EditionPtr edition =
      spec.edition != nullptr ? spec.edition : spec.game->default_edition();
  ArenaHead head;
  static_cast<WhatIsPlayed&>(head) =
      WhatIsPlayed::of(*spec.game, *edition, spec.variants, spec.players);
  for (const bots::BotSpec& bot : spec.bots) {
    head.bots.push_back(bot.full_text());
    head.plays.push_back(plays_like(spec, bot));
  }
  head.budget = *budget_kind(spec.bots);
  head.seeds = spec.seeds;
  head.sprt = spec.sprt;
  head.cheat = spec.cheat;
  return head;
}

std::string difference(const ArenaHead& there, const ArenaHead& ours) {
  const auto differs = [](std::string_view what, const auto& a, const auto& b) {
    return a == b ? "" : fmt::format("{}: {} there, {} here", what, a, b);
  };
  const auto list = [](const std::vector<std::string>& bots) {
    return fmt::format("{}", fmt::join(bots, ", "));
  };
  const auto candidate = [](const ArenaHead& head) {
    return head.cheat ? "one that sees everything" : "an honest one";
  };
  const std::string reasons[]{
      differs("Another game", there.game, ours.game),
      differs("Another version of the rules", there.rules_version, ours.rules_version),
      differs("Another edition",
              fmt::format("{} ({})", there.edition, engine::hex64(there.edition_hash)),
              fmt::format("{} ({})", ours.edition, engine::hex64(ours.edition_hash))),
      differs("Other variants", "'" + there.variants + "'", "'" + ours.variants + "'"),
      differs("Another number of players", there.players, ours.players),
      differs("Other bots", list(there.bots), list(ours.bots)),
      differs("Another candidate", candidate(there), candidate(ours)),
      there.seeds.world == World::kTune && ours.seeds.world == World::kProve
          ? "Its seeds were tuned on, which proves nothing: prove on others, in a file of its own"
          : "",
      differs("Other seeds", seeds_text(there.seeds), seeds_text(ours.seeds)),
      differs("Another rule to stop", sprt_text(there.sprt), sprt_text(ours.sprt))};
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

void ArenaResults::add(const Clocks& more) {
  for (size_t i = 0; i < more.size(); ++i) clocks[i].add(more[i]);
}

engine::Result<ArenaResults> merge_results(const std::vector<ArenaResults>& parts,
                                           const std::vector<std::string>& names) {
  const auto refuse = [](std::string text) {
    return engine::Error{engine::ErrorCode::kUsage, std::move(text), ""};
  };
  ArenaResults merged{parts[0].head, {}, Clocks(parts[0].head.bots.size())};
  std::map<std::pair<uint64_t, Pairing>, std::pair<const Block*, size_t>> blocks;
  for (size_t i = 0; i < parts.size(); ++i) {
    const std::string reason = difference(parts[i].head, merged.head);
    if (!reason.empty()) {
      return refuse(fmt::format("{} can't be merged with {}. {}", names[i], names[0], reason));
    }
    for (const Block& block : parts[i].blocks) {
      const auto [known, is_new] = blocks.try_emplace(block.place(), &block, i);
      if (is_new || same_games(*known->second.first, block)) continue;
      return refuse(fmt::format(
          "{} and {} both hold block {}, with other games: let machines play different blocks, "
          "with --from",
          names[known->second.second], names[i], block.number));
    }
    merged.add(parts[i].clocks);
  }
  for (const auto& [place, block] : blocks) merged.blocks.push_back(*block.first);
  return merged;
}

}  // namespace lab
