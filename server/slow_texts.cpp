#include "server/slow_texts.h"

namespace server {

size_t SlowTexts::Kept::bytes() const {
  constexpr size_t kAround = 200;  // list, map and the second copy of the key
  return text->size() + 2 * key.size() + kAround;
}

bool SlowTexts::ask(const std::string& key, const Then& then) {
  if (const auto known = by_key_.find(key); known != by_key_.end()) {
    kept_.splice(kept_.begin(), kept_, known->second);
    then(known->second->text);
    return true;
  }
  const auto under_way = waiting_.find(key);
  if (under_way == waiting_.end()) return false;
  under_way->second.push_back(then);
  return true;
}

bool SlowTexts::make(const std::string& key, const std::string& who,
                     std::function<std::string()> work, Then then) {
  if (waiting_.size() >= kWaiting || !of_one_.take(who, kWaitingOfOne)) return false;
  waiting_[key].push_back(std::move(then));
  context_.workers.submit_later([this, alive = context_.alive, post = context_.settings.post, key,
                                 who, work = std::move(work)] {
    const auto text = std::make_shared<const std::string>(work());
    post([this, alive, key, who, text] {
      if (*alive) made(key, who, text);
    });
  });
  return true;
}

void SlowTexts::made(const std::string& key, const std::string& who, const Text& text) {
  ++context_.metrics.slow_texts;
  of_one_.give(who);
  keep(key, text);
  const auto found = waiting_.find(key);
  const std::vector<Then> all = std::move(found->second);
  waiting_.erase(found);
  for (const Then& then : all) then(text);
}

void SlowTexts::keep(const std::string& key, const Text& text) {
  kept_.push_front({key, text});
  by_key_[key] = kept_.begin();
  bytes_ += kept_.front().bytes();
  while (bytes_ > context_.settings.kept_bytes) {
    bytes_ -= kept_.back().bytes();
    by_key_.erase(kept_.back().key);
    kept_.pop_back();
  }
}

}  // namespace server
