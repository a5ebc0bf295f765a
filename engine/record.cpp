#include "engine/record.h"

#include <algorithm>
#include <charconv>

namespace engine {
namespace {

constexpr std::string_view kMagic = "stamtafel-record";
// Format 1 had fingerprints of bytes and of whole edition files, and left out what was taken back.
// Up to format 2 an unfinished game had no last line. Only format 4 can say that chance was drawn
// anew; records in which it wasn't are of format 3.
constexpr int kOldest = 1;
constexpr int kFormat = 3;
constexpr int kNewest = 4;
constexpr char kHex[] = "0123456789abcdef";

bool parse_hex(std::string_view text, uint64_t& value) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return text.size() == 16 && problem == std::errc{} && end == text.data() + text.size();
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
  if (!table.over()) return "unfinished " + std::to_string(table.steps().size());
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
  bool field(std::string_view word, std::string_view& value) { return next() && is(word, value); }
  // The same of the line that was read last.
  bool is(std::string_view word, std::string_view& value) const {
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

// Replays a record line by line, as far as it is the game that this program plays.
class Replay {
 public:
  Replay(std::string_view text, const FindGame& find_game, EditionPtr edition)
      : reader_(text), find_game_(find_game), edition_(std::move(edition)) {}

  Result<Reading> run() {
    Error error = read_header();
    if (!error) error = read_chance_line();
    if (!error) error = begin();
    while (!error && reader_.next()) error = read_line();
    if (!error && !reading_.says_its_end) error = check_open_end();
    if (error && error.code != ErrorCode::kOutdated) return error;
    if (error) {
      do {
        if (is_step(reader_.line())) ++reading_.steps;
      } while (reader_.next());
      const uint64_t agree = reading_.table == nullptr ? 0 : reading_.table->acted();
      error.text += " The first " + std::to_string(agree) + " of " +
                    std::to_string(reading_.steps) + " steps agree.";
      reading_.disagreement = std::move(error);
    }
    return std::move(reading_);
  }

 private:
  static bool is_step(std::string_view line) {
    return !line.empty() && line.front() >= '0' && line.front() <= '9';
  }
  uint64_t fingerprint() const {
    return format_ == 1 ? reading_.table->hash() : reading_.table->fingerprint();
  }

  // The recorded game goes another way here than ours. With the same rules and edition that is
  // damage, otherwise it is what an update does.
  Error differs(const std::string& why) const {
    if (reading_.made_with.empty()) return reader_.fail(why);
    Error error = reader_.fail(why);
    error.code = ErrorCode::kOutdated;
    if (!error.text.ends_with('.') && !error.text.ends_with(')')) error.text += '.';
    error.text += " " + reading_.made_with;
    return error;
  }
  void made_with(const std::string& then) {
    reading_.made_with += (reading_.made_with.empty() ? "" : " ") + then;
  }

  Error read_header() {
    std::string_view value;
    if (!reader_.field(kMagic, value)) {
      return reader_.fail("this is no record: it must begin with '" + std::string(kMagic) + " " +
                          std::to_string(kFormat) + "'");
    }
    int64_t format = 0;
    if (!parse_int(value, kOldest, kNewest, format)) {
      return reader_.fail("record version '" + std::string(value) +
                          "' is unknown; this program reads " + std::to_string(kOldest) + " to " +
                          std::to_string(kNewest));
    }
    format_ = static_cast<int>(format);
    if (!reader_.field("game", value)) return reader_.fail("'game NAME VERSION' is expected");
    const std::vector<std::string_view> words = split(value, ' ');
    game_ = words.empty() ? nullptr : find_game_(words[0]);
    if (game_ == nullptr) {
      return reader_.fail("there is no game '" + std::string(words.empty() ? value : words[0]) +
                          "'");
    }
    const GameSpec& spec = game_->spec();
    int64_t version = 0;
    if (words.size() != 2 || !parse_int(words[1], 0, 1 << 30, version)) {
      return reader_.fail("'game NAME VERSION' is expected");
    }
    if (version != spec.rules_version) {
      made_with("The record is of version " + std::to_string(version) + " of the rules of " +
                std::string(spec.id) + "; this program plays version " +
                std::to_string(spec.rules_version) + ".");
    }
    if (Error error = read_edition()) return error;
    int64_t seats = 0;
    if (!reader_.field("seats", value)) return reader_.fail("'seats N' is expected");
    if (!parse_int(value, spec.min_seats, spec.max_seats, seats)) {
      return differs("'seats N' is expected, N from " + std::to_string(spec.min_seats) + " to " +
                     std::to_string(spec.max_seats));
    }
    spec_.seats = static_cast<int>(seats);
    // Records of before 0.2 call them options.
    if (!reader_.field("variants", value) && !reader_.is("options", value))
      return reader_.fail("'variants NAME=VALUE …' is expected");
    spec_.variants = default_variants(spec, version);
    for (std::string_view variant : split(value, ' ')) {
      if (const Error error = set_variant(spec, variant, spec_.variants))
        return differs(error.text);
    }
    return {};
  }

  Error read_edition() {
    std::string_view value;
    if (!reader_.field("edition", value)) {
      return reader_.fail("'edition NAME FINGERPRINT' is expected");
    }
    spec_.edition = edition_ != nullptr ? edition_ : game_->default_edition();
    const uint64_t hash = format_ == 1 ? spec_.edition->file_hash() : spec_.edition->hash();
    const std::string ours(trim(spec_.edition->name() + " " + hex64(hash)));
    if (value == ours) return {};
    // Format 1 names the whole file: other notes are enough to make it another. Where the rules
    // have changed, that is what is certain.
    if (format_ == 1) {
      if (reading_.made_with.empty()) {
        made_with("The record names another edition file (" + std::string(value) + ") than '" +
                  ours + "'; if it was one of your own, give it with --edition.");
      }
    } else {
      reading_.other_edition = true;
      made_with("The record was made with another edition (" + std::string(value) + ") than '" +
                ours + "'; give its file with --edition.");
    }
    return {};
  }

  Error read_chance_line() {
    std::string_view value;
    if (!reader_.field("chance", value)) {
      return reader_.fail("'chance seed N' or 'chance key HEX' is expected");
    }
    if (read_chance(value, spec_.chance) && (format_ > 1 || spec_.chance.first == 0)) return {};
    return reader_.fail(value.starts_with("seed ")
                            ? "the seed must be a whole number"
                            : "'chance seed N' or 'chance key HEX' (64 digits) is expected");
  }

  // The deal, or the position it began with.
  Error begin() {
    reader_.next();
    std::unique_ptr<AnyTable> table;
    if (reader_.line().starts_with("position ")) {
      Result<Json> position = parse_json(reader_.line().substr(9), "position");
      if (!position) return reader_.fail(position.error.text);
      auto made = game_->table_at(*position, spec_.edition, spec_.chance);
      if (!made) return differs(made.error.text);
      table = std::move(*made);
      if (table->seats() != spec_.seats || table->variants() != spec_.variants) {
        return reader_.fail("the position is of another table than seats and variants say");
      }
      reader_.next();
    } else {
      auto made = game_->new_table(spec_);
      if (!made) return reader_.fail(made.error.text);
      table = std::move(*made);
    }
    const std::string ours = "start #" + hex64(format_ == 1 ? table->hash() : table->fingerprint());
    if (reader_.line() != ours) {
      return differs("'" + ours + "' is expected: the game begins otherwise" +
                     (reading_.made_with.empty() ? "; the record was edited or damaged" : ""));
    }
    reading_.table = std::move(table);
    return {};
  }

  // No last line says how it ends.
  Error check_open_end() const {
    if (reading_.table->over()) {
      return differs("the record breaks off: the line 'end …' is missing");
    }
    if (format_ > 2) {
      return reader_.fail("the record breaks off: the line 'unfinished N' or 'end …' is missing");
    }
    return {};
  }

  Error read_line() {
    if (reading_.says_its_end) return reader_.fail("something follows the end of the game");
    if (!reader_.complete()) return reader_.fail("the record breaks off in the middle of a line");
    if (format_ > 1 && reader_.line().starts_with("back ")) return read_back();
    if (format_ > 3 && reader_.line().starts_with("anew ")) return read_anew();
    const bool finished = reader_.line().starts_with("end ");
    if (!finished && (format_ < 3 || !reader_.line().starts_with("unfinished "))) {
      Error error = read_step();
      if (!error) ++reading_.steps;
      return error;
    }
    reading_.says_its_end = true;
    const AnyTable& table = *reading_.table;
    if (finished && !table.over())
      return differs("the record says 'end', but the game is not over");
    if (!finished && table.over())
      return differs("the record says 'unfinished', but the game is over");
    if (!finished && reader_.line() != final_line(table)) {
      return reader_.fail("'" + final_line(table) + "' is expected: actions are missing");
    }
    if (reader_.line() != final_line(table)) {
      return differs("the result is not the one of this game: '" + final_line(table) +
                     "' is expected");
    }
    return {};
  }

  // "back 9 green": the table is at step 9 again, because green wanted it.
  Error read_back() {
    AnyTable& table = *reading_.table;
    const std::vector<std::string_view> words = split(reader_.line(), ' ');
    const auto last = static_cast<int64_t>(table.steps().size()) - 1;
    int64_t step = 0;
    if (words.size() < 2 || words.size() > 3 || !parse_int(words[1], 0, last, step)) {
      return reader_.fail("'back N SEAT' is expected, N a step before this one");
    }
    Seat by = Seat::kNone;
    if (words.size() == 3) {
      const Result<Seat> seat = parse_seat(game_->spec(), table.seats(), words[2]);
      if (!seat) return reader_.fail(seat.error.text);
      by = *seat;
    }
    if (const Error error = table.rewind(static_cast<size_t>(step), by)) {
      return reader_.fail(error.text);
    }
    return {};
  }

  // "anew KEY": chance comes from this key from here on.
  Error read_anew() {
    ChanceKey key{};
    if (!read_key(reader_.line().substr(5), key)) {
      return reader_.fail("'anew KEY' (64 digits) is expected");
    }
    reading_.table->draw_anew(key);
    return {};
  }

  // "12 green play guenstling #0123456789abcdef"
  Error read_step() {
    const std::string_view line = reader_.line();
    const size_t mark = line.rfind('#');
    uint64_t hash = 0;
    if (mark == std::string_view::npos || !parse_hex(trim(line.substr(mark + 1)), hash)) {
      return reader_.fail("'N SEAT ACTION #FINGERPRINT' is expected");
    }
    const std::string_view body = trim(line.substr(0, mark));
    const size_t number_end = body.find(' ');
    const size_t seat_end =
        number_end == std::string_view::npos ? number_end : body.find(' ', number_end + 1);
    if (seat_end == std::string_view::npos) {
      return reader_.fail("'N SEAT ACTION #FINGERPRINT' is expected");
    }
    AnyTable& table = *reading_.table;
    int64_t number = 0;
    const int64_t expected = static_cast<int64_t>(table.steps().size()) + 1;
    if (!parse_int(body.substr(0, number_end), expected, expected, number)) {
      return reader_.fail("action " + std::to_string(expected) + " is expected here");
    }
    const std::string_view seat_text = body.substr(number_end + 1, seat_end - number_end - 1);
    const Result<Seat> seat = parse_seat(game_->spec(), table.seats(), seat_text);
    if (!seat) return reader_.fail(seat.error.text);
    const Result<Action> action = game_->parse_action(*table.edition(), body.substr(seat_end + 1));
    if (!action) return differs(action.error.text);
    // What turns out to be another position is not shown.
    std::unique_ptr<AnyTable> before = reading_.made_with.empty() ? nullptr : table.clone();
    if (const Error error = table.act(*seat, *action)) return differs(error.text);
    if (fingerprint() == hash) return {};
    Error error =
        differs("the position after this action is not the recorded one: its fingerprint is " +
                hex64(fingerprint()) +
                (reading_.made_with.empty() ? "; the record was edited or damaged" : ""));
    if (before != nullptr) reading_.table = std::move(before);
    return error;
  }

  Reader reader_;
  const FindGame& find_game_;
  EditionPtr edition_;
  int format_ = kFormat;
  const AnyGame* game_ = nullptr;
  TableSpec spec_;
  Reading reading_;
};

// Every action that was ever carried out; those that were taken back are followed by a line that
// says so.
void write_course(const AnyTable& table, Remarks remarks, std::string& out) {
  const std::vector<ChanceSource::Anew>& anew = table.chance().anew;
  auto next = anew.begin();
  const auto draw_anew = [&](uint64_t nth) {
    for (; next != anew.end() && next->from <= nth; ++next) {
      out += "anew " + hex_key(next->key) + "\n";
    }
  };
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
    draw_anew(step.nth);
    out += std::to_string(++number) + " " + std::string(seat_id(table, step.seat)) + " " +
           table.game().action_id(*table.edition(), step.action) + " #" + hex64(step.fingerprint) +
           "\n";
    if (remarks == Remarks::kEvents && deed.counts)
      remark(table, static_cast<int>(number) - 1, out);
  }
  draw_anew(table.acted() + 1);
}

}  // namespace

std::string hex64(uint64_t value) {
  std::string out(16, '0');
  for (size_t i = 16; i-- > 0; value >>= 4) out[i] = kHex[value & 15];
  return out;
}

std::string hex_key(const ChanceKey& key) {
  std::string out;
  for (uint8_t byte : key) {
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  }
  return out;
}

bool read_key(std::string_view text, ChanceKey& key) {
  if (text.size() != 64) return false;
  for (size_t i = 0; i < key.size(); ++i) {
    const auto [end, problem] =
        std::from_chars(text.data() + 2 * i, text.data() + 2 * i + 2, key[i], 16);
    if (problem != std::errc{} || end != text.data() + 2 * i + 2) return false;
  }
  return true;
}

std::string write_chance(const ChanceSource& chance) {
  std::string out = chance.kind == ChanceSource::Kind::kSeed ? "seed " + std::to_string(chance.seed)
                                                             : "key " + hex_key(chance.key);
  if (chance.first != 0) out += " " + std::to_string(chance.first);
  return out;
}

bool read_chance(std::string_view text, ChanceSource& chance) {
  const std::vector<std::string_view> words = split(text, ' ');
  int64_t first = 0;
  if (words.size() < 2 || words.size() > 3) return false;
  if (words.size() == 3 && !parse_int(words[2], 1, INT64_MAX, first)) return false;
  chance = {};
  chance.first = static_cast<uint64_t>(first);
  if (words[0] == "key") {
    chance.kind = ChanceSource::Kind::kKey;
    return read_key(words[1], chance.key);
  }
  const char* last = words[1].data() + words[1].size();
  const auto [end, problem] = std::from_chars(words[1].data(), last, chance.seed);
  return words[0] == "seed" && problem == std::errc{} && end == last;
}

RecordNames names_in_record(std::string_view text) {
  Reader reader(text);
  RecordNames names;
  std::string_view value;
  if (!reader.field(kMagic, value) || !reader.field("game", value)) return names;
  names.game = value.substr(0, value.find(' '));
  if (!reader.field("edition", value)) return names;
  names.edition = value.substr(value.rfind(' ') + 1);
  return names;
}

std::string write_record(const AnyTable& table, Remarks remarks) {
  const GameSpec& spec = table.game().spec();
  const int format = table.chance().anew.empty() ? kFormat : kNewest;
  std::string out = std::string(kMagic) + " " + std::to_string(format) + "\n";
  out += "game " + std::string(spec.id) + " " + std::to_string(spec.rules_version) + "\n";
  out += "edition " + table.edition()->name() + " " + hex64(table.edition()->hash()) + "\n";
  out += "seats " + std::to_string(table.seats()) + "\n";
  const std::string variants = describe_variants(spec, table.variants());
  out += variants.empty() ? "variants\n" : "variants " + variants + "\n";
  out += "chance " + write_chance(table.chance()) + "\n";
  if (const std::string position = table.start_position(); !position.empty()) {
    out += "position " + position + "\n";
  }
  out += "start #" + hex64(table.start_fingerprint()) + "\n";
  if (remarks == Remarks::kEvents) remark(table, -1, out);
  write_course(table, remarks, out);
  out += final_line(table) + "\n";
  return out;
}

Result<Reading> replay_record(std::string_view text, const FindGame& find_game,
                              EditionPtr edition) {
  return Replay(text, find_game, std::move(edition)).run();
}

Result<std::unique_ptr<AnyTable>> read_record(std::string_view text, const FindGame& find_game,
                                              EditionPtr edition) {
  Result<Reading> reading = replay_record(text, find_game, std::move(edition));
  if (!reading) return reading.error;
  if (reading->disagreement) return std::move(reading->disagreement);
  return std::move(reading->table);
}

std::vector<std::string_view> split_records(std::string_view text) {
  const std::string begins = "\n" + std::string(kMagic) + ' ';
  std::vector<std::string_view> records;
  for (size_t at = text.starts_with(std::string_view(begins).substr(1)) ? 0 : text.find(begins);
       at != std::string_view::npos;) {
    const size_t next = text.find(begins, at + 1);
    const bool last = next == std::string_view::npos;
    if (records.empty()) at = 0;
    records.push_back(text.substr(at, last ? next : next + 1 - at));
    at = last ? next : next + 1;
  }
  if (records.empty()) records.push_back(text);
  return records;
}

}  // namespace engine
