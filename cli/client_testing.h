// What the tests of the terminal client share: matches, a folder of their own, a screen with
// scripted keys.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/screen.h"
#include "cli/session.h"
#include "cli/stage.h"
#include "games/registry.h"

namespace cli::client_testing {

inline engine::TableSpec spec_of(const engine::AnyGame& game, int seats, uint64_t seed) {
  engine::TableSpec spec;
  spec.variants = engine::default_variants(game.spec());
  spec.seats = seats;
  spec.chance = engine::ChanceSource::of_seed(seed);
  return spec;
}

inline Session started(const engine::AnyGame& game, std::vector<Sitter> sitters, uint64_t seed) {
  const engine::TableSpec spec = spec_of(game, static_cast<int>(sitters.size()), seed);
  auto session = Session::start(game, spec, std::move(sitters));
  EXPECT_TRUE(session) << session.error.text;
  return std::move(*session);
}

inline std::vector<Sitter> people_and_bots(int people, int seats) {
  std::vector<Sitter> sitters(static_cast<size_t>(seats), Sitter::of("random"));
  std::fill_n(sitters.begin(), people, Sitter::person());
  return sitters;
}

// Bots whose choices follow from the seed alone, as those of the levels don't: they go by time.
inline std::vector<Sitter> person_and_greedy(int seats) {
  std::vector<Sitter> sitters(static_cast<size_t>(seats), Sitter::of("greedy"));
  sitters.front() = Sitter::person();
  return sitters;
}

inline std::string times(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

// Everything is kept in a folder of its own.
class GameTest : public ::testing::TestWithParam<const engine::AnyGame*> {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "stamtafel-test-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    setenv("XDG_DATA_HOME", folder_.c_str(), 1);
  }
  void TearDown() override {
    unsetenv("XDG_DATA_HOME");
    std::error_code problem;  // what cannot be removed stays in the temporary folder
    std::filesystem::remove_all(folder_, problem);
  }
  const engine::AnyGame& game() const { return *GetParam(); }
  int fewest() const { return game().spec().min_seats; }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
};

inline std::string name_of_game(const ::testing::TestParamInfo<const engine::AnyGame*>& test) {
  return std::string(test.param->spec().id);
}

// A screen whose keys come from a list; after the last one the terminal is hung up.
class ScriptedScreen final : public Screen {
 public:
  explicit ScriptedScreen(std::string keys = {}) { type(keys); }
  void type(const std::string& keys) {
    for (const char key : keys) {
      press(key == '\n' ? Key{Key::kEnter} : Key{Key::kChar, static_cast<char32_t>(key)});
    }
  }
  void press(Key key) { keys_.push_back(key); }
  // Enter is pressed until this holds; then come the keys of the list.
  void hold_enter(std::function<bool()> until) { enough_ = std::move(until); }
  void resize(int width, int height) {
    width_ = width;
    height_ = height;
  }
  // The size changes when all keys so far are read.
  void press_resize(int width, int height) {
    resizes_[reads_ + static_cast<int>(keys_.size())] = {width, height};
    press({Key::kResize});
  }

  int width() const override { return width_; }
  int height() const override { return height_; }
  void show(const Surface& surface) override { shown_.push_back(surface.text()); }
  Key read(int timeout_ms) override {
    if (timeout_ms == 0) return {};
    if (keys_.empty()) return {Key::kHangUp};
    // A bot's pause passes by itself; keys are for people.
    if (timeout_ms > 0 && !interrupt_pauses_) return {};
    if (enough_ && !enough_()) return {Key::kEnter};
    if (const auto size = resizes_.find(reads_); size != resizes_.end())
      resize(size->second.first, size->second.second);
    ++reads_;
    const Key key = keys_.front();
    keys_.pop_front();
    return key;
  }
  void interrupt_pauses() { interrupt_pauses_ = true; }
  const std::vector<std::string>& shown() const { return shown_; }
  std::string last() const { return shown_.empty() ? "" : shown_.back(); }
  bool ever(const std::string& text) const {
    return std::any_of(shown_.begin(), shown_.end(), [&](const std::string& screen) {
      return screen.find(text) != std::string::npos;
    });
  }

 private:
  std::deque<Key> keys_;
  std::function<bool()> enough_;
  std::map<int, std::pair<int, int>> resizes_;
  std::vector<std::string> shown_;
  int reads_ = 0;
  int width_ = 80;
  int height_ = 24;
  bool interrupt_pauses_ = false;
};

struct Match {
  ScriptedScreen screen;
  Settings settings;
  Stage stage{screen, settings};
};

}  // namespace cli::client_testing
