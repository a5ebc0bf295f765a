// The property suite finds the mistakes it is there to find: each is made once, in the toy game.
#include <gtest/gtest.h>

#include "tests/property_files.h"
#include "tests/property_knowledge.h"
#include "tests/property_rules.h"
#include "tests/property_texts.h"
#include "tests/toy_game.h"

namespace properties {
namespace {

using toy::Fault;
using toy::Toy;

// What a check finds over a few dozen toy games of all sizes and variants.
template <Fault kFault, class Check>
std::string found(Check check) {
  using G = Toy<kFault>;
  Findings findings;
  for (int seats = G::spec().min_seats; seats <= G::spec().max_seats; ++seats) {
    for (const Deal& deal : deals(G::spec(), seats, 20, 1))
      check.template operator()<G>(deal, findings);
  }
  return findings.text();
}

constexpr auto kCourse = []<Game G>(const Deal& deal, Findings& out) {
  check_course<G>(deal, out);
};
constexpr auto kOptions = []<Game G>(const Deal& deal, Findings& out) {
  check_every_option<G>(deal, out);
};
constexpr auto kRefusals = []<Game G>(const Deal& deal, Findings& out) {
  check_refusals<G>(deal, out);
};
constexpr auto kActions = []<Game G>(const Deal& deal, Findings& out) {
  check_actions_as_text<G>(deal, out);
};
constexpr auto kRecords = []<Game G>(const Deal& deal, Findings& out) {
  check_records<G>(deal, out);
};
constexpr auto kViews = []<Game G>(const Deal& deal, Findings& out) { check_views<G>(deal, out); };
constexpr auto kImagined = []<Game G>(const Deal& deal, Findings& out) {
  check_imagined_games<G>(deal, out);
};
constexpr auto kUndo = []<Game G>(const Deal& deal, Findings& out) { check_undo<G>(deal, out); };
constexpr auto kBlindUndo = []<Game G>(const Deal& deal, Findings& out) {
  check_undo_is_blind<G>(deal, out);
};
constexpr auto kSealed = []<Game G>(const Deal& deal, Findings& out) {
  check_sealed_choices<G>(deal, out);
};
constexpr auto kEvents = []<Game G>(const Deal& deal, Findings& out) {
  check_events<G>(deal, out);
};
constexpr auto kPositions = []<Game G>(const Deal& deal, Findings& out) {
  check_positions<G>(deal, out);
};
constexpr auto kDamaged = []<Game G>(const Deal& deal, Findings& out) {
  check_damaged_positions<G>(deal, 10, 1, out);
};
constexpr auto kSpoken = []<Game G>(const Deal& deal, Findings& out) {
  check_spoken<G>(deal, out);
};

constexpr auto kSheet = []<Game G>(const Deal& deal, Findings& out) {
  check_score_sheet<G>(deal, out);
};

#define EXPECT_FOUND(fault, check, words) \
  EXPECT_NE(found<Fault::fault>(check).find(words), std::string::npos) << found<Fault::fault>(check)

TEST(PropertySuite, FindsNothingInAGoodGame) {
  EXPECT_EQ(found<Fault::kNone>(kCourse), "");
  EXPECT_EQ(found<Fault::kNone>(kOptions), "");
  EXPECT_EQ(found<Fault::kNone>(kRefusals), "");
  EXPECT_EQ(found<Fault::kNone>(kActions), "");
  EXPECT_EQ(found<Fault::kNone>(kRecords), "");
  EXPECT_EQ(found<Fault::kNone>(kViews), "");
  EXPECT_EQ(found<Fault::kNone>(kImagined), "");
  EXPECT_EQ(found<Fault::kNone>(kUndo), "");
  EXPECT_EQ(found<Fault::kNone>(kBlindUndo), "");
  EXPECT_EQ(found<Fault::kNone>(kSealed), "");
  EXPECT_EQ(found<Fault::kNone>(kEvents), "");
  EXPECT_EQ(found<Fault::kNone>(kPositions), "");
  EXPECT_EQ(found<Fault::kNone>(kDamaged), "");
  EXPECT_EQ(found<Fault::kNone>(kSpoken), "");
  EXPECT_EQ(found<Fault::kNone>(kSheet), "");
}

TEST(PropertySuite, FindsAGameThatGoesWrong) {
  EXPECT_FOUND(kInvariantBreaks, kCourse, "the invariant 'coins' is broken");
  EXPECT_FOUND(kInvariantBreaks, kOptions, "the invariant 'coins' is broken");
  EXPECT_FOUND(kInvariantBreaks, kImagined, "breaks the invariant 'coins'");
  EXPECT_FOUND(kNeverEnds, kCourse, "the game never ends");
  EXPECT_FOUND(kNobodyActs, kCourse, "nobody acts, but the game is not over");
}

TEST(PropertySuite, FindsPointsFromNowhere) {
  EXPECT_FOUND(kScoreBeforeItsLine, kSheet, "points came from nowhere");
}

TEST(PropertySuite, FindsBadChoices) {
  EXPECT_FOUND(kNothingAllowed, kCourse, "has no allowed choice");
  EXPECT_FOUND(kFallbackForbidden, kCourse, "the fallback is not allowed");
  EXPECT_FOUND(kOptionTwice, kCourse, "an option stands twice");
  EXPECT_FOUND(kPromptOutOfTable, kCourse, "the prompt 3 is not in the table");
  EXPECT_FOUND(kAskerUnknown, kCourse, "a component asks that the game doesn't have");
  EXPECT_FOUND(kReactionUnannounced, kCourse, "out of turn, but the game says it never asks so");
}

TEST(PropertySuite, FindsWhatLeaks) {
  EXPECT_FOUND(kViewShowsHands, kViews, "the view of seat 0 differs");
  EXPECT_FOUND(kTellShowsHands, kViews, "the screen of seat");
  EXPECT_FOUND(kVerdictKnowsHands, kViews, "the variants depend on what is hidden");
  EXPECT_FOUND(kFallbackKnowsHands, kViews, "the fallback depends on what is hidden");
  EXPECT_FOUND(kAskerKnowsHands, kViews, "who asks depends on what is hidden");
  EXPECT_FOUND(kViewShowsBids, kViews, "the view of");
  EXPECT_FOUND(kViewShowsBids, kSealed, "chooses is seen before all have chosen");
  EXPECT_FOUND(kBidEventIsOpen, kSealed, "chooses is seen before all have chosen");
  EXPECT_FOUND(kDrawEventIsOpen, kEvents, "is told something that is hidden");
  EXPECT_FOUND(kSwapIsNoReveal, kBlindUndo, "it can be taken back, but showed something");
}

TEST(PropertySuite, FindsBadImagination) {
  EXPECT_FOUND(kReimagineInvents, kViews, "the invariant 'cards' is broken");
  EXPECT_FOUND(kReimagineInvents, kImagined, "the invariant 'cards' is broken");
  EXPECT_FOUND(kReimagineTakesOwnCards, kViews, "the view of seat 0 differs");
  EXPECT_FOUND(kReimagineDoesNothing, kViews, "imagined nothing but the truth");
}

template <Fault kFault>
std::string never_imagined() {
  Findings findings;
  HiddenFields<Toy<kFault>> fields;
  for (const Deal& deal : deals(toy::toy_spec(false), 3, 20, 1)) fields.collect(deal, findings);
  return findings.text() + fields.never_imagined();
}

TEST(PropertySuite, FindsHiddenFieldsThatAreNotImagined) {
  EXPECT_EQ(never_imagined<Fault::kNone>(), "");
  EXPECT_EQ(never_imagined<Fault::kReimagineDoesNothing>(), ".bids.*\n.hands.*\n.pile\n");
  EXPECT_EQ(never_imagined<Fault::kReimagineKeepsBids>(), ".bids.*\n");
  EXPECT_EQ(never_imagined<Fault::kBidsAreCounted>(), "") << "left out, but no secret";
}

TEST(PropertySuite, FindsBadPositions) {
  EXPECT_FOUND(kWriteLosesAField, kPositions, "the position is read as another");
  EXPECT_FOUND(kPaddingIsDirty, kPositions, "the position is read as another");
}

template <Fault kFault>
std::string texts_found() {
  Findings findings;
  check_texts(any_game<Toy<kFault>>(), findings);
  return findings.text();
}

TEST(PropertySuite, FindsBadTexts) {
  EXPECT_EQ(texts_found<Fault::kNone>(), "");
  EXPECT_EQ(texts_found<Fault::kTextMissing>(),
            "toy, de: there is no text 'verb.swap'\n"
            "toy, de: the English text 'verb.swap' is missing\n");
  EXPECT_EQ(texts_found<Fault::kTextOfNothing>(),
            "toy, de: the text 'card.joker.name' belongs to nothing in the game\n"
            "toy, de: the text 'card.joker.name' is not there in English\n");
  EXPECT_EQ(texts_found<Fault::kPlaceholderLost>(),
            "toy, de: the text 'event.pointed' uses other placeholders than in English\n");
  EXPECT_FOUND(kTextMissing, kSpoken, "an action says: verb.swap");
}

TEST(PropertySuite, FindsWhatNeverOccurs) {
  Findings findings;
  using Good = Toy<>;
  using Bad = Toy<Fault::kRuleUnreachable>;
  Coverage good(Good::spec());
  Coverage bad(Bad::spec());
  for (const Deal& deal : deals(Good::spec(), 3, 50, 1)) {
    collect_coverage<Good>(deal, good, findings);
    collect_coverage<Bad>(deal, bad, findings);
  }
  EXPECT_EQ(good.missing(Good::spec()), "");
  EXPECT_EQ(bad.missing(Bad::spec()), "rule never\n");
  // A rule of other editions must not occur, any other must.
  engine::GameSpec spec = Bad::spec();
  std::vector<engine::RuleSpec> rules(spec.rules.begin(), spec.rules.end());
  rules[3].other_editions = true;
  spec.rules = rules;
  EXPECT_EQ(bad.missing(spec), "");
  rules[0].other_editions = true;
  EXPECT_EQ(bad.missing(spec), "rule yourself, with our edition\n");
  EXPECT_EQ(findings.text(), "");
}

TEST(PropertySuite, DealsEveryOptionAtEveryValue) {
  const GameSpec& spec = Toy<>::spec();
  const std::vector<Deal> list = deals(spec, 3, 10, 100);
  ASSERT_EQ(list.size(), 10u);
  std::set<std::string> seen;
  for (const Deal& deal : list) seen.insert(engine::describe_variants(spec, deal.variants));
  for (const char* variants : {"", "rounds=1", "rounds=4", "swaps=forbidden"})
    EXPECT_TRUE(seen.contains(variants));
  EXPECT_EQ(list[0].seed, 100u);
  EXPECT_EQ(list[9].seed, 109u);
}

}  // namespace
}  // namespace properties
