// What plain lines say beside a choice.
#include "cli/notes.h"

#include "cli/choices.h"
#include "cli/client_testing.h"

namespace cli {
namespace notes_test {

using namespace client_testing;
using engine::Language;
using ::testing::Contains;
using ::testing::EndsWith;
using ::testing::Field;
using ::testing::HasSubstr;

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

std::vector<Choice> choices_at(std::string_view id, const std::string& position,
                               std::string_view seat) {
  const engine::AnyGame& game = *games::find(id);
  const auto json = engine::parse_json(position, "position");
  EXPECT_TRUE(json) << json.error.text;
  const auto table = game.table_at(*json, game.default_edition(), engine::ChanceSource::of_seed(1));
  EXPECT_TRUE(table) << table.error.text;
  if (!table) return {};
  const auto who = engine::parse_seat(game.spec(), (*table)->seats(), seat);
  return choices_of(**table, *who, (*table)->texts(Language::kEnglish));
}

auto says(const std::string& text, const std::string& note) {
  return Contains(
      ::testing::AllOf(Field("text", &Choice::text, text), Field("note", &Choice::note, note)));
}

TEST(NotesOfAGame, GoldbraeuTellsPricesCardsAndWhatAVetoOpens) {
  const auto at = [](const std::string& more, std::string_view seat) {
    return choices_at("goldbraeu",
                      R"({"game": "goldbraeu", "players": 4, "round": 1,
        "first_start": "red", "face_up": ["krug", "mayer"],
        "hands": {"red": ["post"], "blue": [], "green": ["krug"], "yellow": []},
        "opened": null, "pile": null, "bosses": {"post": "red"},
        "shares": {"post": {"red": 2, "blue": 1, "green": 2}},)" +
                          more + "}",
                      seat);
  };
  const std::string choices =
      R"("choices": {"red": "buy", "blue": "buy", "green": "boss", "yellow": "boss"})";
  const std::vector<Choice> boss = at(choices + R"(, "agenda": null)", "green");
  EXPECT_THAT(boss, says("Become boss of Zur Post", "instead of Red"));
  EXPECT_THAT(boss,
              says("Become boss of Zum Krug", "no boss yet, opens hidden shares of yours: 1"));
}

TEST(NotesOfAGame, TavernaTellsSymbolsColoursAndPrices) {
  std::unique_ptr<engine::AnyTable> table =
      std::move(*games::find("taverna")->new_table(spec_of(*games::find("taverna"), 2, 1)));
  const engine::Seat seat = table->acting().front();
  const std::vector<Choice> choices = choices_of(*table, seat, table->texts(Language::kEnglish));
  EXPECT_THAT(choices, says("The Great Hall: deed 1", "price 5, points 2"));
}

}  // namespace notes_test
}  // namespace cli
