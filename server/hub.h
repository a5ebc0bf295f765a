// The hub: people, clients, the tables in memory, the lobby and the HTTP routes put together behind
// what the network calls. Everything in it runs on one thread, its home; the store and the workers
// hand their results back to it.
//
//   context.h   what all of them share: store, settings, log, metrics, workers
//   people.h    who somebody is, by the device
//   clients.h   who is connected; messages come in and go out
//   tables.h    tables in memory: waking, saving, telling, bots, resting
//   turns.h     at which tables somebody has to choose
//   post.h      "your move" for those who are away
//   requests.h  what clients may ask of a table, message by message
//   lobby.h     lists of tables, and who wants to hear of them
//   routes.h    HTTP
//   admin.h     what the operator may ask
//
// Each knows only those above it.
#pragma once

#include "server/admin.h"
#include "server/clients.h"
#include "server/lobby.h"
#include "server/people.h"
#include "server/post.h"
#include "server/requests.h"
#include "server/routes.h"
#include "server/tables.h"
#include "server/turns.h"

namespace server {

class Hub final : public Handler {
 public:
  Hub(store::Store& store, Settings settings, const Log& log);

  // Tables played against the clock go on.
  void resume() {
    post_.resume();
    tables_.resume();
  }
  // Says goodbye to all; nothing is taken any more.
  void stop();

  void http(const HttpRequest& request, HttpReply reply) override;
  bool admit(const HttpRequest& request, HttpResponse& refusal) override;
  void opened(const std::shared_ptr<Peer>& peer, const HttpRequest& request) override;
  int64_t message(Peer& peer, std::string_view text) override;
  void closed(Peer& peer) override;
  bool has_seat(const HttpRequest& request) override;
  bool has_seat(const Peer& peer) override;
  void tick() override;
  void admin(std::string_view line, std::function<void(std::string)> reply) override {
    admin_.ask(line, std::move(reply));
  }

 private:
  Context context_;
  People people_;
  Clients clients_;
  Tables tables_;
  Turns turns_;
  Post post_;
  Requests requests_;
  Lobby lobby_;
  Routes routes_;
  Admin admin_;
};

}  // namespace server
