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

std::string summary(const CLI::App* app) {
  const std::string text = app->get_description();
  return text.substr(0, text.find('\n'));
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

std::string usage(const CLI::App* app, const std::string& name) {
  std::string words;
  for (const CLI::Option* option : app->get_options()) {
    if (!option->get_positional()) continue;
    std::string word = option->get_name(true, false);
    if (option->get_expected_max() >= CLI::detail::expected_max_vector_size) word += "…";
    words += option->get_required() ? " " + word : " [" + word + "]";
  }
  const bool commands = !app->get_subcommands({}).empty();
  std::string lines;
  if (!commands || !words.empty()) lines = name + words + " [OPTIONS]\n";
  if (commands) {
    lines += (lines.empty() ? "" : "       ") + name + " COMMAND [ARGUMENTS…] [OPTIONS]\n";
  }
  return "Usage: " + lines;
}

}  // namespace

void add_footer(CLI::App& command, const char* examples, const char* more_codes) {
  command.footer([examples, more_codes] {
    return fill_examples(std::string("Examples:\n") + examples) + "\n" + kExitCodes + more_codes;
  });
}

std::string ManualFormatter::make_help(const CLI::App* app, std::string name,
                                       CLI::AppFormatMode) const {
  std::string full = name;
  if (app->get_parent() != nullptr && full.find(' ') == std::string::npos) {
    full = app->get_name();
    for (const CLI::App* up = app->get_parent(); up != nullptr; up = up->get_parent()) {
      full = up->get_name() + " " + full;
    }
  }
  std::string out = full + ": " + summary(app) + "\n\n" + usage(app, full);
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
  return fmt::format("  {:<10}{}\n", sub->get_name(), summary(sub));
}

std::string ManualFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  std::string name = make_option_name(option, is_positional);
  for (size_t at = 0; (at = name.find(",-", at)) != std::string::npos; at += 2)
    name.insert(at + 1, " ");
  if (!is_positional && !option->get_option_text().empty()) name += " " + option->get_option_text();
  return entry(name, option->get_description());
}

}  // namespace cli
