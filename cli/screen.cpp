#include "cli/screen.h"

#include "cli/locale.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <span>

// The wide-character half of ncurses must be asked for.
#define NCURSES_WIDECHAR 1
#include <ncurses.h>

namespace cli {
namespace {

using engine::Style;

volatile std::sig_atomic_t signal_caught = 0;
bool terminal_taken = false;

void give_back() {
  if (!terminal_taken) return;
  terminal_taken = false;
  endwin();
}

extern "C" void ask_to_end(int signal) { signal_caught = signal; }

// endwin is not made for signal handlers, but a program that dies anyway has nothing to lose by it.
extern "C" void die_tidily(int signal) {
  give_back();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void catch_signals() {
  struct sigaction action{};
  sigemptyset(&action.sa_mask);
  action.sa_handler = ask_to_end;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  action.sa_handler = die_tidily;
  for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL})
    sigaction(signal, &action, nullptr);
}

// How something looks: the foreground with 256 and with 8 colours, and what is used without any.
struct Look {
  short rich;
  short basic;
  attr_t with_colour;
  attr_t without_colour;
};
// For each Style; the seats wear colours of their own.
constexpr int kStyles = static_cast<int>(Style::kNeutral) + 1;
constexpr Look kOfSeat{-1, -1, A_NORMAL, A_NORMAL};
constexpr std::array<Look, kStyles> kLooks{{
    {-1, -1, A_NORMAL, A_NORMAL},        // kPlain
    {244, -1, A_NORMAL, A_DIM},          // kDim
    {-1, -1, A_BOLD, A_BOLD},            // kBold
    {114, COLOR_GREEN, A_BOLD, A_BOLD},  // kGood
    {210, COLOR_RED, A_BOLD, A_BOLD},    // kBad
    {223, COLOR_CYAN, A_BOLD, A_BOLD},   // kTitle
    kOfSeat,
    kOfSeat,
    kOfSeat,
    kOfSeat,
    kOfSeat,
    kOfSeat,
    {180, COLOR_CYAN, A_NORMAL, A_NORMAL},  // kNeutral
}};
// Black on black shows nothing: who is black is light grey. With 8 colours there is no orange.
constexpr std::array<Look, kColours> kColourLooks{{
    {77, COLOR_GREEN, A_NORMAL, A_NORMAL},
    {177, COLOR_MAGENTA, A_NORMAL, A_NORMAL},
    {221, COLOR_YELLOW, A_NORMAL, A_NORMAL},
    {203, COLOR_RED, A_NORMAL, A_NORMAL},
    {75, COLOR_BLUE, A_BOLD, A_NORMAL},
    {251, COLOR_WHITE, A_NORMAL, A_NORMAL},
    {231, COLOR_WHITE, A_BOLD, A_NORMAL},
    {208, COLOR_YELLOW, A_BOLD, A_NORMAL},
}};

Key::Kind kind_of_code(wint_t code) {
  switch (code) {
    case KEY_UP:
      return Key::kUp;
    case KEY_DOWN:
      return Key::kDown;
    case KEY_LEFT:
      return Key::kLeft;
    case KEY_RIGHT:
      return Key::kRight;
    case KEY_PPAGE:
      return Key::kPageUp;
    case KEY_NPAGE:
      return Key::kPageDown;
    case KEY_HOME:
      return Key::kHome;
    case KEY_END:
      return Key::kEnd;
    case KEY_ENTER:
      return Key::kEnter;
    case KEY_BACKSPACE:
      return Key::kBackspace;
    case KEY_BTAB:
      return Key::kBackTab;
    case KEY_RESIZE:
      return Key::kResize;
    default:
      return Key::kOther;
  }
}

class CursesScreen final : public Screen {
 public:
  // `terminal` is the one newterm has just set up.
  CursesScreen(SCREEN* terminal, bool colour, bool utf8) : terminal_(terminal), utf8_(utf8) {
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    // Curses would read no more than the beginning of what a mouse tells, and leave its numbers to
    // be taken for choices. Nobody asks for a mouse here, but who ran before may have.
    define_key(nullptr, KEY_MOUSE);
    nodelay(stdscr, TRUE);
    set_escdelay(25);
    curs_set(0);
    colour_ = colour && has_colors();
    if (colour_) {
      start_color();
      use_default_colors();
      const bool rich = COLORS >= 256;
      short pair = 0;
      for (const auto& looks : {std::span<const Look>(kLooks), std::span<const Look>(kColourLooks)})
        for (const Look& look : looks) init_pair(++pair, rich ? look.rich : look.basic, -1);
      // With 8 colours there is no grey: what is dim is dimmed.
      grey_ = rich;
    }
  }
  ~CursesScreen() override {
    give_back();
    delscreen(terminal_);
  }

  int width() const override { return COLS; }
  int height() const override { return LINES; }

  void show(const Surface& surface) override {
    erase();
    for (int y = 0; y < std::min(surface.height(), height()); ++y) {
      for (int x = 0; x < std::min(surface.width(), width()); ++x) {
        const Surface::Cell& cell = surface.at(x, y);
        const char32_t glyph = utf8_ ? cell.glyph : static_cast<char32_t>(ascii_for(cell.glyph));
        const std::array<wchar_t, 2> text{static_cast<wchar_t>(glyph), 0};
        cchar_t out;
        setcchar(
            &out, text.data(), attributes(cell.ink, surface.seat_colours()),
            static_cast<short>(colour_ ? look_of(cell.ink.style, surface.seat_colours()) + 1 : 0),
            nullptr);
        mvadd_wch(y, x, &out);
      }
    }
    refresh();
  }

  Key read(int timeout_ms) override {
    using Clock = std::chrono::steady_clock;
    constexpr int kLook = 500;  // a signal may come just before the wait: look again now and then
    const auto end = Clock::now() + std::chrono::milliseconds(timeout_ms);
    bool gone = false;
    for (;;) {
      if (signal_caught != 0) return {Key::kHangUp};
      wint_t code = 0;
      const int kind = get_wch(&code);
      if (kind == KEY_CODE_YES) return {kind_of_code(code)};
      if (kind == OK) return key_at(static_cast<char32_t>(code));
      if (gone) return {Key::kHangUp};
      int wait = kLook;
      if (timeout_ms >= 0) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        if (left <= 0) return {};
        wait = static_cast<int>(std::min<long long>(left, kLook));
      }
      pollfd input{STDIN_FILENO, POLLIN, 0};
      // A signal ends the wait; then the loop looks what it was (a resize comes as a key).
      gone = poll(&input, 1, wait) > 0 && (input.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
    }
  }

 private:
  // The place of a look among all: those of the styles, then those of the colours.
  static size_t look_of(Style style, const SeatColours& seats) {
    const auto index = static_cast<size_t>(style);
    const auto first = static_cast<size_t>(Style::kSeat0);
    if (style < Style::kSeat0 || style > Style::kSeat5) return index;
    return kLooks.size() + static_cast<size_t>(seats[index - first]);
  }
  attr_t attributes(Ink ink, const SeatColours& seats) const {
    const size_t index = look_of(ink.style, seats);
    const Look& look = index < kLooks.size() ? kLooks[index] : kColourLooks[index - kLooks.size()];
    attr_t attributes = colour_ ? look.with_colour : look.without_colour;
    if (colour_ && !grey_ && ink.style == Style::kDim) attributes |= A_DIM;
    return ink.reversed ? attributes | A_REVERSE : attributes;
  }

  // The key that begins with this character. Curses has looked for what terminfo knows; the rest of
  // any other sequence belongs to it all the same, also where a slow line brings it late.
  Key key_at(char32_t glyph) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds kLate{500};
    const bool late = (glyph == U'[' || glyph == U'O') && Clock::now() - escaped_ < kLate;
    const NextGlyph next = [] {
      constexpr int kRest = 75;  // milliseconds
      pollfd input{STDIN_FILENO, POLLIN, 0};
      wint_t code = 0;
      if (get_wch(&code) == OK) return static_cast<char32_t>(code);
      if (poll(&input, 1, kRest) > 0 && get_wch(&code) == OK) return static_cast<char32_t>(code);
      return char32_t{0};
    };
    if (late) return key_of_sequence(glyph, next);
    if (glyph != 27) return key_of_glyph(glyph);
    const Key key = key_of_escape(next);
    if (key.kind == Key::kEscape) escaped_ = Clock::now();
    return key;
  }

  SCREEN* terminal_;
  bool utf8_;
  bool colour_ = false;
  bool grey_ = false;
  std::chrono::steady_clock::time_point escaped_{};  // when the key Escape was read last
};

}  // namespace

int caught_signal() { return signal_caught; }

bool terminal_present() { return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1; }

engine::Result<std::unique_ptr<Screen>> open_screen(bool colour) {
  using engine::ErrorCode;
  if (!terminal_present()) {
    return engine::Error{ErrorCode::kUsage, "standard input and output are no terminal", ""};
  }
  const bool utf8 = utf8_locale();  // sets the locale, which curses goes by
  SCREEN* terminal = newterm(nullptr, stdout, stdin);
  if (terminal == nullptr) {
    const char* type = std::getenv("TERM");
    return engine::Error{ErrorCode::kUsage,
                         "the terminal type '" + std::string(type == nullptr ? "" : type) +
                             "' (TERM) is unknown here",
                         ""};
  }
  if (tigetstr("cup") == nullptr) {  // no way to move the cursor
    endwin();
    delscreen(terminal);
    return engine::Error{ErrorCode::kUsage, "this terminal cannot show a full screen", ""};
  }
  terminal_taken = true;
  static const bool registered = std::atexit(give_back) == 0;
  (void)registered;
  catch_signals();
  return std::unique_ptr<Screen>(std::make_unique<CursesScreen>(terminal, colour, utf8));
}

}  // namespace cli
