#include "server/chat.h"

namespace server {

Refusal Chat::may_say(const std::string& person) const {
  if (muted_.contains(person)) return refusal(Code::kForbidden, "muted");
  const bool guest = !friends_.contains(person);
  if (guest && friends_only_) return refusal(Code::kForbidden, "friends-only");
  const auto own = guests_.find(person);
  if (guest && own != guests_.end() && own->second >= kGuestLines) {
    return refusal(Code::kState, "said-enough");
  }
  if (lines_ >= kLines || (guest && guest_lines_ >= kGuestsLines)) {
    return refusal(Code::kState, "chat-full");
  }
  return {};
}

Refusal Chat::may_mute(const std::string& person) const {
  if (!knows(person)) return refusal(Code::kUnknown, "unknown-person");
  if (muted_.size() >= kMuted) return refusal(Code::kState, "too-long");
  return {};
}

void Chat::said(const std::string& person) {
  ++lines_;
  if (friends_.contains(person)) return;
  ++guests_[person];
  ++guest_lines_;
}

void Chat::mute(const std::string& person, bool on) {
  if (on) {
    muted_.insert(person);
  } else {
    muted_.erase(person);
  }
}

}  // namespace server
