// What the `then`s of a case look at.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"
#include "engine/case_file.h"
#include "engine/cases.h"

namespace engine {

// Where a case stands.
struct CaseSituation {
  std::unique_ptr<AnyTable> table;          // none when the given position is impossible
  Error impossible;                         // why it is
  bool acted = false;                       // a `when` was carried out
  size_t first_event = 0;                   // of the last `when`
  std::vector<Script::Question> questions;  // that chance was asked in the last `when`

  CaseSituation copy() const;
};

// Looks whether one `then` holds. What is wrong with the `then` itself is a problem too.
class CaseChecker {
 public:
  // REQUIRES: the situation has a table.
  CaseChecker(const CaseSituation& situation, std::string_view branch,
              std::vector<CaseProblem>& problems)
      : now_(situation),
        table_(*situation.table),
        game_(table_.game()),
        branch_(branch),
        problems_(problems) {}

  void check(const CaseBlock& then);

 private:
  using Words = std::vector<std::string_view>;
  enum class May : uint8_t { kInclude, kOnly, kNot };

  void check_seat(const CaseBlock& then, const Words& words);
  void check_position(const CaseBlock& then);
  void check_view(const CaseBlock& then, std::string_view viewer);
  void check_pattern_in(const CaseBlock& then, const Json& found, const Json* whole);
  void check_acting(const CaseBlock& then, std::string_view seats);
  void check_prompt(const CaseBlock& then, Seat seat, std::string_view prompt);
  void check_may(const CaseBlock& then, Seat seat, May may);
  void check_may_only(const CaseBlock& then, const Offer& offer);
  void check_may_line(const CaseLine& line, const Offer& offer, May may);
  void check_refused(const CaseBlock& then);
  void check_refused_line(const CaseLine& line);
  void check_events(const CaseBlock& then, std::string_view how);
  void check_event_lines(const CaseBlock& then, const std::vector<std::string>& happened,
                         std::string_view how);
  void check_over(const CaseBlock& then);
  void check_scores(const CaseBlock& then, std::string_view scores);
  void check_winners(const CaseBlock& then, std::string_view seats);
  // case_odds.cpp
  void check_odds(const CaseBlock& then, const Words& words);
  void check_shares(const CaseBlock& then, const Script::Question& question);

  void wrong(int32_t line, std::string text);
  void differ(int32_t line, std::string path, std::string expected, std::string found);
  bool expect_lines(const CaseBlock& then);
  bool expect_nothing_below(const CaseBlock& then);
  bool parse_viewer(int32_t line, std::string_view text, Viewer& viewer);
  bool parse_seats(int32_t line, std::string_view text, SeatSet& seats);
  bool parse_seat_here(int32_t line, std::string_view text, Seat& seat);
  bool parse_action_here(int32_t line, std::string_view text, Action& action);
  bool known_reason(int32_t line, std::string_view reason, bool turn_too);
  bool well_formed_event(const CaseLine& line);
  std::string name_of(SeatSet seats) const;
  std::string_view name_of(Seat seat) const;

  const CaseSituation& now_;
  const AnyTable& table_;
  const AnyGame& game_;
  std::string_view branch_;
  std::vector<CaseProblem>& problems_;
};

// An event or an action by its words, of which * is any; those at the end may be left out.
bool words_fit(std::string_view pattern, std::string_view words);

// "green: toast" → the seat's name and the action; false without a colon.
bool split_choice(std::string_view line, std::string_view& seat, std::string_view& action);

}  // namespace engine
