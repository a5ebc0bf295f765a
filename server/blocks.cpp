#include "server/blocks.h"

namespace server {
namespace {

// What is remembered at most; beyond that it is looked up anew.
constexpr size_t kManyPeople = 50000;
constexpr size_t kManyEntries = 200000;

}  // namespace

Blocks::Others Blocks::of(const std::string& person) {
  if (person.empty()) return nullptr;
  if (const auto found = known_.find(person); found != known_.end()) return found->second;
  const std::optional<std::vector<std::string>> others = context_.store.blocked_by(person);
  if (!others) return nullptr;
  if (known_.size() >= kManyPeople || entries_ + others->size() > kManyEntries) {
    known_.clear();
    entries_ = 0;
  }
  Others kept;
  if (!others->empty()) {
    kept = std::make_shared<const std::set<std::string>>(others->begin(), others->end());
    entries_ += kept->size();
  }
  return known_[person] = kept;
}

void Blocks::forget(const std::string& person) {
  const auto known = known_.find(person);
  if (known == known_.end()) return;
  if (known->second != nullptr) entries_ -= known->second->size();
  known_.erase(known);
}

void Blocks::put(const std::string& person, const std::string& other, bool on,
                 std::function<void(const Refusal&)> then) {
  if (other == person) return then(refusal(Code::kForbidden, "block-self"));
  const Others before = of(person);
  if (on && before != nullptr && before->size() >= kMost) {
    return then(refusal(Code::kState, "too-many-blocks"));
  }
  const std::optional<store::Person> found = context_.store.person(other);
  if (!found) return then(refusal(Code::kStorage, "storage"));
  if (on && found->id.empty()) return then(refusal(Code::kUnknown, "unknown-person"));
  context_.store.put_block(
      person, other, on,
      [this, alive = context_.alive, person, then = std::move(then)](const store::Result& result) {
        if (!*alive) return;
        forget(person);
        const bool done = result.outcome == store::Outcome::kDone;
        then(done ? Refusal{} : refusal(Code::kStorage, "storage"));
      });
}

}  // namespace server
