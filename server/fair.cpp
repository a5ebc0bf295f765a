#include "server/fair.h"

#include <sodium.h>

#include <cstdlib>

#include "engine/spec.h"

namespace server {
namespace {

constexpr char kHex[] = "0123456789abcdef";
constexpr char kLetters[] = "abcdefghijkmnpqrstuvwxyz23456789";
static_assert(sizeof kLetters == 33);

std::string hex_of(const uint8_t* bytes, size_t count) {
  std::string out;
  out.reserve(2 * count);
  for (size_t i = 0; i < count; ++i) {
    out += kHex[bytes[i] >> 4];
    out += kHex[bytes[i] & 15];
  }
  return out;
}

engine::ChanceKey digest(std::string_view text) {
  engine::ChanceKey hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const uint8_t*>(text.data()),
                     text.size(), nullptr, 0);
  return hash;
}

// sodium_init is cheap when it has been called before, and the only call that can fail.
void need_sodium() {
  if (sodium_init() < 0) std::abort();
}

}  // namespace

std::string hex(const engine::ChanceKey& key) { return hex_of(key.data(), key.size()); }

std::string blake2b(std::string_view text) { return hex(digest(text)); }

std::string commitment(std::string_view table, std::string_view secret) {
  return blake2b("stamtafel-commitment 1 " + std::string(table) + " " + std::string(secret) + "\n");
}

engine::ChanceKey chance_key(std::string_view table, std::string_view secret, const Words& words) {
  std::string text = "stamtafel-key 1 " + std::string(table) + " " + std::string(secret) + "\n";
  for (const auto& [seat, word] : words) text += seat + " " + word + "\n";
  return digest(text);
}

std::string random_hex(size_t bytes) {
  need_sodium();
  std::vector<uint8_t> raw(bytes);
  randombytes_buf(raw.data(), raw.size());
  return hex_of(raw.data(), raw.size());
}

std::string random_id(size_t characters) {
  need_sodium();
  std::string id(characters, '\0');
  randombytes_buf(id.data(), id.size());
  for (char& c : id) c = kLetters[static_cast<uint8_t>(c) & 31];
  return id;
}

uint64_t random_word() {
  need_sodium();
  uint64_t word = 0;
  randombytes_buf(&word, sizeof word);
  return word;
}

std::string write_proof(const Proof& proof) {
  std::string out = "| fair table " + proof.table + "\n";
  out += "| fair commitment " + proof.commitment + "\n";
  out += "| fair secret " + proof.secret + "\n";
  for (const auto& [seat, word] : proof.words) out += "| fair word " + seat + " " + word + "\n";
  return out;
}

bool read_proof(std::string_view record, Proof& proof) {
  constexpr std::string_view kMark = "| fair ";
  for (std::string_view line : engine::split(record, '\n')) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.starts_with(kMark)) continue;
    line.remove_prefix(kMark.size());
    const size_t blank = line.find(' ');
    if (blank == std::string_view::npos) return false;
    const std::string_view what = line.substr(0, blank);
    const std::string_view value = line.substr(blank + 1);
    if (what == "table") {
      proof.table = value;
    } else if (what == "commitment") {
      proof.commitment = value;
    } else if (what == "secret") {
      proof.secret = value;
    } else if (what == "word") {
      const size_t end = value.find(' ');
      if (end == std::string_view::npos) return false;
      proof.words.emplace_back(value.substr(0, end), value.substr(end + 1));
    } else {
      return false;
    }
  }
  return !proof.table.empty() && !proof.commitment.empty() && !proof.secret.empty();
}

}  // namespace server
