#include "server/compress.h"

#include <zlib.h>

#include <array>

namespace server {
namespace {

constexpr int kRaw = -15;  // no header, the largest window
constexpr int kGzip = 15 + 16;

// zlib does not write to its input, but says so only since its next major version.
Bytef* bytes_of(std::string_view text) {
  return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(text.data()));
}
// zlib looks no further back.
std::string_view end_of(std::string_view text) {
  constexpr size_t kWindow = 32768;
  return text.size() <= kWindow ? text : text.substr(text.size() - kWindow);
}

std::string compressed(std::string_view text, std::string_view before, int window, int memory) {
  z_stream stream{};
  if (deflateInit2(&stream, 6, Z_DEFLATED, window, memory, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  before = end_of(before);
  if (!before.empty()) {
    deflateSetDictionary(&stream, bytes_of(before), static_cast<uInt>(before.size()));
  }
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = bytes_of(text);
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = ::deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return result == Z_STREAM_END ? out : std::string{};
}

}  // namespace

std::string gzip(std::string_view text) { return compressed(text, {}, kGzip, 8); }

std::string deflate(std::string_view text, std::string_view before) {
  return compressed(text, before, kRaw, 6);
}

bool inflate(std::string_view bytes, std::string_view before, size_t most, std::string& text) {
  z_stream stream{};
  if (inflateInit2(&stream, kRaw) != Z_OK) return false;
  before = end_of(before);
  if (!before.empty()) {
    inflateSetDictionary(&stream, bytes_of(before), static_cast<uInt>(before.size()));
  }
  stream.next_in = bytes_of(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  text.clear();
  std::array<char, 16384> piece;
  int result = Z_OK;
  while (result == Z_OK && text.size() < most) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = piece.size();
    result = ::inflate(&stream, Z_NO_FLUSH);
    text.append(piece.data(), piece.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  return result == Z_STREAM_END;
}

}  // namespace server
