#include "bots/bot_spec.h"

#include <algorithm>
#include <cassert>

#include "bots/levels.h"
#include "engine/record.h"
#include "engine/small_vec.h"
#include "engine/spec.h"

namespace bots {
namespace {

engine::Error usage(std::string text) { return {engine::ErrorCode::kUsage, std::move(text), ""}; }

std::string listed(const std::string& list, std::string_view one) {
  return list + (list.empty() ? "" : ", ") + std::string(one);
}

// Of bots from outside: their budget, and after how many seconds without an answer they are given
// up.
constexpr std::array<SettingSpec, 3> kOutsideSettings{{
    {.id = kMillisecondsSetting, .fallback = 0, .low = 0, .high = 3'600'000},
    {.id = kIterationsSetting, .fallback = 0, .low = 0, .high = 100'000'000},
    {.id = "seconds", .fallback = 10, .low = 1, .high = 3600},
}};
constexpr BotInfo kOutsideInfo{.id = kOutsideId, .settings = kOutsideSettings};

std::string value_text(const SettingSpec& setting, int32_t value) {
  return setting.words.empty() ? std::to_string(value)
                               : std::string(setting.words[static_cast<size_t>(value)]);
}

engine::Result<int32_t> parse_value(const SettingSpec& setting, std::string_view text) {
  const auto word = std::find(setting.words.begin(), setting.words.end(), text);
  if (word != setting.words.end()) return static_cast<int32_t>(word - setting.words.begin());
  int64_t value = 0;
  if (setting.words.empty() && engine::parse_int(text, setting.low, setting.high, value)) {
    return static_cast<int32_t>(value);
  }
  std::string right;
  for (std::string_view each : setting.words) right = listed(right, each);
  if (setting.words.empty()) {
    right = "a whole number from " + std::to_string(setting.low) + " to " +
            std::to_string(setting.high);
  }
  return usage("'" + std::string(text) + "' is no value for the setting '" +
               std::string(setting.id) + "', which is: " + right);
}

}  // namespace

std::string bot_names() {
  std::string names;
  for (const BotInfo* bot : all_bots()) names = listed(names, bot->id);
  for (const std::string_view level : levels()) names = listed(names, level);
  return names;
}

const BotInfo& BotSpec::info() const {
  return bot_ < all_bots().size() ? *all_bots()[bot_] : kOutsideInfo;
}

BotSpec::BotSpec(size_t bot) : bot_(bot) {
  const std::span<const SettingSpec> all = info().settings;
  for (size_t i = 0; i < all.size(); ++i) settings_[i] = all[i].fallback;
}

const SettingSpec* BotSpec::find(std::string_view wanted, size_t& at) const {
  const std::span<const SettingSpec> all = info().settings;
  for (at = 0; at < all.size(); ++at) {
    if (all[at].id == wanted) return &all[at];
  }
  return nullptr;
}

engine::Error BotSpec::set(std::string_view assignment, Outside outside) {
  const size_t equals = assignment.find('=');
  const std::string_view name = engine::trim(assignment.substr(0, equals));
  size_t at = 0;
  const SettingSpec* setting = equals == std::string_view::npos ? nullptr : find(name, at);
  const std::span<const Figures> learned =
      outside == Outside::kAllowed ? info().learned : std::span<const Figures>();
  for (const Figures figures : learned) {
    const auto at_file = static_cast<size_t>(figures);
    if (name != kFigures[at_file] || equals == std::string_view::npos) continue;
    files_[at_file].name = engine::trim(assignment.substr(equals + 1));
    if (!files_[at_file].name.empty()) return {};
    return usage("the setting '" + std::string(name) + "' takes the name of a file");
  }
  if (setting == nullptr) {
    std::string known;
    for (const SettingSpec& each : info().settings) {
      if (!each.inside || outside == Outside::kAllowed) known = listed(known, each.id);
    }
    for (const Figures each : learned) known = listed(known, kFigures[static_cast<size_t>(each)]);
    return usage("the bot '" + std::string(id()) + "' has no setting '" + std::string(name) +
                 (known.empty() ? "'; it has none" : "'; it has: " + known));
  }
  const auto value = parse_value(*setting, engine::trim(assignment.substr(equals + 1)));
  if (!value) return value.error;
  // As it is anyway it may stand in a file: results name all settings.
  if (setting->inside && outside == Outside::kRefused && *value != setting->fallback) {
    return usage("the setting '" + std::string(name) + "' is for whoever runs the program");
  }
  settings_[at] = *value;
  return {};
}

engine::Result<BotSpec> BotSpec::parse(std::string_view text, Outside outside) {
  const size_t colon = text.find(':');
  const std::string_view name = engine::trim(text.substr(0, colon));
  if (colon == std::string_view::npos) {
    if (const auto bot = level_bot(name)) return *bot;
  }
  const std::span<const BotInfo* const> all = all_bots();
  const auto found = std::ranges::find(all, name, &BotInfo::id);
  const bool is_outside = name == kOutsideId && outside == Outside::kAllowed;
  if (found == all.end() && !is_outside) {
    return usage("there is no bot '" + std::string(name) + "'; the bots are: " + bot_names());
  }
  BotSpec spec(static_cast<size_t>(found - all.begin()));
  std::vector<std::string_view> parts;
  if (colon != std::string_view::npos) parts = engine::split(text.substr(colon + 1), ',');
  if (is_outside) {
    const bool named = !parts.empty() && engine::trim(text.substr(colon + 1)).front() != ',';
    if (!named) return usage("'exec:' takes the command of a bot: exec:./mybot");
    spec.command_ = parts[0];
    parts.erase(parts.begin());
  }
  for (std::string_view assignment : parts) {
    if (engine::Error error = spec.set(assignment, outside)) return error;
  }
  return spec;
}

BotSpec BotSpec::of(std::string_view text) {
  const engine::Result<BotSpec> spec = parse(text);
  assert(spec && "a name that stands in the program is a bot's");
  return *spec;
}

std::string BotSpec::text() const { return text(false); }
std::string BotSpec::full_text() const { return text(true); }

std::string BotSpec::text(bool full) const {
  std::string out(id());
  char before = ':';
  if (from_outside()) {
    out += before + command_;
    before = ',';
  }
  for (size_t i = 0; i < info().settings.size(); ++i) {
    const SettingSpec& setting = info().settings[i];
    if (!full && settings_[i] == setting.fallback) continue;
    out += before + std::string(setting.id) + "=" + value_text(setting, settings_[i]);
    before = ',';
  }
  for (size_t i = 0; i < files_.size(); ++i) {
    const File& file = files_[i];
    if (file.name.empty()) continue;
    out += before + std::string(kFigures[i]) + "=" + file.name;
    before = ',';
    // Two files of one name are two bots.
    if (full && file.text != nullptr) {
      out += '@' + engine::hex64(engine::hash_bytes(file.text->data(), file.text->size()));
    }
  }
  return out;
}

bool BotSpec::names_files() const {
  return std::ranges::any_of(files_, [](const File& file) { return !file.name.empty(); });
}

int32_t BotSpec::setting(std::string_view wanted) const {
  size_t at = 0;
  const SettingSpec* found = find(wanted, at);
  assert(found != nullptr);
  return found == nullptr ? 0 : settings_[at];
}

Budget BotSpec::budget() const {
  Budget budget;
  size_t at = 0;
  if (find(kIterationsSetting, at) != nullptr) {
    budget.iterations = static_cast<uint32_t>(settings_[at]);
  }
  if (budget.iterations == 0 && find(kMillisecondsSetting, at) != nullptr) {
    budget.milliseconds = static_cast<uint32_t>(settings_[at]);
  }
  return budget;
}

engine::Error BotSpec::set_budget(const Budget& budget) {
  const auto set_number = [this](std::string_view name, uint32_t value) {
    size_t at = 0;
    if (find(name, at) == nullptr) return engine::Error();
    return set(std::string(name) + "=" + std::to_string(value), Outside::kRefused);
  };
  if (budget.milliseconds != 0) {
    if (engine::Error error = set_number(kMillisecondsSetting, budget.milliseconds)) return error;
  }
  return set_number(kIterationsSetting, budget.iterations);
}

std::vector<std::string_view> split_bots(std::string_view list) {
  std::vector<std::string_view> bots;
  for (std::string_view part : engine::split(list, ',')) {
    const size_t equals = part.find('=');
    const bool setting = equals != std::string_view::npos && part.find(':') > equals;
    if (setting && !bots.empty()) {
      bots.back() = {bots.back().data(),
                     static_cast<size_t>(part.data() + part.size() - bots.back().data())};
    } else {
      bots.push_back(part);
    }
  }
  return bots;
}

engine::Result<std::vector<BotSpec>> parse_bots(std::string_view list, Outside outside) {
  std::vector<BotSpec> specs;
  for (std::string_view text : split_bots(list)) {
    const engine::Result<BotSpec> spec = BotSpec::parse(text, outside);
    if (!spec) return spec.error;
    specs.push_back(*spec);
  }
  return specs;
}

}  // namespace bots
