#include "server/public_hub.h"

#include <malloc.h>

#include "server/house_thinking.h"
#include "server/queued_thinking.h"
#include "server/threads.h"

namespace server {
namespace {

Settings for_hub(Settings settings) {
  settings.trim = [] { ::malloc_trim(0); };
  return settings;
}

// Who does what takes long: threads of its own, workers where there can be some, programs where the
// operator has some.
Helpers helpers_of(store::Store& store, const PublicSettings& settings) {
  Helpers helpers = on_threads(settings.workers);
  if (store::Nodes* nodes = store.nodes()) {
    helpers.thinking = std::make_unique<QueuedThinking>(std::move(helpers.thinking), *nodes);
  }
  if (!settings.house_bots.empty()) {
    helpers.thinking = std::make_unique<HouseThinking>(
        std::move(helpers.thinking), settings.house_bots, settings.house_programs);
  }
  return helpers;
}

}  // namespace

PublicHub::PublicHub(store::Store& store, PublicSettings settings, const Log& log)
    : Hub(store, for_hub(settings), log, helpers_of(store, settings)),
      settings_(std::move(settings)),
      post_(context_, settings_, people_, clients_, tables_, turns_),
      routes_(context_, settings_, people_, clients_, tables_, lobby_, post_),
      leaving_(context_, settings_.end, clients_),
      admin_(context_, settings_.end, people_, clients_, tables_, leaving_),
      neighbours_(context_, people_, clients_, tables_, turns_, post_, lobby_, routes_) {
  tables_.on_turned([this](const Place& place, const std::vector<Turn>& former, bool ours) {
    post_.turned(place, former, ours);
  });
}

bool PublicHub::has_seat(const HttpRequest& request) {
  return tables_.has_seat(people_.person_of(request).id);
}

bool PublicHub::has_seat(const Peer& peer) {
  const Client* client = clients_.find(peer);
  return client != nullptr && tables_.has_seat_in_view(*client);
}

void PublicHub::tick() {
  Hub::tick();
  post_.tick();
  leaving_.tick();
  admin_.tick();
  neighbours_.tick();
}

}  // namespace server
