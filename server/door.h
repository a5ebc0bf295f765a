// Who may come to a table: the host may remove people, and close it to those without a name.
// Follows from the table's entries like everything about it.
#pragma once

#include <set>
#include <string>

#include "server/refusal.h"

namespace server {

class Door {
 public:
  static constexpr size_t kRemoved = 100;

  // Who has no name can't watch.
  bool named_only() const { return named_only_; }
  const std::set<std::string>& removed() const { return removed_; }
  // May the person be here? An empty id: somebody without a name.
  Refusal may_enter(const std::string& person) const {
    if (removed_.contains(person)) return refusal(Code::kForbidden, "removed");
    if (named_only_ && person.empty()) return refusal(Code::kPerson, "named-only");
    return {};
  }

  // What happened.
  void remove(const std::string& person, bool on) {
    if (on) {
      removed_.insert(person);
    } else {
      removed_.erase(person);
    }
  }
  void set_named_only(bool on) { named_only_ = on; }

 private:
  bool named_only_ = false;
  std::set<std::string> removed_;
};

}  // namespace server
