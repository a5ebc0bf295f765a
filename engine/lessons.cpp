#include "engine/lessons.h"

#include <algorithm>

#include "engine/case_play.h"

namespace engine {
namespace {

// Ways through a lesson; more than anybody would want to check.
constexpr size_t kMostMoments = 400;

// {card.zange.name}: what the game calls it, in each language. The first that it has no text for is
// left as it is, and named.
std::string fill_names(const AnyGame& game, LessonText& text) {
  for (size_t i = 0; i < text.size(); ++i) {
    const Texts& texts = game.texts(static_cast<Language>(i));
    for (size_t open = text[i].find('{'); open != std::string::npos;
         open = text[i].find('{', open + 1)) {
      const size_t close = text[i].find('}', open);
      const std::string key = text[i].substr(open + 1, close - open - 1);
      const std::string* name = texts.find(key);
      if (close == std::string::npos || name == nullptr) return key;
      text[i].replace(open, close + 1 - open, *name);
    }
  }
  return {};
}

// Plays a lesson along all its ways.
class LessonPlayer : private CasePlayer {
 public:
  LessonPlayer(const AnyGame& game, LessonReport& report)
      : CasePlayer(game, game.default_edition(), report.problems), report_(report) {}

  void run() {
    Lesson& lesson = report_.lesson;
    name_things(lesson);
    // From the last scene to the first: each leads to the next.
    std::optional<size_t> after;
    size_t first = lesson.steps.size();
    for (size_t i = lesson.file.scenes.size(); i-- > 0;) {
      const LessonScene& scene = lesson.file.scenes[i];
      first -= scene.steps.size();
      scene_ = {i, first, first + scene.steps.size(), after, Seat::kNone};
      CaseSituation situation;
      if (!deal(scene.given, situation)) continue;
      if (scene.given.json) patch(*scene.given.json, situation);
      if (situation.table == nullptr) {
        problem(scene.given.line, situation.impossible.text);
        continue;
      }
      const auto seat = parse_seat(game_.spec(), situation.table->seats(), scene.seat.text);
      if (!seat) {
        problem(scene.seat.number, seat.error.text);
        continue;
      }
      scene_.learner = *seat;
      after = tell(first, situation, {});
    }
    // The learner begins with the first moment.
    std::reverse(lesson.moments.begin(), lesson.moments.end());
    for (LessonMoment& moment : lesson.moments) {
      for (LessonMoment::Lead& lead : moment.leads) {
        if (lead.to) lead.to = lesson.moments.size() - 1 - *lead.to;
      }
    }
    if (lesson.file.play) read_play(*lesson.file.play);
  }

 private:
  struct Scene {
    size_t number = 0;
    size_t first = 0;  // its steps
    size_t end = 0;
    std::optional<size_t> after;  // the first moment of the next scene
    Seat learner = Seat::kNone;
  };

  void name_things(Lesson& lesson) {
    const auto fill = [&](int32_t line, LessonText& text) {
      if (const std::string key = fill_names(game_, text); !key.empty())
        problem(line, "the game has no text '" + key + "'");
    };
    fill(1, lesson.file.title);
    for (LessonStep& step : lesson.steps) {
      fill(step.line, step.say);
      for (LessonAnswer& answer : step.answers) fill(answer.line, answer.text);
      if (step.otherwise) fill(step.line, *step.otherwise);
    }
  }

  // The moment of a step and all that follow from it. None: the lesson ends here.
  std::optional<size_t> tell(size_t number, const CaseSituation& situation,
                             std::vector<LessonBeat> beats) {
    if (number == scene_.end) return scene_.after;
    std::vector<LessonMoment>& moments = report_.lesson.moments;
    const LessonStep& step = report_.lesson.steps[number];
    LessonMoment moment{scene_.number,  number, std::move(beats), situation.table->clone(),
                        scene_.learner, {}};
    if (step.wanted.empty()) {
      CaseSituation next = situation.copy();
      std::vector<LessonBeat> then;
      if (follow(step, next, then))
        moment.leads.push_back({std::nullopt, tell(number + 1, next, std::move(then))});
    } else {
      ask(number, situation, moment);
    }
    if (moments.size() == kMostMoments)
      problem(step.line, "there are more than 400 ways through this lesson");
    if (moments.size() >= kMostMoments) return std::nullopt;
    moments.push_back(std::move(moment));
    return moments.size() - 1;
  }

  void ask(size_t number, const CaseSituation& situation, LessonMoment& moment) {
    const LessonStep& step = report_.lesson.steps[number];
    std::vector<CaseChoice> choices;
    if (!read_choices(step.wanted, choices)) return;
    for (const CaseChoice& choice : choices) {
      Seat seat = Seat::kNone;
      Action action;
      if (!parse_choice(choice, *situation.table, seat, action)) continue;
      if (seat != scene_.learner) {
        problem(choice.line.number, "this isn't the learner's seat: others act in 'when'");
        continue;
      }
      CaseSituation next = situation.copy();
      std::vector<LessonBeat> beats;
      begin(next);
      if (!beat(choice, next, beats) || !follow(step, next, beats)) continue;
      moment.leads.push_back({action, tell(number + 1, next, std::move(beats))});
    }
    check_answers(step, moment);
  }

  // Each is said to something that can be chosen here, and isn't what is wanted.
  void check_answers(const LessonStep& step, const LessonMoment& moment) {
    Offer offer(Offer::Keep::kLegal);
    moment.table->offer(moment.learner, offer);
    for (const LessonAnswer& answer : step.answers) {
      const bool fits = std::any_of(offer.begin(), offer.end(), [&](const Option& option) {
        return moment.lead(option.action) == nullptr &&
               words_fit(answer.pattern, game_.action_id(*edition_, option.action));
      });
      if (!fits) problem(answer.line, "'" + answer.pattern + "' can't be chosen here");
    }
  }

  static void begin(CaseSituation& situation) {
    situation.acted = true;
    situation.first_event = situation.table->events().size();
    situation.questions.clear();
  }

  bool beat(const CaseChoice& choice, CaseSituation& situation, std::vector<LessonBeat>& beats) {
    const size_t first_event = situation.table->events().size();
    if (!choose(choice, situation)) return false;
    const Step& last = situation.table->steps().back();
    beats.push_back({last.seat, last.action, situation.table->clone(), first_event});
    return true;
  }

  // What stands below a step.
  bool follow(const LessonStep& step, CaseSituation& situation, std::vector<LessonBeat>& beats) {
    for (const CaseBlock& block : step.after) {
      if (block.keyword == "then") {
        CaseChecker(situation, branch_, report_.problems).check(block);
        continue;
      }
      std::vector<CaseChoice> choices;
      if (!read_choices(block.lines, choices)) return false;
      begin(situation);
      for (const CaseChoice& choice : choices) {
        if (!beat(choice, situation, beats)) return false;
      }
    }
    return true;
  }

  void read_play(const CaseBlock& play) {
    CaseSetup setup;
    if (const LineError error = read_setup(game_, edition_, play, setup))
      return problem(error.line, error.text);
    const auto table = game_.new_table(setup.spec);
    if (!table) return problem(play.line, table.error.text);
    report_.lesson.play = setup.spec;
  }

  LessonReport& report_;
  Scene scene_;
};

}  // namespace

const LessonMoment::Lead* LessonMoment::lead(Action action) const {
  for (const Lead& lead : leads) {
    if (lead.action == action) return &lead;
  }
  return nullptr;
}

const LessonText* Lesson::answer(const LessonMoment& moment, Action action) const {
  const LessonStep& step = step_of(moment);
  const std::string id = moment.table->game().action_id(*moment.table->edition(), action);
  for (const LessonAnswer& answer : step.answers) {
    if (words_fit(answer.pattern, id)) return &answer.text;
  }
  return step.otherwise ? &*step.otherwise : nullptr;
}

LessonReport read_lesson(std::string_view text, std::string_view folder_game,
                         const FindGame& find_game) {
  LessonReport report;
  Lesson& lesson = report.lesson;
  const auto fail = [&](int32_t line, std::string why) {
    report.problems.push_back({line, "", "", "", "", std::move(why)});
    return std::move(report);
  };
  if (LineError error = parse_lesson(text, lesson.file)) return fail(error.line, error.text);
  const std::string name = lesson.file.game.empty() ? std::string(folder_game) : lesson.file.game;
  const AnyGame* game = find_game(name);
  if (game == nullptr) return fail(1, "which game? There is no '" + name + "'");
  for (const LessonScene& scene : lesson.file.scenes)
    lesson.steps.insert(lesson.steps.end(), scene.steps.begin(), scene.steps.end());
  LessonPlayer(*game, report).run();
  return report;
}

std::vector<Lesson> lessons_of(const AnyGame& game) {
  std::vector<Lesson> lessons;
  for (const std::string_view text : game.lessons()) {
    LessonReport report =
        read_lesson(text, game.spec().id, [&](std::string_view) { return &game; });
    if (report.ok())
      lessons.push_back(std::move(report.lesson));  // the tests look at all there are
  }
  return lessons;
}

}  // namespace engine
