#include "lab/result_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "games/registry.h"
#include "lab/arena_report.h"
#include "lab/arena_session.h"
#include "tests/matchers.h"

namespace {

namespace fs = std::filesystem;
using namespace matchers;

class ResultFileTest : public ::testing::Test {
 protected:
  ResultFileTest() {
    std::string name = (fs::temp_directory_path() / "stamtafel-test-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    spec_.game = games::all().front();
    spec_.variants = engine::default_variants(spec_.game->spec());
    spec_.players = spec_.game->spec().min_seats;
    spec_.bots = *bots::parse_bots("search:iterations=2,random");
    spec_.blocks = 5;
  }
  ~ResultFileTest() override { fs::remove_all(folder_); }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  static std::string text_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
  }
  static void write(const std::string& path, std::string_view text) {
    std::ofstream(path, std::ios::binary) << text;
  }
  // Without what the clock says, which is never the same.
  static std::string without_clocks(const std::string& path) {
    const std::string text = text_of(path);
    std::string kept;
    for (std::string_view line : engine::split(text, '\n')) {
      if (!line.empty() && !line.starts_with("{\"clock\"")) kept += std::string(line) + "\n";
    }
    return kept;
  }

  // Runs with what `spec_` says; the error when it can't.
  engine::Error play(const std::string& path, bool resume = false,
                     std::vector<std::string> apart_from = {}) {
    const std::atomic<bool> stop{false};
    auto session = lab::ArenaSession::open(spec_, {path, resume, std::move(apart_from)});
    if (!session) return session.error;
    torn_ = (*session)->torn();
    found_ = (*session)->found();
    if (engine::Error error = (*session)->run(stop, nullptr)) return error;
    EXPECT_TRUE((*session)->complete());
    return {};
  }
  static lab::ArenaResults results_of(const std::string& path) {
    auto read = lab::read_result_file(path);
    EXPECT_TRUE(read) << read.error.text;
    return read->results;
  }

  fs::path folder_;
  lab::ArenaSpec spec_;
  bool torn_ = false;
  uint64_t found_ = 0;
};

TEST_F(ResultFileTest, HoldsWhatWasPlayed) {
  spec_.sprt = lab::SprtSpec{.h0 = 0.3, .h1 = 0.9, .max_blocks = 5};
  ASSERT_FALSE(play(at("a")));
  const lab::ArenaResults results = results_of(at("a"));
  EXPECT_EQ(results.head, lab::head_of(spec_));
  EXPECT_GT(results.clocks[0].counts().iterations, 0u);
  std::string again = lab::head_line(results.head);
  for (const lab::Block& block : results.blocks) again += lab::block_line(block);
  EXPECT_EQ(again, without_clocks(at("a")));
}

TEST_F(ResultFileTest, ResumedIsTheSameByteForByte) {
  spec_.threads = 1;
  ASSERT_FALSE(play(at("whole")));
  const std::string whole = without_clocks(at("whole"));
  spec_.threads = 2;
  spec_.blocks = 2;
  ASSERT_FALSE(play(at("parts")));
  spec_.blocks = 5;
  ASSERT_FALSE(play(at("parts"), true));
  EXPECT_EQ(found_, 2u);
  EXPECT_FALSE(torn_);
  EXPECT_EQ(without_clocks(at("parts")), whole);
  ASSERT_FALSE(play(at("parts"), true)) << "there is nothing left to play";
  EXPECT_EQ(without_clocks(at("parts")), whole);
}

TEST_F(ResultFileTest, ATornLineIsPlayedAgainWhereverItTore) {
  ASSERT_FALSE(play(at("whole")));
  const std::string whole = without_clocks(at("whole"));
  for (const size_t keep : {size_t{0}, size_t{5}, whole.find('\n') + 1, whole.size() - 1,
                            whole.size() - 200, whole.size()}) {
    write(at("torn"), whole.substr(0, keep));
    ASSERT_FALSE(play(at("torn"), true)) << keep;
    EXPECT_EQ(torn_, keep != 0 && whole[keep - 1] != '\n') << keep;
    EXPECT_EQ(without_clocks(at("torn")), whole) << keep;
  }
}

TEST_F(ResultFileTest, AnotherFileIsNotTouched) {
  write(at("notes"), "buy milk");
  EXPECT_THAT(play(at("notes")).text, HasSubstr("is there already"));
  EXPECT_THAT(play(at("notes"), true).text, HasSubstr("holds no results"));
  write(at("notes"), "buy milk\n");
  EXPECT_THAT(play(at("notes"), true).text, HasSubstr("line 1"));
  EXPECT_EQ(text_of(at("notes")), "buy milk\n");
  EXPECT_THAT(play("/no/where/file").text, HasSubstr("can't write '/no/where/file'"));
}

TEST_F(ResultFileTest, IsGoneOnWithByTheSameQuestionOnly) {
  ASSERT_FALSE(play(at("a")));
  const std::string before = text_of(at("a"));
  const lab::ArenaSpec same = spec_;
  const auto refused = [&](auto change) {
    spec_ = same;
    change(spec_);
    const engine::Error error = play(at("a"), true);
    EXPECT_EQ(error.code, engine::ErrorCode::kUsage);
    EXPECT_EQ(text_of(at("a")), before);
    return error.text;
  };
  EXPECT_THAT(refused([](lab::ArenaSpec& spec) { spec.players += 1; }),
              HasSubstr("Another number of players"));
  EXPECT_THAT(refused([](lab::ArenaSpec& spec) {
                spec.bots = *bots::parse_bots("search:iterations=3,random");
              }),
              HasSubstr("Other bots: search:"));
  EXPECT_THAT(refused([](lab::ArenaSpec& spec) { spec.seeds.series = 2; }),
              HasSubstr("Other seeds: seeds to tune, series 1 there"));
  EXPECT_THAT(refused([](lab::ArenaSpec& spec) { spec.seeds.world = lab::World::kProve; }),
              HasSubstr("were tuned on"));
  EXPECT_THAT(
      refused([](lab::ArenaSpec& spec) { spec.sprt = lab::SprtSpec{.h0 = 0.3, .h1 = 0.4}; }),
      HasSubstr("Another rule to stop: no SPRT there"));
  EXPECT_THAT(refused([](lab::ArenaSpec& spec) { spec.game = games::all().back(); }),
              HasSubstr("Another game"));
  // As if the bot had been changed since.
  write(at("b"), [&] {
    lab::ArenaHead head = lab::head_of(same);
    head.plays[0] ^= 1;
    return lab::head_line(head);
  }());
  spec_ = same;
  EXPECT_THAT(play(at("b"), true).text, HasSubstr("plays otherwise"));
}

TEST_F(ResultFileTest, PlaysNoSeedThatSomethingWasChosenBy) {
  ASSERT_FALSE(play(at("tuned")));
  EXPECT_THAT(play(at("again"), false, {at("tuned")}).text,
              HasSubstr("the seed of block 0 was played on in " + at("tuned")));
  EXPECT_FALSE(fs::exists(at("again")));
  spec_.first_block = 5;
  EXPECT_FALSE(play(at("others"), false, {at("tuned")}));
  spec_.first_block = 4;
  EXPECT_THAT(play(at("some"), false, {at("tuned")}).text, HasSubstr("the seed of block 4"));
  spec_.seeds.world = lab::World::kProve;
  EXPECT_FALSE(play(at("proof"), false, {at("tuned"), at("others")}));
  EXPECT_THAT(play(at("proof again"), false, {at("proof")}).text, HasSubstr("(to prove)"));
}

TEST_F(ResultFileTest, PartsOfSeveralMachinesAreTheWhole) {
  ASSERT_FALSE(play(at("whole")));
  spec_.blocks = 3;
  ASSERT_FALSE(play(at("one")));
  spec_.first_block = 2;  // block 2 is in both, and the same
  ASSERT_FALSE(play(at("two")));
  const auto merged =
      lab::merge_results({results_of(at("two")), results_of(at("one"))}, {"two", "one"});
  ASSERT_TRUE(merged) << merged.error.text;
  std::string text = lab::head_line(merged.value.head);
  for (const lab::Block& block : merged.value.blocks) text += lab::block_line(block);
  EXPECT_EQ(text, without_clocks(at("whole")));
}

TEST_F(ResultFileTest, OtherResultsAreNotMerged) {
  ASSERT_FALSE(play(at("one")));
  lab::ArenaResults one = results_of(at("one"));
  lab::ArenaResults other = one;
  other.head.rules_version += 1;
  EXPECT_THAT(lab::merge_results({one, other}, {"one", "two"}).error.text,
              HasSubstr("two can't be merged with one. Another version of the rules"));
  other = one;
  other.blocks[3].games[0].decisions += 1;
  EXPECT_THAT(lab::merge_results({one, other}, {"one", "two"}).error.text,
              HasSubstr("one and two both hold block 3"));
}

TEST_F(ResultFileTest, AGapIsFilled) {
  ASSERT_FALSE(play(at("whole")));
  lab::ArenaResults results = results_of(at("whole"));
  std::string gap = lab::head_line(results.head);
  for (const size_t block : {0, 3, 4}) gap += lab::block_line(results.blocks[block]);
  write(at("gap"), gap);
  ASSERT_FALSE(play(at("gap"), true));
  EXPECT_EQ(found_, 3u);
  const auto filled = lab::merge_results({results_of(at("gap"))}, {"gap"});
  std::string text = lab::head_line(filled.value.head);
  for (const lab::Block& block : filled.value.blocks) text += lab::block_line(block);
  EXPECT_EQ(text, without_clocks(at("whole")));
}

TEST_F(ResultFileTest, DamageIsToldByItsLine) {
  ASSERT_FALSE(play(at("a")));
  const std::string good = without_clocks(at("a"));
  const auto error_of = [&](std::string_view from, std::string_view to) {
    std::string text = good;
    const size_t found = text.rfind(from);
    EXPECT_NE(found, std::string::npos) << from;
    text.replace(found, from.size(), to);
    return lab::read_results(text, "a").error.text;
  };
  EXPECT_EQ(error_of("", ""), "");
  EXPECT_THAT(error_of("\"block\":4", "\"block\":3"), HasSubstr("a, line 6: "));
  EXPECT_THAT(error_of("\"block\":4", "\"block\":3"), HasSubstr("is not that of this block"));
  EXPECT_THAT(error_of("\"candidate\":0", "\"candidate\":7"), HasSubstr("line 6"));
  EXPECT_THAT(error_of("\"seat\":0", "\"seat\":9"), HasSubstr("line 6"));
  EXPECT_THAT(error_of("\"ranks\":[", "\"ranks\":[1,"), HasSubstr("line 6"));
  EXPECT_THAT(error_of("\"format\":1", "\"format\":2"), HasSubstr("a, line 1: "));
  EXPECT_THAT(error_of("{\"block\":2", "[\"block\":2"), HasSubstr("line 4: it is no JSON"));
}

TEST_F(ResultFileTest, TheSprtEndsTheRunAndKnowsItsVerdictLater) {
  spec_.bots = *bots::parse_bots("greedy,random");
  spec_.blocks = 40;
  spec_.sprt = lab::SprtSpec{.h0 = 0.34, .h1 = 0.8, .max_blocks = 40};
  ASSERT_FALSE(play(at("a")));
  const lab::ArenaReport report = lab::report_of(results_of(at("a")));
  EXPECT_EQ(report.sprt->verdict(), lab::Sprt::Verdict::kH1);
  EXPECT_EQ(report.sprt->blocks(), report.blocks) << "none is played after the verdict";
  EXPECT_LT(report.blocks, 40u);
  const std::string before = text_of(at("a"));
  ASSERT_FALSE(play(at("a"), true));
  EXPECT_EQ(text_of(at("a")), before);
}

TEST_F(ResultFileTest, TwoProgramsDontWriteToOneFile) {
  ASSERT_FALSE(play(at("a")));
  const auto session = lab::ArenaSession::open(spec_, {at("a"), true, {}});
  ASSERT_TRUE(session);
  EXPECT_THAT(play(at("a"), true).text, HasSubstr("another program writes"));
}

TEST_F(ResultFileTest, ManyBotsAreRated) {
  spec_.bots = *bots::parse_bots("random,greedy,search:iterations=2");
  spec_.blocks = 2;
  ASSERT_FALSE(play(at("a")));
  const lab::ArenaReport report = lab::report_of(results_of(at("a")));
  EXPECT_EQ(report.pairs.size(), spec_.pairings().size());
  EXPECT_GT(report.bots[1].rating.mean, report.bots[0].rating.mean);
  EXPECT_THAT(lab::arena_table(report), HasSubstr("Elo"));
  const auto json = engine::parse_json(lab::arena_json(report), "json");
  ASSERT_TRUE(json);
  EXPECT_EQ((*json).find("bots")->items.size(), 3u);
  EXPECT_NE((*json).find("bots")->items[0].find("elo"), nullptr);
}

}  // namespace
