#include "engine/record.h"

#include <algorithm>
#include <charconv>

namespace engine {
namespace {

constexpr std::string_view kMagic = "stamtafel-record";
constexpr std::string_view kVersion = "2";
constexpr std::string_view kOldVersion = "1";  // knew nothing of steps taken back
constexpr char kHex[] = "0123456789abcdef";

std::string hex_key(const ChanceKey& key) {
  std::string out;
  for (uint8_t byte : key) {
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  }
  return out;
}

bool parse_hex(std::string_view text, uint64_t& value) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return text.size() == 16 && problem == std::errc{} && end == text.data() + text.size();
}

bool parse_key(std::string_view text, ChanceKey& key) {
  if (text.size() != 64) return false;
  for (size_t i = 0; i < key.size(); ++i) {
    const auto [end, problem] =
        std::from_chars(text.data() + 2 * i, text.data() + 2 * i + 2, key[i], 16);
    if (problem != std::errc{} || end != text.data() + 2 * i + 2) return false;
  }
  return true;
}

std::string_view seat_id(const AnyTable& table, Seat seat) {
  return table.game().spec().seat_ids[static_cast<size_t>(index_of(seat))];
}

void remark(const AnyTable& table, int step, std::string& out) {
  const Texts& english = table.game().texts(Language::kEnglish);
  for (const std::string& text : table.told(step, Viewer::everything(), english))
    out += "| " + text + "\n";
}

std::string final_line(const AnyTable& table) {
  const Outcome outcome = table.outcome();
  std::string out = "end " + std::to_string(table.steps().size());
  for (int i = 0; i < table.seats(); ++i) {
    out += " " + std::string(seat_id(table, seat_at(i))) + "=" +
           std::to_string(outcome.score[static_cast<size_t>(i)]);
  }
  out += " winners=";
  std::string names;
  for (Seat seat : outcome.winners)
    names += (names.empty() ? "" : ",") + std::string(seat_id(table, seat));
  return out + (names.empty() ? "none" : names);
}

// Reads a record line by line; keeps the number of the line for errors.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  // The next line that is no remark and not empty; false at the end.
  bool next() {
    while (!rest_.empty()) {
      const size_t end = rest_.find('\n');
      line_ = rest_.substr(0, end);
      rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
      ++number_;
      complete_ = end != std::string_view::npos;
      if (line_.ends_with('\r')) line_.remove_suffix(1);
      if (!line_.empty() && line_.front() != '|') return true;
    }
    line_ = {};
    return false;
  }
  std::string_view line() const { return line_; }
  bool complete() const { return complete_; }
  // "word rest of the line" for the given word.
  bool field(std::string_view word, std::string_view& value) {
    if (!next()) return false;
    if (line_ == word) {
      value = {};
      return true;
    }
    if (!line_.starts_with(word) || line_.size() <= word.size() || line_[word.size()] != ' ')
      return false;
    value = trim(line_.substr(word.size()));
    return true;
  }
  Error fail(const std::string& why) const {
    return {ErrorCode::kRecord, "line " + std::to_string(std::max(number_, 1)) + ": " + why, ""};
  }

 private:
  std::string_view rest_;
  std::string_view line_;
  int number_ = 0;
  bool complete_ = true;
};

struct Header {
  bool old = false;
  const AnyGame* game = nullptr;
  TableSpec spec;
  std::string_view position;
};

Error read_header(Reader& reader, const std::function<const AnyGame*(std::string_view)>& find_game,
                  EditionPtr edition, Header& header) {
  std::string_view value;
  if (!reader.field(kMagic, value)) {
    return reader.fail("this is no record: it must begin with '" + std::string(kMagic) + " " +
                       std::string(kVersion) + "'");
  }
  if (value != kVersion && value != kOldVersion)
    return reader.fail("record version '" + std::string(value) +
                       "' is unknown; this program reads 1 and 2");
  header.old = value == kOldVersion;
  if (!reader.field("game", value)) return reader.fail("'game NAME VERSION' is expected");
  const std::vector<std::string_view> game = split(value, ' ');
  header.game = game.empty() ? nullptr : find_game(game[0]);
  if (header.game == nullptr)
    return reader.fail("there is no game '" + std::string(game.empty() ? value : game[0]) + "'");
  const GameSpec& spec = header.game->spec();
  if (game.size() != 2 || game[1] != std::to_string(spec.rules_version)) {
    return reader.fail("the record is of another version of the rules of " + std::string(spec.id) +
                       "; this program plays version " + std::to_string(spec.rules_version));
  }
  if (!reader.field("edition", value)) return reader.fail("'edition NAME FINGERPRINT' is expected");
  header.spec.edition = edition != nullptr ? std::move(edition) : header.game->default_edition();
  const std::string ours = header.spec.edition->name() + " " + hex64(header.spec.edition->hash());
  if (value != trim(ours)) {
    return reader.fail("the record was made with another edition (" + std::string(value) +
                       ") than '" + ours + "'; give its file with --edition");
  }
  int64_t seats = 0;
  if (!reader.field("seats", value) || !parse_int(value, spec.min_seats, spec.max_seats, seats)) {
    return reader.fail("'seats N' is expected, N from " + std::to_string(spec.min_seats) + " to " +
                       std::to_string(spec.max_seats));
  }
  header.spec.seats = static_cast<int>(seats);
  if (!reader.field("options", value)) return reader.fail("'options NAME=VALUE …' is expected");
  header.spec.options = default_options(spec);
  for (std::string_view option : split(value, ' ')) {
    if (const Error error = set_option(spec, option, header.spec.options))
      return reader.fail(error.text);
  }
  if (!reader.field("chance", value))
    return reader.fail("'chance seed N' or 'chance key HEX' is expected");
  const std::vector<std::string_view> chance = split(value, ' ');
  if (chance.size() == 2 && chance[0] == "seed") {
    const auto [end, problem] = std::from_chars(
        chance[1].data(), chance[1].data() + chance[1].size(), header.spec.chance.seed);
    if (problem != std::errc{} || end != chance[1].data() + chance[1].size()) {
      return reader.fail("the seed must be a whole number");
    }
  } else if (chance.size() == 2 && chance[0] == "key" &&
             parse_key(chance[1], header.spec.chance.key)) {
    header.spec.chance.kind = ChanceSource::Kind::kKey;
  } else {
    return reader.fail("'chance seed N' or 'chance key HEX' (64 digits) is expected");
  }
  return {};
}

// "12 green play guenstling #0123456789abcdef"
Error read_step(const Reader& reader, AnyTable& table) {
  const std::string_view line = reader.line();
  const size_t mark = line.rfind('#');
  uint64_t hash = 0;
  if (mark == std::string_view::npos || !parse_hex(trim(line.substr(mark + 1)), hash)) {
    return reader.fail("'N SEAT ACTION #FINGERPRINT' is expected");
  }
  const std::string_view body = trim(line.substr(0, mark));
  const size_t number_end = body.find(' ');
  const size_t seat_end =
      number_end == std::string_view::npos ? number_end : body.find(' ', number_end + 1);
  if (seat_end == std::string_view::npos)
    return reader.fail("'N SEAT ACTION #FINGERPRINT' is expected");
  int64_t number = 0;
  const int64_t expected = static_cast<int64_t>(table.steps().size()) + 1;
  if (!parse_int(body.substr(0, number_end), expected, expected, number)) {
    return reader.fail("action " + std::to_string(expected) + " is expected here");
  }
  const std::string_view seat_text = body.substr(number_end + 1, seat_end - number_end - 1);
  const Result<Seat> seat = parse_seat(table.game().spec(), table.seats(), seat_text);
  if (!seat) return reader.fail(seat.error.text);
  const Result<Action> action =
      table.game().parse_action(*table.edition(), body.substr(seat_end + 1));
  if (!action) return reader.fail(action.error.text);
  if (const Error error = table.act(*seat, *action)) return reader.fail(error.text);
  if (table.hash() != hash) {
    return reader.fail("the position after this action is not the recorded one (fingerprint " +
                       hex64(table.hash()) + "): the record was edited or damaged");
  }
  return {};
}

// "back 9 green": the table is at step 9 again, because green wanted it.
Error read_back(const Reader& reader, AnyTable& table) {
  const std::vector<std::string_view> words = split(reader.line(), ' ');
  const auto last = static_cast<int64_t>(table.steps().size()) - 1;
  int64_t step = 0;
  if (words.size() < 2 || words.size() > 3 || !parse_int(words[1], 0, last, step)) {
    return reader.fail("'back N SEAT' is expected, N a step before this one");
  }
  Seat by = Seat::kNone;
  if (words.size() == 3) {
    const Result<Seat> seat = parse_seat(table.game().spec(), table.seats(), words[2]);
    if (!seat) return reader.fail(seat.error.text);
    by = *seat;
  }
  if (const Error error = table.rewind(static_cast<size_t>(step), by))
    return reader.fail(error.text);
  return {};
}

// Every action that was ever carried out; those that were taken back are followed by a line that
// says so.
void write_course(const AnyTable& table, Remarks remarks, std::string& out) {
  size_t number = 0;
  for (const Deed& deed : table.course()) {
    if (deed.back != nullptr) {
      number = deed.back->to;
      out += "back " + std::to_string(number);
      if (deed.back->by != Seat::kNone) out += " " + std::string(seat_id(table, deed.back->by));
      out += "\n";
      continue;
    }
    const Step& step = *deed.step;
    out += std::to_string(++number) + " " + std::string(seat_id(table, step.seat)) + " " +
           table.game().action_id(*table.edition(), step.action) + " #" + hex64(step.hash) + "\n";
    if (remarks == Remarks::kEvents && deed.counts)
      remark(table, static_cast<int>(number) - 1, out);
  }
}

}  // namespace

std::string hex64(uint64_t value) {
  std::string out(16, '0');
  for (size_t i = 16; i-- > 0; value >>= 4) out[i] = kHex[value & 15];
  return out;
}

std::string write_record(const AnyTable& table, Remarks remarks) {
  const GameSpec& spec = table.game().spec();
  std::string out = std::string(kMagic) + " " + std::string(kVersion) + "\n";
  out += "game " + std::string(spec.id) + " " + std::to_string(spec.rules_version) + "\n";
  out += "edition " + table.edition()->name() + " " + hex64(table.edition()->hash()) + "\n";
  out += "seats " + std::to_string(table.seats()) + "\n";
  const std::string options = describe_options(spec, table.options());
  out += options.empty() ? "options\n" : "options " + options + "\n";
  const ChanceSource& chance = table.chance();
  out += chance.kind == ChanceSource::Kind::kSeed ? "chance seed " + std::to_string(chance.seed)
                                                  : "chance key " + hex_key(chance.key);
  out += "\n";
  if (const std::string position = table.start_position(); !position.empty()) {
    out += "position " + position + "\n";
  }
  out += "start #" + hex64(table.start_hash()) + "\n";
  if (remarks == Remarks::kEvents) remark(table, -1, out);
  write_course(table, remarks, out);
  if (table.over()) out += final_line(table) + "\n";
  return out;
}

Result<std::unique_ptr<AnyTable>> read_record(
    std::string_view text, const std::function<const AnyGame*(std::string_view)>& find_game,
    EditionPtr edition) {
  Reader reader(text);
  Header header;
  if (Error error = read_header(reader, find_game, std::move(edition), header)) return error;

  reader.next();
  std::unique_ptr<AnyTable> table;
  if (reader.line().starts_with("position ")) {
    Result<Json> position = parse_json(reader.line().substr(9), "position");
    if (!position) return reader.fail(position.error.text);
    auto made = header.game->table_at(*position, header.spec.edition, header.spec.chance);
    if (!made) return reader.fail(made.error.text);
    table = std::move(*made);
    if (table->seats() != header.spec.seats || table->options() != header.spec.options) {
      return reader.fail("the position is of another table than seats and options say");
    }
    reader.next();
  } else {
    auto made = header.game->new_table(header.spec);
    if (!made) return reader.fail(made.error.text);
    table = std::move(*made);
  }
  if (reader.line() != "start #" + hex64(table->hash())) {
    return reader.fail("'start #" + hex64(table->hash()) +
                       "' is expected: the record is damaged, or of other rules");
  }
  bool ended = false;
  while (reader.next()) {
    if (ended) return reader.fail("something follows the end of the game");
    if (!reader.complete()) return reader.fail("the record breaks off in the middle of a line");
    if (reader.line().starts_with("end ")) {
      if (!table->over()) return reader.fail("the record says 'end', but the game is not over");
      if (reader.line() != final_line(*table)) {
        return reader.fail("the result is not the one of this game: '" + final_line(*table) +
                           "' is expected");
      }
      ended = true;
    } else if (!header.old && reader.line().starts_with("back ")) {
      if (Error error = read_back(reader, *table)) return error;
    } else if (Error error = read_step(reader, *table)) {
      return error;
    }
  }
  if (table->over() && !ended)
    return reader.fail("the record breaks off: the line 'end …' is missing");
  return table;
}

}  // namespace engine
