// A table as the server keeps it, without network and store.
#include "server/table.h"

#include <gmock/gmock.h>

#include <functional>

#include "engine/record.h"
#include "games/registry.h"
#include "server/messages.h"

namespace server {
namespace {

using engine::Seat;
using store::Status;

constexpr int64_t kNow = 1'000'000;

struct Plan {
  int people = 2;
  int bots = 1;
  ClockRule clock;
  std::string secret = "00";
  TakeBack take_back = TakeBack::kFree;
};

std::string person(int seat) { return "p" + std::to_string(seat); }

// People in the first seats, bots in the others.
std::unique_ptr<Table> table_of(const Plan& plan, bool started = true) {
  Head head;
  head.game = games::all().front();
  head.variants = engine::default_variants(head.game->spec());
  head.clock = plan.clock;
  head.secret = plan.secret;
  head.take_back = plan.take_back;
  head.host = engine::seat_at(0);
  for (int i = 0; i < plan.people + plan.bots; ++i) {
    Chair chair;
    chair.kind = i < plan.people ? SeatKind::kPerson : SeatKind::kBot;
    if (i < plan.people) chair.person = person(i);
    head.chairs.push_back(chair);
  }
  auto table = Table::create("table", head, kNow);
  EXPECT_TRUE(table) << table.error.text;
  if (started) {
    EXPECT_FALSE((*table)->start(person(0), std::nullopt, kNow));
  }
  return std::move(*table);
}

std::string first_choice(const Table& table, Seat seat, int skip = 0) {
  engine::Offer offer(engine::Offer::Keep::kLegal);
  table.match()->offer(seat, offer);
  return table.game().action_id(*table.match()->edition(), offer[skip % offer.size()].action);
}

engine::Action first_action(const Table& table, Seat seat) {
  engine::Offer offer(engine::Offer::Keep::kLegal);
  table.match()->offer(seat, offer);
  return offer[0].action;
}

// Everybody chooses once, people and bots alike.
void step(Table& table, int skip = 0, int64_t now = kNow) {
  const Seat seat = table.match()->acting().front();
  if (table.bot_plays(seat)) {
    EXPECT_FALSE(table.bot_act(seat, first_action(table, seat), table.n(), now));
  } else {
    const ActResult result =
        table.act(table.chair(seat).person, table.n(), {first_choice(table, seat, skip)}, now);
    EXPECT_EQ(result.done, 1) << result.refused.key;
  }
}

// Plays on until `found`; other secrets are tried when the game ends first.
std::unique_ptr<Table> table_where(Plan plan, const std::function<bool(const Table&)>& found) {
  for (int i = 0; i < 50; ++i) {
    plan.secret = std::to_string(i);
    std::unique_ptr<Table> table = table_of(plan);
    for (int skip = 0; table->status() == Status::kPlaying; ++skip) {
      if (found(*table)) return table;
      step(*table, skip);
    }
  }
  ADD_FAILURE() << "no such table in fifty games";
  return table_of(plan);
}

std::vector<store::Entry> stored(const Table& table) {
  std::vector<store::Entry> entries;
  for (const Logged& logged : table.log()) entries.push_back(write_entry(logged.entry));
  return entries;
}

// All that clients get to read, through all reader.
std::string everything(const Table& table) {
  const NameOf names = [](const std::string& id) { return id; };
  std::string text;
  for (int seat = -1; seat < static_cast<int>(table.chairs().size()); ++seat) {
    engine::JsonWriter out(text);
    out.begin_object();
    write_table({table, {}, names, kNow}, {engine::seat_at(seat), engine::Language::kDutch, true},
                out);
    out.end_object();
  }
  return text;
}

void expect_repeatable(const Table& table) {
  const auto again = Table::open(table.id(), stored(table), kNow);
  ASSERT_TRUE(again) << again.error.text;
  EXPECT_EQ(everything(**again), everything(table));
}

void commit(Table& table, int seat, std::string_view word) {
  const std::string hash = word_commitment(table.id(), table.seat_id(engine::seat_at(seat)), word);
  EXPECT_FALSE(table.commit(person(seat), hash, kNow));
}

TEST(Table, IsTheSameWhenItsListIsRepeated) {
  std::unique_ptr<Table> table = table_of({3, 0, {60000, 1000}, "1"}, false);
  commit(*table, 1, "peer");
  expect_repeatable(*table);
  EXPECT_FALSE(table->start(person(0), std::nullopt, kNow));
  expect_repeatable(*table);
  EXPECT_FALSE(table->open_word(person(1), "peer", kNow));
  for (int i = 0; table->status() == Status::kPlaying; ++i) {
    step(*table, i);
    if (i % 17 == 3) {
      EXPECT_FALSE(table->say(person(0), "hallo", kNow));
    }
    if (i % 10 == 9 && table->undo_for(engine::seat_at(1)) == Table::Undo::kNow) {
      EXPECT_FALSE(table->undo(person(1), table->n(), kNow));
    }
    if (i % 50 == 0) expect_repeatable(*table);
  }
  expect_repeatable(*table);
  EXPECT_EQ(table->over_by(), "end");
}

TEST(Table, ADamagedListIsRefused) {
  std::unique_ptr<Table> table = table_of({});
  for (int i = 0; i < 5; ++i) step(*table);
  const std::vector<store::Entry> good = stored(*table);
  EXPECT_FALSE(Table::open("table", {}, kNow));
  EXPECT_FALSE(Table::open("table", {good.begin() + 1, good.end()}, kNow));
  std::vector<store::Entry> bad = good;
  bad.back().text = "act 0 p 0 - nonsense";
  EXPECT_EQ(Table::open("table", bad, kNow).error.code, engine::ErrorCode::kRecord);
  bad.back() = good.front();
  EXPECT_EQ(Table::open("table", bad, kNow).error.code, engine::ErrorCode::kRecord);
  bad.back().text = "jump 0 p 0 - high";
  EXPECT_EQ(Table::open("table", bad, kNow).error.code, engine::ErrorCode::kOutdated)
      << "a newer version may know it";
}

TEST(Table, WordsChangeTheDeal) {
  std::unique_ptr<Table> one = table_of({2, 1, {}, "7"}, false);
  std::unique_ptr<Table> two = table_of({2, 1, {}, "7"}, false);
  commit(*two, 1, "peer");
  EXPECT_FALSE(one->start(person(0), std::nullopt, kNow));
  EXPECT_EQ(one->status(), Status::kPlaying) << "nobody committed to a word";
  EXPECT_FALSE(two->start(person(0), std::nullopt, kNow));
  EXPECT_EQ(two->status(), Status::kOpening);
  EXPECT_EQ(two->match(), nullptr);
  EXPECT_FALSE(two->open_word(person(1), "peer", kNow));
  EXPECT_EQ(two->status(), Status::kPlaying);
  EXPECT_NE(one->match()->start_fingerprint(), two->match()->start_fingerprint());
  EXPECT_EQ(one->commitment(), two->commitment());
}

// Once, words were public and whoever knew the secret and spoke last could try them one by one.
TEST(Table, WhoKnowsTheSecretAndSpeaksLastChoosesNothing) {
  const std::unique_ptr<Table> table = table_of({2, 1, {}, "7"}, false);
  commit(*table, 0, "nobody knows this");
  commit(*table, 1, "mine");
  EXPECT_FALSE(table->start(person(0), std::nullopt, kNow));
  EXPECT_FALSE(table->open_word(person(0), "nobody knows this", kNow));
  // Now the other word is known; but one's own can't be another any more.
  for (int i = 0; i < 506; ++i) {
    const std::string word = "try " + std::to_string(i);
    EXPECT_EQ(table->open_word(person(1), word, kNow).key, "wrong-word");
    EXPECT_EQ(table
                  ->commit(person(1),
                           word_commitment("table", table->seat_id(engine::seat_at(1)), word), kNow)
                  .key,
              "not-gathering");
  }
  EXPECT_EQ(table->status(), Status::kOpening);
  // Nor is the other word told to anybody before the key is made.
  EXPECT_EQ(everything(*table).find("nobody knows this"), std::string::npos);
  EXPECT_FALSE(table->open_word(person(1), "mine", kNow));
  EXPECT_EQ(table->match()->chance().key,
            chance_key(WordRules::kCommitted, "table", "7", table->words()));
  EXPECT_NE(everything(*table).find("nobody knows this"), std::string::npos);
  expect_repeatable(*table);
}

TEST(Table, WhoDoesNotOpenIsNamedAndReplacedByTheCommitment) {
  const std::unique_ptr<Table> table = table_of({3, 0, {}, "7"}, false);
  commit(*table, 0, "appel");
  commit(*table, 2, "peer");
  EXPECT_FALSE(table->start(person(0), std::nullopt, kNow, 5000));
  EXPECT_EQ(table->deadline(), kNow + 5000);
  EXPECT_TRUE(table->summary(kNow).clocked) << "a server that starts again must go on with it";
  EXPECT_EQ(table->summary(kNow).status, Status::kPlaying);
  EXPECT_FALSE(table->open_word(person(0), "appel", kNow));
  table->time_out(kNow + 4999);
  EXPECT_EQ(table->status(), Status::kOpening);
  table->time_out(kNow + 5000);
  ASSERT_EQ(table->status(), Status::kPlaying);
  EXPECT_EQ(table->log()[table->log().size() - 2].entry.kind, EntryKind::kMissing);
  EXPECT_EQ(table->log()[table->log().size() - 2].entry.seat, engine::seat_at(2));
  const Words words = table->words();
  ASSERT_EQ(words.size(), 3u);
  EXPECT_FALSE(words[0].missing());
  EXPECT_TRUE(words[1].commitment.empty());
  EXPECT_TRUE(words[2].missing());
  EXPECT_EQ(table->match()->chance().key, chance_key(WordRules::kCommitted, "table", "7", words));
  EXPECT_EQ(table->open_word(person(2), "peer", kNow).key, "not-opening") << "too late";
  const Proof proof = table->proof();
  EXPECT_NE(write_proof(proof).find("| fair missing " + words[2].seat + "\n"), std::string::npos);
  expect_repeatable(*table);
}

TEST(Table, AWordIsOpenedOnceByWhomItBelongsTo) {
  const std::unique_ptr<Table> table = table_of({3, 0, {}, "7"}, false);
  EXPECT_EQ(table->open_word(person(0), "appel", kNow).key, "not-opening");
  commit(*table, 0, "appel");
  commit(*table, 1, "peer");
  EXPECT_EQ(table->commit("x", std::string(64, '0'), kNow).code, Code::kForbidden);
  EXPECT_EQ(table->commit(person(0), "0", kNow).code, Code::kMessage);
  EXPECT_EQ(table->open_word(person(0), "appel", kNow).key, "not-opening");
  EXPECT_FALSE(table->start(person(0), std::nullopt, kNow));
  EXPECT_EQ(table->open_word("x", "appel", kNow).code, Code::kForbidden);
  EXPECT_EQ(table->open_word(person(1), "appel", kNow).key, "wrong-word");
  EXPECT_EQ(table->open_word(person(2), "appel", kNow).key, "nothing-to-open");
  EXPECT_FALSE(table->open_word(person(0), "appel", kNow));
  const int64_t n = table->n();
  EXPECT_FALSE(table->open_word(person(0), "appel", kNow)) << "the answer may have been lost";
  EXPECT_EQ(table->n(), n);
  EXPECT_EQ(table->open_word(person(0), "other", kNow).key, "nothing-to-open");
  // Meanwhile nobody comes, and who goes is played for.
  EXPECT_EQ(table->set_seat(person(0), engine::seat_at(1), std::nullopt, kNow).key,
            "not-gathering");
  EXPECT_EQ(table->start(person(0), std::nullopt, kNow).key, "not-gathering");
  EXPECT_EQ(table->sit("x", engine::seat_at(1), kNow).code, Code::kForbidden);
  EXPECT_EQ(table->undo(person(0), table->n(), kNow).key, "not-playing");
  EXPECT_EQ(table->act(person(0), table->n(), {"x"}, kNow).refused.key, "not-playing");
  EXPECT_FALSE(table->leave(person(2), kNow));
  EXPECT_TRUE(table->bot_plays(engine::seat_at(2)));
  EXPECT_FALSE(table->sit(person(2), engine::seat_at(2), kNow));
  EXPECT_FALSE(table->bot_plays(engine::seat_at(2)));
  expect_repeatable(*table);
  EXPECT_FALSE(table->open_word(person(1), "peer", kNow));
  EXPECT_EQ(table->status(), Status::kPlaying);
}

TEST(Table, OneSitsDownAndCommitsAtOnceAndACommitmentIsForASeat) {
  const std::unique_ptr<Table> table = table_of({1, 2, {}, "7"}, false);
  EXPECT_FALSE(table->set_seat(person(0), engine::seat_at(1), std::nullopt, kNow));
  const std::string hash = word_commitment("table", table->seat_id(engine::seat_at(1)), "peer");
  EXPECT_EQ(table->sit("x", engine::seat_at(1), kNow, "peer").code, Code::kMessage);
  EXPECT_EQ(table->chair(engine::seat_at(1)).kind, SeatKind::kOpen);
  EXPECT_FALSE(table->sit("x", engine::seat_at(1), kNow, hash));
  EXPECT_EQ(table->chair(engine::seat_at(1)).commitment, hash);
  EXPECT_FALSE(table->leave("x", kNow));
  EXPECT_EQ(table->chair(engine::seat_at(1)).commitment, "");
  expect_repeatable(*table);
}

// The opening survives a restart: what was opened is open, and its time can begin anew.
TEST(Table, TheOpeningGoesOnWhereItWas) {
  const std::unique_ptr<Table> table = table_of({2, 1, {}, "7"}, false);
  commit(*table, 0, "appel");
  commit(*table, 1, "peer");
  EXPECT_FALSE(table->start(person(0), std::nullopt, kNow, 5000));
  EXPECT_FALSE(table->open_word(person(0), "appel", kNow));
  const auto again = Table::open("table", stored(*table), kNow + 100000);
  ASSERT_TRUE(again) << again.error.text;
  EXPECT_EQ(again.value->status(), Status::kOpening);
  EXPECT_EQ(again.value->deadline(), kNow + 5000);
  again.value->begin_clocks_anew(kNow + 100000);
  EXPECT_EQ(again.value->deadline(), kNow + 105000);
  EXPECT_FALSE(again.value->open_word(person(1), "peer", kNow + 100000));
  EXPECT_EQ(again.value->status(), Status::kPlaying);
}

TEST(Table, SeatsAreTakenGivenUpAndSetUpWhileGathering) {
  std::unique_ptr<Table> table = table_of({1, 2, {}, "0"}, false);
  EXPECT_FALSE(table->set_seat(person(0), engine::seat_at(1), std::nullopt, kNow));
  EXPECT_EQ(table->set_seat("x", engine::seat_at(1), std::nullopt, kNow).code, Code::kForbidden);
  EXPECT_EQ(table->set_seat(person(0), engine::seat_at(0), std::nullopt, kNow).code,
            Code::kForbidden);
  EXPECT_EQ(table->sit("x", engine::seat_at(5), kNow).code, Code::kUnknown);
  EXPECT_EQ(table->sit("x", engine::seat_at(2), kNow).code, Code::kTaken);
  EXPECT_EQ(table->start(person(0), std::nullopt, kNow).code, Code::kState);
  EXPECT_FALSE(table->sit("x", engine::seat_at(1), kNow));
  EXPECT_EQ(table->seat_of("x"), engine::seat_at(1));
  EXPECT_FALSE(table->set_seats(person(0), 4, kNow));
  EXPECT_FALSE(table->sit("x", engine::seat_at(3), kNow));  // moves
  EXPECT_EQ(table->chair(engine::seat_at(1)).kind, SeatKind::kOpen);
  EXPECT_EQ(table->set_seats(person(0), 3, kNow).code, Code::kTaken);
  EXPECT_EQ(table->set_seats(person(0), 99, kNow).code, Code::kMessage);
  EXPECT_FALSE(table->leave(person(0), kNow));
  EXPECT_EQ(table->host(), engine::seat_at(3));  // the next person is the host
  EXPECT_FALSE(table->leave("x", kNow));
  EXPECT_EQ(table->host(), Seat::kNone);
  EXPECT_FALSE(table->sit("y", engine::seat_at(0), kNow));
  EXPECT_EQ(table->host(), engine::seat_at(0));
  EXPECT_FALSE(table->start("y", bots::BotSpec::of("random"), kNow));
  EXPECT_EQ(table->chair(engine::seat_at(3)).kind, SeatKind::kBot);
  EXPECT_EQ(table->sit("z", engine::seat_at(3), kNow).code, Code::kForbidden);
  expect_repeatable(*table);
}

TEST(Table, OnlyTheSeatThatIsAskedMayActAndOnlyInThePositionItSaw) {
  std::unique_ptr<Table> table =
      table_where({3, 0, {}, ""}, [](const Table& t) { return t.match()->acting().size() == 1; });
  const Seat seat = table->match()->acting().front();
  const std::string who = table->chair(seat).person;
  const std::string other = table->chair(engine::next_seat(seat, 3)).person;
  const std::string choice = first_choice(*table, seat);
  const int64_t n = table->n();
  EXPECT_EQ(table->act("stranger", n, {choice}, kNow).refused.code, Code::kForbidden);
  EXPECT_EQ(table->act(other, n, {choice}, kNow).refused.code, Code::kTurn);
  EXPECT_EQ(table->act(who, n - 1, {choice}, kNow).refused.code, Code::kStale);
  EXPECT_EQ(table->act(who, n + 1, {choice}, kNow).refused.code, Code::kMessage);
  EXPECT_EQ(table->act(who, n, {"no such thing"}, kNow).refused.code, Code::kMessage);
  EXPECT_EQ(table->n(), n);
  EXPECT_EQ(table->act(who, n, {choice}, kNow).done, 1);
  EXPECT_EQ(table->act(who, n, {choice}, kNow).refused.code, Code::kStale);  // said twice
}

TEST(Table, WhoChoosesAtTheSameTimeIsNotStale) {
  std::unique_ptr<Table> table =
      table_where({3, 0, {}, ""}, [](const Table& t) { return t.match()->acting().size() > 1; });
  const int64_t n = table->n();
  const engine::SeatSet acting = table->match()->acting();
  for (Seat seat : acting) {
    const ActResult result =
        table->act(table->chair(seat).person, n, {first_choice(*table, seat)}, kNow);
    EXPECT_EQ(result.done, 1) << result.refused.key;
  }
}

TEST(Table, SeveralActionsStopWhereChanceOrAnotherSeatComesBetween) {
  // The same choice again and again: it must end at the latest when another is to choose.
  std::unique_ptr<Table> table = table_of({2, 1, {}, "3"});
  for (int i = 0; i < 40 && table->status() == Status::kPlaying; ++i) {
    const Seat seat = table->match()->acting().front();
    if (table->bot_plays(seat)) {
      step(*table);
      continue;
    }
    const std::string choice = first_choice(*table, seat);
    const size_t steps = table->match()->steps().size();
    const ActResult result =
        table->act(table->chair(seat).person, table->n(), {choice, choice, choice}, kNow);
    ASSERT_GE(result.done, 1);
    for (size_t s = steps; s + 1 < table->match()->steps().size(); ++s) {
      EXPECT_FALSE(table->match()->steps()[s].used_chance);
      EXPECT_FALSE(table->match()->steps()[s].revealed);
    }
  }
}

TEST(Table, OneTakesBackAtOnceAsTheEngineAllows) {
  std::unique_ptr<Table> table = table_where({2, 1, {}, ""}, [](const Table& t) {
    return t.undo_for(engine::seat_at(0)) == Table::Undo::kNow;
  });
  const size_t steps = table->match()->steps().size();
  EXPECT_EQ(table->undo(person(0), table->n() - 1, kNow).code, Code::kStale);
  EXPECT_FALSE(table->undo(person(0), table->n(), kNow));
  EXPECT_EQ(table->match()->steps().size(), steps - 1);
  EXPECT_EQ(table->log().back().entry.kind, EntryKind::kBack);
  expect_repeatable(*table);  // with the events of what was taken back
}

TEST(Table, BeyondThatAllPeopleMustAgree) {
  const auto asks = [](const Table& t) {
    return t.undo_for(engine::seat_at(0)) == Table::Undo::kAsk;
  };
  std::unique_ptr<Table> table = table_where({3, 0, {}, ""}, asks);
  const uint64_t hash = table->match()->hash();
  EXPECT_FALSE(table->undo(person(0), table->n(), kNow));
  ASSERT_TRUE(table->request());
  EXPECT_EQ(table->request()->waiting.size(), 2);
  EXPECT_EQ(table->match()->hash(), hash);
  EXPECT_EQ(table->undo(person(1), table->n(), kNow).code, Code::kState);
  EXPECT_EQ(table->consent(person(0), true, kNow).code, Code::kState);
  EXPECT_FALSE(table->consent(person(1), false, kNow));  // one no ends it
  EXPECT_FALSE(table->request());
  EXPECT_FALSE(table->undo(person(0), table->n(), kNow));
  EXPECT_FALSE(table->consent(person(1), true, kNow));
  EXPECT_EQ(table->match()->hash(), hash);
  const size_t steps = table->match()->steps().size();
  EXPECT_FALSE(table->consent(person(2), true, kNow));
  EXPECT_FALSE(table->request());
  EXPECT_LT(table->match()->steps().size(), steps);
  EXPECT_EQ(table->match()->acting().contains(engine::seat_at(0)), true);
  expect_repeatable(*table);
}

TEST(Table, AnActionEndsTheWishToTakeBackAndWhoConcedesIsNotWaitedFor) {
  const auto asks = [](const Table& t) {
    return t.undo_for(engine::seat_at(0)) == Table::Undo::kAsk;
  };
  std::unique_ptr<Table> table = table_where({3, 0, {}, ""}, asks);
  EXPECT_FALSE(table->undo(person(0), table->n(), kNow));
  step(*table);
  EXPECT_FALSE(table->request());
  table = table_where({3, 0, {}, ""}, asks);
  const size_t steps = table->match()->steps().size();
  EXPECT_FALSE(table->undo(person(0), table->n(), kNow));
  EXPECT_FALSE(table->consent(person(1), true, kNow));
  EXPECT_FALSE(table->concede(person(2), kNow));
  EXPECT_LT(table->match()->steps().size(), steps);
  expect_repeatable(*table);
}

// See the dice, take them back while the other is away: it worked once, without asking anybody.
TEST(Table, ABotThatStandsInConsentsToNothing) {
  const auto shown = [](const Table& t) {
    const std::vector<engine::Step>& steps = t.match()->steps();
    return !steps.empty() && steps.back().seat == engine::seat_at(0) && steps.back().used_chance;
  };
  std::unique_ptr<Table> table = table_where({2, 1, {}, ""}, shown);
  const uint64_t hash = table->match()->hash();
  EXPECT_FALSE(table->stand_in(person(0), engine::seat_at(1), true, kNow));
  EXPECT_FALSE(table->undo(person(0), table->n(), kNow));
  EXPECT_EQ(table->match()->hash(), hash);
  ASSERT_TRUE(table->request());
  EXPECT_EQ(table->request()->waiting, engine::SeatSet(engine::seat_at(1)));
  // Nor does leaving, or being replaced while one is asked, say yes.
  table = table_where({2, 1, {}, ""}, shown);
  EXPECT_FALSE(table->undo(person(0), table->n(), kNow));
  EXPECT_FALSE(table->leave(person(1), kNow));
  EXPECT_EQ(table->match()->hash(), hash);
  // They may still answer, wherever they are.
  EXPECT_FALSE(table->consent(person(1), true, kNow));
  EXPECT_NE(table->match()->hash(), hash);
  EXPECT_GT(table->seen_and_taken_back().by[0], 0);
  expect_repeatable(*table);
}

TEST(Table, WhatWasSeenIsWrittenDownAndNotDrawnAgain) {
  std::unique_ptr<Table> table = table_where({1, 2, {}, ""}, [](const Table& t) {
    const std::vector<engine::Step>& steps = t.match()->steps();
    return !steps.empty() && steps.back().seat == engine::seat_at(0) && steps.back().used_chance;
  });
  const engine::Step seen = table->match()->steps().back();
  const std::string action = table->game().action_id(*table->match()->edition(), seen.action);
  EXPECT_FALSE(table->undo(person(0), table->n(), kNow));
  EXPECT_EQ(table->log().back().entry.kind, EntryKind::kBack);
  EXPECT_TRUE(table->log().back().showed);
  EXPECT_EQ(table->act(person(0), table->n(), {action}, kNow).done, 1);
  EXPECT_EQ(table->match()->steps().back().nth, seen.nth + 1);
  EXPECT_EQ(table->seen_and_taken_back().count, 1);
  EXPECT_EQ(table->seen_and_taken_back().by[0], 1);
  const std::string record = engine::write_record(*table->match());
  EXPECT_NE(record.find(action + " #" + engine::hex64(seen.fingerprint) + "\nback "),
            std::string::npos);
  EXPECT_TRUE(engine::read_record(record, games::find));
  expect_repeatable(*table);
}

TEST(Table, WhereItIsAgreedNothingSeenIsTakenBack) {
  Plan plan{1, 2, {}, ""};
  plan.take_back = TakeBack::kNever;
  const std::unique_ptr<Table> table = table_where(plan, [](const Table& t) {
    const std::vector<engine::Step>& steps = t.match()->steps();
    return !steps.empty() && steps.back().seat == engine::seat_at(0) && steps.back().used_chance;
  });
  EXPECT_EQ(table->undo_for(engine::seat_at(0)), Table::Undo::kNothing);
  EXPECT_EQ(table->undo(person(0), table->n(), kNow).key, "nothing-to-undo");
  expect_repeatable(*table);
}

// Lists written before chance was counted through: their `start` says 0.
TEST(Table, AnOldTableGoesOnAsItBegan) {
  const std::unique_ptr<Table> fresh = table_of({1, 2, {}, ""});
  std::vector<store::Entry> entries = fresh->take_unsaved();
  ASSERT_TRUE(entries.back().text.starts_with("start 0 p 1 "));
  entries.back().text = "start 0 p 0 - ";
  entries.insert(entries.end() - 1, {kNow, "word 0 p 0 - peer"});
  auto opened = Table::open(fresh->id(), entries, kNow);
  ASSERT_TRUE(opened) << opened.error.text;
  Table& table = **opened;
  const Words words{{std::string(table.seat_id(engine::seat_at(0))), "", "peer"}};
  EXPECT_EQ(table.words(), words);
  EXPECT_EQ(table.match()->chance().key, chance_key(WordRules::kPublic, "table", "", words));
  const auto drew = [&] {
    const std::vector<engine::Step>& steps = table.match()->steps();
    return !steps.empty() && steps.back().seat == engine::seat_at(0) && steps.back().used_chance;
  };
  for (int skip = 0; !drew(); ++skip) step(table, skip);
  const engine::Step seen = table.match()->steps().back();
  EXPECT_FALSE(table.undo(person(0), table.n(), kNow));
  const std::string action = table.game().action_id(*table.match()->edition(), seen.action);
  EXPECT_EQ(table.act(person(0), table.n(), {action}, kNow).done, 1);
  EXPECT_EQ(table.match()->fingerprint(), seen.fingerprint);
}

TEST(Table, AloneWithBotsOneTakesBackWithoutAsking) {
  std::unique_ptr<Table> table = table_where({1, 2, {}, ""}, [](const Table& t) {
    return t.undo_for(engine::seat_at(0)) == Table::Undo::kAsk;
  });
  const size_t steps = table->match()->steps().size();
  EXPECT_FALSE(table->undo(person(0), table->n(), kNow));
  EXPECT_LT(table->match()->steps().size(), steps);
}

TEST(Table, ABotPlaysForWhoLeftAndGivesTheSeatBack) {
  std::unique_ptr<Table> table = table_of({3, 0, {}, "5"});
  EXPECT_FALSE(table->leave(person(1), kNow));
  EXPECT_TRUE(table->bot_plays(engine::seat_at(1)));
  while (!table->bots_to_act().contains(engine::seat_at(1))) step(*table);
  EXPECT_EQ(table->act(person(1), table->n(), {"x"}, kNow).refused.code, Code::kState);
  EXPECT_EQ(table->sit(person(2), engine::seat_at(1), kNow).code, Code::kForbidden);
  EXPECT_FALSE(table->sit(person(1), engine::seat_at(1), kNow));
  EXPECT_TRUE(table->bots_to_act().empty());
  EXPECT_EQ(
      table->act(person(1), table->n(), {first_choice(*table, engine::seat_at(1))}, kNow).done, 1);
  EXPECT_EQ(table->stand_in(person(0), engine::seat_at(2), false, kNow).code, Code::kState);
  EXPECT_FALSE(table->stand_in(person(0), engine::seat_at(2), true, kNow));
  EXPECT_TRUE(table->bot_plays(engine::seat_at(2)));
  EXPECT_EQ(table->stand_in("x", engine::seat_at(0), true, kNow).code, Code::kForbidden);
  expect_repeatable(*table);
}

TEST(Table, ABotsChoiceForAPositionThatHasGoneIsNotTaken) {
  std::unique_ptr<Table> table = table_of({1, 2, {}, "6"});
  while (table->bots_to_act().empty()) step(*table);
  const Seat seat = table->bots_to_act().front();
  const engine::Action action = first_action(*table, seat);
  const int64_t at = table->n();
  EXPECT_FALSE(table->bot_act(seat, action, at, kNow));
  const int64_t n = table->n();
  EXPECT_EQ(table->bot_act(seat, action, at, kNow).code, Code::kStale);
  EXPECT_EQ(table->n(), n);
}

TEST(Table, GivingUpEndsTheTableWhenNobodyIsLeftToPlay) {
  std::unique_ptr<Table> table = table_of({2, 1, {}, "1"});
  EXPECT_FALSE(table->concede(person(0), kNow));
  EXPECT_EQ(table->status(), Status::kPlaying);
  EXPECT_TRUE(table->bot_plays(engine::seat_at(0)));
  EXPECT_EQ(table->sit(person(0), engine::seat_at(0), kNow).code, Code::kState);
  EXPECT_FALSE(table->concede(person(1), kNow));
  EXPECT_EQ(table->status(), Status::kOver);
  EXPECT_EQ(table->over_by(), "conceded");
  EXPECT_EQ(winners_of(*table), engine::SeatSet(engine::seat_at(2)));
  EXPECT_EQ(table->undo(person(0), table->n(), kNow).code, Code::kState);
  EXPECT_EQ(table->set_rematch("x", "next", kNow).code, Code::kForbidden);
  EXPECT_FALSE(table->set_rematch(person(0), "next", kNow));
  expect_repeatable(*table);

  std::unique_ptr<Table> three = table_of({3, 0, {}, "1"});
  EXPECT_FALSE(three->concede(person(0), kNow));
  EXPECT_FALSE(three->concede(person(1), kNow));
  EXPECT_EQ(three->over_by(), "conceded");
  EXPECT_EQ(winners_of(*three), engine::SeatSet(engine::seat_at(2)));
}

TEST(Table, WhoWasRemovedIsOutAfterARestartToo) {
  std::unique_ptr<Table> table = table_of({3, 0, {}, "1"});
  EXPECT_EQ(table->remove(person(1), person(2), true, true, kNow).code, Code::kForbidden);
  EXPECT_EQ(table->remove(person(0), person(0), true, true, kNow).code, Code::kForbidden);
  EXPECT_EQ(table->remove(person(0), "stranger", true, false, kNow).code, Code::kUnknown);
  EXPECT_FALSE(table->remove(person(0), "stranger", true, true, kNow));
  EXPECT_TRUE(table->forfeits().empty()) << "a spectator plays no part";
  EXPECT_FALSE(table->remove(person(0), person(2), true, false, kNow));
  EXPECT_TRUE(table->bot_plays(engine::seat_at(2)));
  EXPECT_TRUE(table->removed(engine::seat_at(2)));
  EXPECT_EQ(table->forfeits(), engine::SeatSet(engine::seat_at(0)));
  EXPECT_EQ(table->summary(kNow).people, (std::vector<std::string>{person(0), person(1)}));
  expect_repeatable(*table);
  const int64_t n = table->n();
  EXPECT_FALSE(table->remove(person(0), person(2), true, false, kNow));
  EXPECT_EQ(table->n(), n) << "twice is once";
  // Who stands alone in the end has won, but not when that is the one who sent others away.
  EXPECT_FALSE(table->concede(person(1), kNow));
  EXPECT_EQ(table->status(), Status::kPlaying);
  EXPECT_FALSE(table->remove(person(0), person(2), false, false, kNow));
  EXPECT_FALSE(table->sit(person(2), engine::seat_at(2), kNow));
  EXPECT_FALSE(table->concede(person(2), kNow));
  EXPECT_EQ(table->over_by(), "conceded");
  EXPECT_TRUE(winners_of(*table).empty());
  EXPECT_EQ(ending_of(*table).removed, engine::SeatSet(engine::seat_at(2)));
  expect_repeatable(*table);
}

TEST(Table, TheClockGivesTheDefaultAnswerWhenMoveAndBankAreUsedUp) {
  std::unique_ptr<Table> table = table_of({3, 0, {10000, 5000}, "2"});
  const Seat seat = table->match()->acting().front();
  EXPECT_EQ(table->deadline(), kNow + 15000);
  const SeatClock half = table->clock(seat, kNow + 12000);
  EXPECT_TRUE(half.running);
  EXPECT_EQ(half.move, 0);
  EXPECT_EQ(half.bank, 3000);
  table->time_out(kNow + 14999);
  EXPECT_EQ(table->match()->steps().size(), 0u);
  const engine::Action expected = table->match()->fallback(seat);
  table->time_out(kNow + 15000);
  ASSERT_EQ(table->match()->steps().size(), 1u);
  EXPECT_EQ(table->match()->steps()[0].action, expected);
  EXPECT_EQ(table->log().back().entry.by, By::kClock);
  EXPECT_EQ(table->clock(seat, kNow + 15000).bank, 0);
  expect_repeatable(*table);
}

TEST(Table, ThinkingWithinTheMoveTimeCostsNoBank) {
  std::unique_ptr<Table> table = table_of({3, 0, {10000, 5000}, "2"});
  const Seat seat = table->match()->acting().front();
  const auto act = [&](int64_t now) {
    return table->act(table->chair(seat).person, table->n(), {first_choice(*table, seat)}, now)
        .done;
  };
  EXPECT_EQ(act(kNow + 9000), 1);
  EXPECT_EQ(table->clock(seat, kNow + 9000).bank, 5000);
  if (table->match()->acting().contains(seat)) {
    EXPECT_EQ(act(kNow + 9000 + 12000), 1);
    EXPECT_EQ(table->clock(seat, kNow + 21000).bank, 3000);
  }
}

// Wherever a table is opened, its clocks show the same; after an outage they begin anew for all.
TEST(Table, ClocksRunSinceTheEntryAndBeginAnewByAnother) {
  std::unique_ptr<Table> table = table_of({3, 0, {10000, 5000}, "2"});
  step(*table, 0, kNow + 3000);
  std::vector<store::Entry> list = stored(*table);
  const int64_t due = table->deadline();
  const auto again = Table::open("table", list, kNow + 4000);
  ASSERT_TRUE(again);
  EXPECT_EQ(again.value->deadline(), due);
  const int64_t later = kNow + 1'000'000;
  const int64_t told = again.value->n();
  again.value->begin_clocks_anew(later);
  EXPECT_EQ(again.value->deadline(), later + 15000);
  EXPECT_EQ(again.value->n(), told);  // nobody is told of an entry
  const std::vector<store::Entry> anew = again.value->take_unsaved();
  ASSERT_EQ(anew.size(), 1u);
  list.insert(list.end(), anew.begin(), anew.end());
  const auto third = Table::open("table", list, later + 2000);
  ASSERT_TRUE(third);
  EXPECT_EQ(third.value->deadline(), later + 15000);
  const auto follower = Table::open("table", stored(*table), kNow + 4000);
  ASSERT_TRUE(follower.value->follow(anew, later + 2000));
  EXPECT_EQ(follower.value->deadline(), later + 15000);
}

// A table that is told what another one did is the same table.
TEST(Table, FollowingIsAsGoodAsOpening) {
  std::unique_ptr<Table> table = table_of({2, 1, {10000, 5000}, "5"});
  std::vector<store::Entry> list = table->take_unsaved();
  auto follower = Table::open("table", list, kNow);
  ASSERT_TRUE(follower);
  int64_t now = kNow;
  for (int i = 0; i < 300 && table->status() == Status::kPlaying; ++i) {
    now += 700;
    if (i % 7 == 3) {
      EXPECT_FALSE(table->say(person(0), "hello", now));
    }
    step(*table, i, now);
    if (i % 10 == 9 && table->wants_snapshot()) table->take_snapshot(now);
    const std::vector<store::Entry> news = table->take_unsaved();
    ASSERT_TRUE(follower.value->follow(news, now + 5)) << i;
    list.insert(list.end(), news.begin(), news.end());
    ASSERT_EQ(follower.value->n(), table->n());
    ASSERT_EQ(follower.value->stored(), table->stored());
    ASSERT_EQ(follower.value->deadline(), table->deadline());
    ASSERT_EQ(follower.value->match()->fingerprint(), table->match()->fingerprint());
    ASSERT_EQ(follower.value->wants_snapshot(), table->wants_snapshot());
  }
  // It goes on by itself as well as the other would have, snapshots included.
  const auto opened = Table::open("table", list, now);
  ASSERT_TRUE(opened) << opened.error.text;
  EXPECT_EQ(opened.value->n(), follower.value->n());
  EXPECT_FALSE(follower.value->follow({{now, "act 0 p 5 #0123456789abcdef no such thing"}}, now));
}

TEST(Table, DaysGoOnWhileTheServerIsAway) {
  std::unique_ptr<Table> table = table_of({3, 0, {3 * ClockRule::kDay, 0}, "2"});
  step(*table, 0, kNow + 5000);
  const int64_t due = kNow + 5000 + 3 * ClockRule::kDay;
  EXPECT_EQ(table->deadline(), due);
  // Another clock of the server, on which the same moments have other numbers.
  constexpr int64_t kAhead = -777;
  const auto again = Table::open("table", stored(*table), {kNow + 100'000'000 - kAhead, kAhead});
  ASSERT_TRUE(again);
  EXPECT_EQ(again.value->deadline(), due - kAhead);
  // Whose time ended meanwhile has a while to come back.
  const auto late = Table::open("table", stored(*table), {due + 1000, 0, due + 2000});
  ASSERT_TRUE(late);
  EXPECT_EQ(late.value->deadline(), due + 2000);
}

TEST(Table, WhoseDaysAreOverIsReplacedByABotUntilTheyComeBack) {
  std::unique_ptr<Table> table = table_of({3, 0, {ClockRule::kDay, 0}, "2"});
  const Seat seat = table->match()->acting().front();
  EXPECT_EQ(table->people_to_act(), engine::SeatSet(seat));
  const std::string other = person(engine::index_of(seat) == 0 ? 1 : 0);
  EXPECT_EQ(table->stand_in(other, seat, true, kNow).key, "has-days");
  table->time_out(kNow + ClockRule::kDay - 1);
  EXPECT_FALSE(table->bot_plays(seat));
  table->time_out(kNow + ClockRule::kDay);
  EXPECT_TRUE(table->bot_plays(seat));
  EXPECT_TRUE(table->match()->steps().empty());  // nothing was decided for them
  EXPECT_EQ(table->log().back().entry.by, By::kClock);
  EXPECT_TRUE(table->people_to_act().empty());
  EXPECT_FALSE(table->sit(table->chair(seat).person, seat, kNow + ClockRule::kDay + 5));
  EXPECT_EQ(table->deadline(), kNow + 2 * ClockRule::kDay + 5);
  expect_repeatable(*table);
}

TEST(Table, WithEverybodySilentTheClockPlaysToTheEnd) {
  std::unique_ptr<Table> table = table_of({3, 0, {1000, 0}, "4"});
  int64_t now = kNow;
  for (int i = 0; i < 5000 && table->status() == Status::kPlaying; ++i) {
    now = table->deadline();
    table->time_out(now);
  }
  EXPECT_EQ(table->over_by(), "end");
}

}  // namespace
}  // namespace server
