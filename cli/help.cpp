#include "cli/help.h"

#include <fmt/format.h>

#include "cli/common.h"
#include "engine/canvas.h"
#include "games/registry.h"

namespace cli {

namespace {

constexpr const char* kExitCodes =
    "Exit codes:\n"
    "  0  all is well\n"
    "  1  a check failed, or a file could not be read or written\n"
    "  2  usage: an unknown command, game, option, seat, language; a malformed action\n"
    "  3  the rules forbid the action\n"
    "  4  a position, record or edition that cannot be\n"
    "  5  a record of other rules or another edition, which part from these\n";

constexpr int kWidth = 80;
constexpr int kIndent = 6;

std::string paragraph(std::string_view text, int indent, int width) {
  std::string out;
  for (const std::string& line : engine::wrap(text, width - indent)) {
    out += (line.empty() ? "" : std::string(static_cast<size_t>(indent), ' ') + line) + "\n";
  }
  return out;
}

std::string entry(const std::string& name, const std::string& text) {
  return "  " + name + "\n" + paragraph(text, kIndent, kWidth);
}

std::string fill_examples(std::string text) {
  const engine::AnyGame& game = *games::all().front();
  engine::TableSpec spec;
  spec.variants = engine::default_variants(game.spec());
  spec.seats = game.spec().min_seats;
  spec.chance = engine::ChanceSource::of_seed(1);
  const auto table = game.new_table(spec);
  const engine::Seat seat = table.value->acting().front();
  engine::Offer offer(engine::Offer::Keep::kLegal);
  table.value->offer(seat, offer);
  const std::pair<std::string_view, std::string> names[]{
      {"{game}", std::string(game.spec().id)},
      {"{seat}", std::string(seat_id(game, seat))},
      {"{action}", game.action_id(*table.value->edition(), offer[0].action)}};
  for (const auto& [name, value] : names) {
    for (size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += value.size()) {
      text.replace(at, name.size(), value);
    }
  }
  return text;
}

// A line, or two.
std::vector<std::string> usage(const CLI::App* app, const std::string& name) {
  std::string words;
  for (const CLI::Option* option : app->get_options()) {
    if (!option->get_positional()) continue;
    std::string word = option->get_name(true, false);
    if (option->get_expected_max() >= CLI::detail::expected_max_vector_size) word += "…";
    words += option->get_required() ? " " + word : " [" + word + "]";
  }
  const bool commands = !app->get_subcommands({}).empty();
  std::vector<std::string> lines;
  if (!commands || !words.empty()) lines.push_back(name + words + " [OPTIONS]");
  if (commands) lines.push_back(name + " COMMAND [ARGUMENTS…] [OPTIONS]");
  return lines;
}

std::string full_name(const CLI::App* app) {
  const CLI::App* parent = app->get_parent();
  return (parent != nullptr ? full_name(parent) + " " : "") + app->get_name();
}

void write_command(const CLI::App* app, engine::JsonWriter& out) {
  const std::string description = app->get_description();
  const size_t end = description.find('\n');
  out.begin_object();
  out.member("name", full_name(app));
  out.member("summary", summary(app));
  out.member("description", end != std::string::npos ? description.substr(end + 1) : "");
  out.key("usage");
  out.begin_array();
  for (const std::string& line : usage(app, full_name(app))) out.value(line);
  out.end_array();
  for (const bool arguments : {true, false}) {
    out.key(arguments ? "arguments" : "options");
    out.begin_array();
    for (const CLI::Option* option : app->get_options()) {
      if (option->get_group().empty() || option->get_positional() != arguments) continue;
      out.begin_object();
      out.key("names");
      out.begin_array();
      if (arguments) out.value(option->get_name(true));
      for (const std::string& name : option->get_snames()) out.value("-" + name);
      for (const std::string& name : option->get_lnames()) out.value("--" + name);
      out.end_array();
      const bool takes_value = !arguments && option->get_items_expected_max() > 0;
      if (takes_value) out.member("value", option->get_option_text());
      out.member("about", option->get_description());
      out.end_object();
    }
    out.end_array();
  }
  out.member("footer", app->get_footer());
  out.key("commands");
  out.begin_array();
  for (const CLI::App* sub : app->get_subcommands({})) write_command(sub, out);
  out.end_array();
  out.end_object();
}

}  // namespace

std::string summary(const CLI::App* command) {
  const std::string text = command->get_description();
  return text.substr(0, text.find('\n'));
}

std::string first_sentence(const std::string& text) {
  const size_t end = text.find(". ");
  if (end != std::string::npos) return text.substr(0, end);
  return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

std::string commands_json(const CLI::App& app) {
  std::string text;
  engine::JsonWriter out(text, 2);
  write_command(&app, out);
  return text;
}

void add_footer(CLI::App& command, const char* examples, const char* more_codes) {
  command.footer([examples, more_codes] {
    return fill_examples(std::string("Examples:\n") + examples) + "\n" + kExitCodes + more_codes;
  });
}

std::string ManualFormatter::make_help(const CLI::App* app, std::string name,
                                       CLI::AppFormatMode) const {
  const bool alone = app->get_parent() == nullptr || name.find(' ') != std::string::npos;
  const std::string full = alone ? name : full_name(app);
  std::string out = full + ": " + summary(app) + "\n\n";
  const char* before = "Usage: ";
  for (const std::string& line : usage(app, full)) {
    out += before + line + "\n";
    before = "       ";
  }
  const std::string description = app->get_description();
  if (const size_t end = description.find('\n'); end != std::string::npos) {
    out += "\n" + paragraph(description.substr(end + 1), 0, kWidth);
  }
  out += make_positionals(app);
  out += make_subcommands(app, CLI::AppFormatMode::Normal);
  out += make_groups(app, CLI::AppFormatMode::Normal);
  while (out.ends_with("\n\n")) out.pop_back();  // a group of hidden options leaves an empty line
  if (const std::string footer = app->get_footer(); !footer.empty()) out += "\n" + footer;
  return out;
}

std::string ManualFormatter::make_subcommand(const CLI::App* sub) const {
  return fmt::format("  {:<11}{}\n", sub->get_name(), summary(sub));
}

std::string ManualFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  std::string name = make_option_name(option, is_positional);
  for (size_t at = 0; (at = name.find(",-", at)) != std::string::npos; at += 2)
    name.insert(at + 1, " ");
  if (!is_positional && !option->get_option_text().empty()) name += " " + option->get_option_text();
  return entry(name, option->get_description());
}

}  // namespace cli
