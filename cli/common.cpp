#include "cli/common.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <random>

#include "games/registry.h"
#include "lab/lessons.h"

namespace cli {

using engine::Error;
using engine::ErrorCode;
using engine::Result;

void TableFlags::add_game(CLI::App& command) {
  add_argument(command, "GAME", game, "The game, by its id (`stamtafel games` lists them).");
}

void TableFlags::add_edition(CLI::App& command) {
  add_value(command, "--edition FILE", edition_file,
            "Component data to use instead of the game's own (a JSON file; `stamtafel edition GAME "
            "--print` prints the game's own).");
}

void TableFlags::add_players(CLI::App& command) {
  add_value(command, "--players N", players, "How many play. Default: as few as the game allows.");
  add_variants(command);
}

void TableFlags::add_variants(CLI::App& command) {
  add_value(command, "--variants NAME=VALUE", variants,
            "A variant of the rules. May be repeated, or list several separated by commas; "
            "`stamtafel games GAME` tells which there are.")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      .add_option("--options", variants)  // its name before 0.2
      ->group("")
      ->delimiter(',')
      ->allow_extra_args(false);
}

void TableFlags::add_table(CLI::App& command) {
  add_players(command);
  add_value(command, "--seed N", seed,
            "Where the dice and cards come from: the same number gives the same game. Default: a "
            "new one each time.")
      ->check([](const std::string& text) {
        uint64_t number = 0;
        const char* end = text.data() + text.size();
        const auto [last, problem] = std::from_chars(text.data(), end, number);
        if (problem == std::errc{} && last == end) return std::string();
        return fmt::format("'{}' is no whole number from 0 to {}", text, UINT64_MAX);
      })
      ->each([this](const std::string&) { seed_given = true; });
  add_edition(command);
}

void TableFlags::add_language(CLI::App& command) {
  add_value(command, "--lang CODE", language,
            "The language: en, nl, de or fr. Default: that of the environment (LC_ALL, "
            "LC_MESSAGES, LANG), else English.");
}

Result<const engine::AnyGame*> find_game(std::string_view id) { return games::look_up(id); }

Result<engine::Language> find_language(const TableFlags& flags) {
  if (!flags.language.empty()) return engine::parse_language(flags.language);
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* locale = std::getenv(name);
    if (locale == nullptr || *locale == '\0') continue;
    // A language we don't speak is no error when nobody asked for it: English it is.
    const Result<engine::Language> found = engine::parse_language(locale);
    return found ? *found : engine::Language::kEnglish;
  }
  return engine::Language::kEnglish;
}

Result<engine::EditionPtr> find_edition(const engine::AnyGame& game, const std::string& file) {
  if (file.empty()) return game.default_edition();
  Result<std::string> text = read_file(file);
  if (!text) return text.error;
  return game.load_edition(*text, file);
}

std::string edition_title(const engine::AnyEdition& edition, engine::Language language) {
  const std::string* title = edition.texts(language).find("edition.name");
  return title != nullptr ? *title : edition.name();
}

engine::Error read_figures(const engine::AnyGame& game, bots::BotSpec& bot) {
  for (const bots::Figures figures : bot.info().learned) {
    const std::string file = bot.file(figures).name;
    if (file.empty()) continue;
    Result<std::string> text = read_file(file);
    if (!text) return text.error;
    if (Error error = lab::check_figures(game, figures, *text, file)) return error;
    bot.use(figures, file, std::make_shared<const std::string>(std::move(*text)));
  }
  return {};
}

Result<std::vector<bots::BotSpec>> find_bots(const engine::AnyGame& game, std::string_view list) {
  auto bots = bots::parse_bots(list, bots::Outside::kAllowed);
  if (!bots) return bots;
  for (bots::BotSpec& bot : *bots) {
    if (Error error = read_figures(game, bot)) return error;
  }
  return bots;
}

Result<engine::TableSpec> table_spec(const engine::AnyGame& game, const TableFlags& flags,
                                     int seats_given) {
  const engine::GameSpec& spec = game.spec();
  engine::TableSpec table;
  if (flags.players != 0 && seats_given != 0 && flags.players != seats_given) {
    return Error{ErrorCode::kUsage,
                 fmt::format("--players says {}, but --seats names {}", flags.players, seats_given),
                 ""};
  }
  table.seats = flags.players != 0 ? flags.players
                : seats_given != 0 ? seats_given
                                   : spec.min_seats;
  if (table.seats < spec.min_seats || table.seats > spec.max_seats) {
    return Error{ErrorCode::kUsage,
                 fmt::format("{} is for {} to {} players, not {}", spec.id, spec.min_seats,
                             spec.max_seats, table.seats),
                 ""};
  }
  table.variants = engine::default_variants(spec);
  for (const std::string& variant : flags.variants) {
    if (Error error = engine::set_variant(spec, variant, table.variants)) return error;
  }
  Result<engine::EditionPtr> edition = find_edition(game, flags.edition_file);
  if (!edition) return edition.error;
  table.edition = *edition;
  table.chance =
      engine::ChanceSource::of_seed(flags.seed_given ? flags.seed : std::random_device()());
  return table;
}

Result<engine::Viewer> parse_viewer(const engine::AnyTable& table, std::string_view text) {
  if (text == "spectator") return engine::Viewer::spectator();
  const Result<engine::Seat> seat = engine::parse_seat(table.game().spec(), table.seats(), text);
  if (!seat) return Error{seat.error.code, seat.error.text + ", spectator", ""};
  return engine::Viewer::at(*seat);
}

std::string_view seat_id(const engine::AnyGame& game, engine::Seat seat) {
  return game.spec().seat_ids[static_cast<size_t>(engine::index_of(seat))];
}

Result<std::unique_ptr<engine::AnyTable>> table_at(const engine::AnyGame& game,
                                                   std::string_view text, const std::string& path,
                                                   const engine::EditionPtr& edition) {
  const std::string name = path == "-" ? "position" : path;
  Result<engine::Json> json = engine::parse_json(text, name);
  if (!json) return Error{ErrorCode::kPosition, json.error.text, ""};
  auto table = game.table_at(*json, edition, engine::ChanceSource::of_seed(0));
  if (!table) return Error{ErrorCode::kPosition, name + ": " + table.error.text, table.error.rule};
  return table;
}

int exit_code_for(const Error& error) {
  switch (error.code) {
    case ErrorCode::kNone:
      return kOk;
    case ErrorCode::kUsage:
    case ErrorCode::kChance:
      return kUsage;
    case ErrorCode::kIllegal:
    case ErrorCode::kTurn:
      return kIllegal;
    case ErrorCode::kPosition:
    case ErrorCode::kEdition:
    case ErrorCode::kRecord:
      return kBadPosition;
    case ErrorCode::kOutdated:
      return kOutdated;
    case ErrorCode::kFile:
      break;
  }
  return kFailed;
}

std::string_view error_id(ErrorCode code) {
  switch (code) {
    case ErrorCode::kNone:
      return "none";
    case ErrorCode::kUsage:
      return "usage";
    case ErrorCode::kIllegal:
      return "illegal";
    case ErrorCode::kTurn:
      return "turn";
    case ErrorCode::kPosition:
      return "position";
    case ErrorCode::kEdition:
      return "edition";
    case ErrorCode::kRecord:
      return "record";
    case ErrorCode::kOutdated:
      return "outdated";
    case ErrorCode::kChance:
      return "chance";
    case ErrorCode::kFile:
      break;
  }
  return "file";
}

int report(const Error& error) {
  complain(error.rule.empty() ? error.text : fmt::format("{} [{}]", error.text, error.rule));
  return exit_code_for(error);
}

int report(const Error& error, bool json) {
  if (json) {
    std::string text;
    engine::JsonWriter out(text, 2);
    out.begin_object();
    out.key("error");
    out.begin_object();
    out.member("code", error_id(error.code));
    if (!error.rule.empty()) out.member("rule", std::string_view(error.rule));
    out.member("text", std::string_view(error.text));
    out.end_object();
    out.end_object();
    print_line(text);
  }
  return report(error);
}

std::string board_text(const engine::AnyTable& table, const engine::Viewer& viewer,
                       const engine::Texts& texts) {
  engine::Canvas canvas(engine::kBoardWidth, engine::kBoardHeight);
  table.draw(viewer, texts, canvas);
  std::string out;
  for (int y = 0; y < canvas.height(); ++y) out += canvas.row(y) + "\n";
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace cli
