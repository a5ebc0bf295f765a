#include "engine/blake2b.h"

#include <algorithm>
#include <bit>

namespace engine {
namespace {

constexpr size_t kBlock = 128;  // bytes
constexpr int kRounds = 12;

using Words = std::array<uint64_t, 16>;

constexpr std::array<uint64_t, 8> kStart{0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                         0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                                         0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

// Which words of the block each round takes, in order; after ten they begin again.
constexpr uint8_t kOrder[10][16]{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                 {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
                                 {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
                                 {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
                                 {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
                                 {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
                                 {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
                                 {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
                                 {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
                                 {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

// The columns of the four rows, then the diagonals.
constexpr uint8_t kMixed[8][4]{{0, 4, 8, 12},  {1, 5, 9, 13},  {2, 6, 10, 14}, {3, 7, 11, 15},
                               {0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13},  {3, 4, 9, 14}};

void mix(Words& v, const uint8_t (&at)[4], uint64_t x, uint64_t y) {
  uint64_t &a = v[at[0]], &b = v[at[1]], &c = v[at[2]], &d = v[at[3]];
  a += b + x;
  d = std::rotr(d ^ a, 32);
  c += d;
  b = std::rotr(b ^ c, 24);
  a += b + y;
  d = std::rotr(d ^ a, 16);
  c += d;
  b = std::rotr(b ^ c, 63);
}

// Takes in one block, zeros after its end; `taken` bytes of the text with this one.
void take_block(std::array<uint64_t, 8>& state, std::string_view block, uint64_t taken, bool last) {
  Words words{};
  for (size_t i = 0; i < block.size(); ++i) {
    words[i / 8] |= uint64_t{static_cast<uint8_t>(block[i])} << (8 * (i % 8));
  }
  Words v{};
  std::copy(state.begin(), state.end(), v.begin());
  std::copy(kStart.begin(), kStart.end(), v.begin() + 8);
  v[12] ^= taken;
  if (last) v[14] = ~v[14];
  for (int round = 0; round < kRounds; ++round) {
    const uint8_t* order = kOrder[round % 10];
    for (const auto& at : kMixed) {
      mix(v, at, words[order[0]], words[order[1]]);
      order += 2;
    }
  }
  for (size_t i = 0; i < state.size(); ++i) state[i] ^= v[i] ^ v[i + 8];
}

}  // namespace

Digest blake2b(std::string_view text) {
  Digest digest{};
  std::array<uint64_t, 8> state = kStart;
  state[0] ^= 0x01010000 ^ digest.size();
  uint64_t taken = 0;
  for (; text.size() > kBlock; text.remove_prefix(kBlock)) {
    taken += kBlock;
    take_block(state, text.substr(0, kBlock), taken, false);
  }
  take_block(state, text, taken + text.size(), true);
  for (size_t i = 0; i < digest.size(); ++i) {
    digest[i] = static_cast<uint8_t>(state[i / 8] >> (8 * (i % 8)));
  }
  return digest;
}

std::string hex(std::string_view bytes) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out;
  out.reserve(2 * bytes.size());
  for (const char byte : bytes) {
    out += kHex[static_cast<uint8_t>(byte) >> 4];
    out += kHex[static_cast<uint8_t>(byte) & 15];
  }
  return out;
}

std::string hex(const Digest& digest) {
  return hex(std::string_view(reinterpret_cast<const char*>(digest.data()), digest.size()));
}

}  // namespace engine
