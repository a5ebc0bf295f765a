// `stamtafel edition`: the component data of a game, for whoever wants to change it.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/common.h"
#include "cli/edition_trial.h"
#include "cli/help.h"
#include "engine/canvas.h"
#include "engine/record.h"

namespace cli {
namespace {

using engine::Json;

struct EditionFlags {
  TableFlags table;
  std::string field;
  bool print = false;
  bool doc = false;
  std::string check;
  std::string diff;
  bool json = false;
};

// --- --doc -------------------------------------------------------------------------------------

// What stands at a field's path, in every item of the lists it leads through, and the source of
// each: the nearest one around it.
struct Places {
  std::vector<const Json*> values;
  std::vector<std::string> sources;  // each once

  void add_source(const std::string& source) {
    if (!source.empty() && std::find(sources.begin(), sources.end(), source) == sources.end()) {
      sources.push_back(source);
    }
  }
};

void find_places(const Json& json, std::string_view path, std::string source, Places& found) {
  if (const Json* own = json.find("source"); own != nullptr && own->is_string()) source = own->text;
  if (path.empty()) {
    found.values.push_back(&json);
    found.add_source(source);
    return;
  }
  const size_t dot = path.find('.');
  const std::string_view step = path.substr(0, dot);
  const std::string_view rest = dot == std::string_view::npos ? "" : path.substr(dot + 1);
  const std::string_view key = step.substr(0, step.find('['));
  const auto follow = [&](const Json& next) {
    if (key.size() == step.size()) return find_places(next, rest, source, found);
    for (const Json& item : next.items) find_places(item, rest, source, found);
  };
  // In capitals: any of the keys.
  const bool any = std::all_of(key.begin(), key.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  if (const Json* next = json.find(key)) return follow(*next);
  for (const auto& [name, value] : json.members) {
    if (any && name != "source") follow(value);
  }
}

// "15", "0 to 9", "rulebook": what stands there, if it can be said in short.
std::string standard_of(const Places& places) {
  std::set<int64_t> numbers;
  std::set<std::string> texts;
  for (const Json* value : places.values) {
    if (value->is_integer()) numbers.insert(value->integer);
    if (value->is_string()) texts.insert(value->text);
    if (value->is_array() && places.values.size() == 1 && value->dump().size() <= 60) {
      texts.insert(value->dump());
    }
  }
  if (!numbers.empty()) {
    if (numbers.size() == 1) return std::to_string(*numbers.begin());
    return fmt::format("{} to {}", *numbers.begin(), *numbers.rbegin());
  }
  return texts.size() == 1 ? *texts.begin() : "";
}

std::string form_of(const engine::FieldDoc& field) {
  std::string form(field.form);
  if (!field.values.empty()) form += fmt::format(": {}", fmt::join(field.values, ", "));
  if (field.low && *field.low == *field.high) {
    form += fmt::format(", {}", *field.low);
  } else if (field.low) {
    form += fmt::format(", {} to {}", *field.low, *field.high);
  }
  if (!field.fallback.empty()) form += fmt::format("; left out: {}", field.fallback);
  return form;
}

std::string indented(const std::string& text) {
  std::string out;
  for (const std::string& line : engine::wrap(text, 74)) out += "      " + line + "\n";
  return out;
}

std::string doc_text(const engine::FieldDoc& field, const Places& places) {
  std::string out = field.path + "\n" + indented(field.meaning + ".");
  std::string more = form_of(field);
  const std::string standard = field.values.size() == 1 ? "" : standard_of(places);
  if (!standard.empty()) more += "; standard: " + standard;
  if (!places.sources.empty() && field.form != "group" && field.form != "list") {
    const auto shown = std::min<size_t>(places.sources.size(), 3);
    more +=
        fmt::format("; source: {}{}",
                    fmt::join(places.sources.begin(),
                              places.sources.begin() + static_cast<std::ptrdiff_t>(shown), " | "),
                    shown < places.sources.size() ? " | …" : "");
  }
  return out + indented("(" + more + ")");
}

void doc_json(const engine::FieldDoc& field, const Places& places, engine::JsonWriter& out) {
  out.begin_object();
  out.member("path", std::string_view(field.path));
  out.member("form", field.form);
  if (field.low) {
    out.member("low", *field.low);
    out.member("high", *field.high);
  }
  if (!field.values.empty()) {
    out.key("values");
    out.begin_array();
    for (const std::string& value : field.values) out.value(std::string_view(value));
    out.end_array();
  }
  if (!field.fallback.empty()) out.member("left_out", std::string_view(field.fallback));
  if (const std::string standard = standard_of(places); !standard.empty()) {
    out.member("standard", std::string_view(standard));
  }
  out.member("meaning", std::string_view(field.meaning));
  out.key("sources");
  out.begin_array();
  for (const std::string& source : places.sources) out.value(std::string_view(source));
  out.end_array();
  out.end_object();
}

int run_doc(const engine::AnyGame& game, const EditionFlags& flags) {
  const Json& standard = game.default_edition()->figures();
  std::string text;
  engine::JsonWriter out(text, 2);
  std::string page;
  int count = 0;
  out.begin_array(false);
  for (const engine::FieldDoc& field : game.edition_fields()) {
    if (field.path.find(flags.field) == std::string::npos) continue;
    Places places;
    find_places(standard, field.path, "", places);
    ++count;
    if (flags.json) {
      doc_json(field, places, out);
    } else {
      page += doc_text(field, places);
    }
  }
  out.end_array();
  if (count == 0) {
    return report({engine::ErrorCode::kUsage,
                   fmt::format("no field of {} has '{}' in its path", game.spec().id, flags.field),
                   ""});
  }
  flags.json ? print_line(text) : print(page);
  return kOk;
}

// --- --diff ------------------------------------------------------------------------------------

struct Difference {
  std::string path;  // as texts name figures: spells.grimoire.cost
  std::string standard;
  std::string edition;  // empty: it isn't there
};

const Json* told(const Json* json) { return json == nullptr || json->remark ? nullptr : json; }

std::string short_of(const Json* json) {
  constexpr size_t kLongest = 100;
  if (json == nullptr) return "";
  std::string text = json->canonical();
  if (engine::columns(text) > static_cast<int>(kLongest)) {
    size_t end = kLongest;
    while ((static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
    text = text.substr(0, end) + "…";
  }
  return text;
}

std::string_view id_of(const Json& item) {
  const Json* id = item.find("id");
  return id != nullptr && id->is_string() ? std::string_view(id->text) : "";
}

bool has_ids(const Json& list) {
  return !list.items.empty() && std::all_of(list.items.begin(), list.items.end(),
                                            [](const Json& item) { return !id_of(item).empty(); });
}

const Json* item_with(const Json& list, std::string_view id) {
  for (const Json& item : list.items) {
    if (id_of(item) == id) return &item;
  }
  return nullptr;
}

void compare(const Json* standard, const Json* edition, const std::string& path,
             std::vector<Difference>& found) {
  standard = told(standard);
  edition = told(edition);
  if (standard == nullptr && edition == nullptr) return;
  const auto below = [&](std::string_view key) {
    return path.empty() ? std::string(key) : path + "." + std::string(key);
  };
  if (standard != nullptr && edition != nullptr && standard->kind == edition->kind) {
    if (standard->is_object()) {
      for (const auto& [key, value] : standard->members)
        compare(&value, edition->find(key), below(key), found);
      for (const auto& [key, value] : edition->members) {
        if (standard->find(key) == nullptr) compare(nullptr, &value, below(key), found);
      }
      return;
    }
    if (standard->is_array() && has_ids(*standard) && has_ids(*edition)) {
      for (const Json& item : standard->items)
        compare(&item, item_with(*edition, id_of(item)), below(id_of(item)), found);
      for (const Json& item : edition->items) {
        if (item_with(*standard, id_of(item)) == nullptr)
          compare(nullptr, &item, below(id_of(item)), found);
      }
      return;
    }
    if (standard->is_array() && standard->items.size() == edition->items.size()) {
      for (size_t i = 0; i < standard->items.size(); ++i)
        compare(&standard->items[i], &edition->items[i], below(std::to_string(i)), found);
      return;
    }
  }
  const Difference difference{path, short_of(standard), short_of(edition)};
  if (difference.standard != difference.edition) found.push_back(difference);
}

std::vector<Difference> differences(const engine::AnyGame& game,
                                    const engine::AnyEdition& edition) {
  std::vector<Difference> found;
  compare(&game.default_edition()->figures(), &edition.figures(), "", found);
  return found;
}

int run_diff(const engine::AnyGame& game, const EditionFlags& flags) {
  const auto edition = find_edition(game, flags.diff);
  if (!edition) return report(edition.error, flags.json);
  const std::vector<Difference> found = differences(game, **edition);
  if (flags.json) {
    std::string text;
    engine::JsonWriter out(text, 2);
    out.begin_array(false);
    for (const Difference& one : found) {
      out.begin_object();
      out.member("path", std::string_view(one.path));
      if (!one.standard.empty()) out.member("standard", std::string_view(one.standard));
      if (!one.edition.empty()) out.member("edition", std::string_view(one.edition));
      out.end_object();
    }
    out.end_array();
    print_line(text);
    return kOk;
  }
  for (const Difference& one : found) {
    if (one.standard.empty()) {
      print_line(fmt::format("{}: new, {}", one.path, one.edition));
    } else if (one.edition.empty()) {
      print_line(fmt::format("{}: {}, not there", one.path, one.standard));
    } else {
      print_line(fmt::format("{}: {} → {}", one.path, one.standard, one.edition));
    }
  }
  if (found.empty()) print_line("it says the same as the standard edition");
  return kOk;
}

// --- --check -----------------------------------------------------------------------------------

int run_check(const engine::AnyGame& game, const EditionFlags& flags) {
  const auto edition = find_edition(game, flags.check);
  if (!edition) return report(edition.error, flags.json);
  const size_t changes = differences(game, **edition).size();
  std::vector<std::string> warnings = (*edition)->warnings();
  const Trial trial = try_edition(game, *edition);
  warnings.insert(warnings.end(), trial.warnings.begin(), trial.warnings.end());
  if (changes > 0 && (*edition)->name() == game.default_edition()->name()) {
    warnings.push_back(
        fmt::format("edition is called '{}' like the game's own: at a table nobody "
                    "could tell them apart",
                    (*edition)->name()));
  }
  const std::string hash = engine::hex64((*edition)->hash());
  if (flags.json) {
    std::string text;
    engine::JsonWriter out(text, 2);
    out.begin_object();
    out.member("game", game.spec().id);
    out.member("edition", std::string_view((*edition)->name()));
    out.member("hash", std::string_view(hash));
    out.member("differences", static_cast<int64_t>(changes));
    out.member("games_tried", trial.games);
    out.key("warnings");
    out.begin_array(false);
    for (const std::string& warning : warnings) out.value(std::string_view(warning));
    out.end_array();
    out.end_object();
    print_line(text);
    return kOk;
  }
  print_line(fmt::format("{}: an edition of {}, '{}', hash {}", flags.check, game.spec().id,
                         (*edition)->name(), hash));
  print_line(changes == 0 ? "  it says the same as the standard edition"
                          : fmt::format("  {} difference{} from the standard edition", changes,
                                        changes == 1 ? "" : "s"));
  print_line(fmt::format("  {} games were played with it at random", trial.games));
  for (const std::string& warning : warnings) print_line("warning: " + warning);
  if (warnings.empty()) print_line("  no warnings");
  return kOk;
}

int run_edition(const EditionFlags& flags) {
  const auto game = find_game(flags.table.game);
  if (!game) return report(game.error);
  const int asked = static_cast<int>(flags.print) + static_cast<int>(flags.doc) +
                    static_cast<int>(!flags.check.empty()) + static_cast<int>(!flags.diff.empty());
  if (asked != 1) {
    return report(
        {engine::ErrorCode::kUsage, "say one of --print, --doc, --check FILE and --diff FILE", ""});
  }
  if (!flags.field.empty() && !flags.doc) {
    return report({engine::ErrorCode::kUsage, "FIELD goes with --doc", ""});
  }
  if (flags.doc) return run_doc(**game, flags);
  if (!flags.check.empty()) return run_check(**game, flags);
  if (!flags.diff.empty()) return run_diff(**game, flags);
  print_line(engine::trim((*game)->edition_json()));
  return kOk;
}

}  // namespace

void add_edition(CLI::App& app, int& exit_code) {
  add_command<EditionFlags>(
      app, exit_code, "edition",
      "print, explain, check and compare the component data of a game\n"
      "An edition is a file with all figures of a game: cards, prices, tracks. The standard one is "
      "part of the program; a changed copy is given to other commands with --edition. "
      "docs/editions.md is the guide.",
      [](CLI::App& command, EditionFlags& flags) {
        flags.table.add_game(command);
        command.add_option("FIELD", flags.field,
                           "With --doc: only fields with this in their path, such as spells.");
        command.add_flag("--print", flags.print,
                         "Prints the standard edition (JSON, with the source of every figure).");
        command.add_flag("--doc", flags.doc,
                         "Every field: its meaning, what it may be, what it is in the standard "
                         "edition, and where that comes from. In English.");
        add_value(command, "--check FILE", flags.check,
                  "Reads FILE as an edition. What can't be is an error with its line; what "
                  "makes a poor game of it is a warning. Some games are played at random to "
                  "see whether everything can still be done.");
        add_value(command, "--diff FILE", flags.diff,
                  "What FILE says otherwise than the standard edition, field by field.");
        command.add_flag("--json", flags.json, "Prints JSON (--doc, --check and --diff).");
        add_footer(command,
                   "  stamtafel edition {game} --print > my-edition.json\n"
                   "  stamtafel edition {game} --doc\n"
                   "  stamtafel edition {game} --check my-edition.json\n"
                   "  stamtafel edition {game} --diff my-edition.json\n");
      },
      run_edition);
}

}  // namespace cli
