// What the fuzz targets share. An input that breaks a promise ends the program with a sentence.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "engine/record.h"
#include "games/registry.h"

namespace fuzz {

inline void require(bool promise, const std::string& sentence) {
  if (promise) return;
  std::fprintf(stderr, "broken promise: %s\n", sentence.c_str());
  std::abort();
}

// The input as a row of small decisions; after its end all are 0.
class Bytes {
 public:
  Bytes(const uint8_t* data, size_t size) : data_(data), size_(size) {}
  bool done() const { return at_ >= size_; }
  uint8_t next() { return done() ? uint8_t{0} : data_[at_++]; }
  uint32_t below(size_t n) { return static_cast<uint32_t>((next() << 8 | next()) % n); }
  std::string_view text(size_t length) {
    const size_t from = std::min(at_, size_);
    at_ = std::min(size_, from + length);
    return {reinterpret_cast<const char*>(data_) + from, at_ - from};
  }

 private:
  const uint8_t* data_;
  size_t size_;
  size_t at_ = 0;
};

inline std::string_view as_text(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

inline engine::Variants any_variants(const engine::GameSpec& spec, engine::Chance& chance) {
  engine::Variants variants = engine::default_variants(spec);
  for (size_t i = 0; i < spec.variants.size(); ++i) {
    const engine::VariantSpec& variant = spec.variants[i];
    const int low = variant.values.empty() ? variant.low : 0;
    const int high =
        variant.values.empty() ? variant.high : static_cast<int>(variant.values.size()) - 1;
    if (chance.below(2) == 0) {
      variants.values[i] = static_cast<int16_t>(
          low + static_cast<int>(chance.below(static_cast<uint32_t>(high - low + 1))));
    }
  }
  return variants;
}

// A table of any game, dealt from a seed.
inline std::unique_ptr<engine::AnyTable> any_table(const engine::AnyGame& game, uint64_t seed) {
  engine::Chance chance(seed);
  engine::TableSpec spec;
  const auto sizes = static_cast<uint32_t>(game.spec().max_seats - game.spec().min_seats + 1);
  spec.seats = game.spec().min_seats + static_cast<int>(chance.below(sizes));
  spec.variants = any_variants(game.spec(), chance);
  spec.chance = engine::ChanceSource::of_seed(seed);
  auto table = game.new_table(spec);
  require(static_cast<bool>(table), "a table is dealt: " + table.error.text);
  return std::move(*table);
}

inline const engine::AnyGame& any_game(uint64_t seed) {
  return *games::all()[engine::Chance(seed, 1).below(static_cast<uint32_t>(games::all().size()))];
}

// Plays on at random for at most `steps` actions; the invariants hold after each.
inline void play_on(engine::AnyTable& table, engine::Chance& choice, int steps) {
  for (int i = 0; i < steps && !table.over(); ++i) {
    require(!table.acting().empty(), "somebody acts until the game is over");
    const engine::Seat seat = table.acting().front();
    engine::Offer legal(engine::Offer::Keep::kLegal);
    table.offer(seat, legal);
    require(!legal.empty(), "who acts has a choice");
    const auto pick = static_cast<int>(choice.below(static_cast<uint32_t>(legal.size())));
    const engine::Error error = table.act(seat, legal[pick].action);
    require(!error, "what is allowed is done: " + error.text);
    require(table.broken_invariant().empty(),
            "the invariant holds: " + std::string(table.broken_invariant()));
  }
}

// The position of a table can be written and read back.
inline void require_position_survives(const engine::AnyTable& table) {
  const auto json = engine::parse_json(table.position_text(), "position");
  require(static_cast<bool>(json), "a position is JSON: " + json.error.text);
  const auto again = table.game().table_at(*json, table.edition(), table.chance());
  require(static_cast<bool>(again), "a position is read: " + again.error.text);
  require(again.value->hash() == table.hash(), "a position is read as the same");
}

// Copies a text into libFuzzer's buffer.
inline size_t put(std::string_view text, uint8_t* data, size_t max_size) {
  const size_t size = std::min(text.size(), max_size);
  std::copy_n(text.data(), size, reinterpret_cast<char*>(data));
  return size;
}

// Sets flags of libFuzzer, unless they are given by hand (then they come later and win): how long
// inputs may be, which it would guess too short when it begins without any; and no list of
// functions reached.
inline int set_flags(int* argc, char*** argv, const char* max_len) {
  static std::vector<char*> all(*argv, *argv + *argc);
  static std::array<std::string, 2> flags{std::string("-max_len=") + max_len, "-print_funcs=0"};
  for (std::string& flag : flags) all.insert(all.begin() + 1, flag.data());
  all.push_back(nullptr);
  *argc = static_cast<int>(all.size()) - 1;
  *argv = all.data();
  return 0;
}

}  // namespace fuzz

// libFuzzer's own mutation.
extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace fuzz {

// An input made by the target's own mutator; where it made none, libFuzzer changes the old one.
inline size_t put_or_mutate(std::string_view text, uint8_t* data, size_t size, size_t max_size) {
  return text.empty() ? LLVMFuzzerMutate(data, size, max_size) : put(text, data, max_size);
}

}  // namespace fuzz
