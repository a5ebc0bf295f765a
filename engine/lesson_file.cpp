#include "engine/lesson_file.h"

#include "engine/spec.h"

namespace engine {
namespace {

constexpr std::array<CaseGrammar::Keyword, 14> kLessonKeywords{{
    {"lesson"},
    {"game"},
    {"title"},
    {"minutes"},
    {"given", true},
    {"as"},
    {"say"},
    {"look", false, true},
    {"do", false, true},
    {"not"},
    {"else"},
    {"when", false, true},
    {"then", true},
    {"play"},
}};
constexpr CaseGrammar kLessonGrammar{"lesson", "lesson", kLessonKeywords};

// "en: Sit down." in every language; a line without one goes on where the last one ended.
LineError read_lesson_text(const CaseBlock& block, LessonText& text) {
  if (!block.head.empty() && block.keyword != "not")
    return {block.line, "the text stands below '" + block.keyword + "', a line each language"};
  std::string* current = nullptr;
  for (const CaseLine& line : block.lines) {
    std::string_view rest = line.text;
    for (size_t i = 0; i < kLanguages.size(); ++i) {
      if (!rest.starts_with(kLanguages[i]) || !rest.substr(2).starts_with(": ")) continue;
      current = &text[i];
      if (!current->empty())
        return {line.number, "this is said twice in '" + std::string(kLanguages[i]) + "'"};
      rest = trim(rest.substr(4));
      break;
    }
    if (current == nullptr)
      return {line.number, "a text begins with its language ('en: Sit down.')"};
    if (!current->empty()) *current += ' ';
    *current += rest;
  }
  for (size_t i = 0; i < kLanguages.size(); ++i) {
    if (text[i].empty())
      return {block.line, "this is not said in '" + std::string(kLanguages[i]) + "'"};
  }
  return {};
}

class LessonReader {
 public:
  explicit LessonReader(LessonFile& file) : file_(file) {}

  LineError read(CaseBlock& block) {
    const std::string& word = block.keyword;
    if (file_.play) return fail(block, "nothing follows 'play'");
    if (word == "lesson" || word == "game" || word == "title" || word == "minutes")
      return read_head(block);
    if (word == "given") return read_given(block);
    if (word == "play") {
      if (!block.lines.empty()) return fail(block, "'play N players, variant=value' is all of it");
      file_.play = std::move(block);
      return {};
    }
    if (file_.scenes.empty()) return fail(block, "'" + word + "' comes before the first 'given'");
    LessonScene& scene = file_.scenes.back();
    if (word == "as") {
      if (!scene.seat.text.empty() || !scene.steps.empty() || block.head.empty())
        return fail(block, "'as SEAT' stands once, below 'given'");
      scene.seat = {block.line, block.head};
      return {};
    }
    if (word == "say") {
      scene.steps.emplace_back().line = block.line;
      return read_lesson_text(block, scene.steps.back().say);
    }
    if (scene.steps.empty()) return fail(block, "'" + word + "' comes before the first 'say'");
    return read_part(block, scene.steps.back());
  }

  LineError finish() const {
    if (file_.title.front().empty()) return {1, "the lesson has no title"};
    if (file_.minutes == 0) return {1, "the lesson doesn't say how many minutes it takes"};
    if (file_.scenes.empty()) return {1, "a lesson has at least one 'given'"};
    for (const LessonScene& scene : file_.scenes) {
      if (scene.seat.text.empty())
        return {scene.given.line, "whom is the learner? 'as SEAT' is missing"};
      if (scene.steps.empty()) return {scene.given.line, "nothing is said here"};
    }
    return {};
  }

 private:
  static LineError fail(const CaseBlock& block, const std::string& why) {
    return {block.line, why};
  }

  LineError read_head(const CaseBlock& block) {
    if (!file_.scenes.empty())
      return fail(block, "'" + block.keyword + "' stands before the first 'given'");
    if (block.keyword == "title") return read_lesson_text(block, file_.title);
    if (block.head.empty()) return fail(block, "'" + block.keyword + "' is empty");
    int64_t minutes = 0;
    if (block.keyword == "lesson") {
      if (!file_.id.empty()) return fail(block, "a lesson has one name");
      file_.id = block.head;
    } else if (block.keyword == "game") {
      file_.game = block.head;
    } else if (!parse_int(block.head, 1, 60, minutes)) {
      return fail(block, "'minutes' is a number from 1 to 60");
    } else {
      file_.minutes = static_cast<int32_t>(minutes);
    }
    return {};
  }

  LineError read_given(CaseBlock& block) {
    if (!block.head.empty()) {
      file_.scenes.push_back({std::move(block), {}, {}});
      return {};
    }
    return fail(block, "'given N players' is expected");
  }

  static LineError read_part(CaseBlock& block, LessonStep& step) {
    const std::string& word = block.keyword;
    if (word == "when" || word == "then") {
      step.after.push_back(std::move(block));
      return {};
    }
    if (!step.after.empty()) return fail(block, "'" + word + "' stands before 'when' and 'then'");
    if (word == "look") {
      for (const CaseLine& line : block.lines) {
        for (std::string_view part : split(line.text, ',')) step.look.emplace_back(trim(part));
      }
      return step.look.empty() ? fail(block, "what is there to look at?") : LineError{};
    }
    if (word == "do") {
      if (!step.wanted.empty()) return fail(block, "a second 'do' in one step");
      if (block.lines.empty()) return fail(block, "nothing is to be done in this 'do'");
      step.wanted = std::move(block.lines);
      return {};
    }
    if (step.wanted.empty()) return fail(block, "'" + word + "' needs a 'do' before it");
    if (word == "else") {
      if (step.otherwise) return fail(block, "a second 'else' in one step");
      return read_lesson_text(block, step.otherwise.emplace());
    }
    if (block.head.empty()) return fail(block, "'not ACTION' is expected");
    step.answers.push_back({block.line, block.head, {}});
    return read_lesson_text(block, step.answers.back().text);
  }

  LessonFile& file_;
};

}  // namespace

LineError parse_lesson(std::string_view text, LessonFile& file) {
  std::vector<CaseBlock> blocks;
  if (LineError error = read_blocks(text, kLessonGrammar, blocks)) return error;
  if (blocks.front().keyword != kLessonGrammar.first)
    return {blocks.front().line, "a lesson begins with 'lesson'"};
  LessonReader reader(file);
  for (CaseBlock& block : blocks) {
    if (LineError error = reader.read(block)) return error;
  }
  return reader.finish();
}

}  // namespace engine
