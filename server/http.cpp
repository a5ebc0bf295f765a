#include "server/http.h"

#include <zlib.h>

#include "engine/spec.h"

namespace server {

std::string_view HttpRequest::parameter(std::string_view name) const {
  for (std::string_view pair : engine::split(query, '&')) {
    const size_t equals = pair.find('=');
    if (pair.substr(0, equals) == name) {
      return equals == std::string_view::npos ? std::string_view{} : pair.substr(equals + 1);
    }
  }
  return {};
}

std::string_view HttpRequest::cookie_value(std::string_view name) const {
  for (std::string_view pair : engine::split(cookie, ';')) {
    const size_t equals = pair.find('=');
    if (equals != std::string_view::npos && engine::trim(pair.substr(0, equals)) == name) {
      return engine::trim(pair.substr(equals + 1));
    }
  }
  return {};
}

bool accepts(std::string_view accept_encoding, std::string_view coding) {
  for (std::string_view item : engine::split(accept_encoding, ',')) {
    const size_t semicolon = item.find(';');
    if (engine::trim(item.substr(0, semicolon)) != coding) continue;
    if (semicolon == std::string_view::npos) return true;
    const std::string_view weight = engine::trim(item.substr(semicolon + 1));
    return weight.find_first_of("123456789") != std::string_view::npos;
  }
  return false;
}

std::string gzip(std::string_view text) {
  z_stream stream{};
  constexpr int kGzipWindow = 15 + 16;
  if (deflateInit2(&stream, 6, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  std::string out(deflateBound(&stream, text.size()), '\0');
  // zlib does not write to its input, but says so only since its next major version.
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return result == Z_STREAM_END ? out : std::string{};
}

}  // namespace server
