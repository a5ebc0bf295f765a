#include "bots/advice.h"

#include <algorithm>
#include <cmath>

#include "engine/any_game_of.h"
#include "engine/json.h"
#include "games/registry.h"

namespace bots {
namespace {

constexpr float kSure = 2;        // standard errors
constexpr uint32_t kEnough = 12;  // tries: below that the error isn't known either

}  // namespace

const AdvisedChoice* Advice::find(engine::Action action) const {
  const auto found = std::ranges::find(choices, action, &AdvisedChoice::action);
  return found == choices.end() ? nullptr : &*found;
}

float Advice::loss(engine::Action action) const {
  const AdvisedChoice* chosen = find(action);
  if (chosen == nullptr) return 0;
  const AdvisedChoice& best = choices.front();
  if (std::min(chosen->visits, best.visits) < kEnough) return 0;
  const float lost = best.share - chosen->share;
  return lost > kSure * std::hypot(best.error, chosen->error) ? lost : 0;
}

Advice advise(const engine::AnyTable& table, engine::Seat seat, const AdviceWish& wish,
              engine::Chance& chance) {
  Advice advice;
  games::AllGames::visit(table.game().spec().id, [&]<class G>() {
    const auto& typed = static_cast<const engine::TableOf<G>&>(table);
    advice = advise<G>(Knowledge<G>(typed.state(), seat), wish, chance);
  });
  return advice;
}

engine::Result<ToldFeatures> ToldFeatures::load(std::span<const engine::FeatureSpec> features,
                                                std::string_view judgement_json) {
  constexpr int kMost = 1'000'000;
  ToldFeatures told;
  for (size_t i = 0; i < features.size(); ++i) told.as_[i] = i;
  const engine::Result<engine::Json> json = engine::parse_json(judgement_json, "judgement.json");
  if (!json) return json.error;
  const engine::Json* member = (*json).find("told");
  if (member == nullptr) return told;
  engine::Error error;
  engine::FieldReader in(*member, "told", error, engine::ErrorCode::kEdition);
  for (size_t i = 0; i < features.size(); ++i) {
    const std::string_view id = features[i].id;
    if (!in.has(id)) continue;
    if (in.any(id).is_integer()) {
      told.unit_[i] = in.integer(id, 0, kMost);
      continue;
    }
    const std::string_view as = in.string(id);
    const auto found = std::ranges::find(features, as, &engine::FeatureSpec::id);
    if (found == features.end()) {
      in.fail(id, "names no feature");
    } else {
      told.as_[i] = static_cast<size_t>(found - features.begin());
    }
  }
  in.finish();
  for (size_t i = 0; i < features.size(); ++i) {
    if (told.as_[told.as_[i]] != told.as_[i])
      in.fail(features[i].id, "names a feature that is told in the words of another");
  }
  if (error) return error;
  return told;
}

}  // namespace bots
