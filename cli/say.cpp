#include "cli/say.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "cli/locale.h"
#include "cli/screen.h"
#include "engine/canvas.h"

namespace cli {

int page_width() {
  constexpr int kUsual = 80;
  constexpr int kLeast = 30;
  constexpr int kMost = 100;
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsual;
  return std::clamp(static_cast<int>(size.ws_col), kLeast, kMost);
}

Paper paper_here() { return {!utf8_locale(), terminal_present() ? page_width() : 0}; }

void say_on(const Paper& paper, std::string_view text, std::ostream& out) {
  const auto put = [&](std::string_view line) {
    out << (paper.ascii ? in_ascii(line) : std::string(line)) << '\n';
  };
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (paper.width == 0 || engine::columns(line) <= paper.width) {
      put(line);
    } else {
      for (const std::string& part : engine::wrap(line, paper.width)) put(part);
    }
  }
}

}  // namespace cli
