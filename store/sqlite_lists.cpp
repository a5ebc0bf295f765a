#include "store/sqlite_lists.h"

#include <algorithm>

#include "store/checksum.h"

namespace store {
namespace {

constexpr const char* kColumns =
    "select s.tbl, status, listed, clocked, created, touched, about, sum from summary s ";
std::string select_summaries(const char* rest) { return std::string(kColumns) + rest; }

}  // namespace

SummaryWriter::SummaryWriter(sqlite3* db)
    : put_(db, "insert or replace into summary values(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"),
      clear_sitters_(db, "delete from sitter where tbl = ?1"),
      add_sitter_(db, "insert into sitter values(?1, ?2)") {}

bool SummaryWriter::put(const Summary& summary) {
  const Summary kept = as_kept(summary);
  if (!put_.bind(kept.table, static_cast<int>(kept.status), kept.listed, kept.clocked, kept.created,
                 kept.touched, kept.about, checksum_of(kept))
           .run() ||
      !clear_sitters_.bind(kept.table).run()) {
    return false;
  }
  return std::all_of(kept.people.begin(), kept.people.end(), [&](const std::string& person) {
    return add_sitter_.bind(person, kept.table).run();
  });
}

SummaryReader::SummaryReader(sqlite3* db)
    : listed_(db, select_summaries("where listed = 1 and status < 2 order by touched desc limit ?1")
                      .c_str()),
      of_person_(db, select_summaries(
                         "join sitter using(tbl) where person = ?1 order by created desc limit ?2")
                         .c_str()),
      finished_(db, select_summaries("join sitter using(tbl) where person = ?1 and status = 2 and "
                                     "(?2 or (created, s.tbl) < (?3, ?4)) "
                                     "order by created desc, s.tbl desc limit ?5")
                        .c_str()),
      all_(db, select_summaries("").c_str()),
      sitters_(db, "select person from sitter where tbl = ?1 order by person"),
      clocked_(db, "select tbl from summary where clocked = 1 and status = 1") {}

std::optional<SummaryReader::Read> SummaryReader::read(Statement& statement) {
  Summary summary{statement.text(0),         static_cast<Status>(statement.integer(1)),
                  statement.integer(2) != 0, statement.integer(3) != 0,
                  statement.integer(4),      statement.integer(5),
                  statement.text(6),         {}};
  sitters_.bind(summary.table);
  while (sitters_.row()) summary.people.push_back(sitters_.text(0));
  if (sitters_.failed() && !sitters_.damaged()) return std::nullopt;
  // One of a version that had no checksums is believed until it is written anew.
  const bool sound = !sitters_.failed() && statement.integer(1) >= 0 && statement.integer(1) <= 2 &&
                     (statement.null(7) || statement.integer(7) == checksum_of(summary));
  return Read{std::move(summary), sound};
}

std::optional<std::vector<Summary>> SummaryReader::list(Statement& statement) {
  std::vector<Summary> all;
  while (statement.row()) {
    std::optional<Read> read = this->read(statement);
    if (!read) return std::nullopt;
    if (read->sound) all.push_back(std::move(read->summary));
  }
  if (statement.failed() && !statement.damaged()) return std::nullopt;
  return all;
}

std::optional<std::vector<Summary>> SummaryReader::listed(int limit) {
  return list(listed_.bind(limit));
}
std::optional<std::vector<Summary>> SummaryReader::of_person(std::string_view person, int limit) {
  return list(of_person_.bind(person, limit));
}

std::optional<std::vector<Summary>> SummaryReader::finished(std::string_view person,
                                                            const std::optional<Behind>& behind,
                                                            int limit) {
  const Behind from = behind.value_or(Behind{});
  return list(finished_.bind(person, !behind.has_value(), from.created, from.table, limit));
}

std::optional<std::vector<std::string>> SummaryReader::clocked() {
  std::vector<std::string> tables;
  clocked_.bind();
  while (clocked_.row()) tables.push_back(clocked_.text(0));
  if (clocked_.failed() && !clocked_.damaged()) return std::nullopt;
  return tables;
}

bool SummaryReader::each(const std::function<void(const Summary&, bool sound)>& visit) {
  all_.bind();
  while (all_.row()) {
    const std::optional<Read> read = this->read(all_);
    if (!read) return false;
    visit(read->summary, read->sound);
  }
  return !all_.failed();
}

}  // namespace store
