#include "lab/twin_sums.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {
namespace {

// Where the product of values i and j stands: row by row of the upper triangle.
constexpr size_t place(size_t i, size_t j, size_t n) {
  if (i > j) std::swap(i, j);
  return i * n - i * (i + 1) / 2 + j;
}

void write_number(Int128 number, std::string& out) {
  if (number < 0) out += '-';
  std::string digits;
  do {
    const auto digit = static_cast<int>(number % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    number /= 10;
  } while (number != 0);
  out.append(digits.rbegin(), digits.rend());
}

// The next number of a text, which is taken away from it.
bool take_number(std::string_view& text, Int128& number) {
  const size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return false;
  text.remove_prefix(begin);
  const bool negative = text[0] == '-';
  if (negative) text.remove_prefix(1);
  constexpr size_t kDigits = 36;  // of 38 that there is room for
  size_t length = 0;
  number = 0;
  while (length < text.size() && text[length] >= '0' && text[length] <= '9') {
    if (length == kDigits) return false;
    number = number * 10 + (text[length++] - '0');
  }
  if (length == 0) return false;
  if (negative) number = -number;
  text.remove_prefix(length);
  return true;
}

}  // namespace

double Measured::half_width() const {
  if (!known()) return std::numeric_limits<double>::infinity();
  return student975(degrees) * deviation;
}

double Measured::p_value(double from) const {
  if (!known()) return 1;
  if (deviation <= 0) return mean == from ? 1 : 0;
  return student_tails((mean - from) / deviation, degrees);
}

void TwinSums::add(const Twin& block) {
  if (block.w1 == 0 && block.w2 == 0) return;
  const std::array<int64_t, kValues> values{block.y1, block.w1, block.y2, block.w2};
  blocks_[0] += block.w1 != 0 ? 1 : 0;
  blocks_[1] += block.w2 != 0 ? 1 : 0;
  size_t at = 0;
  for (size_t i = 0; i < kValues; ++i) {
    sums_[i] += values[i];
    for (size_t j = i; j < kValues; ++j) {
      products_[at++] += static_cast<Int128>(values[i]) * values[j];
    }
  }
}

void TwinSums::add(const TwinSums& other) {
  for (size_t i = 0; i < blocks_.size(); ++i) blocks_[i] += other.blocks_[i];
  for (size_t i = 0; i < sums_.size(); ++i) sums_[i] += other.sums_[i];
  for (size_t i = 0; i < products_.size(); ++i) products_[i] += other.products_[i];
}

double TwinSums::second_moment(size_t i, size_t j) const {
  return static_cast<double>(products_[place(i, j, kValues)]);
}

double TwinSums::weight(int which) const {
  return static_cast<double>(sums_[static_cast<size_t>(2 * which + 1)]);
}

Measured TwinSums::ratio(size_t which) const {
  const size_t y = 2 * which;
  const size_t w = y + 1;
  Measured found;
  if (sums_[w] == 0) return found;
  const auto weights = static_cast<double>(sums_[w]);
  const auto blocks = static_cast<double>(blocks_[which]);
  found.mean = static_cast<double>(sums_[y]) / weights;
  found.degrees = blocks - 1;
  if (!found.known()) return found;
  const double squares = second_moment(y, y) - 2 * found.mean * second_moment(y, w) +
                         found.mean * found.mean * second_moment(w, w);
  found.deviation = std::sqrt(std::max(0.0, squares) * blocks / (blocks - 1)) / std::abs(weights);
  return found;
}

Measured TwinSums::difference() const {
  const Measured one = ratio(0);
  const Measured two = ratio(1);
  Measured found;
  found.mean = one.mean - two.mean;
  found.degrees = std::min(one.degrees, two.degrees);
  if (!one.known() || !two.known()) {
    found.degrees = 0;
    return found;
  }
  // Of both residuals, times each other.
  const double shared = second_moment(0, 2) - one.mean * second_moment(1, 2) -
                        two.mean * second_moment(0, 3) + one.mean * two.mean * second_moment(1, 3);
  const auto blocks = static_cast<double>(std::min(blocks_[0], blocks_[1]));
  const double covariance = shared * blocks / (blocks - 1) / (weight(0) * weight(1));
  found.deviation = std::sqrt(std::max(
      0.0, one.deviation * one.deviation + two.deviation * two.deviation - 2 * covariance));
  return found;
}

std::string TwinSums::text() const {
  std::string out;
  const auto each = [&](Int128 number) {
    if (!out.empty()) out += ' ';
    write_number(number, out);
  };
  for (const int64_t count : blocks_) each(count);
  for (const Int128 sum : sums_) each(sum);
  for (const Int128 product : products_) each(product);
  return out;
}

bool TwinSums::read(std::string_view text) {
  TwinSums read;
  for (int64_t& count : read.blocks_) {
    Int128 number = 0;
    if (!take_number(text, number) || number < 0 || number > INT64_MAX) return false;
    count = static_cast<int64_t>(number);
  }
  for (Int128& sum : read.sums_) {
    if (!take_number(text, sum)) return false;
  }
  for (Int128& product : read.products_) {
    if (!take_number(text, product)) return false;
  }
  if (!text.empty()) return false;
  *this = read;
  return true;
}

}  // namespace lab
