#include "engine/figures.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "engine/spec.h"

namespace engine {
namespace {

using Numbers = std::vector<int64_t>;

const Json* item_of(const Json& list, std::string_view name) {
  int64_t place = 0;
  if (parse_int(name, 0, 9999, place)) {
    const auto at = static_cast<size_t>(place);
    return at < list.items.size() ? &list.items[at] : nullptr;
  }
  for (const Json& item : list.items) {
    const Json* id = item.find("id");
    if (id != nullptr && id->text == name) return &item;
  }
  return nullptr;
}

// The numbers at a path, added to those found before. False: there is something else, or nothing.
bool collect(const Json& json, std::string_view path, Numbers& found) {
  if (path.empty()) {
    if (json.is_integer()) found.push_back(json.integer);
    return json.is_integer() ||
           (json.is_array() &&
            std::all_of(json.items.begin(), json.items.end(), [&](const Json& item) {
              return item.is_integer() && collect(item, "", found);
            }));
  }
  const std::string_view step = path.substr(0, path.find('.'));
  path.remove_prefix(std::min(path.size(), step.size() + 1));
  if (json.is_array() && step == "#") {
    return std::all_of(json.items.begin(), json.items.end(),
                       [&](const Json& item) { return collect(item, path, found); });
  }
  const Json* next = json.is_array() ? item_of(json, step) : json.find(step);
  return next != nullptr && collect(*next, path, found);
}

// "a+b*3": empty where a path leads nowhere, or to more than one number.
Numbers computed(const Json& edition, std::string_view text) {
  int64_t sum = 0;
  for (std::string_view part : split(text, '+')) {
    int64_t product = 1;
    for (std::string_view factor : split(part, '*')) {
      int64_t number = 0;
      if (!parse_int(factor, -9999, 9999, number)) {
        Numbers found;
        if (!collect(edition, factor, found) || found.size() != 1) return {};
        number = found.front();
      }
      product *= number;
    }
    sum += product;
  }
  return {sum};
}

std::string number_text(int64_t number) {
  return number < 0 ? "−" + std::to_string(-number) : std::to_string(number);
}

// Empty: there is no such figure.
std::string figure(const Json& edition, std::string_view text) {
  const size_t bar = text.find('|');
  const std::string_view how = bar == text.npos ? "" : text.substr(bar + 1);
  text = text.substr(0, bar);
  Numbers numbers;
  if (!collect(edition, text, numbers)) numbers = computed(edition, text);
  if (numbers.empty()) return "";
  if (how == "least") numbers = {*std::min_element(numbers.begin(), numbers.end())};
  if (how == "most") numbers = {*std::max_element(numbers.begin(), numbers.end())};
  if (how == "sum") numbers = {std::accumulate(numbers.begin(), numbers.end(), int64_t{0})};
  std::string list;
  for (int64_t number : numbers) {
    if (!list.empty()) list += ", ";
    list += number_text(how == "size" ? std::abs(number) : number);
  }
  return list;
}

}  // namespace

std::string with_figures(std::string_view text, const Json& edition) {
  std::string out;
  for (;;) {
    const size_t open = text.find("{$");
    const size_t close = text.find('}', open);
    if (open == text.npos || close == text.npos) return out.append(text);
    const std::string told = figure(edition, text.substr(open + 2, close - open - 2));
    out += text.substr(0, open);
    out += told.empty() ? text.substr(open, close + 1 - open) : std::string_view(told);
    text.remove_prefix(close + 1);
  }
}

}  // namespace engine
