#include "lab/sweep.h"
#include "lab/sort_stably.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace lab {
namespace {

using engine::Error;
using engine::ErrorCode;
using engine::Json;

Error usage_error(std::string text) { return {ErrorCode::kUsage, std::move(text), ""}; }

// "spells[2].cost" as "spells", "2", "cost".
std::vector<std::string> steps_of(std::string_view path) {
  std::vector<std::string> steps(1);
  for (const char letter : path) {
    if (letter == '.' || letter == '[') {
      steps.emplace_back();
    } else if (letter != ']') {
      steps.back() += letter;
    }
  }
  return steps;
}

std::string id_of(const Json& item) {
  const Json* id = item.is_object() ? item.find("id") : nullptr;
  return id != nullptr && id->is_string() ? id->text : "";
}

// What can stand next in a path.
std::vector<std::string> names_in(const Json& json) {
  std::vector<std::string> names;
  for (const auto& [name, value] : json.members) names.push_back(name);
  for (size_t i = 0; i < json.items.size(); ++i) {
    const std::string id = id_of(json.items[i]);
    names.push_back(id.empty() ? std::to_string(i) : id);
  }
  return names;
}

const Json* step_into(const Json& json, const std::string& name) {
  if (json.is_object()) return json.find(name);
  for (const Json& item : json.items) {
    if (id_of(item) == name) return &item;
  }
  int64_t place = 0;
  const auto last = static_cast<int64_t>(json.items.size()) - 1;
  if (!engine::parse_int(name, 0, last, place)) return nullptr;
  return &json.items[static_cast<size_t>(place)];
}

engine::Result<const Json*> find_figure(const Json& edition, std::string_view path) {
  const Json* at = &edition;
  for (const std::string& name : steps_of(path)) {
    const std::vector<std::string> names = names_in(*at);
    const Json* next = step_into(*at, name);
    if (next == nullptr) {
      const std::string_view near = engine::nearest(name, names);
      return usage_error(fmt::format(
          "the edition has no '{}' ('{}' is not there{}; there is: {})", path, name,
          near.empty() ? "" : fmt::format(", did you mean '{}'?", near), fmt::join(names, ", ")));
    }
    at = next;
  }
  if (!at->is_integer()) {
    return usage_error(fmt::format("'{}' is {}, and only whole numbers can be varied", path,
                                   engine::kind_name(at->kind)));
  }
  return at;
}

bool parse_number(std::string_view text, int& value) {
  int64_t number = 0;
  if (!engine::parse_int(text, INT16_MIN, INT16_MAX, number)) return false;
  value = static_cast<int>(number);
  return true;
}

// "2..6", "1..9:2", "3,5,8".
bool parse_values(std::string_view text, std::vector<int>& values) {
  const size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    for (const std::string_view part : engine::split(text, ',')) {
      if (!parse_number(part, values.emplace_back())) return false;
    }
    return true;
  }
  int first = 0;
  int last = 0;
  int step = 1;
  std::string_view end = text.substr(dots + 2);
  const size_t colon = end.find(':');
  if (colon != std::string_view::npos) {
    if (!parse_number(end.substr(colon + 1), step) || step < 1) return false;
    end = end.substr(0, colon);
  }
  if (!parse_number(text.substr(0, dots), first) || !parse_number(end, last) || first > last) {
    return false;
  }
  for (int value = first; value <= last; value += step) values.push_back(value);
  return true;
}

using Figures = std::vector<std::pair<std::string, int>>;

std::string label_of(const Figures& set) {
  std::string label;
  for (const auto& [path, value] : set) {
    label += fmt::format("{}{}={}", label.empty() ? "" : " ", path, value);
  }
  return label;
}

Figures figures_of(std::string_view label) {
  Figures set;
  for (const std::string_view part : engine::split(label, ' ')) {
    const size_t is = part.find('=');
    int value = 0;
    if (is == std::string_view::npos || !parse_number(part.substr(is + 1), value)) return {};
    set.emplace_back(part.substr(0, is), value);
  }
  return set;
}

}  // namespace

engine::Result<Varied> parse_varied(std::string_view text, const engine::AnyEdition& edition) {
  const size_t is = text.find('=');
  Varied varied;
  if (is == std::string_view::npos || !parse_values(text.substr(is + 1), varied.values)) {
    return usage_error(fmt::format(
        "--vary takes a figure and its values, as start.coins=2..6, =1..9:2 or =3,5: '{}'", text));
  }
  varied.path = text.substr(0, is);
  const auto found = find_figure(edition.figures(), varied.path);
  if (!found) return found.error;
  std::ranges::sort(varied.values);
  const auto twice = std::ranges::unique(varied.values);
  varied.values.erase(twice.begin(), twice.end());
  return varied;
}

engine::Result<engine::EditionPtr> with_figure(const engine::AnyGame& game,
                                               const engine::AnyEdition& edition,
                                               const Figures& set) {
  Json changed = edition.figures();
  for (const auto& [path, value] : set) {
    const auto found = find_figure(changed, path);
    if (!found) return found.error;
    const_cast<Json*>(*found)->integer = value;  // of our own copy
  }
  return game.load_edition(changed.dump(2), label_of(set));
}

engine::Result<std::vector<Arm>> arms_of(const engine::AnyGame& game,
                                         const engine::EditionPtr& edition,
                                         const std::vector<Varied>& varied) {
  std::vector<Arm> arms{{edition->name(), edition}};
  size_t count = 1;
  for (const Varied& each : varied) {
    count *= each.values.size();
    if (count > kMaxArms) {
      return usage_error(
          fmt::format("these are more than {} editions: take fewer values, or a "
                      "step, as start.coins=2..20:3",
                      kMaxArms));
    }
  }
  for (size_t i = 0; i < count; ++i) {
    Figures set;
    size_t rest = i;
    for (size_t v = varied.size(); v-- > 0;) {
      const std::vector<int>& values = varied[v].values;
      set.emplace(set.begin(), varied[v].path, values[rest % values.size()]);
      rest /= values.size();
    }
    auto changed = with_figure(game, *edition, set);
    if (!changed) return changed.error;
    arms.push_back({label_of(set), std::move(*changed)});
  }
  return arms;
}

engine::Result<engine::EditionPtr> edition_of_label(const engine::AnyGame& game,
                                                    const engine::EditionPtr& edition,
                                                    std::string_view label) {
  const Figures set = figures_of(label);
  if (set.empty()) return edition;
  return with_figure(game, *edition, set);
}

std::vector<Varied> varied_of_labels(const std::vector<std::string>& labels) {
  std::vector<Varied> varied;
  for (const std::string& label : labels) {
    for (const auto& [path, value] : figures_of(label)) {
      auto found = std::ranges::find(varied, path, &Varied::path);
      if (found == varied.end()) found = varied.insert(found, Varied{path, {}});
      if (std::ranges::find(found->values, value) == found->values.end()) {
        found->values.push_back(value);
      }
    }
  }
  return varied;
}

engine::Result<Wish> parse_wish(std::string_view text, const Measures& measures) {
  const size_t is = text.find('=');
  if (is == std::string_view::npos) {
    return usage_error("--aim takes a measure and its value, as seat_advantage=0");
  }
  const auto measure = measures.find(engine::trim(text.substr(0, is)));
  if (!measure) return measure.error;
  Wish wish{*measure, 0};
  std::string_view number = engine::trim(text.substr(is + 1));
  const bool percent = number.ends_with('%');
  if (percent) number = engine::trim(number.substr(0, number.size() - 1));
  const char* end = number.data() + number.size();
  const auto [read, problem] = std::from_chars(number.data(), end, wish.value);
  if (problem != std::errc{} || read != end || !std::isfinite(wish.value)) {
    return usage_error(fmt::format("--aim: '{}' is no number", text.substr(is + 1)));
  }
  if (percent) wish.value /= 100;
  return wish;
}

Error race(StudySession& session, const Wish& wish, const std::atomic<bool>& stop,
           const std::function<void()>& progress, Race& race) {
  constexpr uint64_t kFirstRound = 32;  // blocks
  const StudySpec& spec = session.study().spec();
  const auto found = [&](size_t arm) {
    return session.sums().arms[arm].measures[wish.measure].first();
  };
  const auto off = [&](size_t arm) { return std::abs(found(arm).mean - wish.value); };
  race = {};
  for (size_t arm = 1; arm < spec.arms.size(); ++arm) race.left.push_back(arm);
  for (uint64_t played = 0; played < spec.blocks && !stop;) {
    const uint64_t blocks =
        std::min(spec.blocks - played, std::max(kFirstRound, played));  // twice as many in all
    std::vector<size_t> arms = race.left;
    arms.push_back(0);
    if (Error error = session.run(arms, spec.first_block + played, blocks, stop, progress)) {
      return error;
    }
    if (stop) break;
    played += blocks;
    ++race.rounds;
    sort_stably(race.left.begin(), race.left.end(),
                [&](const auto& a, const auto& b) { return off(a) < off(b); });
    const Measured best = found(race.left[0]);
    std::erase_if(race.left, [&](size_t arm) {
      if (arm == race.left[0]) return false;
      const Measured other = found(arm);
      const double apart = std::hypot(best.half_width(), other.half_width());
      return off(arm) - off(race.left[0]) > apart;
    });
    if (race.left.size() == 1) break;
  }
  return {};
}

}  // namespace lab
