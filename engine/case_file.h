// The text of a case file taken apart: blocks under keywords, remarks gone, JSON read. What the
// blocks mean is cases.cpp's business; the format is docs/cases.md. Lessons are written alike
// (lesson_file.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/json.h"
#include "engine/json_match.h"

namespace engine {

struct CaseLine {
  int32_t number = 0;
  std::string text;
};

struct CaseBlock {
  std::string keyword;
  int32_t line = 0;
  std::string head;             // what follows the keyword on its line, up to the JSON
  std::vector<CaseLine> lines;  // the indented lines below; of `when` the head is the first of them
  std::optional<Json> json;
};

struct CaseBranch {
  CaseBlock start;
  std::vector<CaseBlock> steps;
};

// A position, what all branches have in common, and the branches (perhaps none).
struct CaseGiven {
  CaseBlock start;
  std::vector<CaseBlock> common;
  std::vector<CaseBranch> branches;
};

struct CaseFile {
  std::string title;
  std::string game;  // empty when the file doesn't name it
  std::vector<CaseGiven> givens;
};

// The keywords of a kind of file, and what belongs to them.
struct CaseGrammar {
  struct Keyword {
    std::string_view word;
    bool json = false;        // JSON may stand below it
    bool head_lines = false;  // what follows it on its line is the first of its lines
  };
  std::string_view what;   // "case"
  std::string_view first;  // the keyword it begins with
  std::span<const Keyword> keywords;
};
LineError read_blocks(std::string_view text, const CaseGrammar& grammar,
                      std::vector<CaseBlock>& blocks);

LineError parse_case(std::string_view text, CaseFile& file);

}  // namespace engine
