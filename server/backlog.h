// What waits to be sent, over all connections: one budget for its bytes, and whoever reads slowest
// is dropped first when it is used up. A message that several wait for is kept, and counted, once.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace server {

using Message = std::shared_ptr<const std::string>;

struct BacklogLimits {
  size_t messages = 256;  // for one client
  size_t bytes = 4 << 20;
  size_t all_bytes = 64 << 20;
  int64_t patience = 20000;  // milliseconds without progress
};

class Backlog;

// The messages that wait for one connection. Takes no room while none do.
class SendQueue {
 public:
  // `drop` ends the connection; `progress` grows whenever the other end has taken something.
  SendQueue(Backlog& all, std::function<void()> drop, std::function<uint64_t()> progress)
      : all_(all), drop_(std::move(drop)), progress_(std::move(progress)) {}
  SendQueue(const SendQueue&) = delete;
  SendQueue& operator=(const SendQueue&) = delete;
  ~SendQueue() {
    sending_ = 0;
    forget_waiting();
  }

  bool empty() const { return messages_.empty(); }
  size_t size() const { return messages_.size(); }
  const std::string& at(size_t i) const { return *messages_[i]; }
  size_t bytes() const { return bytes_; }
  // May drop this connection or others.
  void push(Message message);
  // The first ones are on their way: they stay until they are sent.
  void sending(size_t count) { sending_ = count; }
  void sent();
  // All that are not on their way.
  void forget_waiting();

 private:
  friend class Backlog;
  void forget(const Message& message);
  void rest();  // if nothing is left

  Backlog& all_;
  std::function<void()> drop_;
  std::function<uint64_t()> progress_;
  std::vector<Message> messages_;
  size_t sending_ = 0;  // of them
  size_t bytes_ = 0;
  uint64_t seen_ = 0;  // the progress, and since when it is that
  int64_t since_ = 0;
  bool dropped_ = false;
};

class Backlog {
 public:
  explicit Backlog(BacklogLimits limits) : limits_(limits) {}
  Backlog(const Backlog&) = delete;
  Backlog& operator=(const Backlog&) = delete;

  // Drops connections that take nothing any more. To be called every second or so.
  void sweep(int64_t now);
  size_t bytes() const { return bytes_; }
  uint64_t dropped() const { return dropped_; }

 private:
  friend class SendQueue;
  void hold(const Message& message);
  void release(const Message& message);
  void keep_to_budget();
  void drop(SendQueue& queue);

  BacklogLimits limits_;
  std::unordered_map<const std::string*, uint32_t> holders_;
  std::unordered_set<SendQueue*> queues_;  // that are not empty
  size_t bytes_ = 0;
  uint64_t dropped_ = 0;
};

}  // namespace server
