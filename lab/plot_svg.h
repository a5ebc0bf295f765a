// A plot as SVG, drawn with the colours of the page it stands on.
#pragma once

#include <string>

#include "lab/document.h"

namespace lab {

std::string plot_svg(const Plot& plot, engine::Language language);
// For the text of HTML and SVG, and for attributes in double quotes.
std::string escaped(std::string_view text);

}  // namespace lab
