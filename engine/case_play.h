// Playing what stands in a case: the deal of a `given`, its patch, the choices of a `when`. What is
// wrong with them is noted.
#pragma once

#include "engine/case_checks.h"

namespace engine {

// The head of a `given`: "3 players, bank=unlimited, seed 7", and perhaps the outcomes of the deal.
struct CaseSetup {
  TableSpec spec;
  bool seeded = false;
  std::vector<std::string> deal;
};
LineError read_setup(const AnyGame& game, const EditionPtr& edition, const CaseBlock& given,
                     CaseSetup& setup);

// "SEAT: ACTION", and the outcomes of the chance it needs.
struct CaseChoice {
  CaseLine line;
  std::vector<std::string> outcomes;
};

class CasePlayer {
 public:
  CasePlayer(const AnyGame& game, EditionPtr edition, std::vector<CaseProblem>& problems)
      : game_(game), edition_(std::move(edition)), problems_(problems) {}

  void problem(int32_t line, std::string text);
  bool deal(const CaseBlock& given, CaseSituation& situation);
  // Puts the patched position on the table, or notes in the situation why it cannot be.
  void patch(const Json& changes, CaseSituation& situation);
  // All choices of a `when`. False: one of them can't be made.
  bool act(const CaseBlock& when, CaseSituation& situation);

  // The lines of a `when`, each choice with its outcomes. False: one of them can't be read.
  bool read_choices(const std::vector<CaseLine>& lines, std::vector<CaseChoice>& choices);
  bool choose(const CaseChoice& choice, CaseSituation& situation);
  // Who chooses what. False: there is no such seat or action.
  bool parse_choice(const CaseChoice& choice, const AnyTable& table, Seat& seat, Action& action);

 protected:
  const AnyGame& game_;
  const EditionPtr edition_;
  std::string_view branch_;  // where problems are found; empty outside branches

 private:
  bool add_outcomes(const CaseLine& line, std::vector<std::string>& outcomes);

  std::vector<CaseProblem>& problems_;
};

}  // namespace engine
