// `stamtafel rules`: the rules and cards to read, with search.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "cli/chapters.h"
#include "cli/choices.h"
#include "cli/common.h"
#include "cli/help.h"
#include "cli/options_json.h"
#include "cli/rulebook.h"
#include "cli/say.h"
#include "cli/words.h"
#include "engine/canvas.h"
#include "engine/figures.h"

namespace cli {
namespace {

struct RulesFlags {
  TableFlags table;
  std::vector<std::string> words;
  bool json = false;
};

bool holds_all(std::string_view text, const std::vector<std::string>& terms) {
  const std::string plain = folded(text);
  return std::ranges::all_of(terms, [&](const std::string& term) { return holds(plain, term); });
}

// Those that hold every word somewhere; whose title holds them come first.
std::vector<Entry> search(const std::vector<Entry>& entries,
                          const std::vector<std::string>& terms) {
  std::vector<Entry> found;
  std::vector<Entry> further;
  for (const Entry& entry : entries) {
    if (!holds_all(entry.title + "\n" + entry.text, terms)) continue;
    (holds_all(entry.title, terms) ? found : further).push_back(entry);
  }
  found.insert(found.end(), further.begin(), further.end());
  return found;
}

// How it is printed: plain, or with marks on a terminal.
class Printer {
 public:
  Printer(bool marks, int width, std::vector<std::string> terms)
      : marks_(marks), width_(width), terms_(std::move(terms)) {}

  static std::string heading(std::string_view text) {
    return text.empty() ? "" : fmt::format("— {} —\n\n", text);
  }

  std::string entry(const Entry& entry) const {
    std::string out = marks_ ? "\033[1m" + marked(entry.title) + "\033[0m\n" : entry.title + "\n";
    const bool roomy = width_ >= engine::kBoardWidth;
    for (std::string_view line : lines_of(roomy && !entry.drawn.empty() ? entry.drawn : entry.text))
      out += line.starts_with(kDrawn) ? std::string(line.substr(1)) + "\n" : paragraph(line);
    return out + "\n";
  }

  std::string note(std::string_view text) const { return paragraph(text) + "\n"; }

 private:
  // One line of the text, wrapped; the lines of an item of a list hang below its first word.
  std::string paragraph(std::string_view text) const {
    if (text.empty()) return "\n";
    const bool item = text.starts_with("- ");
    std::string out;
    std::string indent = item ? "  - " : "  ";
    const int room = width_ - static_cast<int>(indent.size());
    for (const std::string& line : engine::wrap(item ? text.substr(2) : text, room)) {
      out += indent + marked(line) + "\n";
      if (item) indent = "    ";
    }
    return out;
  }

  // folded() gives one letter for each glyph, so that places in it are places in the text.
  std::string marked(const std::string& line) const {
    if (!marks_ || terms_.empty()) return line;
    const std::string plain = folded(line);
    std::vector<bool> inside(plain.size() + 1, false);
    for (const std::string& term : terms_) {
      for (size_t at = 0; (at = place_of(plain, term, at)) != std::string::npos;
           at += term.size()) {
        std::fill_n(inside.begin() + static_cast<std::ptrdiff_t>(at), term.size(), true);
      }
    }
    std::string out;
    size_t glyph = 0;
    for (size_t i = 0; i < line.size(); ++glyph) {
      const bool starts = inside[glyph] && (glyph == 0 || !inside[glyph - 1]);
      if (starts) out += "\033[4m";
      do {
        out += line[i++];
      } while (i < line.size() && (static_cast<unsigned char>(line[i]) & 0xc0) == 0x80);
      if (inside[glyph] && !inside[glyph + 1]) out += "\033[24m";
    }
    return out;
  }

  bool marks_;
  int width_;
  std::vector<std::string> terms_;
};

std::string json_of(const std::vector<Entry>& entries, const engine::AnyGame& game,
                    const engine::AnyEdition& edition, engine::Language language) {
  std::string text;
  engine::JsonWriter out(text, 2);
  out.begin_object();
  write_rules(game, edition, out);
  out.member("language", engine::kLanguages[static_cast<size_t>(language)]);
  out.key("entries");
  out.begin_array(false);
  for (const Entry& entry : entries) {
    out.begin_object();
    out.member("group", std::string_view(entry.group));
    out.member("id", std::string_view(entry.id));
    out.member("title", std::string_view(entry.title));
    out.member("text", std::string_view(entry.text));
    out.end_object();
  }
  out.end_array();
  out.end_object();
  return text;
}

int run_rules(const RulesFlags& flags) {
  const auto game = find_game(flags.table.game);
  if (!game) return report(game.error);
  const auto language = find_language(flags.table);
  if (!language) return report(language.error);
  auto table = table_spec(**game, flags.table);
  if (!table) return report(table.error);
  const engine::EditionPtr& edition = table->edition;
  std::vector<std::string> terms;
  for (const std::string& words : flags.words) {
    for (std::string_view word : engine::split(words, ' ')) terms.push_back(folded(word));
  }
  const engine::Texts texts =
      edition->texts(*language).with_variants((*game)->spec(), table->variants);
  const std::vector<Entry> entries =
      search(entries_of(**game, edition, texts, words(*language)), terms);
  if (flags.json) {
    print_line(json_of(entries, **game, *edition, *language));
    return entries.empty() ? kFailed : kOk;
  }
  if (entries.empty()) {
    complain(fmt::format("nothing in the rules of {} holds '{}'", flags.table.game,
                         fmt::join(flags.words, " ")));
    return kFailed;
  }
  const bool marks = ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
  const Printer page(marks, page_width(), terms);
  std::string out;
  std::string_view group;
  bool house = false;
  for (const Entry& entry : entries) {
    // What is found is in the order of how well it fits: no group stays together.
    if (terms.empty() && std::exchange(group, entry.group) != entry.group)
      out += Printer::heading(heading_of(entry.group, texts));
    out += page.entry(entry);
    house = house || (entry.title + entry.text).find(engine::kHouseMark) != std::string::npos;
  }
  if (house) out += page.note(words(*language).get("rules.house"));
  out.pop_back();
  print_text(out);
  return kOk;
}

}  // namespace

void add_rules(CLI::App& app, int& exit_code) {
  add_command<RulesFlags>(
      app, exit_code, "rules",
      "print the rules and cards of a game, with search\n"
      "Without TERM everything there is to read: the chapters "
      "of the rules, every card and component with a text, "
      "the variants, and why something may not be allowed: the "
      "rulings (R10, §5) with the reasons that cite them. With TERM only what holds it, wherever; "
      "upper "
      "and lower case and accents don't matter. Several "
      "words: what holds all of them.",
      [](CLI::App& command, RulesFlags& flags) {
        flags.table.add_game(command);
        command.add_option("TERM", flags.words, "What to look for.");
        flags.table.add_language(command);
        flags.table.add_variants(command);
        flags.table.add_edition(command);
        command.add_flag(
            "--json", flags.json,
            "Prints JSON: what it is told of (game, rules_version, edition, language), and "
            "entries: a list of group, id, title and text.");
        add_footer(command,
                   "  stamtafel rules {game}\n"
                   "  stamtafel rules {game} end winner\n"
                   "  stamtafel rules koenig R20\n"
                   "  stamtafel rules {game} --lang fr | less\n",
                   "  (1 also when nothing holds TERM)\n");
      },
      run_rules);
}

}  // namespace cli
