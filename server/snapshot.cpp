#include "server/snapshot.h"

#include <charconv>
#include <optional>

#include "engine/json.h"
#include "engine/record.h"
#include "server/compress.h"

namespace server {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr size_t kLargest = 4 << 20;  // of what is unpacked: far more than any table has to tell
constexpr std::string_view kShowed = "showed";

// Base 64, without padding.
std::string to_letters(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size() * 4 / 3 + 2);
  uint32_t bits = 0;
  int count = 0;
  for (const char byte : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(byte);
    for (count += 8; count >= 6; count -= 6) out += kDigits[bits >> (count - 6) & 63];
  }
  if (count > 0) out += kDigits[bits << (6 - count) & 63];
  return out;
}

bool from_letters(std::string_view letters, std::string& bytes) {
  uint32_t bits = 0;
  int count = 0;
  for (const char letter : letters) {
    const size_t digit = kDigits.find(letter);
    if (digit == std::string_view::npos) return false;
    bits = bits << 6 | static_cast<uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 255);
  }
  return true;
}

// "03 drew green guenstling": who may know its secrets, and what happened.
std::string write_event(const engine::AnyGame& game, const engine::AnyEdition& edition,
                        const engine::Event& event) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const uint8_t sees = event.sees.bits();
  return {std::string{kHex[sees >> 4], kHex[sees & 15], ' '} +
          game.event_id(edition, event, engine::Viewer::everything())};
}

std::optional<engine::Event> read_event(const engine::AnyGame& game,
                                        const engine::AnyEdition& edition, std::string_view text) {
  const std::vector<std::string_view> words = engine::split(text, ' ');
  if (words.size() < 2) return std::nullopt;
  const std::span<const engine::EventSpec> rows = game.spec().events;
  size_t kind = 0;
  while (kind < rows.size() && rows[kind].id != words[1]) ++kind;
  uint8_t sees = 0;
  const auto [end, problem] =
      std::from_chars(words[0].data(), words[0].data() + words[0].size(), sees, 16);
  if (kind == rows.size() || problem != std::errc{}) return std::nullopt;
  engine::Event event{static_cast<uint8_t>(kind), engine::SeatSet::from_bits(sees), {}};
  size_t count = 0;
  while (count < 4 && rows[kind].args[count] != engine::kNoArg) ++count;
  if (words.size() != count + 2) return std::nullopt;
  for (size_t i = 0; i < count; ++i) {
    const engine::DomainId domain = rows[kind].args[i];
    const std::string_view word = words[i + 2];
    int64_t value = -1;
    if (domain == engine::kNumber) {
      if (!engine::parse_int(word, INT16_MIN, INT16_MAX, value)) return std::nullopt;
    } else if (word != "none") {
      value = game.parse_value(edition, domain, word);
      if (value < 0) return std::nullopt;
    }
    event.args[i] = static_cast<int16_t>(value);
  }
  return event;
}

}  // namespace

std::string write_snapshot(const Snapshot& snapshot, const engine::AnyGame& game,
                           const engine::AnyEdition& edition) {
  std::string text;
  engine::JsonWriter out(text);
  const auto list = [&](const char* key, const auto& numbers) {
    out.key(key);
    out.begin_array();
    for (const auto number : numbers) out.value(static_cast<int64_t>(number));
    out.end_array();
  };
  out.begin_object();
  out.member("step", snapshot.step);
  out.member("acted", static_cast<int64_t>(snapshot.acted));
  out.member("seen", snapshot.seen.count);
  list("seen_by", snapshot.seen.by);
  list("bank", snapshot.bank);
  out.member("position", std::string_view(snapshot.position));
  out.member("fingerprint", std::string_view(engine::hex64(snapshot.fingerprint)));
  out.key("told");
  out.begin_array();
  for (const EntryEvents& told : snapshot.told) {
    out.begin_array();
    out.value(told.n);
    if (told.showed) out.value(kShowed);
    for (const engine::Event& event : told.events) {
      out.value(std::string_view(write_event(game, edition, event)));
    }
    out.end_array();
  }
  out.end_array();
  out.end_object();
  return text;
}

engine::Result<Snapshot> read_snapshot(std::string_view json, const engine::AnyGame& game,
                                       const engine::AnyEdition& edition) {
  engine::Result<engine::Json> parsed = engine::parse_json(json, "snapshot");
  if (!parsed) return parsed.error;
  engine::Error error;
  engine::FieldReader in(*parsed, "snapshot", error, engine::ErrorCode::kRecord);
  constexpr int kMany = 1 << 30;
  Snapshot snapshot;
  snapshot.step = in.integer("step", 0, kMany);
  snapshot.acted = static_cast<uint64_t>(in.integer("acted", 0, kMany));
  snapshot.seen.count = in.integer("seen", 0, kMany);
  const engine::Json& by = in.array("seen_by");
  for (size_t i = 0; i < std::min(by.items.size(), snapshot.seen.by.size()); ++i) {
    snapshot.seen.by[i] = static_cast<int>(by.items[i].integer);
  }
  for (const engine::Json& item : in.array("bank").items) snapshot.bank.push_back(item.integer);
  snapshot.position = in.string("position");
  const std::string_view fingerprint = in.string("fingerprint");
  std::from_chars(fingerprint.data(), fingerprint.data() + fingerprint.size(), snapshot.fingerprint,
                  16);
  for (const engine::Json& item : in.array("told").items) {
    if (item.items.empty()) continue;
    EntryEvents told;
    told.n = item.items.front().integer;
    for (const engine::Json& word : item.items) {
      if (!word.is_string()) continue;
      told.showed = told.showed || word.text == kShowed;
      if (const auto event = read_event(game, edition, word.text)) told.events.push_back(*event);
    }
    snapshot.told.push_back(std::move(told));
  }
  if (error) return error;
  return snapshot;
}

std::string pack(std::string_view text, std::string_view before) {
  return to_letters(deflate(text, before));
}

bool unpack(std::string_view packed, std::string_view before, std::string& text) {
  std::string bytes;
  return from_letters(packed, bytes) && inflate(bytes, before, kLargest, text);
}

}  // namespace server
