#include "cli/stage.h"

#include <algorithm>

#include "cli/choices.h"
#include "cli/words.h"

namespace cli {

using engine::Style;

size_t pace_of(const Settings& settings) {
  const auto found = std::ranges::find_if(
      kPaces, [&](const Pace& pace) { return pace.pause_ms <= settings.pause_ms; });
  return std::min<size_t>(static_cast<size_t>(found - kPaces.begin()), kPaces.size() - 1);
}

const engine::Texts& Stage::words() const { return cli::words(settings_.language); }

void Stage::next_language() {
  const size_t next = (static_cast<size_t>(settings_.language) + 1) % engine::kLanguages.size();
  settings_.language = static_cast<engine::Language>(next);
}

Key Stage::wait_for_room() {
  while (screen_.width() < kMinWidth || screen_.height() < kMinHeight) {
    Surface surface(screen_.width(), screen_.height());
    const std::string text =
        words().format("small.text", std::to_string(kMinWidth), std::to_string(kMinHeight),
                       std::to_string(screen_.width()), std::to_string(screen_.height()));
    const std::vector<std::string> lines = engine::wrap(text, std::max(surface.width() - 2, 1));
    int y = std::max(0, (surface.height() - static_cast<int>(lines.size())) / 2);
    for (const std::string& line : lines) surface.write_centred(y++, line);
    screen_.show(surface);
    const Key key = screen_.read(Screen::kForever);
    if (key.kind == Key::kHangUp || key.is(U'q')) return {Key::kHangUp};
  }
  return {};
}

Key Stage::ask(const Paint& paint, int timeout_ms) {
  while (!hung_up_) {
    hung_up_ = wait_for_room().kind == Key::kHangUp;
    if (hung_up_) break;
    had_room_ = true;
    Surface surface(screen_.width(), screen_.height());
    paint(surface);
    screen_.show(surface);
    const Key key = screen_.read(timeout_ms);
    if (key.kind == Key::kResize) continue;
    hung_up_ = key.kind == Key::kHangUp;
    return key;
  }
  return {Key::kHangUp};
}

engine::Error Stage::room_error() const {
  if (had_room_) return {};
  return {engine::ErrorCode::kUsage,
          "the terminal is too small: " + std::to_string(kMinWidth) + " x " +
              std::to_string(kMinHeight) + " is needed (--plain needs no room)",
          ""};
}

int write_keys(Surface& surface, int x, int y, std::string_view text) {
  while (!text.empty()) {
    const size_t open = text.find('[');
    x = surface.write(x, y, text.substr(0, open), Style::kDim);
    if (open == std::string_view::npos) break;
    const size_t close = std::min(text.find(']', open + 2), text.size());
    x = surface.write(x, y, text.substr(open + 1, close - open - 1), Style::kTitle);
    text.remove_prefix(std::min(close + 1, text.size()));
  }
  return x;
}

void draw_notice(Surface& surface, const std::string& title, const std::vector<std::string>& lines,
                 const std::string& keys) {
  constexpr int kMargin = 3;
  const int inner = std::min(66, surface.width() - 4 - 2 * kMargin);
  std::vector<std::string> wrapped;
  for (const std::string& line : lines) {
    for (std::string& part : engine::wrap(line, inner)) wrapped.push_back(std::move(part));
  }
  const int room = surface.height() - 4 - (keys.empty() ? 0 : 2);
  if (static_cast<int>(wrapped.size()) > room) {
    wrapped.resize(static_cast<size_t>(std::max(room, 1)));
    wrapped.back() = "…";
  }
  const int height = static_cast<int>(wrapped.size()) + (keys.empty() ? 2 : 4);
  const Rect box{(surface.width() - inner - 2 * kMargin) / 2,
                 std::max(1, (surface.height() - height) / 3), inner + 2 * kMargin, height};
  surface.box(box, title, Style::kTitle);
  int y = box.y + 1;
  for (const std::string& line : wrapped) surface.write_in(box.x + kMargin, y++, inner, line);
  if (!keys.empty()) write_keys(surface, box.x + kMargin, y + 1, keys);
}

bool Stage::confirm(const Paint& below, const std::string& title,
                    const std::vector<std::string>& lines) {
  for (;;) {
    const Key key = ask([&](Surface& surface) {
      below(surface);
      draw_notice(surface, title, lines, std::string(words().get("keys.confirm")));
    });
    const std::string_view yes = words().get("yes_key");
    if (key.kind == Key::kEnter || (key.kind == Key::kChar && engine::to_utf8(key.glyph) == yes))
      return true;
    if (key.kind == Key::kEscape || key.kind == Key::kHangUp || key.is(U'n') || key.is(U'q'))
      return false;
  }
}

std::string Stage::ask_line(const Paint& below, const std::string& question, std::string text) {
  for (;;) {
    const Key key = ask([&](Surface& surface) {
      below(surface);
      const int y = surface.height() - 1;
      surface.fill({0, y, surface.width(), 1});
      int x = surface.write(1, y, question + " ", Style::kTitle);
      // The end of a long path matters more than its beginning.
      const int room = surface.width() - x - 2;
      std::string_view shown = text;
      while (engine::columns(shown) > room) shown.remove_prefix(1);
      while (!shown.empty() && (static_cast<unsigned char>(shown[0]) & 0xc0) == 0x80)
        shown.remove_prefix(1);
      x = surface.write(x, y, shown);
      surface.put(x, y, U' ', {Style::kPlain, true});
    });
    if (key.kind == Key::kEnter) return text;
    if (key.kind == Key::kEscape || key.kind == Key::kHangUp) return {};
    if (key.kind == Key::kChar) text += engine::to_utf8(key.glyph);
    if (key.kind == Key::kEraseLine) text.clear();
    if (key.kind == Key::kBackspace && !text.empty()) {
      while (text.size() > 1 && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80)
        text.pop_back();
      text.pop_back();
    }
  }
}

namespace {

// A page broken into lines for a width; remembers where its sections begin.
class Pager {
 public:
  void lay_out(const Page& page, int width) {
    lines_.clear();
    starts_.clear();
    for (const Section& section : page.sections) {
      if (!lines_.empty()) lines_.push_back({});
      starts_.push_back(static_cast<int>(lines_.size()));
      if (!section.heading.empty()) lines_.push_back({section.heading, Style::kTitle});
      if (section.text.empty()) continue;
      for (std::string& line : engine::wrap(section.text, width))
        lines_.push_back({std::move(line), Style::kPlain});
    }
  }
  void draw(Surface& surface, const Rect& area) {
    height_ = area.height;
    scroll(0);
    for (int i = 0; i < area.height && top_ + i < size(); ++i) {
      const Line& line = lines_[static_cast<size_t>(top_ + i)];
      const bool found =
          !search_.empty() && folded(line.text).find(folded(search_)) != std::string::npos;
      surface.write_in(area.x, area.y + i, area.width, line.text,
                       {found ? Style::kGood : line.style});
    }
  }
  void scroll(int by) { top_ = std::clamp(top_ + by, 0, std::max(0, size() - height_)); }
  void page(int by) { scroll(by * (height_ - 1)); }
  void to_end() { top_ = 1 << 24; }  // draw() stops at the end
  void to_start() { top_ = 0; }
  void section(int by) {
    auto here = std::ranges::upper_bound(starts_, top_);
    if (by > 0) {
      if (here != starts_.end()) scroll(*here - top_);
    } else {
      here = std::ranges::lower_bound(starts_, top_);
      scroll(here == starts_.begin() ? -top_ : *(here - 1) - top_);
    }
  }
  // The next line that holds the text, from the top of the page on; round to the beginning.
  void search(const std::string& text) {
    search_ = text;
    if (text.empty()) return;
    for (int i = 1; i <= size(); ++i) {
      const int line = (top_ + i) % size();
      if (folded(lines_[static_cast<size_t>(line)].text).find(folded(text)) == std::string::npos)
        continue;
      top_ = line;
      return;
    }
  }
  const std::string& searched() const { return search_; }
  std::string position() const {
    return std::to_string(std::min(top_ + height_, size())) + "/" + std::to_string(size());
  }
  bool whole() const { return size() <= height_; }

 private:
  struct Line {
    std::string text;
    Style style = Style::kPlain;
  };
  int size() const { return static_cast<int>(lines_.size()); }

  std::vector<Line> lines_;
  std::vector<int> starts_;
  std::string search_;
  int top_ = 0;
  int height_ = 1;
};

}  // namespace

void Stage::read(const std::function<Page()>& make_page, bool from_end) {
  Pager pager;
  Page page = make_page();
  if (from_end) pager.to_end();
  const Paint paint = [&](Surface& surface) {
    // Long lines are hard to read: no wider than a book's.
    const int width = std::min(surface.width() - 4, 92);
    pager.lay_out(page, width);
    surface.rule(0, 0, surface.width(), page.title, Style::kTitle);
    pager.draw(surface, {(surface.width() - width) / 2, 2, width, surface.height() - 4});
    surface.rule(0, surface.height() - 2, surface.width());
    if (!pager.whole()) {
      const std::string position = " " + pager.position() + " ";
      surface.write(surface.width() - engine::columns(position) - 2, surface.height() - 2, position,
                    Style::kDim);
    }
    write_keys(surface, 1, surface.height() - 1, words().get("keys.page"));
  };
  for (;;) {
    const Key key = ask(paint);
    switch (key.kind) {
      case Key::kEscape:
      case Key::kHangUp:
        return;
      case Key::kUp:
        pager.scroll(-1);
        break;
      case Key::kDown:
      case Key::kEnter:
        pager.scroll(1);
        break;
      case Key::kPageUp:
        pager.page(-1);
        break;
      case Key::kPageDown:
        pager.page(1);
        break;
      case Key::kHome:
        pager.to_start();
        break;
      case Key::kEnd:
        pager.to_end();
        break;
      case Key::kTab:
      case Key::kRight:
        pager.section(1);
        break;
      case Key::kBackTab:
      case Key::kLeft:
        pager.section(-1);
        break;
      default:
        break;
    }
    if (key.is(U'q')) return;
    if (key.is(U' ')) pager.page(1);
    if (key.is(U'/')) pager.search(ask_line(paint, std::string(words().get("page.search")), ""));
    if (key.is(U'n')) pager.search(pager.searched());
    if (key.is(U'L')) {
      next_language();
      page = make_page();
    }
  }
}

}  // namespace cli
