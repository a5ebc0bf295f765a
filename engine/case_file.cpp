#include "engine/case_file.h"

#include <algorithm>
#include <array>

#include "engine/spec.h"

namespace engine {
namespace {

constexpr std::array<CaseGrammar::Keyword, 7> kKeywords{{
    {"title"},
    {"game"},
    {"given", true},
    {"branch", true},
    {"when", false, true},
    {"then", true},
    {"show"},
}};
constexpr CaseGrammar kGrammar{"case", "title", kKeywords};

bool is_indented(std::string_view line) { return line.starts_with(' ') || line.starts_with('\t'); }

// A remark is a line that begins with '#', or what follows a blank and '#'.
std::string_view without_remark(std::string_view line) {
  if (trim(line).starts_with('#')) return {};
  const size_t remark = std::min(line.find(" #"), line.find("\t#"));
  return line.substr(0, remark);
}

class Scanner {
 public:
  Scanner(std::string_view text, const CaseGrammar& grammar) : grammar_(grammar) {
    while (!text.empty()) {
      const size_t end = text.find('\n');
      lines_.push_back(text.substr(0, end));
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
  }

  LineError run(std::vector<CaseBlock>& blocks) {
    while (at_ < lines_.size()) {
      const std::string_view line = without_remark(lines_[at_]);
      const std::string_view content = trim(line);
      LineError error;
      if (content.empty()) {
        ++at_;
      } else if (content.starts_with('{')) {
        error = blocks.empty() ? no_beginning() : read_json(0, blocks.back());
      } else if (is_indented(line)) {
        error = read_detail(content, blocks);
      } else {
        error = read_keyword(line, blocks);
      }
      if (error) return error;
    }
    return {};
  }

 private:
  LineError fail(const std::string& why) const { return {number(), why}; }
  LineError no_beginning() const {
    return fail("a " + std::string(grammar_.what) + " begins with '" + std::string(grammar_.first) +
                "'");
  }
  const CaseGrammar::Keyword* keyword(std::string_view word) const {
    const auto& all = grammar_.keywords;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.word == word; });
    return found == all.end() ? nullptr : &*found;
  }
  // "title, game and show"
  std::string all_keywords() const {
    std::string list;
    for (size_t i = 0; i < grammar_.keywords.size(); ++i) {
      if (i > 0) list += i + 1 == grammar_.keywords.size() ? " and " : ", ";
      list += grammar_.keywords[i].word;
    }
    return list;
  }
  int32_t number() const { return static_cast<int32_t>(at_ + 1); }

  LineError read_detail(std::string_view content, std::vector<CaseBlock>& blocks) {
    if (blocks.empty()) return no_beginning();
    CaseBlock& block = blocks.back();
    if (block.json) return fail("'" + std::string(content) + "' stands after the end of the JSON");
    block.lines.push_back({number(), std::string(content)});
    ++at_;
    return {};
  }

  LineError read_keyword(std::string_view line, std::vector<CaseBlock>& blocks) {
    const std::string_view written = line.substr(0, line.find_first_of(" \t{\r"));
    // Cases of before 0.2 call a branch a variant.
    const std::string_view word = written == "variant" ? "branch" : written;
    const CaseGrammar::Keyword* known = keyword(word);
    if (known == nullptr) {
      return fail("unknown keyword '" + std::string(word) + "'; there are " + all_keywords() +
                  " (and the lines that belong to them are indented)");
    }
    CaseBlock& block = blocks.emplace_back();
    block.keyword = word;
    block.line = number();
    const size_t brace = known->word == grammar_.first ? std::string_view::npos : line.find('{');
    const std::string_view rest = line.substr(written.size());
    block.head =
        trim(brace == std::string_view::npos ? rest : rest.substr(0, brace - written.size()));
    if (known->head_lines && !block.head.empty()) block.lines.push_back({number(), block.head});
    if (brace != std::string_view::npos) return read_json(brace, block);
    ++at_;
    return {};
  }

  // Reads the JSON that begins at or after this column of this line, and leaves the line behind it.
  LineError read_json(size_t column, CaseBlock& block) {
    if (block.json) return fail("a second JSON below one keyword");
    if (!keyword(block.keyword)->json) {
      return fail("JSON doesn't belong below '" + block.keyword + "'");
    }
    const int32_t first = number();
    // Empty lines before it make the lines of the JSON those of the file.
    std::string source(at_, '\n');
    int depth = 0;
    bool in_string = false;
    for (bool open = true; open; ++at_, column = 0) {
      if (at_ == lines_.size()) return {first, "the JSON that begins here does not end"};
      std::string_view line = lines_[at_].substr(column);
      if (trim(line).starts_with('#')) line = {};
      for (size_t i = 0; i < line.size() && open; ++i) {
        const char c = line[i];
        if (in_string && c == '\\') {
          ++i;
        } else if (c == '"') {
          in_string = !in_string;
        } else if (!in_string && (c == '{' || c == '[')) {
          ++depth;
        } else if (!in_string && (c == '}' || c == ']') && --depth == 0) {
          open = false;
          if (!trim(without_remark(line.substr(i + 1))).empty()) {
            return fail("something follows the end of the JSON");
          }
          line = line.substr(0, i + 1);
        }
      }
      source += std::string(line) + '\n';
      in_string = false;  // no string of JSON goes on over a line; the parser will say so
    }
    Result<Json> json = parse_json(source, "line ");
    if (!json) return located(json.error.text);
    block.json = std::move(*json);
    return {};
  }

  // "line :12: what is wrong", as parse_json() says it, with its own line number.
  static LineError located(std::string_view message) {
    const size_t start = message.find(':') + 1;
    const size_t end = message.find(':', start);
    int64_t line = 0;
    parse_int(message.substr(start, end - start), 0, INT32_MAX, line);
    return {static_cast<int32_t>(line), "JSON: " + std::string(trim(message.substr(end + 1)))};
  }

  const CaseGrammar& grammar_;
  std::vector<std::string_view> lines_;
  size_t at_ = 0;
};

LineError check_ends(const std::vector<CaseBlock>& steps, const CaseBlock& start) {
  if (steps.empty()) return {start.line, "nothing is checked here: a 'then' is missing"};
  if (steps.back().keyword != "when") return {};
  return {steps.back().line, "nothing is checked after this 'when': a 'then' is missing"};
}

LineError arrange(std::vector<CaseBlock> blocks, CaseFile& file) {
  for (CaseBlock& block : blocks) {
    const bool first = file.title.empty();
    if (first != (block.keyword == "title")) {
      return {block.line, first ? "a case begins with 'title'" : "a case has one title"};
    }
    if (block.keyword == "title") {
      if (block.head.empty()) return {block.line, "the title is empty"};
      file.title = block.head;
    } else if (block.keyword == "game") {
      if (!file.givens.empty() || !file.game.empty() || block.head.empty()) {
        return {block.line, "'game NAME' stands once, before the first 'given'"};
      }
      file.game = block.head;
    } else if (block.keyword == "given") {
      file.givens.push_back({std::move(block), {}, {}});
    } else if (file.givens.empty()) {
      return {block.line, "'" + block.keyword + "' comes before the first 'given'"};
    } else if (block.keyword == "branch") {
      if (block.head.empty()) return {block.line, "a branch has a title"};
      file.givens.back().branches.push_back({std::move(block), {}});
    } else {
      CaseGiven& given = file.givens.back();
      auto& steps = given.branches.empty() ? given.common : given.branches.back().steps;
      steps.push_back(std::move(block));
    }
  }
  return {};
}

}  // namespace

LineError read_blocks(std::string_view text, const CaseGrammar& grammar,
                      std::vector<CaseBlock>& blocks) {
  if (LineError error = Scanner(text, grammar).run(blocks)) return error;
  if (blocks.empty()) return {1, "the " + std::string(grammar.what) + " is empty"};
  return {};
}

LineError parse_case(std::string_view text, CaseFile& file) {
  std::vector<CaseBlock> blocks;
  if (LineError error = read_blocks(text, kGrammar, blocks)) return error;
  if (LineError error = arrange(std::move(blocks), file)) return error;
  if (file.givens.empty()) return {1, "a case has at least one 'given'"};
  for (const CaseGiven& given : file.givens) {
    if (given.branches.empty()) {
      if (LineError error = check_ends(given.common, given.start)) return error;
    }
    for (const CaseBranch& branch : given.branches) {
      if (LineError error = check_ends(branch.steps, branch.start)) return error;
    }
  }
  return {};
}

}  // namespace engine
