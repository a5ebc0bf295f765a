// `new`, `position` and `try`.
#include "cli/testing.h"

namespace cli_test {
namespace {

engine::Json read_json(const std::string& text) {
  engine::Result<engine::Json> json = engine::parse_json(text, "output");
  EXPECT_TRUE(json) << json.error.text << "\n" << text;
  return *json;
}

// A table at which somebody has a choice that is not allowed.
std::unique_ptr<engine::AnyTable> table_with_forbidden_choice(std::string& choice,
                                                              std::string& rule) {
  return table_where([&](const engine::AnyTable& table) {
    const engine::Seat seat = table.acting().front();
    engine::Offer offer(engine::Offer::Keep::kAll);
    table.offer(seat, offer);
    for (const engine::Option& option : offer) {
      if (option.verdict.allowed()) continue;
      choice = seat_name(seat) + ":" + action_name(table, option.action);
      rule = game().rule_id(option.verdict);
      return true;
    }
    return false;
  });
}

// One at which the first choice asks chance for something.
std::unique_ptr<engine::AnyTable> table_before_chance(std::string& choice) {
  return table_where([&](const engine::AnyTable& table) {
    const engine::Seat seat = table.acting().front();
    const engine::Action action = first_option(table).action;
    const auto copy = table.clone();
    if (copy->act(seat, action)) return false;
    choice = seat_name(seat) + ":" + action_name(table, action);
    return copy->steps().back().used_chance;
  });
}

TEST(New, PrintsAPositionThatReadsBack) {
  const Ran ran = stamtafel({"new", game_id(), "--seed", "5"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.err, IsEmpty());
  EXPECT_EQ(ran.out, new_table(5)->position_text() + "\n");
  EXPECT_EQ(stamtafel({"position", "-"}, ran.out).code, 0);
}

TEST(New, AFreshSeedIsToldSoThatItCanBeRepeated) {
  const Ran ran = stamtafel({"new", game_id()});
  EXPECT_EQ(ran.code, 0);
  const size_t at = ran.err.find("--seed ");
  ASSERT_NE(at, std::string::npos) << ran.err;
  const std::string seed = ran.err.substr(at + 7, ran.err.find(' ', at + 7) - at - 7);
  EXPECT_EQ(stamtafel({"new", game_id(), "--seed", seed}).out, ran.out);
}

TEST(New, TakesPlayersOptionsAndEdition) {
  const Folder folder;
  const std::string edition =
      folder.file("e.json", stamtafel({"games", game_id(), "--print-edition"}).out);
  const engine::GameSpec& spec = game().spec();
  std::vector<std::string> arguments{
      "new",       game_id(), "--seed",    "1",
      "--edition", edition,   "--players", std::to_string(spec.max_seats)};
  engine::Variants variants = engine::default_variants(spec);
  std::string list;
  for (const engine::VariantSpec& variant : spec.variants) {
    const std::string value(variant.values.empty() ? std::to_string(variant.high)
                                                   : variant.values.back());
    list += (list.empty() ? "" : ",") + std::string(variant.id) + "=" + value;
    ASSERT_FALSE(engine::set_variant(spec, std::string(variant.id) + "=" + value, variants));
  }
  arguments.insert(arguments.end(), {"--variants", list});
  const Ran ran = stamtafel(arguments);
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto table = game().table_at(read_json(ran.out), nullptr, {});
  ASSERT_TRUE(table) << table.error.text;
  EXPECT_EQ(table.value->seats(), spec.max_seats);
  EXPECT_TRUE(table.value->variants() == variants);
}

TEST(Position, ShowsTheBoardAndTheTable) {
  const auto table = new_table();
  const Ran ran = stamtafel({"position", "-", game_id()}, table->position_text());
  EXPECT_EQ(ran.code, 0);
  const engine::Texts& texts = game().texts(engine::Language::kEnglish);
  EXPECT_THAT(ran.out, HasSubstr(engine::trim(table->tell(engine::Viewer::everything(), texts))));
  EXPECT_GT(engine::split(ran.out, '\n').size(),
            engine::split(table->tell({}, texts), '\n').size());
}

TEST(Position, PrintsTheViewOfASeat) {
  const auto table = new_table();
  const Ran ran = stamtafel({"position", "-", "--view", "1"}, table->position_text());
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out, table->view_text(engine::Viewer::at(engine::seat_at(1)), 2) + "\n");
  EXPECT_EQ(stamtafel({"position", "-", "--view", "spectator"}, table->position_text()).out,
            table->view_text(engine::Viewer::spectator(), 2) + "\n");
}

TEST(Position, ListsTheChoicesWithTheReasonsWhyNot) {
  std::string choice;
  std::string rule;
  const auto table = table_with_forbidden_choice(choice, rule);
  const Ran ran = stamtafel({"position", "-", "--options"}, table->position_text());
  EXPECT_EQ(ran.code, 0);
  const engine::Option allowed = first_option(*table);
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr(action_name(*table, allowed.action)), HasSubstr("[" + rule + "]")));
}

TEST(Position, JsonHoldsPositionChoicesAndScores) {
  const auto table = new_table();
  const engine::Json json =
      read_json(stamtafel({"position", "-", "--json"}, table->position_text()).out);
  ASSERT_NE(json.find("position"), nullptr);
  EXPECT_EQ(json.find("position")->dump(), table->position_text(-1));
  EXPECT_EQ(json.find("acting")->items.size(), 1u);
  EXPECT_NE(json.find("scores"), nullptr);
}

TEST(Position, TextThatIsNoPositionExitsWithFour) {
  for (const char* text : {"", "{", "[]", "{}", "3", "\"x\"", "{\"game\": 3}"}) {
    const Ran ran = stamtafel({"position", "-", game_id()}, text);
    EXPECT_EQ(ran.code, 4) << text;
    EXPECT_THAT(ran.out, IsEmpty());
    EXPECT_THAT(ran.err, HasSubstr("stamtafel: position:"));
  }
}

TEST(Position, AnUnknownFieldIsNamed) {
  engine::Json json = read_json(new_table()->position_text());
  json.set("quux", engine::Json::of(1));
  const Ran ran = stamtafel({"position", "-"}, json.dump());
  EXPECT_EQ(ran.code, 4);
  EXPECT_THAT(ran.err, HasSubstr("quux"));
}

TEST(Position, ABrokenInvariantIsNamed) {
  engine::Json json = read_json(new_table()->position_text());
  int named = 0;
  for_each_leaf(json, [&](engine::Json& leaf) {
    if (!leaf.is_integer() || named > 0) return;
    ++leaf.integer;
    const auto refused = game().table_at(json, nullptr, {});
    if (!refused && !refused.error.rule.empty()) {
      ++named;
      const Ran ran = stamtafel({"try", game_id(), "--position", "-"}, json.dump());
      EXPECT_EQ(ran.code, 4);
      EXPECT_THAT(ran.err, HasSubstr("[" + refused.error.rule + "]"));
      EXPECT_THAT(ran.out, IsEmpty());
      const engine::Json told =
          read_json(stamtafel({"try", game_id(), "--position", "-", "--json"}, json.dump()).out);
      EXPECT_EQ(told.find("error")->find("rule")->text, refused.error.rule);
    }
    --leaf.integer;
  });
  EXPECT_EQ(named, 1);
}

TEST(Try, WithoutActionsShowsThePositionAndWhoChooses) {
  const auto table = new_table();
  const Ran ran = stamtafel({"try", game_id(), "--position", "-"}, table->position_text());
  EXPECT_EQ(ran.code, 0) << ran.err;
  const engine::Json json = read_json(ran.out);
  EXPECT_EQ(json.find("position")->dump(), table->position_text(-1));
  EXPECT_TRUE(json.find("events")->items.empty());
  const engine::Json& acting = json.find("acting")->items.at(0);
  EXPECT_EQ(acting.find("seat")->text, seat_name(table->acting().front()));
  EXPECT_EQ(acting.find("prompt")->text,
            game().spec().prompts[static_cast<size_t>(table->prompt(table->acting().front()))]);
  EXPECT_FALSE(acting.find("options")->items.empty());
  EXPECT_FALSE(json.find("over")->boolean);
  EXPECT_EQ(json.find("scores")->members.size(), static_cast<size_t>(table->seats()));
  EXPECT_TRUE(json.find("winners")->items.empty());
}

TEST(Try, CarriesOutActionsWhetherQuotedOrNot) {
  const auto table = new_table();
  const engine::Seat seat = table->acting().front();
  const std::string action = action_name(*table, first_option(*table).action);
  const std::string start = table->position_text();
  ASSERT_FALSE(table->act(seat, first_option(*table).action));
  ASSERT_FALSE(table->steps().back().used_chance);

  const Ran whole =
      stamtafel({"try", game_id(), "--position", "-", seat_name(seat) + ": " + action}, start);
  EXPECT_EQ(read_json(whole.out).find("position")->dump(), table->position_text(-1)) << whole.err;
  EXPECT_FALSE(read_json(whole.out).find("events")->items.empty());

  std::vector<std::string> words{"try", game_id(), "--position", "-"};
  const std::string choice = seat_name(seat) + ":" + action;
  for (std::string_view word : engine::split(choice, ' ')) words.emplace_back(word);
  EXPECT_EQ(stamtafel(words, start).out, whole.out);
}

TEST(Try, AForbiddenActionExitsWithThreeAndNamesTheRule) {
  std::string choice;
  std::string rule;
  const auto table = table_with_forbidden_choice(choice, rule);
  const Ran ran = stamtafel({"try", game_id(), "--position", "-", choice}, table->position_text());
  EXPECT_EQ(ran.code, 3);
  EXPECT_THAT(ran.err,
              AllOf(HasSubstr("'" + choice + "' is refused: "), HasSubstr("[" + rule + "]")));
  EXPECT_THAT(ran.out, IsEmpty());

  const Ran told =
      stamtafel({"try", game_id(), "--position", "-", "--json", choice}, table->position_text());
  EXPECT_EQ(told.code, 3);
  const engine::Json json = read_json(told.out);
  EXPECT_EQ(json.find("error")->find("code")->text, "illegal");
  EXPECT_EQ(json.find("error")->find("rule")->text, rule);
}

TEST(Try, AnActionOutOfTurnExitsWithThree) {
  const auto table = new_table();
  const engine::Seat other = engine::next_seat(table->acting().front(), table->seats());
  const std::string choice =
      seat_name(other) + ":" + action_name(*table, first_option(*table).action);
  const Ran ran =
      stamtafel({"try", game_id(), "--position", "-", "--json", choice}, table->position_text());
  EXPECT_EQ(ran.code, 3);
  EXPECT_EQ(read_json(ran.out).find("error")->find("code")->text, "turn");
}

TEST(Try, MissingChanceSaysWhatIsPossible) {
  std::string choice;
  const auto table = table_before_chance(choice);
  const std::string start = table->position_text();
  const Ran none = stamtafel({"try", game_id(), "--position", "-", choice}, start);
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("possible now: "));
  EXPECT_THAT(none.out, IsEmpty());
  const Ran wrong =
      stamtafel({"try", game_id(), "--position", "-", "--chance", "quux", choice}, start);
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("'quux' is no outcome of this chance"));

  // As many as it takes, and one too many.
  std::string list = "any";
  Ran ran = stamtafel({"try", game_id(), "--position", "-", "--chance", list, choice}, start);
  for (int i = 0; i < 20 && ran.code == 2; ++i) {
    list += i % 2 == 0 ? ",any" : " any";
    ran = stamtafel({"try", game_id(), "--position", "-", "--chance", list, choice}, start);
  }
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(
      stamtafel({"try", game_id(), "--position", "-", "--chance", list + ",any", choice}, start)
          .err,
      HasSubstr("'any' was not asked for"));
}

TEST(Try, ASeatsViewHidesWhatItMayNotSee) {
  const auto table = new_table();
  const engine::Seat other = engine::next_seat(table->acting().front(), table->seats());
  const Ran ran = stamtafel({"try", game_id(), "--position", "-", "--seat-view", seat_name(other)},
                            table->position_text());
  const engine::Json json = read_json(ran.out);
  EXPECT_EQ(json.find("position"), nullptr);
  EXPECT_EQ(json.find("view")->dump(), table->view_text(engine::Viewer::at(other)));
  EXPECT_EQ(json.find("acting")->items.at(0).find("options"), nullptr);
  EXPECT_EQ(json.find("scores"), nullptr);  // what others have may be secret until the end
}

}  // namespace
}  // namespace cli_test
