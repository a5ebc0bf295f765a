// `stamtafel games`: which games there are, for how many, with which variants.
#include <fmt/format.h>

#include <memory>

#include "cli/common.h"
#include "cli/help.h"
#include "cli/words.h"
#include "engine/canvas.h"
#include "games/registry.h"
#include "server/catalogue.h"

namespace cli {
namespace {

struct GamesFlags {
  TableFlags table;
  bool json = false;
  bool print_edition = false;
};

std::string text_or(const engine::Texts& texts, const std::string& key) {
  return texts.has(key) ? std::string(texts.get(key)) : std::string();
}

std::string indented(std::string_view text, size_t indent) {
  std::string out;
  for (const std::string& line : engine::wrap(text, 80 - static_cast<int>(indent))) {
    out += std::string(indent, ' ') + line + "\n";
  }
  return out;
}

std::string variant_values(const engine::VariantSpec& variant) {
  if (variant.values.empty()) return fmt::format("{}–{}", variant.low, variant.high);
  return fmt::format("{}", fmt::join(variant.values, ", "));
}

std::string variant_fallback(const engine::VariantSpec& variant) {
  if (variant.values.empty()) return std::to_string(variant.fallback);
  return std::string(variant.values[static_cast<size_t>(variant.fallback)]);
}

std::string variant_text(const engine::VariantSpec& variant, const engine::Texts& texts) {
  const std::string key = "variant." + std::string(variant.id);
  const std::string name = text_or(texts, key + ".name");
  std::string out = fmt::format("  {}={}    ({})\n", variant.id, variant_fallback(variant),
                                variant_values(variant));
  out += indented(
      name.empty() ? text_or(texts, key + ".text") : name + ". " + text_or(texts, key + ".text"),
      6);
  for (std::string_view value : variant.values) {
    const std::string meaning = text_or(texts, key + ".value." + std::string(value));
    if (!meaning.empty() && meaning != value)
      out += fmt::format("      {:<16}{}\n", value, meaning);
  }
  return out;
}

// `own`: the words of the command itself.
std::string game_line(const engine::AnyGame& game, const engine::Texts& texts,
                      const engine::Texts& own) {
  const engine::GameSpec& spec = game.spec();
  const std::string players = spec.min_seats == spec.max_seats
                                  ? std::to_string(spec.min_seats)
                                  : fmt::format("{}–{}", spec.min_seats, spec.max_seats);
  constexpr size_t kIdWidth = 14;
  std::string line =
      indented(fmt::format("{}, {}. {}", texts.get("game.name"),
                           own.format("menu.players", players), text_or(texts, "game.tagline")),
               kIdWidth);
  return line.replace(0, spec.id.size(), spec.id);
}

std::string game_page(const engine::AnyGame& game, const std::string& title,
                      const engine::Texts& texts, const engine::Texts& own) {
  const engine::GameSpec& spec = game.spec();
  std::string out = game_line(game, texts, own);
  if (const std::string about = text_or(texts, "game.about"); !about.empty()) {
    out += "\n" + indented(about, 0);
  }
  std::string seats;
  for (size_t i = 0; i < spec.seat_ids.size(); ++i) {
    seats += fmt::format("{}{} {}", i == 0 ? "" : ", ", i, spec.seat_ids[i]);
  }
  out += "\n" + own.format("games.seats", seats) + "\n";
  out += own.format("games.edition", title) + "\n";
  if (const std::string about = text_or(texts, "edition.text"); !about.empty())
    out += indented(about, 0);
  if (!spec.variants.empty()) out += fmt::format("\n{}\n", own.get("games.variants"));
  for (const engine::VariantSpec& variant : spec.variants) out += variant_text(variant, texts);
  return out;
}

int run_games(const GamesFlags& flags) {
  const auto language = find_language(flags.table);
  if (!language) return report(language.error);
  std::vector<const engine::AnyGame*> chosen = games::all();
  if (!flags.table.game.empty()) {
    const auto game = find_game(flags.table.game);
    if (!game) return report(game.error);
    chosen = {*game};
  }
  if (flags.table.game.empty() && (flags.print_edition || !flags.table.edition_file.empty())) {
    return report({engine::ErrorCode::kUsage,
                   flags.print_edition ? "--print-edition needs a game" : "--edition needs a game",
                   ""});
  }
  const auto edition = find_edition(*chosen.front(), flags.table.edition_file);
  if (!edition) return report(edition.error);
  const auto edition_of = [&](const engine::AnyGame& game) {
    return flags.table.game.empty() ? game.default_edition() : *edition;
  };
  if (flags.print_edition) {
    print_line(engine::trim(chosen.front()->edition_json()));
  } else if (flags.json) {
    std::string text;
    engine::JsonWriter out(text, 2);
    out.begin_array(false);
    for (const engine::AnyGame* game : chosen)
      server::write_game(*game, {edition_of(*game)}, *language, out);
    out.end_array();
    print_line(text);
  } else {
    std::string text;
    for (const engine::AnyGame* game : chosen) {
      const engine::EditionPtr with = edition_of(*game);
      const engine::Texts& texts = with->texts(*language);
      const engine::Texts& own = words(*language);
      text += flags.table.game.empty()
                  ? game_line(*game, texts, own)
                  : game_page(*game, edition_title(*with, *language), texts, own);
    }
    print_text(text);
  }
  return kOk;
}

}  // namespace

void add_games(CLI::App& app, int& exit_code) {
  add_command<GamesFlags>(
      app, exit_code, "games",
      "list the games, their players and variants\n"
      "Without GAME a line for each game. With GAME all about "
      "it: the seats, and every variant with its default, its "
      "values and what it does.",
      [](CLI::App& command, GamesFlags& flags) {
        command.add_option("GAME", flags.table.game, "Only this game, and all about it.");
        command.add_flag("--json", flags.json,
                         "Prints JSON: a list of games, whether one was asked for or all.");
        command
            .add_flag("--print-edition", flags.print_edition)  // `edition --print` before 0.3
            ->group("");
        flags.table.add_edition(command);
        flags.table.add_language(command);
        add_footer(command,
                   "  stamtafel games\n"
                   "  stamtafel games {game} --lang de\n"
                   "  stamtafel games {game} --edition my-edition.json\n");
      },
      run_games);
}

}  // namespace cli
