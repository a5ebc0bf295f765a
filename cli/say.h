// Lines for whoever reads them at a terminal, or in a pipe.
#pragma once

#include <ostream>
#include <string_view>

namespace cli {

struct Paper {
  bool ascii = false;  // no letters but those of ASCII
  int width = 0;       // longer lines are broken between words; 0: left as they are
};

// That of this program: lines are broken where a person reads them at a terminal.
Paper paper_here();
// So wide is the page of a terminal: not too wide to read. 80 where there is none.
int page_width();
// A text of one line or several, and the end of the last.
void say_on(const Paper& paper, std::string_view text, std::ostream& out);

}  // namespace cli
