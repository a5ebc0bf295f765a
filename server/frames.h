// WebSocket as a server speaks it (RFC 6455), without extensions: the answer to a request for it,
// the frames that come, the heads of those that go. Knows no network.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace server {

enum class Opcode : uint8_t {
  kContinuation = 0,
  kText = 1,
  kBinary = 2,
  kClose = 8,
  kPing = 9,
  kPong = 10,
};

// Codes that a connection is closed with.
inline constexpr int kClosedNormally = 1000;
inline constexpr int kBrokenFrames = 1002;
inline constexpr int kNoText = 1003;
inline constexpr int kNoCode = 1005;  // none was given
inline constexpr int kBadText = 1007;
inline constexpr int kTooLarge = 1009;

bool is_utf8(std::string_view text);
// What stands in Sec-WebSocket-Accept for this Sec-WebSocket-Key.
std::string accept_key(std::string_view key);

// Puts messages together from frames, as their bytes come.
class FrameReader {
 public:
  // `most`: bytes in a message.
  explicit FrameReader(size_t most) : most_(most) {}

  struct Got {
    enum class Is : uint8_t {
      kNothing,  // all bytes are used up
      kMessage,  // a text, in valid UTF-8
      kPing,     // to be answered with its payload
      kPong,
      kClose,   // `code`: of the other end, or kNoCode
      kBroken,  // `code`: what to close with; nothing is to be read after it
    };
    Is is = Is::kNothing;
    std::string_view payload;  // valid until the next call
    int code = 0;
  };
  // The next thing in `bytes`, which lose what was used; they are changed in their place.
  Got next(std::span<char>& bytes);

 private:
  static constexpr size_t kLargestHead = 14;

  Got broken(int code);
  // The head is whole: what is wrong with it, or 0.
  int begin();
  Got end(std::string_view payload);
  Got closed(std::string_view payload);

  size_t most_;
  bool over_ = false;
  // The frame that is coming.
  std::array<uint8_t, kLargestHead> head_{};
  uint8_t head_size_ = 0;  // of it so much is there
  bool in_payload_ = false;
  Opcode opcode_{};
  bool final_ = false;
  uint64_t left_ = 0;  // of its payload
  uint8_t mask_at_ = 0;
  // The message that is coming: a text that has begun, and what is there of it.
  bool begun_ = false;
  std::string text_;
  std::string control_;  // of a frame between those of a message
};

// The bytes before a payload.
class FrameHead {
 public:
  static constexpr size_t kMost = 10;
  FrameHead(Opcode opcode, size_t size);
  std::string_view bytes() const { return {bytes_.data(), size_}; }

 private:
  std::array<char, kMost> bytes_{};
  uint8_t size_ = 2;
};
// A whole frame, for small ones.
std::string frame(Opcode opcode, std::string_view payload);
// The payload of a frame that closes.
std::string close_payload(int code, std::string_view reason);

}  // namespace server
