#include "alone/question.h"

#include <charconv>

#include "engine/blake2b.h"
#include "engine/json.h"
#include "games/registry.h"

namespace alone {
namespace {

bool from_hex(std::string_view digits, std::string& bytes) {
  for (; digits.size() >= 2; digits.remove_prefix(2)) {
    uint8_t byte = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + 2, byte, 16);
    if (problem != std::errc{} || end != digits.data() + 2) return false;
    bytes += static_cast<char>(byte);
  }
  return digits.empty();
}

engine::Error bad(std::string what) { return {engine::ErrorCode::kUsage, std::move(what), ""}; }

}  // namespace

std::string write_question(const Question& question, const engine::AnyTable& table) {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("game", table.game().spec().id);
  const bool own = table.edition()->hash() == table.game().default_edition()->hash();
  out.member("edition", std::string_view(own ? std::string() : table.edition()->text()));
  out.member("position", std::string_view(engine::hex(table.bytes())));
  out.member("bot", std::string_view(question.bot.full_text()));
  out.member("iterations", static_cast<int64_t>(question.budget.iterations));
  out.member("ms", static_cast<int64_t>(question.budget.milliseconds));
  out.member("seat", static_cast<int64_t>(engine::index_of(question.seat)));
  out.member("seed", std::string_view(std::to_string(question.seed)));
  out.end_object();
  return text;
}

engine::Result<std::string> answer_question(std::string_view text) {
  const engine::Result<engine::Json> json = engine::parse_json(text, "question");
  if (!json) return json.error;
  engine::Error error;
  engine::FieldReader in(*json, "question", error, engine::ErrorCode::kUsage);
  constexpr int kMany = 1 << 30;
  const engine::AnyGame* game = games::find(in.string("game"));
  const std::string_view own = in.string("edition");
  const std::string_view position = in.string("position");
  const engine::Result<bots::BotSpec> bot = bots::BotSpec::parse(in.string("bot"));
  bots::Budget budget;
  budget.iterations = static_cast<uint32_t>(in.integer("iterations", 0, kMany));
  budget.milliseconds = static_cast<uint32_t>(in.integer("ms", 0, kMany));
  const engine::Seat seat = engine::seat_at(in.integer("seat", 0, engine::kMaxSeats - 1));
  const std::string_view digits = in.string("seed");
  in.finish();
  if (error) return error;
  if (!bot) return bot.error;
  if (game == nullptr) return bad("there is no such game");
  engine::EditionPtr edition = game->default_edition();
  if (!own.empty()) {
    engine::Result<engine::EditionPtr> loaded = game->load_edition(own, "edition");
    if (!loaded) return loaded.error;
    edition = *loaded;
  }
  std::string bytes;
  if (!from_hex(position, bytes)) return bad("the position is not in hexadecimal digits");
  uint64_t seed = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), seed);
  const auto table = game->table_at_bytes(bytes, edition, engine::ChanceSource::of_seed(0));
  if (!table) return table.error;
  if (!(*table)->acting().contains(seat)) return bad("the seat has nothing to choose");
  engine::Chance chance(seed);
  const bots::Decision decision =
      bots::make_bot(*bot, *game, seat)->decide(**table, budget, chance);
  const engine::Action action = decision.action();
  std::string answer;
  for (const uint32_t number : {uint32_t{action.verb}, uint32_t{action.a}, uint32_t{action.b},
                                uint32_t{action.c}, decision.iterations}) {
    if (!answer.empty()) answer += ' ';
    answer += std::to_string(number);
  }
  return answer;
}

}  // namespace alone
