// `stamtafel data`: the care of the server's file.
#include "store/data.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <ctime>

#include "cli/common.h"
#include "cli/duration.h"
#include "cli/help.h"
#include "cli/saves.h"
#include "engine/json.h"
#include "server/editions.h"
#include "server/forget.h"
#include "server/ratings.h"
#include "store/copy.h"
#include "store/open.h"

namespace cli {
namespace {

struct DataFlags {
  std::vector<std::string> given;  // --data
  std::string data;
  std::string file;
  std::string from, to;
  std::string person;
  std::string older_than = "1y";
  bool force = false;
  bool dry_run = false;
  bool json = false;
};

int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string day(int64_t time) {
  const std::time_t seconds = time / 1000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts);
  return text.data();
}

// "12.3 MB"
std::string size_text(int64_t bytes) {
  if (bytes < 10'000) return fmt::format("{} bytes", bytes);
  if (bytes < 10'000'000) return fmt::format("{:.1f} KB", static_cast<double>(bytes) / 1e3);
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

// "1 table", "2 tables"
std::string many(int64_t count, std::string_view one, std::string_view more) {
  return fmt::format("{} {}", count, count == 1 ? one : more);
}
std::string tables_text(int64_t count) { return many(count, "table", "tables"); }
std::string entries_text(int64_t count) { return many(count, "entry", "entries"); }

std::string_view status_name(const std::optional<store::Status>& status) {
  constexpr std::array<std::string_view, 3> kNames{"gathering", "playing", "over"};
  const auto which = status ? static_cast<size_t>(*status) : kNames.size();
  return which < kNames.size() ? kNames[which] : "unlisted";
}

int fail(const std::string& problem, const DataFlags& flags) {
  return report({engine::ErrorCode::kFile, problem, ""}, flags.json);
}

// One object on standard output.
template <class Fill>
void print_json(const Fill& fill) {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  fill(out);
  out.end_object();
  print_line(text);
}

void write_check(const store::Check& check, engine::JsonWriter& out) {
  out.member("sound", check.problems.empty());
  out.member("tables", check.tables);
  out.member("entries", check.entries);
  out.key("problems");
  out.begin_array();
  for (const store::Problem& problem : check.problems) {
    out.begin_object();
    out.member("table", std::string_view(problem.table));
    out.member("what", std::string_view(problem.what));
    out.end_object();
  }
  out.end_array();
}

void print_problems(const store::Check& check) {
  for (const store::Problem& problem : check.problems) {
    print_line(problem.table.empty() ? "damaged: " + problem.what
                                     : fmt::format("table {}: {}", problem.table, problem.what));
  }
}

int run_backup(const DataFlags& flags) {
  const store::Copied copied = store::back_up(flags.data, flags.file, flags.force);
  if (!copied.problem.empty()) return fail(copied.problem, flags);
  if (flags.json) {
    print_json([&](engine::JsonWriter& out) {
      out.member("file", std::string_view(flags.file));
      out.member("bytes", copied.bytes);
      write_check(copied.check, out);
    });
  } else {
    print_line(fmt::format("{}: {}, {}, {}", flags.file, size_text(copied.bytes),
                           tables_text(copied.check.tables), entries_text(copied.check.entries)));
    print_problems(copied.check);
  }
  if (copied.check.problems.empty()) return kOk;
  complain("the copy is made, but what was copied is damaged; keep older backups");
  return kFailed;
}

int run_restore(const DataFlags& flags) {
  const store::Restored restored = store::restore(flags.file, flags.data, flags.force);
  if (!restored.problem.empty()) return fail(restored.problem, flags);
  if (flags.json) {
    print_json([&](engine::JsonWriter& out) {
      out.member("file", std::string_view(flags.data));
      out.member("kept", std::string_view(restored.kept));
      write_check(restored.check, out);
    });
    return kOk;
  }
  print_line(fmt::format("{}: {}, {}", flags.data, tables_text(restored.check.tables),
                         entries_text(restored.check.entries)));
  if (!restored.kept.empty()) print_line("What was there before is in " + restored.kept);
  print_problems(restored.check);
  return kOk;
}

int run_check(const DataFlags& flags) {
  const store::Checked checked = store::check_file(flags.data);
  if (!checked.problem.empty())
    return fail(store::without_password(flags.data) + ": " + checked.problem, flags);
  const bool sound = checked.check.problems.empty();
  if (flags.json) {
    print_json([&](engine::JsonWriter& out) { write_check(checked.check, out); });
  } else {
    print_problems(checked.check);
    print_line(fmt::format("{}, {}: {}", tables_text(checked.check.tables),
                           entries_text(checked.check.entries), sound ? "sound" : "damaged"));
  }
  return sound ? kOk : kFailed;
}

int run_stats(const DataFlags& flags) {
  const store::Counted counted = store::read_stats(flags.data, now_ms());
  if (!counted.problem.empty())
    return fail(store::without_password(flags.data) + ": " + counted.problem, flags);
  const store::Stats& stats = counted.stats;
  const int64_t tables = stats.tables[0] + stats.tables[1] + stats.tables[2];
  const int64_t each = tables == 0 ? 0 : stats.file_bytes / tables;
  if (flags.json) {
    print_json([&](engine::JsonWriter& out) {
      out.key("tables");
      out.begin_object();
      out.member("gathering", stats.tables[0]);
      out.member("playing", stats.tables[1]);
      out.member("over", stats.tables[2]);
      out.member("made_in_30_days", stats.tables_lately);
      out.end_object();
      out.member("people", stats.people);
      out.member("devices", stats.devices);
      out.member("entries", stats.entries);
      out.member("entry_bytes", stats.entry_bytes);
      out.member("entry_bytes_in_30_days", stats.lately_bytes);
      out.member("bytes_per_table", each);
      out.member("most_entries_of_a_table", stats.most_entries);
      out.member("most_entry_bytes_of_a_table", stats.most_bytes);
      out.member("first", stats.first);
      out.member("last", stats.last);
      out.member("file_bytes", stats.file_bytes);
      out.member("free_bytes", stats.free_bytes);
      out.member("log_bytes", stats.log_bytes);
    });
    return kOk;
  }
  const auto line = [](std::string_view name, const std::string& value) {
    print_line(fmt::format("{:<10}{}", name, value));
  };
  line("tables",
       fmt::format("{}: {} gathering, {} playing, {} over; {} made in the last 30 days", tables,
                   stats.tables[0], stats.tables[1], stats.tables[2], stats.tables_lately));
  line("people", fmt::format("{}, with {} devices", stats.people, stats.devices));
  line("entries", fmt::format("{} with {} of text; {} of it in the last 30 days", stats.entries,
                              size_text(stats.entry_bytes), size_text(stats.lately_bytes)));
  line("a table", fmt::format("{} of the file on average; the longest has {} entries, the largest "
                              "{} of text",
                              size_text(each), stats.most_entries, size_text(stats.most_bytes)));
  if (stats.entries > 0) line("from", fmt::format("{} to {}", day(stats.first), day(stats.last)));
  line("file",
       fmt::format("{}, {} of it free", size_text(stats.file_bytes), size_text(stats.free_bytes)));
  line("log", size_text(stats.log_bytes));
  return kOk;
}

int run_prune(const DataFlags& flags) {
  const auto age = parse_duration(flags.older_than);
  if (!age) return report(age.error, flags.json);
  const store::Care::Opened opened = store::Care::open(flags.data);
  if (opened.care == nullptr) return fail(opened.problem, flags);
  auto old = opened.care->older_than(now_ms() - age.value.count());
  if (!old) return fail(opened.care->problem(), flags);
  // Tables that stay may have begun with an edition that is as old as any, and ratings are no
  // table.
  std::erase_if(*old, [](const store::Care::Old& list) {
    return server::is_edition(list.table) || server::is_rating_list(list.table);
  });
  const int64_t before = opened.care->file_bytes();
  if (!flags.dry_run && !old->empty() && (!opened.care->remove(*old) || !opened.care->shrink())) {
    return fail(opened.care->problem(), flags);
  }
  int64_t entries = 0;
  int64_t bytes = 0;
  for (const store::Care::Old& table : *old) {
    entries += table.entries;
    bytes += table.bytes;
  }
  const int64_t after = opened.care->file_bytes();
  if (flags.json) {
    print_json([&](engine::JsonWriter& out) {
      out.member("removed", !flags.dry_run);
      out.member("entries", entries);
      out.member("entry_bytes", bytes);
      out.member("file_bytes_before", before);
      out.member("file_bytes", after);
      out.key("tables");
      out.begin_array();
      for (const store::Care::Old& table : *old) {
        out.begin_object();
        out.member("table", std::string_view(table.table));
        out.member("status", status_name(table.status));
        out.member("last", table.last);
        out.member("entries", table.entries);
        out.end_object();
      }
      out.end_array();
    });
    return kOk;
  }
  for (const store::Care::Old& table : *old) {
    print_line(fmt::format("{}  {:<9}  {}  {}", day(table.last), status_name(table.status),
                           table.table, entries_text(table.entries)));
  }
  print_line(fmt::format("{} with {}, {} of text: {}",
                         tables_text(static_cast<int64_t>(old->size())), entries_text(entries),
                         size_text(bytes), flags.dry_run ? "would go" : "gone"));
  if (!flags.dry_run) {
    print_line(fmt::format("file: {} before, {} now", size_text(before), size_text(after)));
  }
  return kOk;
}

int run_forget(const DataFlags& flags) {
  const server::Forgotten forgotten = server::forget(flags.data, flags.person, now_ms());
  if (!forgotten.problem.empty()) return fail(forgotten.problem, flags);
  if (flags.json) {
    print_json([&](engine::JsonWriter& out) {
      out.member("person", std::string_view(forgotten.id));
      out.member("tables_left", forgotten.tables_left);
      out.member("lines", forgotten.lines);
    });
  } else {
    print_line(fmt::format("{} ({}) is forgotten: {} of chat removed, {} left", forgotten.name,
                           forgotten.id, many(forgotten.lines, "line", "lines"),
                           tables_text(forgotten.tables_left)));
  }
  return kOk;
}

int run_copy(const DataFlags& flags) {
  const store::Moved moved = store::copy(flags.from, flags.to, flags.force);
  if (!moved.problem.empty()) return fail(moved.problem, flags);
  const std::array<std::pair<std::string_view, int64_t>, 10> counts{{{"tables", moved.tables},
                                                                     {"editions", moved.editions},
                                                                     {"entries", moved.entries},
                                                                     {"people", moved.people},
                                                                     {"devices", moved.devices},
                                                                     {"codes", moved.links},
                                                                     {"blocks", moved.blocks},
                                                                     {"mutes", moved.mutes},
                                                                     {"addresses", moved.addresses},
                                                                     {"notices", moved.notices}}};
  if (flags.json) {
    print_json([&](engine::JsonWriter& out) {
      for (const auto& [name, count] : counts) out.member(name, count);
      out.key("left_out");
      out.begin_array();
      for (const store::Problem& problem : moved.left_out)
        out.value(std::string_view(problem.table));
      out.end_array();
    });
  } else {
    std::string line;
    for (const auto& [name, count] : counts) {
      line += fmt::format("{}{} {}", line.empty() ? "" : ", ", count, name);
    }
    print_line(fmt::format("{}: {}", store::without_password(flags.to), line));
    for (const store::Problem& problem : moved.left_out) {
      print_line(fmt::format("left out: table {}: {}", problem.table, problem.what));
    }
  }
  return moved.left_out.empty() ? kOk : kFailed;
}

// A subcommand of `data`: what they all have, and options of its own.
template <class Options>
void add_part(CLI::App& data, int& exit_code, const char* name, const char* description,
              const char* examples, int (*run)(const DataFlags&), Options options) {
  add_command<DataFlags>(
      data, exit_code, name, description,
      [&](CLI::App& command, DataFlags& flags) {
        command.group("Commands");
        add_value(command, "--data FILE|ADDRESS", flags.given,
                  "The server's file, or the address of its database (postgresql://…); repeated "
                  "where it has several. By default stamtafel/tables.db in the user's data "
                  "folder.");
        command.add_flag("--json", flags.json, "Prints one JSON object.");
        options(command, flags);
        add_footer(command, examples);
      },
      [run](DataFlags& flags) {
        const engine::Result<std::string> where = data_of(flags.given);
        if (!where) return report(where.error, flags.json);
        flags.data = *where;
        return run(flags);
      });
}

}  // namespace

void add_data(CLI::App& app, int& exit_code) {
  CLI::App* data = app.add_subcommand(
      "data",
      "back up, check and tidy up the server's file\n"
      "Everything that `stamtafel serve` keeps is in one file. These commands copy it, look after "
      "it, and take out what is not wanted any more. backup, check and stats work while the "
      "server runs; restore, prune and forget are refused then, since the server holds tables in "
      "its memory: stop it first.");
  data->require_subcommand(1);
  add_footer(*data,
             "  stamtafel data backup /var/backups/tables.db\n"
             "  stamtafel data check --data tables.db\n"
             "  stamtafel data prune --older-than 1y --dry-run\n");

  add_part(
      *data, exit_code, "backup",
      "copy the file, also while the server runs\n"
      "The copy is of one moment, whole, checked, durable on the disk, and readable by its owner "
      "only: it holds the secrets of tables that are still being played. It appears under its "
      "name when it is complete. When something in the file is damaged the copy is made all the "
      "same, what is damaged is listed, and the exit code is 1.",
      "  stamtafel data backup tables-monday.db\n"
      "  stamtafel data backup --data friends.db --force latest.db\n",
      run_backup, [](CLI::App& command, DataFlags& flags) {
        add_argument(command, "FILE", flags.file, "Where the copy goes.");
        command.add_flag("--force", flags.force, "Replaces a file that is there.");
      });

  add_part(
      *data, exit_code, "restore",
      "put a backup in the place of the file\n"
      "Looks at the backup first, and refuses a damaged one. The file that was there before is "
      "kept beside it under a name with the date. A backup of an older version is taken over. "
      "Refused while a server has the file open.",
      "  stamtafel data restore tables-monday.db\n", run_restore,
      [](CLI::App& command, DataFlags& flags) {
        add_argument(command, "FILE", flags.file, "The backup.");
        command.add_flag("--force", flags.force,
                         "Takes a damaged backup, too; its damaged tables stay closed.");
      });

  add_part(*data, exit_code, "check",
           "look at the whole file for damage\n"
           "Every page, every checksum, the list of every table and what other lists say of it. "
           "Lists what is damaged; the exit code is 1 then. Works while the server runs.",
           "  stamtafel data check\n"
           "  stamtafel data check --data backup.db --json\n",
           run_check, [](CLI::App&, DataFlags&) {});

  add_part(*data, exit_code, "stats",
           "count tables, people and bytes\n"
           "Tables by status, people and devices, how much there is and how fast it grows, the "
           "sizes of the file and of the log beside it. Works while the server runs.",
           "  stamtafel data stats\n", run_stats, [](CLI::App&, DataFlags&) {});

  add_part(
      *data, exit_code, "copy",
      "move everything from a file to a PostgreSQL database, or back\n"
      "Copies tables, people and all that belongs to them from one place to the other and says how "
      "much that was. FROM stays as it is; TO must be empty: a file that isn't there, or a "
      "database without tables of stamtafel. Refused while a server has either open. A copy that "
      "is broken off is not taken for whole. When something is damaged nothing is copied, unless "
      "--force leaves that out; the exit code is 1 then.",
      "  stamtafel data copy tables.db postgresql://stamtafel@db.example/stamtafel\n"
      "  stamtafel data copy postgresql:///stamtafel tables.db\n"
      "  stamtafel data copy postgresql:///stamtafel postgresql://a/first,postgresql://b/second\n",
      run_copy, [](CLI::App& command, DataFlags& flags) {
        command.remove_option(command.get_option("--data"));
        add_argument(command, "FROM", flags.from,
                     "A file, or postgresql://…, or several of these with commas between them.");
        add_argument(command, "TO", flags.to, "The same.");
        command.add_flag("--force", flags.force, "Leaves out what is damaged.");
      });

  add_part(
      *data, exit_code, "prune",
      "take out finished and abandoned tables\n"
      "Takes out every table at which nothing has happened for so long, whether it was finished "
      "or not, lists them, and gives the space back to the disk; that needs as much free space "
      "as is left in the file. People stay. Refused while a server has the file open.",
      "  stamtafel data prune --older-than 1y --dry-run\n"
      "  stamtafel data prune --older-than 90d\n",
      run_prune, [](CLI::App& command, DataFlags& flags) {
        add_value(command, "--older-than TIME (default: 1y)", flags.older_than,
                  "How long: 90d, 26w, 1y.");
        command.add_flag("--dry-run", flags.dry_run, "Only says what would go.");
      });

  add_part(
      *data, exit_code, "forget",
      "take out a person\n"
      "Name, devices, one-time codes, blocks and every line of chat are gone from the file. Their "
      "games stay, at which they are somebody who left: a bot goes on for them where a game is "
      "being played, and a seat at a table that has not begun is free again. Backups made before "
      "still hold everything. Refused while a server has the file open.",
      "  stamtafel data forget 'Anna'\n"
      "  stamtafel data forget p3k9v0c2m7xq1\n",
      run_forget, [](CLI::App& command, DataFlags& flags) {
        add_argument(command, "PERSON", flags.person,
                     "The person's id, or name when only one has it.");
      });
}

}  // namespace cli
