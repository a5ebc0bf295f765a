// What each variant changes (§10).
#include <algorithm>

#include "games/koenig/test_table.h"

namespace koenig::options_test {

using namespace koenig::test;

int cards_in(const State& s) {
  int count = s.pile.size() + s.discards.size() + s.removed.size();
  for (int i = 0; i < s.players; ++i) count += s.hands.size(engine::seat_at(i));
  return count;
}

bool anywhere(const State& s, std::string_view card) {
  const Card wanted = card_id(card);
  bool found =
      s.removed.contains(wanted) || std::find(s.pile.begin(), s.pile.end(), wanted) != s.pile.end();
  for (int i = 0; i < s.players; ++i) found = found || s.hands.holds(engine::seat_at(i), wanted);
  return found;
}

TEST(KoenigOptions, TheDefaultsAreThoseOfTheDossier) {
  const engine::Variants variants = engine::default_variants(spec());
  const std::pair<const char*, const char*> defaults[]{
      {"deck_size", "74"},
      {"long_game", "off"},
      {"hidden_shuffle_cards", "play"},
      {"three_card_monte", "hidden"},
      {"card74", "grosse_intrige"},
      {"bank", "limited"},
      {"cellar_scale", "rulebook"},
      {"vote_mode", "simultaneous"},
      {"shady_deal_pick", "open"},
      {"stall_limit_rounds", "10"},
  };
  ASSERT_EQ(spec().variants.size(), std::size(defaults));
  for (size_t i = 0; i < std::size(defaults); ++i) {
    EXPECT_EQ(spec().variants[i].id, defaults[i].first);
    EXPECT_EQ(engine::variant_value(spec(), variants, i), defaults[i].second) << defaults[i].first;
  }
}

TEST(KoenigOptions, DeckSizePutsTenOrTwentyCardsAwayUnseen) {
  for (int players = 3; players <= 6; ++players) {
    for (const auto& [variant, removed] :
         {std::pair{"deck_size=74", 0}, {"deck_size=64", 10}, {"deck_size=54", 20}}) {
      const State s = dealt(players, variants_of(variant), 4);
      EXPECT_EQ(s.removed.size(), removed);
      EXPECT_EQ(cards_in(s), 74);
      EXPECT_EQ(s.pile.size(), 74 - removed - 5 * players);
      EXPECT_TRUE(s.discards.empty());
    }
  }
}

TEST(KoenigOptions, R48_DeckOptionsTogether) {
  const std::tuple<const char*, int> combinations[]{
      {"deck_size=64 card74=none", 63},
      {"deck_size=64 hidden_shuffle_cards=remove", 61},
      {"deck_size=64 card74=none hidden_shuffle_cards=remove", 60},
      {"deck_size=54 card74=none", 53},
      {"deck_size=54 hidden_shuffle_cards=remove", 51},
      {"deck_size=54 card74=none hidden_shuffle_cards=remove", 50},
      {"card74=none", 73},
      {"hidden_shuffle_cards=remove", 71},
  };
  for (const auto& [variants, in_play] : combinations) {
    const State s = dealt(6, variants_of(variants), 5);
    EXPECT_EQ(cards_in(s) - s.removed.size(), in_play) << variants;
    EXPECT_EQ(Koenig::broken_invariant(s), -1) << variants;
  }
}

TEST(KoenigOptions, HiddenShuffleCardsAreLeftOutOpenly) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const State with = dealt(3, variants_of("deck_size=64"), seed);
    const State without = dealt(3, variants_of("deck_size=64 hidden_shuffle_cards=remove"), seed);
    for (std::string_view card : {"grosse_rauferei", "kleine_rauferei", "trickbetrug"}) {
      EXPECT_TRUE(anywhere(with, card)) << card;
      EXPECT_FALSE(anywhere(without, card)) << card << ": not even among the cards put away";
    }
  }
}

TEST(KoenigOptions, Card74DecidesWhichCardThereAreTwoOf) {
  const std::tuple<const char*, int, int> values[]{
      {"card74=grosse_intrige", 2, 1}, {"card74=raenkespiel", 1, 2}, {"card74=none", 1, 1}};
  for (const auto& [variant, intrige, raenkespiel] : values) {
    const State s = dealt(3, variants_of(variant), 6);
    EXPECT_EQ(copies_in_game(s, card_id("grosse_intrige")), intrige) << variant;
    EXPECT_EQ(copies_in_game(s, card_id("raenkespiel")), raenkespiel) << variant;
    EXPECT_EQ(cards_in(s), 71 + intrige + raenkespiel) << variant;
  }
}

// --- long_game ---

// All but one card of the pile in the discards, green to play a card that does nothing.
Table one_card_left(std::string_view variants, std::string_view more = "") {
  Table table(3,
              R"({"start": "green", "active": "green", "turn": 40, "cup": "yellow",
        "line": ["Gg", "Pr", "Gd", "Ya", "S", "J", "Z", "Pg", "Yr"],
        "hands": {"green": ["stelldichein", "zange"], "purple": ["zack"], "yellow": ["galant"]})" +
                  std::string(more) + "}",
              variants);
  Json position = *engine::parse_json(table.any().position_text(), "position");
  Json& pile = *position.find("pile");
  while (pile.items.size() > 1) {
    position.find("discards")->items.push_back(pile.items.back());
    pile.items.pop_back();
  }
  return Table(position);
}

TEST(KoenigOptions, TheStandardGameEntersTheFinalPhaseAtTheFirstExhaustion) {
  Table table = one_card_left("");
  table.act("green: play stelldichein", {"any"});
  EXPECT_TRUE(table.state().final_phase());
  EXPECT_EQ(table.state().final_turn, 40);
}

TEST(KoenigOptions, R47_TheLongGameEntersItAtTheSecond) {
  Table first = one_card_left("long_game=on");
  first.act("green: play stelldichein", {"any"});
  EXPECT_FALSE(first.state().final_phase());
  EXPECT_EQ(first.state().exhaustions, 1);
  EXPECT_GT(first.state().pile.size(), 10) << "the discards are the new pile";
  Table second = one_card_left("long_game=on", R"(, "exhaustions": 1)");
  second.act("green: play stelldichein", {"any"});
  EXPECT_TRUE(second.state().final_phase());
  EXPECT_EQ(second.state().exhaustions, 2);
}

// --- three_card_monte ---

TEST(KoenigOptions, TrickbetrugIsPlayedWithAnOpponentOrRearrangedOpenly) {
  for (const auto& [variant, prompt] :
       {std::pair{"three_card_monte=hidden", Prompt::kMonteOpponent},
        {"three_card_monte=rearrange", Prompt::kMonteRearrange}}) {
    Table table(3, R"({"start": "green", "active": "green", "turn": 4, "cup": "centre",
        "hands": {"green": ["trickbetrug"]}})",
                variant);
    table.act("green: play trickbetrug").act("green: place 1");
    EXPECT_EQ(Koenig::prompt(table.state(), kGreen), static_cast<int>(prompt)) << variant;
  }
}

// --- bank ---

constexpr const char* kPoorBank = R"({
        "start": "green", "active": "green", "turn": 4, "cup": "centre",
        "line": ["Gg", "Pr", "Ya", "Pg", "S", "J", "Gd", "Z", "Yr"],
        "wealth": {"green": 31, "purple": 30, "yellow": 29}, "bank": 5,
        "hands": {"green": ["zange", "zack"], "purple": ["galant"], "yellow": ["suender"]}})";

TEST(KoenigOptions, ALimitedBankPaysTillItIsDry) {
  Table table(3, kPoorBank);
  table.act("green: play zange").act("green: toast", {"any", "any"});
  // 4 for Gg, 1 of 3 for Pr, then nothing. Green pays 2 for Zork, yellow 2: too late for the others
  // (R10).
  EXPECT_EQ(table.state().wealth, (std::array<int16_t, 6>{33, 31, 27, 0, 0, 0}));
  EXPECT_EQ(table.state().bank, 4);
}

TEST(KoenigOptions, AnUnlimitedBankPaysAllAndMayGoBelowZero) {
  Table table(3, kPoorBank, "bank=unlimited");
  table.act("green: play zange").act("green: toast", {"any", "any"});
  EXPECT_EQ(table.state().wealth, (std::array<int16_t, 6>{33, 34, 29, 0, 0, 0}));
  EXPECT_EQ(table.state().bank, -1);
  EXPECT_EQ(Koenig::broken_invariant(table.state()), -1);
}

// --- cellar_scale ---

std::array<int16_t, 6> wealth_after(std::string_view variant, std::string_view cellar,
                                    std::string_view wealth) {
  Table table(3,
              R"({"start": "green", "active": "green", "turn": 4, "cup": "centre", "bank": null,
        "line": ["Gg", "Pr", "J", "Ya", "S", "Gd", "Z", "Pg", "Yr"],
        "hands": {"green": ["zange", "zack"], "purple": ["galant"], "yellow": ["suender"]},
        "cellar": ")" +
                  std::string(cellar) + R"(", "wealth": )" + std::string(wealth) + "}",
              variant);
  table.act("green: play zange").act("green: toast", {"any", "any", "any"});
  return table.state().wealth;
}

TEST(KoenigOptions, CellarScaleSetsTheAmountsOfACellarToast) {
  using Wealth = std::array<int16_t, 6>;
  constexpr const char* kThree = R"({"green": 3, "purple": 3, "yellow": 3})";
  constexpr const char* kRich = R"({"green": 12, "purple": 20, "yellow": 20})";
  // E39, E70
  EXPECT_EQ(wealth_after("cellar_scale=rulebook", "voller_weinkeller", kThree),
            (Wealth{15, 15, 18}));
  EXPECT_EQ(wealth_after("cellar_scale=cap2", "voller_weinkeller", kThree), (Wealth{15, 15, 18}));
  EXPECT_EQ(wealth_after("cellar_scale=mirrored", "voller_weinkeller", kThree),
            (Wealth{18, 21, 24}));
  EXPECT_EQ(wealth_after("cellar_scale=mirrored", "leerer_weinkeller", kRich), (Wealth{6, 14, 14}));
  EXPECT_EQ(wealth_after("cellar_scale=cap2", "leerer_weinkeller", kRich), (Wealth{6, 5, 11}));
  // Gg 12; Pr 9, John's 6 and Pg's 3; Ya 3 and Yr 6. Purple and yellow are equally rich, green is
  // not.
  EXPECT_EQ(wealth_after("cellar_scale=rulebook", "leerer_weinkeller", kRich), (Wealth{0, 2, 11}));
}

TEST(KoenigOptions, R5_AMirroredPlaceInBothRangesGetsTheLargerAmountOnce) {
  // Seven heroes: place 4 is the fourth from both sides.
  Table table(3,
              R"({"start": "green", "active": "green", "turn": 4, "cup": "centre",
        "cellar": "voller_weinkeller",
        "line": ["Gg", "Z", "J", "Ya", "S", "Pr", "Yr"], "away": {"purple": "Gd", "yellow": "Pg"},
        "hands": {"green": ["zange", "zack"], "purple": ["galant"], "yellow": ["suender"]}})",
              "cellar_scale=mirrored");
  table.act("green: play zange").act("green: toast", {"any", "any", "any"});
  // Places 1 to 7: 12, 9, 6, 3, 6, 9, 12. John's 6 go to Ya, Zork's and Sarah's stay in the bank.
  EXPECT_EQ(table.state().wealth, (std::array<int16_t, 6>{15, 12, 24, 0, 0, 0}));
}

// --- vote_mode ---

TEST(KoenigOptions, VotesAreCastAtOnceOrInTurnFromTheActorsLeft) {
  constexpr const char* kPatch =
      R"({"start": "green", "active": "purple", "turn": 6, "cup": "centre",
        "hands": {"purple": ["ehrenplatz"]}})";
  Table at_once(4, kPatch);
  at_once.act("purple: play ehrenplatz").act("purple: gap 1");
  EXPECT_EQ(Koenig::acting(at_once.state()), SeatSet::first(4));
  Table in_turn(4, kPatch, "vote_mode=sequential");
  in_turn.act("purple: play ehrenplatz").act("purple: gap 1");
  for (const char* voter : {"yellow", "red", "green", "purple"}) {
    EXPECT_EQ(Koenig::acting(in_turn.state()), SeatSet(in_turn.seat(voter))) << voter;
    in_turn.act(std::string(voter) + ": vote yes");
    EXPECT_EQ(in_turn.events().front(), "voted_openly " + std::string(voter) + " yes");
  }
  EXPECT_EQ(Koenig::prompt(in_turn.state(), kPurple), static_cast<int>(Prompt::kToast));
}

// --- shady_deal_pick ---

TEST(KoenigOptions, SucheIsChosenOrDrawnBlind) {
  constexpr const char* kPatch =
      R"({"start": "green", "active": "green", "turn": 4, "cup": "centre",
        "hands": {"green": ["fauler_handel_suche"], "purple": ["galant", "stammplatz", "stammplatz"],
        "yellow": ["zack"]}})";
  Table open(3, kPatch);
  open.act("green: play fauler_handel_suche").act("green: seat purple");
  EXPECT_EQ(Koenig::prompt(open.state(), kGreen), static_cast<int>(Prompt::kTakeCard));

  // Blind: each of the three cards is equally likely.
  Table blind(3, kPatch, "shady_deal_pick=blind");
  blind.act("green: play fauler_handel_suche");
  Chance chance(11);
  Events nothing;
  int galant = 0;
  for (int i = 0; i < 9000; ++i) {
    State s = blind.state();
    Koenig::apply(s, kGreen, action(Verb::kSeat, index(kPurple)), chance, nothing);
    ASSERT_EQ(s.hands.size(kGreen), 1);
    galant += s.hands.holds(kGreen, card_id("galant")) ? 1 : 0;
  }
  EXPECT_NEAR(galant, 3000, 200);
}

// --- stall_limit_rounds ---

TEST(KoenigOptions, R40_DracoCallsTheLastToastAfterSoManyRounds) {
  for (const auto& [variant, last] :
       {std::pair{"stall_limit_rounds=1", 53}, {"stall_limit_rounds=2", 56}, {"", 80}}) {
    // The final phase began in turn 50; green is about to end the turn at the limit.
    const auto position = [&](int turn) {
      return R"({"start": "green", "active": "green", "cup": "yellow", "exhaustions": 1,
        "final_turn": 50,
        "hands": {"green": ["zange", "zack"], "purple": ["galant"], "yellow": ["suender"]},
        "turn": )" +
             std::to_string(turn) + "}";
    };
    Table before(3, position(last - 1), variant);
    before.act("green: play zange", {"any"});
    EXPECT_FALSE(Koenig::over(before.state())) << variant;
    Table at(3, position(last), variant);
    at.act("green: play zange", {"any"});
    EXPECT_TRUE(Koenig::over(at.state())) << variant;
    EXPECT_EQ(at.state().cup, kYellow) << "nobody takes the cup";
    const Strings told = at.events();
    EXPECT_NE(std::find(told.begin(), told.end(), "dracos_toast"), told.end());
  }
}

}  // namespace koenig::options_test
