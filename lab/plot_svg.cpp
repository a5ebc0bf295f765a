#include "lab/plot_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace lab {
namespace {

constexpr double kWidth = 720;

// A stretch of values on a stretch of the picture.
struct Axis {
  double low = 0, high = 1;
  double from = 0, to = 1;
  double step = 1;

  double at(double value) const { return from + (value - low) / (high - low) * (to - from); }
};

// Begins and ends at round numbers, with about five steps between.
Axis axis_over(double low, double high, double from, double to) {
  if (!(high > low)) {
    const double around = std::max(std::abs(low) * 0.1, 1e-3);
    low -= around;
    high += around;
  }
  const double rough = (high - low) / 5;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double steps[]{1, 2, 5, 10};
  double step = power;
  for (const double each : steps) {
    step = each * power;
    if (step >= rough) break;
  }
  return {std::floor(low / step) * step, std::ceil(high / step) * step, from, to, step};
}

class Drawing {
 public:
  Drawing(const Plot& plot, engine::Language language) : plot_(plot), language_(language) {}

  std::string svg() {
    switch (plot_.kind) {
      case Plot::Kind::kIntervals:
        intervals();
        break;
      case Plot::Kind::kCurve:
        curve();
        break;
      case Plot::Kind::kBars:
        bars();
        break;
      case Plot::Kind::kParts:
        parts();
        break;
      case Plot::Kind::kHeat:
        heat();
        break;
    }
    return fmt::format(
        "<figure><figcaption>{0}</figcaption><svg viewBox=\"0 0 {1:.0f} {2:.0f}\" role=\"img\" "
        "aria-label=\"{0}\">{3}</svg></figure>\n",
        engine::escaped(plot_.title), kWidth, height_, out_);
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }
  void line(std::string_view kind, double x1, double y1, double x2, double y2) {
    add("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>", kind, x1,
        y1, x2, y2);
  }
  void text(std::string_view anchor, double x, double y, std::string_view what) {
    add("<text text-anchor=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", anchor, x, y,
        engine::escaped(what));
  }
  void dot(double x, double y, const std::string& told) {
    add("<circle class=\"dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"><title>{}</title></circle>", x,
        y, engine::escaped(told));
  }
  std::string value_text(double value) const {
    return cell_text(ReportCell::of(plot_.form, value), language_);
  }
  std::string told(const PlotPoint& point) const {
    ReportCell cell = ReportCell::of(plot_.form, point.y);
    cell.interval = point.interval;
    return (point.label.empty() ? "" : point.label + ": ") + cell_text(cell, language_);
  }
  std::string tick_text(double value) const {
    if (plot_.form == Form::kCount) return fmt::format("{:.0f}", value);
    return value_text(std::abs(value) < 1e-12 ? 0 : value);
  }
  // Of all that is drawn, intervals and what is compared with included.
  std::pair<double, double> extent() const {
    double low = plot_.reference.value_or(plot_.points[0].y);
    double high = low;
    for (const PlotPoint& point : plot_.points) {
      low = std::min(low, point.y);
      high = std::max(high, point.y);
      if (!point.interval || !std::isfinite(point.interval->low)) continue;
      low = std::min(low, point.interval->low);
      high = std::max(high, point.interval->high);
    }
    return {low, high};
  }
  template <class Each>
  void ticks(const Axis& axis, Each each) {
    const int count = static_cast<int>(std::round((axis.high - axis.low) / axis.step));
    for (int i = 0; i <= count; ++i) each(axis.low + i * axis.step);
  }

  void intervals() {
    constexpr double kRow = 22;
    constexpr double kLabel = 300;
    const auto [low, high] = extent();
    const Axis axis = axis_over(low, high, kLabel + 24, kWidth - 36);
    const double end = kRow * static_cast<double>(plot_.points.size()) + 10;
    height_ = end + 28;
    ticks(axis, [&](double value) {
      line("grid", axis.at(value), 4, axis.at(value), end);
      text("middle", axis.at(value), end + 18, tick_text(value));
    });
    if (plot_.reference) line("even", axis.at(*plot_.reference), 0, axis.at(*plot_.reference), end);
    double y = kRow / 2 + 6;
    for (const PlotPoint& point : plot_.points) {
      text("end", kLabel, y + 4, shortened(point.label, 46));
      if (point.interval && std::isfinite(point.interval->low)) {
        line("range", axis.at(point.interval->low), y, axis.at(point.interval->high), y);
      }
      dot(axis.at(point.y), y, told(point));
      y += kRow;
    }
  }

  // Both axes of a curve or of bars.
  std::pair<Axis, Axis> frame(double low, double high) {
    constexpr double kTop = 12;
    constexpr double kBottom = 232;
    height_ = kBottom + 44;
    double left = plot_.points[0].x;
    double right = left;
    for (const PlotPoint& point : plot_.points) {
      left = std::min(left, point.x);
      right = std::max(right, point.x);
    }
    const Axis x = axis_over(left, right, 70, kWidth - 30);
    const Axis y = axis_over(low, high, kBottom, kTop);
    ticks(y, [&](double value) {
      line("grid", x.from, y.at(value), x.to, y.at(value));
      text("end", x.from - 8, y.at(value) + 4, tick_text(value));
    });
    ticks(x, [&](double value) {
      line("grid", x.at(value), kBottom, x.at(value), kBottom + 5);
      text("middle", x.at(value), kBottom + 20, fmt::format("{:.10g}", value));
    });
    text("middle", (x.from + x.to) / 2, kBottom + 40, plot_.x_title);
    return {x, y};
  }

  void curve() {
    const auto [low, high] = extent();
    const auto [x, y] = frame(low, high);
    if (plot_.reference) line("even", x.from, y.at(*plot_.reference), x.to, y.at(*plot_.reference));
    std::string path;
    for (const PlotPoint& point : plot_.points) {
      fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", path.empty() ? "M" : "L",
                     x.at(point.x), y.at(point.y));
    }
    add("<path class=\"curve\" d=\"{}\"/>", path);
    for (const PlotPoint& point : plot_.points) {
      if (point.interval && std::isfinite(point.interval->low)) {
        line("range", x.at(point.x), y.at(point.interval->low), x.at(point.x),
             y.at(point.interval->high));
      }
      dot(x.at(point.x), y.at(point.y), told(point));
    }
  }

  void bars() {
    const auto [low, high] = extent();
    const auto [x, y] = frame(0, high);
    const double width =
        plot_.points.size() < 2 ? 20 : x.at(plot_.points[1].x) - x.at(plot_.points[0].x);
    for (const PlotPoint& point : plot_.points) {
      add("<rect class=\"bar\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\">"
          "<title>{}</title></rect>",
          x.at(point.x) - width / 2, y.at(point.y), std::max(1.0, width - 1),
          y.at(0) - y.at(point.y), engine::escaped(told(point)));
    }
  }

  void parts() {
    constexpr double kTop = 6;
    constexpr double kBar = 34;
    double all = 0;
    for (const PlotPoint& point : plot_.points) all += std::max(0.0, point.y);
    double x = 0;
    double y = kTop + kBar + 22;
    for (size_t i = 0; i < plot_.points.size(); ++i) {
      const PlotPoint& point = plot_.points[i];
      const double width = all > 0 ? std::max(0.0, point.y) / all * kWidth : 0;
      add("<rect class=\"part{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\">"
          "<title>{}</title></rect>",
          i % 4, x, kTop, width, kBar, engine::escaped(told(point)));
      add("<rect class=\"part{}\" x=\"0\" y=\"{:.1f}\" width=\"12\" height=\"12\"/>", i % 4,
          y - 10);
      text("start", 20, y, told(point));
      x += width;
      y += 20;
    }
    height_ = y;
  }

  void heat() {
    std::map<double, size_t> columns;
    std::map<double, size_t> rows;
    for (const PlotPoint& point : plot_.points) {
      columns.try_emplace(point.x);
      rows.try_emplace(point.row);
    }
    const auto number = [](std::map<double, size_t>& places) {
      size_t next = 0;
      for (auto& [value, place] : places) place = next++;
    };
    number(columns);
    number(rows);
    constexpr double kLeft = 90;
    constexpr double kSquare = 40;
    const double width = (kWidth - kLeft) / static_cast<double>(columns.size());
    const auto [low, high] = extent();
    for (const PlotPoint& point : plot_.points) {
      const double x = kLeft + width * static_cast<double>(columns[point.x]);
      const double y = kSquare * static_cast<double>(rows.size() - 1 - rows[point.row]);
      const double shade = high > low ? (point.y - low) / (high - low) : 0.5;
      add("<rect class=\"heat\" fill-opacity=\"{:.2f}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
          "height=\"{:.1f}\"><title>{}</title></rect>",
          0.05 + 0.6 * shade, x, y, width - 2, kSquare - 2, engine::escaped(told(point)));
      text("middle", x + width / 2, y + kSquare / 2 + 4, value_text(point.y));
    }
    const double bottom = kSquare * static_cast<double>(rows.size());
    for (const auto& [value, place] : columns) {
      text("middle", kLeft + width * (static_cast<double>(place) + 0.5), bottom + 16,
           fmt::format("{:.10g}", value));
    }
    for (const auto& [value, place] : rows) {
      text("end", kLeft - 8, kSquare * (static_cast<double>(rows.size() - place) - 0.5) + 4,
           fmt::format("{:.10g}", value));
    }
    text("middle", kLeft + (kWidth - kLeft) / 2, bottom + 36, plot_.x_title);
    text("start", 0, bottom + 36, plot_.y_title);
    height_ = bottom + 46;
  }

  static std::string shortened(const std::string& text, size_t letters) {
    size_t bytes = 0;
    for (size_t count = 0; bytes < text.size(); ++bytes) {
      const bool begins = (static_cast<uint8_t>(text[bytes]) & 0xc0) != 0x80;
      if (begins && ++count > letters) break;
    }
    return bytes == text.size() ? text : text.substr(0, bytes) + "…";
  }

  const Plot& plot_;
  engine::Language language_;
  std::string out_;
  double height_ = 0;
};

}  // namespace

std::string plot_svg(const Plot& plot, engine::Language language) {
  return plot.points.empty() ? "" : Drawing(plot, language).svg();
}

}  // namespace lab
