// Bytes as text that can stand in an address: base64url (RFC 4648 §5) without padding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace engine {

std::string to_base64url(std::string_view bytes);
// nullopt: this is none. Every text that is read is the one that to_base64url would have written.
std::optional<std::string> from_base64url(std::string_view text);

}  // namespace engine
