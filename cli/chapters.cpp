#include "cli/chapters.h"

#include <algorithm>

#include "cli/common.h"
#include "engine/figures.h"

namespace cli {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (size_t end = 0; end != text.npos;) {
    end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end != text.npos) text.remove_prefix(end + 1);
  }
  return lines;
}

namespace {

std::string in_lines(const engine::Diagram& diagram, const engine::Texts& texts, bool boards) {
  std::string out;
  std::string drawn;
  const size_t last = diagram.pictures.size() - 1;
  for (size_t i = 0; i <= last; ++i) {
    const engine::DiagramPicture& picture = diagram.pictures[i];
    const std::string board = board_text(*picture.table, picture.viewer, texts);
    if (boards && (i == 0 || i == last) && board != drawn) {
      drawn = board;
      for (std::string_view line : lines_of(board)) out += kDrawn + std::string(line) + '\n';
    }
    out += std::string(texts.get(engine::caption_key(diagram.id, i))) + '\n';
    for (const std::string& told : picture.told(texts)) out += "- " + told + '\n';
  }
  out.pop_back();
  return out;
}

}  // namespace

std::string with_diagrams(std::string_view text, const std::vector<engine::Diagram>& diagrams,
                          const engine::AnyEdition& edition, const engine::Texts& texts,
                          const engine::Texts& words, bool boards) {
  std::string out;
  for (std::string_view line : lines_of(text)) {
    const std::string_view id = engine::diagram_in(line);
    const auto named = std::find_if(diagrams.begin(), diagrams.end(),
                                    [&](const engine::Diagram& other) { return other.id == id; });
    out += named == diagrams.end() ? std::string(line) : in_lines(*named, texts, boards);
    out += '\n';
    if (named != diagrams.end() && named->edition()->hash() != edition.hash())
      out += std::string(words.get("rules.standard")) + '\n';
  }
  out.pop_back();
  return out;
}

std::string titled(const engine::Component& part) {
  return part.house_figures ? part.name + std::string(engine::kHouseMark) : part.name;
}

std::string read_about(const engine::Component& part) {
  const bool both = !part.text.empty() && !part.details.empty();
  return part.text + (both ? "\n" : "") + part.details;
}

}  // namespace cli
