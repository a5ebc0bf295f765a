#include "engine/figures.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "engine/spec.h"

namespace engine {
namespace {

// A number of the edition, and whether its source says that it is our own.
struct Number {
  int64_t value = 0;
  bool house = false;
};
using Numbers = std::vector<Number>;

constexpr std::string_view kHouse = "house";
constexpr std::string_view kOne = "one=";
constexpr std::string_view kOther = "|other=";

// Where a figure stands: the nearest source above it, and the names that lead from there to it.
struct Origin {
  std::string_view source;
  std::vector<std::string_view> names;

  Origin below(const Json& json, std::string_view name) const {
    const Json* own = json.find("source");
    Origin deeper = own == nullptr ? *this : Origin{own->text, {}};
    deeper.names.push_back(name);
    return deeper;
  }
};

bool says_source(std::string_view text) {
  return text.starts_with("rulebook") || text.starts_with("public") || text.starts_with(kHouse);
}

// By its name in the file; a count is also called a number.
bool names(std::string_view said, const Origin& origin) {
  for (std::string_view word : split(said, ' ')) {
    const std::string_view name = word == "number" ? "count" : word;
    if (std::find(origin.names.begin(), origin.names.end(), name) != origin.names.end())
      return true;
  }
  return false;
}

// "rulebook, price: house (R1)", "cost: rulebook; the rest: house": names and what is said of them;
// what is said without a name, or of the rest, is said of all others.
bool is_house(const Origin& origin) {
  bool others = false;
  for (std::string_view clause : split(origin.source, ';')) {
    bool named = false;  // by a part whose source follows
    for (std::string_view part : split(clause, ',')) {
      const size_t colon = part.find(':');
      const std::string_view said =
          says_source(part) || colon == part.npos ? part : trim(part.substr(colon + 1));
      const bool house = said.starts_with(kHouse);
      if (says_source(part) || part.starts_with("the rest") || part.starts_with("the other")) {
        others = house;
        continue;
      }
      named = named || names(part.substr(0, colon), origin);
      if (colon == part.npos) continue;
      if (named) return house;
    }
  }
  return others;
}

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
bool collect(const Json& json, std::string_view path, const Origin& origin, Numbers& found) {
  if (path.empty()) {
    if (json.is_integer()) found.push_back({json.integer, is_house(origin)});
    return json.is_integer() ||
           (json.is_array() &&
            std::all_of(json.items.begin(), json.items.end(), [&](const Json& item) {
              return item.is_integer() && collect(item, "", origin, found);
            }));
  }
  const std::string_view step = path.substr(0, path.find('.'));
  if (json.is_array() && path == "count") {
    found.push_back({static_cast<int64_t>(json.items.size()), false});
    return true;
  }
  path.remove_prefix(std::min(path.size(), step.size() + 1));
  if (json.is_array() && step == "#") {
    return std::all_of(json.items.begin(), json.items.end(),
                       [&](const Json& item) { return collect(item, path, origin, found); });
  }
  const Json* next = json.is_array() ? item_of(json, step) : json.find(step);
  return next != nullptr && collect(*next, path, origin.below(json, step), found);
}

// "a+b*3": empty where a path leads nowhere, or to more than one number.
Numbers computed(const Json& edition, std::string_view text) {
  Number sum;
  for (std::string_view part : split(text, '+')) {
    int64_t product = 1;
    for (std::string_view factor : split(part, '*')) {
      int64_t number = 0;
      if (!parse_int(factor, -9999, 9999, number)) {
        Numbers found;
        if (!collect(edition, factor, {}, found) || found.size() != 1) return {};
        number = found.front().value;
        sum.house = sum.house || found.front().house;
      }
      product *= number;
    }
    sum.value += product;
  }
  return {sum};
}

std::string number_text(int64_t number) {
  return number < 0 ? "−" + std::to_string(-number) : std::to_string(number);
}

// Of several the one that is asked for: the least, the most, their sum.
void choose(std::string_view how, Numbers& numbers) {
  const auto less = [](const Number& a, const Number& b) { return a.value < b.value; };
  if (how == "least") numbers = {*std::min_element(numbers.begin(), numbers.end(), less)};
  if (how == "most") numbers = {*std::max_element(numbers.begin(), numbers.end(), less)};
  if (how == "sum") {
    numbers = {std::accumulate(numbers.begin(), numbers.end(), Number{},
                               [](const Number& a, const Number& b) {
                                 return Number{a.value + b.value, a.house || b.house};
                               })};
  }
}

std::string told(const Number& number, bool sign, HouseMark mark) {
  std::string text = number_text(sign ? number.value : std::abs(number.value));
  if (number.house && mark == HouseMark::kStar) text += kHouseMark;
  return text;
}

// "one=a noble|other=# nobles": the form that goes with a number.
std::string in_its_form(std::string_view forms, const Number& number, HouseMark mark) {
  const size_t bar = forms.find(kOther);
  if (bar == forms.npos) return "";
  const std::string_view form = number.value == 1 ? forms.substr(kOne.size(), bar - kOne.size())
                                                  : forms.substr(bar + kOther.size());
  const size_t hash = form.find('#');
  std::string text(form.substr(0, hash));
  if (hash != form.npos) {
    text += told(number, true, mark);
    text += form.substr(hash + 1);
  }
  return text;
}

// Empty: there is no such figure.
std::string figure(const Json& edition, std::string_view text, HouseMark mark) {
  const size_t bar = text.find('|');
  const std::string_view how = bar == text.npos ? "" : text.substr(bar + 1);
  text = text.substr(0, bar);
  Numbers numbers;
  if (!collect(edition, text, {}, numbers)) numbers = computed(edition, text);
  if (numbers.empty()) return "";
  choose(how, numbers);
  if (how.starts_with(kOne)) return in_its_form(how, numbers.front(), mark);
  std::string list;
  for (const Number& number : numbers) {
    if (!list.empty()) list += ", ";
    list += told(number, how != "size", mark);
  }
  return list;
}

}  // namespace

std::string with_figures(std::string_view text, const Json& edition, HouseMark mark) {
  std::string out;
  for (;;) {
    const size_t open = text.find("{$");
    const size_t close = text.find('}', open);
    if (open == text.npos || close == text.npos) return out.append(text);
    const std::string told = figure(edition, text.substr(open + 2, close - open - 2), mark);
    out += text.substr(0, open);
    out += told.empty() ? text.substr(open, close + 1 - open) : std::string_view(told);
    text.remove_prefix(close + 1);
  }
}

std::set<std::string_view> with_house_figures(const Json& edition) {
  std::set<std::string_view> ids;
  if (edition.is_object()) {
    const Json* own = edition.find("id");
    const Json* source = edition.find("source");
    if (own != nullptr && source != nullptr && source->text.find(kHouse) != std::string::npos) {
      ids.insert(own->text);
    }
  }
  for (const auto& [name, value] : edition.members) ids.merge(with_house_figures(value));
  for (const Json& item : edition.items) ids.merge(with_house_figures(item));
  return ids;
}

}  // namespace engine
