#include "lab/study.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/record.h"
#include "lab/course.h"
#include "lab/ordered_farm.h"
#include "lab/play_game.h"
#include "lab/wall_clock.h"

namespace lab {
namespace {

constexpr std::string_view kLabKind = "lab";
constexpr int kLabFormat = 1;
// Blocks in a job: so few that all threads end together, so many that they rarely meet.
constexpr uint64_t kQuickBlocks = 32;  // of bots that choose at once

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
  for (const Arm& arm : spec.arms) head.arms.push_back({arm.label, arm.edition->hash()});
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
      out.end_object();
    }
    out.end_array();
  });
}

namespace {

StudyHead read_head_of(const engine::Json& json, engine::Error& error) {
  engine::FieldReader in(json, "", error, engine::ErrorCode::kRecord);
  StudyHead head;
  read_head(kLabKind, kLabFormat, in, head, error);
  head.question = static_cast<Question>(read_word(in, "question", kQuestionIds));
  for (const engine::Json& arm : in.array("arms").items) {
    engine::FieldReader each(arm, "arms", error, engine::ErrorCode::kRecord);
    head.arms.push_back({std::string(each.string("label")), read_number(each, "edition_hash", 16)});
    each.finish();
  }
  in.finish();
  return head;
}

}  // namespace

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
      plan.seats[(i + turned) % players] = spec_.seats[i];
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

std::optional<StudySums> Study::play(const std::vector<uint64_t>& blocks,
                                     const std::function<bool(size_t arm, uint64_t block)>& wanted,
                                     const std::atomic<bool>& give_up) const {
  StudySums sums = no_sums();
  std::vector<std::unique_ptr<Table>> tables(spec_.arms.size());
  for (const uint64_t block : blocks) {
    std::vector<BlockMeasures::Value> base;
    for (size_t arm = 0; arm < spec_.arms.size(); ++arm) {
      // The first arm is played with any other, to be compared with.
      if (arm != 0 && !wanted(arm, block)) continue;
      if (tables[arm] == nullptr) tables[arm] = std::make_unique<Table>(*this, arm);
      Table& table = *tables[arm];
      if (!play_block(arm, block, table, give_up)) return std::nullopt;
      const auto& values = table.measures.finish();
      if (arm == 0) base = values;
      ArmSums& own = sums.arms[arm];
      if (wanted(arm, block)) {
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

// --- a session ---

engine::Result<std::unique_ptr<StudySession>> StudySession::open(const StudySpec& spec,
                                                                 const SessionFiles& files) {
  std::unique_ptr<StudySession> session(new StudySession(spec));
  if (files.result.empty()) return session;
  const std::string head = head_line(head_of(spec));
  const auto read = [&](std::string_view text, size_t& good_bytes) {
    return session->read(text, files.result, good_bytes);
  };
  auto file = LineFile::open(files.result, files.resume, head, read, session->torn_);
  if (!file) return file.error;
  session->file_ = std::move(*file);
  return session;
}

engine::Result<std::unique_ptr<StudySession>> StudySession::of_files(
    const StudySpec& spec, const std::vector<std::string>& files) {
  std::unique_ptr<StudySession> session(new StudySession(spec));
  for (const std::string& path : files) {
    const auto text = read_lines(path);
    if (!text) return text.error;
    size_t good_bytes = 0;
    if (engine::Error error =
            session->read(*text, path == "-" ? "standard input" : path, good_bytes)) {
      return error;
    }
    session->torn_ = session->torn_ || good_bytes < text.value.size();
  }
  return session;
}

engine::Error StudySession::read(std::string_view text, const std::string& name,
                                 size_t& good_bytes) {
  const StudyHead ours = head_of(study_.spec());
  std::string other;
  const auto line = [&](const engine::Json& json, bool is_first) {
    engine::Error error;
    if (!is_first) return sums_.read(json);
    const StudyHead there = read_head_of(json, error);
    if (!error) other = difference(there, ours);
    if (!other.empty()) error = {engine::ErrorCode::kUsage, other, ""};
    return error;
  };
  engine::Error error = each_line(text, name, good_bytes, line);
  if (!other.empty()) {
    return {engine::ErrorCode::kUsage, fmt::format("'{}' holds other results. {}", name, other),
            ""};
  }
  return error;
}

engine::Error StudySession::write() {
  written_ = wall_seconds();
  if (file_ == nullptr || !unwritten_) return {};
  const std::string line = unwritten_->line();
  unwritten_.reset();
  return file_->append(line);
}

engine::Error StudySession::run(const std::vector<size_t>& arms, uint64_t first_block,
                                uint64_t blocks, const std::atomic<bool>& stop,
                                const std::function<void()>& progress,
                                const std::function<bool()>& enough) {
  const StudySpec& spec = study_.spec();
  const bool quick =
      std::ranges::all_of(spec.seats, [](const bots::BotSpec& bot) { return bot.info().at_once; });
  const uint64_t each = quick ? kQuickBlocks : 1;
  // What there was before: while this runs, sums_ grows under the hands of `take`.
  std::vector<Ranges> known;
  known.reserve(sums_.arms.size());
  for (const ArmSums& arm : sums_.arms) known.push_back(arm.blocks);
  const auto wanted = [&](size_t arm, uint64_t block) {
    return std::ranges::find(arms, arm) != arms.end() && !known[arm].contains(block);
  };
  if (enough && played() > 0 && enough()) return {};
  written_ = wall_seconds();
  const auto work = [&](uint64_t job, const std::atomic<bool>& give_up) {
    std::vector<uint64_t> missing;
    for (uint64_t i = job * each; i < std::min(blocks, (job + 1) * each); ++i) {
      const uint64_t block = first_block + i;
      if (std::ranges::any_of(arms, [&](size_t arm) { return wanted(arm, block); })) {
        missing.push_back(block);
      }
    }
    return study_.play(missing, wanted, give_up);
  };
  const auto take = [&](const StudySums& played) {
    const bool any =
        std::ranges::any_of(played.arms, [](const ArmSums& arm) { return arm.games != 0; });
    if (!any) return true;  // it was there
    sums_.add(played);
    if (file_ != nullptr) {
      if (!unwritten_) unwritten_ = study_.no_sums();
      unwritten_->add(played);
      if (wall_seconds() - written_ >= spec.write_every) error_ = write();
    }
    return !error_ && !(enough && enough());
  };
  OrderedFarm<StudySums>(work, take, progress).run((blocks + each - 1) / each, spec.threads, stop);
  if (!error_) error_ = write();
  return error_;
}

engine::Error StudySession::run(const std::atomic<bool>& stop,
                                const std::function<void()>& progress,
                                const std::function<bool()>& enough) {
  std::vector<size_t> all(study_.spec().arms.size());
  for (size_t i = 0; i < all.size(); ++i) all[i] = i;
  return run(all, study_.spec().first_block, study_.spec().blocks, stop, progress, enough);
}

uint64_t StudySession::games() const {
  uint64_t games = 0;
  for (const ArmSums& arm : sums_.arms) games += arm.games;
  return games;
}

}  // namespace lab
