#include "engine/edition_reader.h"
#include "tests/matchers.h"

namespace engine {
namespace {

using namespace matchers;

constexpr std::array<std::string_view, 3> kPaints{"red", "green", "blue"};

// What a small game would read.
struct Small {
  int coins = 0;
  std::vector<int> steps;
  uint32_t colours = 0;
  int first = -1;
  std::vector<std::string> cards;
  EditionNotes notes;
};

std::string read(std::string_view text, Small& small) {
  const Result<Json> json = parse_json(text, "mine");
  EXPECT_TRUE(json) << json.error.text;
  Error error;
  EditionReader in(*json, error, &small.notes);
  EditionReader start = in.part("start", "what one begins with");
  small.coins = start.integer("coins", 0, 9, "coins of one's own");
  start.finish();
  small.steps = in.numbers("steps", {1, 3}, 0, 5, "how far one goes");
  small.colours = in.some_of("colours", kPaints, "which are used");
  small.first = in.one_of_or_none("first", kPaints, "who begins");
  struct Card {
    std::string id;
  };
  std::vector<Card> cards;
  in.each("cards", "the cards", [&](EditionReader& card, size_t) {
    cards.push_back({card.id_among(cards, "its name")});
    if (card.byte_or("copies", 0, 3, 1, "how many") == 0) card.warn("copies", "is none");
  });
  for (const Card& card : cards) small.cards.push_back(card.id);
  in.finish();
  return error.text;
}

std::string refused(std::string_view text) {
  Small small;
  return read(text, small);
}

// A whole file with one part as given.
std::string with(std::string_view part) {
  std::string text = R"({"start": {"coins": 3}, "steps": [1, 2], "colours": [], "cards": []})";
  const Json patch = *parse_json(part, "part");
  Json json = *parse_json(text, "mine");
  for (const auto& [key, value] : patch.members) json.set(key, value);
  return json.dump(2);
}

TEST(EditionReader, ReadsWhatIsThere) {
  Small small;
  const std::string file = R"({"source": "a note", "texts": {},
    "start": {"coins": 3, "source": "rulebook"}, "steps": [5, 0], "colours": ["blue", "red"],
    "first": "green", "cards": [{"id": "a"}, {"id": "b", "copies": 0, "source": "house"}]})";
  EXPECT_EQ(read(file, small), "");
  EXPECT_EQ(small.coins, 3);
  EXPECT_THAT(small.steps, ElementsAre(5, 0));
  EXPECT_EQ(small.colours, 5u);
  EXPECT_EQ(small.first, 1);
  EXPECT_THAT(small.cards, ElementsAre("a", "b"));
  EXPECT_THAT(small.notes.warnings, ElementsAre("cards[1].copies is none (line 3)"));
  EXPECT_THAT(small.notes.fields, IsEmpty());
}

TEST(EditionReader, ARefusalNamesTheFieldQuotesTheValueAndSaysTheLine) {
  EXPECT_EQ(refused(with(R"({"start": {"coins": 12}})")),
            "start.coins must be from 0 to 9, not 12 (line 3)");
  EXPECT_EQ(refused(with(R"({"start": {"coins": "many"}})")),
            "start.coins must be a whole number, not a string: \"many\" (line 3)");
  EXPECT_EQ(refused(with(R"({"start": {"coin": 1, "coins": 1}})")),
            "start.coin is an unknown field; did you mean 'coins'? (line 3)");
  EXPECT_EQ(refused(with(R"({"steps": [1, 9]})")), "steps[1] must be from 0 to 5, not 9 (line 5)");
  EXPECT_EQ(refused(with(R"({"steps": [1, 2, 3, 4]})")), "steps must list 1 to 3, not 4 (line 5)");
  EXPECT_EQ(refused(with(R"({"colours": ["blu"]})")),
            "colours[0] is \"blu\", which is none of: red, green, blue; did you mean 'blue'? "
            "(line 6)");
  EXPECT_EQ(refused(with(R"({"colours": ["red", "red"]})")),
            "colours names red twice: [\"red\",\"red\"] (line 6)");
  EXPECT_EQ(refused(with(R"({"first": 7})")),
            "first must be a string, not a whole number: 7 (line 8)");
  EXPECT_THAT(refused(with(R"({"cards": [{"id": "A b"}]})")),
              ::testing::HasSubstr("small letters, digits and '_': \"A b\" (line"));
  EXPECT_THAT(refused(with(R"({"cards": [{"id": "a"}, {"id": "a"}]})")),
              ::testing::HasSubstr("cards[1].id stands twice: \"a\" (line"));
}

TEST(EditionReader, TheReaderIsTheManual) {
  Small small;
  small.notes.wants_fields = true;
  EXPECT_EQ(read(with(R"({"cards": [{"id": "a"}, {"id": "b"}]})"), small), "");
  std::vector<std::string> lines;
  for (const FieldDoc& field : small.notes.fields) {
    std::string line = field.path + ": " + std::string(field.form);
    if (field.low) line += " " + std::to_string(*field.low) + "-" + std::to_string(*field.high);
    for (const std::string& value : field.values) line += " " + value;
    if (!field.fallback.empty()) line += " (" + field.fallback + ")";
    lines.push_back(line + ": " + field.meaning);
  }
  lines.erase(lines.begin());  // texts: those of every game
  EXPECT_THAT(lines, ElementsAre("start: group: what one begins with",
                                 "start.coins: number 0-9: coins of one's own",
                                 "steps: numbers 0-5: how far one goes",
                                 "colours: some of red green blue: which are used",
                                 "first: one of red green blue (none): who begins",
                                 "cards: list: the cards", "cards[].id: word: its name",
                                 "cards[].copies: number 0-3 (1): how many"));
}

}  // namespace
}  // namespace engine
