// Positions: what cannot be is refused by the name of the invariant, what cannot be read by the
// field.
#include <algorithm>
#include <set>

#include "games/koenig/test_table.h"

namespace koenig::position_test {

using namespace koenig::test;

struct Damage {
  const char* name;
  Invariant invariant;
  const char* patch;
  const char* variants = "";
};

// The line of seed 1 with three players: Gg Ya Gd Pg J Yr S Z Pr; yellow begins, the cup is with
// purple.
constexpr Damage kDamages[]{
    {"AHeroTwice", Invariant::kHeroes,
     R"({"line": ["Gg", "Gg", "Gd", "Pg", "J", "Yr", "S", "Z", "Pr"]})"},
    {"AHeroMissing", Invariant::kHeroes,
     R"({"line": ["Gg", "Ya", "Gd", "Pg", "J", "Yr", "S", "Z"]})"},
    {"AHeroOfAColourNotInPlay", Invariant::kHeroes,
     R"({"line": ["Gg", "Ya", "Gd", "Pg", "J", "Yr", "S", "Z", "Pr", "Ra"]})"},
    {"DracoAmongTheHeroes", Invariant::kHeroes,
     R"({"line": ["Gg", "Ya", "Gd", "Pg", "J", "Yr", "S", "Z", "Pr", "D"]})"},
    {"AHeroAtTheTableAndAway", Invariant::kHeroes, R"({"away": {"green": "Pr"}})"},
    {"JohnBanished", Invariant::kHeroes,
     R"({"away": {"green": "J"}, "line": ["Gg", "Ya", "Gd", "Pg", "Yr", "S", "Z", "Pr"]})"},
    {"ZorkBanished", Invariant::kHeroes,
     R"({"away": {"green": "Z"}, "line": ["Gg", "Ya", "Gd", "Pg", "J", "Yr", "S", "Pr"]})"},
    {"AnotherCardBesideDraco", Invariant::kCellar,
     R"({"cellar": "zange", "hands": {"yellow": ["zack"]}})"},
    {"TheCupJustReceivedByNobody", Invariant::kCup, R"({"cup": "centre", "cup_received": true})"},
    {"TheCupJustReceivedByAnother", Invariant::kCup, R"({"cup": "purple", "cup_received": true})"},
    {"ACoinTooMany", Invariant::kMoney, R"({"wealth": {"green": 4}})"},
    {"ACoinTooFew", Invariant::kMoney, R"({"bank": 85})"},
    {"ALimitedBankBelowZero", Invariant::kMoney,
     R"({"wealth": {"green": 50, "purple": 30, "yellow": 20}, "bank": -5})"},
    {"AHolderWhoKnowsHisOwnCardByMark", Invariant::kHands,
     R"({"hands": {"yellow": [{"card": "zack", "known_by": ["yellow"]}]}})"},
    {"RecycledCardsThatNoPileCanHaveHeld", Invariant::kCards,
     R"({"hands": {"yellow": ["zack"]}, "recycled": ["zange", "zange"]})"},
    {"ACardTwice", Invariant::kCards, R"({"hands": {"yellow": ["zange", "zange"]}})"},
    {"ACardMissing", Invariant::kCards, R"({"hands": {"yellow": ["zack"]}, "pile": ["zange"]})"},
    {"RemovedCardsInAFullDeck", Invariant::kCards,
     R"({"hands": {"yellow": ["zack"]}, "removed": ["zange"]})"},
    {"NoRemovedCardsInAShortDeck", Invariant::kCards,
     R"({"hands": {"yellow": ["zack"]}, "removed": []})", "deck_size=64"},
    {"AHiddenShuffleCardThatWasLeftOut", Invariant::kCards,
     R"({"hands": {"yellow": ["trickbetrug"]}})", "hidden_shuffle_cards=remove"},
    {"AFinalPhaseWithoutAnExhaustion", Invariant::kFinalPhase, R"({"turn": 9, "final_turn": 8})"},
    {"AnExhaustionWithoutAFinalPhase", Invariant::kFinalPhase, R"({"exhaustions": 1})"},
    {"OneExhaustionInALongGame", Invariant::kFinalPhase,
     R"({"turn": 9, "exhaustions": 1, "final_turn": 8})", "long_game=on"},
    {"OverWithoutAFinalPhase", Invariant::kFinalPhase, R"({"over": true, "agenda": []})"},
    {"NothingLeftToDo", Invariant::kAgenda, R"({"agenda": []})"},
    {"StepsOutOfOrder", Invariant::kAgenda,
     R"({"agenda": ["draw", "turn_end", "toast_choice", "choose_card"]})"},
    {"AToastQuestionWhileTheCupIsTaken", Invariant::kAgenda,
     R"({"agenda": ["turn_end", "draw", "toast_choice"]})"},
    {"ACardToChooseFromAnEmptyHand", Invariant::kAgenda, R"({"hands": {"green": ["zack"]}})"},
    {"AHeroToReturnThatIsNotAway", Invariant::kAgenda,
     R"({"agenda": ["turn_end", "draw", "toast_choice", "choose_card", "return_hero"]})"},
    {"AHeroAwayThatShouldReturnFirst", Invariant::kAgenda,
     R"({"away": {"yellow": "Pr"}, "line": ["Gg", "Ya", "Gd", "Pg", "J", "Yr", "S", "Z"]})"},
    {"AQuestionWithoutACard", Invariant::kAgenda,
     R"({"agenda": ["turn_end", "draw", "toast_choice", "finish_card",
        "ask hero_to_move yellow"]})"},
    {"AQuestionThatIsNotThisCards", Invariant::kAgenda,
     R"({"in_play": "zange", "hands": {"yellow": ["zack"]},
        "agenda": ["turn_end", "draw", "toast_choice", "finish_card",
        "ask hero_to_move yellow"]})"},
    {"AQuestionToTheWrongSeat", Invariant::kAgenda,
     R"({"in_play": "kleine_intrige_vor", "hands": {"yellow": ["zack"]},
        "agenda": ["turn_end", "draw", "toast_choice", "finish_card", "ask hero_to_move green"]})"},
    {"AnswersThatDontFit", Invariant::kAgenda,
     R"({"in_play": "kleine_intrige_vor", "hands": {"yellow": ["zack"]}, "picks": [1],
        "agenda": ["turn_end", "draw", "toast_choice", "finish_card",
        "ask hero_to_move yellow"]})"},
    {"AnswersWithoutACard", Invariant::kAgenda, R"({"picks": [1]})"},
    {"VotesWithoutAMotion", Invariant::kBallots, R"({"ballots": {"green": "yes"}})"},
    {"AllVotesInAndNotCounted", Invariant::kBallots,
     R"({"in_play": "ehrenplatz", "hands": {"yellow": ["zack"]}, "picks": [2],
        "agenda": ["turn_end", "draw", "toast_choice", "finish_card", "vote vote_draco"],
        "ballots": {"green": "yes", "purple": "no", "yellow": "no"}})"},
};

class KoenigImpossible : public testing::TestWithParam<Damage> {};

TEST_P(KoenigImpossible, IsRefusedByTheNameOfTheInvariant) {
  const Damage& damage = GetParam();
  const engine::Error error = refusal(3, damage.patch, damage.variants);
  ASSERT_TRUE(error) << "it was taken";
  EXPECT_EQ(error.code, engine::ErrorCode::kPosition);
  EXPECT_EQ(error.rule, spec().invariants[static_cast<size_t>(damage.invariant)]) << error.text;
}

INSTANTIATE_TEST_SUITE_P(Positions, KoenigImpossible, testing::ValuesIn(kDamages),
                         [](const testing::TestParamInfo<Damage>& damage) {
                           return std::string(damage.param.name);
                         });

// What no file can say, because reading refuses or repairs it: damaged in memory.
TEST(KoenigImpossibleState, SeatsOutsideTheTableAndPilesOutOfOrderAreNotSound) {
  const State good = dealt(3, engine::default_variants(spec()), 1);
  const auto broken = [](const State& s) { return engine::broken_invariant<Koenig>(s); };
  ASSERT_EQ(broken(good), "");
  State s = good;
  s.active = engine::seat_at(3);
  EXPECT_EQ(broken(s), engine::kSound);
  s = good;
  s.start = Seat::kNone;
  EXPECT_EQ(broken(s), engine::kSound);
  s = good;
  s.sarah_owner = engine::seat_at(4);
  EXPECT_EQ(broken(s), engine::kSound);
  s = good;
  s.pile.put_on_top(s.pile.draw(0, *std::make_unique<Chance>(1)));
  EXPECT_EQ(broken(s), engine::kSound) << "nobody knows a card on top of the pile in this game";
  s = good;
  s.wealth[5] = 1;
  EXPECT_EQ(broken(s), engine::kSound) << "an empty seat has no money";
  s = good;
  s.cup = engine::seat_at(3);
  EXPECT_EQ(broken(s), engine::kSound);
}

TEST(KoenigImpossibleState, EveryInvariantIsProvokedHere) {
  std::set<Invariant> provoked;
  for (const Damage& damage : kDamages) provoked.insert(damage.invariant);
  for (size_t i = 0; i < spec().invariants.size(); ++i) {
    EXPECT_TRUE(provoked.contains(static_cast<Invariant>(i))) << spec().invariants[i];
  }
}

// --- fields ---

struct BadField {
  const char* name;
  const char* patch;
  const char* named;  // must stand in the error
};

constexpr BadField kBadFields[]{
    {"AnotherGame", R"({"game": "chess"})", "game"},
    {"TwoPlayers", R"({"players": 2})", "players"},
    {"SevenPlayers", R"({"players": 7})", "players"},
    {"AnUnknownOption", R"({"variants": {"speed": "fast"}})", "speed"},
    {"AnUnknownValueOfAnOption", R"({"variants": {"deck_size": "60"}})", "deck_size"},
    {"TurnZero", R"({"turn": 0})", "turn"},
    {"AnUnknownSeat", R"({"active": "pink"})", "active"},
    {"ASeatThatIsNotInTheGame", R"({"start": "red"})", "start"},
    {"AnUnknownHero", R"({"line": ["Gg", "Ya", "Gd", "Pg", "J", "Yr", "S", "Z", "Xx"]})", "line"},
    {"MoreHeroesThanThereAre",
     R"({"line": ["Gg", "Ya", "Gd", "Pg", "J", "Yr", "S", "Z", "Pr", "Gg", "Ya", "Gd", "Pg", "J",
        "Yr", "S"]})",
     "line"},
    {"AThirdHand", R"({"draco_hand": "both"})", "draco_hand"},
    {"TheCupUnderTheTable", R"({"cup": "floor"})", "cup"},
    {"AnUnknownCellar", R"({"cellar": "beer"})", "cellar"},
    {"AnUnknownOwnerOfSarah", R"({"sarah_owner": "draco"})", "sarah_owner"},
    {"ABanisherWhoIsNotInTheGame", R"({"away": {"red": "Pr"}})", "away"},
    {"ABanishedDog", R"({"away": {"green": "dog"}})", "away"},
    {"NegativeWealth", R"({"wealth": {"green": -1}})", "wealth"},
    {"WealthOfText", R"({"wealth": {"green": "much"}})", "wealth"},
    {"AnUnknownCardInAHand", R"({"hands": {"green": ["joker"]}})", "hands"},
    {"AHandThatIsNoList", R"({"hands": {"green": "zange"}})", "hands"},
    {"AHandOfSomebodyElse", R"({"hands": {"red": ["zange"]}})", "hands"},
    {"ACardKnownByNobodyThereIs",
     R"({"hands": {"green": [{"card": "zange", "known_by": ["red"]}]}})", "hands"},
    {"ACardWithAnUnknownMember",
     R"({"hands": {"green": [{"card": "zange", "known_by": [], "seen": 1}]}})", "hands"},
    {"AnUnknownCardInThePile", R"({"pile": ["joker"]})", "pile"},
    {"AnUnknownDiscard", R"({"discards": ["joker"]})", "discards"},
    {"AFinalTurnInTheFuture", R"({"turn": 5, "exhaustions": 1, "final_turn": 6})", "final_turn"},
    {"AnUnknownCardInPlay", R"({"in_play": "joker"})", "in_play"},
    {"APickOutOfRange", R"({"picks": [256]})", "picks"},
    {"APickThatIsNoHero", R"({"in_play": "kleine_intrige_vor", "picks": [16]})", "picks"},
    {"APickThatIsNoSeat", R"({"in_play": "denunziant", "picks": [3]})", "picks"},
    {"TooManyPicks", R"({"picks": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]})", "picks"},
    {"AnUnknownBallot", R"({"ballots": {"green": "perhaps"}})", "ballots"},
    {"AnUnknownStep", R"({"agenda": ["sleep"]})", "agenda"},
    {"AnUnknownQuestion", R"({"agenda": ["turn_end", "ask why green"]})", "agenda"},
    {"TooManySteps", R"({"agenda": ["draw", "draw", "draw", "draw", "draw", "draw", "draw"]})",
     "agenda"},
    {"AnUnknownField", R"({"weather": "rain"})", "weather"},
    {"NoLine", R"({"line": null})", "line"},
    {"NoHands", R"({"hands": null})", "hands"},
    {"NoAgenda", R"({"agenda": null})", "agenda"},
};

class KoenigUnreadable : public testing::TestWithParam<BadField> {};

TEST_P(KoenigUnreadable, IsRefusedByTheNameOfTheField) {
  // As a merge patch over the plain start position, hands and all.
  const State start = dealt(3, engine::default_variants(spec()), 1);
  std::string text;
  engine::JsonWriter writer(text);
  engine::write_position<Koenig>(start, Viewer::everything(), writer);
  Json position = *engine::parse_json(text, "position");
  engine::merge_patch(position, *engine::parse_json(GetParam().patch, "patch"));
  State s;
  const engine::Error error = engine::read_position<Koenig>(position, edition(), s);
  ASSERT_TRUE(error) << "it was taken";
  EXPECT_EQ(error.code, engine::ErrorCode::kPosition);
  EXPECT_NE(error.text.find(GetParam().named), std::string::npos) << error.text;
}

INSTANTIATE_TEST_SUITE_P(Positions, KoenigUnreadable, testing::ValuesIn(kBadFields),
                         [](const testing::TestParamInfo<BadField>& bad) {
                           return std::string(bad.param.name);
                         });

TEST(KoenigPosition, EveryFieldOfTheWrongKindIsNoticed) {
  const State start = dealt(3, engine::default_variants(spec()), 1);
  std::string text;
  engine::JsonWriter writer(text);
  engine::write_position<Koenig>(start, Viewer::everything(), writer);
  const Json whole = *engine::parse_json(text, "position");
  for (const auto& [key, value] : whole.members) {
    for (const char* other : {R"("?")", "123456", "[{}]", R"({"?": 1})", "true"}) {
      const Json replacement = *engine::parse_json(other, "value");
      if (replacement.kind == value.kind) continue;
      Json damaged = whole;
      damaged.set(key, replacement);
      State s;
      const engine::Error error = engine::read_position<Koenig>(damaged, edition(), s);
      EXPECT_TRUE(error) << key << " may be " << other;
      EXPECT_TRUE(!error || error.text.find(key) != std::string::npos) << key << ": " << error.text;
    }
  }
}

// --- what may be left out, and what comes back ---

TEST(KoenigPosition, TheBankAndThePileMayBeLeftOut) {
  const Table table(
      3, R"({"active": "green", "bank": null, "wealth": {"green": 10, "purple": 0, "yellow": 5},
        "hands": {"green": ["zange"], "purple": ["stammplatz", "stammplatz"]}})");
  EXPECT_EQ(table.state().bank, 80);
  EXPECT_EQ(table.state().pile.size(), 71);
}

// A pile face down has no order: a list made by hand is taken as it comes.
TEST(KoenigPosition, TheOrderOfFaceDownCardsMeansNothing) {
  Table table(3, R"({"active": "green", "hands": {"green": ["zange"]}, "removed": [
        "armdruecken", "denunziant", "ehrenplatz", "erpressung", "erscheinung", "galant", "selbstlos",
        "suender", "trennung", "zack"]})",
              "deck_size=64");
  Json position = *engine::parse_json(table.any().position_text(), "position");
  for (std::string_view list : {"pile", "removed"}) {
    std::reverse(position.find(list)->items.begin(), position.find(list)->items.end());
  }
  const auto made = game().table_at(position, nullptr, engine::ChanceSource::of_seed(1));
  ASSERT_TRUE(made) << made.error.text;
  EXPECT_EQ(made.value->hash(), table.any().hash());
}

Json written(const State& s) {
  std::string text;
  engine::JsonWriter writer(text);
  engine::write_position<Koenig>(s, Viewer::everything(), writer);
  return *engine::parse_json(text, "position");
}

TEST(KoenigPosition, WhatIsWrittenIsReadBackByteByByte) {
  uint64_t seed = 300;
  for (int players = 3; players <= 6; ++players) {
    for (const engine::Variants& variants : all_variants()) {
      const Policy policy = ++seed % 2 == 0 ? no_last_toast : any_action;
      play_random(
          players, variants, seed,
          [&](const Moment& m) {
            if (testing::Test::HasFatalFailure() || m.after.turn % 5 != 0) return;
            State back;
            const engine::Error error =
                engine::read_position<Koenig>(written(m.after), edition(), back);
            ASSERT_FALSE(error) << error.text;
            ASSERT_TRUE(engine::same_position<Koenig>(m.after, back));
          },
          policy);
    }
  }
}

// With one card in the pile it is exhausted in every turn: however often that happens, the position
// stays readable and the final phase keeps the turn in which it began.
TEST(KoenigPosition, ManyExhaustionsChangeNothingMore) {
  Table table(
      3,
      R"({"start": "green", "active": "purple", "turn": 5, "cup": "centre", "exhaustions": 1,
        "final_turn": 2,
        "hands": {"purple": ["stammplatz"], "yellow": ["stammplatz"]}})",
      "stall_limit_rounds=99");
  // Green holds all the rest but one card. Nobody plays anything but Stammplatz.
  Json position = written(table.state());
  Json& pile = *position.find("pile");
  const Json last = Json::of("stammplatz");
  pile.items.erase(std::find(pile.items.begin(), pile.items.end(), last));
  position.find("hands")->set("green", pile);
  pile.items.assign(1, last);
  State s;
  ASSERT_FALSE(engine::read_position<Koenig>(position, edition(), s));
  ASSERT_EQ(Koenig::broken_invariant(s), -1);
  Events nothing;
  Chance chance(3);
  const Action quiet = action(Verb::kQuiet);
  const Action stammplatz = action(Verb::kPlay, index(card_id("stammplatz")));
  Offer offer(Offer::Keep::kLegal);
  while (!Koenig::over(s)) {
    offer.clear();
    Koenig::options(s, s.active, offer);
    Koenig::apply(s, s.active, offer.contains(quiet) ? quiet : stammplatz, chance, nothing);
    ASSERT_EQ(Koenig::broken_invariant(s), -1) << "turn " << s.turn;
    ASSERT_EQ(s.final_turn, 2);
    State back;
    const engine::Error error = engine::read_position<Koenig>(written(s), edition(), back);
    ASSERT_FALSE(error) << "turn " << s.turn << ": " << error.text;
  }
  EXPECT_EQ(s.turn, 2 + 99 * 3);
}

// What an answer adds to the picks, by its verb.
std::vector<PickKind> kinds_of(Action answer) {
  const auto verb = static_cast<Verb>(answer.verb);
  if (verb == Verb::kNoHero) return {PickKind::kHero};
  if (verb == Verb::kPay || verb == Verb::kRefuse) return {PickKind::kWay};
  std::vector<PickKind> kinds;
  for (const engine::DomainId arg : spec().verbs[answer.verb].args) {
    if (arg == engine::kNoArg) continue;
    if (arg == engine::kSeatArg) kinds.push_back(PickKind::kSeat);
    if (arg == domain::kHero) kinds.push_back(PickKind::kHero);
    if (arg == domain::kType) kinds.push_back(PickKind::kType);
    if (arg == domain::kCard || verb == Verb::kAmount) kinds.push_back(PickKind::kNumber);
    if (verb == Verb::kPlace || verb == Verb::kGap) kinds.push_back(PickKind::kPlace);
    if (arg == domain::kDirection || arg == domain::kEnd || arg == domain::kSide ||
        arg == domain::kTowards || arg == domain::kSlot)
      kinds.push_back(PickKind::kWay);
  }
  return kinds;
}

TEST(KoenigPosition, AnswersAreWhatTheTableOfCardsSays) {
  std::set<int> asked;
  for (const engine::Variants& variants : all_variants()) {
    for (uint64_t seed = 1; seed <= 10; ++seed) {
      play_random(3, variants, seed, [&](const Moment& m) {
        const auto item = m.before.agenda.top().item;
        if (item != Item::kAsk && item != Item::kVote) return;
        asked.insert(m.before.agenda.top().a);
        for (const engine::Option& option : m.offered) {
          const std::vector<PickKind> kinds =
              item == Item::kVote ? std::vector{PickKind::kWay} : kinds_of(option.action);
          for (size_t i = 0; i < kinds.size(); ++i) {
            const int pick = m.before.picks.size() + static_cast<int>(i);
            ASSERT_EQ(kind_of_pick(m.before, pick), kinds[i])
                << edition()[m.before.in_play].id << ", pick " << pick;
          }
          ASSERT_EQ(kinds.size(),
                    item == Item::kVote ? 1 : static_cast<size_t>(picks_of(option.action).size()));
        }
      });
    }
  }
  // All questions but those of the turn itself: which card, where to, a toast.
  EXPECT_EQ(asked.size(), spec().prompts.size() - 3);
}

}  // namespace koenig::position_test
