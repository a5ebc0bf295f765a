// Learning a net (bots/net.h): from finished games of a fast bot, where who won is what the shares
// should have said of what a seat observed on the way.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "bots/net.h"

namespace lab {

// What seats observed at points of games, one after the other: only the numbers that aren't 0.
class Sights {
 public:
  struct Point {
    uint32_t game = 0;
    float progress = 0;
    uint8_t players = 0;
    size_t end = 0;  // of its numbers
    // Of the seats, counted from the one that observes.
    bots::Value::Judged judged{};
    bots::Value::Shares won{};
  };

  int inputs() const { return inputs_; }
  size_t size() const { return points_.size(); }
  const Point& operator[](size_t i) const { return points_[i]; }
  std::span<const uint16_t> places(size_t i) const {
    return std::span(places_).subspan(begin(i), points_[i].end - begin(i));
  }
  std::span<const float> numbers(size_t i) const {
    return std::span(numbers_).subspan(begin(i), points_[i].end - begin(i));
  }

  void add(Point point, std::span<const uint32_t> places, std::span<const float> all);
  void add(const Sights& more);
  // To be told who won, which is known when the game has ended.
  Point& at(size_t i) { return points_[i]; }

 private:
  size_t begin(size_t i) const { return i == 0 ? 0 : points_[i - 1].end; }

  int inputs_ = 0;
  std::vector<Point> points_;
  std::vector<uint16_t> places_;
  std::vector<float> numbers_;
};

struct NetFitSpec {
  int hidden = 32;
  int epochs = 6;
  double rate = 0.03;
};

struct NetFitReport {
  uint64_t points = 0;
  // On games that were kept apart (every tenth): the mean surprise at who won.
  double surprise = 0;
  double even = 0;
  double judgement = 0;
};

// The same sights give the same net. It begins with `start`, or with the judgement alone where that
// is empty or sees something else.
bots::Net fit_net(const Sights& sights, int seats, const bots::Net& start, const NetFitSpec& spec,
                  const std::atomic<bool>& stop,
                  const std::function<void(uint64_t done, uint64_t all)>& progress,
                  NetFitReport& report);

}  // namespace lab
