#include "server/backlog.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace server {

void SendQueue::push(Message message) {
  if (dropped_) return;
  const bool much =
      messages_.size() >= all_.limits_.messages || bytes_ + message->size() > all_.limits_.bytes;
  // One alone may be as large as it is: it has to get through some time.
  if (much && !messages_.empty()) return all_.drop(*this);
  if (messages_.empty()) {
    all_.queues_.insert(this);
    since_ = 0;
  }
  bytes_ += message->size();
  all_.hold(message);
  messages_.push_back(std::move(message));
  all_.keep_to_budget();
}

void SendQueue::pop() {
  bytes_ -= messages_.front()->size();
  all_.release(messages_.front());
  messages_.pop_front();
  if (messages_.empty()) all_.queues_.erase(this);
}

void SendQueue::forget_waiting() {
  while (messages_.size() > 1) {
    bytes_ -= messages_.back()->size();
    all_.release(messages_.back());
    messages_.pop_back();
  }
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
