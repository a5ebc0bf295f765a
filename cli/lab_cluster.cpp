// `stamtafel lab cluster`: how many servers it takes, by simulation.
#include "cli/lab_cluster.h"

#include <fmt/format.h>

#include <array>

#include "cli/common.h"
#include "cli/help.h"
#include "engine/json.h"
#include "lab/cluster.h"
#include "lab/document.h"

namespace cli {
namespace {

constexpr uint64_t kManyPeople = 100'000'000;
constexpr int kManyNodes = 1000;

struct ClusterFlags {
  TableFlags table;
  uint64_t people = 1000;
  std::string nodes = "1..4";
  std::vector<std::string> costs;
  lab::ClusterPlan plan;
  bool json = false;
  bool csv = false;
};

struct Figure {
  std::string_view id;
  lab::Form form = lab::Form::kNumber;
  double lab::ClusterResult::* value = nullptr;  // nullptr: how many servers
};
constexpr std::array kFigures{
    Figure{"nodes", lab::Form::kCount, nullptr},
    Figure{"moves", lab::Form::kCount, &lab::ClusterResult::moves_per_second},
    Figure{"p50", lab::Form::kNumber, &lab::ClusterResult::p50},
    Figure{"p99", lab::Form::kNumber, &lab::ClusterResult::p99},
    Figure{"node_busy", lab::Form::kPercent, &lab::ClusterResult::node_busy},
    Figure{"node_queue", lab::Form::kNumber, &lab::ClusterResult::node_queue},
    Figure{"database_busy", lab::Form::kPercent, &lab::ClusterResult::database_busy},
    Figure{"database_queue", lab::Form::kNumber, &lab::ClusterResult::database_queue},
    Figure{"batch", lab::Form::kNumber, &lab::ClusterResult::batch}};

// "1..8", "1,2,4".
engine::Result<std::vector<int>> node_counts(const std::string& text) {
  std::vector<int> counts;
  int64_t first = 0;
  int64_t last = 0;
  if (const size_t dots = text.find(".."); dots != std::string::npos) {
    if (engine::parse_int(text.substr(0, dots), 1, kManyNodes, first) &&
        engine::parse_int(text.substr(dots + 2), first, kManyNodes, last)) {
      for (int64_t count = first; count <= last; ++count) counts.push_back(static_cast<int>(count));
      return counts;
    }
  } else {
    for (const std::string_view part : engine::split(text, ',')) {
      if (!engine::parse_int(engine::trim(part), 1, kManyNodes, first)) break;
      counts.push_back(static_cast<int>(first));
    }
    if (counts.size() == engine::split(text, ',').size()) return counts;
  }
  return usage(
      fmt::format("--nodes takes numbers from 1 to {}, as 1..8 or 1,2,4: '{}'", kManyNodes, text));
}

engine::Error set_costs(const std::vector<std::string>& given, lab::ClusterCosts& costs) {
  std::string names;
  for (const auto& [name, member] : lab::cluster_costs()) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
  }
  for (const std::string& text : given) {
    const size_t equals = std::min(text.find('='), text.size());
    bool set = false;
    for (const auto& [name, member] : lab::cluster_costs()) {
      if (std::string_view(text).substr(0, equals) != name || equals == text.size()) continue;
      char* end = nullptr;
      costs.*member = std::strtod(text.c_str() + equals + 1, &end);
      set = end != text.c_str() + equals + 1 && *end == '\0' && costs.*member >= 0 &&
            costs.*member <= 1e9;
    }
    if (!set) {
      return usage(
          fmt::format("--cost takes NAME=MICROSECONDS, and the names are {}: '{}'", names, text));
    }
  }
  return {};
}

std::string costs_text(const lab::ClusterCosts& costs) {
  std::string text;
  for (const auto& [name, member] : lab::cluster_costs()) {
    text += fmt::format("{}{} {:g}", text.empty() ? "" : ", ", name, costs.*member);
  }
  return text;
}

double value_of(const Figure& figure, int nodes, const lab::ClusterResult& result) {
  return figure.value == nullptr ? nodes : result.*figure.value;
}

using Row = std::pair<int, lab::ClusterResult>;

std::string json_of(const lab::ClusterPlan& plan, const std::vector<Row>& rows) {
  std::string text;
  engine::JsonWriter out(text);
  const auto number = [&](std::string_view name, double value) {
    out.key(name);
    out.value(value, 3);
  };
  out.begin_object();
  out.member("people", plan.people);
  out.member("at_table", plan.at_table);
  number("pace", plan.pace);
  out.member("databases", plan.databases);
  out.member("database_cores", plan.database_cores);
  out.member("cores", plan.cores);
  number("seconds", plan.seconds);
  out.member("seed", static_cast<int64_t>(plan.seed));
  out.key("costs");
  out.begin_object();
  for (const auto& [name, member] : lab::cluster_costs()) number(name, plan.costs.*member);
  out.end_object();
  out.key("runs");
  out.begin_array();
  for (const auto& [nodes, result] : rows) {
    out.begin_object();
    out.member("nodes", nodes);
    for (const Figure& figure : kFigures) {
      if (figure.value != nullptr) number(figure.id, result.*figure.value);
    }
    out.end_object();
  }
  out.end_array();
  out.end_object();
  return text;
}

std::string csv_of(const std::vector<Row>& rows) {
  std::string text;
  for (const Figure& figure : kFigures) {
    text += fmt::format("{}{}", text.empty() ? "" : ",", figure.id);
  }
  for (const auto& [nodes, result] : rows) {
    text += '\n';
    for (const Figure& figure : kFigures) {
      text += fmt::format("{}{:g}", &figure == kFigures.data() ? "" : ",",
                          value_of(figure, nodes, result));
    }
  }
  return text + '\n';
}

std::string text_of(const lab::ClusterPlan& plan, const std::vector<Row>& rows,
                    engine::Language language) {
  const engine::Texts& report = lab::report_texts(language);
  std::string text(report.get("cluster.title"));
  text += "\n\n" +
          report.format(plan.pace > 0 ? "cluster.method" : "cluster.at_once",
                        std::to_string(plan.people), std::to_string(plan.at_table),
                        fmt::format("{:g}", plan.pace), fmt::format("{:g}", plan.seconds),
                        std::to_string(plan.seed), costs_text(plan.costs)) +
          '\n';
  text += (plan.cores > 0 ? report.format("cluster.shared", std::to_string(plan.cores))
                          : report.format("cluster.apart", std::to_string(plan.databases),
                                          std::to_string(plan.database_cores))) +
          "\n\n";
  lab::Section table;
  for (const Figure& figure : kFigures) {
    const std::string id(figure.id);
    table.columns.push_back({id, std::string(report.get("cluster.column." + id))});
  }
  for (const auto& [nodes, result] : rows) {
    table.rows.emplace_back();
    for (const Figure& figure : kFigures) {
      table.rows.back().push_back(
          lab::ReportCell::of(figure.form, value_of(figure, nodes, result)));
    }
  }
  return text + lab::section_table(table, language);
}

int run_lab_cluster(ClusterFlags flags) {
  const auto language = find_language(flags.table);
  if (!language) return report(language.error);
  const auto nodes = node_counts(flags.nodes);
  if (!nodes) return report(nodes.error);
  flags.plan.people = static_cast<int>(flags.people);
  if (const engine::Error wrong = set_costs(flags.costs, flags.plan.costs)) return report(wrong);
  std::vector<Row> rows;
  for (const int count : *nodes) {
    flags.plan.nodes = count;
    rows.emplace_back(count, lab::run_cluster(flags.plan));
  }
  if (flags.json) {
    print_line(json_of(flags.plan, rows));
  } else if (flags.csv) {
    print(csv_of(rows));
  } else {
    print_text(text_of(flags.plan, rows, *language));
  }
  return kOk;
}

}  // namespace

void add_lab_cluster(CLI::App& lab, int& exit_code) {
  add_command<ClusterFlags>(
      lab, exit_code, "cluster",
      "reckon how many servers it takes\n"
      "People at tables, servers and databases as queues, event by event, with service times as "
      "they were measured: how long queues get, and how long the slowest of a hundred moves takes, "
      "with each number of servers. docs/scaling.md tells where the times come from, and how far "
      "it agrees with real servers.",
      [](CLI::App& command, ClusterFlags& flags) {
        add_count(command, "--people", flags.people, 1, kManyPeople,
                  "How many people are at tables. Default: 1000.");
        add_value(command, "--at-table N", flags.plan.at_table,
                  "How many of them sit at each table. Default: 3.")
            ->check(CLI::Range(1, 12));
        add_value(command, "--pace S", flags.plan.pace,
                  "Each has a move every so many seconds; 0: they choose at once. Default: 10.")
            ->check(CLI::Range(0.0, 1e6));
        add_value(command, "--nodes N,…", flags.nodes,
                  "How many servers: 1..8, or 1,2,4. Default: 1..4.");
        add_value(command, "--databases N", flags.plan.databases,
                  "Over how many databases tables are spread. Default: 1.")
            ->check(CLI::Range(1, 99));
        add_value(command, "--database-cores N", flags.plan.database_cores,
                  "Cores of each database. Default: 4.")
            ->check(CLI::Range(1, 1024));
        add_value(command, "--cores N", flags.plan.cores,
                  "Servers, databases and clients share one machine with so many cores. By default "
                  "each server has a core, and each database a machine.")
            ->check(CLI::Range(1, 1024));
        add_value(command, "--seconds S", flags.plan.seconds, "How long is looked at. Default: 10.")
            ->check(CLI::Range(0.1, 1e5));
        add_value(command, "--cost NAME=MICROSECONDS", flags.costs,
                  "Another service time. May be repeated.");
        add_value(command, "--seed N", flags.plan.seed, "What chance begins with. Default: 1.");
        CLI::Option* json = command.add_flag("--json", flags.json, "Prints one JSON object.");
        command.add_flag("--csv", flags.csv, "Prints a line for each number of servers.")
            ->excludes(json);
        flags.table.add_language(command);
        add_footer(command,
                   "  stamtafel lab cluster --people 100000 --nodes 1..8\n"
                   "  stamtafel lab cluster --people 300 --pace 0 --cores 2 --cost client=30\n");
      },
      run_lab_cluster);
}

}  // namespace cli
