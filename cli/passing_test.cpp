// In others' turns the terminal passes for who can do nothing else.
#include "cli/passing.h"

#include <sstream>

#include "cli/client_testing.h"
#include "cli/plain.h"
#include "cli/table_client.h"
#include "tests/matchers.h"

namespace cli {
namespace passing_test {

using namespace client_testing;
using engine::Seat;
using namespace matchers;

const engine::AnyGame& taverna() { return *games::find("taverna"); }

// What a seat can answer; what only sets what it is asked counts where that is the question.
std::vector<engine::Action> answers(const Session& session, Seat seat) {
  engine::Offer offer(engine::Offer::Keep::kLegal);
  session.table().offer(seat, offer);
  std::vector<engine::Action> orders;
  std::vector<engine::Action> others;
  for (const engine::Option& option : offer) {
    const std::string_view verb = session.game().spec().verbs[option.action.verb].id;
    (verb == "order" ? orders : others).push_back(option.action);
  }
  return others.empty() ? orders : others;
}

// Plays on, a person with the first answer, to a question that is or isn't `only` to be passed.
void play_to(Session& session, bool only) {
  const Passing passing(true);
  while (!session.table().over()) {
    const Seat seat = session.next();
    if (!session.human(seat)) {
      session.act_bot(seat);
      continue;
    }
    if (passing.answer(session, seat).has_value() == only) return;
    ASSERT_FALSE(session.act(seat, answers(session, seat).front()));
  }
  FAIL() << "no such question";
}

TEST(Passing, AnswersWhatIsAskedOutOfTurnWhereNothingElseIsPossible) {
  const Passing passing(true);
  int passed = 0;
  int asked = 0;
  int own = 0;
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    Session session = started(taverna(), person_and_greedy(3), seed);
    while (!session.table().over()) {
      const Seat seat = session.next();
      if (!session.human(seat)) {
        EXPECT_EQ(passing.answer(session, seat), std::nullopt) << "bots choose themselves";
        session.act_bot(seat);
        continue;
      }
      const std::vector<engine::Action> open = answers(session, seat);
      const bool out_of_turn = session.table().out_of_turn(seat);
      const std::optional<engine::Action> answer = passing.answer(session, seat);
      if (out_of_turn && open.size() == 1) {
        EXPECT_EQ(answer, open.front());
        EXPECT_EQ(session.game().action_id(*session.table().edition(), open.front()), "pass");
        ++passed;
      } else {
        EXPECT_EQ(answer, std::nullopt);
        ++(out_of_turn ? asked : own);
      }
      // Wants to be asked always; of all else now this, now that.
      const auto always = session.game().parse_action(*session.table().edition(), "order always");
      const bool order = always && std::ranges::find(open, *always) != open.end();
      const size_t any = session.table().steps().size() * 7 % open.size();
      ASSERT_FALSE(session.act(seat, order ? *always : open[any]));
    }
  }
  EXPECT_GT(passed, 0);
  EXPECT_GT(asked, 0);
  EXPECT_GT(own, 0);
}

TEST(Passing, AmongSeveralPeopleEverybodyIsAsked) {
  Session alone = started(taverna(), person_and_greedy(3), 5);
  play_to(alone, true);
  auto company = Session::resume(alone.save(), games::find, nullptr,
                                 {Sitter::person(), Sitter::person(), Sitter::of("greedy")});
  ASSERT_TRUE(company) << company.error.text;
  EXPECT_NE(Passing(true).answer(alone, alone.next()), std::nullopt);
  EXPECT_EQ(Passing(true).answer(*company, company->next()), std::nullopt);
}

TEST(Passing, IsForWhoWantsItAndNotForAStepThatWasGoneBackTo) {
  Session session = started(taverna(), person_and_greedy(3), 5);
  play_to(session, true);
  const Seat seat = session.next();
  Passing passing(true);
  EXPECT_NE(passing.answer(session, seat), std::nullopt);
  EXPECT_EQ(Passing(false).answer(session, seat), std::nullopt);
  passing.went_back(session);
  EXPECT_EQ(passing.answer(session, seat), std::nullopt);
}

std::string plain(Session session, const std::string& input, bool pass = true) {
  std::istringstream in(input);
  std::ostringstream out;
  PlainSettings settings;
  settings.save_path = "/dev/null";
  settings.pass = pass;
  PlainClient client(in, out, std::move(session), settings);
  client.run();
  return out.str();
}

size_t count(const std::string& text, const std::string& part) {
  size_t found = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++found;
  return found;
}

TEST(Passing, InPlainLinesIsToldOnceAndCanBeSwitchedOff) {
  const std::string told = "you are asked only where you can do more than pass; “auto”";
  const std::string only = "\n1. Pass\n2. From now on, ask me: ";
  const auto game = [] { return started(taverna(), person_and_greedy(3), 5); };
  const std::string all = times("1\n", 5000);
  const std::string with = plain(game(), all);
  const std::string without = plain(game(), all, false);
  const std::string off = plain(game(), "auto\n" + all);
  EXPECT_EQ(count(with, told), 1U);
  EXPECT_EQ(count(with, only), 0U);
  for (const std::string& asked : {without, off}) {
    EXPECT_EQ(count(asked, told), 0U);
    EXPECT_GT(count(asked, only), 0U);
    EXPECT_THAT(asked, HasSubstr("The game is over"));
  }
  EXPECT_THAT(off, HasSubstr("you are asked even where you can only pass"));
  EXPECT_THAT(with, HasSubstr("The game is over"));
  EXPECT_THAT(plain(started(taverna(), people_and_bots(2, 3), 5), "auto\nquit\n"),
              HasSubstr("Among several people everybody is asked"));
}

TEST(Passing, OnTheScreenIsToldAndSwitchedByA) {
  Session session = started(taverna(), person_and_greedy(3), 5);
  play_to(session, true);
  const std::string record = session.save();
  const auto seen = [&](const std::string& keys, bool pass) {
    Match match;
    match.settings.pass = pass;
    match.screen.type(keys);
    auto again = Session::resume(record, games::find, nullptr);
    EXPECT_TRUE(again) << again.error.text;
    TableClient client(match.stage, std::move(*again), "/dev/null");
    client.run();
    return std::pair(match.screen.shown(), match.settings.pass);
  };
  const auto shows = [](const std::vector<std::string>& screens, const std::string& text) {
    return std::ranges::any_of(
        screens, [&](const std::string& screen) { return screen.find(text) != std::string::npos; });
  };
  const auto [passed, still_on] = seen("A", true);
  EXPECT_TRUE(shows(passed, "you aren't asked where you can only pass (A changes it)"));
  EXPECT_FALSE(still_on) << "switched off at the first question that is really one";
  const auto [asked, now_on] = seen("A", false);
  EXPECT_FALSE(shows(asked, "(A changes it)"));
  EXPECT_TRUE(shows(asked, "you are asked only where you can do more than pass"));
  EXPECT_TRUE(now_on);
}

}  // namespace passing_test
}  // namespace cli
