// How TableClient tries choices out: on a copy of the table as the seat can imagine it. Nothing
// happens at the table until they are carried out.
#include "cli/table_client.h"

namespace cli {

using engine::Seat;
using engine::Style;

void TableClient::plan(Seat seat) {
  Session real = std::move(session_);
  std::vector<engine::Action> steps;
  planning_ = true;
  PlanEnd end = PlanEnd::kNotYet;
  while (end == PlanEnd::kNotYet && !stage_.hung_up()) {
    session_ = real.tried_out(seat, steps);
    const bool asked = session_.table().acting().contains(seat);
    menu_.ask(asked ? choices_of(session_.table(), seat, texts()) : std::vector<Choice>{});
    end = plan_step(seat, steps);
  }
  planning_ = false;
  info_ = false;
  session_ = std::move(real);
  if (end == PlanEnd::kCarriedOut) carry_out(seat, steps);
  menu_.ask(session_.table().acting().contains(seat) ? choices_of(session_.table(), seat, texts())
                                                     : std::vector<Choice>{});
}

// Until the plan is a step longer or shorter, or ends.
TableClient::PlanEnd TableClient::plan_step(Seat seat, std::vector<engine::Action>& steps) {
  const Stage::Paint table = [&](Surface& surface) { paint(surface, Scene::kChoose, seat); };
  for (;;) {
    const Key key = stage_.ask(table);
    message_.clear();
    if (menu_.handle(key)) continue;
    const Choice* choice = key.kind == Key::kEnter  ? menu_.highlighted()
                           : key.kind == Key::kChar ? menu_.by_key(key.glyph)
                                                    : nullptr;
    if (choice != nullptr && choice->allowed()) {
      steps.push_back(choice->action);
      return PlanEnd::kNotYet;
    }
    if (choice != nullptr) say(choice->reason, Style::kBad);
    if (key.is(U'u') && !steps.empty()) {
      steps.pop_back();
      return PlanEnd::kNotYet;
    }
    if (key.is(U'C')) return PlanEnd::kCarriedOut;
    if (key.is(U'P') || key.is(U'q') || key.kind == Key::kEscape || key.kind == Key::kHangUp)
      return PlanEnd::kDropped;
    if (key.is(U'?')) show_reasons();
    if (key.is(U'/')) menu_.start_filter();
    if (key.is(U'i')) info_ = !info_;
  }
}

// As far as it goes: chance may have it otherwise than imagined.
void TableClient::carry_out(Seat seat, const std::vector<engine::Action>& steps) {
  for (const engine::Action& action : steps) {
    const Choice* choice = nullptr;
    const std::vector<Choice> choices = session_.table().acting().contains(seat)
                                            ? choices_of(session_.table(), seat, texts())
                                            : std::vector<Choice>{};
    for (const Choice& other : choices) {
      if (other.action == action) choice = &other;
    }
    if (!choose(seat, choice)) {
      say(std::string(words().get("plan.broken")), Style::kBad);
      return;
    }
  }
}

}  // namespace cli
