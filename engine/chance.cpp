#include "engine/chance.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "engine/small_vec.h"

namespace engine {
namespace {

constexpr uint64_t kGolden = 0x9e3779b97f4a7c15u;

void quarter_round(uint32_t& a, uint32_t& b, uint32_t& c, uint32_t& d) {
  a += b;
  d = std::rotl(d ^ a, 16);
  c += d;
  b = std::rotl(b ^ c, 12);
  a += b;
  d = std::rotl(d ^ a, 8);
  c += d;
  b = std::rotl(b ^ c, 7);
}

uint32_t little_endian(const uint8_t* bytes) {
  return static_cast<uint32_t>(bytes[0]) | static_cast<uint32_t>(bytes[1]) << 8 |
         static_cast<uint32_t>(bytes[2]) << 16 | static_cast<uint32_t>(bytes[3]) << 24;
}

}  // namespace

std::array<uint32_t, 16> chacha20_block(const std::array<uint32_t, 16>& input) {
  std::array<uint32_t, 16> x = input;
  for (int round = 0; round < 10; ++round) {
    quarter_round(x[0], x[4], x[8], x[12]);
    quarter_round(x[1], x[5], x[9], x[13]);
    quarter_round(x[2], x[6], x[10], x[14]);
    quarter_round(x[3], x[7], x[11], x[15]);
    quarter_round(x[0], x[5], x[10], x[15]);
    quarter_round(x[1], x[6], x[11], x[12]);
    quarter_round(x[2], x[7], x[8], x[13]);
    quarter_round(x[3], x[4], x[9], x[14]);
  }
  for (size_t i = 0; i < 16; ++i) x[i] += input[i];
  return x;
}

Chance::Chance(uint64_t seed, uint64_t step)
    : state_(mix64(seed + kGolden) ^ mix64(step * kGolden + 0x1234567u)) {}

Chance::Chance(const ChanceKey& key, uint64_t step) : source_(Source::kStream) {
  chacha_ = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  for (size_t i = 0; i < 8; ++i) chacha_[4 + i] = little_endian(&key[4 * i]);
  chacha_[12] = 0;  // block counter
  chacha_[13] = static_cast<uint32_t>(step);
  chacha_[14] = static_cast<uint32_t>(step >> 32);
  chacha_[15] = 0;
}

void Chance::refill() {
  assert(script_ == nullptr && "a scripted game asked for an unnamed outcome");
  used_ = true;
  position_ = 0;
  if (source_ == Source::kStream) {
    block_ = chacha20_block(chacha_);
    ++chacha_[12];
    return;
  }
  for (size_t i = 0; i < kBlock; i += 2) {
    state_ += kGolden;
    const uint64_t x = mix64(state_);
    block_[i] = static_cast<uint32_t>(x);
    block_[i + 1] = static_cast<uint32_t>(x >> 32);
  }
}

int Chance::scripted(uint8_t kind, std::span<const uint8_t> candidates,
                     std::span<const uint16_t> weights) {
  used_ = true;
  return script_->answer(kind, candidates, weights);
}

int Chance::scripted_roll(uint8_t kind, int faces) {
  std::array<uint8_t, 256> values;
  for (int i = 0; i < faces; ++i) values[static_cast<size_t>(i)] = static_cast<uint8_t>(i + 1);
  return 1 + scripted(kind, {values.data(), static_cast<size_t>(faces)});
}

int Chance::weighted(uint8_t kind, std::span<const uint16_t> weights) {
  if (script_ != nullptr) {
    std::array<uint8_t, 256> values;
    std::array<uint16_t, 256> weight_of;
    size_t count = 0;
    for (size_t i = 0; i < weights.size(); ++i) {
      if (weights[i] == 0) continue;
      values[count] = static_cast<uint8_t>(i);
      weight_of[count++] = weights[i];
    }
    return values[static_cast<size_t>(
        scripted(kind, {values.data(), count}, {weight_of.data(), count}))];
  }
  uint32_t total = 0;
  for (uint16_t weight : weights) total += weight;
  uint32_t left = below(total);
  size_t i = 0;
  while (left >= weights[i]) left -= weights[i++];
  return static_cast<int>(i);
}

void Script::remember(uint8_t kind, std::span<const uint8_t> candidates,
                      std::span<const uint16_t> weights) {
  Question question{kind, {}, {}, -1};
  for (size_t i = 0; i < candidates.size(); ++i) {
    const uint32_t weight = weights.empty() ? 1 : weights[i];
    question.listed.push_back({candidates[i], weight});
    const auto same = [&](const Candidate& other) { return other.value == candidates[i]; };
    const auto known = std::find_if(question.candidates.begin(), question.candidates.end(), same);
    if (known == question.candidates.end()) {
      question.candidates.push_back({candidates[i], weight});
    } else {
      known->weight += weight;
    }
  }
  questions_.push_back(std::move(question));
}

std::string Script::list(uint8_t kind, std::span<const uint8_t> candidates) const {
  std::string text = "; possible now: ";
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (i > 0 && candidates[i] == candidates[i - 1]) continue;
    if (i > 0) text += ", ";
    text += name_(kind, candidates[i]);
  }
  return text;
}

int Script::answer(uint8_t kind, std::span<const uint8_t> candidates,
                   std::span<const uint16_t> weights) {
  if (!error_.empty()) return 0;
  remember(kind, candidates, weights);
  if (source_ != nullptr) {
    const int index =
        weights.empty() ? static_cast<int>(source_->below(static_cast<uint32_t>(candidates.size())))
                        : source_->weighted(kind, weights);
    questions_.back().outcome = candidates[static_cast<size_t>(index)];
    return index;
  }
  if (left() == 0) {
    error_ = "chance is asked once more than outcomes are given" + list(kind, candidates);
    return 0;
  }
  const std::string& name = outcomes_[static_cast<size_t>(used_)];
  const int value = name == kAny ? kAnyValue : parse_(kind, name);
  if (value == kAnyValue) {
    ++used_;
    return 0;
  }
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i] == value) {
      ++used_;
      return static_cast<int>(i);
    }
  }
  error_ = "chance outcome " + std::to_string(used_ + 1) + " '" + name + "' " +
           (value < 0 ? "is no outcome of this chance" : "is not possible here") +
           list(kind, candidates);
  return 0;
}

}  // namespace engine
