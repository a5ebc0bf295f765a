// A plot as SVG, drawn with the colours of the page it stands on.
#pragma once

#include <string>

#include "lab/document.h"

namespace lab {

std::string plot_svg(const Plot& plot, engine::Language language);

}  // namespace lab
