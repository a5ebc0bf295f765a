// The terminal: shows a Surface and reads keys. The full-screen parts know this interface only, so
// that tests can play them with scripted keys.
#pragma once

#include <memory>

#include "cli/keys.h"
#include "cli/surface.h"
#include "engine/error.h"

namespace cli {

class Screen {
 public:
  static constexpr int kForever = -1;

  virtual ~Screen() = default;
  virtual int width() const = 0;
  virtual int height() const = 0;
  virtual void show(const Surface& surface) = 0;
  // Waits for a key for at most so many milliseconds.
  virtual Key read(int timeout_ms) = 0;
};

// Do standard input and output belong to a terminal that can show a full screen?
bool terminal_present();

// Takes over the terminal until the object goes, or the program ends in whatever way: then the
// terminal is as it was. `colour` false: bold, dim and reverse only. Without a UTF-8 locale every
// glyph is replaced by an ASCII one. There can be one at a time.
engine::Result<std::unique_ptr<Screen>> open_screen(bool colour);

// The signal that asked the program to end, 0 when none did.
int caught_signal();

}  // namespace cli
