#include "lab/arena_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lab {
namespace {

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

}  // namespace

ArenaHead head_of(const ArenaSpec& spec) {
  return {head_of(*spec.game, spec.edition, spec.variants, spec.players, spec.bots, spec.seeds),
          spec.sprt, spec.cheat};
}

std::string difference(const ArenaHead& there, const ArenaHead& ours) {
  const auto candidate = [](const ArenaHead& head) {
    return head.cheat ? "one that sees everything" : "an honest one";
  };
  const std::string reasons[]{
      difference(static_cast<const ResultHead&>(there), static_cast<const ResultHead&>(ours)),
      differs("Another candidate", candidate(there), candidate(ours)),
      differs("Another rule to stop", sprt_text(there.sprt), sprt_text(ours.sprt))};
  for (const std::string& reason : reasons) {
    if (!reason.empty()) return reason;
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
