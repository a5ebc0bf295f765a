// What each seat knows (§8): views after the cards that show something, and what `reimagine` keeps.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "games/koenig/test_table.h"

namespace koenig::knowledge_test {

using namespace koenig::test;

Strings strings(std::initializer_list<const char*> list) { return {list.begin(), list.end()}; }

// Four players, a hand of each; green plays. The cup is with red, so a turn ends without a toast.
constexpr const char* kFourHands = R"({
        "start": "green", "active": "green", "turn": 5, "cup": "red",
        "line": ["Ra", "Gg", "Z", "Pr", "Yr", "S", "Gd", "Rd", "J", "Ya", "Pg"],
        "hands": {"green": ["fauler_handel_suche", "fauler_handel_tausch", "zack", "zange"],
        "purple": ["galant", "stammplatz", "stammplatz"],
        "yellow": ["suender", "trennung"],
        "red": ["selbstlos"]}})";

// --- views ---

TEST(KoenigKnowledge, ASeatSeesItsOwnHandAndTheSizesOfTheOthers) {
  const Table table(4, kFourHands);
  EXPECT_EQ(table.cards_seen("purple", "purple"), strings({"galant", "stammplatz", "stammplatz"}));
  for (const char* holder : {"green", "yellow", "red"}) {
    EXPECT_EQ(table.cards_seen("purple", holder), Strings{}) << holder;
    EXPECT_EQ(table.cards_seen("spectator", holder), Strings{}) << holder;
  }
  const Json view = table.view(Viewer::at(kPurple));
  EXPECT_EQ(view.find("hand_sizes")->find("green")->integer, 4);
  EXPECT_EQ(view.find("pile_size")->integer, 74 - 10);
  EXPECT_EQ(view.find("pile"), nullptr);
  EXPECT_EQ(view.find("removed"), nullptr);
}

TEST(KoenigKnowledge, AfterTauscheEachPartnerKnowsTheHandHeGaveAway) {
  Table table(4, kFourHands);
  table.act("green: play fauler_handel_tausch").act("green: seat purple", {"armdruecken"});
  EXPECT_EQ(table.cards_seen("green", "green"),
            strings({"armdruecken", "galant", "stammplatz", "stammplatz"}));
  EXPECT_EQ(table.cards_seen("green", "purple"), strings({"fauler_handel_suche", "zack", "zange"}));
  // Not the card green has drawn since.
  EXPECT_EQ(table.cards_seen("purple", "green"), strings({"galant", "stammplatz", "stammplatz"}));
  for (const char* other : {"yellow", "red", "spectator"}) {
    EXPECT_EQ(table.cards_seen(other, "green"), Strings{}) << other;
    EXPECT_EQ(table.cards_seen(other, "purple"), Strings{}) << other;
  }
}

TEST(KoenigKnowledge, WhatIsKnownTravelsWithTheHandAndIsForgottenWhenPlayed) {
  Table table(4, kFourHands);
  table.act("green: play fauler_handel_tausch").act("green: seat purple", {"armdruecken"});
  table.act("purple: play zack", {"miss", "miss", "denunziant"});
  EXPECT_EQ(table.cards_seen("green", "purple"), strings({"fauler_handel_suche", "zange"}));
  EXPECT_EQ(table.cards_seen("purple", "purple"),
            strings({"denunziant", "fauler_handel_suche", "zange"}));
}

TEST(KoenigKnowledge, AThirdSeatStillKnowsCardsThatWentFromHandToHandInTheOpen) {
  // Yellow knows green's zange; then green swaps hands with purple.
  Table table(4, R"({
        "start": "green", "active": "green", "turn": 5, "cup": "red",
        "hands": {"green": ["fauler_handel_tausch", {"card": "zange", "known_by": ["yellow"]}],
        "purple": ["galant"], "yellow": ["suender"], "red": ["selbstlos"]}})");
  EXPECT_EQ(table.cards_seen("yellow", "green"), strings({"zange"}));
  table.act("green: play fauler_handel_tausch").act("green: seat purple", {"any"});
  EXPECT_EQ(table.cards_seen("yellow", "green"), Strings{});
  EXPECT_EQ(table.cards_seen("yellow", "purple"), strings({"zange"}));
  EXPECT_EQ(table.cards_seen("red", "purple"), Strings{});
}

TEST(KoenigKnowledge, SucheShowsTheHandToTheActorAlone) {
  Table table(4, kFourHands);
  table.act("green: play fauler_handel_suche").act("green: seat purple");
  EXPECT_EQ(table.cards_seen("green", "purple"), strings({"galant", "stammplatz", "stammplatz"}));
  for (const char* other : {"yellow", "red", "spectator"}) {
    EXPECT_EQ(table.cards_seen(other, "purple"), Strings{}) << other;
  }
}

TEST(KoenigKnowledge, AfterSucheTheVictimKnowsTheCardThatLeftAndTheActorTheRest) {
  Table table(4, kFourHands);
  table.act("green: play fauler_handel_suche")
      .act("green: seat purple")
      .act("green: take galant", {"any"});
  EXPECT_EQ(table.cards_seen("green", "purple"), strings({"stammplatz", "stammplatz"}));
  EXPECT_EQ(table.cards_seen("purple", "green"), strings({"galant"}));
  for (const char* other : {"yellow", "red", "spectator"}) {
    EXPECT_EQ(table.cards_seen(other, "green"), Strings{}) << other;
    EXPECT_EQ(table.cards_seen(other, "purple"), Strings{}) << other;
  }
  const auto took_as = [&](Viewer viewer) { return table.events(viewer).front(); };
  EXPECT_EQ(took_as(Viewer::at(kGreen)), "took green purple galant");
  EXPECT_EQ(took_as(Viewer::at(kPurple)), "took green purple galant");
  EXPECT_EQ(took_as(Viewer::at(kYellow)), "took green purple ?");
  EXPECT_EQ(took_as(Viewer::spectator()), "took green purple ?");
}

TEST(KoenigKnowledge, AThirdSeatCannotTellWhichKnownCardLeft) {
  Table table(4, R"({
        "start": "green", "active": "green", "turn": 5, "cup": "red",
        "hands": {"green": ["fauler_handel_suche"],
        "purple": ["galant", {"card": "zange", "known_by": ["yellow"]}],
        "yellow": ["suender"], "red": ["selbstlos"]}})");
  table.act("green: play fauler_handel_suche")
      .act("green: seat purple")
      .act("green: take galant", {"any"});
  EXPECT_EQ(table.cards_seen("yellow", "purple"), Strings{}) << "it might have been the zange";
  EXPECT_EQ(table.cards_seen("green", "purple"), strings({"zange"}));
}

TEST(KoenigKnowledge, BlindSucheShowsNothingButTheCardTaken) {
  Table table(4, kFourHands, "shady_deal_pick=blind");
  table.act("green: play fauler_handel_suche").act("green: seat purple", {"stammplatz", "any"});
  EXPECT_EQ(table.cards_seen("green", "purple"), Strings{});
  EXPECT_EQ(table.cards_seen("purple", "green"), strings({"stammplatz"}));
  EXPECT_EQ(table.cards_seen("red", "green"), Strings{});
}

TEST(KoenigKnowledge, ADrawnCardIsTheDrawersSecret) {
  Table table(4, kFourHands);
  table.act("green: play zange", {"launisch_1"});
  const auto drew_as = [&](Viewer viewer) {
    const Strings told = table.events(viewer);
    return *std::find_if(told.begin(), told.end(),
                         [](const std::string& e) { return e.starts_with("drew"); });
  };
  EXPECT_EQ(drew_as(Viewer::at(kGreen)), "drew green launisch_1");
  EXPECT_EQ(drew_as(Viewer::at(kPurple)), "drew green ?");
  EXPECT_EQ(drew_as(Viewer::spectator()), "drew green ?");
}

// R46: all may count the discards, so all know what a new pile is made of.
TEST(KoenigKnowledge, R46_TheDiscardsAreOpenToAll) {
  Table table(4, kFourHands);
  table.act("green: play zange", {"any"});
  for (Viewer viewer : {Viewer::at(kPurple), Viewer::at(kYellow), Viewer::spectator()}) {
    const Json view = table.view(viewer);
    ASSERT_EQ(view.find("discards")->items.size(), 1u);
    EXPECT_EQ(view.find("discards")->items[0].text, "zange");
  }
}

// --- two copies of a card in one hand ---

Table with_stammplatz(std::string_view purple) {
  return Table(3, R"({"start": "green", "active": "purple", "turn": 5, "cup": "yellow",
        "hands": {"green": ["zange"], "yellow": ["zack"], "purple": [)" +
                      std::string(purple) + R"(]}})");
}

TEST(KoenigKnowledge, OneOfTwoCopiesIsPlayedSoTheKnownOneMayBeGone) {
  Table table =
      with_stammplatz(R"("stammplatz", {"card": "stammplatz", "known_by": ["green"]}, "galant")");
  EXPECT_EQ(table.cards_seen("green", "purple"), strings({"stammplatz"}));
  table.act("purple: play stammplatz", {"any"});
  EXPECT_EQ(table.cards_seen("green", "purple"), Strings{});
}

TEST(KoenigKnowledge, OneOfTwoKnownCopiesIsPlayedSoTheOtherIsStillThere) {
  Table table = with_stammplatz(R"({"card": "stammplatz", "known_by": ["green"]},
        {"card": "stammplatz", "known_by": ["green"]})");
  table.act("purple: play stammplatz", {"any"});
  EXPECT_EQ(table.cards_seen("green", "purple"), strings({"stammplatz"}));
}

TEST(KoenigKnowledge, TwoSeatsKnowOneCopyEachAndBothBecomeUnsure) {
  Table table = with_stammplatz(R"({"card": "stammplatz", "known_by": ["green"]},
        {"card": "stammplatz", "known_by": ["yellow"]})");
  table.act("purple: play stammplatz", {"any"});
  EXPECT_EQ(table.cards_seen("green", "purple"), Strings{});
  EXPECT_EQ(table.cards_seen("yellow", "purple"), Strings{});
}

TEST(KoenigKnowledge, WhoKnowsBothKeepsOneAndWhoKnowsOneForgetsIt) {
  Table table = with_stammplatz(R"({"card": "stammplatz", "known_by": ["green"]},
        {"card": "stammplatz", "known_by": ["green", "yellow"]})");
  table.act("purple: play stammplatz", {"any"});
  EXPECT_EQ(table.cards_seen("green", "purple"), strings({"stammplatz"}));
  EXPECT_EQ(table.cards_seen("yellow", "purple"), Strings{});
}

TEST(KoenigKnowledge, ADrawnCopyDoesNotMakeTheKnownOneUncertain) {
  Table table = with_stammplatz(R"({"card": "stammplatz", "known_by": ["green"]}, "galant")");
  // At the end of his turn he draws a second copy.
  table.act("purple: play galant");
  table.act("purple: hero Pg", {"stammplatz"});
  EXPECT_EQ(table.cards_seen("green", "purple"), strings({"stammplatz"}));
  EXPECT_EQ(table.cards_seen("purple", "purple"), strings({"stammplatz", "stammplatz"}));
}

// --- the order of Trickbetrug, and votes ---

Table three_face_down() {
  Table table(3, R"({"start": "green", "active": "green", "turn": 4, "cup": "centre",
        "line": ["Gg", "Pr", "J", "Ya", "S", "Gd", "Z", "Pg", "Yr"],
        "hands": {"green": ["trickbetrug"]}})");
  table.act("green: play trickbetrug")
      .act("green: place 4")
      .act("green: seat purple")
      .act("green: lay Gd Ya S");
  return table;
}

std::string order_of(const State& s) {
  std::string text;
  for (int i = 2; i <= 4; ++i) text += value_id(*s.edition, domain::kHero, s.pick(i)) + " ";
  return text;
}

TEST(KoenigKnowledge, TheFaceDownOrderIsImaginedAnewForAllButTheActor) {
  const Table table = three_face_down();
  Chance chance(5);
  for (Seat seat : {kGreen, kPurple, kYellow}) {
    std::map<std::string, int> orders;
    for (int i = 0; i < 6000; ++i) {
      State s = table.state();
      Koenig::reimagine(s, seat, chance);
      ++orders[order_of(s)];
      ASSERT_EQ(Koenig::broken_invariant(s), -1);
    }
    if (seat == kGreen) {
      EXPECT_EQ(orders.size(), 1u);
      EXPECT_TRUE(orders.contains("Gd Ya S "));
      continue;
    }
    EXPECT_EQ(orders.size(), 6u) << index(seat);
    for (const auto& [order, count] : orders) EXPECT_NEAR(count, 1000, 150) << order;
  }
}

TEST(KoenigKnowledge, VotesAreHiddenUntilAllAreInAndThenShownTogether) {
  Table table(4, R"({"start": "green", "active": "green", "turn": 5, "cup": "centre",
        "hands": {"green": ["ehrenplatz"], "purple": ["zack"], "yellow": [], "red": []}})");
  table.act("green: play ehrenplatz").act("green: gap 2").act("purple: vote yes");
  EXPECT_EQ(table.events(), Strings{}) << "a vote is not told before the last is in";
  table.act("red: vote no").act("green: vote yes");
  const auto ballot_seen = [&](Viewer viewer, std::string_view voter) {
    const Json view = table.view(viewer);
    const Json* ballot = view.find("ballots")->find(voter);
    return ballot == nullptr                   ? std::string("not cast")
           : ballot->kind == Json::Kind::kNull ? "hidden"
                                               : ballot->text;
  };
  EXPECT_EQ(ballot_seen(Viewer::at(kPurple), "purple"), "yes");
  EXPECT_EQ(ballot_seen(Viewer::at(kPurple), "red"), "hidden");
  EXPECT_EQ(ballot_seen(Viewer::at(kYellow), "purple"), "hidden");
  EXPECT_EQ(ballot_seen(Viewer::spectator(), "green"), "hidden");
  EXPECT_EQ(ballot_seen(Viewer::at(kPurple), "yellow"), "not cast");
  table.act("yellow: vote no");
  const Strings told = table.events(Viewer::at(kYellow));
  EXPECT_EQ(Strings(told.begin(), told.begin() + 5),
            strings({"voted green yes", "voted purple yes", "voted yellow no", "voted red no",
                     "motion_lost 2 2"}));
}

TEST(KoenigKnowledge, AnotherSeatsVoteIsImaginedAndOnesOwnIsKept) {
  Table table(3, R"({"start": "green", "active": "green", "turn": 4, "cup": "centre",
        "hands": {"green": ["ehrenplatz"], "purple": ["zack"], "yellow": ["zange"]}})");
  table.act("green: play ehrenplatz")
      .act("green: gap 2")
      .act("purple: vote yes")
      .act("green: vote yes");
  Chance chance(6);
  int yes = 0;
  for (int i = 0; i < 2000; ++i) {
    State s = table.state();
    Koenig::reimagine(s, kGreen, chance);
    ASSERT_EQ(s.ballots[0], Ballot::kYes);
    ASSERT_EQ(s.ballots[2], Ballot::kNotCast);
    yes += s.ballots[1] == Ballot::kYes ? 1 : 0;
  }
  EXPECT_NEAR(yes, 1000, 120);
}

TEST(KoenigKnowledge, OpenVotesAreNotImagined) {
  Table table(3, R"({"start": "green", "active": "green", "turn": 4, "cup": "centre",
        "hands": {"green": ["ehrenplatz"], "purple": ["zack"], "yellow": ["zange"]}})",
              "vote_mode=sequential");
  table.act("green: play ehrenplatz").act("green: gap 2").act("purple: vote yes");
  Chance chance(7);
  for (int i = 0; i < 100; ++i) {
    State s = table.state();
    Koenig::reimagine(s, kGreen, chance);
    ASSERT_EQ(s.ballots[1], Ballot::kYes);
  }
}

// --- what reimagine keeps ---

using Count = std::array<int, 128>;

template <class Cards>
void add_to(Count& count, const Cards& cards) {
  for (Card card : cards) ++count[static_cast<size_t>(card)];
}

// All cards there are, wherever they lie.
Count components(const State& s) {
  Count count{};
  add_to(count, s.pile);
  add_to(count, s.discards);
  add_to(count, s.removed);
  for (int i = 0; i < s.players; ++i) {
    for (const HandCard& held : s.hands.of(engine::seat_at(i)))
      ++count[static_cast<size_t>(held.card)];
  }
  if (s.cellar != Card::kNone) ++count[static_cast<size_t>(s.cellar)];
  if (s.in_play != Card::kNone && s.in_play != s.cellar) ++count[static_cast<size_t>(s.in_play)];
  return count;
}

std::vector<Card> known_to(const State& s, Seat viewer, Seat holder) {
  std::vector<Card> cards;
  for (const HandCard& held : s.hands.of(holder)) {
    if (holder == viewer || SeatSet::from_bits(held.known_by).contains(viewer))
      cards.push_back(held.card);
  }
  return cards;
}

void check_imagined(const State& real, const State& imagined, Seat viewer) {
  ASSERT_EQ(components(imagined), components(real)) << "every component, each as often as before";
  ASSERT_EQ(imagined.pile.size(), real.pile.size());
  ASSERT_EQ(imagined.removed.size(), real.removed.size());
  ASSERT_EQ(imagined.discards, real.discards);
  ASSERT_EQ(imagined.line, real.line);
  ASSERT_EQ(imagined.wealth, real.wealth);
  for (int i = 0; i < real.players; ++i) {
    const Seat holder = engine::seat_at(i);
    ASSERT_EQ(imagined.hands.size(holder), real.hands.size(holder));
    ASSERT_EQ(known_to(imagined, viewer, holder), known_to(real, viewer, holder))
        << "known cards stay in place";
  }
  if (!real.recycled.empty()) {
    Count made_of{};
    add_to(made_of, real.recycled);
    Count pile{};
    add_to(pile, imagined.pile);
    Count away{};
    add_to(away, imagined.removed);
    for (size_t card = 0; card < edition().cards.size(); ++card) {
      ASSERT_LE(pile[card], made_of[card])
          << edition().cards[card].id << " was not in the discards";
      ASSERT_LE(away[card] + made_of[card], copies_in_game(real, static_cast<Card>(card)))
          << edition().cards[card].id << " can't have been put away unseen";
    }
  }
  ASSERT_EQ(Koenig::broken_invariant(imagined), -1);
}

TEST(KoenigKnowledge, ImaginedWorldsHaveEveryComponentAndKeepWhatIsKnown) {
  uint64_t seed = 500;
  int with_known = 0;
  int after_reshuffle = 0;
  int short_and_reshuffled = 0;
  for (int players = 3; players <= 6; ++players) {
    for (const engine::Variants& variants : all_variants()) {
      Chance chance(++seed, 99);
      const Policy policy = seed % 2 == 0 ? no_last_toast : any_action;
      play_random(
          players, variants, seed,
          [&](const Moment& m) {
            if (testing::Test::HasFatalFailure() || chance.below(8) != 0) return;
            for (int i = 0; i < players; ++i) {
              const Seat viewer = engine::seat_at(i);
              for (int j = 0; j < players; ++j) {
                with_known +=
                    i != j && !known_to(m.after, viewer, engine::seat_at(j)).empty() ? 1 : 0;
              }
              after_reshuffle += m.after.recycled.empty() ? 0 : 1;
              short_and_reshuffled += m.after.recycled.empty() || m.after.removed.empty() ? 0 : 1;
              State imagined = m.after;
              Koenig::reimagine(imagined, viewer, chance);
              check_imagined(m.after, imagined, viewer);
            }
          },
          policy);
    }
  }
  EXPECT_GT(with_known, 1000);
  EXPECT_GT(after_reshuffle, 1000);
  EXPECT_GT(short_and_reshuffled, 100);
}

TEST(KoenigKnowledge, UnseenCardsAreEquallyLikelyEverywhere) {
  // Green sees his one card; 73 others are unseen, three of them in purple's hand.
  const Table table(3, R"({"start": "green", "active": "green", "turn": 4, "cup": "centre",
        "hands": {"green": ["zange"], "purple": ["galant", "zack", "suender"],
        "yellow": ["trennung"]}})");
  constexpr int kWorlds = 73000;
  Chance chance(8);
  int galant = 0;
  int stammplatz = 0;
  for (int i = 0; i < kWorlds; ++i) {
    State s = table.state();
    Koenig::reimagine(s, kGreen, chance);
    galant += s.hands.holds(kPurple, card_id("galant")) ? 1 : 0;
    for (const HandCard& held : s.hands.of(kPurple))
      stammplatz += held.card == card_id("stammplatz") ? 1 : 0;
    ASSERT_FALSE(s.hands.holds(kPurple, card_id("zange"))) << "that one is green's";
  }
  EXPECT_NEAR(galant, 3000, 220);
  EXPECT_NEAR(stammplatz, 15000, 450);
}

TEST(KoenigKnowledge, AfterAReshuffleWhatWasNotInTheDiscardsMustBeInAHand) {
  // The new pile was made of galant, zack and suender; so every other unseen card is held by
  // somebody.
  Table table(3, R"({"start": "green", "active": "green", "turn": 4, "cup": "centre",
        "hands": {"green": ["zange"], "purple": ["galant", "trennung"], "yellow": []}})");
  Json position = *engine::parse_json(table.any().position_text(), "position");
  Json pile = Json::array();
  Json recycled = Json::array();
  Json rest = Json::array();
  for (const Json& card : position.find("pile")->items) {
    (card.text == "zack" || card.text == "suender" ? pile : rest).items.push_back(card);
  }
  for (const char* card : {"galant", "suender", "zack"}) recycled.items.push_back(Json::of(card));
  position.set("pile", pile);
  position.set("recycled", recycled);
  position.set("discards", rest);
  position.set("exhaustions", Json::of(1));
  position.set("final_turn", Json::of(3));
  const Table short_pile(position);
  Chance chance(9);
  int galant = 0;
  for (int i = 0; i < 3000; ++i) {
    State s = short_pile.state();
    Koenig::reimagine(s, kGreen, chance);
    ASSERT_TRUE(s.hands.holds(kPurple, card_id("trennung")));
    galant += s.hands.holds(kPurple, card_id("galant")) ? 1 : 0;
  }
  EXPECT_NEAR(galant, 1000, 120) << "one of the three in purple's hand, the others in the pile";
}

TEST(KoenigKnowledge, CardsPutAwayForAShortGameAreUnknownToAll) {
  const State start = dealt(3, variants_of("deck_size=64"), 3);
  Chance chance(10);
  for (Seat seat : {kGreen, kPurple, kYellow}) {
    std::set<std::vector<Card>> seen;
    for (int i = 0; i < 200; ++i) {
      State s = start;
      Koenig::reimagine(s, seat, chance);
      ASSERT_EQ(s.removed.size(), 10);
      seen.insert(std::vector<Card>(s.removed.begin(), s.removed.end()));
    }
    EXPECT_GT(seen.size(), 150u);
  }
}

}  // namespace koenig::knowledge_test
