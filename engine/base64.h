// Bytes as printable text (RFC 4648, with its padding): four letters for three bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace engine {

std::string to_base64(std::string_view bytes);
// nullopt: it is no such text. Only what to_base64 writes is taken.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace engine
