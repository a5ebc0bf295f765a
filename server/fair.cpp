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

std::string word_commitment(std::string_view table, std::string_view seat, std::string_view word) {
  return blake2b("stamtafel-word 1 " + std::string(table) + " " + std::string(seat) + " " +
                 std::string(word) + "\n");
}

bool is_commitment(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of(kHex) == std::string_view::npos;
}

engine::ChanceKey chance_key(WordRules rules, std::string_view table, std::string_view secret,
                             const Words& words) {
  const bool open = rules == WordRules::kPublic;
  std::string text = std::string("stamtafel-key ") + (open ? "1 " : "2 ") + std::string(table) +
                     " " + std::string(secret) + "\n";
  for (const Word& word : words) {
    if (open) {
      text += word.seat + " " + word.text + "\n";
    } else if (word.missing()) {
      text += "missing " + word.seat + " " + word.commitment + "\n";
    } else if (!word.commitment.empty()) {
      text += "open " + word.seat + " " + word.text + "\n";
    }
  }
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
  const bool committed = proof.rules == WordRules::kCommitted;
  std::string out = committed ? "| fair rules 2\n" : "";
  out += "| fair table " + proof.table + "\n";
  out += "| fair commitment " + proof.commitment + "\n";
  out += "| fair secret " + proof.secret + "\n";
  for (const Word& word : proof.words) {
    if (committed && word.commitment.empty()) {
      out += "| fair without " + word.seat + "\n";
      continue;
    }
    if (committed) out += "| fair committed " + word.seat + " " + word.commitment + "\n";
    out += word.missing() ? "| fair missing " + word.seat + "\n"
                          : "| fair word " + word.seat + " " + word.text + "\n";
  }
  return out;
}

namespace {

// The word of a seat, new or not.
Word& word_of(Words& words, std::string_view seat) {
  for (Word& word : words) {
    if (word.seat == seat) return word;
  }
  words.push_back({std::string(seat), "", ""});
  return words.back();
}

bool read_proof_line(std::string_view what, std::string_view value, Proof& proof) {
  if (what == "rules" && value == "2") {
    proof.rules = WordRules::kCommitted;
  } else if (what == "table") {
    proof.table = value;
  } else if (what == "commitment") {
    proof.commitment = value;
  } else if (what == "secret") {
    proof.secret = value;
  } else if (what == "without" || what == "missing") {
    word_of(proof.words, value);
  } else if (what == "committed" || what == "word") {
    const size_t end = value.find(' ');
    if (end == std::string_view::npos) return false;
    Word& word = word_of(proof.words, value.substr(0, end));
    (what == "word" ? word.text : word.commitment) = value.substr(end + 1);
  } else {
    return false;
  }
  return true;
}

}  // namespace

bool read_proof(std::string_view record, Proof& proof) {
  constexpr std::string_view kMark = "| fair ";
  proof = {};
  proof.rules = WordRules::kPublic;
  for (std::string_view line : engine::split(record, '\n')) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.starts_with(kMark)) continue;
    line.remove_prefix(kMark.size());
    const size_t blank = line.find(' ');
    if (blank == std::string_view::npos) return false;
    if (!read_proof_line(line.substr(0, blank), line.substr(blank + 1), proof)) return false;
  }
  return !proof.table.empty() && !proof.commitment.empty() && !proof.secret.empty();
}

}  // namespace server
