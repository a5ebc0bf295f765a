#include "engine/any_game_of.h"

#include <gtest/gtest.h>

#include "tests/toy_game.h"

namespace engine {
namespace {

using toy::EventKind;
using toy::Verb;

const AnyGameOf<toy::Toy<>>& toy_game() {
  static const AnyGameOf<toy::Toy<>> game;
  return game;
}

TableSpec toy_table_spec(int seats = 3, uint64_t seed = 1) {
  TableSpec spec;
  spec.seats = seats;
  spec.variants = default_variants(toy_game().spec());
  spec.chance = ChanceSource::of_seed(seed);
  return spec;
}

std::unique_ptr<AnyTable> toy_table(int seats = 3, uint64_t seed = 1) {
  auto table = toy_game().new_table(toy_table_spec(seats, seed));
  EXPECT_TRUE(table) << table.error.text;
  return std::move(*table);
}

// "0 point east": seat and action as in a record.
Error do_action(AnyTable& table, int seat, std::string_view action) {
  const Result<Action> parsed = table.game().parse_action(*table.edition(), action);
  return parsed ? table.act(seat_at(seat), *parsed) : parsed.error;
}

// A first turn in which seat 0 has pointed at seat 1 and all cards are known.
constexpr std::string_view kPointed = R"({
  "game": "toy", "players": 3, "options": {"rounds": 2, "swaps": "allowed"},
  "pile": ["ace", "ace", "ace", "ace", "two", "two", "two", "three", "three", "four", "four"],
  "discards": [],
  "hands": {"north": ["two", "three", "king"], "east": ["three", "four", "king"],
            "south": ["four", "king", "king"]},
  "coins": {"north": 0, "east": 0, "south": 0},
  "bank": 40, "active": 0, "target": 2, "turn": 0, "phase": 1})";

Json pointed_json() { return *parse_json(kPointed, "position"); }

std::unique_ptr<AnyTable> pointed_table() {
  auto table = toy_game().table_at(pointed_json(), nullptr, ChanceSource::of_seed(1));
  EXPECT_TRUE(table) << table.error.text;
  return std::move(*table);
}

TEST(AnyGame, RefusesAWrongNumberOfSeats) {
  for (int seats : {-1, 0, 1, 5}) {
    const auto table = toy_game().new_table(toy_table_spec(seats));
    EXPECT_EQ(table.error.code, ErrorCode::kUsage);
    EXPECT_EQ(table.error.text, "toy is for 2 to 4 players, not " + std::to_string(seats));
  }
}

TEST(AnyGame, RefusesOptionsOutOfTheirRange) {
  TableSpec spec = toy_table_spec();
  spec.variants.values[0] = 0;
  EXPECT_EQ(toy_game().new_table(spec).error.text,
            "variant rounds takes a whole number from 1 to 4, not '0'");
}

TEST(AnyGame, SameSeedDealsTheSameTableAnotherSeedAnother) {
  EXPECT_EQ(toy_table(3, 5)->hash(), toy_table(3, 5)->hash());
  EXPECT_NE(toy_table(3, 5)->hash(), toy_table(3, 6)->hash());
}

TEST(AnyGame, EditionsAreCheckedAndNamed) {
  const auto good = toy_game().load_edition(
      R"({"edition": "mine", "cards": ["a", "b", "c", "d", "e"]})", "my.json");
  ASSERT_TRUE(good) << good.error.text;
  EXPECT_EQ((*good)->name(), "mine");
  EXPECT_NE((*good)->hash(), toy_game().default_edition()->hash());
  EXPECT_EQ(toy_game().value_id(**good, kFirstDomain, 1), "b");

  const auto error = [](std::string_view json) {
    return toy_game().load_edition(json, "my.json").error;
  };
  EXPECT_EQ(error("{").code, ErrorCode::kEdition);
  EXPECT_EQ(error("{").text, "my.json:1: a name in quotes is expected here");
  EXPECT_EQ(error(R"({"edition": "mine"})").text, "my.json: cards is missing (line 1)");
  EXPECT_EQ(error(R"({"edition": "a\nb", "cards": ["a", "b", "c", "d", "e"]})").text,
            "my.json: edition must be a name on one line, of at most 80 bytes");
}

TEST(AnyGame, TheHashOfAnEditionIsThatOfItsContentNotItsLayout) {
  const auto a = toy_game().load_edition(R"({"edition":"x","cards":["a","b","c","d","e"]})", "a");
  const auto b = toy_game().load_edition(
      "{\"edition\": \"x\",\n \"cards\": [\"a\",\"b\",\"c\",\"d\",\"e\"]}", "b");
  EXPECT_EQ((*a)->hash(), (*b)->hash());
}

TEST(AnyGame, ActionsHaveATextForm) {
  const AnyEdition& edition = *toy_game().default_edition();
  const Action play{static_cast<uint8_t>(Verb::kPlay), 4, 0, 0};
  EXPECT_EQ(toy_game().action_id(edition, play), "play king");
  EXPECT_EQ(*toy_game().parse_action(edition, "play king"), play);
  EXPECT_EQ(*toy_game().parse_action(edition, "  play   king "), play);
  EXPECT_EQ(*toy_game().parse_action(edition, "point 1"),
            *toy_game().parse_action(edition, "point east"));
  EXPECT_EQ(toy_game().action_text(edition, play, toy_game().texts(Language::kEnglish)),
            "Play King");
}

TEST(AnyGame, MalformedActionsAreRefusedWithWhatIsWrong) {
  const auto error = [](std::string_view text) {
    const Result<Action> action = toy_game().parse_action(*toy_game().default_edition(), text);
    EXPECT_EQ(action.error.code, ErrorCode::kUsage);
    return action.error.text;
  };
  EXPECT_EQ(error(""), "bad action '': it is empty");
  EXPECT_EQ(error("jump"),
            "bad action 'jump': 'jump' is no verb of toy; there are point, play, swap, bid");
  EXPECT_EQ(error("play"), "bad action 'play': play takes 1 argument");
  EXPECT_EQ(error("swap now"), "bad action 'swap now': swap takes 0 arguments");
  EXPECT_EQ(error("play queen"), "bad action 'play queen': 'queen' is no card");
  EXPECT_EQ(error("bid 256"), "bad action 'bid 256': '256' is no number");
  EXPECT_EQ(error("bid -1"), "bad action 'bid -1': '-1' is no number");
  EXPECT_EQ(error("point up"), "bad action 'point up': 'up' is no seat");
}

TEST(AnyGame, ActionsThatNoTextCouldNameHaveANameToo) {
  const AnyEdition& edition = *toy_game().default_edition();
  EXPECT_EQ(toy_game().action_id(edition, {200, 0, 0, 0}), "?");
  EXPECT_EQ(toy_game().action_text(edition, {200, 0, 0, 0}, toy_game().texts(Language::kEnglish)),
            "?");
  EXPECT_EQ(toy_game().action_id(edition, {1, 77, 0, 0}), "play none");
  EXPECT_EQ(toy_game().action_id(edition, {0, 255, 0, 0}), "point none");
}

TEST(AnyGame, SecretArgumentsAreHiddenFromAllButThoseWhoMaySee) {
  const AnyEdition& edition = *toy_game().default_edition();
  const Texts& texts = toy_game().texts(Language::kEnglish);
  const Event drew{static_cast<uint8_t>(EventKind::kDrew), SeatSet(seat_at(1)), {1, 4}};
  for (const Viewer viewer : {Viewer::at(seat_at(1)), Viewer::everything()}) {
    EXPECT_EQ(toy_game().event_id(edition, drew, viewer), "drew east king");
    EXPECT_EQ(toy_game().event_text(edition, drew, viewer, texts), "East draws King.");
  }
  for (const Viewer viewer : {Viewer::at(seat_at(0)), Viewer::spectator()}) {
    EXPECT_EQ(toy_game().event_id(edition, drew, viewer), "drew east ?");
    EXPECT_EQ(toy_game().event_text(edition, drew, viewer, texts), "East draws a card.");
  }
}

TEST(AnyGame, WhatIsToldToAllIsToldToSpectators) {
  std::vector<Event> told;
  Events events(told);
  events(EventKind::kDrew, 1, 4);
  const AnyEdition& edition = *toy_game().default_edition();
  EXPECT_EQ(toy_game().event_id(edition, told[0], Viewer::spectator()), "drew east king");
}

// Three cards drawn by one seat are told in a sentence, to who may know them; what is hidden, and
// what happens to another seat, is told for itself.
TEST(AnyGame, ASeriesIsToldInOneSentence) {
  std::vector<Event> told;
  Events events(told);
  for (int card : {4, 0, 3}) events.secret(SeatSet(seat_at(1)), EventKind::kDrew, 1, card);
  events.secret(SeatSet(seat_at(0)), EventKind::kDrew, 0, 2);
  const AnyEdition& edition = *toy_game().default_edition();
  const Texts& texts = toy_game().texts(Language::kEnglish);
  const auto heard = [&](Viewer viewer) {
    return toy_game().event_texts(edition, told, viewer, texts);
  };
  using Sentences = std::vector<std::string>;
  EXPECT_EQ(heard(Viewer::at(seat_at(1))),
            (Sentences{"East draws King, Ace, Four.", "", "", "North draws a card."}));
  EXPECT_EQ(heard(Viewer::spectator()), (Sentences{"East draws a card.", "East draws a card.",
                                                   "East draws a card.", "North draws a card."}));
}

TEST(AnyGame, AScriptSpeaksTheNamesOfTheGame) {
  Script script = toy_game().script(*toy_game().default_edition(), {"king", "queen"});
  Chance chance(script);
  const std::array<uint8_t, 3> cards{0, 3, 4};
  EXPECT_EQ(chance.choose(0, cards.data(), 3), 2);
  EXPECT_EQ(script.error(), "");
  chance.choose(0, cards.data(), 3);
  EXPECT_EQ(script.error(),
            "chance outcome 2 'queen' is no outcome of this chance; possible now: ace, four, king");
}

TEST(AnyGame, AScriptMayNameWhatIsDecidedAndMustBeRightAboutIt) {
  Script script = toy_game().script(*toy_game().default_edition(),
                                    {"card=four", "card=any", "any", "die=four"});
  Chance chance(script);
  const std::array<uint8_t, 3> cards{0, 3, 4};
  EXPECT_EQ(chance.choose(0, cards.data(), 3), 1);
  EXPECT_EQ(chance.choose(0, cards.data(), 3), 0);
  EXPECT_EQ(chance.choose(0, cards.data(), 3), 0);
  EXPECT_EQ(script.error(), "");
  chance.choose(0, cards.data(), 3);
  EXPECT_EQ(
      script.error(),
      "chance outcome 4 'die=four' is no outcome of this chance; possible now: ace, four, king");
}

TEST(AnyTable, RefusesASeatWhoseTurnItIsNot) {
  const auto table = pointed_table();
  const uint64_t before = table->hash();
  for (int seat : {-1, 1, 2, 3, 5}) {
    const Error error = table->act(seat_at(seat), Action{2, 0, 0, 0});
    EXPECT_EQ(error.code, ErrorCode::kTurn);
    EXPECT_EQ(error.text, "it is not this seat's turn to choose; to choose now: north");
  }
  EXPECT_EQ(table->hash(), before);
  EXPECT_TRUE(table->steps().empty());
}

TEST(AnyTable, RefusesWhatTheRulesForbidWithTheRule) {
  const auto table = pointed_table();
  const uint64_t before = table->hash();
  const Error error = do_action(*table, 0, "play king");
  EXPECT_EQ(error.code, ErrorCode::kIllegal);
  EXPECT_EQ(error.rule, "keep_the_king");
  EXPECT_EQ(error.text, "The king is played last. (§2)");
  EXPECT_EQ(table->hash(), before);
}

TEST(AnyTable, RefusesWhatIsNoChoiceHere) {
  const auto table = pointed_table();
  const Error error = do_action(*table, 0, "play ace");
  EXPECT_EQ(error.code, ErrorCode::kIllegal);
  EXPECT_EQ(error.rule, "not_a_choice");
  EXPECT_EQ(error.text, "'play ace' is no choice at this point (asked is: play)");
  EXPECT_EQ(table->act(seat_at(0), Action{99, 98, 97, 96}).rule, "not_a_choice");
  EXPECT_EQ(table->act(seat_at(0), Action{1, 98, 97, 96}).rule, "not_a_choice");
}

TEST(AnyTable, APositionIsReadBackToTheSameBytes) {
  const auto table = pointed_table();
  for (int indent : {-1, 0, 2}) {
    const std::string text = table->position_text(indent);
    const auto again =
        toy_game().table_at(*parse_json(text, ""), nullptr, ChanceSource::of_seed(1));
    ASSERT_TRUE(again) << again.error.text;
    EXPECT_EQ(again.value->hash(), table->hash());
    EXPECT_EQ(again.value->position_text(indent), text);
  }
}

TEST(AnyTable, ABrokenInvariantIsNamed) {
  Json json = pointed_json();
  json.set("bank", Json::of(39));
  const auto table = toy_game().table_at(json, nullptr, ChanceSource::of_seed(1));
  EXPECT_EQ(table.error.code, ErrorCode::kPosition);
  EXPECT_EQ(table.error.rule, "coins");
  EXPECT_EQ(table.error.text, "this position cannot be: it breaks the invariant 'coins'");
}

TEST(AnyTable, AViewShowsOnlyWhatTheSeatMayKnow) {
  const auto table = pointed_table();
  const std::string view = table->view_text(Viewer::at(seat_at(0)));
  EXPECT_NE(view.find(R"("hands":{"north":["two","three","king"],"east":null,"south":null})"),
            std::string::npos)
      << view;
  EXPECT_NE(view.find(R"("hand_sizes":{"north":3,"east":3,"south":3})"), std::string::npos) << view;
  EXPECT_EQ(table->view_text(Viewer::spectator()).find("king"), std::string::npos);
}

TEST(AnyTable, IsDrawnAndToldAsTheViewerMaySeeIt) {
  const auto table = pointed_table();
  const Texts& texts = toy_game().texts(Language::kEnglish);
  EXPECT_EQ(table->tell(Viewer::at(seat_at(0)), texts),
            "North: 0 Two Three King\nEast: 0\nSouth: 0\n");
  Canvas canvas(30, 2);
  table->draw(Viewer::at(seat_at(0)), texts, canvas);
  EXPECT_TRUE(canvas.row(0).starts_with("North: 0 Two Three King")) << canvas.row(0);
}

TEST(AnyTable, EventsAreKeptByStep) {
  const auto table = toy_table();
  EXPECT_EQ(table->event_range(-1), (std::pair<size_t, size_t>{0, 9})) << "three cards each";
  ASSERT_FALSE(do_action(*table, 0, "point east"));
  ASSERT_FALSE(do_action(*table, 0, "swap"));
  EXPECT_EQ(table->event_range(0), (std::pair<size_t, size_t>{9, 10}));
  EXPECT_EQ(table->event_range(1), (std::pair<size_t, size_t>{10, 11}));
  EXPECT_EQ(table->event_range(-1), (std::pair<size_t, size_t>{0, 9}));
  EXPECT_EQ(table->events()[10].kind, static_cast<uint8_t>(EventKind::kSwapped));
}

TEST(AnyTable, UndoTakesBackOwnStepsOneByOne) {
  const auto table = toy_table();
  const std::string start = table->position_text();
  ASSERT_FALSE(do_action(*table, 0, "point east"));
  const std::string pointed = table->position_text();
  Offer offer(Offer::Keep::kLegal);
  table->offer(seat_at(0), offer);
  ASSERT_FALSE(table->act(seat_at(0), offer[0].action));
  EXPECT_TRUE(table->can_undo(seat_at(0)));
  EXPECT_FALSE(table->can_undo(seat_at(1)));
  ASSERT_FALSE(table->undo(seat_at(0)));
  EXPECT_EQ(table->position_text(), pointed);
  ASSERT_FALSE(table->undo(seat_at(0)));
  EXPECT_EQ(table->position_text(), start);
  EXPECT_EQ(table->events().size(), 9u);
  EXPECT_FALSE(table->can_undo(seat_at(0)));
  EXPECT_EQ(table->undo(seat_at(0)).code, ErrorCode::kUsage);
}

TEST(AnyTable, UndoStopsAtWhatWasShown) {
  const auto table = pointed_table();
  ASSERT_FALSE(do_action(*table, 0, "swap"));
  EXPECT_TRUE(table->steps().back().revealed);
  EXPECT_FALSE(table->can_undo(seat_at(0)));
  EXPECT_EQ(table->undo(seat_at(0)).text,
            "the last step can't be taken back: it showed something hidden");
  EXPECT_EQ(table->steps().size(), 1u);
}

TEST(AnyTable, UndoStopsAtAnotherSeatsStep) {
  const auto table = pointed_table();
  ASSERT_FALSE(do_action(*table, 0, "play two"));
  ASSERT_FALSE(do_action(*table, 1, "bid 1"));
  EXPECT_EQ(table->undo(seat_at(0)).text,
            "there is no step of this seat to take back: another seat acted since");
  ASSERT_FALSE(table->undo(seat_at(1)));
  EXPECT_TRUE(table->can_undo(seat_at(0))) << "the other seat has taken its step back";
}

TEST(AnyTable, UndoStopsAtChance) {
  const auto table = pointed_table();
  ASSERT_FALSE(do_action(*table, 0, "play two"));
  for (int seat : {0, 1, 2}) ASSERT_FALSE(do_action(*table, seat, "bid 1"));
  EXPECT_TRUE(table->steps().back().used_chance);
  EXPECT_EQ(table->undo(seat_at(2)).text,
            "the last step can't be taken back: chance has decided something since");
}

TEST(AnyTable, RewindGoesBackAnyNumberOfSteps) {
  const auto table = toy_table();
  std::vector<std::string> positions{table->position_text()};
  for (const auto& [seat, action] : {std::pair{0, "point east"},
                                     {0, "swap"},
                                     {0, "bid 0"},
                                     {1, "bid 1"},
                                     {2, "bid 2"},
                                     {1, "point north"}}) {
    ASSERT_FALSE(do_action(*table, seat, action));
    positions.push_back(table->position_text());
  }
  EXPECT_EQ(table->rewind(7).code, ErrorCode::kUsage);
  for (size_t count = positions.size(); count-- > 0;) {
    const auto copy = table->clone();
    ASSERT_FALSE(copy->rewind(count));
    EXPECT_EQ(copy->position_text(), positions[count]);
    EXPECT_EQ(copy->steps().size(), count);
    EXPECT_EQ(copy->event_range(static_cast<int>(count) - 1).second, copy->events().size());
  }
}

TEST(AnyTable, UndoAfterAGivenChanceRestoresThePositionAsItWas) {
  const auto table = pointed_table();
  ASSERT_FALSE(do_action(*table, 0, "play two"));
  ASSERT_FALSE(do_action(*table, 0, "bid 1"));
  ASSERT_FALSE(do_action(*table, 1, "bid 1"));
  Script script = toy_game().script(*table->edition(), {"four"});
  Chance given(script);
  ASSERT_FALSE(table->act(seat_at(2), {static_cast<uint8_t>(Verb::kBid), 1, 0, 0}, given));
  EXPECT_EQ(script.error(), "");
  const std::string drawn = table->position_text();
  EXPECT_NE(drawn.find(R"(["three", "four", "king"])"), std::string::npos);
  ASSERT_FALSE(do_action(*table, 1, "point north"));
  ASSERT_FALSE(table->undo(seat_at(1)));
  EXPECT_EQ(table->position_text(), drawn);
}

TEST(AnyTable, RewindBehindAGivenChanceIsRefusedAndChangesNothing) {
  const auto table = pointed_table();
  ASSERT_FALSE(do_action(*table, 0, "play two"));
  ASSERT_FALSE(do_action(*table, 0, "bid 1"));
  ASSERT_FALSE(do_action(*table, 1, "bid 1"));
  const auto own = table->clone();
  ASSERT_FALSE(do_action(*own, 2, "bid 1"));
  // Another card than the table's own chance would give.
  for (const char* card : {"two", "four"}) {
    Script script = toy_game().script(*table->edition(), {card});
    Chance given(script);
    const auto copy = table->clone();
    ASSERT_FALSE(copy->act(seat_at(2), {static_cast<uint8_t>(Verb::kBid), 1, 0, 0}, given));
    if (copy->hash() == own->hash()) continue;
    for (const char* action : {"point north", "swap"}) ASSERT_FALSE(do_action(*copy, 1, action));
    const std::string before = copy->position_text();
    EXPECT_EQ(copy->rewind(4).code, ErrorCode::kUsage);
    EXPECT_EQ(copy->position_text(), before);
    EXPECT_EQ(copy->steps().size(), 6u);
  }
}

// What was drawn after the three bids: north plays, everybody bids, a card is drawn.
void bid_all(AnyTable& table, const std::array<const char*, 3>& bids) {
  for (int seat : {0, 1, 2}) ASSERT_FALSE(do_action(table, seat, bids[static_cast<size_t>(seat)]));
}

TEST(AnyTable, ChanceThatWasSeenIsUsedUp) {
  const auto table = pointed_table();
  ASSERT_FALSE(do_action(*table, 0, "play two"));
  bid_all(*table, {"bid 1", "bid 1", "bid 1"});
  ASSERT_TRUE(table->steps().back().used_chance);
  EXPECT_EQ(table->steps().back().nth, 4u) << "without a step back it is the number of the step";
  const Step seen = table->steps().back();
  ASSERT_FALSE(table->rewind(3, seat_at(2)));
  EXPECT_EQ(table->acted(), 4u);
  ASSERT_FALSE(do_action(*table, 2, "bid 1"));
  EXPECT_EQ(table->steps().back().nth, 5u);

  ASSERT_EQ(table->taken_back().size(), 1u);
  const TakenBack& back = table->taken_back().front();
  EXPECT_EQ(back.by, seat_at(2));
  EXPECT_EQ(back.to, 3u);
  EXPECT_TRUE(back.showed());
  ASSERT_EQ(back.steps.size(), 1u);
  EXPECT_EQ(back.steps.front().fingerprint, seen.fingerprint);
  EXPECT_EQ(table->seen_and_taken_back().count, 1);
  EXPECT_EQ(table->seen_and_taken_back().by[2], 1);

  // What comes now is what sub-stream 5 brings, whatever was done in between.
  const auto other = pointed_table();
  ASSERT_FALSE(do_action(*other, 0, "play two"));
  ASSERT_FALSE(other->rewind(0));
  ASSERT_FALSE(do_action(*other, 0, "play two"));
  bid_all(*other, {"bid 1", "bid 1", "bid 1"});
  EXPECT_EQ(other->steps().back().nth, 5u);
  EXPECT_EQ(other->hash(), table->hash());
  EXPECT_EQ(other->seen_and_taken_back(), SeenSteps{}) << "nothing had been shown";
}

// Two tables may agree by accident; over many seeds other chance must give other cards, too.
TEST(AnyTable, DoingTheSameAgainDrawsAnew) {
  int other_cards = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    auto table = toy_game().table_at(pointed_json(), nullptr, ChanceSource::of_seed(seed));
    ASSERT_TRUE(table) << table.error.text;
    ASSERT_FALSE(do_action(**table, 0, "play two"));
    bid_all(**table, {"bid 1", "bid 1", "bid 1"});
    const uint64_t seen = (*table)->hash();
    ASSERT_FALSE((*table)->rewind(3));
    ASSERT_FALSE(do_action(**table, 2, "bid 1"));
    if ((*table)->hash() != seen) ++other_cards;
  }
  EXPECT_GT(other_cards, 5);
}

TEST(AnyTable, GoingBackRepeatsTheChanceEachStepHad) {
  const auto table = pointed_table();
  ASSERT_FALSE(do_action(*table, 0, "play two"));
  bid_all(*table, {"bid 0", "bid 1", "bid 1"});
  ASSERT_FALSE(table->rewind(0));
  ASSERT_FALSE(do_action(*table, 0, "play two"));
  bid_all(*table, {"bid 1", "bid 1", "bid 1"});
  const uint64_t drawn = table->hash();
  ASSERT_FALSE(do_action(*table, 1, "point north"));
  ASSERT_FALSE(do_action(*table, 1, "swap"));
  ASSERT_FALSE(table->rewind(4));
  EXPECT_EQ(table->hash(), drawn);
  EXPECT_EQ(table->steps().back().nth, 8u);
}

TEST(AnyTable, TheCourseTellsEverythingInOrder) {
  const auto table = toy_table();
  ASSERT_FALSE(do_action(*table, 0, "point east"));
  ASSERT_FALSE(do_action(*table, 0, "swap"));
  ASSERT_FALSE(table->rewind(1, seat_at(0)));
  ASSERT_FALSE(table->rewind(0, seat_at(0)));
  ASSERT_FALSE(do_action(*table, 0, "point south"));
  std::string told;
  for (const Deed& deed : table->course()) {
    told += deed.back != nullptr ? "back " + std::to_string(deed.back->to)
                                 : toy_game().action_id(*table->edition(), deed.step->action) +
                                       (deed.counts ? "" : " (taken back)");
    told += "; ";
  }
  EXPECT_EQ(told, "point east (taken back); swap (taken back); back 1; back 0; point south; ");
}

TEST(AnyTable, AnOldTableForgetsWhatWasTakenBack) {
  ChanceSource old = ChanceSource::of_seed(1);
  old.goes_back = true;
  auto table = toy_game().table_at(pointed_json(), nullptr, old);
  ASSERT_TRUE(table) << table.error.text;
  ASSERT_FALSE(do_action(**table, 0, "play two"));
  bid_all(**table, {"bid 1", "bid 1", "bid 1"});
  const uint64_t drawn = (*table)->hash();
  ASSERT_FALSE((*table)->rewind(2));
  for (int seat : {1, 2}) ASSERT_FALSE(do_action(**table, seat, "bid 1"));
  EXPECT_EQ((*table)->hash(), drawn);
  EXPECT_TRUE((*table)->taken_back().empty());
}

TEST(AnyTable, ACloneGoesItsOwnWay) {
  const auto table = toy_table();
  const auto copy = table->clone();
  ASSERT_FALSE(do_action(*copy, 0, "point east"));
  EXPECT_TRUE(table->steps().empty());
  EXPECT_NE(table->hash(), copy->hash());
  EXPECT_EQ(table->hash(), toy_table()->hash());
}

TEST(AnyTable, AFinishedGameTakesNoMoreActions) {
  Json json = pointed_json();
  json.set("phase", Json::of(3));
  json.set("target", Json::of(int64_t{0}));
  auto table = toy_game().table_at(json, nullptr, ChanceSource::of_seed(1));
  ASSERT_TRUE(table) << table.error.text;
  EXPECT_TRUE((*table)->over());
  EXPECT_TRUE((*table)->acting().empty());
  EXPECT_EQ((*table)->act(seat_at(0), {}).text, "the game is over");
  Offer offer(Offer::Keep::kAll);
  (*table)->offer(seat_at(0), offer);
  EXPECT_TRUE(offer.empty());
}

}  // namespace
}  // namespace engine
