// The hub: people, clients, the tables in memory and the lobby put together. Everything in it runs
// on one thread, its home; the store and the helpers hand their results back to it. It knows no
// network, threads, files or databases, and runs in a browser, too (alone/).
//
//   context.h   what all of them share: store, settings, log, metrics, helpers
//   people.h    who somebody is, by the device
//   clients.h   who is connected; messages come in and go out
//   tables.h    tables in memory: waking, saving, telling, bots, resting
//   turns.h     at which tables somebody has to choose
//   requests.h  what clients may ask of a table, message by message
//   hints.h     what somebody would do in a person's place
//   thoughts.h  what the bot thinks of a position on the analysis board
//   lobby.h     lists of tables, and who wants to hear of them
//   routes.h    what HTTP asks for
//
// Each knows only those above it. What a server has besides is in public_hub.h.
#pragma once

#include "server/clients.h"
#include "server/hints.h"
#include "server/lobby.h"
#include "server/people.h"
#include "server/requests.h"
#include "server/routes.h"
#include "server/tables.h"
#include "server/thoughts.h"
#include "server/turns.h"

namespace server {

class Hub {
 public:
  Hub(store::Store& store, Settings settings, const Log& log, Helpers helpers);

  // Tables played against the clock go on.
  void resume() {
    context_.editions.keep_all(context_.wall());
    know_ratings();
    tables_.resume();
  }
  // Says goodbye to all; nothing is taken any more.
  void stop();

  void opened(const std::shared_ptr<Peer>& peer, const HttpRequest& request) {
    clients_.opened(peer, request);
  }
  // For how many milliseconds nothing more is read from it.
  int64_t message(Peer& peer, std::string_view text) { return clients_.message(peer, text); }
  void closed(Peer& peer) { clients_.closed(peer); }
  void tick();

 protected:
  // Reads what is kept of them.
  void know_ratings();
  Context context_;
  People people_;
  Clients clients_;
  Tables tables_;
  Turns turns_;
  Requests requests_;
  Hints hints_;
  Thoughts thoughts_;
  Lobby lobby_;

 private:
  // A table that is rated has changed: does it count now?
  void rated(const store::Summary& summary);
};

}  // namespace server
