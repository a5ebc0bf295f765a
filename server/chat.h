// Who may speak at a table, and how much has been said there. Follows from the table's entries like
// everything about it.
#pragma once

#include <map>
#include <set>
#include <string>

#include "server/refusal.h"

namespace server {

class Chat {
 public:
  static constexpr int kLines = 5000;       // of all together; the game must have room in the list
  static constexpr int kGuestLines = 30;    // of one who has never had a seat
  static constexpr int kGuestsLines = 300;  // of all of those
  static constexpr size_t kMuted = 100;

  // Only friends may speak: those who have a seat, or have had one.
  bool friends_only() const { return friends_only_; }
  const std::set<std::string>& muted() const { return muted_; }
  // May the person say something now?
  Refusal may_say(const std::string& person) const;
  // Has the person been heard of here? Others can't be told from invented.
  bool knows(const std::string& person) const {
    return friends_.contains(person) || guests_.contains(person);
  }
  // May the person be muted?
  Refusal may_mute(const std::string& person) const;

  // What happened.
  void said(const std::string& person);
  void sat(const std::string& person) { friends_.insert(person); }
  void mute(const std::string& person, bool on);
  void set_friends_only(bool on) { friends_only_ = on; }

 private:
  bool friends_only_ = false;
  std::set<std::string> muted_;
  std::set<std::string> friends_;
  std::map<std::string, int> guests_;  // lines of each
  int guest_lines_ = 0;
  int lines_ = 0;
};

}  // namespace server
