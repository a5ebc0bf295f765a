// Advice in the terminal: asked for, and by the tutor.
#include "cli/tutor.h"

#include <sstream>

#include "cli/choices.h"
#include "cli/client_testing.h"
#include "cli/plain.h"
#include "cli/table_client.h"
#include "tests/matchers.h"

namespace cli {
namespace tutor_test {

using namespace client_testing;
using engine::Seat;
using namespace matchers;

engine::Offer choices_at(const Session& session) {
  engine::Offer offer(engine::Offer::Keep::kLegal);
  session.table().offer(session.next(), offer);
  return offer;
}

// Plays on, with the first of what there is, until a person has several choices.
void play_to_question(Session& session) {
  for (;;) {
    const Seat seat = session.next();
    if (!session.human(seat)) {
      session.act_bot(seat);
      continue;
    }
    const engine::Offer offer = choices_at(session);
    if (offer.size() > 1) return;
    ASSERT_FALSE(session.act(seat, offer[0].action));
  }
}

Session at_question(const engine::AnyGame& game, std::vector<Sitter> sitters) {
  Session session = started(game, std::move(sitters), 9);
  play_to_question(session);
  return session;
}

struct Played {
  std::string out;
  size_t steps = 0;
};
Played plain(Session session, const std::string& input, PlainSettings settings) {
  std::istringstream in(input);
  std::ostringstream out;
  PlainClient client(in, out, std::move(session), std::move(settings));
  client.run();
  return {out.str(), client.session().table().steps().size()};
}

class TutorTest : public GameTest {
 protected:
  PlainSettings kept() const {
    PlainSettings settings;
    settings.save_path = path("match.record");
    return settings;
  }
};
INSTANTIATE_TEST_SUITE_P(AllGames, TutorTest, ::testing::ValuesIn(games::all()), name_of_game);

TEST_P(TutorTest, PlainHint_TellsTheBestByTheNumbersThatChooseThem) {
  Session session = at_question(game(), person_and_greedy(fewest()));
  const std::vector<Choice> choices =
      choices_of(session.table(), session.next(), session.texts(engine::Language::kEnglish));
  const size_t before = session.table().steps().size();
  const Played played = plain(std::move(session), "hint\nquit\n", kept());
  EXPECT_EQ(played.steps, before) << "asking does nothing";
  EXPECT_THAT(played.out, HasSubstr("Estimated by a bot that sees only what you see."));
  int told = 0;
  for (size_t i = 0; i < choices.size() && choices[i].allowed(); ++i) {
    const std::string line = "\n" + std::to_string(i + 1) + ". " + choices[i].text + ": wins ";
    told += played.out.find(line) != std::string::npos ? 1 : 0;
  }
  EXPECT_GE(told, 2) << played.out;
  EXPECT_LE(told, 3) << played.out;
}

TEST_P(TutorTest, PlainHint_AmongSeveralPeopleHasToBeAgreedOn) {
  const auto sitters = people_and_bots(2, std::max(2, fewest()));
  const Played no = plain(at_question(game(), sitters), "hint\nquit\n", kept());
  EXPECT_THAT(no.out, HasSubstr("has to be agreed on"));
  EXPECT_THAT(no.out, Not(HasSubstr(": wins ")));
  PlainSettings agreed = kept();
  agreed.hints = true;
  EXPECT_THAT(plain(at_question(game(), sitters), "hint\nquit\n", agreed).out,
              HasSubstr(": wins "));
}

TEST_P(TutorTest, Screen_HShowsTheAdviceAndADigitTakesIt) {
  Match match;
  match.screen.type("H1");
  TableClient client(match.stage, at_question(game(), person_and_greedy(fewest())),
                     path("match.record"));
  const size_t before = client.session().table().steps().size();
  client.run();
  EXPECT_TRUE(match.screen.ever("What would you do?"));
  EXPECT_TRUE(match.screen.ever(": wins "));
  EXPECT_GT(client.session().table().steps().size(), before);
}

// A question of Taverna at which something gives much away.
struct Trap {
  Session session;
  engine::Action action;
};
Trap trap() {
  Session session = at_question(*games::find("taverna"), person_and_greedy(2));
  Tutor tutor;
  for (int i = 0; i < 40; ++i) {
    const Seat seat = session.next();
    const bots::Advice& advice = tutor.advice(session.table(), seat);
    for (const bots::AdvisedChoice& choice : advice.choices) {
      // Well beyond the limit: it is thought over again, for a time and not for a number.
      if (advice.loss(choice.action) > 1.5F * bots::much(2))
        return {std::move(session), choice.action};
    }
    EXPECT_FALSE(session.act(seat, advice.choices.front().action));
    play_to_question(session);
  }
  ADD_FAILURE() << "nothing gives much away";
  return {std::move(session), {}};
}

TEST(Tutor, SaysSoOnceBeforeAChoiceThatGivesMuchAway) {
  Trap found = trap();
  const engine::AnyTable& table = found.session.table();
  const std::string action = table.game().action_id(*table.edition(), found.action);
  const size_t before = table.steps().size();
  const std::string record = found.session.save();
  const auto played = [&](const std::string& input, bool tutor) {
    auto session = Session::resume(record, games::find, nullptr);
    PlainSettings settings;
    settings.save_path = "/dev/null";
    settings.tutor = tutor;
    return plain(std::move(*session), input, settings);
  };
  const Played once = played(action + "\nquit\n", true);
  EXPECT_THAT(once.out, HasSubstr("You may want to look again"));
  EXPECT_EQ(once.steps, before);
  EXPECT_GT(played(action + "\n" + action + "\nquit\n", true).steps, before);
  const Played alone = played(action + "\nquit\n", false);
  EXPECT_THAT(alone.out, Not(HasSubstr("You may want to look again")));
  EXPECT_GT(alone.steps, before);
  EXPECT_THAT(played("tutor\n" + action + "\nquit\n", false).out,
              HasSubstr("You may want to look again"))
      << "it can be switched on";
}

TEST(Tutor, HoldsNobodyUpWhileItThinks) {
  Session session = at_question(*games::find("taverna"), person_and_greedy(2));
  Tutor tutor;
  tutor.on = true;
  const Seat seat = session.next();
  const engine::Offer offer = choices_at(session);
  tutor.attend(session.table(), seat);
  for (const engine::Option& option : offer)
    EXPECT_FALSE(tutor.doubts(session, seat, option.action, false)) << "nothing is known yet";
}

TEST(Tutor, IsForWhoPlaysAgainstBotsAlone) {
  const auto settings = [] {
    PlainSettings all;
    all.save_path = "/dev/null";
    all.hints = true;
    return all;
  };
  const Session session = at_question(*games::find("koenig"), people_and_bots(2, 3));
  EXPECT_FALSE(Tutor::allowed(session, false));
  EXPECT_TRUE(Tutor::allowed(session, true));
  EXPECT_THAT(
      plain(at_question(*games::find("koenig"), people_and_bots(2, 3)), "tutor\nquit\n", settings())
          .out,
      HasSubstr("against bots alone"));
}

}  // namespace tutor_test
}  // namespace cli
