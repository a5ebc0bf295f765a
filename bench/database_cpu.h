// Processor time of PostgreSQL databases on this machine, in seconds.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace bench {

// Of databases, each named by the process that started its others; with commas between them.
inline double database_cpu(const std::string& postmasters) {
  if (postmasters.empty()) return 0;
  const auto of_database = [&](const std::string& process) {
    return (',' + postmasters + ',').find(',' + process + ',') != std::string::npos;
  };
  double ticks = 0;
  for (const auto& process : std::filesystem::directory_iterator("/proc")) {
    const std::string id = process.path().filename();
    std::ifstream file(process.path() / "stat");
    std::string line;
    if (id.find_first_not_of("0123456789") != std::string::npos || !std::getline(file, line)) {
      continue;
    }
    // After the name in brackets: state, parent, …; user and system time are the 12th and 13th.
    std::vector<std::string> fields;
    for (size_t at = line.rfind(')') + 2; at < line.size();) {
      const size_t end = std::min(line.find(' ', at), line.size());
      fields.push_back(line.substr(at, end - at));
      at = end + 1;
    }
    if (fields.size() < 15 || (!of_database(id) && !of_database(fields[1]))) continue;
    ticks += std::atof(fields[11].c_str()) + std::atof(fields[12].c_str());
  }
  return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

}  // namespace bench
