// Studies: what is measured, that it is right where the answer is known, and that it is the same
// however it was come by.
#include "lab/study.h"

#include <cmath>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

#include "engine/chance.h"
#include "games/registry.h"
#include "lab/dataset.h"
#include "lab/study_report.h"
#include "lab/sweep.h"
#include "lab/variance_parts.h"
#include "tests/folder.h"
#include "tests/matchers.h"

namespace {

using lab::Measures;
using namespace matchers;

const std::atomic<bool> kGoOn{false};

lab::StudySpec study_of(std::string_view game, int players, std::string_view bot, uint64_t blocks) {
  lab::StudySpec spec;
  spec.game = games::find(game);
  spec.variants = engine::default_variants(spec.game->spec());
  spec.seats.assign(static_cast<size_t>(players), bots::BotSpec::of(bot));
  spec.arms.push_back({"standard", spec.game->default_edition()});
  spec.blocks = blocks;
  return spec;
}

lab::StudySums played(const lab::StudySpec& spec) {
  const auto session = lab::StudySession::open(spec, {});
  EXPECT_FALSE((*session.value).run(kGoOn, nullptr));
  return session.value->sums();
}

lab::Arm with(const engine::AnyGame& game, const std::string& path, int value) {
  auto edition = lab::with_figure(game, *game.default_edition(), {{path, value}});
  EXPECT_TRUE(edition) << edition.error.text;
  return {path + "=" + std::to_string(value), *edition};
}

// --- sums ---

TEST(TwinSums, ARatioHasTheVarianceOfItsResiduals) {
  lab::TwinSums sums;
  // 1/2, 3/4, 2/3: R = 6/9; residuals -1/3, 1/3, 0.
  sums.add({1, 2, 0, 0});
  sums.add({3, 4, 0, 0});
  sums.add({2, 3, 0, 0});
  const lab::Measured found = sums.first();
  EXPECT_DOUBLE_EQ(found.mean, 2.0 / 3);
  EXPECT_NEAR(found.deviation, std::sqrt(2.0 / 9 * 3 / 2) / 9, 1e-12);
  EXPECT_EQ(found.degrees, 2);
  EXPECT_FALSE(sums.second().known());
}

TEST(TwinSums, WithEvenWeightsItIsTheMeanOfBlockMeans) {
  lab::TwinSums sums;
  std::vector<double> means;
  for (const int64_t y : {3, 1, 4, 1, 5, 9, 2, 6}) {
    sums.add({y, 10, 0, 0});
    means.push_back(static_cast<double>(y) / 10);
  }
  const lab::Estimate known = lab::mean95(means);
  EXPECT_NEAR(sums.first().estimate().mean, known.mean, 1e-12);
  EXPECT_NEAR(sums.first().estimate().interval.low, known.interval.low, 1e-12);
}

TEST(TwinSums, WhatBothShareFallsOutOfTheDifference) {
  lab::TwinSums sums;
  engine::Chance chance(7, 0);
  for (int i = 0; i < 100; ++i) {
    const auto deal = static_cast<int64_t>(chance.below(1000));
    sums.add({deal + 5, 1, deal, 1});
  }
  EXPECT_GT(sums.first().half_width(), 20);
  EXPECT_NEAR(sums.difference().mean, 5, 1e-9);
  EXPECT_LT(sums.difference().half_width(), 1e-3);
}

TEST(TwinSums, AreReadBackAsTheyWere) {
  lab::TwinSums sums;
  sums.add({-3'000'000'000, 4'000'000'000, 7, 9});
  sums.add({5, 4'000'000'000, 0, 0});
  lab::TwinSums read;
  ASSERT_TRUE(read.read(sums.text()));
  EXPECT_EQ(read, sums);
  for (const char* broken : {"", "1 2 3", "x", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17",
                             "-1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"}) {
    EXPECT_FALSE(read.read(broken)) << broken;
  }
  EXPECT_EQ(read, sums);
}

// --- luck, where the answer is known ---

class LuckTest : public ::testing::Test {
 protected:
  static constexpr int kPlayers = 3;

  // Blocks of games in which `winner(block, turned)` says which seat wins.
  template <class Winner>
  lab::VarianceParts luck(Winner winner, bool bots_differ) {
    const engine::AnyGame& game = *games::find("koenig");
    const engine::Components components(game, *game.default_edition());
    const std::vector<std::string> kinds =
        bots_differ ? std::vector<std::string>{"a", "b", "c"} : std::vector<std::string>{"a"};
    const Measures measures(game.spec(), kPlayers, kinds);
    lab::BlockMeasures block_of(measures);
    lab::ArmSums arm;
    arm.measures.resize(measures.size());
    for (int block = 0; block < 2000; ++block) {
      block_of.clear();
      for (int turned = 0; turned < kPlayers; ++turned) {
        lab::Course course(game.spec(), components, kPlayers);
        engine::Offer offer(engine::Offer::Keep::kLegal);
        offer({});
        course.chose(engine::seat_at(0), offer, {});
        engine::Outcome outcome;
        outcome.winners = engine::SeatSet(engine::seat_at(winner(block, turned)));
        std::vector<int> at_seat(kPlayers);
        for (int i = 0; i < kPlayers; ++i) {
          at_seat[static_cast<size_t>((i + turned) % kPlayers)] = bots_differ ? i : 0;
        }
        block_of.add(outcome, course, at_seat);
        ++arm.games;
      }
      const auto& values = block_of.finish();
      for (size_t i = 0; i < values.size(); ++i) arm.measures[i].add({values[i].y, values[i].w});
    }
    const std::vector<int> kind_of_seat =
        bots_differ ? std::vector<int>{0, 1, 2} : std::vector<int>{0, 0, 0};
    return lab::variance_parts(arm, measures, kind_of_seat);
  }

  int die(uint64_t stream) const {
    engine::Chance chance(1, stream);
    return static_cast<int>(chance.below(kPlayers));
  }
};

void expect_near(const lab::Measured& part, double wanted) {
  EXPECT_NEAR(part.mean, wanted, std::max(0.03, part.half_width()));
}

TEST_F(LuckTest, ADealThatAlwaysGivesItToTheSameSeat) {
  const auto luck_of_deal =
      luck([this](int block, int) { return die(static_cast<uint64_t>(block)); }, false);
  expect_near(luck_of_deal.deal, 1);
  expect_near(luck_of_deal.order, 0);
  expect_near(luck_of_deal.course, 0);
}

TEST_F(LuckTest, AnOrderThatDecides) {
  const auto by_order = luck([](int, int) { return 0; }, false);
  expect_near(by_order.order, 1);
  expect_near(by_order.deal, 0);
}

TEST_F(LuckTest, ABotThatAlwaysWins) {
  const auto by_skill = luck([](int, int turned) { return turned; }, true);
  expect_near(by_skill.skill, 1);
  expect_near(by_skill.deal, 0);
  expect_near(by_skill.order, 0);
  expect_near(by_skill.course, 0);
}

TEST_F(LuckTest, NothingButTheCourse) {
  const auto by_lot = luck(
      [this](int block, int turned) { return die(static_cast<uint64_t>(block * 10 + turned)); },
      true);
  expect_near(by_lot.course, 1);
  // What is nothing is not told to be something, be it ever so little.
  for (const lab::Measured* nothing : {&by_lot.deal, &by_lot.skill, &by_lot.order}) {
    EXPECT_LE(nothing->estimate().interval.low, 0);
    EXPECT_GE(nothing->estimate().interval.high, 0);
    EXPECT_LT(nothing->half_width(), 0.05);
  }
}

TEST_F(LuckTest, HalfDealHalfCourse) {
  const auto half = luck(
      [this](int block, int turned) {
        return die(static_cast<uint64_t>(turned < 2 ? block * 10 : block * 10 + turned));
      },
      false);
  // Of three pairs of games one agrees by the deal: a third of the variance.
  expect_near(half.deal, 1.0 / 3);
}

// --- components ---

TEST(Components, EveryActionOfEveryGameHasOne) {
  for (const engine::AnyGame* game : games::all()) {
    const engine::EditionPtr edition = game->default_edition();
    const engine::Components components(*game, *edition);
    const engine::ActionIndex actions = game->action_index(*edition);
    std::set<int> met;
    for (int i = 0; i < actions.size(); ++i) {
      const int component = components.of(actions.action(i));
      ASSERT_GE(component, 0);
      ASSERT_LT(component, components.size());
      met.insert(component);
    }
    EXPECT_EQ(static_cast<int>(met.size()), components.size()) << game->spec().id;
    std::set<std::string> ids;
    for (int i = 0; i < components.size(); ++i) {
      ids.insert(components.id(i));
      EXPECT_FALSE(components.name(i, game->texts(engine::Language::kGerman)).empty());
    }
    EXPECT_EQ(static_cast<int>(ids.size()), components.size()) << game->spec().id;
  }
}

TEST(Components, AreCalledAsActionsAre) {
  const engine::AnyGame& game = *games::find("taverna");
  const engine::EditionPtr edition = game.default_edition();
  const engine::Components components(game, *edition);
  const auto id = [&](const char* action) {
    return components.id(components.of(*game.parse_action(*edition, action)));
  };
  EXPECT_EQ(id("cast common_tongue"), "cast common_tongue");
  EXPECT_EQ(id("player 1"), "player");  // which seat is meant is left out
  EXPECT_EQ(id("end_turn"), "end_turn");
  // What people may have a liking for is a thing, and can be said without the verb's id.
  const auto component = [&](const char* action) {
    return components.of(*game.parse_action(*edition, action));
  };
  EXPECT_TRUE(components.is_thing(component("cast common_tongue")));
  EXPECT_FALSE(components.is_thing(component("player 1")));
  EXPECT_FALSE(components.is_thing(component("end_turn")));
  for (const engine::AnyGame* each : games::all()) {
    const engine::EditionPtr own = each->default_edition();
    const engine::Components all(*each, *own);
    int things = 0;
    for (int i = 0; i < all.size(); ++i) {
      if (!all.is_thing(i)) continue;
      ++things;
      const std::string text = all.thing(i, own->texts(engine::Language::kGerman));
      EXPECT_FALSE(text.empty());
      EXPECT_EQ(text.find("…"), std::string::npos) << text;
    }
    EXPECT_GT(things, 0) << each->spec().id;
  }
}

// --- studies ---

TEST(Study, IsTheSameWithAnyNumberOfThreadsAndInParts) {
  for (const engine::AnyGame* game : games::all()) {
    lab::StudySpec spec = study_of(game->spec().id, game->spec().max_seats, "random", 70);
    spec.threads = 1;
    const lab::StudySums one = played(spec);
    EXPECT_EQ(one.arms[0].games, 70u * static_cast<uint64_t>(spec.players()));
    spec.threads = 3;
    EXPECT_EQ(played(spec), one) << game->spec().id;
    lab::StudySpec part = spec;
    part.blocks = 33;
    lab::StudySums sum = played(part);
    part.first_block = 33;
    part.blocks = 37;
    sum.add(played(part));
    EXPECT_EQ(sum, one) << game->spec().id;
    // Shares of wins add up to one.
    const Measures measures(game->spec(), spec.players(), {"random"});
    double shares = 0;
    for (int i = 0; i < spec.players(); ++i) {
      shares += one.arms[0].measures[measures.order(i)].first().mean;
    }
    EXPECT_NEAR(shares, 1, 1e-9);
    EXPECT_GT(one.arms[0].measures[Measures::kTurns].first().mean, 1);
    EXPECT_GT(one.arms[0].measures[Measures::kBranching].first().mean, 1);
  }
}

class StudyFile : public ::testing::Test {
 protected:
  tests::Folder folder_;
  lab::StudySpec spec_ = study_of("koenig", 3, "random", 96);

  std::string text(const std::string& name) const {
    std::ifstream in(folder_.at(name), std::ios::binary);
    std::stringstream out;
    out << in.rdbuf();
    return out.str();
  }
  engine::Result<lab::StudySums> run(const lab::StudySpec& spec, const std::string& name,
                                     bool resume) {
    auto session = lab::StudySession::open(spec, {folder_.at(name), resume, {}});
    if (!session) return session.error;
    if (engine::Error error = session.value->run(kGoOn, nullptr)) return error;
    return session.value->sums();
  }
};

TEST_F(StudyFile, AKillAtAnyMomentCostsOpenBlocksOnly) {
  spec_.write_every = 0;  // every job is a line
  const auto whole = run(spec_, "whole", false);
  ASSERT_TRUE(whole) << whole.error.text;
  const std::string text_of_all = text("whole");
  for (size_t length = 0; length <= text_of_all.size(); length += text_of_all.size() / 13) {
    folder_.file("torn", text_of_all.substr(0, length));
    const auto resumed = run(spec_, "torn", true);
    ASSERT_TRUE(resumed) << resumed.error.text;
    EXPECT_EQ(*resumed, *whole) << length;
  }
  // It can be extended.
  spec_.blocks = 100;
  const auto extended = run(spec_, "whole", true);
  ASSERT_TRUE(extended);
  EXPECT_EQ(*extended, played(spec_));
}

TEST_F(StudyFile, OtherQuestionsAreRefusedAndNothingIsTouched) {
  ASSERT_TRUE(run(spec_, "a", false));
  const std::string before = text("a");
  EXPECT_THAT(run(spec_, "a", false).error.text, HasSubstr("is there already"));
  lab::StudySpec other = spec_;
  other.seats[0] = bots::BotSpec::of("greedy");
  EXPECT_THAT(run(other, "a", true).error.text, HasSubstr("Other bots"));
  other = spec_;
  other.arms[0] = with(*spec_.game, "money.start_gold", 2);
  EXPECT_THAT(run(other, "a", true).error.text, HasSubstr("Another edition"));
  other = spec_;
  other.seeds.series = 2;
  EXPECT_THAT(run(other, "a", true).error.text, HasSubstr("Other seeds"));
  other = spec_;
  other.question = lab::Question::kSweep;
  EXPECT_THAT(run(other, "a", true).error.text, HasSubstr("Another question"));
  other = spec_;
  other.arms.push_back(with(*spec_.game, "money.start_gold", 2));
  EXPECT_THAT(run(other, "a", true).error.text, HasSubstr("Other figures"));
  EXPECT_EQ(text("a"), before);
  std::string version = before;
  const std::string now = "\"rules_version\":";
  version.insert(version.find(now) + now.size(), "9");
  folder_.file("old", version);
  EXPECT_THAT(run(spec_, "old", true).error.text, HasSubstr("Another version of the rules"));
}

TEST_F(StudyFile, PartsAreMergedAndTheSameBlocksAreNotTakenTwice) {
  lab::StudySpec part = spec_;
  part.blocks = 40;
  ASSERT_TRUE(run(part, "one", false));
  part.first_block = 40;
  part.blocks = 56;
  ASSERT_TRUE(run(part, "two", false));
  const auto merged = lab::StudySession::of_files(spec_, {folder_.at("two"), folder_.at("one")});
  ASSERT_TRUE(merged) << merged.error.text;
  EXPECT_EQ(merged.value->sums(), played(spec_));
  const auto twice = lab::StudySession::of_files(spec_, {folder_.at("one"), folder_.at("one")});
  EXPECT_THAT(twice.error.text, HasSubstr("are there already"));
}

TEST_F(StudyFile, DamageIsTold) {
  ASSERT_TRUE(run(spec_, "a", false));
  const std::string good = text("a");
  const auto broken = [&](const std::string& from, const std::string& to) {
    std::string bad = good;
    const size_t at = bad.rfind(from);
    EXPECT_NE(at, std::string::npos) << from;
    bad.replace(at, from.size(), to);
    folder_.file("bad", bad);
    return lab::StudySession::of_files(spec_, {folder_.at("bad")}).error.text;
  };
  EXPECT_THAT(broken("\"arm\":0", "\"arm\":7"), HasSubstr("line 2"));
  EXPECT_THAT(broken("\"blocks\":[0,96]", "\"blocks\":[96,0]"), HasSubstr("no ranges"));
  EXPECT_THAT(broken("\"measures\":[", "\"measures\":[\"1\","), HasSubstr("measures"));
  EXPECT_THAT(broken("\"lengths\":[", "\"lengths\":[1,"), HasSubstr("lengths"));
}

// --- several editions ---

TEST(Compare, APlantedEffectIsFoundAndNothingIsFoundWhereNothingIs) {
  lab::StudySpec spec = study_of("taverna", 2, "random", 60);
  spec.question = lab::Question::kCompare;
  // Fewer turns each: fewer turns, lower scores.
  spec.arms.push_back(with(*spec.game, "players[0].turns_each", 5));
  // Of five players, which two never notice.
  spec.arms.push_back(with(*spec.game, "players[3].income", 9));
  const lab::StudySums sums = played(spec);
  const auto by = [&](size_t arm, size_t measure) {
    return sums.arms[arm].measures[measure].difference();
  };
  EXPECT_LT(by(1, Measures::kTurns).estimate().interval.high, -4);
  EXPECT_LT(by(1, Measures::kWinningScore).estimate().interval.high, 0);
  for (size_t i = 0; i < sums.arms[2].measures.size(); ++i) {
    EXPECT_EQ(by(2, i).mean, 0);
    EXPECT_EQ(by(2, i).p_value(), 1);
  }
  EXPECT_EQ(sums.arms[2].components, sums.arms[0].components);

  const lab::Document document = lab::study_document(lab::Study(spec), sums, {});
  EXPECT_THAT(document.answer[0], Not(HasSubstr("none")));
  lab::StudySpec same = spec;
  same.arms.erase(same.arms.begin() + 1);
  const lab::Document nothing = lab::study_document(lab::Study(same), played(same), {});
  EXPECT_THAT(nothing.answer[0], HasSubstr("none has changed"));
}

TEST(Balance, APreciousCardIsToldFromOneLikeTheOthers) {
  const engine::AnyGame& game = *games::find("koenig");
  const auto taken = [&](const engine::EditionPtr& edition) {
    lab::StudySpec spec = study_of("koenig", 3, "random", 400);
    spec.arms[0].edition = edition;
    const engine::Components components(game, *edition);
    const auto action = game.parse_action(*edition, "play langfinger");
    return played(spec)
        .arms[0]
        .components[static_cast<size_t>(components.of(*action))]
        .difference();
  };
  // Nine silver from everybody: whoever plays it wins more often, though all play by lot.
  const lab::Measured precious = taken(with(game, "cards.langfinger.silver", 9).edition);
  ASSERT_TRUE(precious.known());
  EXPECT_GT(precious.estimate().interval.low, 0.08);
  const lab::Measured plain = taken(game.default_edition());
  ASSERT_TRUE(plain.known());
  EXPECT_LT(plain.estimate().interval.low, 0.02);
  EXPECT_GT(plain.p_value(), 0.05);
}

TEST(Dataset, IsTheSameWithAnyNumberOfThreadsAndHoldsWhatItSays) {
  const engine::AnyGame& game = *games::find("koenig");
  lab::DatasetSpec spec;
  spec.game = &game;
  spec.edition = game.default_edition();
  spec.variants = engine::default_variants(game.spec());
  spec.seats.assign(3, bots::BotSpec::of("random"));
  spec.games = 6;
  const auto bytes = [&](int threads) {
    spec.threads = threads;
    std::string all;
    EXPECT_EQ(
        lab::write_dataset(spec, kGoOn, [&](std::string_view more) { all += more; }, nullptr), 6u);
    return all;
  };
  const std::string one = bytes(1);
  EXPECT_EQ(bytes(3), one);
  const size_t end = one.find('\n') + 1;
  const auto head = engine::parse_json(one.substr(0, end), "head");
  ASSERT_TRUE(head);
  const size_t width = head.value.find("observation")->items.size();
  const size_t actions = head.value.find("actions")->items.size();
  const auto number = [&](size_t at, auto value) {
    std::memcpy(&value, one.data() + at, sizeof value);
    return value;
  };
  size_t at = end;
  int games = 0;
  for (; at < one.size(); ++games) {
    EXPECT_EQ(number(at, uint64_t{}), spec.seeds.of_block(static_cast<uint64_t>(games)));
    const uint32_t count = number(at + 8, uint32_t{});
    const size_t begin = at + 16 + 3 * 8;
    EXPECT_FLOAT_EQ(number(at + 16, 0.F) + number(at + 24, 0.F) + number(at + 32, 0.F), 1);
    const size_t next = begin + number(at + 12, uint32_t{});
    at = begin;
    for (uint32_t i = 0; i < count; ++i) {
      const size_t choices = number(at + 6, uint16_t{});
      EXPECT_GT(choices, 1u);
      at += 8 + 4 * width;
      float sum = 0;
      for (size_t c = 0; c < choices; ++c, at += 8) {
        EXPECT_LT(number(at, uint32_t{}), actions);
        sum += number(at + 4, 0.F);
      }
      EXPECT_FLOAT_EQ(sum, 1);
    }
    EXPECT_EQ(at, next);
  }
  EXPECT_EQ(games, 6);
}

TEST(Sweep, FiguresAreFoundByTheirNames) {
  const engine::AnyGame& game = *games::find("taverna");
  const engine::AnyEdition& edition = *game.default_edition();
  const auto values = [&](const char* text) {
    return lab::parse_varied(text, edition).value.values;
  };
  EXPECT_EQ(values("start.coins=2..6:2"), (std::vector{2, 4, 6}));
  EXPECT_EQ(values("spells.fools_gold.cost=5,3,3"), (std::vector{3, 5}));
  EXPECT_EQ(values("players[0].income=1..2"), (std::vector{1, 2}));
  const auto error = [&](const char* text) { return lab::parse_varied(text, edition).error.text; };
  EXPECT_THAT(error("start.coin=1..2"), HasSubstr("did you mean 'coins'"));
  EXPECT_THAT(error("start=1..2"), HasSubstr("only whole numbers"));
  EXPECT_THAT(error("start.coins"), HasSubstr("--vary takes"));
  EXPECT_THAT(error("start.coins=6..2"), HasSubstr("--vary takes"));
  EXPECT_THAT(error("start.coins=1..x"), HasSubstr("--vary takes"));
  const auto arms = lab::arms_of(game, game.default_edition(),
                                 {{"start.coins", {1, 2}}, {"start.spells", {1, 2, 3}}});
  ASSERT_TRUE(arms) << arms.error.text;
  EXPECT_EQ(arms.value.size(), 7u);
  EXPECT_EQ(arms.value[2].label, "start.coins=1 start.spells=2");
  EXPECT_EQ((*lab::edition_of_label(game, game.default_edition(), arms.value[2].label))->hash(),
            arms.value[2].edition->hash());
  EXPECT_THAT(lab::arms_of(game, game.default_edition(), {{"start.coins", {-5}}}).error.text,
              HasSubstr("start.coins"));
}

TEST(Sweep, TheRaceFindsTheValueThatWasAskedFor) {
  lab::StudySpec spec = study_of("taverna", 2, "random", 256);
  spec.question = lab::Question::kSweep;
  const auto arms =
      lab::arms_of(*spec.game, spec.arms[0].edition, {{"players[0].turns_each", {4, 5, 6, 7, 8}}});
  ASSERT_TRUE(arms) << arms.error.text;
  spec.arms = *arms;
  const auto session = lab::StudySession::open(spec, {});
  const Measures& measures = session.value->study().measures();
  const auto wish = lab::parse_wish("turns=12", measures);  // six each
  ASSERT_TRUE(wish) << wish.error.text;
  lab::Race race;
  ASSERT_FALSE(lab::race(*session.value, *wish, kGoOn, nullptr, race));
  double nearest = 1e9;
  size_t best = 0;
  for (size_t arm = 1; arm < spec.arms.size(); ++arm) {
    const double off =
        std::abs(session.value->sums().arms[arm].measures[Measures::kTurns].first().mean - 12);
    if (off < nearest) best = arm;
    nearest = std::min(nearest, off);
  }
  EXPECT_EQ(race.left[0], best);
  EXPECT_EQ(race.left.size(), 1u);
  // Whoever was out has played no longer than the rest.
  EXPECT_LT(session.value->sums().arms[1].blocks.size(), spec.blocks);
  EXPECT_THAT(lab::parse_wish("turn=3", measures).error.text, HasSubstr("did you mean 'turns'"));
  EXPECT_THAT(lab::parse_wish("turns", measures).error.text, HasSubstr("--aim takes"));
  EXPECT_THAT(lab::parse_wish("turns=x", measures).error.text, HasSubstr("is no number"));
  EXPECT_DOUBLE_EQ(lab::parse_wish("order_1=25%", measures).value.value, 0.25);
}

// --- reports ---

TEST(Report, IsWholeInEveryLanguageAndAsksNobody) {
  lab::StudySpec spec = study_of("koenig", 3, "random", 40);
  spec.seats[0] = bots::BotSpec::of("greedy");
  const lab::Study study(spec);
  const lab::StudySums sums = played(spec);
  for (size_t i = 0; i < engine::kLanguages.size(); ++i) {
    lab::Told told;
    told.language = static_cast<engine::Language>(i);
    told.command = "stamtafel lab <b>&";
    const lab::Document document = lab::study_document(study, sums, told);
    const std::string html = lab::document_html(document);
    EXPECT_THAT(html, AllOf(HasSubstr("<svg"), HasSubstr("prefers-color-scheme"),
                            HasSubstr("stamtafel lab &lt;b&gt;&amp;"), HasSubstr("@media print")));
    EXPECT_THAT(html,
                AllOf(Not(HasSubstr("http:")), Not(HasSubstr("https:")), Not(HasSubstr("src=")),
                      Not(HasSubstr("@import")), Not(HasSubstr("<b>")), Not(HasSubstr("\"nan"))));
    const std::string text = lab::document_text(document);
    // A text that is missing shows its key.
    for (const char* key : {"answer.", "section.", "column.", "measure.", "meaning.", "luck.",
                            "plot.", "method.", "title.", "question.", "axis."}) {
      EXPECT_THAT(text + html, Not(HasSubstr(std::string(">") + key))) << key;
      EXPECT_THAT(text, Not(HasSubstr(std::string("\n") + key))) << key;
    }
    EXPECT_TRUE(engine::parse_json(lab::document_json(document), "report"));
    EXPECT_THAT(lab::document_csv(document),
                AllOf(HasSubstr("\norder,order_1,value,0."), Not(HasSubstr("meaning"))));
  }
}

TEST(Report, TheLanguagesHaveTheSameTexts) {
  const engine::Texts& english = lab::report_texts(engine::Language::kEnglish);
  const auto values = [](std::string_view text) {
    std::set<char> found;
    for (size_t i = 0; i + 1 < text.size(); ++i) {
      if (text[i] == '{' && text[i + 1] >= '0' && text[i + 1] <= '9') found.insert(text[i + 1]);
    }
    return found;
  };
  for (size_t i = 1; i < engine::kLanguages.size(); ++i) {
    const engine::Texts& other = lab::report_texts(static_cast<engine::Language>(i));
    EXPECT_EQ(other.all().size(), english.all().size());
    for (const auto& [key, text] : english.all()) {
      ASSERT_TRUE(other.has(key)) << engine::kLanguages[i] << ": " << key;
      EXPECT_EQ(values(other.get(key)), values(text)) << key;
    }
  }
}

}  // namespace
