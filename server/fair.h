// Fair chance (docs/fair-chance.md): the server commits to a secret, then everybody to a word of
// their own; when nothing can be changed any more the words are opened. Secret and words make the
// key that all dice and cards come from.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chance.h"

namespace server {

// How words come into the key. At tables of old they were public, and the last to speak knew all
// others.
enum class WordRules : uint8_t { kPublic = 1, kCommitted = 2 };

// What a person brings to the key.
struct Word {
  std::string seat;
  std::string commitment;  // empty: none was made
  std::string text;        // empty: not opened

  bool missing() const { return !commitment.empty() && text.empty(); }
  friend bool operator==(const Word&, const Word&) = default;
};
// In the order of seats.
using Words = std::vector<Word>;

// 64 hexadecimal digits of BLAKE2b-256, as `b2sum -l 256` prints them.
std::string blake2b(std::string_view text);
std::string commitment(std::string_view table, std::string_view secret);
std::string word_commitment(std::string_view table, std::string_view seat, std::string_view word);
// 64 hexadecimal digits, lower case.
bool is_commitment(std::string_view text);
engine::ChanceKey chance_key(WordRules rules, std::string_view table, std::string_view secret,
                             const Words& words);
std::string hex(const engine::ChanceKey& key);

// From the operating system's generator.
std::string random_hex(size_t bytes);
// Lower-case letters and digits that can't be mistaken for each other, five bits each.
std::string random_id(size_t characters);
uint64_t random_word();

// What a record of a finished table says about it, in lines that readers of records skip.
struct Proof {
  WordRules rules = WordRules::kCommitted;
  std::string table;
  std::string commitment;
  std::string secret;
  Words words;
};
std::string write_proof(const Proof& proof);
// False when the record holds none, or only a part.
bool read_proof(std::string_view record, Proof& proof);

}  // namespace server
