#include "server/hub.h"

#include "games/registry.h"

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
    rated(summary);
  });
  tables_.on_turned([this](const Place& place, const std::vector<Turn>& former, bool) {
    turns_.turned(place, former);
    lobby_.turned(place);
  });
}

void Hub::know_ratings() {
  if (!context_.settings.ratings) return;
  for (const engine::AnyGame* game : games::all()) context_.ratings.refresh(*game, [] {});
}

void Hub::rated(const store::Summary& summary) {
  if (!context_.settings.ratings) return;
  if (summary.about.find("\"rated\":true") == std::string::npos) return;
  const engine::Result<Head> head = read_head(summary.about, context_.editions.boxes());
  if (!head || !head.value.rated) return;
  if (summary.status == store::Status::kOver) return context_.ratings.settle(summary.table, *head);
  // Who sits down may have played elsewhere since.
  if (context_.others) context_.ratings.refresh(*head.value.game, [] {});
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
