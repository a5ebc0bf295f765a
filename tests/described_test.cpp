// What every described position must keep (docs/describe.md), for all games that have one.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "games/registry.h"
#include "tests/property_positions.h"

namespace properties {
namespace {

class EveryDescription : public testing::TestWithParam<std::string_view> {
 protected:
  template <class Check>
  void visit(Check check) {
    games::AllGames::visit(GetParam(), [&]<class G>() { check.template operator()<G>(); });
  }
};

std::vector<std::string_view> all_games() {
  std::vector<std::string_view> out;
  games::AllGames::for_each([&]<class G>() { out.push_back(G::spec().id); });
  return out;
}

INSTANTIATE_TEST_SUITE_P(, EveryDescription, testing::ValuesIn(all_games()),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(EveryDescription, CoversEveryByteOnce) {
  visit([]<class G>() {
    Findings findings;
    const Deal deal{G::spec().max_seats, engine::default_variants(G::spec()), 1};
    play<G>(deal, findings, [&](const Moment<G>& m) {
      const std::string wrong = undescribed_bytes<G>(m.after);
      if (!wrong.empty()) findings.add(m.where(), wrong);
    });
    EXPECT_TRUE(findings.empty()) << findings.text();
  });
}

TEST_P(EveryDescription, TheTableTurnedLooksTheSameToTheNeighbour) {
  visit([]<class G>() {
    Findings findings;
    for (int seats = G::spec().min_seats; seats <= G::spec().max_seats; ++seats) {
      const Deal deal{seats, engine::default_variants(G::spec()), 7};
      play<G>(deal, findings, [&](const Moment<G>& m) {
        if (m.step % 4 == 0) check_turned<G>(m.after, m.where(), findings);
      });
    }
    EXPECT_TRUE(findings.empty()) << findings.text();
  });
}

// Passing over what isn't there leads to the same numbers, by one layout for all positions.
TEST_P(EveryDescription, OneLayoutHoldsForAllPositions) {
  visit([]<class G>() {
    Findings findings;
    std::optional<engine::ObservationLayout> layout;
    for (int seats = G::spec().min_seats; seats <= G::spec().max_seats; ++seats) {
      for (const Deal& deal : deals(G::spec(), seats, 2, 40)) {
        play<G>(deal, findings, [&](const Moment<G>& m) {
          if (m.step % 4 != 0) return;
          if (!layout) layout = engine::observation_layout<G>(m.before);
          for (int i = 0; i < seats; ++i) {
            std::vector<float> quick(layout->size());
            std::vector<uint32_t> written(layout->size());
            const uint32_t* end =
                engine::observe<G>(m.after, engine::seat_at(i), *layout, quick, written.data());
            if (quick != numbers_of<G>(m.after, engine::seat_at(i)))
              findings.add(m.where(), "the layout leads elsewhere");
            for (const uint32_t* at = written.data(); at != end; ++at) quick[*at] = 0;
            if (std::ranges::any_of(quick, [](float number) { return number != 0; }))
              findings.add(m.where(), "not all that was written was noted");
          }
        });
      }
    }
    EXPECT_TRUE(findings.empty()) << findings.text();
  });
}

// What a position consists of hangs together with what is being asked: so every leaf is
// looked at, which is dear, where a question comes up for the first time.
TEST_P(EveryDescription, EveryLeafCountsAndTurnsAtEveryQuestion) {
  visit([]<class G>() {
    Findings findings;
    std::set<int> asked;
    const size_t questions = G::spec().prompts.size();
    for (int seats = G::spec().min_seats; seats <= G::spec().max_seats; ++seats) {
      for (const Deal& deal : deals(G::spec(), seats, 200, 700)) {
        if (asked.size() == questions) break;
        play<G>(deal, findings, [&](const Moment<G>& m) {
          if (!asked.insert(G::prompt(m.before, m.seat)).second) return;
          check_every_leaf<G>(m.before, m.where(), findings);
          check_turned<G>(m.before, m.where(), findings);
        });
      }
    }
    EXPECT_TRUE(findings.empty()) << findings.text();
    EXPECT_EQ(asked.size(), questions) << "a question that never came";
  });
}

TEST_P(EveryDescription, TextBytesKeyNumbersAndDifferencesAgree) {
  visit([]<class G>() {
    Findings findings;
    const auto cases = static_cast<size_t>(G::spec().max_seats - G::spec().min_seats + 1);
    for (int seats = G::spec().min_seats; seats <= G::spec().max_seats; ++seats) {
      const std::vector<Deal> all = deals(G::spec(), seats, soaked(20), 5000);
      for (const Deal& deal : every(all, cases, static_cast<size_t>(seats)))
        check_description<G>(deal, findings);
    }
    EXPECT_TRUE(findings.empty()) << findings.text();
  });
}

}  // namespace
}  // namespace properties
