#include "server/hub.h"

namespace server {

Hub::Hub(store::Store& store, Settings settings, const Log& log)
    : context_(store, std::move(settings), log),
      people_(context_),
      clients_(context_, people_),
      tables_(context_, people_, clients_),
      turns_(context_, clients_, tables_),
      post_(context_, people_, clients_, tables_, turns_),
      requests_(context_, people_, clients_, tables_),
      lobby_(context_, people_, clients_, tables_),
      routes_(context_, people_, clients_, tables_, lobby_, post_),
      admin_(context_, people_, clients_, tables_) {
  tables_.on_listed([this](const store::Summary& summary, const std::vector<std::string>& former) {
    lobby_.changed(summary, former);
  });
  tables_.on_turned([this](const Place& place, const std::vector<Turn>& former) {
    turns_.turned(place, former);
    lobby_.turned(place);
    post_.turned(place, former);
  });
}

void Hub::stop() {
  context_.stopping = true;
  clients_.close_all(1001, "the server stops");
  tables_.stop();
}

void Hub::http(const HttpRequest& request, HttpReply reply) {
  routes_.http(request, std::move(reply));
}

bool Hub::admit(const HttpRequest& request, HttpResponse& refusal) {
  return routes_.admit(request, refusal);
}

void Hub::opened(const std::shared_ptr<Peer>& peer, const HttpRequest& request) {
  clients_.opened(peer, request);
}

int64_t Hub::message(Peer& peer, std::string_view text) { return clients_.message(peer, text); }

void Hub::closed(Peer& peer) { clients_.closed(peer); }

bool Hub::has_seat(const HttpRequest& request) {
  return tables_.has_seat(people_.person_of(request).id);
}

bool Hub::has_seat(const Peer& peer) {
  const Client* client = clients_.find(peer);
  return client != nullptr && tables_.has_seat_in_view(*client);
}

void Hub::tick() {
  clients_.tick();
  turns_.tick();
  post_.tick();
  lobby_.tick();
  tables_.tick();
  admin_.tick();
}

}  // namespace server
