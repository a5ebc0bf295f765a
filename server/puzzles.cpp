#include "server/puzzles.h"

#include <algorithm>

#include "server/messages.h"

namespace server {
namespace {

using bots::Puzzle;
using bots::PuzzleChoice;
using engine::JsonWriter;

class PuzzleWriter {
 public:
  PuzzleWriter(const Puzzle& puzzle, engine::Language language, JsonWriter& out)
      : puzzle_(puzzle),
        table_(*puzzle.table),
        game_(table_.game()),
        language_(language),
        texts_(game_.texts_at(table_, language)),
        out_(out) {}

  // Members of an object that is open.
  void write() {
    const engine::GameSpec& spec = game_.spec();
    out_.member("id", std::string_view(puzzle_.id));
    out_.member("level", puzzle_.level);
    out_.member("seats", table_.seats());
    out_.member("you", spec.seat_ids[static_cast<size_t>(engine::index_of(puzzle_.seat))]);
    out_.key("variants");
    out_.begin_object();
    for (size_t i = 0; i < spec.variants.size(); ++i) {
      out_.member(spec.variants[i].id,
                  std::string_view(engine::variant_value(spec, table_.variants(), i)));
    }
    out_.end_object();
    out_.key("edition");
    write_edition(game_, *table_.edition(), language_, out_);
    out_.key("state");
    out_.begin_object();
    out_.member("step", 0);
    out_.member("over", false);
    write_position(table_, Reader{puzzle_.seat, language_, false, {}}, true, out_);
    out_.end_object();
    out_.key("choices");
    out_.begin_array(false);
    for (size_t i = 0; i < puzzle_.choices.size(); ++i) write_choice(i);
    out_.end_array();
    out_.key("missed");
    out_.begin_array();
    for (const int percent : puzzle_.missed) out_.value(percent);
    out_.end_array();
  }

 private:
  void write_choice(size_t at) {
    const PuzzleChoice& choice = puzzle_.choices[at];
    out_.begin_object();
    out_.member("action", std::string_view(game_.action_id(*table_.edition(), choice.action)));
    out_.member("text",
                std::string_view(game_.action_text(*table_.edition(), choice.action, texts_)));
    out_.key("share");
    out_.value(choice.share, 3);
    out_.key("error");
    out_.value(choice.error, 3);
    out_.member("right", at < puzzle_.right);
    if (at == puzzle_.tempting) out_.member("tempting", true);
    out_.key("why");
    out_.begin_array();
    for (const std::string& why : puzzle_reasons(puzzle_, choice.action, texts_, language_))
      out_.value(std::string_view(why));
    out_.end_array();
    out_.end_object();
  }

  const Puzzle& puzzle_;
  const engine::AnyTable& table_;
  const engine::AnyGame& game_;
  const engine::Language language_;
  const engine::Texts texts_;
  JsonWriter& out_;
};

}  // namespace

const std::vector<bots::PuzzleSet>& Puzzles::sets() {
  if (sets_.empty() && source_) sets_ = bots::read_puzzle_sets(source_());
  return sets_;
}

const bots::PuzzleSet* Puzzles::of(const engine::AnyGame& game) {
  const auto found = std::ranges::find(sets(), &game, &bots::PuzzleSet::game);
  return found == sets().end() ? nullptr : &*found;
}

std::string write_puzzles(const std::vector<bots::PuzzleSet>& sets, int64_t day) {
  std::string text;
  JsonWriter out(text);
  out.begin_object();
  out.member("day", day);
  out.key("today");
  if (sets.empty()) {
    out.null();
  } else {
    out.value(sets[bots::game_of_day(day, sets.size())].game->spec().id);
  }
  out.key("games");
  out.begin_array(false);
  for (const bots::PuzzleSet& set : sets) {
    out.begin_object();
    out.member("game", set.game->spec().id);
    out.member("today", static_cast<int>(bots::puzzle_of_day(day, set.puzzles.size())));
    out.key("puzzles");
    out.begin_array(false);
    for (const Puzzle& puzzle : set.puzzles) {
      out.begin_object();
      out.member("id", std::string_view(puzzle.id));
      out.member("level", puzzle.level);
      out.end_object();
    }
    out.end_array();
    out.end_object();
  }
  out.end_array();
  out.end_object();
  return text;
}

std::string write_puzzle(const bots::PuzzleSet& set, size_t number, engine::Language language) {
  std::string text;
  JsonWriter out(text);
  out.begin_object();
  out.member("game", set.game->spec().id);
  out.member("number", static_cast<int>(number));
  PuzzleWriter(set.puzzles[number], language, out).write();
  out.end_object();
  return text;
}

}  // namespace server
