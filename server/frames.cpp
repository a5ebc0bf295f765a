#include "server/frames.h"

#include <openssl/evp.h>
#include <openssl/sha.h>

#include <algorithm>

namespace server {
namespace {

constexpr size_t kMostOfControl = 125;
constexpr uint8_t kFinal = 0x80, kReserved = 0x70, kOpcode = 0x0f;
constexpr uint8_t kMasked = 0x80, kShortSize = 0x7f;
constexpr uint8_t kTwoBytes = 126, kEightBytes = 127;

// What may be sent; others mean that there is none, or stand for nothing yet.
bool may_close_with(int code) {
  return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
         (code >= 3000 && code <= 4999);
}

// Bytes of one character of more than one byte; 0: it is none.
size_t long_character(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(0);
  const size_t size = first >= 0xc2 && first <= 0xdf   ? 2
                      : first >= 0xe0 && first <= 0xef ? 3
                      : first >= 0xf0 && first <= 0xf4 ? 4
                                                       : 0;
  if (size == 0 || text.size() < size) return 0;
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const uint8_t second = byte(1);
  const bool wrong = (first == 0xe0 && second < 0xa0) ||  // longer than it need be
                     (first == 0xed && second > 0x9f) ||  // half a surrogate pair
                     (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
  return wrong ? 0 : size;
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const size_t size = static_cast<uint8_t>(text.front()) < 0x80 ? 1 : long_character(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

std::string accept_key(std::string_view key) {
  const std::string with = std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  std::array<uint8_t, SHA_DIGEST_LENGTH> digest{};
  SHA1(reinterpret_cast<const uint8_t*>(with.data()), with.size(), digest.data());
  std::array<uint8_t, 4 * ((SHA_DIGEST_LENGTH + 2) / 3) + 1> text{};
  const int size = EVP_EncodeBlock(text.data(), digest.data(), static_cast<int>(digest.size()));
  return {text.begin(), text.begin() + size};
}

FrameReader::Got FrameReader::broken(int code) {
  over_ = true;
  return {Got::Is::kBroken, {}, code};
}

FrameReader::Got FrameReader::next(std::span<char>& bytes) {
  if (head_size_ == 0 && !begun_ && !text_.empty()) std::string().swap(text_);
  while (!over_ && (!bytes.empty() || (in_payload_ && left_ == 0))) {
    if (!in_payload_) {
      head_[head_size_++] = static_cast<uint8_t>(bytes.front());
      bytes = bytes.subspan(1);
      if (head_size_ < 2) continue;
      const uint8_t size = head_[1] & kShortSize;
      const size_t whole = 6u + (size == kTwoBytes ? 2u : size == kEightBytes ? 8u : 0u);
      if (head_size_ < whole) continue;
      if (const int wrong = begin(); wrong != 0) return broken(wrong);
      continue;
    }
    const size_t here = std::min<uint64_t>(left_, bytes.size());
    const std::span<char> piece = bytes.first(here);
    bytes = bytes.subspan(here);
    const uint8_t* mask = head_.data() + head_size_ - 4;
    for (char& byte : piece) {
      byte = static_cast<char>(static_cast<uint8_t>(byte) ^ mask[mask_at_++ & 3]);
    }
    left_ -= here;
    const std::string_view part(piece.data(), piece.size());
    const bool control = opcode_ >= Opcode::kClose;
    // What is here in one piece is not copied.
    std::string& kept = control ? control_ : text_;
    const bool whole = left_ == 0 && (control || final_) && kept.empty();
    if (!whole) kept.append(part);
    if (left_ > 0) break;
    in_payload_ = false;
    head_size_ = 0;
    if (!control && !final_) continue;
    return end(whole ? part : std::string_view(kept));
  }
  return {};
}

int FrameReader::begin() {
  const uint8_t first = head_[0];
  opcode_ = static_cast<Opcode>(first & kOpcode);
  final_ = (first & kFinal) != 0;
  const bool control = opcode_ >= Opcode::kClose;
  if ((first & kReserved) != 0 || (head_[1] & kMasked) == 0) return kBrokenFrames;
  if (opcode_ > Opcode::kPong || (!control && opcode_ > Opcode::kBinary)) return kBrokenFrames;
  uint64_t size = head_[1] & kShortSize;
  const bool extended = size >= kTwoBytes;
  if (control && (extended || !final_)) return kBrokenFrames;
  if (extended) {
    const uint64_t least = size == kTwoBytes ? kTwoBytes : 0x10000;
    size = 0;
    for (size_t i = 2; i + 4 < head_size_; ++i) size = size << 8 | head_[i];
    if (size < least) return kBrokenFrames;
  }
  if (!control) {
    if (begun_ != (opcode_ == Opcode::kContinuation)) return kBrokenFrames;
    if (opcode_ == Opcode::kBinary) return kNoText;
    if (size > most_ - text_.size()) return kTooLarge;
    begun_ = !final_;
  } else {
    control_.clear();
  }
  left_ = size;
  mask_at_ = 0;
  in_payload_ = true;
  return 0;
}

FrameReader::Got FrameReader::end(std::string_view payload) {
  switch (opcode_) {
    case Opcode::kPing:
      return {Got::Is::kPing, payload, 0};
    case Opcode::kPong:
      return {Got::Is::kPong, payload, 0};
    case Opcode::kClose:
      return closed(payload);
    default:
      return is_utf8(payload) ? Got{Got::Is::kMessage, payload, 0} : broken(kBadText);
  }
}

FrameReader::Got FrameReader::closed(std::string_view payload) {
  if (payload.size() == 1) return broken(kBrokenFrames);
  int code = kNoCode;
  if (!payload.empty()) {
    code = static_cast<uint8_t>(payload[0]) << 8 | static_cast<uint8_t>(payload[1]);
    payload.remove_prefix(2);
    if (!may_close_with(code)) return broken(kBrokenFrames);
    if (!is_utf8(payload)) return broken(kBadText);
  }
  over_ = true;
  return {Got::Is::kClose, payload, code};
}

FrameHead::FrameHead(Opcode opcode, size_t size) {
  bytes_[0] = static_cast<char>(kFinal | static_cast<uint8_t>(opcode));
  const size_t more = size < kTwoBytes ? 0 : size < 0x10000 ? 2 : 8;
  bytes_[1] = static_cast<char>(more == 0 ? size : more == 2 ? kTwoBytes : kEightBytes);
  for (size_t i = 0; i < more; ++i) {
    bytes_[2 + i] = static_cast<char>(static_cast<uint64_t>(size) >> (8 * (more - 1 - i)));
  }
  size_ = static_cast<uint8_t>(2 + more);
}

std::string frame(Opcode opcode, std::string_view payload) {
  return std::string(FrameHead(opcode, payload.size()).bytes()).append(payload);
}

std::string close_payload(int code, std::string_view reason) {
  std::string payload{static_cast<char>(code >> 8), static_cast<char>(code & 255)};
  return payload.append(reason.substr(0, kMostOfControl - 2));
}

}  // namespace server
