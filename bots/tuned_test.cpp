#include "bots/tuned.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "games/registry.h"

namespace {

using bots::BotSpec;
using bots::Figures;

// Every game's own file is good, and says which bots go by what.
TEST(Tuned, AFileOfOnesOwnComesBeforeTheGames) {
  int tuned = 0;
  games::AllGames::for_each([&]<class G>() {
    SCOPED_TRACE(G::spec().id);
    const engine::JudgementNames names = engine::judgement_names<G>();
    const engine::Weights& own = bots::JudgeInUse<G>::own().weights();
    const engine::Weights& set = engine::Judge<G>::standard().weights();
    const bool is_tuned = !std::string_view(G::tuned_json()).empty();
    tuned += is_tuned ? 1 : 0;
    EXPECT_EQ(own.json(names, "{}") != set.json(names, "{}"), is_tuned);

    BotSpec bot = BotSpec::of("search");
    const auto judged_by = [&] {
      return bots::JudgeInUse<G>(bot).judge().weights().json(names, "{}");
    };
    EXPECT_EQ(judged_by(), own.json(names, "{}"));
    bot.use(Figures::kTuned, "none.json", std::make_shared<const std::string>());
    EXPECT_EQ(judged_by(), set.json(names, "{}")) << "an empty file is the game as people set it";
    engine::Weights other = set;
    other.set_weight(0, 2, 4321);
    if (!names.figures.empty()) other.set_figure(0, 77);
    bot.use(Figures::kTuned, "mine.json",
            std::make_shared<const std::string>(other.json(names, "{}")));
    EXPECT_EQ(judged_by(), other.json(names, "{}"));
  });
  EXPECT_GT(tuned, 0);
}

}  // namespace
