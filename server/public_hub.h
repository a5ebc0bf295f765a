// The hub of a server, behind what the network calls.
//
//   post.h           "your move" for those who are away
//   public_routes.h  HTTP for strangers: limits, the page, shared links, operation
//   leaving.h        making way for others, for an update
//   admin.h          what the operator may ask
//   neighbours.h     other servers over the same store
#pragma once

#include "server/admin.h"
#include "server/hub.h"
#include "server/leaving.h"
#include "server/neighbours.h"
#include "server/post.h"
#include "server/public_routes.h"
#include "server/public_settings.h"

namespace server {

class PublicHub final : public Handler, private Hub {
 public:
  PublicHub(store::Store& store, PublicSettings settings, const Log& log);

  void resume() {
    context_.editions.keep_all(context_.wall());
    know_ratings();
    post_.resume();
    neighbours_.resume();
  }
  using Hub::stop;
  // Makes way for other servers, then ends. False: there are none, or it does already.
  bool leave() { return leaving_.begin(); }

  void http(const HttpRequest& request, HttpReply reply) override {
    routes_.http(request, std::move(reply));
  }
  bool admit(const HttpRequest& request, HttpResponse& refusal) override {
    return routes_.admit(request, refusal);
  }
  void opened(const std::shared_ptr<Peer>& peer, const HttpRequest& request) override {
    Hub::opened(peer, request);
  }
  int64_t message(Peer& peer, std::string_view text) override { return Hub::message(peer, text); }
  void closed(Peer& peer) override { Hub::closed(peer); }
  bool has_seat(const HttpRequest& request) override;
  bool has_seat(const Peer& peer) override;
  void tick() override;
  void admin(std::string_view line, std::function<void(std::string)> reply) override {
    admin_.ask(line, std::move(reply));
  }

 private:
  const PublicSettings settings_;
  Post post_;
  PublicRoutes routes_;
  Leaving leaving_;
  Admin admin_;
  Neighbours neighbours_;
};

}  // namespace server
