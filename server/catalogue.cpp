#include "server/catalogue.h"

#include "bots/levels.h"
#include "engine/figures.h"
#include "games/registry.h"
#include "server/lessons.h"
#include "server/messages.h"
#include "server/refusal.h"

namespace server {
namespace {

using engine::JsonWriter;

void write_variant(const engine::GameSpec& spec, size_t index, const engine::Texts& texts,
                   JsonWriter& out) {
  const engine::VariantSpec& variant = spec.variants[index];
  const std::string key = "variant." + std::string(variant.id);
  out.begin_object();
  out.member("id", variant.id);
  out.member("name", texts.get(key + ".name"));
  out.member("text", texts.get(key + ".text"));
  out.member("default",
             std::string_view(engine::variant_value(spec, engine::default_variants(spec), index)));
  if (variant.values.empty()) {
    out.member("low", static_cast<int>(variant.low));
    out.member("high", static_cast<int>(variant.high));
  } else {
    out.key("values");
    out.begin_array(false);
    for (std::string_view value : variant.values) {
      const std::string text = key + ".value." + std::string(value);
      out.begin_object();
      out.member("id", value);
      out.member("name", texts.has(text) ? texts.get(text) : value);
      out.end_object();
    }
    out.end_array();
  }
  out.end_object();
}

// One of the levels of bots that people choose from.
void write_level(std::string_view level, engine::Language language, JsonWriter& out) {
  out.begin_object();
  out.member("id", level);
  out.member("bot", std::string_view(bots::level_bot(level)->text()));
  out.member("name", bots::level_name(level, language));
  out.member("text", bots::level_text(level, language));
  if (level == bots::kUsualLevel) out.member("usual", true);
  out.end_object();
}

}  // namespace

void write_game(const engine::AnyGame& game, const std::vector<engine::EditionPtr>& offered,
                engine::Language language, JsonWriter& out) {
  const engine::GameSpec& spec = game.spec();
  const engine::AnyEdition& edition = *offered.front();
  const engine::Texts& texts = edition.texts(language);
  out.begin_object();
  out.member("id", spec.id);
  out.member("rules_version", spec.rules_version);
  for (const char* text : {"name", "tagline", "about", "time", "weight"}) {
    out.member(text, texts.get(std::string("game.") + text));
  }
  out.member("min_seats", spec.min_seats);
  out.member("max_seats", spec.max_seats);
  out.key("seats");
  out.begin_array(false);
  for (size_t i = 0; i < spec.seat_ids.size(); ++i) {
    out.begin_object();
    out.member("id", spec.seat_ids[i]);
    out.member("name", texts.get("seat." + std::to_string(i)));
    out.end_object();
  }
  out.end_array();
  out.key("edition");
  write_edition(game, edition, language, out);
  out.key("editions");
  out.begin_array(false);
  for (const engine::EditionPtr& each : offered) write_edition(game, *each, language, out, true);
  out.end_array();
  out.key("variants");
  out.begin_array(false);
  for (size_t i = 0; i < spec.variants.size(); ++i) write_variant(spec, i, texts, out);
  out.end_array();
  out.key("lessons");
  write_lessons(game, language, out);
  out.end_object();
}

std::string write_catalogue(const Settings& settings, const Editions& editions,
                            engine::Language language) {
  std::string text;
  JsonWriter out(text);
  out.begin_object();
  out.member("protocol", 1);
  out.member("server", std::string_view(settings.version));
  out.key("languages");
  out.begin_array();
  for (std::string_view id : engine::kLanguages) out.value(id);
  out.end_array();
  out.key("bots");
  out.begin_array(false);
  for (const bots::BotInfo* bot : bots::all_bots()) {
    if (!bot->settings.empty()) continue;  // for programs that know what to set
    out.begin_object();
    out.member("id", bot->id);
    out.end_object();
  }
  out.end_array();
  out.key("levels");
  out.begin_array(false);
  for (std::string_view level : bots::levels()) write_level(level, language, out);
  out.end_array();
  if (!settings.house_bots.empty()) {
    out.key("house_bots");
    out.begin_array(false);
    for (const HouseBot& bot : settings.house_bots) {
      out.begin_object();
      out.member("bot", std::string_view(SeatBot::of_house(bot.name).text()));
      out.member("name", std::string_view(bot.name));
      out.end_object();
    }
    out.end_array();
  }
  out.key("games");
  out.begin_array(false);
  for (const engine::AnyGame* game : games::all()) {
    write_game(*game, editions.offered(*game), language, out);
  }
  out.end_array();
  if (editions.open()) out.member("own_editions", true);
  if (settings.ratings) out.member("ratings", true);
  if (settings.records) out.member("records", true);
  out.end_object();
  return text;
}

std::string write_texts(const engine::AnyGame& game, const engine::AnyEdition& edition,
                        engine::Language language) {
  std::string text;
  JsonWriter out(text);
  out.begin_object();
  const engine::Texts& texts = edition.texts(language);
  auto all = texts.all();
  for (engine::Component& part : game.components(edition, texts)) {
    const std::string key = std::string(part.domain) + "." + part.id;
    if (!part.text.empty()) all[key + ".text"] = std::move(part.text);
    if (!part.details.empty()) all[key + ".details"] = std::move(part.details);
    if (part.house_figures) all[key + ".house"] = engine::kHouseMark;
  }
  for (const auto& [key, value] : all) out.member(key, std::string_view(value));
  out.end_object();
  return text;
}

}  // namespace server
