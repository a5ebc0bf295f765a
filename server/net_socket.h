// One WebSocket, over plain TCP or TLS alike. A quiet one has half a kilobyte to read into, and
// nothing that is there only for what might be said. Included by net*.cpp only.
#pragma once

#include <array>
#include <boost/asio/write.hpp>
#include <span>
#include <vector>

#include "server/frames.h"
#include "server/net_session.h"

namespace server {

template <class Stream>
class WebSocketPeer final : public Peer,
                            public Pulse,
                            public std::enable_shared_from_this<WebSocketPeer<Stream>> {
 public:
  WebSocketPeer(Stream stream, NetShared& shared)
      : Pulse(shared.pulses, NetShared::now()),
        stream_(std::move(stream)),
        shared_(shared),
        queue_(
            shared.backlog, [this] { drop(); }, [this] { return written_ + writing_; }),
        reader_(shared.options.frame) {}

  void send(std::shared_ptr<const std::string> message) override {
    if (ending_ || gone_) return;
    queue_.push(std::move(message));
    write();
  }

  // After all that has been said.
  void close(int code, std::string_view reason) override { end(close_payload(code, reason)); }

  // Until the connection ends.
  Task<void> serve(std::unique_ptr<Upgrade> upgrade, Gate::Visit& visit) {
    const auto self = this->shared_from_this();
    visit.drop = [this] { drop(); };
    visit.has_seat = [this] { return shared_.handler.has_seat(*this); };
    own_ =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Accept: " +
        accept_key(upgrade->key) + "\r\n\r\n";
    write();
    std::string early = std::move(upgrade->early);
    shared_.handler.opened(self, upgrade->request);
    upgrade.reset();
    std::array<char, kReadAtOnce> read;
    std::span<char> bytes(early);
    while (!gone_) {
      const FrameReader::Got got = reader_.next(bytes);
      if (got.is == FrameReader::Got::Is::kNothing) {
        auto [error, count] = co_await stream_.async_read_some(asio::buffer(read), await);
        if (error) break;
        beats(NetShared::now());
        bytes = std::span(read).first(count);
      } else if (const int64_t pause = take(got); pause > 0) {
        Timer timer(stream_.get_executor());
        timer.expires_after(std::chrono::milliseconds(pause));
        co_await timer.async_wait(await);
      }
    }
    drop();
    shared_.handler.closed(*this);
  }

 private:
  static constexpr size_t kReadAtOnce = 512;
  static constexpr int64_t kPingEvery = 20;     // milliseconds; who is quicker is read later
  static constexpr size_t kMessagesAtOnce = 7;  // with their heads and ours as many as go at once

  // What goes out together.
  struct Sending {
    std::string own;  // frames, and the heads of messages
    std::vector<asio::const_buffer> buffers;
  };

  // For how many milliseconds nothing more is to be read.
  int64_t take(const FrameReader::Got& got) {
    using Is = FrameReader::Got::Is;
    switch (got.is) {
      case Is::kMessage:
        return ending_ ? 0 : shared_.handler.message(*this, got.payload);
      case Is::kPing:
        // Of several that wait the last one is answered (RFC 6455, 5.5.3).
        pong_ = frame(Opcode::kPong, got.payload);
        write();
        return pinged_too_soon();
      case Is::kClose:
      case Is::kBroken:
        heard_all_ = true;
        end(got.code == kNoCode ? std::string() : close_payload(got.code, {}));
        break;
      default:
        break;
    }
    return 0;
  }

  int64_t pinged_too_soon() {
    const int64_t now = NetShared::now();
    const int64_t early = std::max<int64_t>(0, next_ping_ - now);
    next_ping_ = now + early + kPingEvery;
    return early;
  }

  void end(std::string_view payload) {
    if (!ending_) close_ = frame(Opcode::kClose, payload);
    ending_ = true;
    ends(NetShared::now());
    write();
  }

  void ping() override {
    own_ += frame(Opcode::kPing, {});
    write();
  }

  void write() {
    if (busy_ || gone_) return;
    const size_t count = std::min(queue_.size(), kMessagesAtOnce);
    const bool last = count == queue_.size();
    if (count == 0 && own_.empty() && pong_.empty() && close_.empty()) return rest();
    auto sending = std::make_unique<Sending>();
    std::string& own = sending->own;
    own.reserve(own_.size() + pong_.size() + close_.size() + count * FrameHead::kMost);
    const auto add = [&](std::string_view bytes) {
      sending->buffers.emplace_back(own.data() + own.size(), bytes.size());
      own += bytes;
    };
    sending->buffers.reserve(2 + 2 * count);
    own_ += std::exchange(pong_, {});
    if (!own_.empty()) add(std::exchange(own_, {}));
    for (size_t i = 0; i < count; ++i) {
      const std::string& message = queue_.at(i);
      add(FrameHead(Opcode::kText, message.size()).bytes());
      sending->buffers.emplace_back(message.data(), message.size());
    }
    if (last && !close_.empty()) add(std::exchange(close_, {}));
    queue_.sending(count);
    busy_ = true;
    const std::span<const asio::const_buffer> buffers(sending->buffers);
    asio::async_write(
        stream_, buffers,
        [this](error_code error, size_t so_far) {
          writing_ = so_far;
          return error ? size_t{0} : std::numeric_limits<size_t>::max();
        },
        [self = this->shared_from_this(), sending = std::move(sending)](
            error_code error, size_t bytes) { self->written(error, bytes); });
  }

  void written(error_code error, size_t bytes) {
    busy_ = false;
    written_ += bytes;
    writing_ = 0;
    queue_.sent();
    error ? drop() : write();
  }

  // All is said. Whoever has heard goodbye from both sides hangs up; what still comes is read until
  // then, so that the system doesn't take back what was said last.
  void rest() {
    if (!ending_ || !heard_all_) return;
    error_code ignored;
    socket_of(stream_).shutdown(Tcp::socket::shutdown_send, ignored);
  }

  void drop() override {
    gone_ = true;
    queue_.forget_waiting();
    close_now(stream_);
  }

  Stream stream_;
  NetShared& shared_;
  SendQueue queue_;
  FrameReader reader_;
  // Frames that are to go out: before the messages that wait, and after all of them.
  std::string own_, pong_, close_;
  int64_t next_ping_ = 0;
  uint64_t written_ = 0;
  size_t writing_ = 0;      // of what is on its way
  bool busy_ = false;       // something is
  bool ending_ = false;     // nothing more is to be said
  bool heard_all_ = false;  // nor heard
  bool gone_ = false;
};

}  // namespace server
