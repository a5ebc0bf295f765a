// How PlainClient tries choices out: on a copy of the table as the seat can imagine it. Nothing
// happens at the table until they are carried out.
#include "cli/plain.h"

namespace cli {

using engine::Seat;
using engine::Viewer;

void PlainClient::begin_plan(Seat seat) {
  real_ = std::move(session_);
  plan_.clear();
  say(words().get("plain.plan"));
  show_plan(seat);
}

// The copy as it is after the plan so far. It is the same copy each time.
void PlainClient::show_plan(Seat seat) {
  session_ = real_->tried_out(seat, plan_);
  choices_ = session_.table().acting().contains(seat) ? choices_of(session_.table(), seat, texts())
                                                      : std::vector<Choice>{};
  list_due_ = true;
}

void PlainClient::try_out(Seat seat, engine::Action action) {
  plan_.push_back(action);
  show_plan(seat);
  const int last = static_cast<int>(session_.table().steps().size()) - 1;
  for (const std::string& line : session_.table().told(last, Viewer::at(seat), texts()))
    say("- " + line);
  show_table(Viewer::at(seat), false);
}

void PlainClient::go_back_in_plan(Seat seat) {
  if (plan_.empty()) {
    say(words().get("undo.nothing"));
    return;
  }
  plan_.pop_back();
  say(words().get("undo.done"));
  show_plan(seat);
}

void PlainClient::end_plan(Seat seat) {
  session_ = std::move(*real_);
  real_.reset();
  choices_ = choices_of(session_.table(), seat, texts());
  list_due_ = true;
  say(words().get("plain.plan_ends"));
}

// As far as it goes: chance may have it otherwise than imagined.
void PlainClient::carry_out(Seat seat) {
  if (plan_.empty()) return end_plan(seat);
  session_ = std::move(*real_);
  real_.reset();
  for (const engine::Action& action : plan_) {
    if (session_.table().check(seat, action)) {
      say(words().get("plan.broken"));
      break;
    }
    act(seat, action);
  }
  if (session_.table().acting().contains(seat))
    choices_ = choices_of(session_.table(), seat, texts());
  list_due_ = true;
}

}  // namespace cli
