// Text as a record: it is refused with its line and a reason, or it replays and is written the
// same. Inputs begin as real records; lines and bytes are changed, dropped and repeated.
#include "fuzz/fuzz.h"

namespace {

std::string sample(uint64_t seed) {
  engine::Chance chance(seed, 2);
  std::unique_ptr<engine::AnyTable> table = fuzz::any_table(fuzz::any_game(seed), seed);
  fuzz::play_on(*table, chance, static_cast<int>(chance.below(40)));
  if (chance.below(4) == 0) {  // a record that begins at a position
    const auto json = engine::parse_json(table->position_text(), "position");
    engine::ChanceKey key{};
    key[0] = static_cast<uint8_t>(seed);
    table = std::move(*table->game().table_at(*json, nullptr, engine::ChanceSource::of_key(key)));
    fuzz::play_on(*table, chance, 10);
  }
  return engine::write_record(
      *table, chance.below(2) == 0 ? engine::Remarks::kNone : engine::Remarks::kEvents);
}

std::string with_changed_line(std::string_view text, uint64_t seed) {
  engine::Chance chance(seed, 3);
  std::vector<std::string> lines;
  for (std::string_view line : engine::split(text, '\n')) lines.emplace_back(line);
  if (lines.empty()) return {};
  const auto any = [&] { return chance.below(static_cast<uint32_t>(lines.size())); };
  const uint32_t at = any();
  const uint32_t other = any();
  switch (chance.below(4)) {
    case 0:
      lines.erase(lines.begin() + at);
      break;
    case 1:
      lines.insert(lines.begin() + at, std::string(lines[other]));
      break;
    case 2:
      std::swap(lines[at], lines[other]);
      break;
    default: {
      std::vector<std::string_view> words = engine::split(lines[at], ' ');
      const std::vector<std::string_view> others = engine::split(lines[other], ' ');
      if (words.empty() || others.empty()) break;
      words[chance.below(static_cast<uint32_t>(words.size()))] =
          others[chance.below(static_cast<uint32_t>(others.size()))];
      std::string joined;
      for (std::string_view word : words) joined += (joined.empty() ? "" : " ") + std::string(word);
      lines[at] = joined;
    }
  }
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  return fuzz::set_flags(argc, argv, "16000");
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  const std::string_view old = fuzz::as_text(data, size);
  const uint32_t kind = seed % 8;
  const std::string text = size < 100 || kind == 0 ? sample(seed / 8)
                           : kind < 4              ? with_changed_line(old, seed)
                                                   : "";
  return fuzz::put_or_mutate(text, data, size, max_size);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto table = engine::read_record(fuzz::as_text(data, size), games::find);
  if (!table) {
    // A changed version or edition makes a bad record look like one of other rules.
    const bool refused = table.error.code == engine::ErrorCode::kRecord ||
                         table.error.code == engine::ErrorCode::kOutdated;
    fuzz::require(refused && table.error.text.starts_with("line "),
                  "a bad record is refused with its line: " + table.error.text);
    return 0;
  }
  const std::string written = engine::write_record(*table.value);
  const auto again = engine::read_record(written, games::find);
  fuzz::require(static_cast<bool>(again),
                "a record that was read is read again: " + again.error.text);
  fuzz::require(again.value->hash() == table.value->hash(), "it replays to the same position");
  fuzz::require(engine::write_record(*again.value) == written, "it is written the same");
  return 0;
}
