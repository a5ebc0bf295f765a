// Fair chance (docs/protocol.md §5): the server commits to a secret before anybody says a word; the
// players' words and the secret make the key that all dice and cards come from.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/chance.h"

namespace server {

// The words by seat name, in the order of seats.
using Words = std::vector<std::pair<std::string, std::string>>;

// 64 hexadecimal digits of BLAKE2b-256, as `b2sum -l 256` prints them.
std::string blake2b(std::string_view text);
std::string commitment(std::string_view table, std::string_view secret);
engine::ChanceKey chance_key(std::string_view table, std::string_view secret, const Words& words);
std::string hex(const engine::ChanceKey& key);

// From the operating system's generator.
std::string random_hex(size_t bytes);
// Lower-case letters and digits that can't be mistaken for each other, five bits each.
std::string random_id(size_t characters);
uint64_t random_word();

// What a record of a finished table says about it, in lines that readers of records skip.
struct Proof {
  std::string table;
  std::string commitment;
  std::string secret;
  Words words;
};
std::string write_proof(const Proof& proof);
// False when the record holds none, or only a part.
bool read_proof(std::string_view record, Proof& proof);

}  // namespace server
