// Compression, by whoever links the hub: zlib on a server (compress.cpp). In a browser nothing goes
// over a network, and what is kept is only packed as it is (alone/compress.cpp).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace server {

// Empty: it can't be done.
std::string gzip(std::string_view text);

// The bare format of RFC 1951, with `before` as what the text may repeat.
std::string deflate(std::string_view text, std::string_view before);
// The inverse; false for what is none, or longer than `most`.
bool inflate(std::string_view bytes, std::string_view before, size_t most, std::string& text);

}  // namespace server
