#include "lab/study.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/record.h"
#include "lab/course.h"
#include "lab/play_game.h"

namespace lab {
namespace {

constexpr std::string_view kLabKind = "lab";
constexpr int kLabFormat = 1;

std::vector<std::string> distinct(const std::vector<bots::BotSpec>& seats, std::vector<int>& of) {
  std::vector<std::string> kinds;
  for (const bots::BotSpec& bot : seats) {
    const auto found = std::ranges::find(kinds, bot.text());
    of.push_back(static_cast<int>(found - kinds.begin()));
    if (found == kinds.end()) kinds.push_back(bot.text());
  }
  return kinds;
}

}  // namespace

StudyHead head_of(const StudySpec& spec) {
  StudyHead head;
  static_cast<ResultHead&>(head) = head_of(*spec.game, spec.arms[0].edition, spec.variants,
                                           spec.players(), spec.seats, spec.seeds);
  head.question = spec.question;
  for (const Arm& arm : spec.arms)
    head.arms.push_back({arm.label, arm.edition->hash(), arm.retuned});
  return head;
}

std::string difference(const StudyHead& there, const StudyHead& ours) {
  std::string reason =
      differs("Another question", kQuestionIds[static_cast<size_t>(there.question)],
              kQuestionIds[static_cast<size_t>(ours.question)]);
  if (reason.empty()) {
    reason =
        difference(static_cast<const ResultHead&>(there), static_cast<const ResultHead&>(ours));
  }
  const auto arms = [](const StudyHead& head) {
    std::string text;
    for (const StudyHead::OfArm& arm : head.arms) {
      text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", arm.label,
                          engine::hex64(arm.edition_hash));
      if (arm.retuned != 0) text += " retuned " + engine::hex64(arm.retuned);
    }
    return text;
  };
  return reason.empty() ? differs("Other figures", arms(there), arms(ours)) : reason;
}

std::string head_line(const StudyHead& head) {
  return line_of([&](engine::JsonWriter& out) {
    write_head(kLabKind, kLabFormat, head, out);
    out.member("question", kQuestionIds[static_cast<size_t>(head.question)]);
    out.key("arms");
    out.begin_array();
    for (const StudyHead::OfArm& arm : head.arms) {
      out.begin_object();
      out.member("label", arm.label);
      out.member("edition_hash", engine::hex64(arm.edition_hash));
      if (arm.retuned != 0) out.member("retuned", engine::hex64(arm.retuned));
      out.end_object();
    }
    out.end_array();
  });
}

StudyHead read_head_of(const engine::Json& json, engine::Error& error) {
  engine::FieldReader in(json, "", error, engine::ErrorCode::kRecord);
  StudyHead head;
  read_head(kLabKind, kLabFormat, in, head, error);
  head.question = static_cast<Question>(read_word(in, "question", kQuestionIds));
  for (const engine::Json& arm : in.array("arms").items) {
    engine::FieldReader each(arm, "arms", error, engine::ErrorCode::kRecord);
    head.arms.push_back({std::string(each.string("label")), read_number(each, "edition_hash", 16)});
    if (arm.find("retuned") != nullptr) head.arms.back().retuned = read_number(each, "retuned", 16);
    each.finish();
  }
  in.finish();
  return head;
}

engine::Result<StudyHead> read_study_head(std::string_view text, std::string_view name) {
  StudyHead head;
  size_t good = 0;
  const size_t end = text.find('\n');
  const std::string_view first = end == std::string_view::npos ? text : text.substr(0, end + 1);
  const auto line = [&](const engine::Json& json, bool) {
    engine::Error error;
    head = read_head_of(json, error);
    return error;
  };
  if (engine::Error error = each_line(first, name, good, line)) return error;
  return head;
}

// --- playing ---

struct Study::Table {
  Table(const Study& study, size_t arm)
      : course(study.spec_.game->spec(), study.components(arm), study.spec_.players()),
        measures(study.measures_),
        taken(study.kinds_.size() * static_cast<size_t>(study.components(arm).size())) {}

  Course course;
  BlockMeasures measures;
  std::vector<Twin> taken;      // by kind and component, of this block
  std::vector<size_t> touched;  // those that are something
  Counts lengths;
  Counts scores;
};

Study::Study(const StudySpec& spec)
    : spec_(spec),
      kinds_(distinct(spec.seats, kind_of_)),
      measures_(spec.game->spec(), spec.players(), kinds_) {
  for (const Arm& arm : spec_.arms) {
    components_.push_back(std::make_unique<engine::Components>(*spec.game, *arm.edition));
    auto& seats = seats_.emplace_back(spec.seats);
    if (arm.tuned.empty()) continue;
    const auto tuned = std::make_shared<const std::string>(arm.tuned);
    for (bots::BotSpec& bot : seats) {
      if (std::ranges::count(bot.info().learned, bots::Figures::kTuned) > 0) {
        bot.use(bots::Figures::kTuned, "retuned", tuned);
      }
    }
  }
}

StudySums Study::no_sums() const {
  StudySums sums;
  for (const auto& components : components_) {
    ArmSums& arm = sums.arms.emplace_back();
    arm.measures.resize(measures_.size());
    arm.components.resize(kinds_.size() * static_cast<size_t>(components->size()));
  }
  return sums;
}

bool Study::play_block(size_t arm, uint64_t block, Table& table,
                       const std::atomic<bool>& give_up) const {
  table.measures.clear();
  for (const size_t at : table.touched) table.taken[at] = {};
  table.touched.clear();
  const auto players = spec_.seats.size();
  const auto components = static_cast<size_t>(components_[arm]->size());
  GamePlan plan{spec_.game, spec_.arms[arm].edition,    spec_.variants, {},
                {},         spec_.seeds.of_block(block)};
  std::vector<int> kinds(players);
  plan.seats.resize(players);
  for (size_t turned = 0; turned < players; ++turned) {
    for (size_t i = 0; i < players; ++i) {
      plan.seats[(i + turned) % players] = seats_[arm][i];
      kinds[(i + turned) % players] = kind_of_[i];
    }
    plan.dice.assign(players, static_cast<uint8_t>(turned));
    table.course.clear();
    const std::optional<GameResult> game = play_game(plan, &table.course, &give_up);
    if (!game) return false;
    table.measures.add(game->outcome, table.course, kinds);
    table.lengths.add(game->decisions);
    for (size_t seat = 0; seat < players; ++seat) table.scores.add(game->outcome.score[seat]);
    const auto wins = win_shares(game->outcome, spec_.players());
    for (const Course::Seen& seen : table.course.seen()) {
      const size_t at = static_cast<size_t>(kinds[seen.seat]) * components + seen.component;
      Twin& twin = table.taken[at];
      if (twin.w1 == 0 && twin.w2 == 0) table.touched.push_back(at);
      const bool took = table.course.took(seen);
      (took ? twin.y1 : twin.y2) += wins[seen.seat];
      (took ? twin.w1 : twin.w2) += kWholeWin;
    }
  }
  return true;
}

std::optional<StudySums> Study::play(const WantedBlocks& wanted,
                                     const std::atomic<bool>& give_up) const {
  StudySums sums = no_sums();
  std::vector<std::unique_ptr<Table>> tables(spec_.arms.size());
  std::vector<uint64_t> blocks;
  Ranges of_any;
  for (const Ranges& of_arm : wanted) {
    for (const auto& [first, last] : of_arm.all()) of_any.add(first, last);
  }
  for (const auto& [first, last] : of_any.all()) {
    for (uint64_t block = first; block < last; ++block) blocks.push_back(block);
  }
  for (const uint64_t block : blocks) {
    std::vector<BlockMeasures::Value> base;
    for (size_t arm = 0; arm < spec_.arms.size(); ++arm) {
      // The first arm is played with any other, to be compared with.
      if (arm != 0 && !wanted[arm].contains(block)) continue;
      if (tables[arm] == nullptr) tables[arm] = std::make_unique<Table>(*this, arm);
      Table& table = *tables[arm];
      if (!play_block(arm, block, table, give_up)) return std::nullopt;
      const auto& values = table.measures.finish();
      if (arm == 0) base = values;
      ArmSums& own = sums.arms[arm];
      if (wanted[arm].contains(block)) {
        for (size_t i = 0; i < values.size(); ++i) {
          Twin twin{values[i].y, values[i].w, 0, 0};
          if (arm != 0) {
            twin.y2 = base[i].y;
            twin.w2 = base[i].w;
          }
          own.measures[i].add(twin);
        }
        for (const size_t at : table.touched) own.components[at].add(table.taken[at]);
        own.lengths.add(table.lengths);
        own.scores.add(table.scores);
        own.blocks.add(block, block + 1);
        own.games += spec_.seats.size();
      }
      table.lengths = {};
      table.scores = {};
    }
  }
  return sums;
}

}  // namespace lab
