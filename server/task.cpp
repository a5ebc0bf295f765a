#include "server/task.h"

#include <array>
#include <charconv>

#include "engine/json.h"
#include "engine/record.h"
#include "server/hint_text.h"

namespace server {
namespace {

constexpr std::array<std::string_view, 3> kKinds{"bot", "hint", "review"};
constexpr int kMany = 1 << 30;

engine::Error misread(std::string what) { return {engine::ErrorCode::kUsage, std::move(what), ""}; }

uint64_t number_in(std::string_view digits) {
  uint64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

void write_budget(const bots::Budget& budget, engine::JsonWriter& out) {
  out.member("iterations", static_cast<int64_t>(budget.iterations));
  out.member("ms", static_cast<int64_t>(budget.milliseconds));
}
bots::Budget read_budget(engine::FieldReader& in) {
  bots::Budget budget;
  budget.iterations = static_cast<uint32_t>(in.integer("iterations", 0, kMany));
  budget.milliseconds = static_cast<uint32_t>(in.integer("ms", 0, kMany));
  return budget;
}

}  // namespace

Thought think(const Task& task, const bots::Budget& budget) {
  Thought thought;
  thought.budget = budget;
  engine::Chance chance(task.seed);
  if (task.kind == Task::Kind::kHint) {
    const bots::Advice advice = bots::advise(*task.match, task.seat, {.budget = budget}, chance);
    thought.iterations = advice.iterations;
    thought.text = hint_text(task, advice);
    return thought;
  }
  const bots::Decision decision =
      bots::make_bot(task.bot, task.match->game(), task.seat)->decide(*task.match, budget, chance);
  thought.action = decision.action();
  thought.iterations = decision.iterations;
  return thought;
}

std::string write_task(const Task& task) {
  const engine::GameSpec& spec = task.match->game().spec();
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("kind", kKinds[static_cast<size_t>(task.kind)]);
  out.member("table", std::string_view(task.table));
  out.member("entries", task.entries);
  out.member("game", spec.id);
  out.member("rules", static_cast<int64_t>(spec.rules_version));
  out.member("fingerprint", std::string_view(engine::hex64(task.match->fingerprint())));
  out.member("seat", static_cast<int64_t>(
                         task.kind == Task::Kind::kReview ? 0 : engine::index_of(task.seat)));
  out.member("bot", std::string_view(task.bot.full_text()));
  write_budget(task.budget, out);
  out.member("review", std::string_view(std::to_string(task.iterations)));
  out.member("seed", std::string_view(std::to_string(task.seed)));
  out.member("language", engine::kLanguages[static_cast<size_t>(task.language)]);
  out.key("names");
  out.begin_array();
  for (const std::string& name : task.names) out.value(std::string_view(name));
  out.end_array();
  out.end_object();
  return text;
}

engine::Result<AskedTask> read_task(std::string_view text) {
  const engine::Result<engine::Json> json = engine::parse_json(text, "task");
  if (!json) return json.error;
  engine::Error error;
  engine::FieldReader in(*json, "task", error, engine::ErrorCode::kUsage);
  AskedTask asked;
  Task& task = asked.task;
  const std::string_view kind = in.string("kind");
  task.table = in.string("table");
  task.entries = in.integer("entries", 1, kMany);
  asked.game = in.string("game");
  asked.rules = in.integer("rules", 0, kMany);
  asked.fingerprint = in.string("fingerprint");
  task.seat = engine::seat_at(in.integer("seat", 0, engine::kMaxSeats - 1));
  const engine::Result<bots::BotSpec> bot = bots::BotSpec::parse(in.string("bot"));
  task.budget = read_budget(in);
  task.iterations = number_in(in.string("review"));
  task.seed = number_in(in.string("seed"));
  const engine::Result<engine::Language> language = engine::parse_language(in.string("language"));
  for (const engine::Json& name : in.array("names").items) task.names.push_back(name.text);
  in.finish();
  if (error) return error;
  if (!bot) return bot.error;
  if (!language) return language.error;
  task.bot = *bot;
  task.language = *language;
  for (size_t i = 0; i < kKinds.size(); ++i) {
    if (kind != kKinds[i]) continue;
    task.kind = static_cast<Task::Kind>(i);
    return asked;
  }
  return misread("this version knows no '" + std::string(kind) + "'");
}

std::string differs(const AskedTask& asked, const engine::AnyTable& match) {
  const engine::GameSpec& spec = match.game().spec();
  if (spec.id != asked.game || spec.rules_version != asked.rules) return "other rules";
  if (engine::hex64(match.fingerprint()) != asked.fingerprint) return "another position";
  if (asked.task.kind != Task::Kind::kReview && !match.acting().contains(asked.task.seat)) {
    return "nothing to choose";
  }
  return {};
}

std::string write_thought(const Thought& thought, const Task& task) {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  const bool chooses = task.kind == Task::Kind::kBot;
  out.member("action", std::string_view(chooses ? task.match->game().action_id(
                                                      *task.match->edition(), thought.action)
                                                : std::string()));
  out.member("thought", static_cast<int64_t>(thought.iterations));
  write_budget(thought.budget, out);
  out.member("hurried", thought.hurried);
  out.member("text", std::string_view(thought.text));
  out.end_object();
  return text;
}

std::string write_failure(std::string_view why) {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("no", why);
  out.end_object();
  return text;
}

engine::Result<Thought> read_thought(std::string_view text, const Task& task) {
  const engine::Result<engine::Json> json = engine::parse_json(text, "thought");
  if (!json) return json.error;
  if (const engine::Json* why = json.value.find("no")) return misread(why->text);
  engine::Error error;
  engine::FieldReader in(*json, "thought", error, engine::ErrorCode::kUsage);
  Thought thought;
  const std::string action(in.string("action"));
  thought.iterations = static_cast<uint32_t>(in.integer("thought", 0, kMany));
  thought.budget = read_budget(in);
  thought.hurried = in.boolean_or("hurried", false);
  thought.text = in.string("text");
  in.finish();
  if (error) return error;
  if (task.kind != Task::Kind::kBot) {
    // It goes into a message, or into the store, as it is.
    const bool hint = task.kind == Task::Kind::kHint;
    const auto sound = engine::parse_json(hint ? '{' + thought.text + '}' : thought.text, "answer");
    if (!sound) return sound.error;
    return thought;
  }
  const engine::Result<engine::Action> read =
      task.match->game().parse_action(*task.match->edition(), action);
  if (!read) return read.error;
  if (engine::Error no = task.match->check(task.seat, *read)) return no;
  thought.action = *read;
  return thought;
}

}  // namespace server
