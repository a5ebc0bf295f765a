// The chapters of the rules as a terminal shows them: with their diagrams (engine/diagrams.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/diagrams.h"

namespace cli {

// Begins a line of a drawing, which is never wrapped.
inline constexpr char kDrawn = '\t';

std::vector<std::string_view> lines_of(std::string_view text);

// The text of a chapter with what is said below the pictures of its diagrams and what happens in
// them; with boards, the first and the last are drawn. It is said of which the edition makes
// impossible. `words`: of the client.
std::string with_diagrams(std::string_view text, const std::vector<engine::Diagram>& diagrams,
                          const engine::AnyEdition& edition, const engine::Texts& texts,
                          const engine::Texts& words, bool boards);

// A card or part: its name, with a star where figures of it are our own, and all there is to read.
std::string titled(const engine::Component& part);
std::string read_about(const engine::Component& part);

}  // namespace cli
