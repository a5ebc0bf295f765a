// The property suite: what holds for every game, checked on random games with fixed seeds over
// every number of players and over the variants. Nothing here names a game; a registered one is
// tested by it. STAMTAFEL_SOAK=N plays N times as many games (other seeds, other combinations of
// variants).
#include <gtest/gtest.h>

#include "games/registry.h"
#include "tests/property_files.h"
#include "tests/property_knowledge.h"
#include "tests/property_rules.h"
#include "tests/property_texts.h"

namespace properties {
namespace {

struct Case {
  std::string_view game;
  int seats = 0;
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.game << " with " << c.seats; }
};

std::vector<Case> all_cases() {
  std::vector<Case> out;
  games::AllGames::for_each([&]<class G>() {
    for (int n = G::spec().min_seats; n <= G::spec().max_seats; ++n)
      out.push_back({G::spec().id, n});
  });
  return out;
}

std::vector<std::string_view> all_ids() {
  std::vector<std::string_view> out;
  games::AllGames::for_each([&]<class G>() { out.push_back(G::spec().id); });
  return out;
}

class EveryGame : public testing::TestWithParam<Case> {
 protected:
  // Runs a check on about `games` games and reports what it finds. The variants are covered by the
  // numbers of players together when a check is too dear to play each of them everywhere.
  template <class Check>
  void over(int games, Check check) {
    games::AllGames::visit(GetParam().game, [&]<class G>() {
      Findings findings;
      const int seats = GetParam().seats;
      const auto cases = static_cast<size_t>(G::spec().max_seats - G::spec().min_seats + 1);
      const std::vector<Deal> all =
          deals(G::spec(), seats, soaked(games) * static_cast<int>(cases), 1000);
      for (const Deal& deal : every(all, cases, static_cast<size_t>(seats))) {
        check.template operator()<G>(deal, findings);
        if (findings.full()) break;
      }
      EXPECT_TRUE(findings.empty()) << findings.text();
    });
  }
};

INSTANTIATE_TEST_SUITE_P(, EveryGame, testing::ValuesIn(all_cases()), [](const auto& test) {
  return std::string(test.param.game) + "_" + std::to_string(test.param.seats);
});

TEST_P(EveryGame, EndsAndKeepsItsInvariantsAndItsContract) {
  over(400, []<Game G>(const Deal& deal, Findings& out) { check_course<G>(deal, out); });
}

TEST_P(EveryGame, EveryOptionOfferedApplies) {
  over(120, []<Game G>(const Deal& deal, Findings& out) { check_every_option<G>(deal, out); });
}

TEST_P(EveryGame, TheTableRefusesTheRestAndChangesNothing) {
  over(40, []<Game G>(const Deal& deal, Findings& out) { check_refusals<G>(deal, out); });
}

TEST_P(EveryGame, ViewsAndOptionsTellNothingHidden) {
  over(24, []<Game G>(const Deal& deal, Findings& out) { check_views<G>(deal, out); });
}

TEST_P(EveryGame, EverythingHiddenIsImaginedAnew) {
  games::AllGames::visit(GetParam().game, [&]<class G>() {
    Findings findings;
    HiddenFields<G> fields;
    for (const Deal& deal : deals(G::spec(), GetParam().seats, soaked(200), 2000)) {
      fields.collect(deal, findings);
    }
    EXPECT_TRUE(findings.empty()) << findings.text();
    EXPECT_EQ(fields.never_imagined(), "");
  });
}

TEST_P(EveryGame, ImaginedWorldsArePlayedToTheirEnd) {
  over(6, []<Game G>(const Deal& deal, Findings& out) { check_imagined_games<G>(deal, out); });
}

TEST_P(EveryGame, ChoicesMadeAtOnceStayHidden) {
  over(80, []<Game G>(const Deal& deal, Findings& out) { check_sealed_choices<G>(deal, out); });
}

TEST_P(EveryGame, EventsTellNothingHidden) {
  over(30, []<Game G>(const Deal& deal, Findings& out) { check_events<G>(deal, out); });
}

TEST_P(EveryGame, UndoRestoresThePosition) {
  over(60, []<Game G>(const Deal& deal, Findings& out) { check_undo<G>(deal, out); });
}

TEST_P(EveryGame, UndoNeverGoesBackOverWhatWasShown) {
  over(30, []<Game G>(const Deal& deal, Findings& out) { check_undo_is_blind<G>(deal, out); });
}

TEST_P(EveryGame, PositionsSurviveJson) {
  over(15, []<Game G>(const Deal& deal, Findings& out) { check_positions<G>(deal, out); });
}

TEST_P(EveryGame, DamagedPositionsAreRefusedOrPlayable) {
  over(12, []<Game G>(const Deal& deal, Findings& out) {
    check_damaged_positions<G>(deal, 4, 8, out);
  });
}

TEST_P(EveryGame, RecordsReplay) {
  over(30, []<Game G>(const Deal& deal, Findings& out) { check_records<G>(deal, out); });
}

TEST_P(EveryGame, ActionsSurviveText) {
  over(60, []<Game G>(const Deal& deal, Findings& out) { check_actions_as_text<G>(deal, out); });
}

TEST_P(EveryGame, SpeaksInWholeSentences) {
  over(20, []<Game G>(const Deal& deal, Findings& out) { check_spoken<G>(deal, out); });
}

TEST_P(EveryGame, SaysWhereEveryPointCameFrom) {
  over(20, []<Game G>(const Deal& deal, Findings& out) { check_score_sheet<G>(deal, out); });
}

class EveryRulebook : public testing::TestWithParam<std::string_view> {};

INSTANTIATE_TEST_SUITE_P(, EveryRulebook, testing::ValuesIn(all_ids()),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(EveryRulebook, HasAllItsTextsInEveryLanguage) {
  Findings findings;
  check_texts(*games::find(GetParam()), findings);
  EXPECT_TRUE(findings.empty()) << findings.text();
}

TEST_P(EveryRulebook, DamagedEditionsAreRefusedOrPlayable) {
  games::AllGames::visit(GetParam(), [&]<class G>() {
    Findings findings;
    check_damaged_editions<G>(static_cast<uint32_t>(std::max(1, 40 / soaked(1))), findings);
    EXPECT_TRUE(findings.empty()) << findings.text();
  });
}

TEST_P(EveryRulebook, EveryVerbPromptEventAndRuleOccurs) {
  games::AllGames::visit(GetParam(), [&]<class G>() {
    const GameSpec& spec = G::spec();
    Findings findings;
    Coverage coverage(spec);
    for (int seats = spec.min_seats; seats <= spec.max_seats; ++seats) {
      for (const Deal& deal : deals(spec, seats, 20000, 1u << 20)) {
        if (soaked(1) == 1 && coverage.missing(spec).empty()) break;
        collect_coverage<G>(deal, coverage, findings);
      }
    }
    EXPECT_TRUE(findings.empty()) << findings.text();
    EXPECT_EQ(coverage.missing(spec), "") << "these never occurred";
  });
}

}  // namespace
}  // namespace properties
