#include "server/frames.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace server {
namespace {

using Is = FrameReader::Got::Is;
constexpr size_t kMost = 4096;

// As clients send it.
std::string masked(int first, std::string_view payload, size_t told_size = std::string::npos) {
  const size_t size = told_size == std::string::npos ? payload.size() : told_size;
  std::string bytes(FrameHead(Opcode::kText, size).bytes());
  bytes[0] = static_cast<char>(first);
  bytes[1] = static_cast<char>(bytes[1] | 0x80);
  constexpr std::string_view kMask = "\x12\xf4\x56\x08";
  bytes += kMask;
  for (size_t i = 0; i < payload.size(); ++i) bytes += static_cast<char>(payload[i] ^ kMask[i % 4]);
  return bytes;
}
constexpr int kText = 0x81, kBegin = 0x01, kGoesOn = 0x00, kEnds = 0x80, kPing = 0x89,
              kClose = 0x88;

struct Heard {
  Is is;
  std::string payload;
  int code;
  friend bool operator==(const Heard&, const Heard&) = default;
};
// What is heard of the bytes when they come in pieces of these sizes (the last one again and
// again).
std::vector<Heard> heard(std::string bytes, const std::vector<size_t>& pieces = {1 << 20}) {
  FrameReader reader(kMost);
  std::vector<Heard> all;
  size_t nth = 0;
  for (size_t at = 0; at < bytes.size();) {
    const size_t size = std::min(pieces[std::min(nth++, pieces.size() - 1)], bytes.size() - at);
    std::span<char> piece(bytes.data() + at, size);
    at += size;
    for (auto got = reader.next(piece); got.is != Is::kNothing; got = reader.next(piece)) {
      all.push_back({got.is, std::string(got.payload), got.code});
    }
  }
  return all;
}
int broken_with(const std::string& bytes) {
  const std::vector<Heard> all = heard(bytes);
  return all.size() == 1 && all.front().is == Is::kBroken ? all.front().code : 0;
}

TEST(Frames, TheKeyIsAnsweredAsInTheStandard) {
  EXPECT_EQ(accept_key("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

TEST(Frames, MessagesAreTheSameInWhateverPiecesTheyCome) {
  const std::string large(3000, 'x');
  const std::string bytes = masked(kText, "hello") + masked(kText, "") + masked(kBegin, "in ") +
                            masked(kPing, "there?") + masked(kGoesOn, "") +
                            masked(kGoesOn, "three ") + masked(kEnds, "pieces") +
                            masked(kText, large) + masked(kText, "\xe2\x82\xac") +
                            masked(kClose, std::string("\x03\xe8", 2) + "bye");
  const std::vector<Heard> expected{
      {Is::kMessage, "hello", 0}, {Is::kMessage, "", 0},
      {Is::kPing, "there?", 0},   {Is::kMessage, "in three pieces", 0},
      {Is::kMessage, large, 0},   {Is::kMessage, "\xe2\x82\xac", 0},
      {Is::kClose, "bye", 1000}};
  EXPECT_EQ(heard(bytes), expected);
  for (const size_t size : {1, 2, 3, 5, 7, 512}) EXPECT_EQ(heard(bytes, {size}), expected) << size;
  std::minstd_rand random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<size_t> pieces;
    for (int i = 0; i < 40; ++i) pieces.push_back(1 + random() % 300);
    ASSERT_EQ(heard(bytes, pieces), expected) << "round " << round;
  }
}

TEST(Frames, WhatTheStandardForbidsIsBrokenAndNothingIsReadBehindIt) {
  const std::string bare("\x81\x02hi", 4);
  EXPECT_EQ(broken_with(bare + masked(kText, "x")), kBrokenFrames) << "not masked";
  EXPECT_EQ(broken_with(masked(0xc1, "x")), kBrokenFrames) << "a reserved bit";
  EXPECT_EQ(broken_with(masked(0x83, "x")), kBrokenFrames) << "no frame of data";
  EXPECT_EQ(broken_with(masked(0x8b, "x")), kBrokenFrames) << "no frame of control";
  EXPECT_EQ(broken_with(masked(0x82, "x")), kNoText) << "binary";
  EXPECT_EQ(broken_with(masked(kEnds, "x")), kBrokenFrames) << "the end of nothing";
  EXPECT_EQ(broken_with(masked(kBegin, "x") + masked(kText, "y")), kBrokenFrames)
      << "a text within a text";
  EXPECT_EQ(broken_with(masked(0x09, "x")), kBrokenFrames) << "a ping in pieces";
  EXPECT_EQ(broken_with(masked(kPing, std::string(126, 'x'))), kBrokenFrames) << "a large ping";
  EXPECT_EQ(broken_with(masked(kClose, "x")), kBrokenFrames) << "half a code";
  EXPECT_EQ(broken_with(masked(kClose, std::string("\x03\xed", 2))), kBrokenFrames)
      << "1005 means that there is no code";
  EXPECT_EQ(broken_with(masked(kClose, std::string("\x03\xe8\xff", 3))), kBadText);
  const std::string longer("\x81\xfe\x00\x05\x00\x00\x00\x00hello", 13);
  EXPECT_EQ(broken_with(longer), kBrokenFrames) << "a size longer than it need be";
}

TEST(Frames, AMessageMayBeSoLargeAndNoLargerInPiecesToo) {
  EXPECT_EQ(heard(masked(kText, std::string(kMost, 'x'))).front().payload.size(), kMost);
  // That it is too large is known before it has come.
  EXPECT_EQ(broken_with(masked(kText, "x", kMost + 1)), kTooLarge);
  EXPECT_EQ(broken_with(masked(kText, "x", size_t{1} << 40)), kTooLarge);
  EXPECT_EQ(broken_with(masked(kBegin, std::string(kMost, 'x')) + masked(kEnds, "x")), kTooLarge);
  EXPECT_EQ(heard(masked(kBegin, std::string(kMost, 'x')) + masked(kEnds, "")).size(), 1u);
}

TEST(Frames, TextsAreUtf8) {
  for (const char* good : {"", "a", "\xc3\xa9", "\xe2\x82\xac", "\xed\x9f\xbf", "\xee\x80\x80",
                           "\xf0\x9f\x8d\xba", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_TRUE(is_utf8(good)) << good;
  }
  for (const char* bad :
       {"\x80", "\xc3", "\xc0\xaf", "\xc1\xbf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf0\x80\x80\xaf",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "a\xe2\x82", "\xe2\x82z"}) {
    EXPECT_FALSE(is_utf8(bad)) << bad;
    EXPECT_EQ(broken_with(masked(kText, bad)), kBadText);
  }
}

TEST(Frames, HeadsAreAsShortAsTheyCanBe) {
  const auto head = [](size_t size) { return std::string(FrameHead(Opcode::kText, size).bytes()); };
  EXPECT_EQ(head(0), std::string("\x81\x00", 2));
  EXPECT_EQ(head(125), "\x81\x7d");
  EXPECT_EQ(head(126), std::string("\x81\x7e\x00\x7e", 4));
  EXPECT_EQ(head(65535), "\x81\x7e\xff\xff");
  EXPECT_EQ(head(65536), std::string("\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00", 10));
  EXPECT_EQ(frame(Opcode::kClose, close_payload(1000, std::string(200, 'x'))).size(), 2u + 125u);
}

}  // namespace
}  // namespace server
