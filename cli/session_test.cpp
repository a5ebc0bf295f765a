#include "cli/session.h"

#include "cli/client_testing.h"
#include "engine/record.h"
#include "tests/matchers.h"

namespace cli {
namespace session_test {

using namespace client_testing;
using engine::ErrorCode;
using engine::Seat;
using engine::seat_at;
using engine::Viewer;
using namespace matchers;

std::vector<Sitter> all_bots(int seats) {
  std::vector<Sitter> sitters(static_cast<size_t>(seats), Sitter::of("random"));
  sitters.back() = Sitter::of("greedy");
  return sitters;
}

// People take their first allowed choice; bots choose.
void play_step(Session& session) {
  const Seat seat = session.next();
  if (!session.human(seat)) {
    session.act_bot(seat);
    return;
  }
  engine::Offer offer(engine::Offer::Keep::kLegal);
  session.table().offer(seat, offer);
  ASSERT_FALSE(session.act(seat, offer[0].action));
}

void play_on(Session& session, int steps) {
  while (steps-- > 0 && !session.table().over()) play_step(session);
}

Session resumed(const Session& session) {
  auto again = Session::resume(session.save(), games::find, nullptr);
  EXPECT_TRUE(again) << again.error.text;
  return std::move(*again);
}

class SessionTest : public GameTest {};
INSTANTIATE_TEST_SUITE_P(AllGames, SessionTest, ::testing::ValuesIn(games::all()), name_of_game);

TEST(SittersTest, ListIsReadAndWrittenAlike) {
  const auto sitters = parse_sitters("human, greedy,random");
  ASSERT_TRUE(sitters);
  EXPECT_EQ(sitter_ids(*sitters), "human,greedy,random");
}

TEST(SittersTest, UnknownOneIsRefusedAndTheKnownAreNamed) {
  const auto sitters = parse_sitters("human,wizard");
  EXPECT_EQ(sitters.error.code, ErrorCode::kUsage);
  EXPECT_THAT(sitters.error.text, HasSubstr("'wizard'"));
  EXPECT_THAT(sitters.error.text, HasSubstr("human, random, quick, greedy"));
}

TEST_P(SessionTest, WrongNumberOfSittersIsRefused) {
  const auto session =
      Session::start(game(), spec_of(game(), fewest(), 1), default_sitters(fewest() + 1));
  EXPECT_EQ(session.error.code, ErrorCode::kUsage);
}

TEST_P(SessionTest, SeededGameOfBotsIsRepeatable) {
  for (int seats = fewest(); seats <= game().spec().max_seats; ++seats) {
    Session a = started(game(), all_bots(seats), 11);
    Session b = started(game(), all_bots(seats), 11);
    Session other = started(game(), all_bots(seats), 12);
    play_on(a, 100000);
    play_on(b, 100000);
    play_on(other, 100000);
    EXPECT_TRUE(a.table().over());
    EXPECT_EQ(a.save(), b.save());
    EXPECT_NE(a.save(), other.save());
  }
}

TEST_P(SessionTest, ResumedGameIsTheSameAndGoesOnTheSame) {
  for (const int steps : {0, 1, 17, 40}) {
    Session session = started(game(), person_and_greedy(fewest()), 3);
    play_on(session, steps);
    Session again = resumed(session);
    EXPECT_EQ(again.table().hash(), session.table().hash());
    EXPECT_EQ(again.sitters(), session.sitters());
    EXPECT_EQ(again.save(), session.save());
    play_on(session, 25);
    play_on(again, 25);
    EXPECT_EQ(again.save(), session.save());
  }
}

TEST_P(SessionTest, FinishedGameCanBeSavedAndReadByAnyReaderOfRecords) {
  Session session = started(game(), all_bots(fewest()), 5);
  play_on(session, 100000);
  EXPECT_TRUE(resumed(session).table().over());
  EXPECT_TRUE(engine::read_record(session.save(), games::find));
}

TEST_P(SessionTest, RecordWithoutSittersGetsOnePersonAndBots) {
  Session session = started(game(), all_bots(fewest()), 5);
  play_on(session, 4);
  const std::string record = engine::write_record(session.table());
  const auto again = Session::resume(record, games::find, nullptr);
  ASSERT_TRUE(again) << again.error.text;
  EXPECT_EQ((*again).sitters(), default_sitters(fewest()));
}

TEST_P(SessionTest, GivenSittersReplaceTheSavedOnes) {
  const Session session = started(game(), all_bots(fewest()), 5);
  const auto again =
      Session::resume(session.save(), games::find, nullptr, default_sitters(fewest()));
  ASSERT_TRUE(again);
  EXPECT_EQ((*again).sitters(), default_sitters(fewest()));
  const auto too_many =
      Session::resume(session.save(), games::find, nullptr, default_sitters(fewest() + 1));
  EXPECT_EQ(too_many.error.code, ErrorCode::kUsage);
}

TEST_P(SessionTest, DamagedSaveIsRefusedWithItsLine) {
  Session session = started(game(), person_and_greedy(fewest()), 3);
  play_on(session, 6);
  std::string text = session.save();
  text.resize(text.size() - 5);
  const auto again = Session::resume(text, games::find, nullptr);
  EXPECT_EQ(again.error.code, ErrorCode::kRecord);
  EXPECT_THAT(again.error.text, HasSubstr("line "));

  std::string sitters = session.save();
  sitters.replace(sitters.find("|seats human"), 12, "|seats wizard");
  EXPECT_THAT(Session::resume(sitters, games::find, nullptr).error.text, HasSubstr("wizard"));
  EXPECT_EQ(Session::resume("not a record\n", games::find, nullptr).error.code, ErrorCode::kRecord);
}

// Plays from several seeds until the answer to "may the last actor undo?" is the wanted one.
bool play_until(Session& session, UndoAnswer wanted) {
  for (int i = 0; i < 400 && !session.table().over(); ++i) {
    play_step(session);
    if (session.can_undo(session.table().steps().back().seat) == wanted) return true;
  }
  return false;
}

TEST_P(SessionTest, UndoRestoresTheTableAndIsWrittenDown) {
  const std::vector<Sitter> people(static_cast<size_t>(fewest()), Sitter::person());
  Session session = started(game(), people, 21);
  int undone = 0;
  while (!session.table().over() && undone < 5) {
    std::string before = session.save();
    before.resize(before.rfind("unfinished "));  // the last line goes where the record goes on
    const uint64_t hash = session.table().hash();
    const std::string back = "\nback " + std::to_string(session.table().steps().size()) + " ";
    play_step(session);
    if (session.undo(session.table().steps().back().seat) != UndoAnswer::kDone) continue;
    const std::string saved = session.save();
    EXPECT_TRUE(saved.starts_with(before));
    EXPECT_NE(saved.find(back, before.size() - 1), std::string::npos);
    EXPECT_EQ(session.table().hash(), hash);
    EXPECT_EQ(resumed(session).table().hash(), hash);
    play_step(session);
    ++undone;
  }
  EXPECT_GT(undone, 0) << "no step of this game could be taken back";
}

TEST_P(SessionTest, UndoSaysWhyNot) {
  const std::vector<Sitter> people(static_cast<size_t>(fewest()), Sitter::person());
  Session fresh = started(game(), people, 2);
  EXPECT_EQ(fresh.undo(seat_at(0)), UndoAnswer::kNothing);

  Session chance = started(game(), people, 2);
  ASSERT_TRUE(play_until(chance, UndoAnswer::kChance));
  const Seat actor = chance.table().steps().back().seat;
  const uint64_t hash = chance.table().hash();
  EXPECT_EQ(chance.undo(actor), UndoAnswer::kChance);
  EXPECT_EQ(chance.undo(engine::next_seat(actor, fewest())), UndoAnswer::kOtherSeat);
  EXPECT_EQ(chance.table().hash(), hash);
}

TEST_P(SessionTest, BotChoosesTheSameAgainAfterAnUndo) {
  Session session = started(game(), person_and_greedy(fewest()), 8);
  Session other = started(game(), person_and_greedy(fewest()), 8);
  bool undone = false;
  while (!session.table().over() && !undone) {
    play_step(session);
    const engine::Step& last = session.table().steps().back();
    if (session.human(last.seat) && session.undo(last.seat) == UndoAnswer::kDone) {
      undone = true;
      play_step(session);
    }
  }
  EXPECT_TRUE(undone);
  while (other.table().steps().size() < session.table().steps().size()) play_step(other);
  // The dice that come next are others: those of the first try are used up.
  while (!session.table().over() && !session.table().steps().back().showed()) {
    EXPECT_EQ(session.table().hash(), other.table().hash());
    play_step(session);
    play_step(other);
    EXPECT_EQ(session.table().steps().back().action, other.table().steps().back().action);
  }
}

TEST_P(SessionTest, HolderOfTheKeyboardIsAskedFirstAndPeopleBeforeBots) {
  // In every position: nobody who may not act is asked, and a bot only when no person may.
  std::vector<Sitter> sitters(static_cast<size_t>(fewest()), Sitter::of("random"));
  sitters[0] = sitters[static_cast<size_t>(fewest() - 1)] = Sitter::person();
  Session session = started(game(), sitters, 4);
  const Seat last = seat_at(fewest() - 1);
  while (!session.table().over()) {
    const engine::SeatSet acting = session.table().acting();
    const Seat asked = session.next(last);
    EXPECT_TRUE(acting.contains(asked));
    if (acting.contains(last)) {
      EXPECT_EQ(asked, last);
    } else if (acting.contains(seat_at(0))) {
      EXPECT_EQ(asked, seat_at(0));
    }
    play_step(session);
  }
  EXPECT_EQ(session.next(last), Seat::kNone);
}

TEST_P(SessionTest, LogOfASeatHidesWhatItMayNotKnow) {
  const engine::Texts& texts = game().texts(engine::Language::kEnglish);
  Session session = started(game(), all_bots(fewest()), 6);
  play_on(session, 60);
  const engine::AnyTable& table = session.table();
  for (int i = 0; i < fewest(); ++i) {
    const Viewer viewer = Viewer::at(seat_at(i));
    const std::vector<LogLine> log = session.log(viewer, texts);
    size_t line = 0;
    for (int step = -1; step < static_cast<int>(table.steps().size()); ++step) {
      const auto [first, last] = table.event_range(step);
      const auto events = std::span(table.events()).subspan(first, last - first);
      const auto told = game().event_texts(*table.edition(), events, viewer, texts);
      for (size_t e = 0; e < events.size(); ++e) {
        if (told[e].empty()) continue;
        ASSERT_LT(line, log.size());
        ASSERT_EQ(log[line++].text, told[e]);
        const bool secret = game().spec().events[events[e].kind].secret != 0;
        if (!secret || viewer.may_see(events[e].sees)) continue;
        EXPECT_NE(told[e],
                  game().event_text(*table.edition(), events[e], Viewer::everything(), texts));
      }
    }
    EXPECT_EQ(line, log.size());
  }
}

TEST_P(SessionTest, OnlyHumanIsFoundWhenThereIsJustOne) {
  EXPECT_EQ(started(game(), person_and_greedy(fewest()), 1).only_human(), seat_at(0));
  EXPECT_EQ(started(game(), all_bots(fewest()), 1).only_human(), Seat::kNone);
  const std::vector<Sitter> people(static_cast<size_t>(fewest()), Sitter::person());
  EXPECT_EQ(started(game(), people, 1).only_human(), Seat::kNone);
}

TEST_P(SessionTest, RematchIsAnotherGameAndFollowsFromTheSeed) {
  const Session a = started(game(), all_bots(fewest()), 7);
  const Session b = started(game(), all_bots(fewest()), 7);
  EXPECT_EQ(a.rematch_seed(), b.rematch_seed());
  EXPECT_NE(a.rematch_seed(), 7u);
}

}  // namespace session_test
}  // namespace cli
