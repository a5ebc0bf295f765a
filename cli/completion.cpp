// `stamtafel completion`: prints the script that makes a shell complete the words of `stamtafel`.
// The scripts ask the program itself for what may follow: `stamtafel complete WORD…` (app.cpp).
#include "cli/completion.h"

#include <algorithm>
#include <map>
#include <optional>
#include <ranges>

#include "bots/bot_spec.h"
#include "bots/levels.h"
#include "cli/common.h"
#include "cli/embedded.h"
#include "cli/help.h"
#include "engine/lessons.h"
#include "games/registry.h"

namespace cli {
namespace {

using engine::AnyGame;

// The line so far: which command it is about, and what its arguments are.
struct Line {
  const CLI::App* command = nullptr;
  std::map<std::string, std::string> arguments;  // by name; of several the last
  std::vector<const CLI::Option*> given;         // options, as often as they stand there
  const CLI::Option* open = nullptr;             // the next word is its value
  size_t positionals = 0;                        // how many words were such
};

// A word that is being typed and what may come of it. `before` is what of the word is settled.
class Offer {
 public:
  explicit Offer(const Line& line, Completion& out) : line_(line), out_(out) {}

  void word(std::string_view before, std::string_view typed, std::string_view word,
            std::string_view about = "") {
    if (word.starts_with(typed)) {
      out_.candidates.push_back({std::string(before) + std::string(word), std::string(about)});
    }
  }
  void files(Files files) {
    if (out_.files != Files::kAny) out_.files = files;
  }

  // The game that the line names, if it does.
  const AnyGame* game() const {
    const auto found = line_.arguments.find("GAME");
    return found != line_.arguments.end() ? games::find(found->second) : nullptr;
  }
  const CLI::App& root() const {
    const CLI::App* app = line_.command;
    while (app->get_parent() != nullptr) app = app->get_parent();
    return *app;
  }

 private:
  const Line& line_;
  Completion& out_;
};

// ---- kinds of values ----

// Offers what begins with `typed`, the part of the word behind `before`.
using Kind = void (*)(Offer& offer, std::string_view before, std::string_view typed);

void nothing(Offer&, std::string_view, std::string_view) {}
void any_file(Offer& offer, std::string_view, std::string_view) { offer.files(Files::kAny); }
void folder(Offer& offer, std::string_view, std::string_view) { offer.files(Files::kFolders); }

void game(Offer& offer, std::string_view before, std::string_view typed) {
  for (const AnyGame* game : games::all()) {
    offer.word(before, typed, game->spec().id,
               game->texts(engine::Language::kEnglish).get("game.name"));
  }
}

void game_and_file(Offer& offer, std::string_view before, std::string_view typed) {
  if (typed.find('=') != std::string_view::npos) return offer.files(Files::kAny);
  for (const AnyGame* game : games::all())
    offer.word(before, typed, std::string(game->spec().id) + "=");
}

void language(Offer& offer, std::string_view before, std::string_view typed) {
  for (const std::string_view code : engine::kLanguages) offer.word(before, typed, code);
}

void seat(Offer& offer, std::string_view before, std::string_view typed) {
  if (offer.game() == nullptr) return;
  for (const std::string_view id : offer.game()->spec().seat_ids) offer.word(before, typed, id);
}

void lesson(Offer& offer, std::string_view before, std::string_view typed) {
  if (offer.game() == nullptr) return;
  for (const engine::Lesson& lesson : engine::lessons_of(*offer.game()))
    offer.word(before, typed, lesson.id());
}

void variant(Offer& offer, std::string_view before, std::string_view typed) {
  if (offer.game() == nullptr) return;
  for (const engine::VariantSpec& variant : offer.game()->spec().variants) {
    const std::string name = std::string(variant.id) + "=";
    if (!typed.starts_with(name)) {
      offer.word(before, typed, name);
      continue;
    }
    for (const std::string_view value : variant.values)
      offer.word(before, typed, name + std::string(value));
    for (int value = variant.low; variant.values.empty() && value <= variant.high; ++value)
      offer.word(before, typed, name + std::to_string(value));
  }
}

void setting(Offer& offer, std::string_view before, std::string_view typed,
             const bots::BotInfo& bot) {
  for (const bots::SettingSpec& setting : bot.settings) {
    const std::string name = std::string(setting.id) + "=";
    if (!typed.starts_with(name)) offer.word(before, typed, name);
    for (const std::string_view word : setting.words) {
      if (typed.starts_with(name)) offer.word(before, typed, name + std::string(word));
    }
  }
  for (const bots::Figures figures : bot.learned) {
    const std::string name = std::string(bots::kFigures[static_cast<size_t>(figures)]) + "=";
    if (!typed.starts_with(name)) offer.word(before, typed, name);
    if (typed.starts_with(name)) offer.files(Files::kAny);
  }
}

const bots::BotInfo* bot_named(std::string_view id) {
  const auto all = bots::all_bots();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const bots::BotInfo* bot) { return bot->id == id; });
  return found != all.end() ? *found : nullptr;
}

// Settings are separated as bots are: `before` may end with a bot that has some.
void bot(Offer& offer, std::string_view before, std::string_view typed) {
  if (const size_t colon = typed.find(':'); colon != std::string_view::npos) {
    const size_t settled = typed.find_last_of(":,") + 1;
    if (const bots::BotInfo* named = bot_named(typed.substr(0, colon))) {
      setting(offer, std::string(before) + std::string(typed.substr(0, settled)),
              typed.substr(settled), *named);
    }
    return;
  }
  const size_t list = before.starts_with("--") ? before.find('=') + 1 : 0;
  for (const std::string_view last : bots::split_bots(before.substr(list)) | std::views::reverse) {
    if (last.empty()) continue;  // behind the last comma
    const size_t colon = last.find(':');
    const bots::BotInfo* named = bot_named(last.substr(0, colon));
    if (named != nullptr && colon != std::string_view::npos) setting(offer, before, typed, *named);
    break;
  }
  for (const bots::BotInfo* each : bots::all_bots()) offer.word(before, typed, each->id);
  for (const std::string_view level : bots::levels()) offer.word(before, typed, level);
}

void command(Offer& offer, std::string_view before, std::string_view typed) {
  for (const CLI::App* command : offer.root().get_subcommands({}))
    offer.word(before, typed, command->get_name(), summary(command));
}

constexpr std::pair<std::string_view, Kind> kKinds[]{
    {"GAME", game},
    {"GAME=FILE", game_and_file},
    {"NAME=VALUE", variant},
    {"CODE", language},
    {"SEAT", seat},
    {"LESSON", lesson},
    {"BOT", bot},
    {"COMMAND", command},
    {"FILE", any_file},
    {"RECORD", any_file},
    {"PATH", any_file},
    {"FROM", any_file},
    {"TO", any_file},
    {"EDITION", any_file},
    {"DIR", folder},
    {"FOLDER", folder},
    // Nobody but the user can know these.
    {"N", nothing},
    {"S", nothing},
    {"H0", nothing},
    {"H1", nothing},
    {"HEX", nothing},
    {"TIME", nothing},
    {"SHARE", nothing},
    {"LIST", nothing},
    {"SEAT:ACTION", nothing},
    {"TERM", nothing},
    {"FIELD", nothing},
    {"TABLE", nothing},
    {"PERSON", nothing},
    {"TEXT", nothing},
    {"URL", nothing},
    {"ADDRESS", nothing},
    {"HOST", nothing},
    {"NAME=exec:COMMAND", nothing},
    {"WIDTH", nothing},
    {"MEASURE=VALUE", nothing},
    {"NAME=MICROSECONDS", nothing},
    {"PATH=VALUES", nothing},
};

std::optional<Kind> kind_named(std::string_view name) {
  for (const auto& [id, kind] : kKinds) {
    if (id == name) return kind;
  }
  return std::nullopt;
}

bool is_kind(std::string_view name) {
  return !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
}

// The parts of "slow|normal|fast", "BOT,BOT,…", "[N]", "FILE…|DIR…".
std::vector<std::string> parts_of(std::string name) {
  for (const std::string_view mark : {"…", "[", "]"}) {
    for (size_t at = 0; (at = name.find(mark)) != std::string::npos;) name.erase(at, mark.size());
  }
  std::replace(name.begin(), name.end(), ',', '|');
  std::vector<std::string> parts;
  for (const std::string_view part : engine::split(name, '|')) {
    if (!part.empty() && std::find(parts.begin(), parts.end(), part) == parts.end())
      parts.emplace_back(part);
  }
  return parts;
}

// What CLI::IsMember lets pass stands in the option's type: "TEXT:{text,json,off}".
std::vector<std::string> members_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const size_t from = type.find('{');
  const size_t to = type.find('}');
  if (from == std::string::npos || to == std::string::npos) return {};
  std::vector<std::string> members;
  for (const std::string_view member :
       engine::split(std::string_view(type).substr(from + 1, to - from - 1), ','))
    members.emplace_back(member);
  return members;
}

bool takes_a_list(const CLI::Option& option) {
  return option.get_delimiter() == ',' || value_name(option).find(',') != std::string::npos;
}

void offer_values(Offer& offer, const CLI::Option& option, std::string before,
                  std::string_view typed) {
  if (takes_a_list(option)) {
    const size_t comma = typed.rfind(',') + 1;
    before += typed.substr(0, comma);
    typed.remove_prefix(comma);
  }
  const std::vector<std::string> members = members_of(option);
  for (const std::string& member : members) offer.word(before, typed, member);
  for (const std::string& part : parts_of(value_name(option))) {
    if (const std::optional<Kind> kind = kind_named(part)) {
      (*kind)(offer, before, typed);
    } else if (!is_kind(part) && members.empty()) {
      offer.word(before, typed, part);
    }
  }
}

// ---- the line ----

bool is_flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }
bool takes_many(const CLI::Option& option) {
  return option.get_expected_max() >= CLI::detail::expected_max_vector_size;
}
bool visible(const CLI::Option& option) { return !option.get_group().empty(); }

// Of the command, and of those above it that let their options stand behind it.
std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  std::vector<const CLI::Option*> all;
  for (const CLI::App* app = &command; app != nullptr;
       app = app->get_fallthrough() ? app->get_parent() : nullptr) {
    for (const CLI::Option* option : app->get_options()) {
      if (!option->get_positional()) all.push_back(option);
    }
  }
  return all;
}

const CLI::Option* option_named(const CLI::App& command, std::string_view word) {
  for (const CLI::Option* option : options_of(command)) {
    if (option->check_name(std::string(word.substr(0, word.find('='))))) return option;
  }
  return nullptr;
}

const CLI::App* subcommand_named(const CLI::App& command, const std::string& name) {
  for (const CLI::App* sub : command.get_subcommands({})) {
    if (sub->get_name() == name) return sub;
  }
  return nullptr;
}

// The argument that the word number `n` is; of those that take many the last.
const CLI::Option* positional(const CLI::App& command, size_t n) {
  const CLI::Option* last = nullptr;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    last = option;
    if (n-- == 0) return option;
  }
  return last != nullptr && takes_many(*last) ? last : nullptr;
}

void read_word(Line& line, const std::string& word) {
  if (word.starts_with('-') && word != "-") {
    const CLI::Option* option = option_named(*line.command, word);
    if (option != nullptr) line.given.push_back(option);
    const bool value_follows =
        option != nullptr && !is_flag(*option) && word.find('=') == std::string::npos;
    line.open = value_follows ? option : nullptr;
    return;
  }
  if (line.open != nullptr) {
    if (!takes_many(*line.open) || !line.open->get_allow_extra_args()) line.open = nullptr;
    return;
  }
  if (const CLI::App* sub = subcommand_named(*line.command, word)) {
    line.command = sub;
    line.positionals = 0;
    return;
  }
  if (const CLI::Option* argument = positional(*line.command, line.positionals++))
    line.arguments[argument->get_name(true)] = word;
}

void offer_options(Offer& offer, const Line& line, std::string_view typed) {
  for (const CLI::Option* option : options_of(*line.command)) {
    const bool again = std::find(line.given.begin(), line.given.end(), option) != line.given.end();
    if (!visible(*option) || (again && !takes_many(*option))) continue;
    const std::string about = first_sentence(option->get_description());
    for (const std::string& name : option->get_lnames()) offer.word("", typed, "--" + name, about);
    for (const std::string& name : option->get_snames()) offer.word("", typed, "-" + name, about);
  }
}

}  // namespace

std::string value_name(const CLI::Option& option) {
  const std::string& said = option.get_option_text();
  const std::string name = said.empty() && option.get_positional() ? option.get_name(true) : said;
  return name.substr(0, name.find(' '));  // "N (default: 7)"
}

std::string unknown_kind(const CLI::Option& option) {
  if (is_flag(option) || !visible(option)) return "";
  const std::string name = value_name(option);
  if (name.empty() && members_of(option).empty()) return "(none)";
  for (const std::string& part : parts_of(name)) {
    if (is_kind(part) && !kind_named(part) && members_of(option).empty()) return part;
  }
  return "";
}

Completion complete(const CLI::App& app, std::span<const std::string> words) {
  Line line;
  line.command = &app;
  for (const std::string& word : words.first(words.size() - 1)) read_word(line, word);
  const std::string& typed = words.back();
  Completion out;
  Offer offer(line, out);
  if (line.open != nullptr) {
    offer_values(offer, *line.open, "", typed);
    if (line.open->get_items_expected_min() > 0) return out;
  }
  if (typed.starts_with('-')) {
    const size_t is = typed.find('=');
    if (is == std::string::npos) {
      offer_options(offer, line, typed);
    } else if (const CLI::Option* option = option_named(*line.command, typed)) {
      offer_values(offer, *option, typed.substr(0, is + 1), std::string_view(typed).substr(is + 1));
    }
    return out;
  }
  if (line.positionals == 0) {
    for (const CLI::App* sub : line.command->get_subcommands({}))
      offer.word("", typed, sub->get_name(), summary(sub));
  }
  if (const CLI::Option* argument = positional(*line.command, line.positionals))
    offer_values(offer, *argument, "", typed);
  return out;
}

std::string completion_text(const CLI::App& app, std::span<const std::string> words) {
  const Completion found = complete(app, words);
  std::string text;
  for (const Candidate& candidate : found.candidates) {
    text += candidate.word;
    if (!candidate.about.empty()) text += "\t" + candidate.about;
    text += "\n";
  }
  if (found.files == Files::kAny) text += ":files\n";
  if (found.files == Files::kFolders) text += ":folders\n";
  return text;
}

namespace {

struct CompletionFlags {
  std::string shell;
};

int run_completion(const CompletionFlags& flags) {
  print(flags.shell == "bash"  ? embedded::bash
        : flags.shell == "zsh" ? embedded::zsh
                               : embedded::fish);
  return kOk;
}

}  // namespace

void add_completion(CLI::App& app, int& exit_code) {
  add_command<CompletionFlags>(
      app, exit_code, "completion",
      "print the script that lets a shell complete commands\n"
      "With it the Tab key goes on with commands, options and their values: games, bots and their "
      "settings, variants of the game that is named, seats, languages, files. The Debian package "
      "installs the scripts; elsewhere the examples do, from the next shell on.",
      [](CLI::App& command, CompletionFlags& flags) {
        add_argument(command, "SHELL", flags.shell, "bash, zsh or fish")
            ->check(CLI::IsMember({"bash", "zsh", "fish"}));
        add_footer(
            command,
            "  stamtafel completion bash > ~/.local/share/bash-completion/completions/stamtafel\n"
            "  stamtafel completion zsh > ~/.zfunc/_stamtafel   # a folder of fpath\n"
            "  stamtafel completion fish > ~/.config/fish/completions/stamtafel.fish\n");
      },
      run_completion);
}

}  // namespace cli
