#include "outside/program.h"

#include <algorithm>
#include <climits>

#include "engine/json.h"
#include "engine/record.h"

namespace outside {
namespace {

constexpr int kProtocol = 1;

std::string seat_id(const engine::AnyGame& game, int seat) {
  return std::string(game.spec().seat_ids[static_cast<size_t>(seat)]);
}

engine::Error nonsense(const std::string& what, const std::string& line) {
  constexpr size_t kShown = 80;
  std::string shown = line.substr(0, kShown);
  std::ranges::replace_if(shown, [](char c) { return static_cast<unsigned char>(c) < ' '; }, '?');
  return {engine::ErrorCode::kUsage, "answers " + what + " with '" + shown + "'", ""};
}

engine::Result<bots::Decision> understand(const std::string& line, const engine::Offer& offer) {
  const auto answer = engine::parse_json(line, "");
  const engine::Json* choice = answer && (*answer).is_object() ? (*answer).find("choice") : nullptr;
  if (choice == nullptr || !choice->is_integer() || choice->integer < 0 ||
      choice->integer >= offer.size()) {
    return nonsense("a question with " + std::to_string(offer.size()) + " options", line);
  }
  bots::Decision decision;
  decision.choices.push_back({offer[static_cast<int>(choice->integer)].action});
  const engine::Json* iterations = (*answer).find("iterations");
  if (iterations != nullptr && iterations->is_integer()) {
    decision.iterations =
        static_cast<uint32_t>(std::clamp<int64_t>(iterations->integer, 0, INT_MAX));
  }
  return decision;
}

}  // namespace

engine::Result<bots::Decision> Program::decide(const engine::AnyTable& table,
                                               const bots::Budget& budget) {
  engine::Result<bots::Decision> decision = ask(table, budget);
  happened_.clear();
  if (!decision) child_.reset();
  return decision;
}

engine::Result<bots::Decision> Program::ask(const engine::AnyTable& table,
                                            const bots::Budget& budget) {
  const Child::Clock::time_point until = Child::Clock::now() +
                                         std::chrono::seconds(spec_.setting("seconds")) +
                                         std::chrono::milliseconds(budget.milliseconds);
  if (child_ == nullptr) {
    if (engine::Error error = greet(table, until)) return error;
  }
  engine::Offer offer(engine::Offer::Keep::kLegal);
  table.offer(seat_, offer);
  if (engine::Error error = child_->write_line(question(table, offer, budget), until)) return error;
  engine::Result<std::string> line = child_->read_line(until);
  if (!line) return line.error;
  return understand(*line, offer);
}

engine::Error Program::greet(const engine::AnyTable& table, Child::Clock::time_point until) {
  auto child = Child::start(spec_.command(), give_up_);
  if (!child) return child.error;
  child_ = std::move(*child);
  if (engine::Error error = child_->write_line(hello(table), until)) return error;
  engine::Result<std::string> line = child_->read_line(until);
  if (!line) return line.error;
  const auto answer = engine::parse_json(*line, "");
  const engine::Json* type = answer && (*answer).is_object() ? (*answer).find("type") : nullptr;
  if (type == nullptr || type->text != "ready") return nonsense("a hello", *line);
  return {};
}

std::string Program::hello(const engine::AnyTable& table) const {
  const engine::GameSpec& spec = game_.spec();
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("type", "hello");
  out.member("protocol", kProtocol);
  out.member("game", spec.id);
  out.member("rules_version", spec.rules_version);
  out.key("variants");
  out.begin_object();
  for (size_t i = 0; i < spec.variants.size(); ++i) {
    out.member(spec.variants[i].id, engine::variant_value(spec, table.variants(), i));
  }
  out.end_object();
  out.key("edition");
  out.begin_object();
  out.member("name", table.edition()->name());
  out.member("hash", engine::hex64(table.edition()->hash()));
  out.key("data");
  out.value(*engine::parse_json(table.edition()->text(), "edition"));
  out.end_object();
  out.key("seats");
  out.begin_array();
  for (int seat = 0; seat < table.seats(); ++seat) out.value(seat_id(game_, seat));
  out.end_array();
  out.member("seat", seat_id(game_, engine::index_of(seat_)));
  out.end_object();
  return text;
}

std::string Program::question(const engine::AnyTable& table, const engine::Offer& offer,
                              const bots::Budget& budget) const {
  const engine::Viewer viewer = engine::Viewer::at(seat_);
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("type", "choose");
  out.key("events");
  out.begin_array();
  for (const engine::Event& event : happened_) {
    out.value(game_.event_id(*table.edition(), event, viewer));
  }
  out.end_array();
  out.key("view");
  table.write(viewer, out);
  out.member("prompt", game_.spec().prompts[static_cast<size_t>(table.prompt(seat_))]);
  out.key("options");
  out.begin_array();
  for (const engine::Option& option : offer) {
    out.value(game_.action_id(*table.edition(), option.action));
  }
  out.end_array();
  out.key("budget");
  out.begin_object();
  out.member("ms", static_cast<int64_t>(budget.milliseconds));
  out.member("iterations", static_cast<int64_t>(budget.iterations));
  out.end_object();
  out.end_object();
  return text;
}

}  // namespace outside
