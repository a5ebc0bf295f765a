#include "server/leaving.h"

#include <algorithm>
#include <vector>

namespace server {
namespace {

using std::chrono::milliseconds;

// For a database that does not answer just now.
constexpr milliseconds kHandOver{2000};
// They don't all arrive at once where they go.
constexpr size_t kWaves = 20;
// Who has not gone by then is shown the door.
constexpr milliseconds kGoWithin{5000};
constexpr milliseconds kLongestStay{8000};

constexpr int kRestart = 1012;  // of a WebSocket: come again

}  // namespace

bool Leaving::begin() {
  if (context_.leaving || !context_.others || context_.stopping) return false;
  context_.leaving = true;
  context_.handed_over = false;
  begun_ = Clock::now();
  moving_ = {};
  told_ = 0;
  context_.log.info("leaving", {{"clients", std::to_string(clients_.count())}});
  return true;
}

void Leaving::cancel() {
  if (std::exchange(context_.leaving, false)) context_.log.info("leaving.cancelled");
}

// The longest connected first.
void Leaving::send_away(size_t most) {
  std::vector<uint64_t> ids;
  clients_.each([&](const Client& client) {
    if (client.id > told_ && client.greeted) ids.push_back(client.id);
  });
  std::sort(ids.begin(), ids.end());
  if (ids.size() > most) ids.resize(most);
  const auto message = std::make_shared<const std::string>("{\"is\":\"move\"}");
  for (const uint64_t id : ids) {
    told_ = id;
    if (Client* client = clients_.find(id)) clients_.send(*client, message);
  }
}

void Leaving::tick() {
  if (!context_.leaving || ended_ || context_.stopping) return;
  const Clock::time_point now = Clock::now();
  if (moving_ == Clock::time_point{}) {
    if (!context_.handed_over && now < begun_ + kHandOver) return;
    moving_ = now;
  }
  send_away(std::max<size_t>(5, clients_.count() / kWaves));
  if (now >= moving_ + kGoWithin) clients_.close_all(kRestart, "this server makes way");
  if (clients_.count() > 0 && now < moving_ + kLongestStay) return;
  ended_ = true;
  context_.log.info("left", {{"clients", std::to_string(clients_.count())}});
  if (end_) end_();
}

}  // namespace server
