#include "store/open.h"

#include <algorithm>

#include "store/postgres.h"
#include "store/shards.h"
#include "store/sqlite.h"

namespace store {

Opened open(const OpenOptions& options) {
  if (is_postgres(options.data)) return open_databases(options, false);
  SqliteOptions sqlite;
  sqlite.file = options.data;
  sqlite.deliver = options.deliver;
  sqlite.tell = options.tell;
  sqlite.check_whole = options.check_whole;
  sqlite.max_pages = options.max_pages;
  return open_sqlite(sqlite);
}

bool is_postgres(std::string_view address) {
  return address.starts_with("postgresql://") || address.starts_with("postgres://");
}

std::vector<std::string> databases_in(const std::string& data) {
  std::vector<std::string> all;
  size_t begin = 0;
  for (size_t comma = data.find(','); comma != std::string::npos;
       comma = data.find(',', comma + 1)) {
    if (!is_postgres(std::string_view(data).substr(comma + 1))) continue;
    all.push_back(data.substr(begin, comma - begin));
    begin = comma + 1;
  }
  all.push_back(data.substr(begin));
  return all;
}

namespace {

std::string one_without_password(std::string shown) {
  const size_t begin = shown.find("//") + 2;
  const size_t end = std::min(shown.find_first_of("/?", begin), shown.size());
  const size_t host = shown.rfind('@', end);
  const size_t colon = shown.find(':', begin);
  if (host != std::string::npos && host >= begin && colon < host) {
    shown.erase(colon, host - colon);
  }
  for (const char* secret : {"password=", "sslpassword="}) {
    for (size_t found = shown.find(secret); found != std::string::npos;
         found = shown.find(secret, found + 1)) {
      const size_t value = found + std::char_traits<char>::length(secret);
      shown.erase(value, std::min(shown.find('&', value), shown.size()) - value);
    }
  }
  return shown;
}

}  // namespace

std::string without_password(const std::string& data) {
  if (!is_postgres(data)) return data;
  std::string shown;
  for (std::string& address : databases_in(data)) {
    shown += (shown.empty() ? "" : ",") + one_without_password(std::move(address));
  }
  return shown;
}

}  // namespace store
