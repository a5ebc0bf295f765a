#include "server/hub.h"

namespace server {

Hub::Hub(store::Store& store, Settings settings, const Log& log, Helpers helpers)
    : context_(store, std::move(settings), log, std::move(helpers)),
      people_(context_),
      clients_(context_, people_),
      tables_(context_, people_, clients_),
      turns_(context_, clients_, tables_),
      requests_(context_, people_, clients_, tables_),
      hints_(context_, people_, clients_, tables_),
      thoughts_(context_, clients_),
      lobby_(context_, people_, clients_, tables_) {
  tables_.on_listed([this](const store::Summary& summary, const std::vector<std::string>& former) {
    lobby_.changed(summary, former);
  });
  tables_.on_turned([this](const Place& place, const std::vector<Turn>& former, bool) {
    turns_.turned(place, former);
    lobby_.turned(place);
  });
}

void Hub::stop() {
  context_.stopping = true;
  clients_.close_all(1001, "the server stops");
  tables_.stop();
}

void Hub::tick() {
  clients_.tick();
  turns_.tick();
  lobby_.tick();
  tables_.tick();
}

}  // namespace server
