#include "server/entry.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "engine/record.h"
#include "engine/spec.h"

namespace server {
namespace {

constexpr std::string_view kBys = "pbco";

// Takes the first word off the line.
std::string_view next_word(std::string_view& line) {
  const size_t blank = line.find(' ');
  const std::string_view word = line.substr(0, blank);
  line.remove_prefix(blank == std::string_view::npos ? line.size() : blank + 1);
  return word;
}

}  // namespace

store::Entry write_entry(const Entry& entry) {
  std::string text(kEntryIds[static_cast<size_t>(entry.kind)]);
  text += ' ';
  text += entry.seat == engine::Seat::kNone ? "-" : std::to_string(engine::index_of(entry.seat));
  text += ' ';
  text += kBys[static_cast<size_t>(entry.by)];
  text += ' ';
  text += std::to_string(entry.number);
  text += ' ';
  if (entry.fingerprint != 0) {
    text += '#' + engine::hex64(entry.fingerprint);
  } else {
    text += entry.who.empty() ? "-" : entry.who;
  }
  text += ' ';
  text += entry.text;
  return {entry.at, std::move(text)};
}

engine::Result<Entry> read_entry(const store::Entry& stored) {
  const auto bad = [&] {
    return engine::Error{engine::ErrorCode::kRecord, "not an entry: '" + stored.text + "'", ""};
  };
  std::string_view line = stored.text;
  Entry entry;
  entry.at = stored.at;
  const auto kind = std::find(kEntryIds.begin(), kEntryIds.end(), next_word(line));
  if (kind == kEntryIds.end()) {
    return engine::Error{engine::ErrorCode::kOutdated,
                         "an entry that this version doesn't know: '" + stored.text + "'", ""};
  }
  entry.kind = static_cast<EntryKind>(kind - kEntryIds.begin());
  int64_t number = 0;
  const std::string_view seat = next_word(line);
  if (seat != "-") {
    if (!engine::parse_int(seat, 0, engine::kMaxSeats - 1, number)) return bad();
    entry.seat = engine::seat_at(static_cast<int>(number));
  }
  const std::string_view by = next_word(line);
  const size_t which = by.size() == 1 ? kBys.find(by) : std::string_view::npos;
  if (which == std::string_view::npos) return bad();
  entry.by = static_cast<By>(which);
  if (!engine::parse_int(next_word(line), 0, std::numeric_limits<int64_t>::max(), entry.number)) {
    return bad();
  }
  const std::string_view who = next_word(line);
  if (who.starts_with('#')) {
    const char* end = who.data() + who.size();
    if (std::from_chars(who.data() + 1, end, entry.fingerprint, 16).ptr != end) return bad();
  } else if (who != "-") {
    entry.who = who;
  }
  entry.text = line;
  return entry;
}

}  // namespace server
