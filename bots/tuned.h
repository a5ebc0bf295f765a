// A tuned judgement: the game's named features with weights and figures that duels have moved
// (`stamtafel train --learn tuned`), in the form of judgement.json. `quick` and `search` go by it;
// `greedy` keeps to what people have set, so that there is something to measure by.
#pragma once

#include <cassert>
#include <optional>
#include <string_view>
#include <utility>

#include "bots/bot_spec.h"
#include "engine/game.h"

namespace bots {

template <class G>
concept Tuned = engine::Judgement<G> && requires {
  { G::tuned_json() } -> std::convertible_to<std::string_view>;
};

// The judgement a bot goes by: that of a file its settings name (an empty one: the game's as people
// have set it), or the game's tuned one, or without one the game's.
template <class G>
class JudgeInUse {
 public:
  using Judge = engine::Judge<G>;

  explicit JudgeInUse(const BotSpec& spec) {
    if constexpr (Tuned<G>) {
      const BotSpec::File& file = spec.file(Figures::kTuned);
      if (file.text == nullptr) {
        judge_ = &own();
      } else if (!file.text->empty()) {
        other_ = load(*file.text, file.name);
      }
    }
  }
  const Judge& judge() const { return other_ ? *other_ : *judge_; }

  // With the game's own file.
  static const Judge& own() {
    if constexpr (Tuned<G>) {
      if (!std::string_view(G::tuned_json()).empty()) {
        static const Judge tuned = load(G::tuned_json(), "tuned.json");
        return tuned;
      }
    }
    return Judge::standard();
  }

 private:
  static Judge load(std::string_view text, std::string_view what) {
    const engine::Result<engine::Weights> weights =
        engine::Weights::load(engine::judgement_names<G>(), text, what);
    assert(weights && "the embedded file is good, and whoever reads another has checked it");
    return Judge(*weights);
  }

  const Judge* judge_ = &Judge::standard();
  std::optional<Judge> other_;
};

}  // namespace bots
