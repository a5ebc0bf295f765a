// What plain lines say beside a choice.
#include "cli/notes.h"

#include "cli/choices.h"
#include "cli/client_testing.h"

namespace cli {
namespace notes_test {

using namespace client_testing;
using engine::Language;

class NotesTest : public GameTest {};
INSTANTIATE_TEST_SUITE_P(AllGames, NotesTest, ::testing::ValuesIn(games::all()), name_of_game);

// Over some random games: every game says something somewhere, no text is missing, and nothing in
// it hangs on what the seat can't know.
TEST_P(NotesTest, TellTheSameInEveryWorldTheSeatCanImagine) {
  int told = 0;
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    Session session = started(game(), people_and_bots(0, fewest()), seed);
    for (int step = 0; step < 150 && !session.table().over(); ++step) {
      const engine::Seat seat = session.next();
      const auto world = session.table().imagine(seat, engine::ChanceSource::of_seed(seed + 100));
      const auto& texts = session.texts(Language::kEnglish);
      for (const Choice& choice : choices_of(session.table(), seat, texts)) {
        EXPECT_EQ(choice.note, note_of(*world, seat, choice.action, texts)) << choice.text;
        EXPECT_EQ(choice.note.find("note."), std::string::npos) << choice.note;
        told += choice.note.empty() ? 0 : 1;
      }
      session.act_bot(seat);
    }
  }
  EXPECT_GT(told, 20);
}

// Whether a choice that begins so has a note that holds this, in some random games.
bool ever(std::string_view id, std::string_view begins, std::string_view holds) {
  const engine::AnyGame& game = *games::find(id);
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    Session session = started(game, people_and_bots(0, game.spec().min_seats), seed);
    for (int step = 0; step < 400 && !session.table().over(); ++step) {
      const engine::Seat seat = session.next();
      for (const Choice& choice :
           choices_of(session.table(), seat, session.texts(Language::kEnglish))) {
        if (choice.text.starts_with(begins) && choice.note.find(holds) != std::string::npos)
          return true;
      }
      session.act_bot(seat);
    }
  }
  return false;
}

TEST(NotesOfAGame, GoldbraeuTellsPricesCardsAndWhatAVetoOpens) {
  EXPECT_TRUE(ever("goldbraeu", "Buy the left face-up card", "Zum Krug, 2 thalers"));
  EXPECT_TRUE(ever("goldbraeu", "Buy the top card", "thalers"));
  EXPECT_TRUE(ever("goldbraeu", "Become boss of", "instead of "));
  EXPECT_TRUE(ever("goldbraeu", "Become boss of", "opens hidden shares of yours: 1"));
  EXPECT_TRUE(ever("goldbraeu", "Veto", "opens hidden shares of yours: "));
  EXPECT_TRUE(ever("goldbraeu", "Take field", "with a parasol"));
}

TEST(NotesOfAGame, TavernaTellsSymbolsColoursAndPrices) {
  EXPECT_TRUE(ever("taverna", "The Great Hall: deed 1", "price 5, points 2"));
  EXPECT_TRUE(ever("taverna", "Take as ", "Lyre"));
  EXPECT_TRUE(ever("taverna", "The Great Hall: table 1", "Elf (free)"));
  EXPECT_TRUE(ever("taverna", "Cast ", "costs "));
}

TEST(NotesOfAGame, OthersTellPricesAndWhoIsThere) {
  EXPECT_TRUE(ever("tiefenthal", "Buy: Waitress", "4 ducats"));
  EXPECT_TRUE(ever("tiefenthal", "Serve table 1", ", wants a "));
  EXPECT_TRUE(ever("dicebrewing", "Buy honey", "5 gold"));
  EXPECT_TRUE(ever("koenig", "green goblin", "Place "));
}

}  // namespace notes_test
}  // namespace cli
