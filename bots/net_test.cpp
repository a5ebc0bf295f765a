#include "bots/net.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "bots/playout.h"
#include "bots/tuned.h"
#include "engine/any_game_of.h"
#include "games/registry.h"

namespace {

using bots::Net;

// A net with a figure of its own everywhere, but for one row of zeros.
Net numbered(int inputs, int hidden, int seats) {
  Net net = Net::zero(inputs, hidden, seats);
  float figure = 0;
  for (std::vector<float>* part : {&net.first, &net.constants, &net.second}) {
    for (float& each : *part) each = std::sin(figure += 1) / 8;
  }
  std::fill_n(net.first.begin(), hidden, 0.0F);
  net.judgement = {0.5F, 1, 1.25F, -2};
  return net;
}

TEST(Net, FilesReadBackToTheSame) {
  const Net net = numbered(5, 16, 3);
  const std::string text = net.json(R"({"games": 3})");
  const engine::Result<Net> read = Net::load(text, "net.json");
  ASSERT_TRUE(read) << read.error.text;
  EXPECT_EQ((*read).json(R"({"games": 3})"), text);
  EXPECT_EQ((*read).judgement, net.judgement);
  for (size_t i = 0; i < net.first.size(); ++i) {
    EXPECT_NEAR((*read).first[i], net.first[i], 1.0 / 8 / 127);
  }
  EXPECT_TRUE((*Net::load("", "net.json")).empty());
}

TEST(Net, WhatIsWrongWithAFileIsSaid) {
  const std::string good = numbered(5, 8, 2).json("{}");
  const auto with = [&](std::string_view from, std::string_view to) {
    std::string text = good;
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"{", "net.json"},
      {"{}", "numbers"},
      {with("\"numbers\": 5", "\"numbers\": 6"), "first"},
      {with("\"numbers\": 5", "\"numbers\": 0"), "numbers"},
      {with("\"units\": 8", "\"units\": 12"), "units"},
      {with("\"units\": 8", "\"units\": 16"), "first"},
      {with("\"seats\": 2", "\"seats\": 3"), "second"},
      {with("\"seats\": 2", "\"seats\": 99"), "seats"},
      {with("500000", "\"much\""), "judgement"},
      {with("\"first\": \"", "\"first\": \"?"), "first"},
      {with("\"seats\"", "\"chairs\": 1, \"seats\""), "chairs"},
  };
  for (const auto& [text, expected] : wrong) {
    const engine::Result<Net> read = Net::load(text, "net.json");
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error.text.find(expected), std::string::npos) << read.error.text;
  }
}

TEST(Net, SharesAreWhatOneReckonsByHand) {
  const Net net = numbered(6, 8, 4);
  std::vector<float> numbers{0, 0.5F, 0, 1, 0, 0.25F};
  const std::vector<uint32_t> places{1, 3, 5};
  const Net::Sight sight{places, numbers.data(), {0.3F, -0.2F, 0.1F}, 3, 0.5F};
  std::array<float, 3> strengths{0.3F, -0.2F, 0.1F};
  for (float& each : strengths) each *= (1 + 1.25F) / 2;  // between the second knot and the third
  for (size_t u = 0; u < 8; ++u) {
    float unit = net.constants[u];
    for (size_t i = 0; i < 6; ++i) unit += numbers[i] * net.first[i * 8 + u];
    for (size_t s = 0; s < 3; ++s) strengths[s] += net.second[u * 4 + s] * std::max(0.0F, unit);
  }
  const Net::Shares shares = net.shares(sight);
  EXPECT_NEAR(shares[0] + shares[1] + shares[2], 1, 1e-5);
  for (size_t s = 1; s < 3; ++s) {
    EXPECT_NEAR(std::log(shares[s] / shares[0]), strengths[s] - strengths[0], 1e-4);
  }
}

// Every game's own file is good. A net is asked with what the viewer observes, seats counted from
// it, and the shares are those of the seats as they sit.
TEST(Net, SeesEveryGameThroughTheEyesOfASeat) {
  for (const engine::AnyGame* game : games::all()) {
    SCOPED_TRACE(game->spec().id);
    games::AllGames::visit(game->spec().id, [&]<class G>() {
      EXPECT_TRUE(Net::load(G::net_json(), "net.json"));
      const engine::EditionPtr edition = game->default_edition();
      engine::Chance chance(5);
      engine::Events silent;
      typename G::State state =
          G::setup(engine::AnyGameOf<G>::data(*edition), engine::default_variants(G::spec()),
                   G::spec().max_seats, chance, silent);
      const auto inputs = static_cast<int>(engine::observe<G>(state, engine::seat_at(0), {}));
      const Net net = numbered(inputs, 16, G::spec().max_seats);
      bots::BotSpec spec = bots::BotSpec::of("search");
      spec.use(bots::Figures::kNet, "net.json",
               std::make_shared<const std::string>(net.json("{}")));
      bots::NetInUse<G> in_use(spec);
      const Net kept = *Net::load(net.json("{}"), "net.json");
      const engine::Judge<G>& judge = bots::JudgeInUse<G>::own();
      engine::Offer offer(engine::Offer::Keep::kLegal);
      std::vector<float> numbers(static_cast<size_t>(inputs));
      const auto seats = static_cast<size_t>(G::seats(state));
      for (int step = 0; step < 60 && !G::over(state); ++step) {
        ASSERT_TRUE(in_use.holds_for(state));
        const auto me = static_cast<size_t>(step) % seats;
        engine::observe<G>(state, engine::seat_at(static_cast<int>(me)), numbers);
        std::vector<uint32_t> places;
        for (size_t i = 0; i < numbers.size(); ++i) {
          if (numbers[i] != 0) places.push_back(static_cast<uint32_t>(i));
        }
        Net::Sight sight{places, numbers.data(), {}, static_cast<int>(seats), G::progress(state)};
        const bots::Value::Judged judged = bots::judged_by(judge, state);
        for (size_t i = 0; i < seats; ++i) sight.judged[i] = judged[(me + i) % seats];
        const Net::Shares expected = kept.shares(sight);
        const bots::Value::Shares shares =
            in_use.shares(state, engine::seat_at(static_cast<int>(me)), judge);
        for (size_t i = 0; i < seats; ++i) {
          ASSERT_NEAR(shares[(me + i) % seats], expected[i], 1e-5) << "step " << step;
        }
        bots::random_step<G>(state, offer, chance);
      }
    });
  }
}

// A seat that sees another number of things (an edition of one's own) is not judged by it.
TEST(Net, HoldsForGamesOfItsShapeAlone) {
  games::AllGames::for_each([&]<class G>() {
    SCOPED_TRACE(G::spec().id);
    const engine::EditionPtr edition = games::find(G::spec().id)->default_edition();
    engine::Chance chance(5);
    engine::Events silent;
    const typename G::State state =
        G::setup(engine::AnyGameOf<G>::data(*edition), engine::default_variants(G::spec()),
                 G::spec().max_seats, chance, silent);
    const auto inputs = static_cast<int>(engine::observe<G>(state, engine::seat_at(0), {}));
    bots::BotSpec spec = bots::BotSpec::of("search");
    for (const int more : {0, 1}) {
      spec.use(bots::Figures::kNet, "net.json",
               std::make_shared<const std::string>(numbered(inputs + more, 8, 6).json("{}")));
      EXPECT_EQ(bots::NetInUse<G>(spec).holds_for(state), more == 0);
    }
    // One for fewer seats than there are knows nothing of the last.
    spec.use(bots::Figures::kNet, "net.json",
             std::make_shared<const std::string>(
                 numbered(inputs, 8, G::spec().max_seats - 1).json("{}")));
    EXPECT_FALSE(bots::NetInUse<G>(spec).holds_for(state));
    // An empty file is no net, and whoever has figures of another kind from a file goes by these.
    spec.use(bots::Figures::kNet, "none", std::make_shared<const std::string>());
    EXPECT_FALSE(bots::NetInUse<G>(spec).holds_for(state));
    bots::BotSpec tuned = bots::BotSpec::of("search");
    tuned.use(bots::Figures::kTuned, "none", std::make_shared<const std::string>());
    EXPECT_FALSE(bots::NetInUse<G>(tuned).holds_for(state));
  });
}

}  // namespace
