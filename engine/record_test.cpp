#include "engine/record.h"

#include <gtest/gtest.h>

#include "engine/any_game_of.h"
#include "tests/toy_game.h"

namespace engine {
namespace {

const AnyGame& recorded_game() {
  static const AnyGameOf<toy::Toy<>> game;
  return game;
}

const AnyGame* find_recorded(std::string_view id) {
  return id == "toy" ? &recorded_game() : nullptr;
}

Result<std::unique_ptr<AnyTable>> reread(std::string_view text) {
  return read_record(text, find_recorded);
}

// A game played by a fixed generator until `steps` actions are done or it is over.
std::unique_ptr<AnyTable> played_table(const ChanceSource& chance, size_t steps = 1000) {
  TableSpec spec;
  spec.seats = 3;
  spec.variants = default_variants(recorded_game().spec());
  spec.variants.values[0] = 1;
  spec.chance = chance;
  std::unique_ptr<AnyTable> table = std::move(*recorded_game().new_table(spec));
  Chance choice(77);
  while (!table->over() && table->steps().size() < steps) {
    const Seat seat = table->acting().front();
    Offer offer(Offer::Keep::kLegal);
    table->offer(seat, offer);
    const auto pick = static_cast<int>(choice.below(static_cast<uint32_t>(offer.size())));
    EXPECT_FALSE(table->act(seat, offer[pick].action));
  }
  return table;
}

std::string finished_record() { return write_record(*played_table(ChanceSource::of_seed(3))); }

std::string replaced(std::string text, std::string_view old, std::string_view now) {
  const size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), now);
}

// The record without its line n (1-based).
std::string without_line(const std::string& text, int n) {
  size_t begin = 0;
  for (; n > 1; --n) begin = text.find('\n', begin) + 1;
  return std::string(text).erase(begin, text.find('\n', begin) + 1 - begin);
}

// As it was written before format 2: fingerprints of bytes and of the whole edition file, and
// nothing of what was taken back.
std::string as_format_1(const AnyTable& table) {
  std::string text = replaced(write_record(table), "stamtafel-record 3", "stamtafel-record 1");
  text = replaced(text, hex64(table.edition()->hash()), hex64(table.edition()->file_hash()));
  const TableSpec spec{nullptr, table.variants(), table.seats(), table.chance()};
  const std::unique_ptr<AnyTable> again = std::move(*recorded_game().new_table(spec));
  text = replaced(text, hex64(again->fingerprint()), hex64(again->hash()));
  for (const Step& step : table.steps()) {
    EXPECT_FALSE(again->act(step.seat, step.action));
    text = replaced(text, hex64(step.fingerprint), hex64(again->hash()));
  }
  return text;
}

void expect_same_table(const AnyTable& a, const AnyTable& b) {
  EXPECT_EQ(a.hash(), b.hash());
  EXPECT_EQ(a.position_text(), b.position_text());
  EXPECT_EQ(a.events(), b.events());
  ASSERT_EQ(a.steps().size(), b.steps().size());
  for (size_t i = 0; i < a.steps().size(); ++i) {
    EXPECT_EQ(a.steps()[i].fingerprint, b.steps()[i].fingerprint);
  }
}

TEST(Record, SeveralInOneFileAreToldApart) {
  const std::string one = finished_record();
  const std::string two = write_record(*played_table(ChanceSource::of_seed(4), 5));
  EXPECT_EQ(split_records(one), std::vector<std::string_view>{one});
  const std::string file = one + "\n\n" + two + "\n" + one;
  const std::vector<std::string_view> records = split_records(file);
  ASSERT_EQ(records.size(), 3u);
  for (std::string_view record : records) EXPECT_TRUE(reread(record));
  EXPECT_EQ(records[0], one + "\n\n");
  EXPECT_EQ(records[1], two + "\n");
  EXPECT_EQ(records[2], one);
  // What is no record stays what it is, and what stands before one makes it none.
  EXPECT_EQ(split_records(""), std::vector<std::string_view>{""});
  EXPECT_EQ(split_records("hello\n"), std::vector<std::string_view>{"hello\n"});
  const std::string after = "hello\n" + one + two;
  ASSERT_EQ(split_records(after).size(), 2u);
  EXPECT_FALSE(reread(split_records(after)[0]));
  EXPECT_TRUE(reread(split_records(after)[1]));
}

TEST(Record, IsReadable) {
  const std::string text =
      write_record(*played_table(ChanceSource::of_seed(3), 1), Remarks::kEvents);
  std::vector<std::string_view> lines = split(text, '\n');
  ASSERT_EQ(lines.size(), 13u) << text;
  EXPECT_EQ(lines[0], "stamtafel-record 3");
  EXPECT_EQ(lines[1], "game toy 1");
  EXPECT_EQ(lines[2], "edition toy box " + hex64(recorded_game().default_edition()->hash()));
  EXPECT_EQ(lines[3], "seats 3");
  EXPECT_EQ(lines[4], "variants rounds=1");
  EXPECT_EQ(lines[5], "chance seed 3");
  EXPECT_TRUE(lines[6].starts_with("start #"));
  EXPECT_TRUE(lines[7].starts_with("| North draws "));
  EXPECT_TRUE(lines[10].starts_with("1 north point ")) << lines[10];
  EXPECT_TRUE(lines[11].starts_with("| North points at "));
  EXPECT_EQ(lines[12], "unfinished 1");
}

TEST(Record, ReplaysAFinishedGameExactly) {
  const auto table = played_table(ChanceSource::of_seed(3));
  ASSERT_TRUE(table->over());
  for (const Remarks remarks : {Remarks::kNone, Remarks::kEvents}) {
    const std::string text = write_record(*table, remarks);
    const auto again = reread(text);
    ASSERT_TRUE(again) << again.error.text;
    expect_same_table(*table, **again);
    EXPECT_EQ(write_record(**again, remarks), text);
  }
}

TEST(Record, ReplaysAGameThatGoesOn) {
  for (size_t steps : {0u, 1u, 7u}) {
    const auto table = played_table(ChanceSource::of_seed(4), steps);
    const auto again = reread(write_record(*table));
    ASSERT_TRUE(again) << again.error.text;
    expect_same_table(*table, **again);
  }
}

TEST(Record, ReplaysATableOfPeopleFromItsKey) {
  ChanceKey key{};
  for (size_t i = 0; i < key.size(); ++i) key[i] = static_cast<uint8_t>(17 * i);
  const auto table = played_table(ChanceSource::of_key(key));
  const std::string text = write_record(*table);
  EXPECT_NE(text.find("chance key 00112233445566778899aabbccddeeff"), std::string::npos);
  const auto again = reread(text);
  ASSERT_TRUE(again) << again.error.text;
  expect_same_table(*table, **again);
  EXPECT_EQ(write_record(**again), text);
}

TEST(Record, ReplaysFromAPosition) {
  const auto middle = played_table(ChanceSource::of_seed(5), 6);
  auto table = recorded_game().table_at(*parse_json(middle->position_text(), ""), nullptr,
                                        ChanceSource::of_seed(9));
  ASSERT_TRUE(table) << table.error.text;
  const Seat seat = (*table)->acting().front();
  ASSERT_FALSE((*table)->act(seat, (*table)->fallback(seat)));
  const std::string text = write_record(**table);
  EXPECT_NE(text.find("\nposition {\"game\":\"toy\""), std::string::npos);
  const auto again = reread(text);
  ASSERT_TRUE(again) << again.error.text;
  expect_same_table(**table, **again);
  EXPECT_EQ(write_record(**again), text);
}

// A game during which the last three steps are taken back again and again.
std::unique_ptr<AnyTable> wavering_table() {
  const auto begun = played_table(ChanceSource::of_seed(3), 5);
  EXPECT_FALSE(begun->rewind(2, seat_at(1)));
  Chance choice(5);
  while (!begun->over()) {
    const Seat seat = begun->acting().front();
    EXPECT_FALSE(begun->act(seat, begun->fallback(seat)));
    if (begun->taken_back().size() < 4 && choice.below(3) == 0) {
      EXPECT_FALSE(begun->rewind(begun->steps().size() - 1, seat));
      EXPECT_FALSE(begun->rewind(begun->steps().size() - 1));
    }
  }
  return begun->clone();
}

TEST(Record, KeepsEveryStepThatWasTakenBack) {
  const auto table = wavering_table();
  ASSERT_GE(table->taken_back().size(), 3u);
  const std::string text = write_record(*table);
  EXPECT_NE(text.find("\nback 2 east\n3 "), std::string::npos) << text;
  const auto again = reread(text);
  ASSERT_TRUE(again) << again.error.text;
  expect_same_table(*table, *again.value);
  EXPECT_EQ(again.value->acted(), table->acted());
  EXPECT_EQ(again.value->seen_and_taken_back(), table->seen_and_taken_back());
  EXPECT_EQ(write_record(*again.value), text);
  // The same game without them is another one: its chance was used otherwise.
  EXPECT_FALSE(reread(replaced(text, "back 2 east\n", "")));
}

TEST(Record, ReadsLinesFromOtherSystems) {
  std::string text = finished_record();
  for (size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.insert(at, "\r");
  EXPECT_TRUE(reread(text));
  EXPECT_TRUE(reread("| a remark\n\n" + finished_record() + "\n"));
}

struct Damage {
  std::string text;
  std::string error;  // how it begins
};

void expect_refused(const std::vector<Damage>& damages) {
  for (const Damage& damage : damages) {
    const auto table = reread(damage.text);
    EXPECT_EQ(table.error.code, ErrorCode::kRecord) << damage.error;
    EXPECT_TRUE(table.error.text.starts_with(damage.error))
        << "expected: " << damage.error << "\nactual:   " << table.error.text;
  }
}

TEST(Record, TellsWhereChanceWasDrawnAnew) {
  ChanceKey key{};
  key.fill(7);
  const auto begun = played_table(ChanceSource::of_seed(3), 4);
  const auto other = begun->clone();
  // A key that nothing was drawn from is none.
  begun->draw_anew({});
  begun->draw_anew(key);
  const std::string unfinished = write_record(*begun);
  EXPECT_TRUE(unfinished.starts_with("stamtafel-record 4\n"));
  EXPECT_TRUE(unfinished.ends_with("\nanew " + hex_key(key) + "\nunfinished 4\n")) << unfinished;
  // Going back gives no chance back: what comes is drawn from the new key all the same.
  ASSERT_FALSE(begun->rewind(2));
  ASSERT_FALSE(other->rewind(2));
  for (AnyTable* table : {begun.get(), other.get()}) {
    while (!table->over()) {
      const Seat seat = table->acting().front();
      ASSERT_FALSE(table->act(seat, table->fallback(seat)));
    }
  }
  EXPECT_NE(begun->fingerprint(), other->fingerprint());
  const std::string text = write_record(*begun);
  EXPECT_NE(text.find("\nback 2\nanew " + hex_key(key) + "\n3 "), std::string::npos) << text;
  for (const std::string& record : {unfinished, text}) {
    const auto again = reread(record);
    ASSERT_TRUE(again) << again.error.text;
    EXPECT_EQ(write_record(*again.value), record);
  }
  expect_same_table(*begun, *reread(text).value);
  // It is part of the game: without the key, or with another, it is another one.
  const std::string line = "anew " + hex_key(key) + "\n";
  EXPECT_FALSE(reread(replaced(text, line, "")));
  EXPECT_FALSE(reread(replaced(text, line, "anew " + hex_key({}) + "\n")));
  expect_refused({{replaced(unfinished, line, "anew 07\n"), "line 12: 'anew KEY'"},
                  {replaced(unfinished, "record 4", "record 3"), "line 12: 'N SEAT"}});
}

TEST(Record, NamesItsGameAndItsEdition) {
  const RecordNames names = names_in_record("| a remark\n" + finished_record());
  EXPECT_EQ(names.game, "toy");
  EXPECT_EQ(names.edition, hex64(recorded_game().default_edition()->hash()));
  EXPECT_EQ(names_in_record("hello\n").game, "");
}

TEST(Record, RefusesToGoBackWhereItCannotBe) {
  const std::string text = write_record(*wavering_table());
  for (const char* line : {"back 5 east", "back 9 east", "back -1 east", "back x east", "back 2 up",
                           "back 2 east west", "back "}) {
    expect_refused({{replaced(text, "back 2 east", line), "line 13: "}});
  }
  const std::string old = as_format_1(*played_table(ChanceSource::of_seed(3)));
  expect_refused({{replaced(old, "\n3 ", "\nback 1 north\n3 "), "line 10: 'N SEAT"}});
}

TEST(Record, RefusesADamagedHeaderWithItsLine) {
  const std::string text = finished_record();
  expect_refused({
      {"", "line 1: this is no record"},
      {"hello\n", "line 1: this is no record"},
      {replaced(text, "stamtafel-record 3", "stamtafel-record 5"),
       "line 1: record version '5' is unknown"},
      {replaced(text, "game toy", "game chess"), "line 2: there is no game 'chess'"},
      {replaced(text, "game toy 1", "game"), "line 2: there is no game ''"},
      {replaced(text, "game toy 1", "game toy"), "line 2: 'game NAME VERSION' is expected"},
      {replaced(text, "seats 3", "seats 5"), "line 4: 'seats N' is expected, N from 2 to 4"},
      {replaced(text, "seats 3", "seats three"), "line 4: 'seats N' is expected, N from 2 to 4"},
      {replaced(text, "rounds=1", "rounds=9"),
       "line 5: variant rounds takes a whole number from 1 to 4"},
      {replaced(text, "rounds=1", "length=1"), "line 5: toy has no variant 'length'"},
      {replaced(text, "seed 3", "seed x"), "line 6: the seed must be a whole number"},
      {replaced(text, "seed 3", "seed"), "line 6: 'chance seed N' or 'chance key HEX' (64 digits)"},
      {replaced(text, "seed 3", "key 00"),
       "line 6: 'chance seed N' or 'chance key HEX' (64 digits)"},
      {replaced(text, "chance seed 3", "luck"),
       "line 6: 'chance seed N' or 'chance key HEX' is expected"},
      {replaced(text, "seed 3", "seed 4"), "line 7: 'start #"},
  });
  for (int line = 1; line <= 7; ++line) EXPECT_FALSE(reread(without_line(text, line))) << line;
}

TEST(Record, RefusesADamagedStepWithItsLine) {
  const std::string text = finished_record();
  const size_t first = text.find("\n1 ") + 1;
  const std::string step = text.substr(first, text.find('\n', first) - first);
  const std::string hash = step.substr(step.find('#'));
  expect_refused({
      {replaced(text, step, "1 north " + hash), "line 8: 'N SEAT ACTION #FINGERPRINT' is expected"},
      {replaced(text, step, "1 north point east"),
       "line 8: 'N SEAT ACTION #FINGERPRINT' is expected"},
      {replaced(text, step, "1 north point east #12"),
       "line 8: 'N SEAT ACTION #FINGERPRINT' is expected"},
      {replaced(text, step, "2 north point east " + hash), "line 8: action 1 is expected here"},
      {replaced(text, step, "1 up point east " + hash),
       "line 8: there is no seat 'up' at this table"},
      {replaced(text, step, "1 west point east " + hash),
       "line 8: there is no seat 'west' at this table"},
      {replaced(text, step, "1 north jump " + hash), "line 8: bad action 'jump'"},
      {replaced(text, step, "1 north point north " + hash),
       "line 8: You can't point at yourself. (§1)"},
      {replaced(text, step, "1 north bid 1 " + hash), "line 8: 'bid 1' is no choice at this point"},
      {replaced(text, step, "1 east point north " + hash), "line 8: it is not this seat's turn"},
      {replaced(text, hash, "#0123456789abcdef"),
       "line 8: the position after this action is not the recorded"},
      {without_line(text, 8), "line 8: action 1 is expected here"},
  });
}

TEST(Record, RefusesATruncatedRecord) {
  const std::string text = finished_record();
  const size_t end = text.find("\nend ") + 1;
  expect_refused({
      {text.substr(0, end), "line "},
      {text.substr(0, text.size() - 1), "line "},
      {text.substr(0, end - 3), "line "},
  });
  EXPECT_NE(reread(text.substr(0, end)).error.text.find("the line 'end …' is missing"),
            std::string::npos);
  EXPECT_NE(reread(text.substr(0, end - 3)).error.text.find("breaks off in the middle of a line"),
            std::string::npos);
}

TEST(Record, AnUnfinishedOneSaysSoAndIsToldFromACutOne) {
  const std::string text = write_record(*played_table(ChanceSource::of_seed(3), 5));
  auto whole = replay_record(text, find_recorded);
  ASSERT_TRUE(whole) << whole.error.text;
  EXPECT_TRUE(whole->says_its_end);
  EXPECT_FALSE(whole->table->over());
  const size_t last = text.find("unfinished 5");
  ASSERT_NE(last, std::string::npos);
  const size_t fifth = text.rfind("\n5 ") + 1;
  // Cut between two lines; an action taken out before the last line; one added after it.
  expect_refused({
      {text.substr(0, last), "line 12: the record breaks off: the line 'unfinished N'"},
      {text.substr(0, fifth), "line 11: the record breaks off: the line 'unfinished N'"},
      {std::string(text).erase(fifth, last - fifth), "line 12: 'unfinished 4' is expected"},
      {text + "6 north swap #0123456789abcdef\n", "line 14: something follows the end"},
  });
  const std::string finished = finished_record();
  expect_refused({{replaced(finished, finished.substr(finished.find("end ")), "unfinished 3\n"),
                   "line 23: the record says 'unfinished', but the game is over"}});
}

TEST(Record, OfFormat2CannotSayWhetherItWasCut) {
  std::string text = write_record(*played_table(ChanceSource::of_seed(3), 5));
  text = replaced(text.substr(0, text.find("unfinished")), "record 3", "record 2");
  auto reading = replay_record(text, find_recorded);
  ASSERT_TRUE(reading) << reading.error.text;
  EXPECT_FALSE(reading->says_its_end);
  expect_refused({{text + "unfinished 5\n", "line 13: 'N SEAT ACTION"}});
}

TEST(Record, RefusesAFalseResult) {
  const std::string text = finished_record();
  const std::string going_on = write_record(*played_table(ChanceSource::of_seed(3), 5));
  EXPECT_NE(reread(replaced(text, " winners=", "0 winners="))
                .error.text.find("is not the one of this game"),
            std::string::npos);
  EXPECT_NE(reread(replaced(going_on, "unfinished 5", "end 5 north=0 east=0 south=0 winners=none"))
                .error.text.find("not over"),
            std::string::npos);
  EXPECT_NE(reread(text + "1 north swap #0123456789abcdef\n").error.text.find("follows the end"),
            std::string::npos);
}

TEST(Record, RefusesAPositionOfAnotherTable) {
  const auto middle = played_table(ChanceSource::of_seed(5), 6);
  auto table = recorded_game().table_at(*parse_json(middle->position_text(), ""), nullptr,
                                        ChanceSource::of_seed(9));
  const std::string text = write_record(**table);
  expect_refused({
      {replaced(text, "seats 3", "seats 2"), "line 7: the position is of another table"},
      {replaced(text, "variants rounds=1", "variants"), "line 7: the position is of another table"},
      {replaced(text, "position {", "position {{"),
       "line 7: position:1: a name in quotes is expected here"},
      {replaced(text, "\"bank\":", "\"bnak\":"), "line 7: bank is missing"},
  });
}

// Every prefix and every changed byte is either refused or still the same game.
TEST(Record, NoDamagedByteGoesUnnoticed) {
  const std::string text = finished_record();
  const auto table = reread(text);
  ASSERT_TRUE(table);
  for (size_t i = 0; i < text.size(); ++i) {
    std::string damaged = text;
    damaged[i] = damaged[i] == '7' ? '8' : '7';
    const auto again = reread(damaged);
    EXPECT_TRUE(!again || again.value->hash() == table.value->hash()) << "byte " << i;
  }
}

// --- what other versions of the rules wrote

Result<Reading> replayed(const std::string& text) { return replay_record(text, find_recorded); }

TEST(OldRecord, OfOtherRulesAgreesWhenItReplaysAllTheSame) {
  const std::string text = replaced(finished_record(), "game toy 1", "game toy 7");
  const Result<Reading> reading = replayed(text);
  ASSERT_TRUE(reading) << reading.error.text;
  EXPECT_FALSE(reading.value.disagreement) << reading.value.disagreement.text;
  expect_same_table(*reading.value.table, *played_table(ChanceSource::of_seed(3)));
  EXPECT_EQ(reading.value.made_with,
            "The record is of version 7 of the rules of toy; this program plays version 1.");
  EXPECT_TRUE(reread(text));
}

TEST(OldRecord, OfOtherRulesIsReadAsFarAsItAgrees) {
  const auto table = played_table(ChanceSource::of_seed(3));
  std::string text = replaced(write_record(*table), "game toy 1", "game toy 7");
  text = replaced(text, hex64(table->steps()[4].fingerprint), "0123456789abcdef");
  const Result<Reading> reading = replayed(text);
  ASSERT_TRUE(reading) << reading.error.text;
  EXPECT_EQ(reading.value.disagreement.code, ErrorCode::kOutdated);
  EXPECT_EQ(reading.value.steps, static_cast<int>(table->steps().size()));
  expect_same_table(*reading.value.table, *played_table(ChanceSource::of_seed(3), 4));
  EXPECT_EQ(reading.value.disagreement.text,
            "line 12: the position after this action is not the recorded one: its fingerprint is " +
                hex64(table->steps()[4].fingerprint) +
                ". The record is of version 7 of the rules of toy; this program plays version 1. "
                "The first 4 of " +
                std::to_string(table->steps().size()) + " steps agree.");
  EXPECT_EQ(reread(text).error.code, ErrorCode::kOutdated);
}

TEST(OldRecord, AnActionThatIsNotAllowedAnyMoreSaysWhy) {
  const auto table = played_table(ChanceSource::of_seed(3));
  std::string text = replaced(write_record(*table), "game toy 1", "game toy 7");
  const size_t first = text.find("\n1 ") + 1;
  text.replace(first, text.find(" #", first) - first, "1 north point north");
  const Result<Reading> reading = replayed(text);
  ASSERT_TRUE(reading) << reading.error.text;
  EXPECT_TRUE(reading.value.disagreement.text.starts_with(
      "line 8: You can't point at yourself. (§1) The record is of version 7"))
      << reading.value.disagreement.text;
  EXPECT_TRUE(reading.value.table->steps().empty());
}

TEST(OldRecord, WhoseDealIsAnotherHasNothingToShow) {
  std::string text = replaced(finished_record(), "game toy 1", "game toy 7");
  text = replaced(text, "start #", "start #0");
  text.erase(text.find("start #") + 7 + 16, 1);
  const Result<Reading> reading = replayed(text);
  ASSERT_TRUE(reading) << reading.error.text;
  EXPECT_EQ(reading.value.disagreement.code, ErrorCode::kOutdated);
  EXPECT_EQ(reading.value.table, nullptr);
}

// Other rules are no excuse for a file that is broken.
TEST(OldRecord, OfOtherRulesIsStillRefusedWhenItIsDamaged) {
  const std::string text = replaced(finished_record(), "game toy 1", "game toy 7");
  expect_refused({
      {text.substr(0, text.size() - 1), "line "},
      {without_line(text, 9), "line 9: action 2 is expected here"},
      {replaced(text, "seed 3", "seed x"), "line 6: the seed must be a whole number"},
  });
}

TEST(OldRecord, OfAnotherEditionIsToldApart) {
  const std::string text = replaced(finished_record(), "toy box ", "my box ");
  const Result<Reading> reading = replayed(text);
  ASSERT_TRUE(reading) << reading.error.text;
  EXPECT_FALSE(reading.value.disagreement);
  EXPECT_TRUE(reading.value.other_edition);
  EXPECT_TRUE(reading.value.made_with.starts_with("The record was made with another edition (my"))
      << reading.value.made_with;
}

TEST(OldRecord, OfFormat1IsReadAsEver) {
  const auto table = played_table(ChanceSource::of_seed(3));
  const std::string text = as_format_1(*table);
  const Result<Reading> reading = replayed(text);
  ASSERT_TRUE(reading) << reading.error.text;
  EXPECT_FALSE(reading.value.disagreement) << reading.value.disagreement.text;
  EXPECT_EQ(reading.value.made_with, "");
  expect_same_table(*reading.value.table, *table);
  EXPECT_EQ(reread(replaced(text, hex64(table->hash()), "0123456789abcdef")).error.code,
            ErrorCode::kRecord);
}

TEST(Hex64, SixteenDigits) {
  EXPECT_EQ(hex64(0), "0000000000000000");
  EXPECT_EQ(hex64(0x0123456789abcdefu), "0123456789abcdef");
}

}  // namespace
}  // namespace engine
