#include "server/what_if.h"

namespace server {

std::string what_if(const Table& table, const Eyes& eyes, const std::vector<std::string>& actions,
                    std::optional<int64_t> re) {
  const std::unique_ptr<engine::AnyTable> world = table.imagine(eyes.seat);
  const engine::AnyGame& game = table.game();
  int done = 0;
  bool chance = false;
  Refusal refused;
  for (const std::string& text : actions) {
    if (done > 0 && !world->acting().contains(eyes.seat)) break;
    const engine::Result<engine::Action> action = game.parse_action(*world->edition(), text);
    if (!action) {
      refused = {Code::kMessage, "bad-action", {text}, nullptr, text, ""};
      break;
    }
    if (const engine::Error error = world->act(eyes.seat, *action)) {
      refused = error.code == engine::ErrorCode::kTurn
                    ? Refusal{Code::kTurn, "turn", {}, nullptr, "", ""}
                    : Refusal{Code::kIllegal, "not-a-choice", {text}, &game, text, error.rule};
      break;
    }
    chance = chance || world->steps().back().used_chance || world->steps().back().revealed;
    ++done;
  }
  std::string message;
  engine::JsonWriter out(message);
  begin_message(out, "what-if", re);
  out.member("table", std::string_view(table.id()));
  out.member("n", table.n());
  out.member("done", done);
  if (refused) {
    out.key("refused");
    out.begin_object();
    write_refusal(refused, eyes.language, out);
    out.end_object();
  }
  out.member("chance", chance);
  out.key("events");
  write_events(*world, world->events(), viewer(eyes), eyes.language, out);
  out.key("state");
  out.begin_object();
  out.member("step", table.steps() + done);
  out.member("over", world->over());
  write_position(*world, eyes, true, out);
  out.end_object();
  out.end_object();
  return message;
}

}  // namespace server
