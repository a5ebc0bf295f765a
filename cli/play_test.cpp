// The client without a terminal: plain lines through streams, and the full screen with scripted
// keys.
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "cli/app.h"
#include "cli/chapters.h"
#include "cli/client_testing.h"
#include "cli/common.h"
#include "cli/plain.h"
#include "cli/saves.h"
#include "cli/start_menu.h"
#include "cli/table_client.h"
#include "cli/words.h"
#include "engine/record.h"
#include "games/registry.h"
#include "tests/matchers.h"

namespace cli {
namespace play_test {

using namespace client_testing;
using engine::Language;
using engine::Seat;
using namespace matchers;

class ClientTest : public GameTest {
 protected:
  // The output of a match in plain lines with this input; the match is kept in "match.record".
  std::string plain(Session session, const std::string& input, int* code = nullptr,
                    Language language = Language::kEnglish) {
    std::istringstream in(input);
    std::ostringstream out;
    PlainSettings settings;
    settings.language = language;
    settings.save_path = path("match.record");
    PlainClient client(in, out, std::move(session), settings);
    const int result = client.run();
    if (code != nullptr) *code = result;
    return out.str();
  }
};
INSTANTIATE_TEST_SUITE_P(AllGames, ClientTest, ::testing::ValuesIn(games::all()), name_of_game);

TEST_P(ClientTest, PlainAlwaysTheFirstChoice_PlaysToTheEndWithoutEscapeCodes) {
  for (int seats = fewest(); seats <= game().spec().max_seats; ++seats) {
    int code = -1;
    const std::string out =
        plain(started(game(), people_and_bots(seats - 1, seats), 9), times("1\n", 20000), &code);
    EXPECT_EQ(code, kOk);
    EXPECT_THAT(out, HasSubstr("The game is over"));
    EXPECT_THAT(out, AnyOf(HasSubstr("wins!"), HasSubstr("win!"), HasSubstr("Nobody wins.")));
    EXPECT_EQ(out.find('\033'), std::string::npos);
    const auto record = read_file(path("match.record"));
    ASSERT_TRUE(record);
    EXPECT_TRUE((*engine::read_record(*record, games::find))->over());
  }
}

TEST_P(ClientTest, PlainEndOfInput_KeepsTheGameAndSaysSo) {
  int code = -1;
  const std::string out = plain(started(game(), person_and_greedy(fewest()), 9), "1\n1\n", &code);
  EXPECT_EQ(code, kOk);
  EXPECT_THAT(out, HasSubstr("The input has ended."));
  EXPECT_THAT(out, HasSubstr("stamtafel play --resume " + path("match.record")));
  const auto again = Session::resume(*read_file(path("match.record")), games::find, nullptr);
  ASSERT_TRUE(again) << again.error.text;
  EXPECT_GE((*again).table().steps().size(), 2u);
}

TEST_P(ClientTest, PlainDiskFull_SaysSoAndExitsWithAnError) {
  std::istringstream in("save /dev/full\n1\nquit\n");
  std::ostringstream out;
  PlainSettings settings;
  settings.save_path = "/dev/full";
  PlainClient client(in, out, started(game(), person_and_greedy(fewest()), 9), settings);
  EXPECT_EQ(client.run(), kFailed);
  EXPECT_THAT(out.str(), HasSubstr("Not saved: "));
  EXPECT_FALSE(client.session().table().steps().empty());
}

TEST_P(ClientTest, PlainCommands_AreObeyedOrExplained) {
  Session session = started(game(), person_and_greedy(fewest()), 9);
  while (!session.human(session.next())) session.act_bot(session.next());
  const Seat seat = session.next();
  engine::Offer offer(engine::Offer::Keep::kLegal);
  session.table().offer(seat, offer);
  const std::string action = game().action_id(*session.table().edition(), offer[0].action);
  const std::string prompt = prompt_text(session.table(), seat, game().texts(Language::kEnglish));
  const std::string dutch = prompt_text(session.table(), seat, game().texts(Language::kDutch));
  const std::string out =
      plain(std::move(session),
            "?\ni 1\ni 999\n999\nfrobnicate\nu\nhelp\nboard\nlog\nrules\nlang xx\nlang nl\n" +
                action + "\nquit\n");
  EXPECT_THAT(out, HasSubstr("There is no choice 999"));
  EXPECT_THAT(out, HasSubstr("“frobnicate” is not understood"));
  EXPECT_THAT(out, AnyOf(HasSubstr("Too late to take back"), HasSubstr("nothing to take back")));
  EXPECT_THAT(out, HasSubstr("unknown language 'xx'"));
  EXPECT_THAT(out, HasSubstr("Which choice?"));
  EXPECT_THAT(out, HasSubstr(prompt));
  EXPECT_THAT(out, HasSubstr(dutch));
  EXPECT_THAT(out, HasSubstr("Verder spelen"));
  // The text form of the action was carried out.
  EXPECT_THAT(*read_file(path("match.record")), HasSubstr(" " + action + " #"));
}

TEST_P(ClientTest, PlainPlan_HappensAtTheTableOnlyWhenItIsCarriedOut) {
  const auto steps_after = [&](const std::string& input) {
    Session session = started(game(), person_and_greedy(fewest()), 9);
    while (!session.human(session.next())) session.act_bot(session.next());
    const size_t before = session.table().steps().size();
    std::istringstream in(input);
    std::ostringstream out;
    PlainSettings settings;
    settings.save_path = path("match.record");
    PlainClient client(in, out, std::move(session), settings);
    EXPECT_EQ(client.run(), kOk);
    EXPECT_THAT(out.str(), HasSubstr("A plan: choose"));
    return client.session().table().steps().size() - before;
  };
  EXPECT_EQ(steps_after("plan\n1\nplan\nquit\n"), 0u);
  EXPECT_EQ(steps_after("plan\n1\n"), 0u) << "the input ends in the middle of it";
  EXPECT_EQ(steps_after("plan\n1\nu\nu\nquit\n"), 0u);
  EXPECT_GE(steps_after("plan\n1\ndo\nquit\n"), 1u);
  EXPECT_EQ(steps_after("plan\ndo\nquit\n"), 0u) << "nothing was planned";
}

// A plan may come to where others go on: there is nothing to choose, and that is said.
TEST_P(ClientTest, PlainPlan_SaysWhereOthersGoOn) {
  Session session = started(game(), person_and_greedy(fewest()), 9);
  while (!session.human(session.next())) session.act_bot(session.next());
  const std::string out =
      plain(std::move(session), "plan\n" + times("1\n", 120) + "why\ni 1\nplan\nquit\n");
  EXPECT_THAT(out, HasSubstr("Here others would go on."));
  EXPECT_THAT(out, Not(HasSubstr("from 1 to 0")));
}

TEST_P(ClientTest, PlainTable_IsToldOnceAndThenWhatHasChanged) {
  Session session = started(game(), person_and_greedy(fewest()), 9);
  while (!session.human(session.next())) session.act_bot(session.next());
  const std::string table =
      session.table().tell(engine::Viewer::at(session.next()), game().texts(Language::kEnglish));
  const std::string out = plain(std::move(session), times("1\n", 60));
  const auto count = [&](std::string_view line) {
    const std::string wanted = "\n" + std::string(line) + "\n";
    int found = 0;
    for (size_t at = 0; (at = out.find(wanted, at)) != std::string::npos; at += 1) ++found;
    return found;
  };
  EXPECT_GT(count(words(Language::kEnglish).get("plain.changed")), 1);
  int once = 0;
  std::set<std::string_view> owners;
  for (const std::string_view line : lines_of(table)) {
    once += count(line) == 1 ? 1 : 0;
    // A line that stands alone says what it is about: none is there twice.
    if (!line.empty() && !line.starts_with(' ')) {
      EXPECT_TRUE(owners.insert(line).second) << line;
    }
  }
  EXPECT_GT(once, 0) << out;
}

TEST_P(ClientTest, PlainHotSeat_TellsEachPersonOnlyItsOwnNews) {
  const engine::Texts& texts = game().texts(Language::kEnglish);
  std::istringstream in(times("1\n", 40));
  std::ostringstream out;
  PlainSettings settings;
  settings.save_path = path("match.record");
  PlainClient client(in, out, started(game(), people_and_bots(fewest(), fewest()), 9), settings);
  client.run();
  // Every "- …" line is in the log of the person who has the keyboard at that point.
  std::vector<std::set<std::string>> logs;
  for (int i = 0; i < fewest(); ++i) {
    logs.emplace_back();
    for (const LogLine& line :
         collapsed(client.session().log(engine::Viewer::at(engine::seat_at(i)), texts))) {
      logs.back().insert(line.text);
    }
  }
  int holder = -1;
  int news = 0;
  const std::string told = out.str();
  for (std::string_view line : engine::split(told, '\n')) {
    for (int i = 0; i < fewest(); ++i) {
      const std::string name = seat_name(texts, engine::seat_at(i));
      if (line == words(Language::kEnglish).format("pass.title", name)) holder = i;
    }
    if (!line.starts_with("- ")) continue;
    ASSERT_GE(holder, 0);
    EXPECT_TRUE(logs[static_cast<size_t>(holder)].contains(std::string(line.substr(2)))) << line;
    ++news;
  }
  EXPECT_GT(news, 20);
  // What happened in secret is told in different words.
  bool secret = false;
  for (const engine::Event& event : client.session().table().events()) {
    secret = secret || event.sees != engine::kEverybody;
  }
  EXPECT_EQ(secret, std::set<std::set<std::string>>(logs.begin(), logs.end()).size() > 1);
}

TEST(PlainMenuTest, EmptyLinesChooseTheDefaultsAndEndOfInputLeaves) {
  std::istringstream in("\n\n");
  std::ostringstream out;
  const auto choice = ask_plain(in, out, Language::kEnglish);
  ASSERT_TRUE(choice.has_value());
  EXPECT_EQ(choice->setup.game, games::all().front());
  EXPECT_EQ(choice->setup.sitters, default_sitters(games::all().front()->spec().min_seats));
  std::istringstream nothing;
  EXPECT_FALSE(ask_plain(nothing, out, Language::kEnglish).has_value());
}

TEST_P(ClientTest, ScreenAlwaysTheFirstChoice_PlaysToTheResultInEveryLanguage) {
  for (size_t language = 0; language < engine::kLanguages.size(); ++language) {
    Match match;
    match.settings.language = static_cast<Language>(language);
    TableClient client(match.stage, started(game(), people_and_bots(1, fewest()), 31),
                       path("match.record"));
    // Enter takes the first choice, and passes the keyboard on.
    match.screen.hold_enter([&] { return client.session().table().over(); });
    match.screen.type("q");
    EXPECT_EQ(client.run(), TableClient::End::kLeft);
    EXPECT_TRUE(client.session().table().over());
    EXPECT_EQ(client.kept_in(), path("match.record"));
    EXPECT_TRUE(match.screen.ever(std::string(words(match.settings.language).get("result.title"))));
    // A missing text would show its key.
    for (const std::string& screen : match.screen.shown()) {
      EXPECT_THAT(screen,
                  Not(::testing::ContainsRegex("(prompt|verb|event|rule|board|keys)\\.[a-z]+")))
          << screen;
    }
  }
}

TEST_P(ClientTest, ScreenHangUp_KeepsTheGame) {
  Match match;
  match.screen.type("\n\n\n");
  TableClient client(match.stage, started(game(), person_and_greedy(fewest()), 31),
                     path("match.record"));
  client.run();
  ASSERT_EQ(client.kept_in(), path("match.record"));
  const auto again = Session::resume(*read_file(path("match.record")), games::find, nullptr);
  ASSERT_TRUE(again);
  EXPECT_EQ((*again).table().hash(), client.session().table().hash());
}

TEST_P(ClientTest, ScreenDiskFull_SaysSoAndTheGameGoesOn) {
  Match match;
  match.screen.type("\n\n\n");
  TableClient client(match.stage, started(game(), person_and_greedy(fewest()), 31), "/dev/full");
  client.run();
  EXPECT_TRUE(match.screen.ever("Not saved: "));
  EXPECT_NE(client.keep_error(), "");
  EXPECT_GE(client.session().table().steps().size(), 3u);
  EXPECT_EQ(client.kept_in(), "");
}

// The path is long and the reason at the end of it: neither is cut off.
TEST_P(ClientTest, ScreenSaveFails_TheWholeReasonIsShown) {
  Match match;
  match.screen.type("s");
  match.screen.press({Key::kEraseLine});
  match.screen.type("/proc/" + std::string(70, 'x') + "\n");
  Session session = started(game(), people_and_bots(1, fewest()), 31);
  while (!session.human(session.next())) session.act_bot(session.next());
  TableClient client(match.stage, std::move(session), path("match.record"));
  client.run();
  EXPECT_TRUE(match.screen.ever("Save as: /proc/xxx"));
  EXPECT_TRUE(match.screen.ever("No such file or directory")) << match.screen.last();
}

TEST_P(ClientTest, ScreenTooSmall_SaysSoAndGoesOnWhenThereIsRoom) {
  Match match;
  match.screen.resize(60, 20);
  match.screen.press_resize(80, 24);
  match.screen.type("\n");
  TableClient client(match.stage, started(game(), person_and_greedy(fewest()), 31),
                     path("match.record"));
  client.run();
  EXPECT_THAT(match.screen.shown().front(), HasSubstr("too small: 60 × 20"));
  EXPECT_FALSE(client.session().table().steps().empty());
}

TEST_P(ClientTest, ScreenHotSeat_NothingOfTheTableShowsWhileTheKeyboardIsPassed) {
  Match match;
  match.screen.type(times("\n", 40));
  TableClient client(match.stage, started(game(), people_and_bots(fewest(), fewest()), 31),
                     path("match.record"));
  client.run();
  int passes = 0;
  for (const std::string& screen : match.screen.shown()) {
    if (screen.find("Pass the keyboard to ") == std::string::npos) continue;
    ++passes;
    // The game's name, two sentences, the line of keys.
    int rows = 0;
    for (std::string_view row : engine::split(screen, '\n')) rows += row.empty() ? 0 : 1;
    EXPECT_EQ(rows, 4) << screen;
  }
  EXPECT_GE(passes, 2);
}

TEST_P(ClientTest, ScreenPlan_ChangesNothingUntilItIsCarriedOut) {
  Match dropped;
  dropped.screen.type("P\n\nuP");
  TableClient client(dropped.stage, started(game(), people_and_bots(1, fewest()), 31),
                     path("dropped.record"));
  client.run();
  for (const engine::Step& step : client.session().table().steps()) {
    EXPECT_FALSE(client.session().human(step.seat));
  }
  EXPECT_TRUE(dropped.screen.ever("carry out"));
  EXPECT_FALSE(dropped.screen.ever("[C]"));

  Match planned;
  planned.screen.type("P\nC");
  TableClient planner(planned.stage, started(game(), people_and_bots(1, fewest()), 31),
                      path("planned.record"));
  planner.run();
  Match direct;
  direct.screen.type("\n");
  TableClient other(direct.stage, started(game(), people_and_bots(1, fewest()), 31),
                    path("direct.record"));
  other.run();
  EXPECT_EQ(planner.session().table().hash(), other.session().table().hash());
  EXPECT_GT(planner.session().table().steps().size(), client.session().table().steps().size());
}

TEST_P(ClientTest, ScreenUndo_TakesBackOrSaysWhyNot) {
  Match match;
  match.screen.type("u\nuuq");
  match.screen.press({Key::kEscape});
  TableClient client(match.stage, started(game(), people_and_bots(1, fewest()), 31),
                     path("match.record"));
  client.run();
  EXPECT_TRUE(match.screen.ever("Too late to take back") ||
              match.screen.ever("nothing to take back"));
  EXPECT_TRUE(match.screen.ever("Leave the table?"));
}

TEST_P(ClientTest, ScreenReasons_ShowEveryForbiddenChoiceWithItsRule) {
  // Some position on the way has a forbidden choice; its reason shows after '?'.
  Session session = started(game(), people_and_bots(1, fewest()), 31);
  const engine::Texts& texts = game().texts(Language::kEnglish);
  std::string reason;
  while (!session.table().over() && reason.empty()) {
    const Seat seat = session.next();
    if (!session.human(seat)) {
      session.act_bot(seat);
      continue;
    }
    const std::vector<Choice> choices = choices_of(session.table(), seat, texts);
    if (!choices.back().allowed()) reason = choices.back().reason;
    if (reason.empty()) {
      ASSERT_FALSE(session.act(seat, choices.front().action));
    }
  }
  ASSERT_FALSE(reason.empty()) << "no choice was ever forbidden";
  Match match;
  match.screen.press({Key::kEnd});  // onto the last, which is forbidden
  match.screen.type("?");
  TableClient client(match.stage, std::move(session), path("match.record"));
  client.run();
  EXPECT_TRUE(match.screen.ever(reason.substr(0, 20))) << match.screen.last();
}

// A choice is cut off where the list is too narrow for it: what is left still tells it apart.
TEST_P(ClientTest, ScreenChoices_NoTwoLookAlikeOnTheSmallestScreen) {
  const int room = lay_out(80, 24).left.width - 4;
  Session session = started(game(), people_and_bots(fewest(), fewest()), 31);
  for (uint32_t step = 0; !session.table().over(); ++step) {
    const Seat seat = session.next();
    for (size_t language = 0; language < engine::kLanguages.size(); ++language) {
      std::map<std::string, std::string> seen;
      const std::vector<Choice> all =
          choices_of(session.table(), seat, game().texts(static_cast<Language>(language)));
      for (size_t i = 0; i < all.size(); ++i) {
        const std::string label = label_of(all, i, room);
        ASSERT_LE(engine::columns(label), room) << label;
        const auto [other, fresh] = seen.emplace(label, all[i].text);
        ASSERT_TRUE(fresh || other->second == all[i].text) << all[i].text << "\n" << other->second;
      }
    }
    const std::vector<Choice> choices =
        choices_of(session.table(), seat, game().texts(Language::kEnglish));
    const auto allowed = std::ranges::count_if(choices, &Choice::allowed);
    const auto any = static_cast<size_t>(step * 2654435761u % static_cast<uint32_t>(allowed));
    ASSERT_FALSE(session.act(seat, choices[any].action));
  }
}

TEST_P(ClientTest, ScreenLanguage_ChangesAtOnce) {
  Match match;
  match.screen.type("LLL");
  Session session = started(game(), people_and_bots(1, fewest()), 31);
  while (!session.human(session.next())) session.act_bot(session.next());
  TableClient client(match.stage, std::move(session), path("match.record"));
  client.run();
  for (size_t language = 0; language < engine::kLanguages.size(); ++language) {
    const std::string title(words(static_cast<Language>(language)).get("log.title"));
    EXPECT_TRUE(match.screen.ever(title)) << title;
  }
}

TEST_P(ClientTest, ScreenPages_OpenAndClose) {
  Match match;
  match.screen.type("lqrqhqs");
  match.screen.press({Key::kEscape});
  match.screen.type("i/zzz");
  Session session = started(game(), people_and_bots(1, fewest()), 31);
  while (!session.human(session.next())) session.act_bot(session.next());
  TableClient client(match.stage, std::move(session), path("match.record"));
  client.run();
  EXPECT_TRUE(match.screen.ever("The rules of "));
  EXPECT_TRUE(match.screen.ever("Choosing"));
  EXPECT_TRUE(match.screen.ever("Save as:"));
  EXPECT_TRUE(match.screen.ever("Find:"));
  EXPECT_TRUE(match.screen.ever("No choice contains this text."));
}

TEST_P(ClientTest, ScreenPages_ScrollSearchAndGoFromSectionToSection) {
  Match match;
  match.screen.type("r");
  for (const Key::Kind key : {Key::kPageDown, Key::kUp, Key::kDown, Key::kEnd, Key::kHome,
                              Key::kRight, Key::kRight, Key::kLeft})
    match.screen.press({key});
  const std::string name(game().texts(Language::kEnglish).get("game.name"));
  match.screen.type("/the\nn q");
  Session session = started(game(), people_and_bots(1, fewest()), 31);
  while (!session.human(session.next())) session.act_bot(session.next());
  TableClient client(match.stage, std::move(session), path("match.record"));
  client.run();
  std::vector<std::string> pages;
  for (const std::string& screen : match.screen.shown()) {
    if (screen.find("The rules of " + name) != std::string::npos) pages.push_back(screen);
  }
  ASSERT_GE(pages.size(), 9u);
  const auto row = [&](size_t page) { return engine::split(pages[page], '\n').at(1); };
  EXPECT_NE(pages[1], pages[0]);  // a page down
  EXPECT_EQ(pages[3], pages[1]);  // a line up and down again
  EXPECT_EQ(pages[5], pages[0]);  // to the end and back
  EXPECT_EQ(row(8), row(6)) << "one section forward again";
  EXPECT_TRUE(match.screen.ever("Search for: the"));
}

TEST_P(ClientTest, ScreenSaveAs_WritesThereAndGoesOnThere) {
  Match match;
  match.screen.type("s");
  match.screen.press({Key::kEraseLine});
  match.screen.type(path("mine.record") + "x");
  match.screen.press({Key::kBackspace});
  match.screen.type("\n\n");
  Session session = started(game(), people_and_bots(1, fewest()), 31);
  while (!session.human(session.next())) session.act_bot(session.next());
  TableClient client(match.stage, std::move(session), path("match.record"));
  client.run();
  EXPECT_TRUE(match.screen.ever("Saved in "));
  EXPECT_EQ(client.kept_in(), path("mine.record"));
  EXPECT_TRUE(std::filesystem::exists(path("mine.record")));
  EXPECT_FALSE(std::filesystem::exists(path("match.record")));
}

TEST_P(ClientTest, ScreenBotsOnly_TabChangesTheEyesAndSignsThePace) {
  Match match;
  match.screen.interrupt_pauses();
  match.screen.press({Key::kTab});
  match.screen.type("-+");
  TableClient client(match.stage, started(game(), people_and_bots(0, fewest()), 31),
                     path("match.record"));
  client.run();
  EXPECT_TRUE(match.screen.ever("Bots' pace: "));
  EXPECT_EQ(client.kept_in(), "");
}

TEST_P(ClientTest, StartMenu_EnterEnterStartsATableWithTheDefaults) {
  Match match;
  match.screen.type("\n\n");
  const auto choice = start_menu(match.stage, 1);
  ASSERT_TRUE(choice.has_value());
  EXPECT_EQ(choice->setup.sitters, default_sitters(choice->setup.game->spec().min_seats));
  EXPECT_EQ(choice->resume, "");
}

TEST_P(ClientTest, StartMenu_TheFormChangesPlayersSeatsLanguageAndOptions) {
  const auto number = std::ranges::find(games::all(), &game()) - games::all().begin() + 1;
  Match match;
  match.screen.type(std::to_string(number));
  match.screen.press({Key::kDown});
  match.screen.press({Key::kRight});  // one player more
  match.screen.press({Key::kDown});
  match.screen.press({Key::kRight});  // a bot on the first seat
  match.screen.press({Key::kEnd});
  match.screen.press({Key::kRight});  // another value of the last variant
  match.screen.type("L\n");
  const auto choice = start_menu(match.stage, 1);
  ASSERT_TRUE(choice.has_value());
  EXPECT_EQ(choice->setup.game, &game());
  EXPECT_EQ(static_cast<int>(choice->setup.sitters.size()), fewest() + 1);
  EXPECT_FALSE(choice->setup.sitters.front().human);
  EXPECT_NE(choice->setup.variants.values, engine::default_variants(game().spec()).values);
  EXPECT_EQ(match.stage.settings().language, Language::kDutch);
}

TEST_P(ClientTest, StartMenu_OpponentsAreTheLevelsFromTheUsualOneOnAndHaveNames) {
  Match match;
  match.screen.type("1");
  for (int i = 0; i < 3; ++i) match.screen.press({Key::kDown});  // the second seat
  const auto levels = bots::levels();
  for (size_t i = 0; i <= levels.size(); ++i) match.screen.press({Key::kRight});
  match.screen.press({Key::kRight});  // once round, and one further
  match.screen.type("\n");
  const auto choice = start_menu(match.stage, 1);
  ASSERT_TRUE(choice.has_value());
  const std::string name(character_at(engine::ChanceSource::of_seed(1), 1).name);
  for (const std::string_view level : levels) {
    EXPECT_TRUE(match.screen.ever(name + ", " + std::string(level))) << level;
    const std::string_view text = bots::level_text(level, Language::kEnglish);
    EXPECT_TRUE(match.screen.ever(std::string(text.substr(0, 40)))) << level;
  }
  const auto usual = std::ranges::find(levels, bots::kUsualLevel);
  EXPECT_EQ(sitter_id(choice->setup.sitters[1]), usual[1]);
}

TEST_P(ClientTest, StartMenu_OffersEditionsOfTheFolderAndASavedGameFindsItsOwnAgain) {
  const std::filesystem::path folder = editions_folder();
  std::filesystem::create_directories(folder);
  std::string mine(game().edition_json());
  const std::string standard = "\"edition\": \"" + game().default_edition()->name() + "\"";
  ASSERT_NE(mine.find(standard), std::string::npos);
  mine.replace(mine.find(standard), standard.size(), "\"edition\": \"of our own\"");
  std::ofstream(folder / "mine.json") << mine;
  std::ofstream(folder / "broken.json")
      << "{\"game\": \"" << game().spec().id << "\", \"nonsense\": 1}";
  const Editions editions = editions_of(game());
  EXPECT_EQ(editions.problems.size(), 1u);

  const auto number = std::ranges::find(games::all(), &game()) - games::all().begin() + 1;
  Match match;
  match.screen.type(std::to_string(number));
  for (int i = 0; i < 4 + fewest(); ++i) match.screen.press({Key::kDown});
  match.screen.press({Key::kRight});
  match.screen.type("\n");
  const auto choice = start_menu(match.stage, 1);
  ASSERT_TRUE(choice.has_value());
  EXPECT_TRUE(match.screen.ever("of our own"));
  ASSERT_NE(choice->setup.edition, nullptr);
  EXPECT_EQ(choice->setup.edition->name(), "of our own");

  engine::TableSpec spec = spec_of(game(), fewest(), 1);
  spec.edition = choice->setup.edition;
  const auto session = Session::start(game(), spec, choice->setup.sitters);
  ASSERT_TRUE(session);
  const auto found = edition_for_record((*session).save(), "");
  ASSERT_TRUE(found && *found != nullptr);
  EXPECT_EQ((*found)->hash(), spec.edition->hash());
  std::filesystem::remove_all(folder);
}

TEST_P(ClientTest, StartMenu_EscapeGoesBackToTheGames) {
  Match match;
  match.screen.type("1");
  match.screen.press({Key::kEscape});
  match.screen.press({Key::kEscape});
  EXPECT_FALSE(start_menu(match.stage, 1).has_value());
}

TEST_P(ClientTest, StartMenu_OffersWhatWasNotFinished) {
  Session session = started(game(), person_and_greedy(fewest()), 31);
  while (session.table().steps().size() < 3) {
    const Seat seat = session.next();
    ASSERT_FALSE(session.act(seat, session.table().fallback(seat)));
  }
  const std::string file = new_save_path(game());
  ASSERT_FALSE(write_save(file, session.save()));
  ASSERT_EQ(unfinished_games().size(), 1u);
  EXPECT_EQ(unfinished_games().front().steps, 3);

  Match match;
  match.screen.press({Key::kUp});  // from the first entry round to the last
  match.screen.type("\n");
  const auto choice = start_menu(match.stage, 1);
  ASSERT_TRUE(choice.has_value());
  EXPECT_EQ(choice->resume, file);
  // All of it is on the smallest screen, above the line of keys.
  const std::vector<std::string_view> rows = engine::split(match.screen.shown().front(), '\n');
  const auto row_of = [&](std::string_view text) {
    return std::ranges::find_if(rows, [&](auto row) { return row.find(text) != row.npos; });
  };
  const auto keys = row_of("quit");
  EXPECT_LT(row_of(unfinished_games().front().when), keys) << match.screen.shown().front();
  EXPECT_LT(row_of("Or go on with"), keys);
  EXPECT_NE(new_save_path(game()), file);
}

TEST_P(ClientTest, PlayCommand_RefusesWhatItDoesNotKnow) {
  const std::string id(game().spec().id);
  EXPECT_EQ(run({"play", "nonsense", "--plain"}), kUsage);
  EXPECT_EQ(run({"play", id, "--plain", "--seats", "human,wizard"}), kUsage);
  EXPECT_EQ(run({"play", id, "--plain", "--players", "99"}), kUsage);
  EXPECT_EQ(run({"play", id, "--plain", "--lang", "xx"}), kUsage);
  EXPECT_EQ(run({"play", id, "--plain", "--speed", "warp"}), kUsage);
  EXPECT_EQ(run({"play", id, "--plain", "--variants", "nonsense=1"}), kUsage);
  EXPECT_EQ(run({"play", "--plain", "--resume", path("missing.record")}), kFailed);
  EXPECT_EQ(run({"play", id, "--plain", "--resume", path("missing.record")}), kUsage);
  EXPECT_EQ(run({"play", "--plain", "--players", "3"}), kUsage);
}

}  // namespace play_test
}  // namespace cli
