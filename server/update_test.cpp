// An update never orphans a table: a toy game whose rules change between two openings.
#include <gtest/gtest.h>

#include "bots/levels.h"
#include "engine/any_game_of.h"
#include "engine/record.h"
#include "server/bring.h"
#include "server/messages.h"
#include "server/replay.h"
#include "tests/matchers.h"
#include "tests/toy_game.h"

namespace server {
namespace {

using engine::AnyGame;
using engine::Seat;
using namespace matchers;

constexpr int64_t kThen = 1'000'000;

// The next version of the toy game: who plays an ace earns a coin at once.
struct NewToy : toy::Toy<> {
  static const engine::GameSpec& spec() {
    static const engine::GameSpec next = [] {
      engine::GameSpec spec = toy::Toy<>::spec();
      spec.rules_version = 2;
      return spec;
    }();
    return next;
  }
  static void apply(State& s, Seat seat, engine::Action action, engine::Chance& chance,
                    engine::Events& tell) {
    toy::Toy<>::apply(s, seat, action, chance, tell);
    if (static_cast<toy::Verb>(action.verb) != toy::Verb::kPlay || action.a != 0) return;
    --s.bank;
    ++s.coins[static_cast<size_t>(engine::index_of(seat))];
    tell(toy::EventKind::kEarned, engine::index_of(seat));
  }
};

// The same rules, with another member in what is written of a position.
struct OtherForm : toy::Toy<> {
  template <class Archive, class S>
  static void describe(Archive& a, S& s) {
    toy::Toy<>::describe(a, s);
    int16_t wind = 3;
    a("wind", wind, engine::number(0, 9));
  }
};

// The next version, in which nothing is written as it was.
struct NewerForm : OtherForm {
  static const engine::GameSpec& spec() { return NewToy::spec(); }
};

// As the next version, with a member that an old position need not have.
struct RoomyForm : NewToy {
  template <class Archive, class S>
  static void describe(Archive& a, S& s) {
    NewToy::describe(a, s);
    int16_t wind = 3;
    a.optional("wind", wind, engine::number(0, 9));
  }
};

const AnyGame& roomy_form() {
  static const engine::AnyGameOf<RoomyForm> game;
  return game;
}
const AnyGame& newer_form() {
  static const engine::AnyGameOf<NewerForm> game;
  return game;
}
const AnyGame& other_form() {
  static const engine::AnyGameOf<OtherForm> game;
  return game;
}
const AnyGame& old_rules() {
  static const engine::AnyGameOf<toy::Toy<>> game;
  return game;
}
const AnyGame& new_rules() {
  static const engine::AnyGameOf<NewToy> game;
  return game;
}

Boxes boxes_of(const AnyGame& game, engine::EditionPtr edition = nullptr) {
  return {[&game](std::string_view) { return &game; },
          [edition](const AnyGame&, std::string_view) { return edition; }};
}

std::string person(Seat seat) { return "p" + std::to_string(engine::index_of(seat)); }

std::unique_ptr<Table> begun() {
  Head head;
  head.game = &old_rules();
  head.variants = engine::default_variants(old_rules().spec());
  head.variants.values[0] = 4;  // rounds
  head.secret = "00ff";
  head.host = engine::seat_at(0);
  for (int i = 0; i < 2; ++i) {
    Chair chair;
    chair.kind = SeatKind::kPerson;
    chair.person = person(engine::seat_at(i));
    head.chairs.push_back(chair);
  }
  auto table = Table::create("toys", head, kThen);
  EXPECT_TRUE(table) << table.error.text;
  EXPECT_FALSE((*table)->start(person(engine::seat_at(0)), std::nullopt, kThen));
  return std::move(*table);
}

// The next choice; `ace`: an ace is played whenever there is one, otherwise never.
void choose(Table& table, bool ace) {
  const engine::AnyTable& match = *table.match();
  const Seat seat = match.acting().front();
  engine::Offer offer(engine::Offer::Keep::kLegal);
  match.offer(seat, offer);
  std::string chosen;
  for (const engine::Option& option : offer) {
    const std::string id = table.game().action_id(*match.edition(), option.action);
    const bool is_ace = id == "play ace";
    if (chosen.empty() || is_ace || chosen == "play ace") {
      if (!is_ace || ace || chosen.empty()) chosen = id;
    }
    if (is_ace && ace) break;
  }
  EXPECT_EQ(table.act(person(seat), table.n(), {chosen}, kThen).done, 1) << chosen;
}

bool played_ace(const Table& table) {
  for (const Logged& logged : table.log()) {
    if (logged.entry.kind == EntryKind::kAct && logged.entry.text == "play ace") return true;
  }
  return false;
}

// Plays until an ace was played and a few steps beyond, with old rules.
std::unique_ptr<Table> with_an_ace() {
  std::unique_ptr<Table> table = begun();
  while (!played_ace(*table) && !table->match()->over()) choose(*table, true);
  EXPECT_TRUE(played_ace(*table)) << "the deal of this test has an ace";
  for (int i = 0; i < 3; ++i) choose(*table, true);
  EXPECT_EQ(table->status(), store::Status::kPlaying);
  return table;
}

// All that is told of a table, through somebody's eyes.
std::string told(const Table& table, Seat seat) {
  std::string text;
  engine::JsonWriter out(text);
  const Company company;
  const NameOf names = [](const std::string& id) { return id; };
  const Scene scene{table, company, names, kThen, kThen, Seat::kNone};
  write_items(scene, 0, {seat, engine::Language::kEnglish, false}, out);
  return text;
}

std::unique_ptr<Table> opened(const std::vector<store::Entry>& entries, const AnyGame& game,
                              engine::EditionPtr edition = nullptr) {
  auto table = Table::open("toys", entries, kThen, boxes_of(game, std::move(edition)));
  EXPECT_TRUE(table) << table.error.text;
  return std::move(*table);
}

TEST(Update, ATableWhoseReplayIsTheSameSimplyGoesOn) {
  std::unique_ptr<Table> table = begun();
  for (int i = 0; i < 2; ++i) choose(*table, false);
  ASSERT_FALSE(played_ace(*table));
  const std::vector<store::Entry> entries = table->take_unsaved();
  const std::unique_ptr<Table> after = opened(entries, new_rules());
  EXPECT_FALSE(after->has_unsaved());
  EXPECT_EQ(after->n(), table->n());
  EXPECT_EQ(after->match()->fingerprint(), table->match()->fingerprint());
  EXPECT_TRUE(after->whole());
}

TEST(Update, OneThatCameFromARecordStillKnowsWhichChanceIsItsOwn) {
  const std::unique_ptr<Table> elsewhere = with_an_ace();
  const std::string record = engine::write_record(*elsewhere->match());
  using Sitter = BringWish::Sitter;
  const auto brought =
      bring_table({record, {{Sitter::kMe, {}}, {Sitter::kBot, bots::usual_bot()}}},
                  {"toys", "0a", "p0", nullptr, kThen}, boxes_of(old_rules()).game);
  ASSERT_TRUE(brought) << brought.error.text;
  const int64_t from = brought.value->drawn_from();
  EXPECT_EQ(from, static_cast<int64_t>(elsewhere->match()->acted()) + 1);
  brought.value->take_snapshot(kThen);
  std::vector<store::Entry> entries = brought.value->take_unsaved();
  for (int times = 0; times < 2; ++times) {
    const std::unique_ptr<Table> after = opened(entries, new_rules());
    ASSERT_FALSE(after->whole());
    EXPECT_TRUE(after->draws_chance());
    EXPECT_EQ(after->drawn_from(), from);
    EXPECT_EQ(after->match()->chance().key, after->key());
    EXPECT_GE(static_cast<int64_t>(after->match()->chance().first), from - 1);
    for (const store::Entry& entry : after->take_unsaved()) entries.push_back(entry);
  }
}

// Then no fingerprint is what it was.
TEST(Update, PositionsInAnotherFormAreNoOtherRules) {
  const std::unique_ptr<Table> table = with_an_ace();
  table->take_snapshot(kThen);
  std::vector<store::Entry> entries = table->take_unsaved();
  const std::unique_ptr<Table> after =
      opened(entries, other_form(), other_form().default_edition());
  EXPECT_FALSE(after->has_unsaved());
  EXPECT_TRUE(after->whole());
  EXPECT_NE(after->match()->fingerprint(), table->match()->fingerprint());
  EXPECT_EQ(told(*after, engine::seat_at(0)), told(*table, engine::seat_at(0)));
  choose(*after, true);
  for (const store::Entry& entry : after->take_unsaved()) entries.push_back(entry);
  EXPECT_EQ(opened(entries, other_form(), other_form().default_edition())->match()->fingerprint(),
            after->match()->fingerprint());
}

TEST(Update, OneWhoseRulesChangedGoesOnFromItsSnapshot) {
  const std::unique_ptr<Table> table = with_an_ace();
  table->take_snapshot(kThen);
  std::vector<store::Entry> entries = table->take_unsaved();
  const std::unique_ptr<Table> after = opened(entries, new_rules());
  ASSERT_NE(after->match(), nullptr);
  EXPECT_EQ(after->match()->position_text(), table->match()->position_text());
  EXPECT_EQ(after->steps(), table->steps());
  EXPECT_EQ(after->n(), table->n() + 1) << "the line that says so";
  EXPECT_EQ(after->log().back().entry.kind, EntryKind::kUpdate);
  EXPECT_THAT(
      told(*after, Seat::kNone),
      HasSubstr("\"is\":\"update\",\"step\":" + std::to_string(after->steps()) + ",\"lost\":0"));
  // What was told before is told as it was, to each in their way.
  for (const Seat seat : {Seat::kNone, engine::seat_at(0), engine::seat_at(1)}) {
    const std::string before = told(*table, seat);
    EXPECT_EQ(told(*after, seat).substr(0, before.size() - 1), before.substr(0, before.size() - 1));
  }
  // Nothing from before can be taken back, and it is said why.
  const Seat last = table->match()->steps().back().seat;
  EXPECT_EQ(after->undo(person(last), after->n(), kThen).key, "before-update");

  // It goes on by the new rules, with chance that was not used yet, and is the same when opened
  // again.
  EXPECT_EQ(after->match()->chance().first, table->match()->acted());
  for (int i = 0; i < 4 && after->status() == store::Status::kPlaying; ++i) choose(*after, true);
  for (const store::Entry& entry : after->take_unsaved()) entries.push_back(entry);
  const std::unique_ptr<Table> again = opened(entries, new_rules());
  EXPECT_FALSE(again->has_unsaved());
  EXPECT_EQ(again->match()->fingerprint(), after->match()->fingerprint());
  EXPECT_EQ(again->steps(), after->steps());
  EXPECT_EQ(told(*again, engine::seat_at(1)), told(*after, engine::seat_at(1)));
}

// The server was killed before it could take one.
TEST(Update, WithoutASnapshotItGoesOnFromTheLastPositionThatAgrees) {
  const std::unique_ptr<Table> table = with_an_ace();
  std::vector<store::Entry> entries = table->take_unsaved();
  for (const store::Entry& entry : entries) EXPECT_THAT(entry.text, Not(HasSubstr("snapshot")));
  const std::unique_ptr<Table> after = opened(entries, new_rules());
  size_t agree = 0;
  while (table->log()[agree].entry.text != "play ace") ++agree;
  EXPECT_EQ(after->steps(), table->log()[agree].step - 1);
  EXPECT_EQ(after->match()->fingerprint(), table->log()[agree - 1].entry.fingerprint);
  const int lost = table->steps() - after->steps();
  EXPECT_THAT(told(*after, Seat::kNone), HasSubstr("\"lost\":" + std::to_string(lost)));
  // The chance of the lost steps was seen: it doesn't come again.
  EXPECT_EQ(after->match()->chance().first, table->match()->acted());
  for (const store::Entry& entry : after->take_unsaved()) entries.push_back(entry);
  const std::unique_ptr<Table> again = opened(entries, new_rules());
  EXPECT_FALSE(again->has_unsaved());
  EXPECT_EQ(again->steps(), after->steps());
  EXPECT_EQ(again->match()->fingerprint(), after->match()->fingerprint());
}

// Before the first snapshot, and not even the deal is what it was.
TEST(Update, WhereNothingCanBeRepeatedTheGameIsDealtAnew) {
  const std::unique_ptr<Table> table = with_an_ace();
  std::vector<store::Entry> entries = table->take_unsaved();
  const std::unique_ptr<Table> after = opened(entries, newer_form());
  EXPECT_EQ(after->status(), store::Status::kPlaying);
  EXPECT_EQ(after->steps(), 0);
  // Nobody is dealt what has been seen.
  EXPECT_GT(after->match()->chance().first, table->match()->acted());
  for (const store::Entry& entry : after->take_unsaved()) entries.push_back(entry);
  const std::unique_ptr<Table> again = opened(entries, newer_form());
  EXPECT_FALSE(again->has_unsaved());
  EXPECT_EQ(again->match()->fingerprint(), after->match()->fingerprint());
}

// Going on from anywhere else would lose what another version can still read.
TEST(Update, ASnapshotThatCanNotBeReadIsLeftToAnotherVersion) {
  const std::unique_ptr<Table> table = with_an_ace();
  table->take_snapshot(kThen);
  const auto after = Table::open("toys", table->take_unsaved(), kThen, boxes_of(newer_form()));
  EXPECT_EQ(after.error.code, engine::ErrorCode::kOutdated);
  EXPECT_THAT(after.error.text, HasSubstr("wind"));
}

// Over a change of rules, then of how positions are written, with actions since.
TEST(Update, WhatCameAfterASnapshotIsKeptWhenPositionsAreWrittenOtherwise) {
  const std::unique_ptr<Table> table = with_an_ace();
  table->take_snapshot(kThen);
  std::vector<store::Entry> entries = table->take_unsaved();
  const std::unique_ptr<Table> after = opened(entries, new_rules(), new_rules().default_edition());
  for (int i = 0; i < 2; ++i) choose(*after, false);
  for (const store::Entry& entry : after->take_unsaved()) entries.push_back(entry);
  const std::unique_ptr<Table> again =
      opened(entries, roomy_form(), roomy_form().default_edition());
  EXPECT_FALSE(again->has_unsaved());
  EXPECT_EQ(again->steps(), after->steps());
  EXPECT_NE(again->match()->fingerprint(), after->match()->fingerprint());
}

TEST(Update, AFinishedGameKeepsItsHistoryAndItsOutcome) {
  const std::unique_ptr<Table> table = with_an_ace();
  while (table->status() == store::Status::kPlaying) choose(*table, true);
  const std::unique_ptr<Table> after = opened(table->take_unsaved(), new_rules());
  EXPECT_EQ(after->status(), store::Status::kOver);
  EXPECT_FALSE(after->has_unsaved()) << "nothing goes on";
  EXPECT_EQ(told(*after, engine::seat_at(0)), told(*table, engine::seat_at(0)));
  EXPECT_EQ(after->match()->outcome().score, table->match()->outcome().score);
  EXPECT_EQ(winners_of(*after), winners_of(*table));
  // What agrees can still be repeated.
  EXPECT_FALSE(after->whole());
  EXPECT_GT(after->repeatable().steps().size(), 0u);
  EXPECT_LT(after->repeatable().steps().size(), table->match()->steps().size());
  const std::string record = full_record(*after);
  EXPECT_THAT(record, HasSubstr("| The rules have changed since this game began"));
  EXPECT_TRUE(engine::read_record(record, [](std::string_view) { return &new_rules(); }));
}

TEST(Update, EachTableKeepsTheEditionItBeganWith) {
  const std::unique_ptr<Table> table = begun();
  for (int i = 0; i < 4; ++i) choose(*table, false);
  std::string other(toy::kToyEdition);
  other.replace(other.find("ace"), 3, "one");
  const auto renamed = new_rules().load_edition(other, "edition");
  ASSERT_TRUE(renamed) << renamed.error.text;
  const std::vector<store::Entry> entries = table->take_unsaved();
  EXPECT_THAT(entries.front().text, HasSubstr(engine::hex64(table->head().edition->hash())));
  const std::unique_ptr<Table> own = opened(entries, old_rules(), table->head().edition);
  EXPECT_FALSE(own->has_unsaved());
  EXPECT_EQ(own->match()->fingerprint(), table->match()->fingerprint());
  // With another one the positions differ from the deal on: that is noticed.
  EXPECT_TRUE(opened(entries, new_rules(), *renamed)->has_unsaved());
}

// Entries as they were written before they had fingerprints, and heads with the hash of the file.
TEST(Update, ListsFromBeforeStillOpen) {
  const std::unique_ptr<Table> table = with_an_ace();
  std::vector<store::Entry> entries = table->take_unsaved();
  for (store::Entry& stored : entries) {
    auto entry = read_entry(stored);
    ASSERT_TRUE(entry);
    entry->fingerprint = 0;
    stored = write_entry(*entry);
    EXPECT_THAT(stored.text, Not(HasSubstr(" #")));
  }
  std::string& head = entries.front().text;
  const std::string hash = engine::hex64(table->head().edition->hash());
  head.replace(head.find(hash), hash.size(), "47735b4bfa2489e6");
  const std::unique_ptr<Table> after = opened(entries, old_rules());
  EXPECT_FALSE(after->has_unsaved());
  EXPECT_EQ(after->match()->fingerprint(), table->match()->fingerprint());
}

TEST(Snapshot, IsSmallWhereLittleHasChanged) {
  const std::unique_ptr<Table> table = with_an_ace();
  table->take_snapshot(kThen);
  const std::vector<store::Entry> first = table->take_unsaved();
  choose(*table, true);
  table->take_snapshot(kThen);
  const std::vector<store::Entry> second = table->take_unsaved();
  EXPECT_LT(second.back().text.size(), first.back().text.size() / 2);
  EXPECT_FALSE(table->wants_snapshot());
  EXPECT_THAT(told(*table, Seat::kNone), Not(HasSubstr("snapshot"))) << "nobody is told of it";
}

TEST(Snapshot, PackedTextComesBack) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += std::to_string(i * i) + ",";
  for (const std::string& before :
       {std::string(), text.substr(100), std::string("nothing alike")}) {
    std::string back;
    ASSERT_TRUE(unpack(pack(text, before), before, back));
    EXPECT_EQ(back, text);
  }
  std::string back;
  EXPECT_FALSE(unpack("not packed!", "", back));
  EXPECT_FALSE(unpack(pack(text, "").substr(0, 100), "", back));
}

}  // namespace
}  // namespace server
