#include "server/backlog.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace server {

void SendQueue::push(Message message) {
  if (dropped_) return;
  const bool much =
      size() >= all_.limits_.messages || bytes_ + message->size() > all_.limits_.bytes;
  // One alone may be as large as it is: it has to get through some time.
  if (much && !empty()) return all_.drop(*this);
  if (empty()) {
    all_.queues_.insert(this);
    since_ = 0;
  }
  bytes_ += message->size();
  all_.hold(message);
  messages_.push_back(std::move(message));
  all_.keep_to_budget();
}

void SendQueue::forget(const Message& message) {
  bytes_ -= message->size();
  all_.release(message);
}

void SendQueue::sent() {
  const auto end = messages_.begin() + static_cast<std::ptrdiff_t>(std::exchange(sending_, 0));
  std::for_each(messages_.begin(), end, [this](const Message& message) { forget(message); });
  messages_.erase(messages_.begin(), end);
  rest();
}

void SendQueue::forget_waiting() {
  while (messages_.size() > sending_) {
    forget(messages_.back());
    messages_.pop_back();
  }
  rest();
}

void SendQueue::rest() {
  if (!messages_.empty()) return;
  messages_.shrink_to_fit();
  all_.queues_.erase(this);
}

void Backlog::hold(const Message& message) {
  if (++holders_[message.get()] == 1) bytes_ += message->size();
}

void Backlog::release(const Message& message) {
  const auto found = holders_.find(message.get());
  if (--found->second > 0) return;
  holders_.erase(found);
  bytes_ -= message->size();
}

void Backlog::drop(SendQueue& queue) {
  if (std::exchange(queue.dropped_, true)) return;
  ++dropped_;
  queue.forget_waiting();
  queue.drop_();
}

// A little more than needed at once: whoever fills it up would do so again with the next message.
void Backlog::keep_to_budget() {
  if (bytes_ <= limits_.all_bytes) return;
  std::vector<SendQueue*> slowest(queues_.begin(), queues_.end());
  std::sort(slowest.begin(), slowest.end(),
            [](const SendQueue* a, const SendQueue* b) { return a->bytes_ > b->bytes_; });
  for (SendQueue* queue : slowest) {
    if (bytes_ <= limits_.all_bytes - limits_.all_bytes / 8) return;
    drop(*queue);
  }
}

void Backlog::sweep(int64_t now) {
  std::vector<SendQueue*> stuck;
  for (SendQueue* queue : queues_) {
    const uint64_t progress = queue->progress_();
    if (queue->since_ == 0 || progress != queue->seen_) {
      queue->seen_ = progress;
      queue->since_ = now;
    } else if (now - queue->since_ >= limits_.patience) {
      stuck.push_back(queue);
    }
  }
  for (SendQueue* queue : stuck) drop(*queue);
}

}  // namespace server
