// BLAKE2b (RFC 7693) without a key, in the 256 bits that commitments and keys of chance have.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace engine {

using Digest = std::array<uint8_t, 32>;

Digest blake2b(std::string_view text);

// Two hexadecimal digits a byte, small letters.
std::string hex(std::string_view bytes);
std::string hex(const Digest& digest);

}  // namespace engine
