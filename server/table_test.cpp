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
  head.options = engine::default_options(head.game->spec());
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

// All that clients get to read, through all eyes.
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

TEST(Table, IsTheSameWhenItsListIsRepeated) {
  std::unique_ptr<Table> table = table_of({3, 0, {60000, 1000}, "1"}, false);
  EXPECT_FALSE(table->word(person(1), "peer", kNow));
  expect_repeatable(*table);
  EXPECT_FALSE(table->start(person(0), std::nullopt, kNow));
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
  EXPECT_FALSE(Table::open("table", bad, kNow));
  bad.back() = good.front();
  EXPECT_FALSE(Table::open("table", bad, kNow));
}

TEST(Table, WordsChangeTheDeal) {
  std::unique_ptr<Table> one = table_of({2, 1, {}, "7"}, false);
  std::unique_ptr<Table> two = table_of({2, 1, {}, "7"}, false);
  EXPECT_FALSE(two->word(person(1), "peer", kNow));
  EXPECT_FALSE(one->start(person(0), std::nullopt, kNow));
  EXPECT_FALSE(two->start(person(0), std::nullopt, kNow));
  EXPECT_NE(one->match()->start_fingerprint(), two->match()->start_fingerprint());
  EXPECT_EQ(one->commitment(), two->commitment());
  EXPECT_EQ(two->word(person(0), "late", kNow).code, Code::kState);
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
  EXPECT_FALSE(table->start("y", bots::BotKind::kRandom, kNow));
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
  auto opened = Table::open(fresh->id(), entries, kNow);
  ASSERT_TRUE(opened) << opened.error.text;
  Table& table = **opened;
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

TEST(Table, ARestartGivesThePendingDecisionItsTimeAgain) {
  std::unique_ptr<Table> table = table_of({3, 0, {10000, 5000}, "2"});
  step(*table);
  const int64_t later = kNow + 1'000'000;
  const auto again = Table::open("table", stored(*table), later);
  ASSERT_TRUE(again);
  EXPECT_EQ(again.value->deadline(), later + 15000);
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
