// The analyst, written once over the contract (analyst.h).
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <tuple>
#include <utility>

#include "bots/analyst.h"
#include "bots/first_look.h"
#include "bots/searcher.h"
#include "engine/any_game_of.h"

namespace bots {

template <engine::Rules G>
  requires engine::Judgement<G>
class AnalystOf final : public Analyst {
 public:
  AnalystOf(std::shared_ptr<const engine::AnyTable> table, engine::Seat seat, Sees sees)
      : table_(std::move(table)),
        knowledge_(static_cast<const engine::TableOf<G>&>(*table_).state(), seat, sees),
        spec_(BotSpec::of("search")),
        guide_(spec_),
        tree_(guide_) {
    engine::Chance imagined(0);
    progress_ = G::progress(knowledge_.imagine(imagined));
    const uint64_t seed = sees == Sees::kEverything ? table_->fingerprint() : table_->key(seat);
    knowledge_.options(offer_);
    tally_.choices.assign(static_cast<size_t>(offer_.size()), {});
    // With one choice there is nothing to compare: what comes after it is searched.
    if (offer_.size() < 2) {
      tree_.begin(seat, seed, kTree);
      return;
    }
    engine::Chance chance(seed);
    FirstLook<G> look(guide_);
    tree_.begin(seat, seed, offer_, look(tree_, knowledge_, offer_, seed, chance), kTree);
    tree_.note_in(&tally_);
  }

  uint32_t think(uint32_t iterations, int64_t microseconds) override {
    const int64_t end = cpu_microseconds() + microseconds;
    uint32_t done = 0;
    for (; done < iterations; ++done) {
      if (microseconds != 0 && done % kLookAtClock == 0 && cpu_microseconds() >= end) break;
      const auto shares = tree_.iterate(knowledge_, iterations_++);
      for (size_t i = 0; i < shares.size(); ++i) sums_[i] += static_cast<double>(shares[i]);
    }
    return done;
  }

  uint32_t iterations() const override { return iterations_; }

  Analysis look() const override {
    Analysis analysis;
    analysis.iterations = iterations_;
    for (size_t i = 0; i < sums_.size(); ++i)
      analysis.shares[i] = static_cast<float>(sums_[i] / std::max(iterations_, 1u));
    guide_.told.tell(analysis.shares, progress_);
    if (offer_.size() < 2) {
      AnalysedChoice only;
      only.action = offer_[0].action;
      only.visits = iterations_;
      only.shares = analysis.shares;
      only.share = only.shares[seat()];
      only.line = likely_line(tree_.tree(), SearchTree::kRoot);
      analysis.choices.push_back(std::move(only));
      return analysis;
    }
    for (int i = 0; i < offer_.size(); ++i) analysis.choices.push_back(choice(i));
    // Every order here is told to the last tie: it is the same everywhere.
    std::vector<AnalysedChoice>& choices = analysis.choices;
    const auto order = [](const AnalysedChoice& one) {
      const engine::Action& x = one.action;
      return std::tuple(x.verb, x.a, x.b, x.c);
    };
    std::sort(choices.begin(), choices.end(), [&](const auto& a, const auto& b) {
      return a.visits != b.visits ? a.visits > b.visits : order(a) < order(b);
    });
    if (choices.size() > Analysis::kChoices) choices.resize(Analysis::kChoices);
    // Of what was hardly tried there is nothing to say, but for the best.
    while (choices.size() > 1 && choices.back().visits < kTrodden) choices.pop_back();
    const uint32_t much = choices[0].visits / kSeldom;
    const auto seldom = std::find_if(choices.begin(), choices.end(),
                                     [&](const AnalysedChoice& one) { return one.visits < much; });
    std::sort(choices.begin(), seldom, [&](const auto& a, const auto& b) {
      return a.share != b.share ? a.share > b.share : order(a) < order(b);
    });
    for (AnalysedChoice& one : analysis.choices) {
      const uint32_t edge = tree_.tree().find(SearchTree::kRoot, knowledge_.seat(), one.action);
      one.line = likely_line(tree_.tree(), tree_.tree().edge(edge).child);
    }
    return analysis;
  }

 private:
  static constexpr uint32_t kLookAtClock = 16;
  static constexpr uint32_t kSeldom = 10;  // tried so much less than another: it stands below
  // Nodes: about 17 MB where all of them are used. Beyond that the tree is only counted in.
  static constexpr uint32_t kTree = 1u << 16;

  size_t seat() const { return static_cast<size_t>(engine::index_of(knowledge_.seat())); }

  AnalysedChoice choice(int i) const {
    const RootTally::Choice& from = tally_.choices[static_cast<size_t>(i)];
    AnalysedChoice choice;
    choice.action = offer_[i].action;
    choice.visits = from.visits;
    if (from.visits == 0) return choice;
    const auto visits = static_cast<float>(from.visits);
    for (size_t s = 0; s < choice.shares.size(); ++s) choice.shares[s] = from.sums[s] / visits;
    choice.share = choice.shares[seat()];
    const float spread = from.squares / visits - choice.share * choice.share;
    choice.error = std::sqrt(std::max(0.0F, spread) / visits);
    guide_.told.tell(choice, seat(), progress_);
    return choice;
  }

  const std::shared_ptr<const engine::AnyTable> table_;
  const Knowledge<G> knowledge_;
  const BotSpec spec_;
  const SearchGuide<G> guide_;
  Searcher<G> tree_;
  float progress_ = 0;
  engine::Offer offer_{engine::Offer::Keep::kLegal};
  RootTally tally_;
  std::array<double, engine::kMaxSeats> sums_{};
  uint32_t iterations_ = 0;
};

template <class G>
std::unique_ptr<Analyst> make_analyst(std::shared_ptr<const engine::AnyTable> table,
                                      engine::Seat seat, Sees sees) {
  return std::make_unique<AnalystOf<G>>(std::move(table), seat, sees);
}

}  // namespace bots
