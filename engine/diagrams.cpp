#include "engine/diagrams.h"

#include <algorithm>

#include "engine/case_file.h"
#include "engine/cases.h"

namespace engine {
namespace {

Diagram& called(std::string_view id, std::vector<Diagram>& diagrams) {
  const auto found = std::find_if(diagrams.begin(), diagrams.end(),
                                  [&](const Diagram& diagram) { return diagram.id == id; });
  return found != diagrams.end() ? *found : diagrams.emplace_back(Diagram{std::string(id), {}});
}

std::vector<Diagram> shown(const AnyGame& game, const CaseFile& file, const EditionPtr& edition) {
  std::vector<Diagram> diagrams;
  show_case(file, game, edition, [&](const CasePicture& picture) {
    called(picture.diagram, diagrams)
        .pictures.push_back({std::string(picture.part), picture.viewer, picture.marks,
                             picture.table->clone(), picture.first_event});
  });
  return diagrams;
}

}  // namespace

std::vector<std::string> DiagramPicture::told(const Texts& texts) const {
  const std::span<const Event> events = std::span(table->events()).subspan(first_event);
  std::vector<std::string> lines =
      table->game().event_texts(*table->edition(), events, viewer, texts);
  std::erase_if(lines, [](const std::string& line) { return line.empty(); });
  return lines;
}

std::vector<Diagram> diagrams_of(const AnyGame& game, const EditionPtr& edition) {
  CaseFile file;
  if (parse_case(game.diagrams(), file)) return {};  // it has none: the tests look at all there are
  std::vector<Diagram> diagrams = shown(game, file, game.default_edition());
  if (edition->hash() == game.default_edition()->hash()) return diagrams;
  std::vector<Diagram> own = shown(game, file, edition);
  for (Diagram& diagram : diagrams) {
    Diagram& same = called(diagram.id, own);
    if (same.pictures.size() == diagram.pictures.size()) diagram = std::move(same);
  }
  return diagrams;
}

std::string_view diagram_in(std::string_view line) {
  constexpr std::string_view kOpen = "{diagram:";
  if (!line.starts_with(kOpen) || !line.ends_with('}')) return {};
  line.remove_prefix(kOpen.size());
  line.remove_suffix(1);
  return line;
}

std::string caption_key(std::string_view diagram, size_t picture) {
  return "diagram." + std::string(diagram) + "." + std::to_string(picture + 1);
}

}  // namespace engine
