#include "store/open.h"

#include <algorithm>

#include "store/postgres.h"
#include "store/sqlite.h"

namespace store {

Opened open(const OpenOptions& options) {
  if (is_postgres(options.data)) {
    PostgresOptions postgres;
    postgres.address = options.data;
    postgres.deliver = options.deliver;
    postgres.tell = options.tell;
    postgres.check_whole = options.check_whole;
    return open_postgres(postgres);
  }
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

std::string without_password(const std::string& address) {
  if (!is_postgres(address)) return address;
  std::string shown = address;
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

}  // namespace store
