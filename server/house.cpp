#include "server/house.h"

#include "engine/json.h"

namespace server {

void House::read_mutes(store::Store& store) {
  const std::optional<std::vector<store::Mute>> mutes = store.mutes();
  if (!mutes) return;
  muted.clear();
  for (const store::Mute& mute : *mutes) muted[mute.person] = mute.until;
}

std::string House::announcement_message() const {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("is", "announcement");
  out.key("text");
  if (announcement.empty()) {
    out.null();
  } else {
    out.value(std::string_view(announcement));
  }
  out.member("until", announced_until);
  out.end_object();
  return text;
}

std::string House::drain_message() const {
  std::string text;
  engine::JsonWriter out(text);
  out.begin_object();
  out.member("is", "drain");
  out.key("until");
  if (draining) {
    out.value(drain_until);
  } else {
    out.null();
  }
  out.end_object();
  return text;
}

std::vector<std::string> House::standing(int64_t now) const {
  std::vector<std::string> messages;
  if (!announcement.empty() && announced_until > now) messages.push_back(announcement_message());
  if (draining) messages.push_back(drain_message());
  return messages;
}

}  // namespace server
