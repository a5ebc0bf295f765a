#include "bots/puzzle.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "engine/base64url.h"
#include "engine/chance.h"
#include "engine/record.h"
#include "games/registry.h"

namespace bots {
namespace {

using engine::FieldReader;
using engine::Json;

constexpr std::string_view kKind = "puzzles";
constexpr int kFormat = 1;
constexpr int kThousand = 1000;  // shares are written in thousandths
constexpr int kTenths = 10;      // differences in tenths
constexpr size_t kFewestChoices = 2;

int64_t rounded(double value, int unit) {
  return static_cast<int64_t>(std::llround(value * static_cast<double>(unit)));
}

std::string_view id_of_seat(const engine::AnyGame& game, engine::Seat seat) {
  return game.spec().seat_ids[static_cast<size_t>(engine::index_of(seat))];
}

void write_reasons(std::string_view key, const std::vector<PuzzleReason>& reasons,
                   const engine::AnyGame& game, engine::JsonWriter& out) {
  if (reasons.empty()) return;
  out.key(key);
  out.begin_array();
  for (const PuzzleReason& reason : reasons) {
    out.begin_array();
    out.value(std::string_view(reason.feature));
    out.value(id_of_seat(game, reason.seat));
    out.value(rounded(static_cast<double>(reason.difference), kTenths));
    out.value(reason.counted ? 1 : 0);
    out.value(rounded(static_cast<double>(reason.effect), kThousand));
    out.end_array();
  }
  out.end_array();
}

engine::Error bad(std::string what) { return {engine::ErrorCode::kRecord, std::move(what), ""}; }

// A list of the given form: 's' a text, 'n' a whole number.
bool has_form(const Json& list, std::string_view form) {
  if (!list.is_array() || list.items.size() != form.size()) return false;
  for (size_t i = 0; i < form.size(); ++i) {
    if (form[i] == 's' ? !list.items[i].is_string() : !list.items[i].is_integer()) return false;
  }
  return true;
}

class PuzzleReader {
 public:
  PuzzleReader(const Json& line, const engine::AnyGame& game)
      : game_(game), in_(line, "puzzle", error_, engine::ErrorCode::kRecord) {}

  engine::Result<Puzzle> read() {
    puzzle_.id = in_.string("id");
    puzzle_.level = in_.integer("level", 1, kPuzzleLevels);
    puzzle_.progress = in_.integer("progress", 0, 100);
    puzzle_.asked = in_.string("asked");
    const int players = in_.integer("players", game_.spec().min_seats, game_.spec().max_seats);
    const std::string_view seat = in_.string("seat");
    const std::string_view position = in_.string("position");
    const Json& choices = in_.array("choices");
    const int right = in_.integer("right", 1, static_cast<int>(choices.items.size()) - 1);
    const int tempting = in_.integer("tempting", 1, static_cast<int>(choices.items.size()) - 1);
    const Json& missed = in_.array("missed");
    if (error_) return error_;
    const auto bytes = engine::from_base64url(position);
    if (!bytes) return bad("its position is no base64url");
    auto table = game_.table_at_bytes(*bytes, game_.default_edition(), {});
    if (!table) return table.error;
    puzzle_.table = std::move(*table);
    if (puzzle_.table->seats() != players) return bad("its position is for other players");
    const auto found = engine::parse_seat(game_.spec(), players, seat);
    if (!found) return found.error;
    puzzle_.seat = *found;
    puzzle_.right = static_cast<size_t>(right);
    puzzle_.tempting = static_cast<size_t>(tempting);
    if (engine::Error error = read_choices(choices)) return error;
    for (const Json& percent : missed.items) {
      if (!percent.is_integer() || percent.integer < 0 || percent.integer > 100)
        return bad("'missed' has percents");
      puzzle_.missed.push_back(static_cast<int>(percent.integer));
    }
    if (engine::Error error = read_reasons("for", puzzle_.for_best)) return error;
    if (engine::Error error = read_reasons("against", puzzle_.against_tempting)) return error;
    in_.finish();
    if (error_) return error_;
    if (engine::Error error = check()) return error;
    return std::move(puzzle_);
  }

 private:
  engine::Error read_choices(const Json& choices) {
    for (const Json& item : choices.items) {
      if (!has_form(item, "snn")) return bad("a choice is [action, share, error]");
      const auto action = game_.parse_action(*game_.default_edition(), item.items[0].text);
      if (!action) return action.error;
      if (puzzle_.find(*action) != nullptr) return bad(item.items[0].text + " stands there twice");
      puzzle_.choices.push_back({*action, static_cast<double>(item.items[1].integer) / kThousand,
                                 static_cast<double>(item.items[2].integer) / kThousand});
    }
    return {};
  }

  engine::Error read_reasons(std::string_view key, std::vector<PuzzleReason>& reasons) {
    for (const Json& item : in_.array_or_empty(key).items) {
      if (!has_form(item, "ssnnn"))
        return bad("a reason is [feature, seat, tenths, counted, effect]");
      const auto seat =
          engine::parse_seat(game_.spec(), puzzle_.table->seats(), item.items[1].text);
      if (!seat) return seat.error;
      const std::string& feature = item.items[0].text;
      if (game_.texts(engine::Language::kEnglish).find("feature." + feature + ".more") == nullptr)
        return bad("there is no feature '" + feature + "'");
      reasons.push_back({feature, *seat, static_cast<float>(item.items[2].integer) / kTenths,
                         item.items[3].integer != 0,
                         static_cast<float>(item.items[4].integer) / kThousand});
    }
    return {};
  }

  // The seat is to choose, and may choose all of them.
  engine::Error check() const {
    const engine::AnyTable& table = *puzzle_.table;
    if (table.over() || !table.acting().contains(puzzle_.seat))
      return bad("its seat has nothing to choose");
    if (puzzle_.choices.size() < kFewestChoices || puzzle_.tempting < puzzle_.right)
      return bad("there is no wrong choice that tempts");
    for (const PuzzleChoice& choice : puzzle_.choices) {
      if (engine::Error error = table.check(puzzle_.seat, choice.action)) return error;
    }
    const auto question = static_cast<size_t>(table.prompt(puzzle_.seat));
    if (game_.spec().prompts[question] != puzzle_.asked) return bad("it is asked something else");
    return {};
  }

  const engine::AnyGame& game_;
  engine::Error error_;
  FieldReader in_;
  Puzzle puzzle_;
};

}  // namespace

bool Puzzle::is_right(engine::Action action) const {
  const PuzzleChoice* choice = find(action);
  return choice != nullptr && static_cast<size_t>(choice - choices.data()) < right;
}

const PuzzleChoice* Puzzle::find(engine::Action action) const {
  const auto found = std::ranges::find(choices, action, &PuzzleChoice::action);
  return found == choices.end() ? nullptr : &*found;
}

std::string puzzle_head(const engine::AnyGame& game, const PuzzleHead& head) {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("stamtafel", kKind);
  out.member("format", kFormat);
  out.member("game", game.spec().id);
  out.member("rules_version", game.spec().rules_version);
  out.member("edition", std::string_view(engine::hex64(game.default_edition()->hash())));
  out.member("command", std::string_view(head.command));
  out.key("ladder");
  out.begin_array();
  for (const std::string& bot : head.ladder) out.value(std::string_view(bot));
  out.end_array();
  out.end_object();
  return text + "\n";
}

std::string write_puzzle(const Puzzle& puzzle) {
  const engine::AnyTable& table = *puzzle.table;
  const engine::AnyGame& game = table.game();
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("id", std::string_view(puzzle.id));
  out.member("level", puzzle.level);
  out.member("players", table.seats());
  out.member("seat", id_of_seat(game, puzzle.seat));
  out.member("asked", std::string_view(puzzle.asked));
  out.member("progress", puzzle.progress);
  out.key("choices");
  out.begin_array();
  for (const PuzzleChoice& choice : puzzle.choices) {
    out.begin_array();
    out.value(std::string_view(game.action_id(*table.edition(), choice.action)));
    out.value(rounded(choice.share, kThousand));
    out.value(rounded(choice.error, kThousand));
    out.end_array();
  }
  out.end_array();
  out.member("right", static_cast<int>(puzzle.right));
  out.member("tempting", static_cast<int>(puzzle.tempting));
  write_reasons("for", puzzle.for_best, game, out);
  write_reasons("against", puzzle.against_tempting, game, out);
  out.key("missed");
  out.begin_array();
  for (const int percent : puzzle.missed) out.value(percent);
  out.end_array();
  out.member("position", std::string_view(engine::to_base64url(table.bytes())));
  out.end_object();
  return text + "\n";
}

engine::Result<Puzzle> read_puzzle(const Json& line, const engine::AnyGame& game) {
  return PuzzleReader(line, game).read();
}

engine::Result<PuzzleSet> read_puzzles(std::string_view text, const engine::AnyGame& game,
                                       std::string_view name) {
  PuzzleSet set;
  set.game = &game;
  int number = 0;
  const auto wrong = [&](const engine::Error& error) {
    return engine::Error{error.code,
                         std::string(name) + ", line " + std::to_string(number) + ": " + error.text,
                         error.rule};
  };
  for (const std::string_view part : engine::split(text, '\n')) {
    if (part.empty()) continue;
    ++number;
    const auto json = engine::parse_json(part, "");
    if (!json) return wrong(json.error);
    if (number > 1) {
      auto puzzle = read_puzzle(*json, game);
      if (!puzzle) return wrong(puzzle.error);
      set.puzzles.push_back(std::move(*puzzle));
      continue;
    }
    engine::Error error;
    FieldReader in(*json, "set", error, engine::ErrorCode::kRecord);
    if (in.string("stamtafel") != kKind || in.integer("format", 1, kFormat) != kFormat)
      in.fail("stamtafel", "is no set of puzzles");
    if (in.string("game") != game.spec().id) in.fail("game", "is another game");
    const int version = in.integer("rules_version", 1, 1'000'000);
    const std::string_view edition = in.string("edition");
    set.command = in.string("command");
    for (const Json& bot : in.array("ladder").items) set.ladder.push_back(bot.text);
    in.finish();
    if (error) return wrong(error);
    if (version != game.spec().rules_version ||
        edition != engine::hex64(game.default_edition()->hash())) {
      return wrong({engine::ErrorCode::kOutdated,
                    "these puzzles are of other rules or another edition than ours: make them "
                    "again (" +
                        set.command + ")",
                    ""});
    }
  }
  if (number == 0) return bad(std::string(name) + ": it is empty");
  return set;
}

std::vector<PuzzleSet> read_puzzle_sets(std::string_view text) {
  constexpr std::string_view kBegins = "{\"stamtafel\":";
  std::vector<PuzzleSet> sets;
  for (const engine::AnyGame* game : games::all()) {
    size_t end = 0;
    for (size_t begin = text.find(kBegins); begin < text.size(); begin = end) {
      end = std::min(text.find(kBegins, begin + 1), text.size());
      auto set = read_puzzles(text.substr(begin, end - begin), *game, "puzzles");
      if (!set || set.value.puzzles.empty()) continue;
      sets.push_back(std::move(*set));
      break;
    }
  }
  return sets;
}

std::vector<std::string> puzzle_reasons(const Puzzle& puzzle, engine::Action action,
                                        const engine::Texts& texts, engine::Language language) {
  // Told as advice is: the best beside the second best, the others beside the best.
  const auto told = [&](const PuzzleChoice& choice, const std::vector<PuzzleReason>& reasons) {
    AdvisedChoice advised;
    advised.action = choice.action;
    advised.share = static_cast<float>(choice.share);
    for (const PuzzleReason& reason : reasons) {
      advised.reasons.push_back(
          {reason.feature, reason.seat, reason.difference, reason.counted, reason.effect});
    }
    return advised;
  };
  Advice advice;
  advice.choices.push_back(told(puzzle.choices.front(), puzzle.for_best));
  advice.choices.push_back(told(puzzle.second(), {}));
  const AdviceWords words{*puzzle.table, texts, language, puzzle.seat};
  if (action == puzzle.choices.front().action) return words.reasons(advice, advice.choices[0]);
  if (puzzle.is_right(action)) return {};
  PuzzleChoice chosen{action, 0, 0};
  if (const PuzzleChoice* known = puzzle.find(action)) chosen = *known;
  const bool tempting = action == puzzle.choices[puzzle.tempting].action;
  return words.reasons(
      advice, told(chosen, tempting ? puzzle.against_tempting : std::vector<PuzzleReason>{}));
}

size_t puzzle_of_day(int64_t day, size_t count) {
  assert(count > 0);
  const auto days = static_cast<uint64_t>(std::max<int64_t>(day, 0));
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  engine::Chance chance(0x70757a7a6c65, days / count);  // "puzzle"
  for (size_t i = count - 1; i > 0; --i)
    std::swap(order[i], order[chance.below(static_cast<uint32_t>(i + 1))]);
  return order[static_cast<size_t>(days % count)];
}

size_t game_of_day(int64_t day, size_t games) {
  assert(games > 0);
  return static_cast<size_t>(static_cast<uint64_t>(std::max<int64_t>(day, 0)) % games);
}

int64_t day_of(int64_t seconds) { return seconds >= 0 ? seconds / kDay : 0; }

}  // namespace bots
