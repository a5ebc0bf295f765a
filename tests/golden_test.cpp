// Golden records: one whole game for each game and number of players, kept as text that a person
// can read in a diff. They change exactly when the rules, the dealing or the words of the log
// change. Written anew with STAMTAFEL_REGENERATE=1 (tests/README.md).
#include <gtest/gtest.h>

#include "engine/record.h"
#include "games/registry.h"
#include "tests/golden.h"

namespace golden {
namespace {

constexpr uint64_t kSeed = 2001;

struct Golden {
  const engine::AnyGame* game = nullptr;
  int seats = 0;

  std::string name() const { return std::string(game->spec().id) + "-" + std::to_string(seats); }
  std::string path(const char* ending = ".record") const {
    return STAMTAFEL_SOURCE_DIR "/tests/golden/" + name() + ending;
  }
  friend void PrintTo(const Golden& which, std::ostream* out) { *out << which.name(); }
};

std::vector<Golden> all_golden() {
  std::vector<Golden> out;
  for (const engine::AnyGame* game : games::all()) {
    for (int n = game->spec().min_seats; n <= game->spec().max_seats; ++n) out.push_back({game, n});
  }
  return out;
}

// Default variants; of several seats that may act the first one does; choices by a fixed generator.
std::string play_golden(const Golden& which) {
  engine::TableSpec spec;
  spec.seats = which.seats;
  spec.variants = engine::default_variants(which.game->spec());
  spec.chance = engine::ChanceSource::of_seed(kSeed);
  auto made = which.game->new_table(spec);
  EXPECT_TRUE(made) << made.error.text;
  engine::AnyTable& table = **made;
  engine::Chance choice(kSeed, 1u << 30);
  while (!table.over()) {
    const engine::Seat seat = table.acting().front();
    engine::Offer offer(engine::Offer::Keep::kLegal);
    table.offer(seat, offer);
    const auto pick = static_cast<int>(choice.below(static_cast<uint32_t>(offer.size())));
    const engine::Error error = table.act(seat, offer[pick].action);
    if (error) {
      ADD_FAILURE() << error.text;
      break;
    }
  }
  return engine::write_record(table, engine::Remarks::kEvents);
}

// "Toasts: 4 -2 9", a line of the sheet with what each seat has by it.
std::string sheet_text(const engine::AnyTable& table) {
  const auto sheet = table.score_sheet(table.game().texts(engine::Language::kEnglish));
  if (!sheet) return "";
  std::string text;
  const auto write = [&](const std::string& name, const engine::Scores& amounts) {
    text += name + ":";
    for (int i = 0; i < table.seats(); ++i)
      text += " " + std::to_string(amounts[static_cast<size_t>(i)]);
    text += "\n";
  };
  write("(opening)", sheet->opening);
  for (const engine::ScoreLine& line : sheet->lines) write(line.text, line.amounts);
  write("(score)", table.outcome().score);
  return text;
}

class GoldenRecord : public testing::TestWithParam<Golden> {};

INSTANTIATE_TEST_SUITE_P(, GoldenRecord, testing::ValuesIn(all_golden()), [](const auto& test) {
  return std::string(test.param.game->spec().id) + "_" + std::to_string(test.param.seats);
});

TEST_P(GoldenRecord, IsPlayedAgainWordForWord) {
  expect_golden(GetParam().path(), play_golden(GetParam()));
}

TEST_P(GoldenRecord, HasItsScoreSheet) {
  const auto table = engine::read_record(read_text(GetParam().path()), games::find);
  ASSERT_TRUE(table) << table.error.text;
  expect_golden(GetParam().path(".sheet"), sheet_text(**table));
}

TEST_P(GoldenRecord, IsReadLikeAnyRecord) {
  const auto table = engine::read_record(read_text(GetParam().path()), games::find);
  ASSERT_TRUE(table) << table.error.text;
  EXPECT_TRUE(table.value->over());
  EXPECT_EQ(table.value->seats(), GetParam().seats);
}

std::string record_of_format_1(const char* name) {
  return read_text(std::string(STAMTAFEL_SOURCE_DIR "/tests/golden/format-1/") + name + ".record");
}

// What was written before records of format 2 stays readable.
TEST(GoldenRecordOfFormat1, IsReadAsEver) {
  for (const char* name : {"dicebrewing-2", "goldbraeu-3", "koenig-3", "tiefenthal-2"}) {
    const auto table = engine::read_record(record_of_format_1(name), games::find);
    ASSERT_TRUE(table) << name << ": " << table.error.text;
    EXPECT_TRUE(table.value->over()) << name;
  }
}

// Since then the players of Taverna choose their standing orders before the first turn.
TEST(GoldenRecordOfFormat1, OfOtherRulesSaysSo) {
  const auto table = engine::read_record(record_of_format_1("taverna-2"), games::find);
  EXPECT_EQ(table.error.code, engine::ErrorCode::kOutdated) << table.error.text;
  EXPECT_NE(table.error.text.find("of version 1 of the rules of taverna"), std::string::npos)
      << table.error.text;
  for (const char* other : {"damaged", "edited", "edition"})
    EXPECT_EQ(table.error.text.find(other), std::string::npos) << table.error.text;
}

TEST(GoldenDifference, NamesTheFirstDifferingLine) {
  EXPECT_EQ(first_differing_line("a\nb\n", "a\nb\n"), "");
  EXPECT_EQ(first_differing_line("a\nb\nc\n", "a\nx\nc\n"), "line 2:\n  golden: b\n  now:    x");
  EXPECT_EQ(first_differing_line("a\n", "a\nb\n"), "line 2:\n  golden: (the end)\n  now:    b");
  EXPECT_EQ(first_differing_line("a\nb\n", "a\n"), "line 2:\n  golden: b\n  now:    (the end)");
}

}  // namespace
}  // namespace golden
