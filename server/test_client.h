// A client for tests: plain sockets, so that nothing of the server's own network code is trusted.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/json.h"

namespace server_test {

// Of a message; what isn't there is empty.
inline std::string text_of(const engine::Json& json, std::string_view key) {
  const engine::Json* found = json.find(key);
  return found == nullptr ? std::string() : found->text;
}
inline int64_t number_of(const engine::Json& json, std::string_view key, int64_t none = -1) {
  const engine::Json* found = json.find(key);
  return found == nullptr || !found->is_integer() ? none : found->integer;
}

constexpr int kPatienceMs = 10000;  // a test that waits so long has failed

// Where a connection comes from, on the loopback, and how much of what it gets waits for it.
struct Home {
  const char* address = "127.0.0.1";
  int receive_buffer = 0;  // 0: as the system likes
  std::string to{};        // the server, where it isn't on the loopback
  int patience = kPatienceMs;
};

// A TCP connection.
class Wire {
 public:
  explicit Wire(uint16_t port, const Home& home = {})
      : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), patience_(home.patience) {
    sockaddr_in from{};
    from.sin_family = AF_INET;
    ::inet_pton(AF_INET, home.to.empty() ? home.address : "0.0.0.0", &from.sin_addr);
    sockaddr_in to = from;
    to.sin_port = htons(port);
    ::inet_pton(AF_INET, home.to.empty() ? "127.0.0.1" : home.to.c_str(), &to.sin_addr);
    const int yes = 1;
    ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    ::setsockopt(fd_, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof yes);
    if (home.receive_buffer > 0) {
      ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &home.receive_buffer, sizeof home.receive_buffer);
    }
    const timeval longest{home.patience / 1000, home.patience % 1000 * 1000};
    ::setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &longest, sizeof longest);
    open_ = ::bind(fd_, reinterpret_cast<sockaddr*>(&from), sizeof from) == 0 &&
            ::connect(fd_, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
  }
  // One that somebody else has opened.
  struct Taken {
    int fd;
  };
  explicit Wire(Taken taken) : fd_(taken.fd), open_(true) {}
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;
  ~Wire() { ::close(fd_); }

  bool open() const { return open_; }
  int fd() const { return fd_; }
  void shut() { ::shutdown(fd_, SHUT_RDWR); }
  bool write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return open_ = false;
      bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
  }
  // More bytes into the buffer; false at the end or when none come in time.
  bool fill(int timeout_ms = 0) {
    pollfd waiting{fd_, POLLIN, 0};
    if (::poll(&waiting, 1, timeout_ms > 0 ? timeout_ms : patience_) <= 0) return false;
    char bytes[65536];
    const ssize_t count = ::recv(fd_, bytes, sizeof bytes, 0);
    if (count <= 0) return open_ = false;
    buffer_.append(bytes, static_cast<size_t>(count));
    return true;
  }
  std::string& buffer() { return buffer_; }

 private:
  int fd_;
  int patience_ = kPatienceMs;
  bool open_ = false;
  std::string buffer_;
};

struct HttpAnswer {
  int status = 0;
  std::string head;
  std::string body;

  std::string header(std::string_view name) const {
    const std::string mark = "\r\n" + std::string(name) + ": ";
    const size_t at = head.find(mark);
    if (at == std::string::npos) return {};
    const size_t from = at + mark.size();
    return head.substr(from, head.find("\r\n", from) - from);
  }
  engine::Json json() const {
    const auto parsed = engine::parse_json(body, "body");
    return parsed ? *parsed : engine::Json();
  }
};

// Reads one response of the connection.
inline HttpAnswer read_answer(Wire& wire, bool head_only = false) {
  HttpAnswer answer;
  std::string& buffer = wire.buffer();
  size_t end = 0;
  while ((end = buffer.find("\r\n\r\n")) == std::string::npos) {
    if (!wire.fill()) return answer;
  }
  answer.head = buffer.substr(0, end + 2);
  answer.status = std::atoi(buffer.substr(9, 3).c_str());
  const std::string length = answer.header("Content-Length");
  const size_t size = head_only || length.empty() ? 0 : std::stoul(length);
  while (buffer.size() < end + 4 + size) {
    if (!wire.fill()) break;
  }
  answer.body = buffer.substr(end + 4, size);
  buffer.erase(0, end + 4 + size);
  return answer;
}

// A device: keeps its cookie.
class Device {
 public:
  explicit Device(uint16_t port, const Home& from = {}) : home(from), port_(port) {}

  HttpAnswer request(std::string_view method, std::string_view target, std::string_view body = {},
                     std::string_view headers = {}) {
    Wire wire(port_, home);
    std::string text = std::string(method) + " " + std::string(target) + " HTTP/1.1\r\n";
    if (headers.find("Host: ") == std::string_view::npos) {
      text += "Host: 127.0.0.1:" + std::to_string(port_) + "\r\n";
    }
    text += "Connection: close\r\n";
    if (!cookie.empty()) text += "Cookie: stamtafel=" + cookie + "\r\n";
    if (!body.empty() && headers.find("Content-Type") == std::string_view::npos) {
      text += "Content-Type: application/json\r\n";
    }
    if (!body.empty()) text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    text += std::string(headers) + "\r\n" + std::string(body);
    wire.write(text);
    HttpAnswer answer = read_answer(wire, method == "HEAD");
    const std::string set = answer.header("Set-Cookie");
    if (set.starts_with("stamtafel=")) cookie = set.substr(10, set.find(';') - 10);
    return answer;
  }
  HttpAnswer get(std::string_view target) { return request("GET", target); }
  HttpAnswer post(std::string_view target, std::string_view body) {
    return request("POST", target, body);
  }
  // Gives the device a person.
  void be(const std::string& name) { request("PUT", "/api/me", "{\"name\":\"" + name + "\"}"); }

  uint16_t port() const { return port_; }
  Home home;
  std::string cookie;

 private:
  uint16_t port_;
};

// A WebSocket.
class Socket {
 public:
  explicit Socket(const Device& device, std::string_view headers = {})
      : wire_(device.port(), device.home) {
    std::string text = "GET /ws HTTP/1.1\r\n";
    if (headers.find("Host: ") == std::string_view::npos) {
      text += "Host: 127.0.0.1:" + std::to_string(device.port()) + "\r\n";
    }
    text += "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n";
    text += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    if (!device.cookie.empty()) text += "Cookie: stamtafel=" + device.cookie + "\r\n";
    text += std::string(headers) + "\r\n";
    wire_.write(text);
    status = read_answer(wire_).status;
  }

  int status = 0;
  int close_code = 0;
  bool open() const { return wire_.open() && close_code == 0; }
  int fd() const { return wire_.fd(); }

  bool send_frame(int opcode, std::string_view payload, bool final = true) {
    std::string frame;
    frame += static_cast<char>((final ? 0x80 : 0) | opcode);
    const size_t size = payload.size();
    if (size < 126) {
      frame += static_cast<char>(0x80 | size);
    } else if (size < 65536) {
      frame += static_cast<char>(0x80 | 126);
      frame += static_cast<char>(size >> 8);
      frame += static_cast<char>(size & 255);
    } else {
      frame += static_cast<char>(0x80 | 127);
      for (int shift = 56; shift >= 0; shift -= 8)
        frame += static_cast<char>((size >> shift) & 255);
    }
    constexpr char kMask[]{0x12, 0x34, 0x56, 0x78};
    frame.append(kMask, 4);
    for (size_t i = 0; i < size; ++i) frame += static_cast<char>(payload[i] ^ kMask[i % 4]);
    return wire_.write(frame);
  }
  bool send(std::string_view text) { return send_frame(1, text); }
  bool send_raw(std::string_view bytes) { return wire_.write(bytes); }

  // The next message; nullopt when the connection ended or nothing came in time.
  std::optional<std::string> next_text(int timeout_ms = 0) {
    while (true) {
      while (const std::optional<Frame> frame = take_frame()) {
        if (frame->opcode == 1) return frame->payload;
        if (frame->opcode == 8) {
          if (frame->payload.size() >= 2) {
            close_code = static_cast<uint8_t>(frame->payload[0]) << 8 |
                         static_cast<uint8_t>(frame->payload[1]);
          }
          return std::nullopt;
        }
        if (frame->opcode == 9) send_frame(10, frame->payload);
      }
      if (!wire_.fill(timeout_ms)) return std::nullopt;
    }
  }
  std::optional<engine::Json> next(int timeout_ms = 0) {
    const std::optional<std::string> text = next_text(timeout_ms);
    if (!text) return std::nullopt;
    texts.push_back(*text);
    auto parsed = engine::parse_json(*text, "message");
    if (!parsed) return std::nullopt;
    return std::move(*parsed);
  }
  void shut() { wire_.shut(); }

  std::vector<std::string> texts;  // all that came, word for word

 private:
  struct Frame {
    int opcode = 0;
    std::string payload;
  };
  std::optional<Frame> take_frame() {
    std::string& buffer = wire_.buffer();
    if (buffer.size() < 2) return std::nullopt;
    const auto byte = [&](size_t i) { return static_cast<uint8_t>(buffer[i]); };
    size_t head = 2;
    uint64_t size = byte(1) & 127;
    if (size == 126) {
      head = 4;
      if (buffer.size() < head) return std::nullopt;
      size = static_cast<uint64_t>(byte(2)) << 8 | byte(3);
    } else if (size == 127) {
      head = 10;
      if (buffer.size() < head) return std::nullopt;
      size = 0;
      for (size_t i = 2; i < 10; ++i) size = size << 8 | byte(i);
    }
    if (buffer.size() < head + size) return std::nullopt;
    Frame frame{byte(0) & 15, buffer.substr(head, size)};
    buffer.erase(0, head + size);
    return frame;
  }

  Wire wire_;
};

}  // namespace server_test
