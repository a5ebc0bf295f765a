#include "cli/rulebook.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "cli/chapters.h"
#include "cli/choices.h"

namespace cli {
namespace {

constexpr std::string_view kChapter = "rules";

std::vector<Entry> chapters_of(const engine::AnyGame& game, const engine::EditionPtr& edition,
                               const engine::Texts& texts, const engine::Texts& words) {
  const std::vector<engine::Diagram> diagrams = engine::diagrams_of(game, edition);
  constexpr std::string_view kTitle = ".title";
  std::vector<Entry> chapters;
  for (const auto& [key, title] : texts.all()) {
    if (!key.starts_with(kChapter) || !key.ends_with(kTitle)) continue;
    const std::string stem = key.substr(0, key.size() - kTitle.size());
    const std::string_view text = texts.get(stem + ".text");
    chapters.push_back({std::string(kChapter), stem.substr(kChapter.size() + 1), title,
                        with_diagrams(text, diagrams, *edition, texts, words, false),
                        with_diagrams(text, diagrams, *edition, texts, words, true)});
  }
  return chapters;
}

// What it is about, then the choices, the standard one first.
std::vector<Entry> variants_of(const engine::GameSpec& spec, const engine::Texts& texts) {
  std::vector<Entry> variants;
  for (const engine::VariantSpec& variant : spec.variants) {
    const std::string key = "variant." + std::string(variant.id);
    std::string text(texts.get(key + ".text"));
    const auto add = [&](std::string_view choice) { text += "\n- " + std::string(choice); };
    const auto name = [&](size_t value) {
      return texts.get(key + ".value." + std::string(variant.values[value]));
    };
    if (variant.values.empty()) {
      add(std::to_string(variant.fallback) + " (" + std::to_string(variant.low) + "–" +
          std::to_string(variant.high) + ")");
    } else {
      const auto standard = static_cast<size_t>(variant.fallback);
      add(name(standard));
      for (size_t i = 0; i < variant.values.size(); ++i) {
        if (i != standard) add(name(i));
      }
    }
    variants.push_back({"variant", std::string(variant.id), std::string(texts.get(key + ".name")),
                        std::move(text)});
  }
  return variants;
}

std::vector<Entry> rulings_of(const engine::GameSpec& spec, const engine::Texts& texts) {
  std::vector<Entry> rulings;
  for (const engine::RuleSpec& rule : spec.rules) {
    auto found = std::ranges::find(rulings, rule.ruling, &Entry::id);
    if (found == rulings.end()) {
      const std::string ruling(rule.ruling);
      found = rulings.insert(
          found, {"ruling", ruling, ruling, std::string(texts.get("ruling." + ruling))});
    }
    found->text += "\n- " + std::string(texts.get("rule." + std::string(rule.id)));
  }
  // R7 before R10, sections last.
  std::ranges::sort(rulings, {}, [](const Entry& ruling) {
    return std::tuple(!ruling.id.starts_with('R'), ruling.id.size(), std::string_view(ruling.id));
  });
  return rulings;
}

// Of one domain, by name. What reads alike (each share card) stands there once, with all its names.
void add_components(std::vector<Entry> parts, std::vector<Entry>& entries) {
  std::ranges::sort(parts, {}, [](const Entry& part) {
    return std::pair(folded(part.title), std::string_view(part.id));
  });
  const auto begin = static_cast<std::ptrdiff_t>(entries.size());
  for (Entry& part : parts) {
    const auto same = std::find_if(entries.begin() + begin, entries.end(),
                                   [&](const Entry& entry) { return entry.text == part.text; });
    if (same == entries.end()) {
      entries.push_back(std::move(part));
    } else if (same->title != part.title) {
      // A name may have a comma of its own ("Dwarf, mage").
      same->title += " · " + part.title;
    }
  }
}

}  // namespace

std::vector<Entry> entries_of(const engine::AnyGame& game, const engine::EditionPtr& edition,
                              const engine::Texts& texts, const engine::Texts& words) {
  std::vector<Entry> entries = chapters_of(game, edition, texts, words);
  std::vector<Entry> parts;
  for (const engine::Component& part : game.components(*edition, texts)) {
    if (!parts.empty() && parts.back().group != part.domain)
      add_components(std::exchange(parts, {}), entries);
    parts.push_back({std::string(part.domain), part.id, titled(part), read_about(part)});
  }
  add_components(std::move(parts), entries);
  add_components(variants_of(game.spec(), texts), entries);
  std::ranges::move(rulings_of(game.spec(), texts), std::back_inserter(entries));
  return entries;
}

std::string_view heading_of(std::string_view group, const engine::Texts& texts) {
  return group == kChapter ? std::string_view{} : texts.get("heading." + std::string(group));
}

}  // namespace cli
