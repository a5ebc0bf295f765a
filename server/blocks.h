// Whom people want to hear nothing of. Who has blocked somebody reads none of their chat, and
// neither of the two sits down at a table of the other's or is offered one. Nobody is told that
// they are blocked, or by whom.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/context.h"
#include "server/refusal.h"

namespace server {

class Blocks {
 public:
  static constexpr size_t kMost = 500;  // of one person

  explicit Blocks(Context& context) : context_(context) {}

  // Whom the person has blocked; nullptr: nobody. Looked up once, then remembered.
  using Others = std::shared_ptr<const std::set<std::string>>;
  Others of(const std::string& person);
  // Has one of the two blocked the other?
  bool between(const std::string& one, const std::string& other) {
    const bool blocks = blocked(one, other);  // both are looked at: no answer is quicker
    const bool is_blocked = blocked(other, one);
    return blocks || is_blocked;
  }
  // Blocks somebody, or ends it; `then` is called when that is durable.
  void put(const std::string& person, const std::string& other, bool on,
           std::function<void(const Refusal&)> then);
  // They may be others now.
  void forget(const std::string& person);
  size_t remembered() const { return known_.size(); }

 private:
  bool blocked(const std::string& by, const std::string& other) {
    const Others others = of(by);
    return others != nullptr && others->contains(other);
  }

  Context& context_;
  std::unordered_map<std::string, Others> known_;
  size_t entries_ = 0;  // in all of those together
};

}  // namespace server
