// A word to systemd, where it has started us (Type=notify); elsewhere nothing happens.
#pragma once

#include <string_view>

namespace server {

// "READY=1", "STOPPING=1": a datagram to $NOTIFY_SOCKET. Whether anybody reads it is not our
// concern.
void notify_system(std::string_view state);

}  // namespace server
