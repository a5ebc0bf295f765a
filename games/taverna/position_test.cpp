// Hand-made positions: what cannot be is refused by the name of the field or the invariant.
#include "games/taverna/test_table.h"

namespace taverna::position_test {

using namespace taverna::test;

struct Wrong {
  const char* patch;
  const char* invariant;
};

TEST(TavernaPosition, BrokenInvariantsAreNamed) {
  constexpr Wrong kWrong[]{
      {R"({"queen": "orc"})", "seats"},
      {R"({"king": null})", "seats"},
      {R"({"taverns": {"bough": {"tables": ["elf", "elf", "elf"]}, "keg": {"tables": ["elf", "elf", "elf"]},
           "tusk": {"tables": ["elf", "elf", "elf"]}, "lantern": {"tables": ["elf", null, null]}}})",
       "tiles"},
      {R"({"privileges": {"blue": 11}})", "privileges"},
      {R"({"display": ["add_book", "add_book", "add_lyre", "add_beer", "add_mask"]})", "favours"},
      {R"({"display": ["add_book"]})", "favours"},
      {R"({"taverns": {"keg": {"guilds": ["beer"]}}})", "guilds"},
      {R"({"hands": {"blue": ["curse"]}})", "spells"},
      {R"({"hands": {"blue": [{"card": "slander", "known_by": ["blue"]}]}})", "known"},
      {R"({"hands": {"blue": [{"card": "slander", "known_by": "all"}]}})", "known"},
      {R"({"row": ["elf_beer", "dwarf_lyre", "orc_book", null]})", "customers"},
      {R"({"row": ["elf_beer", "dwarf_lyre", "orc_book", "elf_beer_4"]})", "customers"},
      {R"({"taken": {"blue": ["elf_mask"]}})", "customers"},
      {R"({"taverns": {"bough": {"deeds": ["blue", "blue"]}}})", "deeds"},
      {R"({"taverns": {"bough": {"deeds": [null, "red"]}, "keg": {"deeds": ["green", null]}}})",
       "deeds"},
      {R"({"levels": {"blue": {"elf": 7}, "red": {"elf": 7}}})", "tracks"},
      {R"({"dignitaries": {"gobtrotter": "bough", "princess": "bough"}})", "dignitaries"},
      {R"({"turn": {"casts": {"red": 2}}})", "casts"},
      {R"({"turn": {"favours": {"red": ["second_spell"]}}})", "casts"},
      {R"({"turn": {"tavern": "bough"}})", "turn"},
      {R"({"turn": {"benefits": ["beer"]}})", "turn"},
      {R"({"scored": {"king": "blue"}})", "scorings"},
      {R"({"blocked": "queen"})", "scorings"},
      {R"({"claims": [{"by": "favour", "seat": "blue", "favour": "gain_level", "picks": []}]})",
       "agenda"},
      {R"({"agenda": ["refill", "main", "target"],
           "claims": [{"by": "favour", "seat": "blue", "favour": "gain_level", "picks": []}]})",
       "claims"},
      {R"({"agenda": ["refill", "main", "target"], "turn": {"casts": {"blue": 1}},
           "claims": [{"by": "spell", "seat": "blue", "spell": "eviction", "picks": []}]})",
       "claims"},
      {R"({"agenda": ["refill", "main", "window start"]})", "agenda"},
      {R"({"agenda": ["refill"]})", "agenda"},
      {R"({"agenda": ["main", "refill"]})", "agenda"},
      {R"({"round": 7})", "agenda"},
  };
  for (const Wrong& wrong : kWrong) {
    const engine::Error error = refusal(wrong.patch);
    EXPECT_EQ(error.code, engine::ErrorCode::kPosition) << wrong.patch;
    EXPECT_EQ(error.rule, wrong.invariant) << wrong.patch << ": " << error.text;
  }
  EXPECT_FALSE(refusal("{}"));
}

struct BadField {
  const char* patch;
  const char* text;
};

TEST(TavernaPosition, WrongFieldsAreNamed) {
  constexpr BadField kBad[]{
      {R"({"game": "koenig"})", "game must be 'taverna'"},
      {R"({"coins": {"blue": null}})", "coins must name every seat"},
      {R"({"coins": {"blue": "many"}})", "coins.blue must be a whole number, not a string"},
      {R"({"levels": {"blue": {"elf": 8}}})", "levels.blue.elf"},
      {R"({"hands": {"blue": ["abracadabra"]}})",
       "hands.blue[0] names 'abracadabra', which is no spell"},
      {R"({"hands": {"blue": ["ward"], "red": ["ward"]}})", "hands.red[0] lies elsewhere too"},
      {R"({"taverns": {"bough": {"tables": ["elf"]}}})", "taverns.bough.tables must list 3, not 1"},
      {R"({"taverns": {"bough": {"owner": "blue"}}})", "taverns.bough.owner"},
      {R"({"dignitaries": {"notary": "castle"}})",
       "dignitaries.notary names 'castle', which is no tavern"},
      {R"({"row": ["elf_beer"]})", "row must list 4, not 1"},
      {R"({"under": [[]]})", "under lists a return of no cards"},
      {R"({"turn": {"phase": "middle"}})",
       "turn.phase names 'middle', which is no phase: it must be pre, picked or post"},
      {R"({"orders": {"red": "often"}})", "orders.red names 'often', which is no standing order"},
      {R"({"agenda": ["refill", "dance"]})", "agenda[1] holds 'dance', which is no item"},
      {R"({"royal_order": ["blue", "red", "green"]})",
       "royal_order must be there in the royal scoring"},
      {R"({"claims": [{"by": "luck", "seat": "blue", "picks": []}]})", "claims[0].by"},
      {R"({"claims": [{"by": "regular", "seat": "blue", "dignitary": "notary", "picks": ["jump"]}]})",
       "claims[0].picks[0] holds 'jump', which is no choice"},
  };
  for (const BadField& bad : kBad) {
    const engine::Error error = refusal(bad.patch);
    EXPECT_NE(error.text.find(bad.text), std::string::npos) << bad.patch << ": " << error.text;
    EXPECT_EQ(error.rule, "") << bad.patch;
  }
}

// What is being declared is written as the choices it was made of.
TEST(TavernaPosition, ADeclarationIsWrittenInWords) {
  Table table(R"({"hands": {"blue": ["teleport"], "red": ["ward"]},
                  "taverns": {"bough": {"tables": ["orc", null, null]}}})");
  table.act("blue: cast teleport").act("blue: table keg 1");
  const Json json = *engine::parse_json(table.any().position_text(), "position");
  EXPECT_EQ(
      json.find("claims")->dump(),
      R"([{"by":"spell","seat":"blue","spell":"teleport","picks":["tile bough 1","table keg 1"]}])");
  EXPECT_EQ(json.find("agenda")->dump(), R"(["refill","main","resolve","window spell"])");
}

}  // namespace taverna::position_test
