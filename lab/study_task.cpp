#include "lab/study_task.h"

#include <fmt/format.h>

#include <algorithm>

#include "games/registry.h"
#include "lab/lessons.h"
#include "lab/retune.h"
#include "lab/sweep.h"

namespace lab {
namespace {

using engine::Error;
using engine::ErrorCode;
using engine::Json;

Error refused(std::string why) { return {ErrorCode::kUsage, std::move(why), ""}; }

// The three lines of a task: the head, the editions, the jobs.
struct Lines {
  std::string_view head;
  std::string_view editions;
  std::string_view jobs;
};
bool split_task(std::string_view task, Lines& lines) {
  for (std::string_view* line : {&lines.head, &lines.editions, &lines.jobs}) {
    const size_t end = task.find('\n');
    if (end == std::string_view::npos) return false;
    *line = task.substr(0, end + 1);
    task.remove_prefix(end + 1);
  }
  return task.empty();
}

struct Jobs {
  std::vector<WantedBlocks> all;
  bool apart = false;
};
Error read_jobs(const Json& json, size_t arms, Jobs& jobs) {
  Error error;
  engine::FieldReader in(json, "", error, ErrorCode::kRecord);
  jobs.apart = in.boolean_or("apart", false);
  for (const Json& item : in.array("jobs").items) {
    WantedBlocks& job = jobs.all.emplace_back(arms);
    engine::FieldReader of_job(item, "jobs", error, ErrorCode::kRecord);
    for (const Json& part : of_job.array("arms").items) {
      engine::FieldReader of_arm(part, "arms", error, ErrorCode::kRecord);
      const auto arm = of_arm.integer("arm", 0, static_cast<int>(arms) - 1);
      const Ranges ranges = read_ranges(of_arm, "blocks");
      of_arm.finish();
      if (error) return error;
      job[static_cast<size_t>(arm)] = ranges;
    }
    of_job.finish();
  }
  in.finish();
  return error;
}

}  // namespace

engine::Result<StudySpec> spec_of_head(const StudyHead& head,
                                       const std::vector<engine::EditionPtr>& known,
                                       const std::string& path, BotFiles files) {
  const auto game = games::look_up(head.game);
  if (!game) return game.error;
  StudySpec spec;
  spec.question = head.question;
  spec.game = *game;
  spec.variants = engine::default_variants((*game)->spec());
  for (const std::string_view variant : engine::split(head.variants, ' ')) {
    if (variant.empty()) continue;
    if (Error error = engine::set_variant((*game)->spec(), variant, spec.variants)) return error;
  }
  spec.seeds = head.seeds;
  for (const std::string& text_of_bot : head.bots) {
    const auto bot = bots::BotSpec::parse(text_of_bot, bots::Outside::kAllowed);
    if (!bot) return bot.error;
    if (bot.value.from_outside() || (bot.value.names_files() && files == BotFiles::kRefused)) {
      return refused(fmt::format(
          "'{}' was played by '{}', which is no part of the program: repeat its command with "
          "--resume to see it",
          path, text_of_bot));
    }
    spec.seats.push_back(*bot);
  }
  if (static_cast<int>(spec.seats.size()) != head.players || head.arms.empty()) {
    return Error{ErrorCode::kRecord, path + ", line 1: not one bot for each seat", ""};
  }
  for (const StudyHead::OfArm& arm : head.arms) {
    const auto found = std::ranges::find(known, arm.edition_hash, &engine::AnyEdition::hash);
    engine::EditionPtr edition = found == known.end() ? nullptr : *found;
    const engine::EditionPtr& standard = (*game)->default_edition();
    if (edition == nullptr && standard->hash() == arm.edition_hash) edition = standard;
    if (edition == nullptr && !spec.arms.empty()) {
      auto made = edition_of_label(**game, spec.arms[0].edition, arm.label);
      if (made && made.value->hash() == arm.edition_hash) edition = std::move(*made);
    }
    if (edition == nullptr) {
      return refused(
          fmt::format("'{}' is about the edition {}, which is none of those at hand: name "
                      "its file with --edition",
                      path, arm.label));
    }
    spec.arms.push_back({arm.label, std::move(edition), {}, arm.retuned});
  }
  return spec;
}

std::string task_of_study(const StudySpec& spec) {
  return head_line(head_of(spec)) + line_of([&](engine::JsonWriter& out) {
           out.key("editions");
           out.begin_array();
           // Those of a sweep follow from the first.
           const size_t count = spec.question == Question::kSweep ? 1 : spec.arms.size();
           for (size_t i = 0; i < count; ++i) {
             out.value(std::string_view(spec.arms[i].edition->text()));
           }
           out.end_array();
           out.key("values");
           out.begin_array();
           for (const Arm& arm : spec.arms) out.value(std::string_view(arm.tuned));
           out.end_array();
         });
}

std::string write_task(const std::string& of_study, const std::vector<WantedBlocks>& jobs,
                       bool apart) {
  return of_study + line_of([&](engine::JsonWriter& out) {
           out.member("apart", apart);
           out.key("jobs");
           out.begin_array();
           for (const WantedBlocks& job : jobs) {
             out.begin_object();
             out.key("arms");
             out.begin_array();
             for (size_t arm = 0; arm < job.size(); ++arm) {
               if (job[arm].all().empty()) continue;
               out.begin_object();
               out.member("arm", static_cast<int64_t>(arm));
               write_ranges(out, "blocks", job[arm]);
               out.end_object();
             }
             out.end_array();
             out.end_object();
           }
           out.end_array();
         });
}

engine::Result<std::vector<StudySums>> read_answer(const Study& study, std::string_view text) {
  std::vector<StudySums> all;
  size_t good_bytes = 0;
  const auto line = [&](const Json& json, bool) {
    return all.emplace_back(study.no_sums()).read(json);
  };
  if (Error error = each_line(text, "an answer", good_bytes, line)) return error;
  if (good_bytes < text.size()) return refused("an answer is torn off");
  return all;
}

engine::Result<std::shared_ptr<const Study>> StudyPlayer::study_of(std::string_view head_text,
                                                                   const Json& editions) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(
        studies_, head_text, [](const auto& study) { return std::string_view(study.first); });
    if (found != studies_.end()) return found->second;
  }
  const auto head = read_study_head(head_text, "a task");
  if (!head) return head.error;
  const auto game = games::look_up(head.value.game);
  if (!game) return game.error;
  std::vector<engine::EditionPtr> known;
  Error error;
  engine::FieldReader in(editions, "", error, ErrorCode::kRecord);
  for (const Json& text : in.array("editions").items) {
    if (!text.is_string()) return refused("an edition is no text");
    auto edition = (*game)->load_edition(text.text, "an edition");
    if (!edition) return edition.error;
    known.push_back(std::move(*edition));
  }
  const std::vector<Json> values = in.array("values").items;
  in.finish();
  if (error) return error;
  auto spec = spec_of_head(*head, known, "a task", files_);
  if (!spec) return spec.error;
  if (values.size() != spec.value.arms.size()) return refused("not one value for each arm");
  for (size_t i = 0; i < values.size(); ++i) {
    if (!values[i].is_string()) return refused("a value is no text");
    if (values[i].text.empty()) continue;
    if (Error wrong = check_figures(**game, bots::Figures::kTuned, values[i].text, "a task")) {
      return wrong;
    }
    spec.value.arms[i].tuned = values[i].text;
    spec.value.arms[i].retuned = fingerprint_of_figures(values[i].text);
  }
  // Does this program play as the one that asks?
  const std::string why = difference(*head, head_of(*spec));
  if (!why.empty()) return refused(why);
  auto study = std::make_shared<const Study>(*spec);
  const std::lock_guard lock(mutex_);
  if (studies_.size() == kKept) studies_.erase(studies_.begin());
  studies_.emplace_back(head_text, study);
  return std::shared_ptr<const Study>(study);
}

engine::Result<std::string> StudyPlayer::play(std::string_view task,
                                              const std::atomic<bool>& give_up) {
  Lines lines;
  if (!split_task(task, lines)) return refused("a task is not three lines");
  const auto editions = engine::parse_json(lines.editions, "a task");
  if (!editions) return editions.error;
  const auto study = study_of(lines.head, *editions);
  if (!study) return study.error;
  const auto json = engine::parse_json(lines.jobs, "a task");
  if (!json) return json.error;
  Jobs jobs;
  if (Error error = read_jobs(*json, (*study)->spec().arms.size(), jobs)) return error;
  std::string text;
  StudySums all = (*study)->no_sums();
  for (const WantedBlocks& job : jobs.all) {
    const std::optional<StudySums> sums = (*study)->play(job, give_up);
    if (!sums) return std::string();
    if (jobs.apart) {
      text += sums->line();
    } else {
      all.add(*sums);
    }
  }
  if (!jobs.apart) text = all.line();
  return text;
}

}  // namespace lab
