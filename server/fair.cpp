#include "server/fair.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "engine/blake2b.h"
#include "engine/spec.h"

namespace server {
namespace {

constexpr char kHex[] = "0123456789abcdef";
constexpr char kLetters[] = "abcdefghijkmnpqrstuvwxyz23456789";
static_assert(sizeof kLetters == 33);

std::string random_bytes(size_t count) {
  constexpr size_t kAtOnce = 256;  // more the system does not give
  std::string bytes(count, '\0');
  for (size_t done = 0; done < count; done += kAtOnce) {
    if (::getentropy(bytes.data() + done, std::min(kAtOnce, count - done)) != 0) std::abort();
  }
  return bytes;
}

}  // namespace

std::string hex(const engine::ChanceKey& key) { return engine::hex(key); }

std::string blake2b(std::string_view text) { return engine::hex(engine::blake2b(text)); }

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
  return engine::blake2b(text);
}

std::string random_hex(size_t bytes) { return engine::hex(random_bytes(bytes)); }

std::string random_id(size_t characters) {
  std::string id = random_bytes(characters);
  for (char& c : id) c = kLetters[static_cast<uint8_t>(c) & 31];
  return id;
}

uint64_t random_word() {
  uint64_t word = 0;
  std::memcpy(&word, random_bytes(sizeof word).data(), sizeof word);
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
